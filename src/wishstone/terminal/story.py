"""Story of a game: one line for each move, told as the person saw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wishstone.game.match import Match
from wishstone.game.words import Sentence

# What becomes of a sentence, by its key: it is left out (None), or with another key it takes the place of the line
# before, which was the move that led to it. `=` before the other key begins a new line with it, and `+` goes on with
# the line before, if that is about the same seat.
MergeRules = Mapping[str, str | None]


@dataclass(frozen=True)
class StoryLine:
    """A sentence of the story, and the seat that it is about."""

    sentence: Sentence
    seat: int


class Story:
    """The story of a match so far as one seat saw it; it follows the events on a position of its own."""

    def __init__(self, match: Match, seat: int, merge_rules: MergeRules) -> None:
        self._match = match
        self._seat = seat
        self._merge_rules = merge_rules
        self._state = match.game.start(match.seats, match.first)
        self._events_told = 0
        self.lines: list[StoryLine] = []

    def update(self) -> None:
        """Add the events that have happened since the last update."""
        game = self._match.game
        for event in self._match.events[self._events_told :]:
            self._add(game.table.story(self._state, game.data, event.move, self._seat))
            game.apply(self._state, event.move)
        self._events_told = len(self._match.events)

    def _add(self, told: Sentence) -> None:
        seat = int(str(told.values["seat"]))
        if told.key not in self._merge_rules:
            self.lines.append(StoryLine(told, seat))
        elif key := self._merge_rules[told.key]:
            self._merge(key, told, seat)

    def _merge(self, key: str, told: Sentence, seat: int) -> None:
        other = Sentence(key.lstrip("=+"), told.values)
        if key.startswith("+") and self.lines and self.lines[-1].seat == seat:
            other = Sentence("story-also", {"told": self.lines[-1].sentence, "also": other})
        if key.startswith("=") or not self.lines or self.lines[-1].seat != seat:
            self.lines.append(StoryLine(other, seat))
        else:
            self.lines[-1] = StoryLine(other, seat)
