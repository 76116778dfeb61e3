"""Match: a position together with the events that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import SupportsIndex

from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.errors import StaleMove, UsageError
from wishstone.game.move_check import play
from wishstone.game.result import Result, result_of


@dataclass(frozen=True)
class Event:
    """Something that happened: a move by a seat, or an outcome by `CHANCE`."""

    by: int
    move: int


@cache
def event_of(by: int, move: int) -> Event:
    """An event, interned: equal ones are one object, since a server keeps those of thousands of games."""
    return Event(by, move)


class Match:
    """One game from its start: the position, and the events so far, numbered from 0."""

    def __init__(self, game: Game, seats: int, first: int = 0) -> None:
        low, high = game.rules.SEATS
        if not low <= seats <= high:
            raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)
        if not 0 <= first < seats:
            raise UsageError("first-wrong", first=first, last=seats - 1)
        self.game = game
        self.seats = seats
        self.first = first
        self.state: Position = game.start(seats, first)
        self.events: list[Event] = []

    @property
    def actor(self) -> int:
        """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
        return self.game.actor(self.state)

    @property
    def decisions(self) -> int:
        """How many moves seats have made; outcomes are not counted."""
        return sum(event.by != CHANCE for event in self.events)

    def play(self, move: str | SupportsIndex, by: int | None = None, number: int | None = None) -> Event:
        """Make a move through the checked door; `number` is the event it was meant to be."""
        if number is not None and number != len(self.events):
            raise StaleMove("move-stale", self.game.lexicon, number=number, current=len(self.events))
        who = self.actor
        event = event_of(who, play(self.game, self.state, move, by))
        self.events.append(event)
        return event

    def let_happen(self, rng: Generator) -> list[Event]:
        """Draw outcomes until a seat has to decide or the game is over."""
        before = len(self.events)
        while self.actor == CHANCE:
            self.play(self.game.sample(self.state, rng))
        return self.events[before:]

    def result(self, cut_off: int | None = None, agreed: bool = False) -> Result:
        """How the game ended, or stands."""
        return result_of(self.game, self.state, cut_off, agreed)

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.actor == OVER
