"""WebSocket endpoint of a table: sends the whole table first, then what happens, and carries out commands.

`docs/protocol.md` describes every message. Every command gets an answer: the news of what it changed, `done` where that
is nothing, `refused`, or what was asked for.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from wishstone.game.errors import WishstoneError
from wishstone.server.http.access_control import check_origin, check_seat
from wishstone.server.http.websocket_transport import DirectWebSocket
from wishstone.server.live.broadcast import PendingCommand
from wishstone.server.live.connection import Connection
from wishstone.server.live.hints import begin_hint
from wishstone.server.live.hub import Hub
from wishstone.server.live.live_table import LiveTable
from wishstone.server.live.networks import client_address
from wishstone.server.live.rate_limits import TokenBucket
from wishstone.server.store.interface import StoreDown
from wishstone.server.table import commands, game_decisions, views
from wishstone.server.table.refusal import CLOSED, Busy, Forbidden, Missing, Refusal, error_to_json
from wishstone.server.table.secrets import is_id
from wishstone.server.table.state import NOBODY

log = logging.getLogger("wishstone.socket")

PROTOCOL = "wishstone.1"
ADDRESS = re.compile("[0-9a-f]{16} (-1|[0-9])")  # table and seat
FLOOD = 4029
CLOSING = 5.0  # seconds to wait for a client that does not read the close message
PATIENCE = 100  # commands refused in a row for coming too fast, before the connection is closed


class _CommandId(msgspec.Struct):
    """The id of a command that cannot be read or comes too fast, so that its sender knows which one was refused."""

    id: Annotated[str, msgspec.Meta(max_length=commands.LONGEST_ID)] = ""


_decoder = msgspec.json.Decoder(commands.Command)
_id_decoder = msgspec.json.Decoder(_CommandId)


class WebSocketEndpoint:
    """The ASGI endpoint where one plays at a table or watches it.

    It is plain ASGI because thousands of messages a second pass through here, and each framework layer costs time.
    """

    PATH = "/api/tables/{id}/socket"

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection. Whatever is wrong with the address is answered as if there were no such table."""
        socket = WebSocket(scope, receive, send)
        table, seat = socket.path_params["id"], socket.query_params.get("seat", str(NOBODY))
        right = ADDRESS.fullmatch(f"{table} {seat}") is not None
        await serve_connection(self.hub, socket, table if right else "", int(seat) if right else NOBODY)


async def serve_connection(hub: Hub, socket: WebSocket, table: str, seat: int) -> None:
    """Serve one connection from its beginning to its end."""
    await socket.accept(subprotocol=PROTOCOL if PROTOCOL in socket.scope["subprotocols"] else None)
    try:
        check_origin(socket.headers, socket.scope["scheme"], hub.settings.origins)
        address = client_address(socket.scope)
        hub.bans.check(address)
        if not is_id(table):  # some strings may not even be sent to a database
            raise Missing("no-table")
        live = await hub.get_table(table)
        secret = check_seat(live, seat, socket)
        hub.bans.check("", "" if seat == NOBODY else live.table.seats[seat].player)
    except Exception as error:
        await _close_with_error(hub, socket, _refusal_for(hub, error))
        return
    wire = DirectWebSocket.from_scope(socket.scope)
    connection = Connection(seat, secret, hub.settings.limits.waiting_bytes, wire)
    connection.address, connection.since = address, hub.now()
    client = CommandReader(hub, live, connection, address)
    reading = asyncio.create_task(client.read(socket))
    writing = asyncio.create_task(client.write())
    connection.give_up = writing.cancel
    ended: set[asyncio.Task[None]] = set()
    try:
        ended, _ = await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.broadcaster.leave(client.live, connection)
        connection.code = connection.code or 1000
        writing.cancel()
        if not client.is_busy:  # a command that has begun is finished: it may be stored already
            reading.cancel()
        if socket.client_state == WebSocketState.CONNECTED and socket.application_state == WebSocketState.CONNECTED:
            failure = next((task.exception() for task in ended if not task.cancelled() and task.exception()), None)
            farewell = (
                _close_with_error(hub, socket, _refusal_for(hub, failure)) if failure else socket.close(connection.code)
            )
            await _ignore_lost(asyncio.wait_for(farewell, CLOSING))
        await asyncio.gather(reading, writing, return_exceptions=True)
        wire.ensure_closed()


def _refusal_for(hub: Hub, error: BaseException) -> WishstoneError:
    """The error that a client is told when its connection cannot be served."""
    if isinstance(error, WishstoneError):
        return error
    if isinstance(error, StoreDown):
        return Refusal("store-down", 503)
    if (refusal := hub.note_failure(error)) is not None:
        return refusal
    log.error("a connection failed", exc_info=error)
    return Refusal("failed", 500)


async def _close_with_error(hub: Hub, socket: WebSocket, error: WishstoneError) -> None:
    """Tell the client why it cannot be served, and close the connection."""
    hub.metrics.refusals[error.code] += 1
    status = error.status if isinstance(error, Refusal) else 422
    await _ignore_lost(socket.send_text(views.encode({"type": "refused", "id": "", **error_to_json(error)}).decode()))
    await _ignore_lost(socket.close(CLOSED + status))


