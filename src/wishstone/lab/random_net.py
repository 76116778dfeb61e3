"""Random nets: any inputs, outputs and weights, for checks that engines agree and for timings. They play at random."""

from __future__ import annotations

import numpy as np

from wishstone.bots.net import NO_PART, PARTS, SHIFT, NetShape, net_dtype
from wishstone.bots.net_file import NetFile
from wishstone.game.contract import Game

THRESHOLDS = 3  # inputs of each number: it reaches 1, 2, 3; every fourth number has one that is −1, too


def random_net(
    game: Game, seats: int, colours: int, seed: int = 1, width: int = 32, context: int = 16, narrow: int = 8
) -> NetFile:
    """A net for a game; numbers of the observation and moves belong to colours at random."""
    rng = np.random.default_rng(seed)
    rules = game.rules
    observed = sum(size for _, size in rules.OBSERVATION)
    places = np.repeat(np.arange(observed + rules.MOVES + 1), THRESHOLDS)
    thresholds = np.tile(np.arange(1, THRESHOLDS + 1), observed + rules.MOVES + 1)
    slots, shared, outputs = 40, 50, (12, 20)
    shape = NetShape(
        observed=observed,
        moves=rules.MOVES,
        inputs=len(places),
        colours=colours,
        slots=slots if colours else 0,
        shared=shared,
        width=width,
        context=context,
        narrow=narrow,
        colour_outputs=outputs[0] if colours else 0,
        shared_outputs=outputs[1],
        seats=seats,
    )
    numbers = np.zeros(1, net_dtype(shape))
    net = numbers[0]
    net["colours"] = colours
    net["first"][:] = np.searchsorted(places, np.arange(observed + rules.MOVES + 2))
    net["colour"][:] = rng.integers(-1, colours, len(places))
    net["row"][:] = np.where(
        net["colour"] < 0, rng.integers(0, shared, len(places)), rng.integers(0, slots, len(places))
    )
    is_negative = (places % 4 == 0) & (thresholds == THRESHOLDS)
    net["factor"][:] = np.where(is_negative, -1, 1)
    net["threshold"][:] = np.where(is_negative, 1, thresholds)
    every = colours * shape.colour_outputs + shape.shared_outputs
    net["part"][:] = rng.integers(0, every, (rules.MOVES, PARTS))
    net["part"][::3, 1:] = NO_PART
    for name in net.dtype.names:
        if net[name].ndim == 2 and name != "part":
            net[name][:] = rng.integers(-20, 21, net[name].shape)
        elif name.endswith("_bias"):
            net[name][:] = rng.integers(-5000, 5001, net[name].shape)
        elif name.endswith("_scale"):
            least = 1 << (SHIFT + 2) if name.endswith("_in_scale") else (1 << SHIFT) // 250
            net[name][:] = rng.integers(least, 2 * least, net[name].shape)
    about = {"game": game.id, "seats": list(range(rules.SEATS[0], seats + 1)), "rules": game.rules_version, "layout": 1}
    told: dict[str, object] = {"inputs": 0, "trainings": [], "figures": []}
    return NetFile({**about, **told}, shape, numbers)
