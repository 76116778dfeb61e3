"""Dask executor: the tasks of a job on a cluster of yours, by its address, or on one started on this machine.

A worker that dies costs the task that it had in hand, which another does again. Since a task depends on the job and
its key alone, nothing in the result changes.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from threading import local
from typing import Any, Generic, cast

from wishstone.game.errors import UsageError, WishstoneError
from wishstone.games import GAMES
from wishstone.lab.append_log import versions
from wishstone.lab.executor import UNWATCHED, GameJob, JobRunner, K, V, Watch
from wishstone.lab.job_words import LEXICON
from wishstone.lab.process_pool import RemoteError, cores, to_remote_error

ADDRESS = re.compile(r"(\w+://)?[^\s/]+:\d{1,5}")
LOCAL = "local"  # as an address: workers on this machine, one for each core
AHEAD = 4  # tasks that wait for each thread of a worker
PATIENCE = 10  # seconds for a scheduler to answer
MOST_DEATHS = 10  # workers that may die over one task before it is given up
# A scheduler opens a port for its health all the same: any that is free, so that two can be on one machine.
WITHOUT_DASHBOARD: dict[str, Any] = {
    "dashboard_address": None,
    "scheduler_kwargs": {"dashboard_address": "127.0.0.1:0"},
}

_opened = local()  # on a worker, by thread: what was opened for each job


class DaskExecutor(Generic[K, V]):
    """Runs the tasks of a job on a Dask cluster."""

    def __init__(self, job: GameJob[K, V], address: str) -> None:
        if address != LOCAL and not ADDRESS.fullmatch(address):
            raise UsageError("cluster-address", LEXICON, address=address)
        self._job, self._address = job, address
        self._distributed = _distributed()

    def run(self, keys: Iterable[K], keep: Callable[[V], None], watch: Watch = UNWATCHED) -> None:
        """Run these tasks, each on the worker that is free next."""
        with self._client() as client:
            self._compare(client)
            watch.ready()
            self._run(client, iter(keys), keep)

    def _run(self, client: Any, left: Iterator[K], keep: Callable[[V], None]) -> None:
        job = pickle.dumps(self._job)
        heard = self._distributed.as_completed(loop=client.loop, with_results=True, raise_errors=False)
        threads = max(1, sum(client.nthreads().values()))
        waiting: set[Any] = set()

        def send(count: int) -> None:
            for _ in range(count):
                for key in left:
                    future = client.submit(_run_task, job, key, pure=False)
                    waiting.add(future)
                    heard.add(future)
                    break

        send(AHEAD * threads)
        while waiting:
            future, result = next(heard)
            waiting.discard(future)
            if future.status == "error":
                self._explain(result)
            if isinstance(result, RemoteError):
                raise result.error()
            keep(cast(V, result))
            future.release()
            send(1)

    def _explain(self, result: Any) -> None:
        """Tell what went wrong on a worker."""
        error = result[1] if isinstance(result, tuple) else result
        if isinstance(error, self._distributed.KilledWorker):
            raise WishstoneError("cluster-died", LEXICON, reason=type(error).__name__) from error
        raise error

    @contextmanager
    def _client(self) -> Iterator[Any]:
        """A line to the scheduler; one of our own, with workers, where none was named."""
        dask = import_module("dask")
        with ExitStack() as stack:
            stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS}))
            address: Any = self._address
            if address == LOCAL:
                address = stack.enter_context(
                    self._distributed.LocalCluster(
                        n_workers=cores(), threads_per_worker=1, processes=True, **WITHOUT_DASHBOARD
                    )
                )
            try:
                client = self._distributed.Client(address, timeout=PATIENCE, set_as_default=False)
            except (OSError, ValueError, TypeError) as error:
                reason = " ".join(str(error).split()) or type(error).__name__
                raise UsageError("cluster-nobody", LEXICON, address=self._address, reason=reason) from error
            yield stack.enter_context(client)

    def _compare(self, client: Any) -> None:
        """Refuse workers that have not got the game, or would play another."""
        ours = versions(self._job.game)
        for worker, theirs in client.run(find_versions, self._job.game).items():
            if theirs is None:
                raise UsageError("cluster-game", LEXICON, worker=worker, game=self._job.game)
            if theirs != ours:
                raise UsageError(
                    "cluster-version",
                    LEXICON,
                    worker=worker,
                    theirs=_describe_versions(theirs),
                    ours=_describe_versions(ours),
                )


def find_versions(game: str) -> dict[str, str] | None:
    """Which rules and bots of a game this machine has, if it has the game."""
    return versions(game) if game in (about.id for about in GAMES) else None


def _describe_versions(found: dict[str, str]) -> str:
    return " ".join(found.values())


def _run_task(job: bytes, key: K) -> V | RemoteError:
    """Body of a Dask task: open the job, once on this worker, and do one task of it."""
    try:
        runner: JobRunner[K, V] = _runner_for(job)
        return runner.play(key)
    except WishstoneError as error:
        return to_remote_error(error)


def _runner_for(job: bytes) -> Any:
    """The runner that this thread of the worker has opened for a job. It holds one job at a time."""
    if getattr(_opened, "job", None) != job:
        if hasattr(_opened, "stack"):
            _opened.stack.close()
        _opened.stack = ExitStack()
        _opened.runner = _opened.stack.enter_context(pickle.loads(job).open())
        _opened.runner.warm_up()
        _opened.job = job
    return _opened.runner


def _distributed() -> Any:
    if find_spec("distributed") is None:
        raise UsageError("cluster-package", LEXICON)
    return import_module("distributed")
