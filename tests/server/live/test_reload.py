"""Reloading a table: with a snapshot or without, it is the same, and where it cannot be, it harms no other."""

from __future__ import annotations

import asyncio
import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

import wishstone.server.live.hub as hub_module
from tests.server.clients import begin, quick_settings
from tests.server.evenings import House, Time, done, evening, house, make_moves, to_move
from wishstone.games import GAMES
from wishstone.server.store.interface import Snapshot
from wishstone.server.table import entries
from wishstone.server.table.game_cache import layout_hash
from wishstone.server.table.replay import replay_entries
from wishstone.server.table.state import TableState


def all_of(table: TableState) -> dict[str, Any]:
    """Everything that makes up a table, so that two of them can be compared."""
    told = {
        each.name: getattr(table, each.name)
        for each in fields(table)
        if each.compare and each.name not in ("game", "match")
    }
    told["actor"] = table.actor
    if table.match is not None:
        told |= {"events": table.match.events, "first": table.match.first, "state": table.match.state.tobytes()}
    return told


async def as_stored(inn: House, table: str) -> tuple[TableState, TableState]:
    """A table from its entries alone, and as the server reads it, with a snapshot if there is one."""
    kept = await inn.hub.store.entries(table)
    return replay_entries(table, kept, inn.hub.games.game), await inn.hub._read_table(table)


