"""Reconnection: whoever comes back, at any moment, has the table of somebody who stayed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.clients import Client, begin
from tests.server.evenings import House, done, end_by_agreement, evening, kinds, make_moves, to_move
from wishstone.game.about import About
from wishstone.games import GAMES


def all_that(client: Client) -> dict[str, Any]:
    """Everything that a client has been told of its table, but for who is connected."""
    seats = [{key: value for key, value in seat.items() if key != "present"} for seat in client.scene["seats"]]
    scene = {**client.scene, "seats": seats, "watching": 0}
    return {"about": client.about, "scene": scene, "view": client.view, "you": client.you, "log": client.log}


async def back_as_before(inn: House, *clients: Client) -> None:
    """Each of them goes and comes back, and finds the table of a twin who stayed and was told only what happened."""
    for client in clients:
        twin = client
        again = await inn.another(client)
        assert all_that(again) == all_that(twin)
        await again.close()
    for client in clients:
        before = all_that(client)
        await client.close()
        await client.connect()
        assert all_that(client) == before


@pytest.mark.parametrize("about", list(GAMES), ids=lambda about: about.id)
def test_at_every_kind_of_moment(about: About, tmp_path: Any) -> None:
    @evening
    async def test(inn: House) -> None:
        all = ann, *_ = await inn.sit(about.id, about.seats[0])

        async def agree(yes: bool) -> None:
            for client in all:
                if (asked := client.scene["proposal"]) and client.seat in asked["waiting_for"]:
                    done(await client.do("answer", to=asked["number"], yes=yes))
                    await inn.settled(*all)

        await back_as_before(inn, *all)  # open
        done(await ann.do("say", text="ready?"))
        done(await ann.do("start"))
        await inn.settled(*all)
        await back_as_before(inn, *all)  # about to start
        for client in all:
            done(await client.do("number", number=client.number))
            await inn.settled(*all)
            await back_as_before(inn, *all)  # some numbers shown, then all: one's own turn, and another's
        await make_moves(inn, all, 5)
        await back_as_before(inn, *all)
        turn, _others = to_move(all)
        done(await turn.do("end", basis=turn.scene["basis"]))
        await inn.settled(*all)
        assert turn.scene["proposal"]
        await back_as_before(inn, *all)  # something is proposed
        await agree(False)
        await make_moves(inn, all, 3)
        mover = next(client for client in all if client.you.get("undo"))
        done(await mover.do("undo", basis=mover.scene["basis"]))
        await inn.settled(*all)
        await agree(True)
        assert "undone" in kinds(mover)
        await back_as_before(inn, *all)  # something was undone
        await make_moves(inn, all, 4)
        await end_by_agreement(inn, *all)
        assert ann.is_over
        await back_as_before(inn, *all)  # over
        done(await ann.do("rematch"))
        await inn.settled(*all)
        await back_as_before(inn, *all)

    test(tmp_path)


@evening
async def test_an_onlooker_who_came_late_sees_what_the_early_one_does(inn: House) -> None:
    ann = await inn.open("keltis-card", ["me", "open"], public=True)
    eve = await inn.client(ann.table, -1).connect()
    bob = await inn.join(ann.table)
    await ann.connect()
    await bob.connect()
    await begin(ann, bob)
    await make_moves(inn, [ann, bob], 9)
    late = await inn.client(ann.table, -1).connect()
    await inn.settled(eve)
    assert all_that(late) == all_that(eve)


@evening
async def test_who_missed_some_asks_from_its_last_number(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    last = ann.scene["count"]
    have = list(ann.log)
    await make_moves(inn, [ann, bob], 6)
    whole = list(ann.log)
    answer = await ann.do("read", after=last)
    assert answer["type"] == "table"
    assert have + answer["log"] == whole
    assert (answer["scene"]["count"], answer["you"], answer["view"]) == (ann.scene["count"], ann.you, ann.view)
    assert (await ann.do("read", after=10_000_000))["log"] == []
    assert len((await ann.do("read", after=0))["log"]) == ann.scene["count"]


@evening
async def test_a_table_that_was_put_away_is_the_same_when_it_is_read_again(inn: House) -> None:
    """As after a restart: nothing is in memory, and everything comes from what is stored."""
    ann, bob = await inn.playing("keltis-card", clock={"kind": "bank", "seconds": 600, "increment": 3})
    await inn.later(7)
    await make_moves(inn, [ann, bob], 15)
    before = all_that(ann)
    await ann.close()
    await bob.close()
    inn.hub.unload(inn.hub.live_tables[ann.table])
    await ann.connect()
    assert all_that(ann) == before
    await bob.connect()
    await make_moves(inn, [ann, bob], 2)


@evening
async def test_who_is_there_is_told(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    assert [seat["present"] for seat in ann.scene["seats"]] == [True, True]
    second = await inn.another(bob)
    await bob.close()
    assert (await ann.do("ping"))["type"] == "pong"
    assert ann.scene["seats"][1]["present"], "another device is still there"
    await second.close()
    await ann.until(lambda: not ann.scene["seats"][1]["present"])
    await bob.connect()
    await ann.until(lambda: bool(ann.scene["seats"][1]["present"]))
