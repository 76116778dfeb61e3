"""Shared limits: counts that several processes keep together in a Redis or Valkey, by the library `limits`.

Each process counts for itself first, so that a flood does not get that far. Where the database does not answer, nobody
is refused for it: then every process counts for itself alone, and tries again a little later.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from importlib.util import find_spec
from typing import Any

from wishstone.game.errors import UsageError
from wishstone.server.config.words import LEXICON

log = logging.getLogger("wishstone.limits")

ANSWER = 0.25  # seconds in which a healthy database answers
AGAIN = 5.0  # seconds until one that did not is asked again
CONNECTIONS = 8
PREFIX = "wishstone"  # of all keys


class SharedLimits:
    """Counts in a Redis or Valkey that other processes use, too."""

    def __init__(self, url: str) -> None:
        for module in ("limits", "redis"):
            if find_spec(module) is None:
                raise UsageError("limits-extra", LEXICON, module=module)
        from limits import RateLimitItemPerSecond
        from limits.aio.storage import RedisStorage
        from limits.aio.strategies import SlidingWindowCounterRateLimiter
        from redis.asyncio import BlockingConnectionPool

        # Valkey speaks as Redis does.
        address = "redis" + url.removeprefix("valkey").removeprefix("redis")
        self._pool = BlockingConnectionPool.from_url(
            address, max_connections=CONNECTIONS, timeout=ANSWER, socket_timeout=ANSWER, socket_connect_timeout=ANSWER
        )
        options: dict[str, Any] = {"connection_pool": self._pool, "implementation": "redispy", "key_prefix": PREFIX}
        storage = RedisStorage(f"async+{address}", **options)
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._item = RateLimitItemPerSecond
        self._asleep_until = 0.0
        self.is_answering = True  # as far as is known

    async def spend(self, name: str, most: float, rate: float) -> int:
        """Count something under a name that may be done `most` times at once and `rate` times a second in the long run.

        Returns the seconds to wait where it was too much, otherwise 0.
        """
        if time.monotonic() < self._asleep_until:
            return 0
        window = max(1, math.ceil(most / rate))
        item = self._item(max(1, math.floor(rate * window)), window)
        try:
            async with asyncio.timeout(ANSWER):
                has_room = await self._limiter.hit(item, name)
                reset = 0.0 if has_room else (await self._limiter.get_window_stats(item, name))[0]
        except Exception as error:  # whatever it is, nobody is refused for it
            self._asleep_until = time.monotonic() + AGAIN
            self.is_answering = False
            log.warning("the shared limits do not answer", extra={"reason": type(error).__name__})
            return 0
        if not self.is_answering:
            self.is_answering = True
            log.warning("the shared limits answer again")
        return 0 if has_room else max(1, math.ceil(reset - time.time()))

    async def close(self) -> None:
        """Disconnect."""
        await self._pool.aclose()
