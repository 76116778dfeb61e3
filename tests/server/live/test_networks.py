"""Client networks: an IPv6 address counts in its /64, /56 and /48, and each larger one may have twice as much."""

from __future__ import annotations

import pytest

from wishstone.server.live.networks import NetworkCounts, client_address, counted_address, networks_of


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("a:b", "a:b"),
        ("", ""),
    ],
)
def test_an_address_is_counted_by_its_household(address: str, counted: str) -> None:
    assert counted_address(address) == counted


@pytest.mark.parametrize("address", ["2001:db8:1:2::1", "2001:db8:1:2::/64"])
def test_an_ipv6_address_counts_in_larger_networks_with_growing_limits(address: str) -> None:
    assert networks_of(address) == (("2001:db8:1:2::/64", 1), ("2001:db8:1::/56", 2), ("2001:db8:1::/48", 4))


def test_an_ipv4_address_counts_for_itself_alone() -> None:
    assert networks_of("203.0.113.9") == networks_of("::ffff:203.0.113.9") == (("203.0.113.9", 1),)


def test_what_is_no_address_is_counted_under_its_beginning() -> None:
    assert client_address({"client": ("x" * 9000, 0)}) == "x" * 64
    assert client_address({"client": None}) == ""


def test_a_network_holds_no_more_than_its_share_however_many_addresses_it_has() -> None:
    counts = NetworkCounts(lambda: 3)
    opened = 0
    for half in range(2):  # of the /48: two of its /56
        for number in range(20):
            address = f"2001:db8:1:{256 * half + number:x}::1"
            while counts.has_room(address):
                counts.add(address)
                opened += 1
        assert opened == 6 * (half + 1)
    assert not counts.has_room("2001:db8:1:ffff::1"), "the whole /48 has four times as much as one address"
    assert counts.has_room("2001:db8:2::1")
    assert counts.held_by("2001:db8:1::1") == 3


def test_what_was_given_back_is_forgotten() -> None:
    counts = NetworkCounts(lambda: 1)
    for address in ("2001:db8::1", "203.0.113.9"):
        counts.add(address)
        assert not counts.has_room(address)
        counts.remove(address)
        assert counts.has_room(address)
    assert not counts
