"""Random generator: a known sequence, independent streams, fair numbers, and the same on both engines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wishstone.game.chance import MASK, below, draw32, stream
from wishstone.game.rule import shared
from wishstone.game.sets import lowest, size


def reference_sfc32(a: int, b: int, c: int, count: int, numbers: int) -> list[int]:
    """The generator as its author describes it, in 32-bit arithmetic of NumPy, written apart from ours."""
    word = np.uint32
    a_, b_, c_, d_ = word(a), word(b), word(c), word(count)
    drawn = []
    with np.errstate(over="ignore"):
        for _ in range(numbers):
            result = a_ + b_ + d_
            d_ = d_ + word(1)
            a_ = b_ ^ (b_ >> word(9))
            b_ = c_ + (c_ << word(3))
            c_ = ((c_ << word(21)) | (c_ >> word(11))) + result
            drawn.append(int(result))
    return drawn


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**48 - 1), st.integers(0, 7))
@settings(max_examples=50, deadline=None)
def test_a_stream_is_sfc32_from_its_key(seed: int, number: int, who: int) -> None:
    rng = stream(seed, number, who)
    counter = 1 + who + ((number >> 32) << 8)
    expected = reference_sfc32(seed & MASK, seed >> 32, number & MASK, counter, 40)[15:]
    assert [draw32(rng) for _ in range(25)] == expected


def test_every_key_has_its_own_stream() -> None:
    keys = [(seed, number, who) for seed in range(8) for number in range(8) for who in range(5)]
    starts = {tuple(draw32(rng) for _ in range(3)) for rng in (stream(*key) for key in keys)}
    assert len(starts) == len(keys)


def test_numbers_below_a_limit_are_equally_likely() -> None:
    """Chi-square over 101 values: a fair generator fails it once in ten thousand seeds; this seed is fixed."""
    draw, rng, drawn = shared("wishstone.game.chance", "compiled").below, stream(2026), np.zeros(101)
    for _ in range(101_000):
        drawn[draw(rng, 101)] += 1
    assert ((drawn - 1000) ** 2 / 1000).sum() < 157  # the 0.9999 quantile of 100 degrees of freedom


def test_rejection_makes_below_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**32 = 3 · 1431655765 + 1: of the 2**32 numbers exactly one must be drawn again.
    rng, drawn = stream(1), iter([0, MASK])
    monkeypatch.setitem(below.__globals__, "draw32", lambda rng: next(drawn))
    assert below(rng, 3) == 2


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(1, 2**31 - 1), min_size=1, max_size=20))
@settings(max_examples=50, deadline=None)
def test_both_engines_draw_the_same(seed: int, limits: list[int]) -> None:
    compiled = shared("wishstone.game.chance", "compiled")
    ours, theirs = stream(seed), stream(seed)
    assert [below(ours, limit) for limit in limits] == [compiled.below(theirs, limit) for limit in limits]
    assert (ours == theirs).all()


@given(st.sets(st.integers(0, 62), min_size=1))
def test_sets_of_bits_know_their_lowest_member_and_size(members: set[int]) -> None:
    bits = sum(1 << member for member in members)
    compiled = shared("wishstone.game.sets", "compiled")
    assert lowest(bits) == compiled.lowest(bits) == min(members)
    assert size(bits) == compiled.size(bits) == len(members)
