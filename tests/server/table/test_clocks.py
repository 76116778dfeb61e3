"""Clocks: time for each move or a bank, what a bot does once it is over, and the way back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.clients import PATIENCE, Client
from tests.server.evenings import House, code_of, done, evening, kinds, to_move
from wishstone.server.workers.bot_pool import ChosenMove, Claim
from wishstone.server.workers.worker_tasks import BotTask

MOVE = {"kind": "move", "seconds": 30}
BANK = {"kind": "bank", "seconds": 60, "increment": 5}


def banks(client: Client) -> list[int]:
    """What everybody has left, in milliseconds."""
    return [seat["bank"] for seat in client.scene["seats"]]


async def run_out(inn: House, clients: list[Client], seconds: float) -> None:
    """Let the time of whose turn it is run out, and wait for what is done about it."""
    before = inn.table(clients[0]).count
    await inn.later(seconds)
    for client in clients:
        await client.until(lambda client=client: client.scene["count"] > before)  # type: ignore[misc]
    await inn.settled(*clients)


@evening
async def test_without_a_clock_nobody_is_hurried(inn: House) -> None:
    ann, _bob = await inn.playing("keltis-dice", first=0)
    assert ann.scene["clock"] is None
    count = inn.table(ann).count
    await inn.later(14 * 24 * 3600)
    assert await inn.hub.store.due(inn.time.ms, 10) == []
    assert inn.table(ann).count == count


@evening
async def test_a_time_for_each_move(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, clock=MOVE, grace=600)
    assert ann.scene["clock"] == {"since": inn.time.ms, "deadline": inn.time.ms + 30_000}
    await inn.later(29.999)
    assert kinds(ann).count("moved") == 0
    done(await ann.move("keep"))
    assert ann.scene["clock"]["deadline"] == inn.time.ms + 30_000, "a new decision, a new time"
    await run_out(inn, [ann, bob], 30)
    moved = [entry for entry in bob.log if entry["kind"] == "moved"]
    assert [(entry["by"], entry["via"]) for entry in moved] == [(0, "person"), (0, "time")]
    assert bob.scene["actor"] == 1, "it is the same game, only that a bot chose"
    assert ann.scene["seats"][0]["bot"] == "", "the seat is still its owner's"


@evening
async def test_a_bank_with_increment(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, clock=BANK, grace=600)
    assert banks(ann) == [60_000, 60_000]
    await inn.later(20)
    done(await ann.move("keep"))
    assert banks(ann) == [45_000, 60_000]
    assert ann.scene["clock"]["deadline"] == inn.time.ms + 45_000
    done(await ann.move(ann.legal[0]))
    await inn.settled(bob)
    assert banks(bob) == [50_000, 60_000]
    assert bob.scene["clock"]["deadline"] == inn.time.ms + 60_000
    await run_out(inn, [ann, bob], 60)
    assert banks(ann) == [50_000, 5_000], "nothing is left but the increment"
    assert [entry["via"] for entry in ann.log if entry["kind"] == "moved"][-1] == "time"
    await inn.later(4)
    turn, _others = to_move([ann, bob])
    assert turn is bob
    done(await bob.move(bob.legal[0]))
    assert banks(bob)[1] == 6_000


@evening
async def test_after_the_grace_time_a_bot_takes_the_seat_until_its_owner_is_back(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, clock=MOVE, grace=40)
    await run_out(inn, [ann, bob], 30)
    assert bob.log[-1]["kind"] in ("moved", "drawn")
    while bob.scene["actor"] == 0 and bob.scene["seats"][0]["bot"] == "":
        await run_out(inn, [ann, bob], 30)
    assert inn.time.ms - (inn.table(ann).seats[0].late or 0) <= 60_000
    while bob.scene["seats"][0]["bot"] == "":
        turn, _others = to_move([ann, bob])
        if turn is bob:
            done(await bob.move(bob.legal[0]))
            await inn.settled(ann)
        else:
            await run_out(inn, [ann, bob], 30)
    assert bob.scene["seats"][0]["bot"] == "medium"
    assert [entry["why"] for entry in bob.log if entry["kind"] == "handed"] == ["time"]
    assert code_of(await ann.move("keep")) == "bot-plays-for-you"
    done(await ann.do("return"))
    assert ann.scene["seats"][0]["bot"] == ""
    assert inn.table(ann).seats[0].late is None


@evening
async def test_a_move_of_ones_own_ends_the_grace_time(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, clock=MOVE, grace=40)
    await run_out(inn, [ann, bob], 30)
    assert inn.table(ann).seats[0].late is not None
    await inn.later(25)
    done(await ann.move(ann.legal[0]))
    assert inn.table(ann).seats[0].late is None


@evening
async def test_whoever_comes_back_has_time_to_move(inn: House) -> None:
    """Also with an empty bank without increment, and on another's turn."""
    ann, bob = await inn.playing("keltis-dice", first=0, clock={"kind": "bank", "seconds": 20}, grace=5)
    await inn.later(20)
    await bob.until(lambda: bob.scene["actor"] == 1)
    assert banks(bob)[0] == 0
    await inn.later(6)
    done(await bob.move("keep"))
    done(await bob.move(bob.legal[0]))
    await bob.until(lambda: bob.scene["seats"][0]["bot"] != "" and bob.scene["actor"] == 1)
    await inn.settled(ann)
    done(await ann.do("return"))
    assert banks(ann)[0] > 0, "else a bot would move for it for ever"
    done(await bob.move("keep"))
    done(await bob.move(bob.legal[0]))
    await inn.settled(ann)
    assert ann.scene["clock"]["deadline"] > inn.time.ms
    done(await ann.move("keep"))


