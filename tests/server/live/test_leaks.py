"""Leaks: whoever cannot tell two games apart is sent the same about both, and keys never leave the server."""

from __future__ import annotations

import asyncio
import io
import logging
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.conftest import amount, thorough
from tests.server.clients import Client, begin, http_client, join_table, open_table, quick_settings, serving
from tests.server.leaks import Evening, Networked, World, setup_of, some_twins, unread, watch
from wishstone.game.contract import Game
from wishstone.game.match import Match
from wishstone.game.move_check import find_error
from wishstone.game.record import write
from wishstone.games import load
from wishstone.server.live.automatic_turns import AutomaticTurns
from wishstone.server.ops.logs import configure_logging
from wishstone.server.store.interface import Entry
from wishstone.server.table import game_decisions, history_views, views
from wishstone.server.table.state import TableState

OPEN_STONES = {"open_wish_stones": True}
GAMES = [
    ("keltis-card", {}),
    ("keltis", {}),
    ("keltis-new-paths", {}),
    ("keltis-new-paths", OPEN_STONES),
    ("keltis-dice", {}),
    ("quartz-dice", {}),
]
HIDING = ("keltis-card", "keltis", "keltis-new-paths")  # where hands are hidden
EVENINGS, STEPS, AHEAD = amount(2, 3), amount(60, 100), 30
by_game = pytest.mark.parametrize(("id", "options"), GAMES, ids=lambda value: "" if value == {} else None)


def evening(game: Game, number: int, steps: int, ahead: int = 0, whole: bool = False, thorough: int = 25) -> Evening:
    """An evening at two tables that somebody cannot tell apart."""
    twins = some_twins(game, number)
    setup = setup_of(twins)
    return asyncio.run(watch(twins, [World(setup, 0), World(setup, 1)], ahead, steps, whole, thorough))


@by_game
def test_tables_that_look_the_same_are_told_the_same(id: str, options: dict[str, Any]) -> None:
    game = load(id, options, engine="interpreted")
    for number in range(EVENINGS):
        spent = evening(game, number, STEPS, AHEAD * number)
        assert spent.leaks == []
        assert spent.positions > STEPS // 2
        now = spent.twins.now
        assert (now.one.tobytes() != now.other.tobytes()) == (id in HIDING), "there is something to be hidden"


@by_game
def test_every_event_is_replayed_the_same(id: str, options: dict[str, Any]) -> None:
    assert evening(load(id, options, engine="interpreted"), 1, 12, whole=True).leaks == []


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("keltis-card", {}),
        ("quartz-dice", {}),
        *(
            thorough(*game, why="a game with hidden cards and one with none stand for all over the network")
            for game in GAMES[1:5]
        ),
    ],
    ids=lambda value: "" if value == {} else None,
)
def test_over_the_network_too(id: str, options: dict[str, Any], tmp_path: Path) -> None:
    twins = some_twins(load(id, options, engine="interpreted"), 2)
    worlds = [Networked(setup_of(twins), number, str(tmp_path / f"{number}.db")) for number in range(2)]
    spent = asyncio.run(watch(twins, worlds, 0, 15))
    assert spent.leaks == []
    assert spent.positions == 15


# ── Would it be noticed? ─────────────────────────────────────────────────────────────────────────────────────────

Patch = pytest.MonkeyPatch


def hidden_cards(patch: Patch) -> None:
    """Everybody is told which card was drawn."""
    event = views._event_view

    def told(table: TableState, past: views.GameCursor, kind: Any, head: dict[str, Any]) -> views.EntryView:
        line = event(table, past, kind, head)
        return views.EntryView({**line.public, "move": kind.move}, line.own)

    patch.setattr(views, "_event_view", told)


def stories_of_others(patch: Patch) -> None:
    """Everybody is told the story of the one whom it is about."""
    patch.setattr(views.EntryView, "for_seat", lambda line, seat: next(iter(line.own.values()), line.public))


