"""Process pool: each worker process does the next task that is left.

Processes are spawned, so they share nothing with this one. A pipe brings the key of a piece and takes its result back.
A process that finds its pipe closed ends by itself, so none is left behind when this one is killed.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic

from wishstone.game.errors import UsageError, WishstoneError
from wishstone.game.words import Lexicon, Value
from wishstone.lab.arena import Deal, OneRoom
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.hall import Hall, Job, K, V
from wishstone.lab.plan import Plan

MOST_JOBS = 1024
PATIENCE = 5.0  # seconds that a process has to end when it is asked to


class _Ready:
    """What a room says once its bots are made and warm."""


@dataclass(frozen=True)
class _Done(Generic[V]):
    """The result of one piece."""

    value: V


@dataclass(frozen=True)
class Refusal:
    """An error of the user's, as it goes through a pipe."""

    code: str
    lexicon: Lexicon
    values: dict[str, Value]

    def error(self) -> WishstoneError:
        """The same as an error again."""
        return WishstoneError(self.code, self.lexicon, **self.values)


def refusal_of(error: WishstoneError) -> Refusal:
    """An error of the user's, made ready for a pipe."""
    return Refusal(error.code, error.lexicon, dict(error.values))


@dataclass(frozen=True)
class _Crash:
    """An error of ours, or of a bot's, as it goes through a pipe."""

    told: str


class Rooms(Generic[K, V]):
    """A job on several cores at once."""

    def __init__(self, job: Job[K, V], jobs: int) -> None:
        self._job, self._jobs = job, jobs
        self._context = get_context("spawn")
        self._rooms: dict[Connection, SpawnProcess] = {}

    def play(self, keys: Iterable[K], keep: Callable[[V], None]) -> None:
        """Do these pieces, each in the room that is free next."""
        try:
            self._play(iter(keys), keep)
        except BaseException:
            for room in self._rooms.values():
                room.terminate()
            raise
        finally:
            self._close()

    def _play(self, left: Iterator[K], keep: Callable[[V], None]) -> None:
        self._open()
        busy = 1
        while busy:
            for pipe in self._heard():
                message = self._hear(pipe)
                busy -= 1
                if isinstance(message, _Done):
                    keep(message.value)
                elif len(self._rooms) == 1:
                    # The first room has compiled what there is to compile; the others find it on the disk.
                    for _ in range(self._jobs - 1):
                        self._open()
                        busy += 1
                for key in left:
                    with suppress(OSError):  # one that has died is found when we listen to it
                        pipe.send((key,))
                    busy += 1
                    break

    def _open(self) -> None:
        here, there = self._context.Pipe()
        room = self._context.Process(target=_serve, args=(there, self._job), daemon=True)
        room.start()
        there.close()
        self._rooms[here] = room

    def _heard(self) -> list[Connection]:
        """The pipes through which something has come, as soon as there is one."""
        ready = wait(list(self._rooms))
        return [pipe for pipe in self._rooms if pipe in ready]

    def _hear(self, pipe: Connection) -> _Ready | _Done[V]:
        try:
            message: _Ready | _Done[V] | Refusal | _Crash = pipe.recv()
        except (EOFError, OSError) as error:
            room = self._rooms[pipe]
            room.join(PATIENCE)
            raise WishstoneError("arena-died", LEXICON, status=room.exitcode or 0) from error
        if isinstance(message, Refusal):
            raise message.error()
        if isinstance(message, _Crash):
            raise RuntimeError(message.told)
        return message

    def _close(self) -> None:
        for pipe in self._rooms:
            pipe.close()  # which ends an idle room
        for room in self._rooms.values():
            room.join(PATIENCE)
            if room.is_alive():
                room.kill()
                room.join()
        self._rooms.clear()


def _serve(pipe: Connection, job: Job[K, V]) -> None:
    """What a process does: open the job, and do the pieces it is told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that we belong to, which ends us
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that bots are closed
    try:
        with job.open() as worker:
            worker.warm_up()
            _say(pipe, _Ready())
            while told := _next(pipe):
                _say(pipe, _Done(worker.play(*told)))
    except WishstoneError as error:
        _say(pipe, refusal_of(error))
    except Exception:
        _say(pipe, _Crash(traceback.format_exc()))


def _next(pipe: Connection) -> tuple[Any, ...]:
    """The key of the next piece; nothing, where nobody is left to work for."""
    try:
        told: tuple[Any, ...] = pipe.recv()
    except (EOFError, OSError):
        return ()
    return told


def _say(pipe: Connection, message: object) -> None:
    """Tell whoever is still there."""
    with suppress(OSError):
        pipe.send(message)


def hall_of(plan: Plan, games: int, jobs: int | None) -> Hall[int, Deal]:
    """Where a plan is played: on so many cores, or all, but on no more than there are deals."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError("count-wrong", name="--jobs", low=1, high=MOST_JOBS, value=str(jobs))
    jobs = min(jobs or cores(), plan.deals(games))
    return OneRoom(plan) if jobs == 1 else Rooms(plan, jobs)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
