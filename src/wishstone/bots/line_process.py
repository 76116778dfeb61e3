"""Line-based subprocess for an untrusted program: every read has a deadline, every resource a limit, and it ends.

There are no threads: what the program writes while nobody listens stays in its pipe and holds it up when that is
full. Nothing here waits or grows without a limit.

A program is started as the leader of a process group, which is ended as a whole: when we end it, when our process
exits, and when it is killed. For the last there is a guard, a shell that waits for the end of a pipe from us.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, cast

LONGEST = 64 * 1024  # bytes of a line; an answer needs fewer than a hundred
CHUNK = 64 * 1024  # bytes read at once
TAIL = 2000  # bytes kept of what it says on standard error
PARTING = 0.5  # seconds between a farewell and the end
REAPING = 5.0  # seconds until a killed process is gone, at the most

GUARD = 'read -r line && exit; kill -s KILL -- "-$1"'  # a line lets it go; the end of the pipe does not


class Ended(Exception):
    """The program will say no more: it ended or closed its standard output."""


class Flooded(Exception):
    """The program wrote a line without an end."""


class LineProcess:
    """A running program, spoken to by lines. Raises an `OSError` if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
        self._process = process
        try:
            guard = _guard_of(process.pid)
        except OSError:
            _end(process, None, os.getpid())
            raise
        self._end = weakref.finalize(self, _end, process, guard, os.getpid())
        self._input, self._output, self._errors = _pipes(process)
        self._selector = selectors.DefaultSelector()
        for stream in (self._input, self._output, self._errors):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._unsent = b""
        self._heard = bytearray()
        self._tail = b""

    @property
    def last_words(self) -> str:
        """The end of what it said on standard error so far."""
        return self._tail.decode(errors="replace")

    @property
    def unread(self) -> int:
        """How many bytes of ours do not fit into its pipe because it does not read."""
        return len(self._unsent)

    def say(self, line: bytes) -> None:
        """Hand it a line; it is sent while we listen."""
        if not self._input.closed:
            self._unsent += line
            self._watch_input()

    def hear(self, deadline: float) -> bytes | None:
        """The next line that it says, without its end; None if there is none by this time of the monotonic clock."""
        while True:
            if (line := self._next_line()) is not None:
                return line
            if self._output.closed:
                raise Ended
            left = deadline - time.monotonic()
            self._exchange(max(left, 0))
            if left <= 0 and b"\n" not in self._heard:
                return None

    def farewell(self, line: bytes) -> None:
        """Say a last line, close its standard input, let it end by itself, and end it."""
        deadline = time.monotonic() + PARTING
        self.say(line)
        while self._unsent and (left := deadline - time.monotonic()) > 0:
            self._exchange(left)
        self._close(self._input)
        self._listen_to_the_end(deadline)
        self._finish()

    def end(self) -> int:
        """End it with all that it started; its exit status, or the negative number of the signal that killed it.

        A program that closed its output is likely about to end: its last words and its own status are worth a moment.
        """
        if self._output.closed:
            self._listen_to_the_end(time.monotonic() + PARTING)
        self._finish()
        return self._process.returncode or 0

    def _finish(self) -> None:
        self._end()
        self._selector.close()

    def _next_line(self) -> bytes | None:
        length = self._heard.find(b"\n")
        if length > LONGEST or (length < 0 and len(self._heard) > LONGEST):
            raise Flooded
        if length < 0:
            return None
        line = bytes(self._heard[:length])
        del self._heard[: length + 1]
        return line

    def _listen_to_the_end(self, deadline: float) -> None:
        """Hear what it still says, keeping only the tail of its errors, until it has closed both or time is up."""
        while not (self._output.closed and self._errors.closed) and (left := deadline - time.monotonic()) > 0:
            self._exchange(left)
            self._heard.clear()

    def _exchange(self, seconds: float) -> None:
        """Send and receive what can be, as soon as anything can be."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._input:
                self._send()
            elif key.fileobj is self._output:
                self._heard += self._received(self._output)
            else:
                self._tail = (self._tail + self._received(self._errors))[-TAIL:]

    def _send(self) -> None:
        try:
            sent = os.write(self._input.fileno(), self._unsent)
        except BlockingIOError:
            return
        except OSError:  # it has closed its input; what it says is still heard
            self._close(self._input)
            return
        self._unsent = self._unsent[sent:]
        self._watch_input()

    def _received(self, stream: IO[bytes]) -> bytes:
        try:
            chunk = os.read(stream.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            chunk = b""
        if not chunk:
            self._close(stream)
        return chunk

    def _watch_input(self) -> None:
        """Ask the selector about standard input as long as there is something to send."""
        watched = self._input in self._selector.get_map()
        if self._unsent and not watched:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif watched and not self._unsent:
            self._selector.unregister(self._input)

    def _close(self, stream: IO[bytes]) -> None:
        if stream.closed:
            return
        if stream in self._selector.get_map():
            self._selector.unregister(stream)
        if stream is self._input:
            self._unsent = b""
        stream.close()


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    return cast("tuple[IO[bytes], IO[bytes], IO[bytes]]", (process.stdin, process.stdout, process.stderr))


def _guard_of(group: int) -> subprocess.Popen[bytes]:
    """A shell that ends a process group as soon as we are gone without having let the shell go."""
    return subprocess.Popen(
        ["/bin/sh", "-c", GUARD, "sh", str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes], guard: subprocess.Popen[bytes] | None, owner: int) -> None:
    """End a process group of ours and its guard.

    The group's number is ours as long as its leader has not been waited for, so nothing is killed after that; and a
    fork of our process, which inherits this duty, has no part in it.
    """
    if os.getpid() != owner:
        return
    with suppress(ProcessLookupError, PermissionError):  # nothing is left of it; macOS says so by the second
        os.killpg(process.pid, signal.SIGKILL)
    if guard is not None:
        with suppress(OSError, subprocess.TimeoutExpired):
            guard.communicate(b"\n", REAPING)
    with suppress(subprocess.TimeoutExpired):
        process.wait(REAPING)
    for stream in _pipes(process):
        stream.close()
