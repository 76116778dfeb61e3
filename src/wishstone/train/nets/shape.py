"""Shape of a net: how wide its layers are, and the size of each of its weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import NamedTuple

from wishstone.game.package import module_of
from wishstone.games import EVERY
from wishstone.train.nets.inputs import Inputs

TARGETS = 2  # what is foretold for each seat: its share of the win, and its margin


@dataclass(frozen=True)
class Shape:
    """How wide each layer is."""

    width: int  # accumulators
    context: int  # where the colours meet
    narrow: int  # behind each colour's accumulators, and in front of the values

    def to_json(self) -> dict[str, int]:
        """By name."""
        return asdict(self)


PLAIN = Shape(128, 64, 32)


def shape_of(game: str) -> Shape:
    """The widths that a net of this game has, if nobody asks for others: its folder's `net_shape.py` may tell."""
    package = EVERY.find(game)
    if not package.has("net_shape"):
        return PLAIN
    told = module_of(package.folder, "net_shape").SHAPES.get(game)
    return Shape(**told) if told else PLAIN


class Layer(NamedTuple):
    """A matrix or a bias: its size, and how it is drawn at first."""

    name: str
    size: tuple[int, ...]
    fan: int = 0  # how many of its inputs are on, about; a bias has none, and begins at 0
    gain: float = 1.0


def layers_of(inputs: Inputs, shape: Shape, seats: int) -> Iterator[Layer]:
    """Every weight of a net; without colours only the shared part."""
    width, context, narrow = shape.width, shape.context, shape.narrow
    if inputs.colours:
        yield Layer("colour_in", (inputs.slots, width), 40)
        yield Layer("shared_to_colour", (inputs.shared, width), 80)
        yield Layer("colour_bias", (width,))
        yield Layer("colours_to_context", (width, context), width * inputs.colours)
        yield Layer("colour_narrow", (width, narrow), width)
        yield Layer("context_to_narrow", (context, narrow), context)
        yield Layer("narrow_bias", (narrow,))
        yield Layer("colour_out", (narrow, inputs.colour_outputs), narrow, 0.1)
        yield Layer("colour_out_bias", (inputs.colour_outputs,))
        yield Layer("narrow_to_value", (narrow, narrow), narrow * inputs.colours)
    yield Layer("shared_in", (inputs.shared, width), 60)
    yield Layer("shared_bias", (width,))
    yield Layer("shared_to_context", (width, context), width)
    yield Layer("context_bias", (context,))
    yield Layer("shared_out", (context, inputs.shared_outputs), context, 0.1)
    yield Layer("shared_out_bias", (inputs.shared_outputs,))
    yield Layer("context_to_value", (context, narrow), context)
    yield Layer("value_bias", (narrow,))
    yield Layer("value_out", (narrow, TARGETS * seats), narrow, 0.1)
    yield Layer("value_out_bias", (TARGETS * seats,))
