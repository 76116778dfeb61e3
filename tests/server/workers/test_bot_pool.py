"""Bot pool: who thinks, for how long, and who moves instead; no hint comes from another board."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from tests.server.clients import PATIENCE
from tests.server.workers.test_worker_process import writer_to
from wishstone.bots.turn_time import decision_seconds
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.games import load
from wishstone.server.workers import bot_pool, worker_tasks
from wishstone.server.workers.bot_pool import GRACE, LEAST, BotPool, ChosenMove, Claim
from wishstone.server.workers.fair_queue import Urgency
from wishstone.server.workers.lane import Lane, TooLate
from wishstone.server.workers.worker_tasks import BotTask

TASK = BotTask("keltis-dice", 1, {}, {}, "novice", b"", 1, 1.0, "")
CLAIM = Claim([("192.0.2.1", 1), ("table", 1)])


def turn() -> tuple[BotTask, list[int]]:
    """A bot's turn, and the moves that it may make."""
    game = load("keltis-dice", engine="interpreted")
    match = Match(game, seats=2)
    match.let_happen(stream(seed=3))
    state = game.redealt(match.state, game.actor(match.state), stream(seed=4)).tobytes()
    return replace(TASK, state=state), game.legal(match.state)


def background(house: BotPool, job: Callable[[Any], Any], matter: Any, seconds: float = 0.0) -> Awaitable[Any]:
    """Something that no table waits for."""
    return house.run_in_background(job, matter, CLAIM, Urgency.REVIEW, seconds)


def test_what_takes_too_long_is_given_up_and_the_next_is_done() -> None:
    async def ask() -> tuple[float, int]:
        house = BotPool(1)
        try:
            assert await background(house, abs, -1, 5.0) == 1
            begin = time.monotonic()
            with pytest.raises(TimeoutError):
                await background(house, time.sleep, 60, 0.2)
            return time.monotonic() - begin, await background(house, abs, -2)
        finally:
            house.close()

    waited, answer = asyncio.run(ask())
    assert waited < 30
    assert answer == 2


@pytest.mark.parametrize(
    ("command", "what", "reason"),
    [
        ("run:not-there-at-all", "a bot is not there, and another moves instead", "there is no program «not-there-at-"),
        ("run:false", "an outside bot failed, and another moved instead", "it ended by itself with exit status 1"),
    ],
)
def test_the_log_and_the_move_say_who_moves_for_a_bot_that_cannot(
    caplog: pytest.LogCaptureFixture, command: str, what: str, reason: str
) -> None:
    task, legal = turn()

    async def ask() -> ChosenMove:
        house = BotPool(1)
        try:
            return await house.choose_move(replace(task, bot=command, owner="table 0"), CLAIM)
        finally:
            house.close()

    choice = asyncio.run(ask())
    assert choice.move in legal
    assert choice[1:] == ("greedy", "failed")
    (line,) = caplog.records
    told = vars(line)
    assert (line.getMessage(), told["bot"], told["instead"]) == (what, command, "greedy")
    assert reason in told["reason"]


# ── What no table waits for ──────────────────────────────────────────────────────────────────────────────────────


def test_a_bot_moves_while_a_finished_game_is_looked_back_at(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "what takes as long as it likes")
    task, legal = turn()

    async def ask() -> None:
        house = BotPool(1)
        try:
            async with asyncio.timeout(PATIENCE):
                looking_back = asyncio.ensure_future(background(house, Path.read_text, pipe))
                with await writer_to(pipe) as end:  # from here on it is being done
                    assert (await house.choose_move(task, CLAIM)).move in legal
                    assert not looking_back.done()
                    assert house.pending == 0, "nobody at a table waits"
                    end.write("luck")
                assert await looking_back == "luck"
        finally:
            house.close()

    asyncio.run(ask())


def test_what_is_more_urgent_has_the_processor_first() -> None:
    async def ask() -> list[int]:
        house = BotPool(1)
        try:
            lanes = (house._quick, house._thinking, house._background)
            return [await lane.workers[0].run(partial(os.getpriority, os.PRIO_PROCESS), 0) for lane in lanes]
        finally:
            house.close()

    quick, thinking, leisure = asyncio.run(ask())
    assert os.getpriority(os.PRIO_PROCESS, 0) < quick < thinking < leisure


