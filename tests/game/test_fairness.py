"""Fair dice: every outcome follows from the secret, the seats' numbers and the count, as the format says."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.game.fair_games import NUMBERS, SECRET, make_fairness
from wishstone.game.contract import CHANCE
from wishstone.game.fairness import (
    SPAN,
    Fairness,
    commitment,
    draw,
    draw_number,
    first_by_lot,
    is_hash,
    is_number,
    number_hash,
)
from wishstone.game.record import possible
from wishstone.games import GAMES, load


def value(number: int, attempt: int, secret: str = SECRET, numbers: Sequence[str] = NUMBERS[:2]) -> int:
    """The value of one try, written down from the specification a second time."""
    message = b"wishstone/1 " + b",".join(each.encode() for each in numbers) + b" %d %d" % (number, attempt)
    return int(hmac.new(bytes.fromhex(secret), message, hashlib.sha256).hexdigest()[:16], 16)


def test_a_draw_is_the_remainder_of_an_hmac() -> None:
    for number in (0, 1, 9, 10, 12345):
        for total in (1, 2, 6, 101, 7776):
            assert draw_number(SECRET, NUMBERS[:2], number, total) == value(number, 0) % total
    assert draw_number(SECRET, NUMBERS[:3], 5, 101) == value(5, 0, numbers=NUMBERS[:3]) % 101


def test_known_answers() -> None:
    """Values that OpenSSL gave, so that a change of the method cannot hide in this file."""
    secret = "2ecf4cb4890977c466080feb960c119c7ff7b891e3bd88bba5c969458e1563ae"
    numbers = ("7692c3ad3540bb803c020b3aee66cd88", "3fc4ccfe745870e2c0d99f71f30ff065")
    assert commitment(secret) == "da083ddcf7fb0363eea678e4a0605d401f9616bf331cf96385df03a0d85c465a"
    assert draw_number(secret, numbers, 0, SPAN) == 0xAF9182285A299664
    assert draw_number(secret, numbers, 0, 101) == 64
    assert first_by_lot(Fairness.of(secret, numbers), 2) == 0


def test_values_that_would_favour_some_are_rejected() -> None:
    total = SPAN // 2 + 1  # nearly half of all values are left over
    attempts = []
    for number in range(200):
        attempt = next(k for k in range(100) if value(number, k) < SPAN - SPAN % total)
        assert draw_number(SECRET, NUMBERS[:2], number, total) == value(number, attempt) % total
        attempts.append(attempt)
    assert attempts.count(0) > 60
    assert max(attempts) >= 3


@pytest.mark.parametrize("total", [0, -1, SPAN + 1])
def test_a_draw_from_nothing_or_too_much_is_refused(total: int) -> None:
    with pytest.raises(ValueError, match="possibilities"):
        draw_number(SECRET, NUMBERS[:2], 0, total)


def chi_squared(counts: Counter[Any], weights: dict[Any, int]) -> float:
    share = sum(counts.values()) / sum(weights.values())
    return sum((counts[each] - weight * share) ** 2 / (weight * share) for each, weight in weights.items())


@pytest.mark.parametrize(("total", "limit"), [(2, 10.8), (6, 20.5), (101, 149.4)])  # exceeded by chance: 1 in 1000
def test_draws_are_uniform(total: int, limit: float) -> None:
    counts = Counter(draw_number(SECRET, NUMBERS[:2], number, total) for number in range(200 * total))
    assert chi_squared(counts, dict.fromkeys(range(total), 1)) < limit


def test_outcomes_come_as_often_as_their_weights_say() -> None:
    game = load("keltis-dice")
    state = game.start(2)
    counts = Counter(draw(game, state, make_fairness(2), number) for number in range(4000))
    assert len(counts) == 56
    assert chi_squared(counts, dict(game.chances(state))) < 93.2  # 55 degrees of freedom, 1 in 1000


@pytest.mark.parametrize("id", [about.id for about in GAMES])
def test_an_outcome_is_picked_in_the_order_of_the_records_chances(id: str) -> None:
    game = load(id)
    state, number = game.start(3), 0
    while game.actor(state) == CHANCE:
        line_up = [name for name, weight in possible(game, state)["chances"] for _ in range(weight)]
        drawn = draw(game, state, make_fairness(3), number)
        assert game.outcome_names[drawn] == line_up[value(number, 0, numbers=NUMBERS[:3]) % len(line_up)]
        game.apply(state, drawn)
        number += 1
    assert number > 0


def test_numbers_and_hashes_have_one_form() -> None:
    assert is_number(NUMBERS[0])
    assert is_hash(SECRET)
    for wrong in (
        NUMBERS[0].upper(),
        NUMBERS[0][1:],
        f"{NUMBERS[0]}00",
        f"{NUMBERS[0]}\n",
        "x" * 32,
        b"0" * 32,
        0,
        None,
    ):
        assert not is_number(wrong)
    assert not is_hash(NUMBERS[0])
    assert number_hash("00" * 16) == hashlib.sha256(bytes(16)).hexdigest()


def test_what_follows_needs_the_secret_and_nobody_prints_it() -> None:
    sealed = make_fairness(2).sealed()
    assert "secret" not in sealed.header()
    assert SECRET not in repr(make_fairness(2))
    with pytest.raises(ValueError, match="without the secret"):
        first_by_lot(sealed, 2)
    assert Fairness.read(make_fairness(2).header(), 2) == make_fairness(2)
    assert Fairness.read(sealed.header(), 2) == sealed
