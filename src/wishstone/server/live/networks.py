"""Client networks: the address of a client, and the networks in which what it does is counted.

One person has one IPv4 address, but in IPv6 as many as they like: a household has a /64 at least, often a /56, and a
/48 can be had for nothing. So an IPv6 address counts in all three, and each larger one may have twice as much as the
one inside it. `docs/serving.md` says so to operators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from starlette.types import Scope

LONGEST = 64  # characters of an address; what is longer is none, and comes from a proxy that is set up wrongly
PREFIXES = {64: 1, 56: 2, 48: 4}  # of IPv6 networks, each with the multiple of a limit that it may have


class Network(NamedTuple):
    """A network in which an address is counted."""

    name: str  # `192.0.2.1`, `2001:db8::/64`
    share: int  # the multiple of an address's limit that holds for it


def client_address(scope: Scope) -> str:
    """The address by which a client's requests are limited."""
    client = scope.get("client")
    return counted_address(client[0][:LONGEST]) if client else ""


def counted_address(address: str) -> str:
    """The address under which a client is counted; in IPv6, the /64 network that one household has."""
    return networks_of(address)[0].name


@lru_cache(maxsize=4096)
def networks_of(address: str) -> tuple[Network, ...]:
    """The networks in which an address, or what `counted_address` made of it, is counted, the smallest first."""
    bare, _, prefix = address.partition("/")
    try:
        known = ip_address(bare.partition("%")[0])
    except ValueError:
        return (Network(address, 1),)
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None and prefix in ("", "64"):
        return tuple(Network(str(ip_network((known, length), strict=False)), PREFIXES[length]) for length in PREFIXES)
    return (Network(str(getattr(known, "ipv4_mapped", None) or address), 1),)


class NetworkCounts:
    """How much each network holds of something that is limited, such as connections."""

    def __init__(self, most: Callable[[], float]) -> None:
        self._most = most  # how much one address may hold at this moment
        self._held: Counter[str] = Counter()

    def __bool__(self) -> bool:
        return bool(self._held)

    def has_room(self, address: str) -> bool:
        """Whether an address may hold one more, as far as all its networks are concerned."""
        most = self._most()
        return all(self._held[network.name] < most * network.share for network in networks_of(address))

    def held_by(self, address: str) -> int:
        """How much an address holds, or in IPv6 its /64."""
        return self._held[counted_address(address)]

    def add(self, address: str, count: int = 1) -> None:
        """Count so much more for an address."""
        for network in networks_of(address):
            self._held[network.name] += count

    def remove(self, address: str, count: int = 1) -> None:
        """Count so much less for an address."""
        for network in networks_of(address):
            self._held[network.name] -= count
            if not self._held[network.name]:
                del self._held[network.name]
