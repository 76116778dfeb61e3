"""PyTorch, or the sentence that says how to get it; every module of the trainer that needs it takes it from here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from wishstone.env import missing

try:
    torch: Any = import_module("torch")
except ImportError as error:
    raise missing("wishstone.train.nets", error, "torch") from None

Tensor = Any  # PyTorch has no types where it is not installed
Weights = dict[str, Tensor]
