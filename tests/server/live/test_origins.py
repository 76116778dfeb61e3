"""Origins: marks that tell whether two people may be neighbours, and nothing of their addresses."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.databases import with_store
from wishstone.server.live.origins import OriginMarker, are_neighbours, is_blocked
from wishstone.server.store.interface import Store


async def marker(store: Store) -> OriginMarker:
    """One that has read its key."""
    made = OriginMarker()
    await made.open(store)
    return made


def origins(tmp_path: Path, *addresses: str) -> list[str]:
    """The origins of addresses, as one database has them."""

    async def work(store: Store) -> list[str]:
        made = await marker(store)
        return [made.origin_of(address) for address in addresses]

    return with_store(str(tmp_path / "tables.db"), work)


def test_an_origin_has_nothing_of_its_address_and_is_the_same_in_every_process(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        one, other = await asyncio.gather(marker(store), marker(store))
        for address in ("203.0.113.9", "2001:db8:1:2::/64"):
            assert one.origin_of(address) == other.origin_of(address)
            assert not set(one.origin_of(address)) - set("0123456789abcdef ")
            assert "203" not in one.origin_of(address).split()
        assert one.origin_of("") == ""

    with_store(str(tmp_path / "a.db"), work)
    assert origins(tmp_path / "..", "203.0.113.9") != origins(tmp_path, "203.0.113.9")


def test_a_household_is_an_address_or_in_ipv6_a_56(tmp_path: Path) -> None:
    one, other, house, room, street = origins(
        tmp_path, "203.0.113.9", "203.0.113.10", "2001:db8:1:2::/64", "2001:db8:1:3::/64", "2001:db8:1:200::/64"
    )
    assert are_neighbours(one, one)
    assert not are_neighbours(one, other)
    assert are_neighbours(house, room)
    assert not are_neighbours(house, street)
    assert are_neighbours(one, ""), "who knows"


def test_a_blocked_household_stays_out_and_two_of_them_take_the_network_around_with_them(tmp_path: Path) -> None:
    street = [f"2001:db8:1:{house}00::/64" for house in range(1, 4)]
    first, second, third, room, afar, fourth = origins(
        tmp_path, *street, "2001:db8:1:101::/64", "2001:db8:2::/64", "203.0.113.9"
    )
    assert is_blocked(first, [first])
    assert is_blocked(room, [first])
    assert not is_blocked(second, [first])
    assert is_blocked(third, [first, second])
    assert not is_blocked(afar, [first, second])
    assert not is_blocked("", [first, second, fourth])
    assert not is_blocked(fourth, [first, second, *origins(tmp_path, "203.0.113.10", "203.0.113.11")])
    assert is_blocked(fourth, [first, fourth])
