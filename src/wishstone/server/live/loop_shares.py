"""Loop shares: how much of the event loop each network takes, and who waits where that is more than its part.

What a command or a request takes is measured while it runs, and charged to its client and to the networks that the
client counts in. A network alone may have the whole loop. Where others are there, it has its part, and what goes beyond
waits: nobody is refused, unless a client has to wait for very long. Of those who wait, whoever has taken least lately
comes first, so that somebody who floods a network delays hardly anybody else in it.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from wishstone.server.live.networks import networks_of
from wishstone.server.table.refusal import Busy

T = TypeVar("T")

TOGETHER = 0.5  # of the loop, for the networks that are there, in equal parts
LEAST = 0.02  # of the loop, for each network, however many there are
CREDIT = 1.0  # seconds of the loop that a network which has taken little may take at once
RECENT = 5.0  # seconds for which a network counts as being there
FADES = 10.0  # seconds in which what a client has taken counts half
PATIENCE = 10.0  # seconds that a client may have to wait
ARRIVAL = 0.0001  # seconds to receive and parse a command or a request, which happens before it is measured
PACE = 0.001  # seconds between two who have waited, so that what the first one takes is known
KEPT = 20_000  # networks; the least recently used are dropped, which forgets what they have taken


class Measured(Generic[T]):
    """Awaits a coroutine, and charges the time in which it runs itself, not that in which it waits."""

    def __init__(self, work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> None:
        self._work, self._charge = work, charge

    def __await__(self) -> Generator[Any, Any, T]:
        """Run the coroutine step by step."""
        value: Any = None
        error: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                waiting = self._work.send(value) if error is None else self._work.throw(error)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return] # it is what the coroutine returns
            finally:
                self._charge(time.thread_time() - began)
            value = error = None
            try:
                value = yield waiting
            except BaseException as thrown:
                error = thrown


class NetworkShare:
    """What a network has taken of the loop, and the clients that wait for more of it."""

    def __init__(self, share: int) -> None:
        self.share = share
        self.left, self.then = CREDIT * share, time.monotonic()
        self.waiting: list[tuple[float, int, asyncio.Future[None]]] = []  # a heap: who has taken least comes first
        self.timer: asyncio.TimerHandle | None = None

    def refill(self, now: float, part: float) -> None:
        """Add what the network was entitled to meanwhile; `part`: of the loop, for one address."""
        self.left = min(CREDIT * self.share, self.left + (now - self.then) * part * self.share)
        self.then = now


class LoopClient:
    """Somebody who takes time of the loop: a connection, or the requests of an address."""

    def __init__(self, shares: tuple[NetworkShare, ...], widest: str) -> None:
        self.shares, self.widest = shares, widest
        self._taken, self._then = 0.0, time.monotonic()

    def charge(self, seconds: float) -> None:
        """Charge what the client has taken."""
        self._taken += seconds
        for share in self.shares:
            share.left -= seconds

    def taken_lately(self, now: float) -> float:
        """What the client has taken, of which half is forgotten after some seconds."""
        self._taken *= 0.5 ** ((now - self._then) / FADES)
        self._then = now
        return self._taken


_payer: ContextVar[LoopClient | None] = ContextVar("payer", default=None)


def charged(work: Coroutine[Any, Any, T]) -> Awaitable[T]:
    """What a task of its own does for whoever is charged here, charged to them as well."""
    client = _payer.get()
    return work if client is None else Measured(work, client.charge)


class LoopShares:
    """The event loop, as it is shared by networks."""

    def __init__(self) -> None:
        self._shares: OrderedDict[str, NetworkShare] = OrderedDict()
        self._there: OrderedDict[str, float] = OrderedDict()  # networks, and when they took something last
        self._numbers = itertools.count()

    def client(self, address: str) -> LoopClient:
        """A client from an address."""
        networks = networks_of(address)
        return LoopClient(tuple(self._share_of(name, share) for name, share in networks), networks[-1].name)

    async def run(self, client: LoopClient, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine once its client may have more of the loop, and charge what it takes; raises `Busy`."""
        now = time.monotonic()
        if self._is_alone(client, now):
            return await work
        try:
            await self._wait(client, now)
        except BaseException:
            work.close()
            raise
        client.charge(ARRIVAL)
        token = _payer.set(client)
        try:
            return await Measured(work, client.charge)
        finally:
            _payer.reset(token)

    @property
    def part(self) -> float:
        """The part of the loop that an address may have now."""
        return max(LEAST, TOGETHER / max(1, len(self._there)))

    def _is_alone(self, client: LoopClient, now: float) -> bool:
        """Note that a client is there; returns whether no other network is."""
        self._there[client.widest] = now
        self._there.move_to_end(client.widest)
        while next(iter(self._there.values())) < now - RECENT:
            self._there.popitem(last=False)
        return len(self._there) == 1

    async def _wait(self, client: LoopClient, now: float) -> None:
        """Wait until all networks of a client have something left, the largest first."""
        for share in reversed(client.shares):
            share.refill(now, self.part)
            if share.left >= 0 and not share.waiting:
                continue
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(share.waiting, (client.taken_lately(now), next(self._numbers), turn))
            self._arrange(share)
            try:
                async with asyncio.timeout(PATIENCE):
                    await turn
            except TimeoutError as error:
                raise Busy("too-fast", seconds=round(PATIENCE)) from error
            now = time.monotonic()

    def _arrange(self, share: NetworkShare) -> None:
        """See to it that those who wait get their turns."""
        if share.timer is None and share.waiting:
            seconds = max(PACE, -share.left / (self.part * share.share))
            share.timer = asyncio.get_running_loop().call_later(min(seconds, PATIENCE), self._let_one_on, share)

    def _let_one_on(self, share: NetworkShare) -> None:
        share.timer = None
        share.refill(time.monotonic(), self.part)
        while share.waiting and (share.left >= 0 or share.waiting[0][2].done()):
            turn = heapq.heappop(share.waiting)[2]
            if not turn.done():  # whoever went away meanwhile leaves the turn to the next
                turn.set_result(None)
                break
        self._arrange(share)

    def _share_of(self, name: str, share: int) -> NetworkShare:
        known = self._shares.get(name)
        if known is None:
            known = self._shares[name] = NetworkShare(share)
            if len(self._shares) > KEPT:
                self._shares.popitem(last=False)
        else:
            self._shares.move_to_end(name)
        return known