@evening
async def test_where_all_persons_are_away_bots_do_not_play_on_alone(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", 2, first=0, clock=MOVE, grace=5)
    done(await ann.do("leave"))
    await bob.until(lambda: bool(bob.legal))
    await run_out(inn, [bob], 30)
    await inn.later(36)
    await bob.until(lambda: bob.scene["seats"][1]["bot"] != "")
    count = inn.table(bob).count
    assert inn.table(bob).bot_to_move == ""
    await inn.later(3_600)
    assert inn.table(bob).count == count
    assert inn.table(bob).status == "playing"
    done(await bob.do("return"))
    await bob.until(lambda: inn.table(bob).persons == [1])


@evening
async def test_a_bots_turn_has_no_clock(inn: House) -> None:
    (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=1, clock=BANK)
    await ann.until(lambda: ann.scene["actor"] == 0)
    assert banks(ann) == [60_000, 60_000]
    assert {entry["via"] for entry in ann.log if entry["kind"] == "moved"} == {"bot"}


@evening
async def test_the_clock_goes_on_while_its_owner_is_away(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, clock=MOVE)
    deadline = ann.scene["clock"]["deadline"]
    await ann.close()
    await inn.later(10)
    await ann.connect()
    assert ann.scene["clock"]["deadline"] == deadline
    await ann.close()
    await run_out(inn, [bob], 20)
    assert [entry["via"] for entry in bob.log if entry["kind"] == "moved"] == ["time"]


@pytest.mark.parametrize("clock", [MOVE, BANK], ids=["move", "bank"])
def test_taking_moves_back_gives_no_time(clock: dict[str, int | str], tmp_path: Path) -> None:
    """Whoever moves and takes it back, again and again, must not think for ever."""

    @evening
    async def test(inn: House) -> None:
        ann, _bob = await inn.playing("keltis-dice", first=0, clock=clock)
        deadline = ann.scene["clock"]["deadline"]
        for _ in range(5):
            await inn.later(4)
            done(await ann.move("keep"))
            done(await ann.do("undo", basis=ann.scene["basis"]))
        assert ann.scene["clock"]["deadline"] <= deadline + 5_000

    test(tmp_path)


def think_later(inn: House) -> asyncio.Event:
    """Have bots think until they are told to go on."""
    go_on, choose = asyncio.Event(), inn.hub.bot_pool.choose_move

    async def slowly(task: BotTask, claim: Claim) -> ChosenMove:
        await go_on.wait()
        return await choose(task, claim)

    inn.hub.bot_pool.choose_move = slowly  # type: ignore[method-assign]
    return go_on


@evening
async def test_a_bot_does_not_move_for_somebody_who_is_back(inn: House) -> None:
    """Neither for whoever let it play, nor for whoever took over its seat while it thought."""
    go_on = think_later(inn)
    ann, _bob = await inn.playing("keltis-card", first=0)
    done(await ann.do("stand"))
    done(await ann.do("return"))
    (cid,) = await inn.playing("keltis-card", 1, ("novice",), first=1)
    told = (await inn.ask("POST", f"/tables/{cid.table}/ask", {"name": "Dot", "seat": 1}, secret=cid.secret)).json()
    await inn.settled(cid)
    done(await cid.do("answer", to=cid.scene["proposal"]["number"], yes=True))
    dot = await inn.client(cid.table, 1, told["secret"]).connect()
    go_on.set()
    for client in (ann, dot):
        thinking = inn.hub.live_tables[client.table].bot_turn
        assert thinking is not None
        await asyncio.wait_for(thinking, PATIENCE)
        assert "moved" not in kinds(client)
        done(await client.move(client.legal[0]))


@pytest.mark.parametrize("clock", [MOVE, {"kind": "bank", "seconds": 30}], ids=["move", "bank"])
def test_letting_a_bot_play_and_coming_back_gives_no_time(clock: dict[str, int | str], tmp_path: Path) -> None:
    @evening
    async def test(inn: House) -> None:
        think_later(inn)
        ann, _bob = await inn.playing("keltis-dice", first=0, clock=clock)
        before = ann.scene["clock"]
        for do in ("stand", "leave"):
            await inn.later(12)
            done(await ann.do(do))
            done(await ann.do("return"))
            assert ann.scene["clock"] == before
            assert ann.scene["seats"][0].get("bank", 30_000) == 30_000

    test(tmp_path)


@evening
async def test_what_was_thought_before_a_bot_takes_over_is_paid_for(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, clock=BANK)
    await inn.later(20)
    done(await ann.do("stand", bot="novice"))
    await bob.until(lambda: bool(bob.legal))
    assert banks(bob) == [40_000, 60_000], "its own 20 seconds, once, and nothing for the bot's moves"
    done(await ann.do("return"))
    assert banks(ann) == [40_000, 60_000]


@evening
async def test_where_nobody_plays_the_clock_stands_still(inn: House) -> None:
    (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=0, clock=MOVE)
    await inn.later(10)
    done(await ann.do("stand"))
    await inn.later(24 * 3600)
    done(await ann.do("return"))
    assert ann.scene["clock"]["deadline"] == inn.time.ms + 20_000


@evening
async def test_a_move_that_the_clock_demanded_is_not_taken_back_alone(inn: House) -> None:
    """Else a turn would never end: the time begins anew with every move that is made for somebody."""
    ann, bob = await inn.playing("keltis-card", first=0, clock=MOVE, grace=600)
    await run_out(inn, [ann, bob], 30)
    assert (ann.scene["actor"], ann.you["undo"]["alone"]) == (0, False)
    done(await ann.do("undo", basis=ann.scene["basis"]))
    assert ann.scene["proposal"]["waiting_for"] == [1]
