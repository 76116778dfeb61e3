"""Occupancy: a network holds no more than its limit, nor than a share of what is free, and places stay for others."""

from __future__ import annotations

from typing import Any

import pytest

from wishstone.server.config.settings import Limits
from wishstone.server.http.occupancy import Occupancy, Visit
from wishstone.server.live.metrics import Metrics


def occupancy(capacity: int, **limits: Any) -> Occupancy:
    plenty = {"requests_at_once": 100_000, "calls_per_address": 100, **limits}
    return Occupancy(Limits(**plenty), Metrics(), capacity)


def fill(place: Occupancy, address: str) -> list[Visit]:
    """As many connections as an address can get."""
    visits = []
    while (visit := place.admit(address, is_proxy=False)) is not None:
        visits.append(visit)
    return visits


def test_an_address_holds_as_many_connections_as_its_limit() -> None:
    place = occupancy(10_000)
    assert len(fill(place, "203.0.113.1")) == 100
    assert len(fill(place, "203.0.113.2")) == 100


@pytest.mark.parametrize("attackers", [1, 5, 20])
def test_however_many_attack_somebody_with_a_few_connections_fits_in(attackers: int) -> None:
    place = occupancy(900)
    for number in range(attackers):
        fill(place, f"203.0.113.{number}")
    browser = [place.admit("198.51.100.1", is_proxy=False) for _ in range(6)]
    assert all(browser)


def test_an_operator_can_give_all_places_to_one_address() -> None:
    assert len(fill(occupancy(900, calls_per_address=900), "203.0.113.1")) == 900


def test_a_large_network_has_a_multiple_of_an_addresss_limit() -> None:
    place = occupancy(10_000, calls_per_address=10)
    assert sum(len(fill(place, f"2001:db8:0:{number:x}::1")) for number in range(600)) == 40


def test_when_all_is_full_not_even_a_proxy_comes_in() -> None:
    place = occupancy(5)
    assert [place.admit("127.0.0.1", is_proxy=True) is not None for _ in range(6)] == [True] * 5 + [False]


def test_connections_that_come_too_fast_are_not_accepted() -> None:
    place = occupancy(10_000, requests_at_once=3, requests_per_second=1)
    for _ in range(6):
        visit = place.admit("203.0.113.1", is_proxy=False)
        assert visit is not None
        visit.end()
    assert place.admit("203.0.113.1", is_proxy=False) is None
    assert place._metrics.refusals == {"too-many-connections": 1}
    assert place.admit("203.0.113.2", is_proxy=False) is not None


def test_connections_of_a_large_network_come_no_faster_than_its_share() -> None:
    place = occupancy(10_000, requests_at_once=5, requests_per_second=1)
    visits = [place.admit(f"2001:db8:0:{number:x}::1", is_proxy=False) for number in range(600)]
    assert len([visit for visit in visits if visit is not None]) == 40


def test_what_has_ended_makes_room_once() -> None:
    place = occupancy(10_000, calls_per_address=1)
    visit = place.admit("203.0.113.1", is_proxy=False)
    assert visit is not None
    visit.upgrade()
    assert place.total == 1, "a socket is a connection, too"
    assert place.admit("203.0.113.1", is_proxy=False) is not None
    visit.end()
    visit.end()
    assert (place.total, place.calls.held_by("203.0.113.1")) == (1, 1)


def test_who_has_to_be_ended_again_and_again_can_connect_less_often() -> None:
    place = occupancy(10_000, requests_at_once=100, requests_per_second=1)
    together = [place.admit("203.0.113.1", is_proxy=False) for _ in range(20)]
    for visit in together:
        assert visit is not None
        visit.fine()
        visit.end()
    assert place.admit("203.0.113.1", is_proxy=False) is None
    assert place._arrivals.bucket_of("203.0.113.1").left >= -200, "not for ever"
    proxy = place.admit("127.0.0.1", is_proxy=True)
    assert proxy is not None
    proxy.fine()
    assert place.admit("127.0.0.1", is_proxy=False) is not None, "a proxy stands for many"


def test_bodies_that_are_held_leave_room_for_those_of_others() -> None:
    place = occupancy(10_000, body_bytes=1000, record_bytes=1000)  # room for 32,000 bytes
    held = 0
    while place.hold("203.0.113.1", 100):
        held += 100
    assert 3000 <= held <= 4000, "an eighth of what is free"
    assert place.hold("198.51.100.1", 1000)
    place.release("203.0.113.1", held)
    assert place.hold("203.0.113.1", 1000)
