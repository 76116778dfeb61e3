"""Fast game adapter: calls a game's compiled rules with arrays of one record, for one position at a time.

Numba takes much longer to unbox a record (5 µs) than to answer a question about it, but hardly any time for an array
(0.3 µs), and a server asks a hundred such questions for every move. So each position lies in an array of its own, and
that array is passed instead; the questions and answers are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from types import ModuleType
from typing import Any, cast

import numpy as np

from wishstone.game.contract import Game, MoveNumber, Numbers, Position
from wishstone.game.fields import named
from wishstone.game.rule import TO_BE_BOUND, Engine, bound, rule

rules = TO_BE_BOUND

# ── Compiled, for each game ──────────────────────────────────────────────────────────────────────────────────────


@rule
def actor(states: Any, data: Any) -> int:
    """Whose decision is next."""
    return int(rules.actor(states[0], data[0]))


@rule
def legal(states: Any, data: Any, out: Any) -> int:
    """Write the legal moves to `out`; returns how many."""
    return int(rules.legal(states[0], data[0], out))


@rule
def shares(states: Any, data: Any, ranks: Any, moves: Any, ends: Any) -> int:
    """The possible outcomes in order of rank, with their cumulative weights; returns how many."""
    count = int(rules.chances(states[0], data[0], moves, ends))
    for next in range(1, count):  # insertion sort: they are mostly in order already
        move, weight, place = int(moves[next]), int(ends[next]), next
        while place > 0 and ranks[moves[place - 1]] > ranks[move]:
            moves[place] = moves[place - 1]
            ends[place] = ends[place - 1]
            place -= 1
        moves[place] = move
        ends[place] = weight
    for place in range(1, count):
        ends[place] += ends[place - 1]
    return count


@rule
def apply(states: Any, data: Any, move: int) -> None:
    """Make a move."""
    rules.apply(states[0], data[0], move)


@rule
def seen(states: Any, data: Any, move: int, seat: int) -> int:
    """A move as a seat sees it."""
    return int(rules.seen(states[0], data[0], move, seat))


@rule
def score(states: Any, data: Any, sheet: Any) -> None:
    """Write every seat's score sheet."""
    rules.score(states[0], data[0], sheet)


@rule
def peek(states: Any, data: Any, moves: Any, scratch: Any, before: Any, after: Any) -> int:
    """The legal moves, the scores before them and after each; returns how many."""
    count = int(rules.legal(states[0], data[0], moves))
    rules.score(states[0], data[0], before)
    for place in range(count):
        scratch[0] = states[0]
        rules.apply(scratch[0], data[0], int(moves[place]))
        rules.score(scratch[0], data[0], after[place])
    return count


# ── A game that is asked in this way ─────────────────────────────────────────────────────────────────────────────


def array_of(state: Position) -> Numbers:
    """The array of one record that holds a position."""
    return cast(Numbers, state.base)


@dataclass(frozen=True)
class FastGame(Game):
    """A game whose compiled rules are called with the arrays that its positions lie in."""

    @cached_property
    def _questions(self) -> ModuleType:
        return _bound_questions(self.folder, self.engine, cast(ModuleType, self.rules))

    @cached_property
    def _data(self) -> Numbers:
        return array_of(self.data).view(named(self.rules.Data))

    @cached_property
    def _record(self) -> np.dtype[np.void]:
        return named(self.rules.State)

    def empty(self) -> Position:
        """See `Game`."""
        return cast(Position, np.zeros(1, self._record)[0])

    def copy(self, state: Position) -> Position:
        """See `Game`."""
        return cast(Position, self._copied(array_of(state))[0])

    def _copied(self, states: Numbers) -> Numbers:
        """A copy of an array as raw bytes: NumPy's own copy goes field by field."""
        return np.ndarray(1, self._record, bytearray(states.tobytes()))

    def actor(self, state: Position) -> int:
        """See `Game`."""
        return int(self._questions.actor(array_of(state), self._data))

    def legal(self, state: Position) -> list[int]:
        """See `Game`."""
        out = np.zeros(self.rules.MAX_LEGAL, MoveNumber)
        return cast(list[int], out[: self._questions.legal(array_of(state), self._data, out)].tolist())

    def shares(self, state: Position) -> tuple[Numbers, Numbers]:
        """See `Game`."""
        moves = np.zeros(self.rules.OUTCOMES, MoveNumber)
        ends = np.zeros(self.rules.OUTCOMES, np.int64)
        count = self._questions.shares(array_of(state), self._data, self.outcome_ranks, moves, ends)
        return moves[:count], ends[:count]

    def apply(self, state: Position, move: int) -> None:
        """See `Game`."""
        self._questions.apply(array_of(state), self._data, move)

    def seen(self, state: Position, move: int, seat: int) -> int:
        """See `Game`."""
        return int(self._questions.seen(array_of(state), self._data, move, seat))

    def score_rows(self, state: Position) -> list[list[int]]:
        """See `Game`."""
        return self._score_of(array_of(state).tobytes())[: int(state["seats"])]

    @cached_property
    def _score_of(self) -> Callable[[bytes], list[list[int]]]:
        return lru_cache(1)(self._score)  # each seat in turn asks for its own part of the same sheet

    def _score(self, content: bytes) -> list[list[int]]:
        sheet = np.zeros(self._sheet, MoveNumber)
        self._questions.score(np.ndarray(1, self._record, bytearray(content)), self._data, sheet)
        return sheet.tolist()

    def legal_touches(self, state: Position) -> list[tuple[str, dict[str, Any]]]:
        """See `Game`."""
        moves = np.zeros(self.rules.MAX_LEGAL, MoveNumber)
        before = np.zeros(self._sheet, MoveNumber)
        after = np.zeros((self.rules.MAX_LEGAL, *self._sheet), MoveNumber)
        states = array_of(state)
        count = self._questions.peek(states, self._data, moves, self._copied(states), before, after)
        seat, at = self.actor(state), self.plain(state)
        old = before[seat].tolist()
        return [
            (self.move_names[move], self._touches_of(at, move, old, new))
            for move, new in zip(moves[:count].tolist(), after[:count, seat].tolist(), strict=True)
        ]

    def _touches_of(self, state: Position, move: int, before: list[int], after: list[int]) -> dict[str, Any]:
        points = {}
        if before != after:
            items = zip(self.rules.ITEMS, before, after, strict=False)
            points = {item: (old, new) for item, old, new in items if old != new}
        return {**self.table.touches(state, self.data, move), "points": points}

    @cached_property
    def _sheet(self) -> tuple[int, int]:
        return self.rules.SEATS[1], len(self.rules.ITEMS) + len(self.rules.KEYS)


def make_fast(game: Game) -> FastGame:
    """The same game with fast calls; without compiled rules it makes no difference."""
    return FastGame(**{each.name: getattr(game, each.name) for each in fields(game)})


@cache
def _bound_questions(folder: str, engine: Engine, of_game: ModuleType) -> ModuleType:
    return bound(sys.modules[__name__], engine, folder, rules=of_game)
