"""Cluster: the same result as on one core, even when a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.plugins import OPPONENTS, PARTS, python_path, write_game
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.games import INSTALLED, load
from wishstone.lab import append_log
from wishstone.lab import cluster as cluster_module
from wishstone.lab.arena import DealResult, SerialArena
from wishstone.lab.cluster import DaskExecutor
from wishstone.lab.plan import Plan
from wishstone.lab.simulate import Player, simulate
from wishstone.lab.simulation_job import Part, PartResult, SimulationJob, job_of, new_progress, run_simulation

PLAYER = Player(load("keltis-dice", engine="compiled"), 2, ["greedy", "random"], seed=2)
JOB = job_of(PLAYER)
GAMES, SIZE = 3000, 100
DASK: Any = import_module("distributed")  # it has no types where it is called


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """Two workers, each a process of its own, on this machine."""
    with DASK.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, **cluster_module.WITHOUT_DASHBOARD
    ) as found:
        yield found


def workers(local: Any) -> list[int]:
    """The workers' process ids."""
    with DASK.Client(local, set_as_default=False) as client:
        return sorted(client.run(os.getpid).values())


def test_a_worker_killed_in_the_middle_changes_nothing(local: Any) -> None:
    before = workers(local)
    assert len(before) == 2
    progress = new_progress(JOB)
    killed: list[int] = []

    def watch(_: object) -> None:
        if progress.results.games >= GAMES // 5 and not killed:
            killed.append(before[0])
            os.kill(before[0], signal.SIGKILL)

    run_simulation(progress, GAMES, SIZE, DaskExecutor(JOB, local.scheduler_address), watch)
    assert killed
    assert before[0] not in workers(local)
    assert progress.done == [(0, GAMES)]
    assert replace(progress.results, seconds=0.0) == replace(simulate(PLAYER, GAMES), seconds=0.0)


def test_an_arena_on_a_cluster_has_the_same_deals(local: Any) -> None:
    plan = Plan("keltis-dice", (("greedy", "random"),), 3)
    here: list[DealResult] = []
    SerialArena(plan).run(range(6), here.append)
    there: list[DealResult] = []
    DaskExecutor(plan, local.scheduler_address).run(range(6), there.append)
    there.sort(key=lambda deal: deal.number)
    assert [(deal.number, [(game.scores, game.places, game.moves) for game in deal.games]) for deal in there] == [
        (deal.number, [(game.scores, game.places, game.moves) for game in deal.games]) for deal in here
    ]


def test_what_a_worker_refuses_is_told_here(local: Any) -> None:
    found: list[PartResult] = []
    with pytest.raises(WishstoneError) as caught:
        DaskExecutor(replace(JOB, bots=("greedy", "nobody")), local.scheduler_address).run([Part(0, 5)], found.append)
    assert caught.value.code == "bot-unknown"
    assert found == []


def test_workers_with_other_rules_are_refused(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = append_log.versions(JOB.game)
    monkeypatch.setattr(cluster_module, "versions", lambda game: {**ours, "sources": "others"})
    with pytest.raises(UsageError, match="has other rules or bots") as caught:
        DaskExecutor(JOB, local.scheduler_address).run([Part(0, 5)], print)
    assert caught.value.code == "cluster-version"


def test_an_installed_game_is_played_where_every_worker_has_it(local: Any, tmp_path: Path) -> None:
    site, cache = tmp_path / "site", tmp_path / "cache"
    write_game(site, "pebbles", (*PARTS, *OPPONENTS))
    job = SimulationJob("pebbles", 2, ("random", "random"), 3, 0, engine="interpreted")
    with python_path(site, cache):
        executor = DaskExecutor(job, local.scheduler_address)
        with pytest.raises(UsageError, match=r"the worker tcp://\S+ has no game pebbles; install it there"):
            executor.run([Part(0, 5)], print)
        with executor._client() as client:
            client.run(install, str(site), str(cache))
        found: list[PartResult] = []
        executor.run([Part(0, 5), Part(5, 5)], found.append)
        assert sum(each.results.games for each in found) == 10


def install(site: str, cache: str) -> None:
    """Have a worker process find what is installed in a folder."""
    sys.path.append(site)
    os.environ["WISHSTONE_CACHE"] = cache
    INSTALLED.forget()


def test_where_nobody_answers_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    with pytest.raises(UsageError, match=r"tcp://127\.0\.0\.1:9") as caught:
        DaskExecutor(JOB, "tcp://127.0.0.1:9").run([Part(0, 5)], print)
    assert caught.value.code == "cluster-nobody"
    with pytest.raises(UsageError, match="no such place") as caught:
        DaskExecutor(JOB, "no such place")
    assert caught.value.code == "cluster-address"


def test_without_the_package_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="pip install '\\.\\[cluster\\]'") as caught:
        DaskExecutor(JOB, "local")
    assert caught.value.code == "cluster-package"
