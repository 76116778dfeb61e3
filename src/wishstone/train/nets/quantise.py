"""Quantisation: a trained net in floating point as the whole numbers of `bots/net.py`.

Weights that are added up together share a scale, by which the largest of them becomes `LARGEST`, or less where a sum
could become too large otherwise. What is lost by it is for the tests and for `export.py` to see. Nothing here needs
PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from wishstone.bots.net import (
    CEILING,
    COLOUR_IN,
    CONTEXT,
    HIDDEN,
    NARROW,
    NAT,
    NO_PART,
    ONE,
    RATINGS,
    SCALES,
    SHARED,
    SHARED_IN,
    SHIFT,
    VALUES,
    WHOLE,
    NetShape,
    net_dtype,
)
from wishstone.game.contract import Numbers
from wishstone.train.nets.inputs import NEVER, Inputs
from wishstone.train.nets.shape import Shape

Floats = NDArray[np.float64]
FloatWeights = Mapping[str, Floats]  # by name, as `layers_of` lists them

LARGEST = 127  # of a weight
LARGEST_OF_VALUES = 2047  # of those that make the values
LARGEST_SUM = 32_000  # in the first layer: 16 bits, and some room for what is rounded
LARGEST_TOTAL = 2.0e9  # behind it: 32 bits, and some room
SMALLEST = 1e-3  # what counts as the largest weight at least, so that a layer of noughts has a scale, too

# By scale: the matrices that are added up together, their biases, and in what parts their inputs and results are.
GROUPS: dict[int, tuple[tuple[str, ...], tuple[str, ...], int, int]] = {
    SHARED_IN: (("shared_in",), ("shared_bias",), 1, ONE),
    COLOUR_IN: (("colour_in", "shared_to_colour"), ("colour_bias",), 1, ONE),
    CONTEXT: (("shared_to_context", "colours_to_context"), ("context_bias",), ONE, ONE),
    NARROW: (("colour_narrow", "context_to_narrow"), ("narrow_bias",), ONE, ONE),
    RATINGS: (("colour_out", "shared_out"), ("colour_out_bias", "shared_out_bias"), ONE, NAT),
    HIDDEN: (("context_to_value", "narrow_to_value"), ("value_bias",), ONE, ONE),
    VALUES: (("value_out",), ("value_out_bias",), ONE, WHOLE),
}
OF_ALL_COLOURS = ("colours_to_context", "narrow_to_value")  # what feeds these is added up over the colours


def quantise(inputs: Inputs, shape: Shape, seats: int, weights: FloatWeights) -> tuple[NetShape, Numbers]:
    """The record of a net, and its sizes."""
    sources, colours = _sources(inputs)
    net_shape = NetShape(
        observed=inputs.places - len(inputs.parts) - 1,
        moves=len(inputs.parts),
        inputs=sources.shape[1],
        colours=inputs.colours,
        slots=inputs.slots,
        shared=inputs.shared,
        width=shape.width,
        context=shape.context,
        narrow=shape.narrow,
        colour_outputs=inputs.colour_outputs,
        shared_outputs=inputs.shared_outputs,
        seats=seats,
    )
    numbers = np.zeros(1, net_dtype(net_shape))
    net = numbers[0]
    places, rows, factors, thresholds = sources
    net["first"][:] = np.searchsorted(places, np.arange(inputs.places + 1))
    net["colour"][:], net["row"][:], net["factor"][:], net["threshold"][:] = colours, rows, factors, thresholds
    net["part"][:] = np.where(inputs.parts == inputs.outputs, NO_PART, inputs.parts)
    scales = scales_of(inputs, weights)
    whole: dict[str, NDArray[np.int64]] = {}
    for group, (matrices, biases, before, after) in GROUPS.items():
        net["scale"][group] = max(1, round((1 << SHIFT) * after / (scales[group] * before)))
        for name in (*matrices, *biases):
            if name in weights:
                whole[name] = np.rint(weights[name] * scales[group] * (before if name in biases else 1)).astype(
                    np.int64
                )
    for name in ("colour_in", *(name for group in GROUPS if group > COLOUR_IN for name in sum(GROUPS[group][:2], ()))):
        if name in whole:
            net[name][:] = whole[name] if name.endswith(("_in", "_bias")) else whole[name].T
    halves = ("shared_in", "shared_to_colour"), ("shared_bias", "colour_bias")
    net["shared_in"][:], net["in_bias"][:] = (
        np.concatenate([whole[name] for name in names if name in whole], -1) for names in halves
    )
    assert len(GROUPS) == SCALES
    return net_shape, numbers


def scales_of(inputs: Inputs, weights: FloatWeights) -> dict[int, float]:
    """By what the weights of each group are multiplied: no weight and no sum of the first layer becomes too large."""
    found = {}
    for group, (matrices, _, _, _) in GROUPS.items():
        largest = max(
            (float(np.abs(weights[name]).max(initial=0.0)) for name in matrices if name in weights), default=0
        )
        found[group] = (LARGEST_OF_VALUES if group in (HIDDEN, VALUES) else LARGEST) / max(largest, SMALLEST)
    for group, largest in _largest_sums(inputs, weights).items():
        found[group] = min(found[group], LARGEST_SUM / max(largest, SMALLEST))
    for group in range(CONTEXT, SCALES):
        found[group] = min(found[group], LARGEST_TOTAL / max(ONE * _largest_total(inputs, weights, group), SMALLEST))
    return found


def _largest_total(inputs: Inputs, weights: FloatWeights, group: int) -> float:
    """A bound of all sums of a layer behind the first, where every activation is as large as it can be."""
    matrices, biases, _, _ = GROUPS[group]
    bounds = [
        float((np.abs(weights[name]).sum(0) * CEILING * (inputs.colours if name in OF_ALL_COLOURS else 1)).max())
        for name in matrices
        if name in weights and weights[name].size
    ]
    return sum(bounds) + max(float(np.abs(weights[name]).max(initial=0.0)) for name in biases if name in weights)


def _largest_sums(inputs: Inputs, weights: FloatWeights) -> dict[int, float]:
    """A bound of all sums of the accumulators, by group: every number that is read has its worst value.

    Positions do not have all worst values at once, so this is far from what comes up.
    """
    split = inputs.colours * inputs.slots
    shared = _worst(inputs, weights["shared_in"], split, inputs.size)
    found = {SHARED_IN: _largest(weights["shared_bias"], shared)}
    if inputs.colours:
        joined = _worst(inputs, weights["shared_to_colour"], split, inputs.size)
        colours = [
            _worst(inputs, weights["colour_in"], colour * inputs.slots, (colour + 1) * inputs.slots)
            for colour in range(inputs.colours)
        ]
        nothing = np.zeros_like(weights["colour_bias"])
        found[COLOUR_IN] = max(_largest(weights["colour_bias"], joined), *(_largest(nothing, each) for each in colours))
    return found


def _largest(bias: Floats, bounds: tuple[Floats, Floats]) -> float:
    low, high = bounds
    return max(float((bias + high).max()), float(-(bias + low).min()))


def _worst(inputs: Inputs, matrix: Floats, first: int, beyond: int) -> tuple[Floats, Floats]:
    """The smallest and the largest sum of rows, by column, that the inputs from `first` on can come to."""
    place, factor, threshold = (inputs.sources[part, first:beyond] for part in range(3))
    low, high = np.zeros((2, matrix.shape[1]))
    can_be = np.not_equal(threshold, NEVER)
    for each in np.unique(place[can_be]):
        least, most = np.zeros((2, matrix.shape[1]))
        for sign in (1, -1):
            here = np.flatnonzero((place == each) & (factor == sign) & can_be)
            sums = matrix[here[np.argsort(threshold[here], kind="stable")]].cumsum(0)
            if len(sums):
                least, most = np.minimum(least, sums.min(0)), np.maximum(most, sums.max(0))
        low, high = low + least, high + most
    return low, high


def pruned(weights: FloatWeights, inputs: Inputs, counts: NDArray[np.int64]) -> dict[str, Floats]:
    """The weights without the rows of inputs that were never 1: they are as they were drawn, and stand for nothing."""
    split = inputs.colours * inputs.slots
    by_slot, shared = counts[:split].reshape(inputs.colours, inputs.slots).sum(0), counts[split:]
    rows = {"colour_in": by_slot, "shared_to_colour": shared, "shared_in": shared}
    return {name: each * (rows[name] > 0)[:, None] if name in rows else each.copy() for name, each in weights.items()}


def _sources(inputs: Inputs) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Of every input that can be 1, sorted by the number that it reads: (place, row, factor, threshold); its colour."""
    split = inputs.colours * inputs.slots
    index = np.arange(inputs.size)
    is_shared = index >= split
    colour = np.where(is_shared, SHARED, index // max(inputs.slots, 1))
    row = np.where(is_shared, index - split, index % max(inputs.slots, 1))
    place, factor, threshold = inputs.sources
    order = np.argsort(place, kind="stable")
    order = order[np.flatnonzero(threshold[order] != NEVER)]
    return np.stack((place, row, factor, threshold))[:, order].astype(np.int16), colour[order].astype(np.int8)
