"""Temporary tables: sandboxes, where a finished game goes on in another way, and games from an uploaded record.

Both are stored like any other table, until nothing has happened there for a day. A sandbox begins in a position in
which everything that its seat could not know is dealt anew. A game from a record is over from the start.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from wishstone.bots.levels import LEVELS
from wishstone.game.contract import CHANCE, OVER
from wishstone.game.errors import RecordError
from wishstone.game.proof import account
from wishstone.game.record_reader import read, verify
from wishstone.game.registry import on_engine
from wishstone.game.rule import Engine
from wishstone.game.words import Lexicon, Value
from wishstone.games import GAMES
from wishstone.server.live.hub import Hub
from wishstone.server.live.live_table import LiveTable
from wishstone.server.live.origins import path_of
from wishstone.server.table import entries, setup_decisions
from wishstone.server.table.entries import EntryBody, Origin, TableSetup
from wishstone.server.table.game_cache import layout_hash
from wishstone.server.table.refusal import LEXICON, Refusal
from wishstone.server.table.secrets import hash_secret, new_secret
from wishstone.server.table.state import TableState
from wishstone.server.table.visible_text import without_invisible
from wishstone.server.workers.bot_pool import Claim
from wishstone.server.workers.fair_queue import Urgency

OTHERS = "medium"  # who replaces people in a sandbox
LONGEST = 20.0  # seconds for checking a record, since other uploads wait for it


async def open_sandbox(
    hub: Hub, table: TableState, keep: int, seat: int, name: str, maker: str
) -> tuple[LiveTable, str]:
    """Open a table that continues a finished game after `keep` events, from what a seat knew; returns its secret.

    `maker` is the origin of whoever sits there.
    """
    if table.status != "over" or table.match is None:
        raise Refusal("table-not-over")
    if keep > len(table.match.events):
        raise Refusal("keep-wrong", 422, count=len(table.match.events))
    if seat >= len(table.seats):
        raise Refusal("seat-wrong", 422, seat=seat, last=len(table.seats) - 1)
    game, state = table.game, table.position_after(keep)
    if game.actor(state) == OVER:
        raise Refusal("sandbox-over")
    rng = np.frombuffer(secrets.token_bytes(16), np.uint32).astype(np.int64)
    position = game.redealt(state, seat, rng)
    origin = Origin("sandbox", table.id, keep, layout_hash(game), position.tobytes())
    old = table.setup
    setup = TableSetup(old.game, old.rules, old.seats, old.options, old.files, table.match.first)
    bots = {n: each.bot if hub.is_bot(each.bot) else OTHERS for n, each in enumerate(table.seats) if n != seat}
    live, _ = await hub.open_table(setup, bots=bots, origin=origin)
    decision = await hub.change(
        live, lambda table: msgspec.structs.replace(setup_decisions.sit(table, seat, name, "", ""), origin=maker)
    )
    await hub.change(live, setup_decisions.start)
    return live, decision.secret


@dataclass(frozen=True)
class CheckedRecord:
    """A valid record: what a table needs to know of it."""

    setup: TableSetup
    players: tuple[str, ...]
    events: tuple[tuple[int, str], ...]
    how: str
    proved: bool


@dataclass(frozen=True)
class RecordFault:
    """What is wrong with a record, in a form that can be sent between processes."""

    code: str
    lexicon: Lexicon
    values: dict[str, Value]


def check_record(asked: tuple[bytes, Sequence[str], int]) -> CheckedRecord | RecordFault:
    """Parse a record and verify every event, with compiled rules where they are ready; runs in another process."""
    content, compiled, most = asked
    try:
        reading = read(content)
        if len(reading.lines) > most:
            raise RecordError("table-long", LEXICON, most=most)
        engine: Engine = "compiled" if reading.header["game"] in compiled else "interpreted"
        game = on_engine(reading.load(GAMES), engine)
        if verify(reading, game) is None:
            raise RecordError("record-seen", seat=int(reading.seen_by or 0))
        footer, dice = reading.footer or {}, account(reading)
    except RecordError as error:
        return RecordFault(error.code, error.lexicon, dict(error.values))
    header = reading.header
    setup = TableSetup(
        header["game"], header["rules"], header["seats"], dict(game.options), dict(game.files), header["first"]
    )
    events = tuple((line.by, line.move) for line in reading.lines)
    how = "rules" if "end" in footer else "agreed" if "agreed" in footer else "abandoned"
    return CheckedRecord(setup, tuple(reading.players), events, how, dice is not None)


async def open_record(hub: Hub, content: bytes, maker: str) -> tuple[LiveTable, str]:
    """Open a finished table with the game of a record; returns the secret for watching it too.

    `maker` is the origin of whoever read it in.
    """
    try:
        asked = content, sorted(hub.games.compiled), hub.settings.limits.table_entries
        claim = Claim(path_of(maker))
        told: CheckedRecord | RecordFault = await hub.bot_pool.run_in_background(
            check_record, asked, claim, Urgency.RECORD, LONGEST
        )
    except TimeoutError as error:
        raise Refusal("record-slow", 413) from error
    if isinstance(told, RecordFault):
        raise RecordError(told.code, told.lexicon, **told.values)
    watch = new_secret()
    origin = Origin("record", proved=told.proved)
    first = entries.Opened(told.setup, "", "", "", hash_secret(watch), origin=origin)
    bodies: list[EntryBody] = [_seat_entry(seat, name, hub) for seat, name in enumerate(told.players)]
    bodies.append(entries.Began(told.setup.first))
    bodies += [entries.Drawn(move, 0) if by == CHANCE else entries.Moved(by, move) for by, move in told.events]
    how: Any = told.how
    bodies.append(entries.Finished(how))
    return await hub.add_table(first, bodies), watch


def _seat_entry(seat: int, name: str, hub: Hub) -> EntryBody:
    """The entry for a player of a record; the name of one of our levels is a bot."""
    if name in LEVELS:
        return entries.Placed(seat, name)
    shown = without_invisible(name).strip()
    return entries.Sat(seat, shown[: hub.settings.limits.name_length], "")
