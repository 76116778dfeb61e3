"""Quantisation: the whole numbers say nearly what the net in floating point says, and no sum exceeds its bits."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bots.test_net import positions
from tests.conftest import thorough
from wishstone.bots.net import MOST, NAT, WHOLE
from wishstone.bots.net_bot import NetEvaluator
from wishstone.bots.net_file import NetFile, format_net, parse_net
from wishstone.game.contract import Game
from wishstone.games import load
from wishstone.train.nets.inputs import Inputs, encode, inputs_of
from wishstone.train.nets.quantise import LARGEST, LARGEST_OF_VALUES, dequantised, pruned, quantise
from wishstone.train.nets.reference import evaluate
from wishstone.train.nets.shape import Shape, layers_of

SHAPE = Shape(48, 24, 16)
OFF, FAR_OFF = 0.02, 0.1  # how far logits and values may be off, against their spread: in the mean square, and at most


def drawn(inputs: Inputs, seats: int, seed: int = 1, shape: Shape = SHAPE) -> dict[str, NDArray[np.float64]]:
    """Weights as a training begins with, and biases that are not 0."""
    rng = np.random.default_rng(seed)
    return {
        layer.name: rng.normal(size=layer.size) * (layer.gain * (2 / layer.fan) ** 0.5 if layer.fan else 0.2)
        for layer in layers_of(inputs, shape, seats)
    }


def asked(game: Game, seats: int, count: int) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """What the seat that decides sees in some positions, and its legal moves."""
    found = positions(game, seats, count)
    masks = np.zeros((len(found), game.rules.MOVES), np.uint8)
    for mask, position in zip(masks, found, strict=True):
        mask[game.legal(position)] = 1
    seen = [game.observation(position, game.actor(position)) for position in found]
    return np.array(seen, np.int16), masks


@pytest.mark.parametrize(
    ("id", "seats"),
    [
        ("keltis-card", 2),
        thorough("quartz-dice", 3, why="what has no colours has fewer layers, and no others than the card game"),
        thorough("keltis-new-paths", 3, why="more inputs, but no other layers than in the card game"),
    ],
)
def test_whole_numbers_say_nearly_the_same(id: str, seats: int) -> None:
    game = load(id, engine="compiled")
    inputs = inputs_of(game, seats)
    weights = drawn(inputs, seats)
    shape, numbers = quantise(inputs, SHAPE, seats, weights)
    evaluator = NetEvaluator(game, NetFile({"game": id, "seats": [seats]}, shape, numbers))
    seen, masks = asked(game, seats, 60)
    logits, values = evaluate(inputs, weights, encode(inputs, seen, masks))
    off: dict[str, list[float]] = {"logits": [], "values": []}
    for i, position in enumerate(positions(game, seats, 60)):
        count = evaluator.rate(position)
        off["logits"] += list(evaluator.ratings[:count] / NAT - logits[i, evaluator.moves[:count]])
        off["values"] += list(np.array(evaluator.values) / WHOLE - values[i].flatten().clip(-1, 1))
    for name, spread in (("logits", logits[masks > 0].std()), ("values", values.std())):
        assert spread > 0.1
        assert np.std(off[name]) < OFF * spread, name
        assert np.abs(off[name]).max() < FAR_OFF * spread, name


def test_a_quantised_net_is_a_file() -> None:
    game = load("keltis-dice")
    inputs = inputs_of(game, 2)
    shape, numbers = quantise(inputs, SHAPE, 2, drawn(inputs, 2))
    about = dict.fromkeys(("rules", "layout", "inputs"), 1)
    net = NetFile({**about, "game": game.id, "seats": [2], "trainings": [], "figures": []}, shape, numbers)
    read = parse_net(format_net(net), "some.net")
    assert all((read.numbers[name] == numbers[name]).all() for name in numbers.dtype.names or ())


@pytest.mark.parametrize("id", ["keltis-card", "quartz-dice"])
def test_whole_numbers_become_weights_again(id: str) -> None:
    game = load(id)
    seats = game.rules.SEATS[0]
    inputs = inputs_of(game, seats)
    weights = drawn(inputs, seats)
    net = NetFile({"game": id, "seats": [seats]}, *quantise(inputs, SHAPE, seats, weights))
    found = dequantised(net)
    assert set(found) == set(weights)
    for name, each in weights.items():
        assert found[name].shape == each.shape
        assert np.abs(found[name] - each).max() < 0.006 * np.abs(each).max() + 0.001, name


@pytest.mark.parametrize("id", ["keltis-card", "quartz-dice"])
def test_every_sum_has_a_scale_that_makes_its_largest_weight_as_large_as_can_be(id: str) -> None:
    game = load(id, engine="compiled")
    seats = game.rules.SEATS[0]
    inputs = inputs_of(game, seats)
    _, numbers = quantise(inputs, SHAPE, seats, drawn(inputs, seats))
    net = numbers[0]
    for name in ("shared_to_context", "colour_narrow", "context_to_narrow", "shared_out", "colour_out"):
        assert np.abs(net[name]).max() == (LARGEST if inputs.colours or name.startswith("shared") else 0)
    assert (np.abs(net["shared_to_context"]).max(1) == LARGEST).all()
    assert (np.abs(net["shared_in"][:, : SHAPE.width]).max(0) == LARGEST).all()
    assert (np.abs(net["value_out"]).max(1) == LARGEST_OF_VALUES).all()


def test_no_sum_is_larger_than_32_bits() -> None:
    game = load("keltis-card", engine="compiled")
    inputs, shape = inputs_of(game, 2), Shape(16, 128, 128)
    weights = drawn(inputs, 2, shape=shape)
    weights["narrow_to_value"][:] = 1.0
    _, numbers = quantise(inputs, shape, 2, weights)
    all_on = MOST * inputs.colours * shape.narrow
    assert 1 << 30 < all_on * int(numbers[0]["narrow_to_value"][0, 0]) < 1 << 31 < all_on * LARGEST_OF_VALUES


def test_inputs_that_never_came_up_weigh_nothing() -> None:
    game = load("keltis-card")
    inputs = inputs_of(game, 2)
    weights, counts = drawn(inputs, 2), np.zeros(inputs.size, np.int64)
    split = inputs.colours * inputs.slots
    counts[inputs.slots + 3] = counts[split + 5] = 1
    left = pruned(weights, inputs, counts)
    assert np.flatnonzero(left["colour_in"].any(1)).tolist() == [3]
    assert np.flatnonzero(left["shared_in"].any(1)).tolist() == [5]
    assert np.flatnonzero(left["shared_to_colour"].any(1)).tolist() == [5]
    assert (left["context_to_narrow"] == weights["context_to_narrow"]).all()
