"""Checkpoints: weights, optimiser, ladder and progress in one file, so that a training goes on where it stopped."""

from __future__ import annotations

from pathlib import Path
from pickle import UnpicklingError
from typing import TypedDict

from wishstone.game.errors import UsageError, unreadable
from wishstone.train.nets.pytorch import Tensor, Weights, torch
from wishstone.train.nets.words import LEXICON

NAME = "checkpoint.pt"
VERSION = 1


class Progress(TypedDict):
    """How far a training has come."""

    decisions: int
    seconds: float
    rounds: int


class Part(TypedDict):
    """A part of what a net has learned from: one command, or what a snapshot that it began with had before."""

    command: str
    seed: int
    decisions: int
    seconds: float


class Rung(TypedDict):
    """A snapshot of the ladder: averaged weights, in half precision."""

    progress: float
    decisions: int
    weights: Weights


class Checkpoint(TypedDict):
    """What is kept of a training."""

    version: int
    history: list[Part]  # what came before this training
    command: str
    training: dict[str, object]
    weights: Weights
    average: Weights
    optimiser: dict[str, Tensor]
    ladder: list[Rung]
    progress: Progress


def parts_of(kept: Checkpoint) -> list[Part]:
    """All that a net has learned from, this training last."""
    progress, seed = kept["progress"], kept["training"]["seed"]
    assert isinstance(seed, int)
    seconds = round(progress["seconds"], 1)
    return [
        *kept["history"],
        Part(command=kept["command"], seed=seed, decisions=progress["decisions"], seconds=seconds),
    ]


def save(path: Path, parts: Checkpoint) -> None:
    """Write a checkpoint; a reader sees the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    torch.save(parts, fresh)
    fresh.replace(path)


def load(path: Path, device: str) -> Checkpoint:
    """Read a checkpoint onto a device."""
    try:
        parts: Checkpoint = torch.load(path, map_location=device, weights_only=True)
        version = parts["version"]
    except OSError as error:
        raise unreadable(path, error) from None
    except (RuntimeError, EOFError, KeyError, TypeError, ValueError, UnpicklingError):
        raise UsageError("train-checkpoint", LEXICON, path=str(path)) from None
    if version != VERSION:
        raise UsageError("train-checkpoint", LEXICON, path=str(path))
    return parts
