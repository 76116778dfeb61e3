"""Automatic turns: the time of a turn, for whom bots think, and who moved instead of them."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Callable
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tests.server.evenings import SOON, House, done, evening
from tests.server.http.test_protocol import first_move
from wishstone.server.live import automatic_turns
from wishstone.server.live.automatic_turns import TurnClock
from wishstone.server.live.origins import path_of
from wishstone.server.table import entries
from wishstone.server.workers.bot_pool import ChosenMove, Claim
from wishstone.server.workers.lane import Lane
from wishstone.server.workers.worker_tasks import BotTask


def test_all_decisions_of_a_turn_share_its_time_and_one_that_was_too_late_has_used_it_up() -> None:
    clock = TurnClock(1, 3.0)
    clock.spend(1.25, ChosenMove(7))
    assert clock.left == 1.75
    clock.spend(0.5, ChosenMove(7, "fitted", "compiling"))
    assert clock.left == 1.25
    clock.spend(0.5, ChosenMove(7, "fitted", "late"))
    assert clock.left == -math.inf


@evening
async def test_a_turn_is_the_unbroken_run_of_decisions_of_one_seat(inn: House) -> None:
    """Each decision takes a second here; each turn begins with three."""
    asked: list[tuple[int, float]] = []
    clock = SimpleNamespace(now=0.0)

    async def choose(task: BotTask, claim: Claim) -> ChosenMove:
        asked.append((int(task.owner.split()[1]), claim.left))
        clock.now += 1.0
        return await first_move(task, claim)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(automatic_turns, "time", SimpleNamespace(monotonic=lambda: clock.now))
        patch.setattr(inn.hub.bot_pool, "choose_move", choose)
        (ann,) = await inn.playing("keltis-dice", 1, ("novice", "novice", "novice"), first=1)
        await ann.until(lambda: ann.scene["actor"] == 0, SOON)
    turns = [[left for _, left in run] for _, run in groupby(asked, lambda each: each[0])]
    assert len(turns) == 3
    assert turns == [[3.0 - place for place in range(len(turn))] for turn in turns]
    assert max(map(len, turns)) > 1


@evening
async def test_whoever_moved_instead_stands_in_the_entry(inn: House) -> None:
    """It is stored, told to everybody, and read again; where the chosen bot moved, nothing is said."""
    (ann,) = await inn.playing("keltis-dice", 1, ("expert+bold", "easy+bold"), first=1)
    await ann.until(lambda: ann.scene["actor"] == 0, SOON)
    moved = [entry for entry in ann.log if entry["kind"] == "moved"]
    assert {(entry["by"], entry.get("instead")) for entry in moved} == {(1, "fitted+bold"), (2, None)}
    assert inn.hub.metrics.moves_instead["compiling"] == sum(entry["by"] == 1 for entry in moved)
    stored = [entries.decode_body(each) for each in await inn.hub.store.entries(ann.table)]
    assert {(each.seat, each.instead) for each in stored if isinstance(each, entries.Moved)} == {
        (1, "fitted+bold"),
        (2, ""),
    }
    whole = await (await inn.another(ann)).do("read", after=0)
    assert [entry.get("instead") for entry in whole["log"]] == [entry.get("instead") for entry in ann.log]


@evening
async def test_a_bot_whose_style_a_game_does_not_have_is_replaced(inn: House) -> None:
    (ann,) = await inn.playing("keltis-dice", 1, ("hard+spiteful",), first=0)
    task = inn.hub.turns.make_task(inn.table(ann), 1, "hard+spiteful")
    assert (task.simulations, task.stand_in) == (0, "hard+spiteful")
    task = inn.hub.turns.make_task(inn.table(ann), 1, "hard+unheard-of")
    assert (task.simulations, task.stand_in) == (0, "greedy")


@evening
async def test_bots_think_for_the_network_of_the_host(inn: House) -> None:
    """Where it is not known, for that of somebody else at the table; and all of whom nothing is known are one."""
    ann, _bob = await inn.playing("keltis-dice", 2, ("novice",), first=0)
    live, origin_of = inn.hub.live_tables[ann.table], inn.hub.origins.origin_of
    assert live.path == (*path_of(origin_of("127.0.0.1")), (ann.table, 1))
    live.origins[0] = origin_of("2001:db8::1")
    assert live.path == (*path_of(origin_of("2001:db8::1")), (ann.table, 1))
    live.origins = {1: origin_of("192.0.2.1")}
    assert live.path == (*path_of(origin_of("192.0.2.1")), (ann.table, 1))
    live.origins = {}
    assert live.path == (("", 1), (ann.table, 1))


@evening
async def test_an_ipv6_address_is_in_three_networks_of_which_larger_ones_may_weigh_more(inn: House) -> None:
    (top, most), (middle, more), (smallest, one) = path_of(inn.hub.origins.origin_of("2001:db8:1:203::7"))
    assert (most, more, one) == (4, 2, 1)
    others = [path_of(inn.hub.origins.origin_of(f"2001:db8:1:{net}::1")) for net in ("203", "2ff", "300")]
    assert others[0] == ((top, 4), (middle, 2), (smallest, 1))
    assert others[1][:2] == ((top, 4), (middle, 2)) != others[2][:2]
    assert others[2][0] == (top, 4)
    assert len(path_of(inn.hub.origins.origin_of("192.0.2.1"))) == 1


class Endless:
    """A worker that thinks for ever."""

    async def run(self, job: Callable[[Any], Any], matter: Any) -> Any:
        """Come to no end."""
        await asyncio.Event().wait()

    def close(self) -> None:
        """There is no process."""


@evening
async def test_an_easy_bot_moves_while_experts_at_many_tables_keep_all_processes_busy(inn: House) -> None:
    """The metrics tell what waits, and how long what is done has waited."""
    pool, bots = inn.hub.bot_pool, msgspec.structs.replace(inn.hub.settings.bots, seconds=600.0)
    inn.hub.settings = msgspec.structs.replace(inn.hub.settings, bots=bots)
    pool._thinking = Lane([Endless()])
    many = [(await inn.playing("keltis-dice", 1, ("expert", "expert"), first=0))[0] for _ in range(5)]
    inn.hub.games.compiled.add("keltis-dice")
    for mallory in many:
        while mallory.scene["actor"] == 0:
            done(await mallory.move(mallory.legal[0]))
    (ann,) = await inn.playing("keltis-card", 1, ("easy",), first=1)
    await ann.until(lambda: ann.scene["actor"] == 0, SOON)
    assert not any("instead" in entry for entry in ann.log)
    told = (await inn._http.get(f"{inn.url}/metrics")).text
    assert 'wishstone_thinking_waiting{work="search"} 4\n' in told, "one is being thought about"
    assert re.search(r'^wishstone_thinking_wait_seconds_count{work="quick"} [1-9]\d*$', told, re.MULTILINE)
    assert 'wishstone_moves_instead_total{why="late"} 0\n' in told