def test_what_dies_over_a_finished_game_is_replaced_and_no_bot_notices() -> None:
    task, legal = turn()

    async def ask() -> None:
        house = BotPool(1)
        try:
            with pytest.raises(BrokenProcessPool):
                await background(house, os._exit, 1)
            assert (await house.choose_move(task, CLAIM)).move in legal
            assert await background(house, abs, -1) == 1
        finally:
            house.close()

    asyncio.run(ask())


# ── Who moves, and when ──────────────────────────────────────────────────────────────────────────────────────────


class Clockwork:
    """A worker that notes what it is asked to do, and does it as soon as it may."""

    def __init__(self) -> None:
        self.done: list[BotTask] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def run(self, job: Callable[[Any], Any], matter: Any) -> Any:
        """Any answer, once it may."""
        await self.may_go_on.wait()
        self.done.append(matter)
        return {} if job is worker_tasks.analyse else worker_tasks.Choice(7)

    def close(self) -> None:
        """There is no process."""


class Pool(BotPool):
    """A pool with one worker that thinks, and one that is quick."""

    def __init__(self) -> None:
        super().__init__(1)
        self.thinker, self.quick = Clockwork(), Clockwork()
        self._thinking, self._quick = Lane([self.thinker]), Lane([self.quick])


EXPERT = replace(TASK, bot="expert+bold", simulations=12_000, is_compiled=True, stand_in="fitted+bold", seconds=3.0)


def claim(address: str, table: str = "table", left: float = 3.0) -> Claim:
    """A table of an address."""
    return Claim([(address, 1), (table, 1)], left)


def test_an_easy_bot_waits_for_none_of_many_experts_and_a_stranger_s_expert_for_one() -> None:
    """However many tables with experts somebody has."""

    async def play() -> None:
        pool = Pool()
        pool.thinker.may_go_on.clear()
        experts = [
            asyncio.create_task(pool.choose_move(replace(EXPERT, owner="mallory"), claim("mallory", str(table))))
            for table in range(45)
        ]
        await asyncio.sleep(0)
        assert pool.waiting(Urgency.SEARCH) == 44
        assert await pool.choose_move(replace(TASK, bot="easy"), claim("ann")) == (7, "", None)
        hers = asyncio.create_task(pool.choose_move(replace(EXPERT, owner="ann"), claim("ann")))
        await asyncio.sleep(0)
        pool.thinker.may_go_on.set()
        await asyncio.gather(hers, *experts)
        assert [task.owner for task in pool.thinker.done].index("ann") <= 2
        assert len(pool.thinker.done) == 46
        assert pool.pending == 0

    asyncio.run(play())


def test_the_more_tables_think_the_less_time_each_has_and_a_stranger_has_more() -> None:
    async def play() -> None:
        pool = Pool()
        assert await pool.choose_move(EXPERT, claim("ann")) == (7, "", None)
        assert pool.thinker.done[-1].seconds == pytest.approx(decision_seconds(3.0), rel=0.1), "alone"
        pool.thinker.may_go_on.clear()
        many = [
            asyncio.create_task(pool.choose_move(replace(EXPERT, owner="mallory"), claim("mallory", str(table))))
            for table in range(20)
        ]
        hers = asyncio.create_task(pool.choose_move(replace(EXPERT, owner="ann"), claim("ann")))
        await asyncio.sleep(0)
        pool.thinker.may_go_on.set()
        await asyncio.gather(hers, *many)
        (ann,) = [task.seconds for task in pool.thinker.done if task.owner == "ann"]
        assert ann == pytest.approx(decision_seconds(3.0) / 2, rel=0.1), "one of two addresses"
        first, *others = [task.seconds for task in pool.thinker.done if task.owner == "mallory"]
        assert first == pytest.approx(decision_seconds(3.0), rel=0.1), "nobody else was there"
        assert LEAST <= others[0] < decision_seconds(3.0) / 10

    asyncio.run(play())


