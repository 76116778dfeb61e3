"""Rate limits: token buckets, one for each address, seat or connection."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

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

    def take(self) -> bool:
        """Take a token, if there is one; a failed attempt costs nothing."""
        now = self.now()
        self.left = min(self.most, self.left + (now - self._then) * self.rate)
        self._then = now
        if self.left < 1:
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

    def bucket_of(self, name: str) -> TokenBucket:
        """The bucket with this name."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = TokenBucket(self.most, self.rate, self.now)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket

    def spend(self, name: str, otherwise: str = "too-fast") -> None:
        """Take a token from the bucket with this name, or raise `Busy`."""
        bucket = self.bucket_of(name)
        if not bucket.take():
            raise Busy(otherwise, seconds=bucket.seconds_to_wait)


def buckets_per(seconds: int, count: int, share: float = 1.0) -> TokenBuckets:
    """Buckets that allow `count` within `seconds`, and a share of them at once."""
    return TokenBuckets(max(1, count * share), count / seconds)
