"""Choice of an executor: the cores of this machine, its GPU, or a cluster, as was asked for."""

from __future__ import annotations

from wishstone.game.errors import UsageError
from wishstone.lab.arena import DealResult
from wishstone.lab.cluster import DaskExecutor
from wishstone.lab.executor import Executor, SerialExecutor, ThreadPool
from wishstone.lab.job_words import LEXICON
from wishstone.lab.plan import Plan
from wishstone.lab.process_pool import MOST_JOBS, ProcessPool, cores, local_executor
from wishstone.lab.simulate import Player
from wishstone.lab.simulation_job import Part, PartResult, PreparedJob, job_of


def simulation_executor(
    player: Player, games: int, jobs: int | None = None, cluster: str | None = None, gpu: bool = False
) -> tuple[Executor[Part, PartResult], int]:
    """The executor of a simulation, and the number of games in a part of it."""
    _refuse_two({"--jobs": jobs is not None, "--cluster": cluster is not None, "--gpu": gpu})
    size = player.batch_games
    if gpu:
        from wishstone.lab.gpu.player import GpuPlayer

        there = GpuPlayer(player.game, player.seats, player.names, player.seed, player.first)
        return SerialExecutor(PreparedJob(there)), there.batch_games
    if cluster is not None:
        return DaskExecutor(job_of(player), cluster), size
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError("count-wrong", name="--jobs", low=1, high=MOST_JOBS, value=str(jobs))
    jobs = min(jobs or cores(), -(-games // size))
    if jobs == 1 or player.own:  # an object stays in this process
        return SerialExecutor(PreparedJob(player)), size
    return ThreadPool(job_of(player), jobs) if player.is_compiled else ProcessPool(job_of(player), jobs), size


def arena_executor(
    plan: Plan, games: int, jobs: int | None = None, cluster: str | None = None
) -> Executor[int, DealResult]:
    """The executor of an arena."""
    _refuse_two({"--jobs": jobs is not None, "--cluster": cluster is not None})
    plan.deals(games)  # refuses a number of games that cannot be
    return local_executor(plan, games, jobs) if cluster is None else DaskExecutor(plan, cluster)


def _refuse_two(asked: dict[str, bool]) -> None:
    """Refuse two answers to the question where."""
    named = [name for name, is_asked in asked.items() if is_asked]
    if len(named) > 1:
        raise UsageError("places-two", LEXICON, one=named[0], other=named[1])
