"""Worker process: replaced when it dies, ended when idle, and never in the way of shutting down."""

from __future__ import annotations

import asyncio
import errno
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from pathlib import Path
from typing import IO

import pytest

from tests.server.clients import PATIENCE
from wishstone.server.workers.worker_process import WorkerProcess

NICE = 1


async def writer_to(pipe: Path) -> IO[str]:
    """The end of a named pipe that is written to, as soon as somebody reads from the other."""
    while True:
        try:
            return os.fdopen(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK), "w")
        except OSError as error:
            if error.errno != errno.ENXIO:  # nobody reads yet
                raise
            await asyncio.sleep(0.02)


def with_worker(test: Callable[[WorkerProcess], Awaitable[None]], idle: float = 0.0) -> None:
    """Run a test with a process that is let go in the end."""

    async def whole() -> None:
        worker = WorkerProcess(NICE, idle)
        try:
            async with asyncio.timeout(PATIENCE):
                await test(worker)
        finally:
            worker.close()

    before = {*active_children()}
    asyncio.run(whole())
    assert not {*active_children()} - before, "nobody is left"


def test_what_a_process_was_killed_over_is_done_by_the_next(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")

    async def test(worker: WorkerProcess) -> None:
        before = {*active_children()}
        asked = asyncio.create_task(worker.run(Path.read_text, pipe))
        with await writer_to(pipe):
            (process,) = {*active_children()} - before
            process.kill()
            process.join()
        with await writer_to(pipe) as end:
            end.write("done")
        assert await asked == "done"

    with_worker(test)


def test_what_every_process_dies_over_is_given_up_and_the_next_is_done() -> None:
    async def test(worker: WorkerProcess) -> None:
        with pytest.raises(BrokenProcessPool):
            await worker.run(os._exit, 1)
        assert worker.waiting == 0
        assert await worker.run(abs, -1) == 1

    with_worker(test)


def test_a_process_with_nothing_to_do_ends_and_another_comes_when_it_has() -> None:
    before = {*active_children()}

    async def test(worker: WorkerProcess) -> None:
        assert not {*active_children()} - before, "none before it is needed"
        for number in (1, 2):
            assert await worker.run(abs, -number) == number
            assert len({*active_children()} - before) == 1
            while {*active_children()} - before:
                await asyncio.sleep(0.05)

    with_worker(test, idle=0.2)


def test_a_process_stays_while_there_is_more_to_do() -> None:
    before = {*active_children()}

    async def test(worker: WorkerProcess) -> None:
        await worker.run(abs, 0)
        (process,) = {*active_children()} - before
        for _ in range(4):
            await worker.run(time.sleep, 0.3)  # longer than it would stay without
        assert {*active_children()} - before == {process}

    with_worker(test, idle=0.2)


def test_it_is_let_go_in_the_middle_of_something(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")

    async def test(worker: WorkerProcess) -> None:
        asked = asyncio.create_task(worker.run(Path.read_text, pipe))
        with await writer_to(pipe):
            asked.cancel()
            worker.close()
        with pytest.raises(asyncio.CancelledError):
            await asked

    with_worker(test)