def hands(patch: Patch) -> None:
    """Everybody is shown all hands."""
    patch.setattr(views, "position", lambda table: table.match and table.game.view(table.match.state, None))


def secret_items(patch: Patch) -> None:
    """Everybody is shown the points of what lies face down."""
    position = views.position

    def shown(table: TableState) -> dict[str, Any] | None:
        view = position(table)
        if view is not None and table.match is not None:
            rows = table.game.score_rows(table.match.state)
            for player, row in zip(view["players"], rows, strict=True):
                player["sheet"] = table.game.table.sheet(table.game.data, row)
        return view

    patch.setattr(views, "position", shown)


def moves_of_others(patch: Patch) -> None:
    """Everybody is told the moves of the seat whose turn it is."""
    own = views.own

    def told(table: TableState, seat: int) -> dict[str, Any]:
        legal = {"legal": table.game.legal_touches(table.match.state)} if table.match is not None else {}
        return own(table, seat) | legal

    patch.setattr(views, "own", told)


def whys_of_others(patch: Patch) -> None:
    """Everybody is told why the seat whose turn it is could not make a move."""
    patch.setattr(
        game_decisions, "explain_move", lambda table, text, seat: find_error(table.game, table.match.state, text)
    )


def true_positions(patch: Patch) -> None:
    """Bots and hints are given the true position."""
    task = AutomaticTurns.make_task
    patch.setattr(
        AutomaticTurns, "make_task", lambda *args: replace(task(*args), state=args[1].match.state.tobytes())
    )  # args: turns, table, seat, bot


def open_replays(patch: Patch) -> None:
    """Everybody can look at the game as it is after its end."""
    replay = history_views.replay
    patch.setattr(history_views, "replay", lambda table, seat, keep: replay(table, None, keep))


def open_records(patch: Patch) -> None:
    """Everybody can have the whole record."""

    def record(table: TableState, seat: int, legal: bool = False) -> str:
        assert isinstance(table.match, Match)
        return write(table.match, [each.name for each in table.seats])

    patch.setattr(history_views, "record", record)


def the_secret(patch: Patch) -> None:
    """Everybody is told where the dice come from."""
    about = views.about
    patch.setattr(views, "about", lambda table: about(table) | {"secret": table.opened.secret})


def the_keys(patch: Patch) -> None:
    """Everybody is told what a seat's secret hashes to."""
    seat_ = views._seat
    patch.setattr(views, "_seat", lambda table, n, here: seat_(table, n, here) | {"key": table.seats[n].key})


def the_players(patch: Patch) -> None:
    """Everybody is told what a player key hashes to."""
    plain = views._public_fields
    patch.setattr(views, "_public_fields", lambda kind: plain(kind) | {"player": getattr(kind, "player", "")})


@pytest.mark.parametrize(
    ("leak", "id"),
    [
        (hidden_cards, "keltis-card"),
        (stories_of_others, "keltis"),
        (hands, "keltis-new-paths"),
        (secret_items, "keltis-new-paths"),
        (moves_of_others, "keltis-card"),
        (whys_of_others, "keltis"),
        (true_positions, "keltis-card"),
        (open_replays, "keltis"),
        (open_records, "keltis-new-paths"),
        (the_secret, "keltis-dice"),
        (the_keys, "quartz-dice"),
        (the_players, "keltis-dice"),
    ],
)
def test_a_leak_is_noticed(leak: Callable[[Patch], None], id: str, monkeypatch: Patch) -> None:
    leak(monkeypatch)
    assert evening(load(id, engine="interpreted"), 1, 30, thorough=5).leaks != []