async def _ignore_lost(sending: Any) -> None:
    """Await a send, and ignore that the client may be gone."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        await sending


class CommandReader:
    """Reads the commands of one connection, and answers them."""

    def __init__(self, hub: Hub, live: LiveTable, connection: Connection, address: str = "") -> None:
        self.hub, self.live, self.connection, self.address = hub, live, connection, address
        limits = hub.settings.limits
        self.is_busy = False  # whether a command is being carried out
        self._commands = TokenBucket(limits.commands_at_once, limits.commands_per_second)
        self._refused_in_a_row = 0
        self._loop_client = hub.loop_shares.client(address)

    async def write(self) -> None:
        """Send queued messages until the connection ends."""
        await self.connection.write(lambda: self.hub.broadcaster.snapshot(self.live, self.connection))

    async def read(self, socket: WebSocket) -> None:
        """Carry out commands, one after the other, until the connection ends."""
        await self.hub.loop_shares.run(self._loop_client, self._join())
        while self.connection.code is None and (message := await socket.receive())["type"] == "websocket.receive":
            if not self.connection.is_retired:
                self.is_busy = True
                await self._handle(message.get("text"))
                self.is_busy = False

    async def _join(self) -> None:
        await self._spend_look()
        await self.hub.broadcaster.join(self.live, self.connection)

    async def _handle(self, text: str | None) -> None:
        """Answer one message, once this client may have more of the event loop."""
        try:
            await self.hub.loop_shares.run(self._loop_client, self._answer_message(text))
        except Busy as refusal:
            self._reply(_parse_id(text), self._refusal_to_json(refusal))

    async def _answer_message(self, text: str | None) -> None:
        try:
            command = self._next_command(text)
        except Refusal as refusal:
            self._reply(_parse_id(text), self._refusal_to_json(refusal))
            return
        await self._carry_out(command, self._answer(command))

    def _next_command(self, text: str | None) -> commands.Command:
        """Parse a command, or refuse it because commands come too fast."""
        if not self._commands.take():
            self._refused_in_a_row += 1
            if self._refused_in_a_row > PATIENCE:
                self.connection.drop(FLOOD)
            raise Busy("too-fast", seconds=self._commands.seconds_to_wait)
        self._refused_in_a_row = 0
        return _parse_command(text)

    async def _carry_out(self, command: commands.Command, work: Awaitable[dict[str, Any] | None]) -> None:
        try:
            answer = await work
        except WishstoneError as error:
            answer = self._refusal_to_json(error)
        except StoreDown:
            answer = {"type": "refused", **error_to_json(Refusal("store-down"))}
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if (refusal := self.hub.note_failure(error)) is None:
                log.exception("a command failed", extra={"table": self.live.table.id})
            answer = {"type": "refused", **error_to_json(refusal or Refusal("failed"))}
        if answer is not None:
            self._reply(command.id, answer)

    def _refusal_to_json(self, error: WishstoneError) -> dict[str, Any]:
        return {
            "type": "refused",
            **error_to_json(error),
            "count": self.live.table.count,
            "basis": self.live.table.basis,
        }

    def _reply(self, id: str, answer: dict[str, Any]) -> None:
        if answer["type"] == "refused":
            self.hub.metrics.refusals[answer["code"]] += 1
        self.connection.send(views.encode({"id": id, **answer}))

    async def _answer(self, command: commands.Command) -> dict[str, Any] | None:
        """Carry out a command and return its answer; None if it is sent later."""
        live, seat = self.live, self.connection.seat
        match command:
            case commands.Ping():
                return {"type": "pong", "now": self.hub.now(), "count": live.table.count}
            case commands.Read():
                if command.after < live.table.count:
                    await self._spend_look()
                snapshot = await self.hub.broadcaster.snapshot(live, self.connection, command.after)
                self.connection.send(views.with_answer_id(command.id, snapshot))
                return None
            case commands.Why():
                return self._explain(command)
            case commands.Hint():
                await self.hub.limits.hints.spend(self._seat)
                thinking = await begin_hint(self.hub, live, self.connection)
                self.hub.spawn(self._carry_out(command, self._finish_hint(thinking)))  # it delays no other command
                return None
            case commands.Chat():
                await self.hub.limits.chats.spend(self._seat)
            case commands.Rematch() if live.table.status == "over" and not live.table.rematch:
                await self.hub.limits.openings.spend_from(self.address, "too-many-tables")
        pending = PendingCommand(self.connection, command.id)
        await self.hub.execute(live, seat, command, pending)
        return None if pending.is_answered else {"type": "done", "count": live.table.count, "basis": live.table.basis}

    async def _finish_hint(self, thinking: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        return {"type": "hint", **await thinking}

    @property
    def _seat(self) -> str:
        """The name under which the seat is limited; it has one, however many connections it has."""
        return f"{self.live.table.id} {self.connection.seat}"

    async def _spend_look(self) -> None:
        """Count a look at the whole table, by this seat from this address."""
        await self.hub.limits.looks.spend_from(self.address, within=self._seat)

    def _explain(self, command: commands.Why) -> dict[str, Any]:
        if self.connection.seat == NOBODY:
            raise Forbidden("onlooker-only")
        error = game_decisions.explain_move(self.live.table, command.move, self.connection.seat)
        return {"type": "why", "allowed": error is None, **({} if error is None else error_to_json(error))}


def _parse_command(text: str | None) -> commands.Command:
    """Parse a message as a command."""
    if text is None:
        raise Refusal("malformed", 422, reason="a command is text, not bytes")
    try:
        command: commands.Command = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise Refusal("malformed", 422, reason=str(error)[:200]) from error
    return command


def _parse_id(text: str | None) -> str:
    """The id of a message; empty if it has none."""
    try:
        return _id_decoder.decode(text or "").id
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return ""
