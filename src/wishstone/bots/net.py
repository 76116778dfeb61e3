"""Neural net in whole numbers, as rule functions: ratings of the legal moves and values of the seats, on every engine.

`rules` is bound to one game. A net is one record (`net_dtype`), and so is the working memory (`work_dtype`). Its inputs
are 0 or 1, and few are 1: the first layer adds up the rows of those. Every colour has accumulators of its own, made by
the same weights; the colours meet in a context, and each colour's outputs come from both. `train/nets/model.py` is the
same net in floating point.

Weights are 8 bits wide; those that make the values are few, and 16 bits wide. Sums have 32 bits; whoever makes a net
sees to it that no position exceeds them. Activations count in parts of `ONE`, from 0 to `CEILING`. Every sum goes over
to the next layer by a multiplication with a scale of its own and a shift, so all engines come to the same numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wishstone.game.contract import Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND

CEILING = 8.0  # of an activation
ONE = 512  # parts of an activation
MOST = int(CEILING * ONE)
SHIFT = 24  # scales are in parts of 2 ** SHIFT
HALF = 1 << (SHIFT - 1)
NAT = SOFTNESS = 1024  # parts of a logit
WHOLE = 1 << 15  # parts of a value, which lies between -1 and 1
CLIP = 126  # what a number of the observation counts as, at most
PARTS = 3  # outputs that are summed into a rating, at most
NO_PART = -1
SHARED = -1  # the colour of an input that belongs to none
TARGETS = 2  # what is foretold for each seat: its share of the win, and its margin


class NetShape(NamedTuple):
    """The sizes of a net."""

    observed: int  # numbers of an observation
    moves: int
    inputs: int
    colours: int  # 0 in a game whose colours are not alike
    slots: int  # inputs of each colour, of which some may have none
    shared: int  # inputs of no colour
    width: int
    context: int
    narrow: int
    colour_outputs: int
    shared_outputs: int
    seats: int  # whose values are foretold


def net_dtype(shape: NetShape) -> np.dtype[np.void]:
    """The record of a net. Without colours the parts that belong to them have one row, which is never read.

    Of the first layer's weights there is a row for each input, of all others a row for each output. What a matrix adds
    up is multiplied by its scales; the biases are in parts of what comes out.
    """
    slots, outputs, halves = max(shape.slots, 1), max(shape.colour_outputs, 1), 2 if shape.colours else 1
    places = shape.observed + shape.moves + 1
    return np.dtype(
        [
            ("colours", np.int64),
            ("first", np.int32, places + 1),  # by number that is read: its first input
            ("colour", np.int8, shape.inputs),  # by input
            ("row", np.int16, shape.inputs),
            ("factor", np.int8, shape.inputs),
            ("threshold", np.int8, shape.inputs),
            ("part", np.int16, (shape.moves, PARTS)),  # the outputs of a move, those of the colours first
            ("colour_in", np.int8, (slots, shape.width)),
            ("colour_in_scale", np.int64, shape.width),
            ("shared_in", np.int8, (shape.shared, halves * shape.width)),  # and what they add to every colour
            ("shared_in_scale", np.int64, halves * shape.width),
            ("in_bias", np.int32, halves * shape.width),
            ("colours_to_context", np.int8, (shape.context, shape.width)),
            ("colours_to_context_scale", np.int64, shape.context),
            ("shared_to_context", np.int8, (shape.context, shape.width)),
            ("shared_to_context_scale", np.int64, shape.context),
            ("context_bias", np.int32, shape.context),
            ("colour_narrow", np.int8, (shape.narrow, shape.width)),
            ("colour_narrow_scale", np.int64, shape.narrow),
            ("context_to_narrow", np.int8, (shape.narrow, shape.context)),
            ("context_to_narrow_scale", np.int64, shape.narrow),
            ("narrow_bias", np.int32, shape.narrow),
            ("colour_out", np.int8, (outputs, shape.narrow)),
            ("colour_out_scale", np.int64, outputs),
            ("colour_out_bias", np.int32, outputs),
            ("shared_out", np.int8, (shape.shared_outputs, shape.context)),
            ("shared_out_scale", np.int64, shape.shared_outputs),
            ("shared_out_bias", np.int32, shape.shared_outputs),
            ("context_to_value", np.int16, (shape.narrow, shape.context)),
            ("context_to_value_scale", np.int64, shape.narrow),
            ("narrow_to_value", np.int16, (shape.narrow, shape.narrow)),
            ("narrow_to_value_scale", np.int64, shape.narrow),
            ("value_bias", np.int32, shape.narrow),
            ("value_out", np.int16, (TARGETS * shape.seats, shape.narrow)),
            ("value_out_scale", np.int64, TARGETS * shape.seats),
            ("value_out_bias", np.int32, TARGETS * shape.seats),
        ],
        align=True,
    )


def work_dtype(shape: NetShape) -> np.dtype[np.void]:
    """The record of the working memory, of which `values` is a result: seat by seat from the observer, in `WHOLE`s."""
    colours, halves = max(shape.colours, 1), 2 if shape.colours else 1
    return np.dtype(
        [
            ("seen", np.int16, shape.observed),
            ("shared_sums", np.int32, halves * shape.width),  # and what is added to every colour
            ("colour_sums", np.int32, (colours, shape.width)),
            ("shared", np.int16, shape.width),
            ("colours", np.int16, (colours, shape.width)),
            ("met", np.int16, shape.width),  # all colours together
            ("context", np.int16, shape.context),
            ("narrow", np.int16, (colours, shape.narrow)),
            ("total", np.int16, shape.narrow),  # all colours together
            ("hidden", np.int16, shape.narrow),
            ("values", np.int32, TARGETS * shape.seats),
        ],
        align=True,
    )


def work_field(shape: NetShape | None) -> tuple[str, Any]:
    """The field of a record with the working memory of nets of a shape; where there are none, next to nothing."""
    return ("work", np.dtype(np.int64) if shape is None else work_dtype(shape))


@rule
def rate(
    state: Position, data: Settings, net: Position, moves: Numbers, count: int, ratings: Numbers, work: Position
) -> None:
    """Rate the legal moves of the seat that decides, in `NAT`s, and foretell how the game ends, into `work.values`.

    This is what a fitted player does (`policies.py`), with a net for its weights and the working memory of one.
    """
    rules.observe(state, data, rules.actor(state, data), work.seen)
    add_inputs(net, work, moves, count)
    activate(net, work)
    meet(net, work)
    for i in range(count):
        ratings[i] = rating_of(net, work, int(moves[i]))
    foretell(net, work)


# ── The first layer ──────────────────────────────────────────────────────────────────────────────────────────────


@rule
def add_inputs(net: Position, work: Position, moves: Numbers, count: int) -> None:
    """Add up the rows of all inputs that are 1: of the observation, of the legal moves, and of what is always there."""
    for j in range(len(work.shared_sums)):
        work.shared_sums[j] = 0
    for colour in range(int(net.colours)):
        for j in range(len(work.met)):
            work.colour_sums[colour, j] = 0
    observed = len(work.seen)
    for place in range(observed):
        number = int(work.seen[place])
        if number != 0:
            add_number(net, work, place, max(-CLIP, min(CLIP, number)))
    for i in range(count):
        add_number(net, work, observed + int(moves[i]), 1)
    add_number(net, work, len(net.first) - 2, 1)


@rule
def add_number(net: Position, work: Position, place: int, number: int) -> None:
    """Add the rows of the inputs that a number switches on."""
    for i in range(int(net.first[place]), int(net.first[place + 1])):
        if number * int(net.factor[i]) >= int(net.threshold[i]):
            row, colour = int(net.row[i]), int(net.colour[i])
            if colour == SHARED:
                add_row(work.shared_sums, net.shared_in, row)
            else:
                add_row_of_colour(work.colour_sums, colour, net.colour_in, row)


@rule
def add_row(sums: Numbers, weights: Numbers, row: int) -> None:
    """Add a row of weights."""
    for j in range(weights.shape[1]):
        sums[j] += int(weights[row, j])


@rule
def add_row_of_colour(sums: Numbers, colour: int, weights: Numbers, row: int) -> None:
    """Add a row of weights to a colour's sums."""
    for j in range(weights.shape[1]):
        sums[colour, j] += int(weights[row, j])


