"""Bot pool: bots wait for no review, and no hint comes from another board."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from tests.server.clients import PATIENCE
from tests.server.workers.test_worker_process import writer_to
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.games import load
from wishstone.server.workers import worker_tasks
from wishstone.server.workers.bot_pool import BotPool
from wishstone.server.workers.worker_tasks import BotTask

TASK = BotTask("keltis-dice", 1, {}, {}, "novice", b"", 1, 1.0, "")


def turn() -> tuple[BotTask, list[int]]:
    """A bot's turn, and the moves that it may make."""
    game = load("keltis-dice", engine="interpreted")
    match = Match(game, seats=2)
    match.let_happen(stream(seed=3))
    state = game.redealt(match.state, game.actor(match.state), stream(seed=4)).tobytes()
    return replace(TASK, state=state), game.legal(match.state)


def test_what_takes_too_long_is_given_up_and_the_next_is_done() -> None:
    async def ask() -> tuple[float, int]:
        house = BotPool(1)
        try:
            assert await house.run_in_background(abs, -1, 5.0) == 1
            begin = time.monotonic()
            with pytest.raises(TimeoutError):
                await house.run_in_background(time.sleep, 60, 0.2)
            return time.monotonic() - begin, await house.run_in_background(abs, -2)
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
def test_the_log_says_who_moves_for_a_bot_that_cannot(
    caplog: pytest.LogCaptureFixture, command: str, what: str, reason: str
) -> None:
    task, legal = turn()

    async def ask() -> int:
        house = BotPool(1)
        try:
            return await house.choose_move(replace(task, bot=command, owner="table 0"))
        finally:
            house.close()

    assert asyncio.run(ask()) in legal
    (line,) = caplog.records
    told = vars(line)
    assert (line.getMessage(), told["bot"], told["instead"]) == (what, command, "greedy")
    assert reason in told["reason"]


# ── What no table waits for ──────────────────────────────────────────────────────────────────────────────────────


def test_a_bot_with_one_thinker_moves_while_a_finished_game_is_looked_back_at(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "what takes as long as it likes")
    task, legal = turn()

    async def ask() -> None:
        house = BotPool(1)
        try:
            async with asyncio.timeout(PATIENCE):
                looking_back = asyncio.create_task(house.run_in_background(Path.read_text, pipe))
                with await writer_to(pipe) as end:  # from here on it is being done
                    assert await house.choose_move(task) in legal
                    assert not looking_back.done()
                    assert house.pending == 0, "nobody at a table waits"
                    end.write("luck")
                assert await looking_back == "luck"
        finally:
            house.close()

    asyncio.run(ask())


def test_bots_have_the_processor_before_what_no_table_waits_for() -> None:
    async def ask() -> tuple[int, int]:
        house = BotPool(1)
        job = partial(os.getpriority, os.PRIO_PROCESS)
        try:
            return await house._workers[0].run(job, 0), await house.run_in_background(job, 0)
        finally:
            house.close()

    bots, leisure = asyncio.run(ask())
    assert os.getpriority(os.PRIO_PROCESS, 0) < bots < leisure


def test_what_dies_over_a_finished_game_is_replaced_and_no_bot_notices() -> None:
    task, legal = turn()

    async def ask() -> None:
        house = BotPool(1)
        try:
            with pytest.raises(BrokenProcessPool):
                await house.run_in_background(os._exit, 1)
            assert await house.choose_move(task) in legal
            assert await house.run_in_background(abs, -1) == 1
        finally:
            house.close()

    asyncio.run(ask())


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
