"""Snapshots: made once for all who ask, never older than the table, and not for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.evenings import House, done, evening, make_moves
from wishstone.server.live import snapshots
from wishstone.server.table import views


def counted(inn: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats for which a view is made from here on."""
    made: list[int] = []
    own = views.own

    def counting(table: Any, seat: int) -> Any:
        made.append(seat)
        return own(table, seat)

    monkeypatch.setattr(views, "own", counting)
    return made


@evening
async def test_however_often_a_table_is_read_it_is_made_once_for_each_seat(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    first = [await client.do("read", after=0) for client in (ann, bob)]
    with pytest.MonkeyPatch.context() as patch:
        made = counted(inn, patch)
        again = [await client.do("read", after=0) for client in (ann, bob) * 3]
        assert made == []
        for told in again[:2]:
            told["id"] = "1"
        assert [{**told, "id": ""} for told in again[:2]] == [{**told, "id": ""} for told in first]
        await make_moves(inn, [ann, bob], 1)
        made.clear()
        latest = [await client.do("read", after=0) for client in (ann, bob) * 3]
        assert sorted(made) == [0, 1]
    assert [told["log"][: len(first[0]["log"])] for told in latest[:2]] == [told["log"] for told in first]
    assert (latest[0]["view"], latest[0]["log"]) == (ann.view, ann.log)


@evening
async def test_what_was_read_shows_who_has_come_and_gone(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    assert [seat["present"] for seat in (await ann.do("read", after=0))["scene"]["seats"]] == [True, True]
    await bob.close()
    await ann.until(lambda: not ann.scene["seats"][1]["present"])
    assert [seat["present"] for seat in (await ann.do("read", after=0))["scene"]["seats"]] == [True, False]


@evening
async def test_nothing_that_was_deleted_is_read(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    done(await ann.do("say", text="to be deleted"))
    number = inn.table(ann).count - 1
    await inn.settled(bob)
    assert (await bob.do("read", after=number))["log"][0]["text"] == "to be deleted"
    await inn.hub.rewrite(ann.table, number, b"{}")
    assert (await bob.do("read", after=number))["log"][0]["text"] == ""


@evening
async def test_what_is_kept_has_an_end(inn: House) -> None:
    kept = inn.hub.broadcaster.snapshots
    tables = [await (await inn.open("keltis-dice", ["me", "open"])).connect() for _ in range(4)]
    size = kept._bytes // 4
    assert len(kept._kept) == 4
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "MOST_BYTES", 2 * size + 10)
        await inn.open("keltis-dice", ["me", "open"])
        await (await inn.another(tables[3])).do("read", after=0)
        assert len(kept._kept) == 2
    for client in tables:
        inn.hub.unload(inn.hub.live_tables[client.table])
    assert (len(kept._kept), kept._bytes) == (0, 0)


@evening
async def test_who_comes_while_somebody_goes_is_shown_that_they_are_gone(inn: House) -> None:
    """Whoever has not yet got the whole table is told nothing else, so that has to be right."""
    ann, bob = await inn.playing("keltis-dice")
    entries = inn.hub.store.entries
    reading, goes_on = asyncio.Event(), asyncio.Event()

    async def slow(table: str, after: int = 0) -> Any:
        reading.set()
        await goes_on.wait()
        return await entries(table, after)

    inn.hub.broadcaster.snapshots.forget(inn.hub.live_tables[ann.table])
    inn.hub.store.entries = slow  # type: ignore[method-assign]
    coming = asyncio.create_task(inn.another(ann))
    await reading.wait()
    await bob.close()
    await ann.until(lambda: not ann.scene["seats"][1]["present"])
    goes_on.set()
    assert not (await coming).scene["seats"][1]["present"]
