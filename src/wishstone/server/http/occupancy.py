"""Occupancy: how many connections there are, by network and in all, how many there may be, and what their bodies hold.

A network may hold as many as its limit says, and never more than a share of the places that are still free. So places
stay free however many addresses attack: each that comes may have a smaller share, and a visitor with a few connections
fits in (dynamic thresholds, as switches share their buffers: Choudhury and Hahne, 1998).
"""

from __future__ import annotations

from wishstone.server.config.settings import Limits
from wishstone.server.live.metrics import Metrics
from wishstone.server.live.networks import NetworkCounts, networks_of
from wishstone.server.live.rate_limits import TokenBucket, TokenBuckets

SHARE = 0.125  # of the free places, that one address may hold
BODIES = 32  # of the largest there may be: what the bodies of all requests under way hold together at most
FINE = 20  # connections that one counts for that had to be ended: what it sent has cost more than an honest one does


class Occupancy:
    """All connections of a server."""

    def __init__(self, limits: Limits, metrics: Metrics, capacity: int) -> None:
        self.capacity = capacity
        self.total = 0
        self.calls = NetworkCounts(lambda: self._most(limits.calls_per_address))
        self.requests = NetworkCounts(lambda: self._most(limits.calls_per_address))  # those under way
        self.sockets = NetworkCounts(lambda: self._most(limits.connections_per_address))
        self._bodies = NetworkCounts(lambda: SHARE * self._free_bytes)
        self._free_bytes = BODIES * max(limits.body_bytes, limits.record_bytes)
        self._metrics = metrics
        # Twice as many as requests: who asks too often is told so, and only who does nothing but connect is not.
        self._arrivals = TokenBuckets(2 * limits.requests_at_once, 2 * limits.requests_per_second)

    def _most(self, limit: int) -> float:
        """How many connections an address may have now; a limit beyond all places says that there is to be none."""
        return limit if limit >= self.capacity else min(limit, SHARE * (self.capacity - self.total))

    def admit(self, address: str, is_proxy: bool) -> Visit | None:
        """Count a new connection; None if it cannot stay. A proxy's people are counted by their requests."""
        if self.total < self.capacity and (is_proxy or self._may_come(address)):
            return Visit(self, "" if is_proxy else address)
        self._metrics.refusals["too-many-connections"] += 1
        return None

    def _may_come(self, address: str) -> bool:
        buckets = self._buckets_of(address)
        if not self.calls.has_room(address) or not all(bucket.has_token() for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.take()
        return True

    def hold(self, address: str, count: int) -> bool:
        """Hold bytes of a request's body until it is answered; returns whether there is room for them."""
        if not self._bodies.has_room(address):
            return False
        self._free_bytes -= count
        self._bodies.add(address, count)
        return True

    def release(self, address: str, count: int) -> None:
        """Hold bytes of a body no longer."""
        self._free_bytes += count
        self._bodies.remove(address, count)

    def fine(self, address: str) -> None:
        """Let an address wait until it may connect again as often as before."""
        for bucket in self._buckets_of(address):
            bucket.left = max(-bucket.most, bucket.left - FINE)

    def _buckets_of(self, address: str) -> list[TokenBucket]:
        return [self._arrivals.bucket_of(network.name, network.share) for network in networks_of(address)]


class Visit:
    """One connection, from the moment in which it is accepted."""

    def __init__(self, occupancy: Occupancy, address: str) -> None:
        self._occupancy = occupancy
        self._address = address  # empty: it is a proxy's
        self._is_call = bool(address)  # whether it is counted as a connection for requests
        self._is_over = False
        occupancy.total += 1
        if address:
            occupancy.calls.add(address)

    def upgrade(self) -> None:
        """Stop counting it as a connection for requests: from here on it is a socket, which is counted as such."""
        if self._is_call:
            self._is_call = False
            self._occupancy.calls.remove(self._address)

    def fine(self) -> None:
        """Note that it had to be ended."""
        if self._address:
            self._occupancy.fine(self._address)

    def end(self) -> None:
        """Stop counting it, once it is lost."""
        if not self._is_over:
            self._is_over = True
            self._occupancy.total -= 1
            self.upgrade()