@rule
def activate(net: Position, work: Position) -> None:
    """The accumulators' activations, and those of all colours together."""
    width = len(work.met)
    for j in range(width):
        work.shared[j] = clipped(net.in_bias[j] + scaled(int(work.shared_sums[j]), int(net.shared_in_scale[j])))
        work.met[j] = 0
    if net.colours == 0:
        return
    for j in range(width, 2 * width):
        work.shared_sums[j] = net.in_bias[j] + scaled(int(work.shared_sums[j]), int(net.shared_in_scale[j]))
    for colour in range(int(net.colours)):
        for j in range(width):
            own = scaled(int(work.colour_sums[colour, j]), int(net.colour_in_scale[j]))
            activation = clipped(own + int(work.shared_sums[width + j]))
            work.colours[colour, j] = activation
            work.met[j] += activation


# ── The layers behind it ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def meet(net: Position, work: Position) -> None:
    """The context, where the colours meet, and each colour's narrow layer behind it."""
    colours = int(net.colours)
    for j in range(len(work.context)):
        total = int(net.context_bias[j])
        total += scaled(product(work.shared, net.shared_to_context, j), int(net.shared_to_context_scale[j]))
        if colours > 0:
            total += scaled(product(work.met, net.colours_to_context, j), int(net.colours_to_context_scale[j]))
        work.context[j] = clipped(total)
    if colours == 0:
        return
    for j in range(len(work.total)):
        meeting = int(net.narrow_bias[j])
        meeting += scaled(product(work.context, net.context_to_narrow, j), int(net.context_to_narrow_scale[j]))
        scale = int(net.colour_narrow_scale[j])
        total = 0
        for colour in range(colours):
            own = scaled(product_of_colour(work.colours, colour, net.colour_narrow, j), scale)
            activation = clipped(meeting + own)
            work.narrow[colour, j] = activation
            total += activation
        work.total[j] = total


