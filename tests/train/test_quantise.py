"""Quantisation: the whole numbers say nearly what the net in floating point says, and no sum exceeds its bits."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bots.test_net import positions
from wishstone.bots.net import CONTEXT, MOST, NAT, WHOLE
from wishstone.bots.net_bot import NetEvaluator
from wishstone.bots.net_file import NetFile, format_net, parse_net
from wishstone.game.contract import Game
from wishstone.games import load
from wishstone.train.nets.inputs import Inputs, encode, inputs_of
from wishstone.train.nets.quantise import LARGEST, pruned, quantise, scales_of
from wishstone.train.nets.reference import evaluate
from wishstone.train.nets.shape import Shape, layers_of

SHAPE = Shape(48, 24, 16)
NATS, PART = 0.05, 0.01  # how far logits and values may be off


def drawn(inputs: Inputs, seats: int, seed: int = 1) -> dict[str, NDArray[np.float64]]:
    """Weights as a training begins with, and biases that are not 0."""
    rng = np.random.default_rng(seed)
    return {
        layer.name: rng.normal(size=layer.size) * (layer.gain * (2 / layer.fan) ** 0.5 if layer.fan else 0.2)
        for layer in layers_of(inputs, SHAPE, seats)
    }


def asked(game: Game, seats: int, count: int) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """What the seat that decides sees in some positions, and its legal moves."""
    found = positions(game, seats, count)
    masks = np.zeros((len(found), game.rules.MOVES), np.uint8)
    for mask, position in zip(masks, found, strict=True):
        mask[game.legal(position)] = 1
    seen = [game.observation(position, game.actor(position)) for position in found]
    return np.array(seen, np.int16), masks


@pytest.mark.parametrize(("id", "seats"), [("keltis-card", 2), ("keltis-new-paths", 3), ("quartz-dice", 3)])
def test_whole_numbers_say_nearly_the_same(id: str, seats: int) -> None:
    game = load(id, engine="compiled")
    inputs = inputs_of(game, seats)
    weights = drawn(inputs, seats)
    shape, numbers = quantise(inputs, SHAPE, seats, weights)
    evaluator = NetEvaluator(game, NetFile({"game": id, "seats": [seats]}, shape, numbers))
    seen, masks = asked(game, seats, 60)
    logits, values = evaluate(inputs, weights, encode(inputs, seen, masks))
    assert logits[masks > 0].std() > 0.1
    for i, position in enumerate(positions(game, seats, 60)):
        count = evaluator.rate(position)
        wanted = logits[i, evaluator.moves[:count]]
        assert np.abs(evaluator.ratings[:count] / NAT - wanted).max() < NATS
        off = np.array(evaluator.values) / WHOLE - values[i].flatten().clip(-1, 1)
        assert np.abs(off).max() < PART


def test_a_quantised_net_is_a_file() -> None:
    game = load("keltis-dice")
    inputs = inputs_of(game, 2)
    shape, numbers = quantise(inputs, SHAPE, 2, drawn(inputs, 2))
    about = dict.fromkeys(("rules", "layout", "inputs", "seed", "seconds"), 1)
    net = NetFile({**about, "game": game.id, "seats": [2], "command": "", "figures": []}, shape, numbers)
    read = parse_net(format_net(net), "some.net")
    assert all((read.numbers[name] == numbers[name]).all() for name in numbers.dtype.names or ())


def test_no_weight_and_no_sum_is_too_large() -> None:
    game = load("keltis-card", engine="compiled")
    inputs = inputs_of(game, 2)
    weights = drawn(inputs, 2)
    matrices = weights["shared_to_context"], weights["colours_to_context"]
    assert scales_of(inputs, weights)[CONTEXT] * max(np.abs(each).max() for each in matrices) == pytest.approx(LARGEST)
    for sign in (
        1.0,
        -1.0,
    ):  # as large as sums can be: with the scale of the weights alone they would be four times 16 bits
        weights["shared_in"][:], weights["shared_to_colour"][:], weights["colour_in"][:] = sign, sign, sign
        _, numbers = quantise(inputs, SHAPE, 2, weights)
        net = numbers[0]
        row = int(net["shared_in"][0, 0])
        assert inputs.shared * LARGEST > 1 << 14
        assert abs(row) < LARGEST
        most = inputs.shared * abs(row) + np.abs(net["in_bias"]).max()
        assert max(int(most), inputs.slots * abs(int(net["colour_in"][0, 0]))) < 1 << 15
    for name in ("context_to_value", "narrow_to_value"):
        weights[name][:] = 1.0
    _, numbers = quantise(inputs, SHAPE, 2, weights)
    net = numbers[0]
    most = MOST * (SHAPE.context * int(net["context_to_value"][0, 0]))
    most += MOST * inputs.colours * SHAPE.narrow * int(net["narrow_to_value"][0, 0])
    assert most + np.abs(net["value_bias"]).max() < 1 << 31


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
