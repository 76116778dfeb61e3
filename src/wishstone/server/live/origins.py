"""Origins: marks of the networks from which somebody comes, so that addresses can be compared without storing them.

A mark is a keyed hash of a network; all processes share the key through the database. Two origins can be told apart as
long as they are kept, but nobody can read an address in them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from wishstone.server.live.networks import networks_of
from wishstone.server.store.interface import Store
from wishstone.server.workers.fair_queue import Path

SECRET = "origins"  # the name of the key in the database
LENGTH = 16  # hexadecimal digits of a mark
HOUSEHOLD = 2  # networks that one household may have for itself: in IPv6 a /64, and the /56 around it
CROWD = 2  # blocked households after which the network around them is blocked, too


class OriginMarker:
    """Makes the origin of an address, once the key was read."""

    def __init__(self) -> None:
        self._key = b""

    async def open(self, store: Store) -> None:
        """Read the key, or make it."""
        self._key = bytes.fromhex(await store.shared_secret(SECRET))

    def origin_of(self, address: str) -> str:
        """The marks of an address's networks, the smallest first; empty for no address."""
        return " ".join(self._mark(network.name) for network in networks_of(address)) if address else ""

    def _mark(self, network: str) -> str:
        return hmac.new(self._key, network.encode(), hashlib.sha256).hexdigest()[:LENGTH]


def path_of(origin: str) -> Path:
    """Where work for an origin waits: in its networks from the largest one on, each with its largest weight."""
    marks = origin.split() or [""]
    return tuple((mark, 2**level) for level, mark in reversed([*enumerate(marks)]))


def are_neighbours(one: str, other: str) -> bool:
    """Whether two origins may be one household; where one of them is not known, they may."""
    return not one or not other or not _household(one).isdisjoint(_household(other))


def is_blocked(origin: str, blocked: Iterable[str]) -> bool:
    """Whether an origin is blocked: its household is, or several in the network around it are."""
    marks = origin.split()
    around = marks[HOUSEHOLD:]
    crowd = 0
    for other in blocked:
        if marks and not _household(origin).isdisjoint(_household(other)):
            return True
        crowd += bool(around) and around == other.split()[HOUSEHOLD:]
    return crowd >= CROWD


def _household(origin: str) -> frozenset[str]:
    return frozenset(origin.split()[:HOUSEHOLD])
