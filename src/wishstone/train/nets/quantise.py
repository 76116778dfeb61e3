"""Quantisation: a trained net in floating point as the whole numbers of `bots/net.py`.

The weights of a matrix that add up to one sum share a scale, by which the largest of them becomes `LARGEST`, or less
where the sum could become too large otherwise. What is lost by it is for the tests and for `export.py` to see. Nothing
here needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wishstone.bots.net import CEILING, NAT, NO_PART, ONE, SHARED, SHIFT, WHOLE, NetShape, net_dtype
from wishstone.bots.net_file import NetFile
from wishstone.game.contract import Numbers
from wishstone.train.nets.inputs import NEVER, Inputs
from wishstone.train.nets.shape import Shape

Floats = NDArray[np.float64]
FloatWeights = Mapping[str, Floats]  # by name, as `layers_of` lists them

LARGEST = 127  # of a weight
LARGEST_OF_VALUES = 2047  # of those that make the values
LARGEST_SUM = 2.0e9  # 32 bits, and some room for what is rounded
SMALLEST = 1e-3  # what counts as the largest weight at least, so that weights that are all 0 have a scale, too


class Matrix(NamedTuple):
    """A matrix of weights: in what parts its inputs count, and in what parts what it adds up is taken over."""

    name: str
    before: int = ONE
    after: int = ONE
    largest: int = LARGEST


MATRICES = (
    Matrix("shared_in", before=1),
    Matrix("shared_to_colour", before=1),
    Matrix("colour_in", before=1),
    Matrix("shared_to_context"),
    Matrix("colours_to_context"),
    Matrix("colour_narrow"),
    Matrix("context_to_narrow"),
    Matrix("colour_out", after=NAT),
    Matrix("shared_out", after=NAT),
    Matrix("context_to_value", largest=LARGEST_OF_VALUES),
    Matrix("narrow_to_value", largest=LARGEST_OF_VALUES),
    Matrix("value_out", after=WHOLE, largest=LARGEST_OF_VALUES),
)
BIASES = {
    "context_bias": ONE,
    "narrow_bias": ONE,
    "colour_out_bias": NAT,
    "shared_out_bias": NAT,
    "value_bias": ONE,
    "value_out_bias": WHOLE,
}
OF_COLOURS = (  # what a net without colours has not
    "shared_to_colour",
    "colour_in",
    "colours_to_context",
    "colour_narrow",
    "context_to_narrow",
    "colour_out",
    "narrow_to_value",
    "narrow_bias",
    "colour_out_bias",
)
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
    net["colours"] = inputs.colours
    places, rows, factors, thresholds = sources
    net["first"][:] = np.searchsorted(places, np.arange(inputs.places + 1))
    net["colour"][:], net["row"][:], net["factor"][:], net["threshold"][:] = colours, rows, factors, thresholds
    net["part"][:] = np.where(inputs.parts == inputs.outputs, NO_PART, inputs.parts)
    for matrix in MATRICES:
        if matrix.name not in weights:
            continue  # of the colours, in a game without
        scales = scales_of(matrix, inputs, weights[matrix.name])
        whole = np.rint(weights[matrix.name] * scales)
        taken_over = np.rint((1 << SHIFT) * matrix.after / (scales * matrix.before)).clip(1)
        if matrix.before > 1:
            net[matrix.name][:], net[f"{matrix.name}_scale"][:] = whole.T, taken_over
        elif matrix.name == "shared_to_colour":
            net["shared_in"][:, shape.width :], net["shared_in_scale"][shape.width :] = whole, taken_over
        else:
            net[matrix.name][:, : shape.width] = whole
            net[f"{matrix.name}_scale"][: shape.width] = taken_over
    for name, parts in BIASES.items():
        if name in weights:
            net[name][:] = np.rint(weights[name] * parts)
    biases = [weights[name] for name in ("shared_bias", "colour_bias") if name in weights]
    net["in_bias"][:] = np.rint(np.concatenate(biases) * ONE)
    return net_shape, numbers


def scales_of(matrix: Matrix, inputs: Inputs, weights: Floats) -> Floats:
    """By what the weights of each sum of a matrix are multiplied: no weight and no sum becomes too large."""
    sizes = np.abs(weights)
    times = inputs.colours if matrix.name in OF_ALL_COLOURS else 1
    most = sizes.sum(0) * (1 if matrix.before == 1 else CEILING * matrix.before * times)
    largest = sizes.max(0, initial=0.0)
    scales: Floats = np.minimum(matrix.largest / largest.clip(SMALLEST), LARGEST_SUM / most.clip(SMALLEST))
    return scales


def dequantised(net: NetFile) -> dict[str, Floats]:
    """The weights in floating point that a net's whole numbers stand for."""
    shape, numbers = net.shape, net.numbers[0]
    found: dict[str, Floats] = {}
    for matrix in MATRICES:
        if shape.colours == 0 and matrix.name in OF_COLOURS:
            continue
        name, half = matrix.name, slice(shape.width)
        if name == "shared_to_colour":
            name, half = "shared_in", slice(shape.width, None)
        whole, scale = numbers[name].astype(float), numbers[f"{name}_scale"] / (1 << SHIFT)
        if matrix.before == 1:
            found[matrix.name] = whole[:, half] * scale[half] / matrix.after
        else:
            found[matrix.name] = whole.T * scale * matrix.before / matrix.after
    for name, parts in BIASES.items():
        if shape.colours or name not in OF_COLOURS:
            found[name] = numbers[name] / parts
    found["shared_bias"] = numbers["in_bias"][: shape.width] / ONE
    if shape.colours:
        found["colour_bias"] = numbers["in_bias"][shape.width :] / ONE
    return found


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