async def with_snapshot(inn: House, table: str, more_than: int = 0) -> Snapshot:
    """The snapshot of a table, once there is one of more than so many entries."""
    for _ in range(200):
        snapshot = await inn.hub.store.snapshot(table)
        if snapshot is not None and snapshot.count > more_than:
            return snapshot
        await asyncio.sleep(0.01)
    raise AssertionError("no snapshot was kept")


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a snapshot every few entries."""
    monkeypatch.setattr(hub_module, "SNAPSHOT_EVERY", 5)


@pytest.mark.parametrize("game", [about.id for about in GAMES])
def test_a_snapshot_leads_to_the_same_table_as_a_replay(game: str, tmp_path: Path) -> None:
    @evening
    async def test(inn: House) -> None:
        people = next(about.seats[0] for about in GAMES if about.id == game)
        clients = await inn.playing(game, people, clock={"kind": "bank", "seconds": 500, "increment": 2})
        chooser = random.Random(game)
        for step in range(25):
            await inn.later(1)
            turn, others = to_move(clients)
            if step % 6 == 5 and "undo" in turn.you:
                done(await turn.do("undo", basis=turn.scene["basis"]))
                await inn.settled(*clients)
                for other in others if turn.scene["proposal"] else ():
                    done(await other.do("answer", to=other.scene["proposal"]["number"], yes=True))
            elif step % 6 == 3:
                done(await turn.do("say", text="hm"))
            else:
                done(await turn.move(chooser.choice(turn.legal)))
            await inn.settled(*clients)
            whole, read = await as_stored(inn, turn.table)
            assert all_of(whole) == all_of(read) == all_of(inn.table(turn))
        snapshot = await with_snapshot(inn, clients[0].table, 20)
        assert snapshot.layout == layout_hash(inn.table(clients[0]).game)

    test(tmp_path)


@evening
async def test_clocks_are_the_same_after_a_snapshot_whoever_came_and_went(inn: House) -> None:
    """Somebody comes back on its turn: from then its time runs, also for who reads the table from a snapshot."""
    ann, bob = await inn.playing("keltis-dice", first=0, clock={"kind": "bank", "seconds": 20})
    await inn.later(15)
    done(await ann.do("stand", bot="novice"))
    await bob.until(lambda: bool(bob.legal))
    await inn.settled(ann)
    done(await ann.do("return"))
    done(await bob.do("stand", bot="novice"))
    await ann.until(lambda: bool(ann.legal))
    await inn.later(4)
    done(await bob.do("return"))
    await inn.settled(ann, bob)
    await make_moves(inn, [ann, bob], 12)
    await with_snapshot(inn, ann.table, ann.scene["count"] - 12)
    whole, read = await as_stored(inn, ann.table)
    assert all_of(whole) == all_of(read) == all_of(inn.table(ann))


@evening
async def test_a_snapshot_of_another_layout_is_not_believed(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    await make_moves(inn, [ann, bob], 10)
    right = await with_snapshot(inn, ann.table)
    count = inn.table(ann).count
    for wrong in (
        Snapshot(right.count, "another", bytes(len(right.state))),
        Snapshot(right.count, "another", b"short"),
        Snapshot(count + 1, right.layout, right.state),
    ):
        await inn.hub.store.save_snapshot(ann.table, wrong)
        whole, read = await as_stored(inn, ann.table)
        assert all_of(whole) == all_of(read)


@evening
async def test_a_snapshot_saves_the_replay(inn: House) -> None:
    """It is used at all: what it says counts, even if it is wrong."""
    ann, bob = await inn.playing("keltis-dice")
    await make_moves(inn, [ann, bob], 10)
    right = await with_snapshot(inn, ann.table)
    false = bytes(len(right.state) - 1) + b"\1"
    await inn.hub.store.save_snapshot(ann.table, Snapshot(inn.table(ann).count, right.layout, false))
    _whole, read = await as_stored(inn, ann.table)
    assert read.match is not None
    assert read.match.state.tobytes() == false


async def never(*_: object) -> int:
    """A bot that thinks until its server ends."""
    await asyncio.Event().wait()
    return 0


async def _with_other_rules(inn: House, table: str) -> None:
    """Let a table have begun under a version of its rules that is not known here."""
    first = entries.decode_body((await inn.hub.store.entries(table))[0])
    assert isinstance(first, entries.Opened)
    setup = msgspec.structs.replace(first.setup, rules=99)
    await inn.hub.store.rewrite(table, 0, entries.encode_body(msgspec.structs.replace(first, setup=setup)))


def test_a_table_that_cannot_go_on_holds_up_no_other(tmp_path: Path) -> None:
    """Its rules are gone, or what is stored of it is broken; a bot is due there, and at a table that is well."""
    time, settings = Time(), quick_settings(str(tmp_path / "tables.db"))

    async def evening_before() -> list[tuple[str, str]]:
        async with house(settings, time) as inn:
            inn.hub.turns._choose_move = never  # type: ignore[assignment, method-assign]
            tables = []
            for _ in range(3):
                (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=1)
                tables.append((ann.table, ann.secret))
            await _with_other_rules(inn, tables[0][0])
            await inn.hub.store.rewrite(tables[1][0], 3, b'{"kind":"sat","seat":')
            return tables

    async def morning_after(tables: list[tuple[str, str]]) -> None:
        async with house(settings, time) as inn:
            gone, broken, well = (inn.client(table, 0, secret) for table, secret in tables)
            await well.connect()
            await well.until(lambda: bool(well.legal))
            assert await inn.turned_away(gone.table, 0, gone.secret) == ("rules-gone", 4409)
            path = f"/tables/{gone.table}/record?seat=0"
            assert await inn.refused("GET", path, secret=gone.secret) == (409, "rules-gone")
            for _ in range(3):
                await inn.later(20)
            done(await well.move(well.legal[0]))
            del broken

    asyncio.run(morning_after(asyncio.run(evening_before())))


def test_a_bots_turn_that_was_lost_is_taken_up_at_the_start(tmp_path: Path) -> None:
    time, settings = Time(), quick_settings(str(tmp_path / "tables.db"))

    async def before() -> tuple[str, str]:
        async with house(settings, time) as inn:
            inn.hub.turns._choose_move = never  # type: ignore[assignment, method-assign]
            (ann,) = await inn.sit("keltis-dice", 1, ("novice",), first=1)
            await begin(ann)
            assert ann.scene["actor"] == 1
            return ann.table, ann.secret

    async def after(table: str, secret: str) -> None:
        async with house(settings, time) as inn:
            ann = await inn.client(table, 0, secret).connect()
            await ann.until(lambda: bool(ann.legal))
            moves = [entry for entry in ann.log if entry["kind"] == "moved"]
            assert {entry["by"] for entry in moves} == {1}
            assert ann.scene["actor"] == 0

    asyncio.run(after(*asyncio.run(before())))
