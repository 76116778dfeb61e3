"""How much may one ask for? Buckets that fill up again with time, one for each address or connection."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

KEPT = 100_000  # buckets; those not used longest are forgotten, which fills them


@dataclass
class Bucket:
    """So many at once, and so many more each second."""

    most: float
    rate: float
    now: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.left = float(self.most)
        self._then = self.now()

    def take(self) -> bool:
        """Take one, if there is one. What is asked for in vain does not count."""
        now = self.now()
        self.left = min(self.most, self.left + (now - self._then) * self.rate)
        self._then = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def wait(self) -> int:
        """Whole seconds until there is one again."""
        return max(1, round((1 - self.left) / self.rate + 0.5))


class Buckets:
    """A bucket for each name, made when it is first asked for."""

    def __init__(self, most: float, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.rate, self.now = most, rate, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        """The bucket of a name."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self.most, self.rate, self.now)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket
