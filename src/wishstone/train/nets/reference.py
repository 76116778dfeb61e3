"""Reference net: the function of `model.py` in NumPy, for tests and measurements where PyTorch is not installed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wishstone.bots.net import CEILING
from wishstone.train.nets.inputs import Inputs
from wishstone.train.nets.quantise import Floats, FloatWeights
from wishstone.train.nets.shape import TARGETS


def evaluate(inputs: Inputs, weights: FloatWeights, bits: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Logits by move, and values by seat from the observer on and target, of positions given as rows of inputs."""
    split = inputs.colours * inputs.slots
    own, shared = weights, bits[:, split:].astype(np.float64)
    context = _clipped(shared @ own["shared_in"] + own["shared_bias"]) @ own["shared_to_context"] + own["context_bias"]
    outputs = []
    if inputs.colours:
        grouped = bits[:, :split].reshape(-1, inputs.colours, inputs.slots).astype(np.float64)
        joined = shared @ own["shared_to_colour"] + own["colour_bias"]
        colours = _clipped(grouped @ own["colour_in"] + joined[:, None])
        context = _clipped(context + colours.sum(1) @ own["colours_to_context"])
        meeting = context @ own["context_to_narrow"] + own["narrow_bias"]
        narrow = _clipped(colours @ own["colour_narrow"] + meeting[:, None])
        outputs.append((narrow @ own["colour_out"] + own["colour_out_bias"]).reshape(len(bits), -1))
        hidden = context @ own["context_to_value"] + narrow.sum(1) @ own["narrow_to_value"] + own["value_bias"]
    else:
        context = _clipped(context)
        hidden = context @ own["context_to_value"] + own["value_bias"]
    outputs += [context @ own["shared_out"] + own["shared_out_bias"], np.zeros((len(bits), 1))]
    logits: Floats = np.concatenate(outputs, 1)[:, inputs.parts].sum(2)
    values: Floats = _clipped(hidden) @ own["value_out"] + own["value_out_bias"]
    return logits, values.reshape(len(bits), -1, TARGETS)


def _clipped(numbers: Floats) -> Floats:
    return numbers.clip(0.0, CEILING)
