"""Position analysis: every legal move with its chance to win, its expected score and its principal variation.

A search is run for the seat that has to decide, from what this seat knows, in which every third simulation tries the
next move in turn: so even the worst move has figures. A chance to win has an interval of 95 % (Wilson's, which is
sensible after few simulations too). Moves are ordered by the lower end of that interval, which is what can be relied
on: a move that looks splendid after five simulations does not stand before one that is good after five hundred.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from wishstone.bots.searcher import Searcher, Style, never_stopped
from wishstone.bots.weights import Weights, weights_of
from wishstone.game.chance import STREAM, Generator, draw32, stream
from wishstone.game.contract import CHANCE, Game, Position

SIMULATIONS = 4000
ROUND_ROBIN = 3  # every so many simulations it is the next move's turn
CERTAINTY = 1.96  # standard deviations that an interval of 95 % reaches to either side
LONGEST = 8  # moves in a line
WALKS = 48  # lines that are followed, each with the unknown dealt anew, to find the one that they agree on
AGREED = 3  # as many of them have to agree
AT_ONCE = 25  # simulations of a move, before it is asked anew which the best are
NOTEWORTHY = 0.5  # points by which an item of the score has to differ to be named


@dataclass(frozen=True)
class PredictedMove:
    """A move that is likely to follow."""

    seat: int
    move: int
    position: Position = field(compare=False, repr=False)  # in which it may come, of the many that the seat cannot tell


@dataclass(frozen=True)
class Candidate:
    """A legal move with what the simulations say of it, for the seat that decides."""

    move: int
    visits: int
    chance: float  # to win; a shared win counts as a part of one
    low: float  # the interval of 95 % around it
    high: float
    score: float  # the seat's final total, in the mean
    lead: float  # how far it is ahead of the best other seat in the end, in the mean
    items: Mapping[str, float]  # the final score by item, in the mean
    line: tuple[PredictedMove, ...] = ()

    @property
    def error(self) -> float:
        """How far the interval reaches, on the longer side."""
        return max(self.chance - self.low, self.high - self.chance)


@dataclass(frozen=True)
class Analysis:
    """Every legal move of the seat that has to decide, the best first."""

    game: Game
    seat: int
    simulations: int
    moves: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        """The move that can be relied on most."""
        return self.moves[0]

    @property
    def second(self) -> Candidate | None:
        """The next best move; None if there is only one."""
        return self.moves[1] if len(self.moves) > 1 else None

    def of(self, move: int) -> Candidate:
        """What is said of a legal move."""
        return next(each for each in self.moves if each.move == move)

    def to_json(self) -> dict[str, Any]:
        """The figures, ready for JSON."""
        why = difference(self.best.items, self.second.items) if self.second else {}
        return {
            "game": self.game.id,
            "seat": self.seat,
            "simulations": self.simulations,
            "moves": [self._row(each) for each in self.moves],
            "why": {item: round(points, 2) for item, points in why.items()},
        }

    def _row(self, each: Candidate) -> dict[str, Any]:
        return {
            "move": self.game.move_names[each.move],
            "visits": each.visits,
            "chance": round(each.chance, 4),
            "ci95": [round(each.low, 4), round(each.high, 4)],
            "score": round(each.score, 2),
            "lead": round(each.lead, 2),
            "items": {item: round(points, 2) for item, points in each.items.items()},
            "line": variation_to_json(self.game, each.line),
        }


@dataclass(frozen=True)
class MoveComparison:
    """Two moves tried equally often and with equal luck, after the search that chose them."""

    rounds: int
    better: Candidate
    other: Candidate
    gain: float  # of the better one's chance to win over the other's
    error: float  # 95 % of that


def analyse(
    game: Game,
    position: Position,
    rng: Generator,
    simulations: int = SIMULATIONS,
    seconds: float | None = None,
    stopped: Callable[[], bool] = never_stopped,
) -> Analysis:
    """Every legal move in a position, from what the seat that has to decide knows; `seconds` only caps the time."""
    analyst = Analyst(game, simulations)
    analyst.search(position, rng, seconds, stopped)
    return analyst.analysis(WALKS)


class Analyst:
    """Analyser of positions in one game, with its memory allocated once."""

    def __init__(self, game: Game, simulations: int = SIMULATIONS) -> None:
        self.game = game
        self._searcher = Searcher(game, simulations, Style(round_robin=ROUND_ROBIN))
        self._weights: dict[int, Weights] = {}
        self._seats = 0
        self._seat = 0
        self._legal: list[int] = []
        self._rng = stream(0)
        self._done = 0

    def get_ready(self) -> None:
        """Compile what is not compiled yet, or read it from the disk."""
        rng = stream(0)
        position = self.game.start(self.game.rules.SEATS[0])
        while self.game.actor(position) == CHANCE:
            self.game.apply(position, self.game.sample(position, rng))
        self.search(position, rng, seconds=0)

    def search(
        self,
        position: Position,
        rng: Generator,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never_stopped,
    ) -> None:
        """Look at the moves of the seat that has to decide. It may be the true position: it is redealt first."""
        game = self.game
        self._seat, self._seats, self._rng = game.actor(position), int(position["seats"]), rng
        position = game.redealt(position, self._seat, rng)
        self._legal = game.legal(position)
        self._done = self._searcher.run(position, self._fitted(), rng, seconds, stopped)
        for place in range(len(self._legal)):
            if not self._searcher.findings[place]["visits"]:  # it was stopped before each had its turn
                self._searcher.again(place, self._fitted(), rng)
                self._done += 1

    def settle(self, seconds: float | None = None) -> None:
        """Try the two best moves more often, if one was seldom tried: what is said of both is then equally certain.

        Each is brought to a quarter of the simulations that a search has; half as many again are added at most.
        """
        end = None if seconds is None else time.monotonic() + seconds
        enough, most = self._searcher.simulations // 4, self._done + self._searcher.simulations // 2
        while self._done < most and (end is None or time.monotonic() < end):
            seldom = [each.move for each in self.analysis().moves[:2] if each.visits < enough]
            if not seldom:
                return
            for move in seldom:
                for _ in range(AT_ONCE):
                    self._searcher.again(self._legal.index(move), self._fitted(), self._rng)
                self._done += AT_ONCE

    def analysis(self, walks: int = 0) -> Analysis:
        """What was found, with the lines that so many walks agree on."""
        found = [self._candidate(place, walks) for place in range(len(self._legal))]
        found.sort(key=lambda each: (-round(each.low, 9), -each.lead, each.move))
        return Analysis(self.game, self._seat, self._done, tuple(found))

    def compare(self, better: int, other: int, rounds: int, walks: int = 0) -> MoveComparison:
        """Try two moves so many times more, in turn and each time with the same cards and dice as far as they go."""
        places = [self._legal.index(better), self._legal.index(other)]
        before = [self._sums(place) for place in places]
        luck = np.zeros(STREAM, np.int64)
        gains = np.zeros(rounds)
        for number in range(rounds):
            for place, sign in zip(places, (1, -1), strict=True):
                luck[:] = self._rng
                wins = float(self._searcher.findings[place]["wins"])
                self._searcher.again(place, self._fitted(), luck)
                gains[number] += sign * (float(self._searcher.findings[place]["wins"]) - wins)
            draw32(self._rng)
            self._done += len(places)
        one, two = (
            self._figures(place, self._sums(place) - sums, walks) for place, sums in zip(places, before, strict=True)
        )
        return MoveComparison(rounds, one, two, float(gains.mean()), paired_error(gains))

    def _fitted(self) -> Weights:
        if self._seats not in self._weights:
            self._weights[self._seats] = weights_of(self.game, self._seats).copy()
        return self._weights[self._seats]

    def _candidate(self, place: int, walks: int) -> Candidate:
        return self._figures(place, self._sums(place), walks)

    def _sums(self, place: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """What the simulations that began with a move add up to: how many, wins, leads, points by item."""
        found = self._searcher.findings[place]
        return np.array([found["visits"], found["wins"], found["ahead"], *self._searcher.items[place]], np.float64)

    def _figures(self, place: int, sums: np.ndarray[tuple[int], np.dtype[np.float64]], walks: int) -> Candidate:
        visits, means = int(sums[0]), sums / sums[0]
        low, high = interval(float(means[1]), visits)
        items = dict(zip(self.game.rules.ITEMS, (float(points) for points in means[3:]), strict=True))
        return Candidate(
            move=self._legal[place],
            visits=visits,
            chance=float(means[1]),
            low=low,
            high=high,
            score=items.pop("total"),
            lead=float(means[2]),
            items=items,
            line=self._line(self._legal[place], walks),
        )

    def _line(self, move: int, walks: int) -> tuple[PredictedMove, ...]:
        """What the walks agree on: at each step what most of those do that have done the same so far."""
        lines = []
        for _ in range(walks):
            steps = self._searcher.follow(move, LONGEST, self._rng)
            lines.append(
                [PredictedMove(int(seat), int(move), self.game.copy(before[0])) for seat, move, before in steps]
            )
        agreed = 0
        while nexts := Counter(line[agreed] for line in lines if len(line) > agreed):
            step, count = min(nexts.items(), key=lambda each: (-each[1], each[0].seat, each[0].move))
            if count < min(AGREED, walks):
                break
            lines = [line for line in lines if len(line) > agreed and line[agreed] == step]
            agreed += 1
        return tuple(lines[0][:agreed]) if lines else ()


def interval(mean: float, count: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share seen in so many trials; it never leaves 0 to 1.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    >>> interval(1.0, 100)[1]
    1.0
    """
    square = CERTAINTY**2 / count
    middle = (mean + square / 2) / (1 + square)
    reach = CERTAINTY * sqrt(max(mean * (1 - mean), 0.0) / count + square / (4 * count)) / (1 + square)
    low = 0.0 if mean <= 0 else max(0.0, middle - reach)
    high = 1.0 if mean >= 1 else min(1.0, middle + reach)
    return low, high


def paired_error(gains: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """How far the interval of 95 % around the mean of differences reaches.

    Two rounds are added in which either move wins, so that a few equal rounds do not pass for certainty.
    """
    rounds = len(gains) + 2
    square = float((gains**2).sum()) + 2.0
    mean = float(gains.sum()) / rounds
    return CERTAINTY * sqrt(max(square / rounds - mean**2, 0.0) / rounds)


def difference(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """The items in which one expected score differs noticeably from another, the greatest difference first."""
    found = {item: points - other[item] for item, points in one.items() if abs(points - other[item]) >= NOTEWORTHY}
    return dict(sorted(found.items(), key=lambda each: -abs(each[1])))


def variation_to_json(game: Game, line: tuple[PredictedMove, ...]) -> list[dict[str, Any]]:
    """A line, ready for JSON."""
    return [{"seat": step.seat, "move": game.move_names[step.move]} for step in line]
