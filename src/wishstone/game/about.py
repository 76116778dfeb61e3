"""What does a catalogue say of a game? Known without loading its rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class About:
    """A game's entry in the catalogue; texts in English and German."""

    id: str
    title: tuple[str, str]
    line: tuple[str, str]
    seats: tuple[int, int]
    minutes: tuple[int, int]
