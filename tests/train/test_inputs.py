"""Inputs of nets: numbers become thresholds, legal moves are inputs, and what cannot be is none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.env.configurations import BOUNDS
from wishstone.env.layout import layout_of
from wishstone.games import GAMES, load
from wishstone.lab.batch import Batch
from wishstone.train.nets.inputs import MOST, NEVER, encode, inputs_of, thresholds


def test_small_numbers_have_an_input_each_and_large_ones_fewer() -> None:
    assert thresholds(0, 2) == [(1, 1), (1, 2)]
    assert thresholds(-1, 1) == [(-1, 1), (1, 1)]
    large = [threshold for _, threshold in thresholds(0, 1000)]
    assert large[:12] == list(range(1, 13))
    assert large == sorted(large)
    assert large[-1] <= MOST
    assert len(large) < 32


@pytest.mark.parametrize(("id", "seats"), BOUNDS)
def test_an_input_is_on_where_its_number_reaches_its_threshold(id: str, seats: int) -> None:
    game = load(id, engine="compiled")
    inputs, layout = inputs_of(game, seats), layout_of(id)
    batch, rng = Batch(game, seats, 8, seed=seats), np.random.default_rng(1)
    for _ in range(30):
        batch.step(batch.random_moves())
        batch.renew()
    seen, masks = batch.observe(), batch.legal_mask()
    bits = encode(inputs, seen, masks)
    assert bits.shape == (8, inputs.size)
    assert bits.any(1).all()
    for i in rng.integers(0, inputs.size, 200):
        place, factor, threshold = (int(number) for number in inputs.sources[:, i])
        for game_number in range(8):
            if place < layout.size:
                number = max(-MOST, min(MOST, int(seen[game_number, place])))
            elif place < layout.size + game.rules.MOVES:
                number = int(masks[game_number, place - layout.size])
            else:
                number = 1
            assert bits[game_number, i] == (threshold != NEVER and number * factor >= threshold)


@pytest.mark.parametrize("id", [about.id for about in GAMES])
def test_no_input_is_about_a_seat_that_nobody_sits_at(id: str) -> None:
    game, layout = load(id), layout_of(id)
    low, high = game.rules.SEATS
    few, many = inputs_of(game, low), inputs_of(game, high)
    assert few.size < many.size
    read = {int(place) for place in few.sources[0] if place < layout.size}
    for field in layout:
        if "seat" in field.axes:
            seats = field.shape[field.axes.index("seat")]
            assert seats == high
            rest = field.size // seats
            absent = set(range(field.start + low * rest, field.start + field.size))
            assert not read & absent, field.name