# ── Every byte of a whole game ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def logged(monkeypatch: Patch) -> Iterator[io.StringIO]:
    """The log of a server whose operator wants to know everything."""
    root, names = logging.getLogger(), ("", "wishstone", "uvicorn.error")
    handlers, levels = root.handlers, [logging.getLogger(name).level for name in names]
    loggers = [logging.getLogger(name) for name in ("wishstone.store", "wishstone.limits", "uvicorn.error")]
    filters = [logger.filters[:] for logger in loggers]
    written = io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", written)
        configure_logging("debug")
    yield written
    root.handlers = handlers
    for name, level in zip(names, levels, strict=True):
        logging.getLogger(name).setLevel(level)
    for logger, before in zip(loggers, filters, strict=True):
        logger.filters = before  # what logs a message only once a minute would do so in other tests, too
    logging.getLogger("uvicorn.access").disabled = False


async def play_on(client: Client, others: list[Client], chooser: random.Random) -> None:
    """Play until the game is over, asking and talking on the way."""
    while not client.is_over:
        await client.until(lambda: client.is_over or bool(client.legal))
        if client.is_over:
            break
        if chooser.random() < 0.1:
            await client.do("say", text="hm")
            await client.do("why", move="discard red 3")
            await client.do("read", after=0)
        await client.move(chooser.choice(client.legal))
    for other in others:
        await other.until(lambda other=other: other.is_over)  # type: ignore[misc]


def test_no_byte_of_a_game_opens_anything(tmp_path: Path, logged: io.StringIO) -> None:
    players = ("the-player-key-of-ann", "the-player-key-of-bob")

    async def game() -> tuple[list[Client], list[Entry]]:
        async with serving(quick_settings(str(tmp_path / "tables.db"))) as (url, hub):
            ann = await open_table(url, "keltis-card", ["me", "open", "novice"], player=players[0])
            code, link = ann.you["code"], ann.you["watch"]
            await ann.connect()
            bob = await join_table(url, ann.table, code=code, player=players[1], number_hash=None)
            bob.number = ""  # the server gives it
            await bob.connect()
            onlooker = await Client(url, ann.table, -1, link).connect()
            everybody = [ann, bob, onlooker]
            await begin(ann, bob)
            chooser = random.Random(4)
            await asyncio.gather(*(play_on(each, everybody, chooser) for each in (ann, bob)))
            async with http_client(headers={"Authorization": f"Bearer {bob.secret}"}) as http:
                for path in ("record?seat=1", "replay?seat=-2&keep=20", "record?seat=7", "renew", ""):
                    bob.received.append((await http.get(f"{url}/api/tables/{ann.table}/{path}")).text)
            for each in everybody:
                await each.close()
            return everybody, await hub.store.entries(ann.table)

    everybody, kept = asyncio.run(game())
    opened, *_ = kinds = [msgspec.json.decode(entry.body) for entry in kept]
    never = [*players, *(client.secret for client in everybody), *unread(kept)[2:]]
    numbers = {kind["seat"]: kind["adds"] for kind in kinds if kind["kind"] == "shown"}
    assert len(never) == 2 + 3 + 5
    assert len(numbers) == 3
    for client in everybody:
        nothing_is_told_too_early(client, opened, numbers)
        assert not [text for text in never if any(text in message for message in client.received)]
    log = logged.getvalue()
    assert '"what": "request"' in log
    assert not [text for text in (*never, opened["secret"], opened["code"], *numbers.values()) if text in log]


def nothing_is_told_too_early(client: Client, opened: dict[str, Any], numbers: dict[int, str]) -> None:
    """The secret is told after the end, a seat's number once it is shown, the code only to seats before the start."""
    messages = client.received
    over = next(n for n, message in enumerate(messages) if '"status":"over"' in message)
    begun = next(n for n, message in enumerate(messages) if '"status":"playing"' in message)
    assert not [message for message in messages[:over] if opened["secret"] in message]
    assert opened["secret"] in messages[over]
    told_code = [n for n, message in enumerate(messages) if opened["code"] in message]
    assert all(n < begun for n in told_code)
    assert bool(told_code) == (client.seat >= 0)
    for seat, number in numbers.items():
        shown = next(n for n, m in enumerate(messages) if f'"kind":"shown","seat":{seat},' in m)
        assert not [message for message in messages[:shown] if number in message]
        assert number in messages[shown]
