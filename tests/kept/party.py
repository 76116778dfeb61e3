"""Those at a kept table: they come back with what they have kept, compare what they see, and play on to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tests.kept.kept import Kept, Told, differences
from tests.kept.make_tables import plain, player_key
from tests.server.clients import Client, begin, quick_settings
from tests.server.evenings import House, Time, done, house

ONLOOKER = -1
MOVES, LONGEST = 12, 400  # that people make before bots help them; and more than a game has
STAND_IN = "novice"
PATIENCE = 120.0  # seconds for bots, on a machine that is busy
DECK = "draw deck"  # whose last card ends a game
Found = TypeVar("Found")


class Inn:
    """A server in this process that has a kept database; it goes on while somebody waits for something."""

    def __init__(self, runner: asyncio.Runner, opened: House, kept: Kept) -> None:
        self._runner, self.house, self.kept = runner, opened, kept
        self.lobby, self.players = self.run(self._known())  # before anything is played on

    def run(self, work: Awaitable[Found]) -> Found:
        """What some work at the tables comes to."""

        async def whole() -> Found:
            return await work

        return self._runner.run(whole())

    async def _known(self) -> tuple[Told, dict[str, Told]]:
        """Who plays in public, and what is known of the players."""
        players = {}
        for name, player in self.kept.summary["players"].items():
            statistics = told(await self.house.ask("GET", "/player", player=player["key"]))
            tables = told(await self.house.ask("GET", "/player/tables", player=player["key"]))
            players[name] = {"statistics": statistics, **tables}
        return told(await self.house.ask("GET", "/tables")), players


@contextmanager
def inn_with(kept: Kept, database: str | Path) -> Iterator[Inn]:
    """A server with a kept database, a moment after it was kept."""
    time = Time()
    time.ms = kept.summary["made"] + 1000
    with asyncio.Runner() as runner:
        whole = house(quick_settings(str(database)), time)
        opened = runner.run(whole.__aenter__())
        try:
            yield Inn(runner, opened, kept)
        finally:
            runner.run(whole.__aexit__(None, None, None))


async def compared(inn: Inn, table: Told) -> dict[int, Client]:
    """Have everybody come back, who has to see what was seen before; an onlooker goes again."""
    seen = inn.kept.seen[table["title"]]
    clients = {}
    for seat, person in table["people"].items():
        client = inn.house.client(table["table"], int(seat), person["secret"], person["number"])
        clients[int(seat)] = await client.connect()
        compare(seen[seat], client)
    if str(ONLOOKER) in seen:
        onlooker = await inn.house.client(table["table"], ONLOOKER, table["watch"]).connect()
        compare(seen[str(ONLOOKER)], onlooker)
        await onlooker.close()
    return clients


def compare(seen: Told, client: Client) -> None:
    """The same is seen as before."""
    whole = {name: getattr(client, name) for name in ("about", "scene", "view", "you", "log")}
    now = plain(whole)
    for told in (seen, now):  # others come and go
        told["scene"].pop("watching", None)
        for seat in told["scene"]["seats"]:
            seat.pop("present", None)
    assert differences(seen, now) == []


async def come_and_begin(inn: Inn, table: Told, clients: dict[int, Client]) -> None:
    """Where a game has not begun: whoever is missing comes, and all show their numbers."""
    if table["status"] == "open":
        for seat, each in enumerate((await look(inn, table))["seats"]):
            if each["kind"] in ("free", "reserved"):
                clients[seat] = await (await joined(inn, table, seat)).connect()
        await begin(*(client for _, client in sorted(clients.items())))
    elif table["status"] == "starting":
        for client in clients.values():
            if not client.scene["seats"][client.seat]["number"]:
                done(await client.do("number", number=client.number))
    await settle(clients)


async def look(inn: Inn, table: Told) -> Told:
    """A table as somebody sees it who may watch."""
    answer = await inn.house.ask("GET", f"/tables/{table['table']}", secret=table["watch"])
    assert answer.status_code == 200, answer.text
    told: Told = answer.json()
    return told


async def joined(inn: Inn, table: Told, seat: int) -> Client:
    """Somebody who takes a seat: with its code, or, at a rematch, with the secret of the seat before."""
    if table["code"]:
        return await inn.house.join(table["table"], "Gil", code=table["code"], seat=seat)
    before = (await look(inn, table))["before"]
    (old,) = [each for each in inn.kept.summary["tables"] if each["table"] == before]
    return await inn.house.join(table["table"], "Gil", old=old["people"][str(seat)]["secret"], seat=seat)


async def agree(inn: Inn, table: Told, clients: dict[int, Client]) -> None:
    """Answer yes to what was proposed, and see what comes of it."""
    host = clients[min(clients)]
    proposal = host.scene["proposal"]
    if proposal is None:
        return
    for client in clients.values():
        if client.seat in proposal["waiting_for"]:
            done(await client.do("answer", to=proposal["number"], yes=True))
    await settle(clients)
    assert host.scene["proposal"] is None
    if proposal["what"] == "undo":
        assert host.log[-1]["kind"] == "undone"
        assert host.log[-1]["keep"] == proposal["keep"]
    if proposal["what"] == "seat":
        asking = table["asking"]
        eve = await inn.house.client(table["table"], asking["seat"], asking["secret"]).connect()
        assert eve.scene["seats"][eve.seat]["kind"] == "person"
        clients[eve.seat] = eve


async def play(clients: dict[int, Client], moves: int = MOVES) -> None:
    """Let those at a table make so many moves, or fewer if the game ends before, by lot; bots answer them."""
    lot = Random(1)
    host = clients[min(clients)]
    for _ in range(moves):
        await host.until(lambda: host.is_over or is_asked(host), PATIENCE)
        if host.is_over:
            return
        turn = clients[host.scene["actor"]]
        await reach(turn, host.scene["count"])
        move = DECK if DECK in turn.legal else lot.choice(turn.legal)
        answer = done(await turn.move(move))
        await reach(host, answer["scene"]["count"])


async def play_to_the_end(clients: dict[int, Client]) -> None:
    """Make some moves; then bots move for all but the first, who goes on: so it comes to an end sooner."""
    host, *others = (client for _, client in sorted(clients.items()))
    await play(clients)
    for client in others:
        if not host.is_over:
            done(await client.do("stand", bot=STAND_IN))
    await settle(clients)
    await play(clients, LONGEST)
    assert host.is_over
    assert host.scene["how"] == "rules"


async def reach(client: Client, count: int) -> None:
    """Wait until somebody knows of so many entries."""
    await client.until(lambda: client.scene["count"] >= count)


async def settle(clients: dict[int, Client]) -> None:
    """Wait until all know what one of them knows."""
    newest = max(client.scene["count"] for client in clients.values())
    for client in clients.values():
        await reach(client, newest)


def is_asked(client: Client) -> bool:
    """Whether a person has to move."""
    scene = client.scene
    if scene["status"] != "playing":
        return False
    seat = scene["seats"][scene["actor"]]
    return bool(seat["kind"] == "person" and not seat["bot"])


async def return_to_seats(clients: dict[int, Client]) -> None:
    """Whoever has let a bot play plays again."""
    for client in clients.values():
        if client.scene["status"] == "playing" and client.scene["seats"][client.seat]["bot"]:
            done(await client.do("return"))
    await settle(clients)


async def check_blocked(inn: Inn, table: Told) -> None:
    """Whoever the host has blocked is still not let in."""
    if "blocked" in table:
        seats = (await look(inn, table))["seats"]
        bot = next(seat for seat, each in enumerate(seats) if each["kind"] == "bot")
        wish = {"seat": bot, "name": table["blocked"], "player": player_key(table["blocked"])}
        refused = await inn.house.refused("POST", f"/tables/{table['table']}/ask", wish, secret=table["watch"])
        assert refused == (403, "blocked")


async def play_again(inn: Inn, table: Told, host: Client) -> None:
    """Go on with a finished game in another way, and have a rematch."""
    path, wish = f"/tables/{table['table']}/sandbox", {"keep": 40, "seat": host.seat, "name": "Ann"}
    opened = told(await inn.house.ask("POST", path, wish, secret=host.secret))
    other = await inn.house.client(opened["table"], host.seat, opened["secret"]).connect()
    done(await host.do("rematch"))
    again = await inn.house.join(host.scene["again"], "Ann", old=host.secret)
    await begin(await again.connect())
    for client in (other, again):
        before = client.scene["count"]
        await play({client.seat: client}, 3)
        assert client.scene["count"] > before + 3
        await client.close()


async def steps(inn: Inn, table: Told) -> Told:
    """A finished game event by event."""
    secret = table["watch"] or next(iter(table["people"].values()))["secret"]
    seat = ONLOOKER if table["watch"] else next(iter(table["people"]))
    answer = await inn.house.ask("GET", f"/tables/{table['table']}/steps?seat={seat}", secret=secret)
    assert answer.status_code == 200, answer.text
    told: Told = answer.json()
    return told


def told(answer: Any) -> Told:
    """The JSON of an answer that was given."""
    assert answer.is_success, answer.text
    found: Told = answer.json()
    return found