@rule
def rating_of(net: Position, work: Position, move: int) -> int:
    """The rating of a move: the sum of its outputs."""
    total, colours = 0, int(net.colours)
    outputs = len(net.colour_out_bias)
    for i in range(PARTS):
        part = int(net.part[move, i])
        if part == NO_PART:
            break
        if part < colours * outputs:
            output = part % outputs
            rating = product_of_colour(work.narrow, part // outputs, net.colour_out, output)
            total += int(net.colour_out_bias[output]) + scaled(rating, int(net.colour_out_scale[output]))
        else:
            output = part - colours * outputs
            rating = product(work.context, net.shared_out, output)
            total += int(net.shared_out_bias[output]) + scaled(rating, int(net.shared_out_scale[output]))
    return total


@rule
def foretell(net: Position, work: Position) -> None:
    """The values: for each seat from the observer on its share of the win and its margin, from -1 to 1."""
    for j in range(len(work.hidden)):
        total = int(net.value_bias[j])
        total += scaled(product(work.context, net.context_to_value, j), int(net.context_to_value_scale[j]))
        if net.colours > 0:
            total += scaled(product(work.total, net.narrow_to_value, j), int(net.narrow_to_value_scale[j]))
        work.hidden[j] = clipped(total)
    for j in range(len(work.values)):
        total = product(work.hidden, net.value_out, j)
        value = int(net.value_out_bias[j]) + scaled(total, int(net.value_out_scale[j]))
        work.values[j] = max(-WHOLE, min(WHOLE, value))


# Sums stay 32 bits wide here, and not 64 as Python's do, so that a processor multiplies and adds sixteen at a time.


@rule
def product(activations: Numbers, weights: Numbers, row: int) -> int:
    """Activations times a row of weights."""
    total = np.int32(0)
    for j in range(weights.shape[1]):
        total = np.int32(total + np.int32(activations[j]) * np.int32(weights[row, j]))
    return int(total)


@rule
def product_of_colour(activations: Numbers, colour: int, weights: Numbers, row: int) -> int:
    """A colour's activations times a row of weights."""
    total = np.int32(0)
    for j in range(weights.shape[1]):
        total = np.int32(total + np.int32(activations[colour, j]) * np.int32(weights[row, j]))
    return int(total)


@rule
def clipped(total: int) -> int:
    """A sum as an activation."""
    return max(0, min(MOST, total))


@rule
def scaled(total: int, scale: int) -> int:
    """A sum in other parts, rounded."""
    return (total * scale + HALF) >> SHIFT
