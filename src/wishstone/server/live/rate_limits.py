"""Rate limits: token buckets, one for each address, seat or connection.

An address spends from the buckets of all networks that it counts in, and each larger one may have more. Processes that
share a Redis or Valkey count there, too, so that nobody has as much again at the next process (`shared_limits.py`).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from wishstone.server.config.settings import ServerSettings
from wishstone.server.live.networks import networks_of
from wishstone.server.live.shared_limits import SharedLimits
from wishstone.server.table.refusal import Busy

MINUTE, HOUR = 60, 3600  # seconds
HALF = 0.5
KEPT = 100_000  # buckets; the least recently used are dropped, which refills them


@dataclass
class TokenBucket:
    """A token bucket: `most` tokens at once, refilled with `rate` per second."""

    most: float
    rate: float
    now: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.left = float(self.most)
        self._then = self.now()

    def has_token(self) -> bool:
        """Whether there is a token to take."""
        now = self.now()
        self.left = min(self.most, self.left + (now - self._then) * self.rate)
        self._then = now
        return self.left >= 1

    def take(self) -> bool:
        """Take a token, if there is one; a failed attempt costs nothing."""
        if not self.has_token():
            return False
        self.left -= 1
        return True

    @property
    def seconds_to_wait(self) -> int:
        """Whole seconds until there is a token again."""
        return max(1, round((1 - self.left) / self.rate + 0.5))


class TokenBuckets:
    """One bucket for each name, created on demand."""

    def __init__(self, most: float, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.rate, self.now = most, rate, now
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def bucket_of(self, name: str, share: int = 1) -> TokenBucket:
        """The bucket with this name, which holds a multiple of the usual."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = TokenBucket(self.most * share, self.rate * share, self.now)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket


class RateLimit:
    """How often something may be done, by each name or from each address; `what` is its name."""

    def __init__(
        self,
        what: str,
        most: float,
        rate: float,
        shared: SharedLimits | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what, self._shared = what, shared
        self._buckets = TokenBuckets(most, rate, now)

    async def spend(self, name: str, otherwise: str = "too-fast") -> None:
        """Take a token from the bucket with this name, or raise `Busy`."""
        await self._spend({name: 1}, otherwise)

    async def spend_from(self, address: str, otherwise: str = "too-fast", within: str = "") -> None:
        """Take a token from the buckets of all networks of an address, or raise `Busy`; `within`: only at one table."""
        await self._spend({f"{within} {network.name}": network.share for network in networks_of(address)}, otherwise)

    async def _spend(self, shares: dict[str, int], otherwise: str) -> None:
        """Take a token from each of these buckets, or from none of them."""
        buckets = [self._buckets.bucket_of(name, share) for name, share in shares.items()]
        if empty := [bucket for bucket in buckets if not bucket.has_token()]:
            raise Busy(otherwise, seconds=max(bucket.seconds_to_wait for bucket in empty))
        for bucket in buckets:
            bucket.take()
        if self._shared is not None:
            for name, bucket in reversed(list(zip(shares, buckets, strict=True))):  # the largest network first
                if seconds := await self._shared.spend(f"{self._what} {name}", bucket.most, bucket.rate):
                    raise Busy(otherwise, seconds=seconds)


class RateLimits:
    """All rate limits of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        limits = settings.limits
        self._shared = shared = SharedLimits(settings.shared_limits) if settings.shared_limits else None

        def limit(what: str, seconds: int, count: int, share: float = 1.0) -> RateLimit:
            """`count` within `seconds`, and a share of them at once."""
            return RateLimit(what, max(1, count * share), count / seconds, shared)

        self.requests = RateLimit("requests", limits.requests_at_once, limits.requests_per_second, shared)
        self.chats = limit("chats", MINUTE, limits.chats_per_minute, HALF)
        self.hints = limit("hints", MINUTE, limits.hints_per_minute, HALF)
        self.looks = limit("looks", MINUTE, limits.looks_per_minute, HALF)
        self.asks = limit("asks", HOUR, limits.asks_per_address, HALF)
        self.openings = limit("openings", HOUR, limits.tables_per_address)
        self.reviews = limit("reviews", HOUR, limits.reviews_per_address)
        self.reports = limit("reports", HOUR, limits.reports_per_address)

    @property
    def are_shared(self) -> bool | None:
        """Whether other processes count with this one now; None: they are not meant to."""
        return None if self._shared is None else self._shared.is_answering

    async def close(self) -> None:
        """Disconnect from what is shared."""
        if self._shared is not None:
            await self._shared.close()