def test_a_move_that_comes_too_late_is_made_by_the_quick_player_of_the_family() -> None:
    """Where it has to wait, where it is being thought about, and where the turn's time is over before it begins."""

    async def play() -> None:
        pool = Pool()
        pool.thinker.may_go_on.clear()
        soon = 0.05 - GRACE  # left of the turn
        thought, waited = [
            asyncio.create_task(pool.choose_move(EXPERT, claim("ann", name, soon))) for name in ("one", "other")
        ]
        for each in (thought, waited):
            assert await each == (7, "fitted+bold", "late")
        assert [(task.bot, task.simulations) for task in pool.quick.done] == [("fitted+bold", 0)] * 2
        assert pool.waiting(Urgency.SEARCH) == 0, "nobody thinks about what was played already"
        pool.thinker.may_go_on.set()
        assert await pool.choose_move(EXPERT, claim("ann", left=-math.inf)) == (7, "fitted+bold", "late")
        assert len(pool.thinker.done) < 2

    asyncio.run(play())


def test_before_the_rules_are_compiled_the_family_s_quick_player_moves_for_who_thinks_ahead() -> None:
    async def play() -> None:
        pool = Pool()
        assert await pool.choose_move(replace(EXPERT, is_compiled=False), CLAIM) == (7, "fitted+bold", "compiling")
        assert await pool.choose_move(replace(TASK, bot="easy+bold"), CLAIM) == (7, "", None)
        assert [task.bot for task in pool.quick.done] == ["fitted+bold", "easy+bold"]
        assert not pool.thinker.done

    asyncio.run(play())


def test_every_process_that_thinks_loads_a_game_before_it_counts_as_compiled(caplog: pytest.LogCaptureFixture) -> None:
    """One that cannot does so when it is asked to think."""

    class Broken(Clockwork):
        async def run(self, job: Callable[[Any], Any], matter: Any) -> Any:
            raise BrokenProcessPool

    async def load() -> list[Any]:
        pool, well = Pool(), Clockwork()
        pool._thinking = Lane([pool.thinker, Broken(), well])
        await pool.load_compiled("keltis-dice")
        return [*pool.thinker.done, *well.done, *pool.quick.done]

    assert asyncio.run(load()) == ["keltis-dice"] * 2
    (line,) = caplog.records
    assert (line.getMessage(), vars(line)["game"]) == ("a thinker could not load a game", "keltis-dice")


def test_a_hint_that_nobody_has_time_for_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "HINT_WAIT", 0.01)

    async def play() -> None:
        pool = Pool()
        pool.thinker.may_go_on.clear()
        expert = asyncio.create_task(pool.choose_move(EXPERT, CLAIM))
        await asyncio.sleep(0)
        with pytest.raises(TooLate):
            await pool.analyse_moves(TASK, CLAIM)
        pool.thinker.may_go_on.set()
        assert await expert == (7, "", None)

    asyncio.run(play())


# ── Hints ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def analyst(monkeypatch: pytest.MonkeyPatch) -> MagicMock:
    """Who gives hints at once, and is counted; none was asked before."""
    analyst = MagicMock()
    monkeypatch.setattr(worker_tasks, "_analysts", type(worker_tasks._analysts)())
    monkeypatch.setattr(worker_tasks, "Analyst", analyst)
    monkeypatch.setattr(worker_tasks, "on_engine", lambda game, engine: game)
    monkeypatch.setattr(worker_tasks, "decode_position", lambda game, state: state)
    return analyst


def test_a_hint_is_for_the_tiles_that_are_played_with(analyst: MagicMock) -> None:
    tiles = {colour: ["-"] * 11 for colour in ("blue", "green", "pink", "red", "yellow")}
    for task in (TASK, replace(TASK, files={"tiles": tiles}), TASK):
        worker_tasks.analyse(task)
    made = [call.args[0].files for call in analyst.call_args_list]
    assert made == [{}, {"tiles": tiles}], "each for its own, and kept"


def test_the_two_moves_that_a_hint_names_were_tried_often_enough() -> None:
    task, _ = turn()
    best, second, *_ = worker_tasks.analyse(replace(task, seconds=600.0))["moves"]
    assert min(best["visits"], second["visits"]) >= worker_tasks.HINT_SIMULATIONS // 4


def test_only_so_many_who_give_hints_are_kept(analyst: MagicMock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_tasks, "load_game", lambda task: None)
    for number in range(20):
        worker_tasks.analyse(replace(TASK, files={"tiles": number}))
    assert len(worker_tasks._analysts) == worker_tasks.KEPT_ANALYSTS < analyst.call_count
