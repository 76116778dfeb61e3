"""The net: a wide summed layer over 0/1 inputs, shared by all colours, narrow layers behind it, policy and value heads.

Each colour's inputs and the shared ones are summed into `width` accumulators by the same weights; the colours meet in
a `context` that the shared inputs join, and each colour's outputs come from its own accumulators and the context. All
of it is matrices and a clipped ReLU, so that `export.py` can round it to the whole numbers that `bots/net.py` plays by.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wishstone.bots.net import CEILING
from wishstone.train.nets.inputs import MOST, Inputs
from wishstone.train.nets.pytorch import Tensor, Weights, torch
from wishstone.train.nets.shape import TARGETS, Layer, Shape, layers_of

ILLEGAL = -1e9  # as a logit


class Net:
    """Weights by name, and the function that they make; `seats` values are foretold, the observer's first."""

    def __init__(self, inputs: Inputs, seats: int, shape: Shape, device: str, seed: int = 0) -> None:
        self.inputs, self.seats, self.shape, self.device = inputs, seats, shape, device
        torch.backends.cuda.matmul.allow_tf32 = True
        place, factor, threshold = (torch.tensor(row.astype(int), device=device) for row in inputs.sources)
        self._place, self._factor = place, factor.to(torch.int8)
        self._threshold = threshold.to(torch.int8)
        self._is_signed = bool((inputs.sources[1] != 1).any())
        self._number_type = torch.bfloat16 if device == "cuda" else torch.float32
        self._sums = torch.tensor(output_sums(inputs), device=device)
        generator = torch.Generator().manual_seed(seed)
        self.weights: Weights = {
            layer.name: _drawn(layer, generator).to(device).requires_grad_()
            for layer in layers_of(inputs, shape, seats)
        }

    @property
    def size(self) -> int:
        """How many weights there are."""
        return sum(each.numel() for each in self.weights.values())

    def encode(self, seen: Tensor, masks: Tensor) -> Tensor:
        """The inputs of many positions, on or off: colour by colour, then the shared ones."""
        if seen.dtype != torch.int8:
            seen = seen.clamp(-MOST, MOST).to(torch.int8)
        ones = torch.ones((len(seen), 1), dtype=torch.int8, device=seen.device)
        numbers = torch.cat((seen, masks.to(torch.int8), ones), 1).index_select(1, self._place)
        if self._is_signed:
            numbers = numbers * self._factor
        reached: Tensor = numbers >= self._threshold
        return reached

    def __call__(self, bits: Tensor, masks: Tensor, weights: Weights | None = None) -> tuple[Tensor, Tensor]:
        """Of encoded positions the logits of all moves, illegal ones far below, and the values by seat and target.

        The layers in the middle count in half precision on a GPU; the last ones do not, since what is learned from
        are small differences of what they say.
        """
        exact = weights or self.weights
        own = {name: each.to(self._number_type) for name, each in exact.items()}
        inputs, games = self.inputs, len(bits)
        split = inputs.colours * inputs.slots
        shared = bits[:, split:].to(self._number_type)
        accumulated = _clipped(torch.addmm(own["shared_bias"], shared, own["shared_in"]))
        context = torch.addmm(own["context_bias"], accumulated, own["shared_to_context"])
        outputs = []
        if inputs.colours:
            grouped = bits[:, :split].to(self._number_type).view(games, inputs.colours, inputs.slots)
            joined = torch.addmm(own["colour_bias"], shared, own["shared_to_colour"]).unsqueeze(1)
            colours = _clipped(grouped @ own["colour_in"] + joined)
            context = _clipped(context + colours.sum(1) @ own["colours_to_context"])
            meeting = torch.addmm(own["narrow_bias"], context, own["context_to_narrow"]).unsqueeze(1)
            narrow = _clipped(colours @ own["colour_narrow"] + meeting)
            outputs.append((narrow.float() @ exact["colour_out"] + exact["colour_out_bias"]).flatten(1))
            hidden = context @ own["context_to_value"] + narrow.sum(1) @ own["narrow_to_value"] + own["value_bias"]
        else:
            context = _clipped(context)
            hidden = context @ own["context_to_value"] + own["value_bias"]
        outputs.append(torch.addmm(exact["shared_out_bias"], context.float(), exact["shared_out"]))
        logits = torch.cat(outputs, 1) @ self._sums
        values = torch.addmm(exact["value_out_bias"], _clipped(hidden).float(), exact["value_out"])
        return logits.masked_fill(masks == 0, ILLEGAL), values.view(games, self.seats, TARGETS)

    def copy_of_weights(self) -> Weights:
        """The weights as they are now."""
        return {name: each.detach().clone() for name, each in self.weights.items()}

    def load(self, weights: Weights) -> None:
        """Take over weights, in place."""
        with torch.no_grad():
            for name, each in self.weights.items():
                each.copy_(weights[name])


def compiled(function: Callable[..., Any], fused: bool) -> Callable[..., Any]:
    """A function by PyTorch's compiler, so that what is done number by number is done at once; or as it is."""
    return torch.compile(function, dynamic=False) if fused else function


def output_sums(inputs: Inputs) -> NDArray[np.float32]:
    """The matrix that adds up outputs to logits: a row for each output, a column for each move."""
    sums = np.zeros((inputs.outputs + 1, len(inputs.parts)), np.float32)
    np.add.at(sums, (inputs.parts.T, np.arange(len(inputs.parts))), 1.0)
    return sums[:-1]


def _drawn(layer: Layer, generator: Tensor) -> Tensor:
    if not layer.fan:
        return torch.zeros(layer.size)
    return torch.randn(layer.size, generator=generator) * (layer.gain * (2.0 / layer.fan) ** 0.5)


def _clipped(numbers: Tensor) -> Tensor:
    return numbers.clamp(0.0, CEILING)
