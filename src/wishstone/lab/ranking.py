"""Arena ranking: each bot's win rate, margin and Elo with their intervals, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from wishstone.lab.arena import ArenaGame, DealResult
from wishstone.lab.plan import Plan, Seating
from wishstone.lab.ratings import elo, interval, rate_interval

YARDSTICK = "greedy"  # the bot whose Elo number is fixed
ELO_LEVEL = 1000  # to this; where it does not play, this is the mean of those who do

Pair = tuple[float, float]


@dataclass(frozen=True)
class RankedBot:
    """A bot's row of the ranking, over all its games. Intervals are of 95 %, over deals."""

    name: str
    games: int  # it had a seat in; two seats count twice
    win_rate: float  # of a seat of its own, ties shared
    ci95: Pair
    mean_margin: float  # its points less those of the best other seat
    margin_ci95: Pair | None  # one deal alone gives none
    mean_score: float
    elo: float
    elo_error: float  # how far the interval reaches to each side; 0 for the yardstick
    moves: int  # that it was asked for
    seconds_per_move: float
    replaced: int  # moves that its fallback made, where it is a program of others that failed


@dataclass(frozen=True)
class Ranking:
    """The result of an arena: a row for each bot, and who beats whom."""

    game: str
    seats: int
    seed: int
    games: int
    deals: int
    cut_off: int
    bots: tuple[RankedBot, ...]
    cross: dict[str, dict[str, float]]  # by row and column: how often the first was before the second, ties being half

    def to_json(self) -> dict[str, object]:
        """The figures, ready for JSON."""
        return asdict(self)


def rank(plan: Plan, deals: Iterable[DealResult]) -> Ranking:
    """The ranking that the deals of an arena add up to; there must be one at least."""
    deals = sorted(deals, key=lambda deal: deal.number)
    tally = _Tally(plan, len(deals))
    for row, deal in enumerate(deals):
        for seating, game in zip(plan.seatings, deal.games, strict=True):
            tally.add(row, seating, game)
    return Ranking(
        game=plan.game,
        seats=plan.seats,
        seed=plan.seed,
        games=len(deals) * len(plan.seatings),
        deals=len(deals),
        cut_off=sum(game.cut_off for deal in deals for game in deal.games),
        bots=tally.bots(),
        cross=tally.cross(),
    )


class _Tally:
    """Sums by deal and bot."""

    def __init__(self, plan: Plan, deals: int) -> None:
        self._plan = plan
        self._place = {name: place for place, name in enumerate(plan.bots)}
        # By deal and bot: games, share of wins, margin, score, moves, seconds, moves by a fallback.
        self._sums: NDArray[np.float64] = np.zeros((7, deals, len(plan.bots)))
        self._before: NDArray[np.float64] = np.zeros((deals, len(plan.bots), len(plan.bots)))

    def add(self, deal: int, seating: Seating, game: ArenaGame) -> None:
        """One more game."""
        bots = [self._place[name] for name in seating]
        winners = game.places.count(1)
        for seat, bot in enumerate(bots):
            best = max(score for other, score in enumerate(game.scores) if other != seat)
            won = (game.places[seat] == 1) / winners
            score = game.scores[seat]
            asked = (game.moves[seat], game.seconds[seat], game.replaced[seat])
            self._sums[:, deal, bot] += (1, won, score - best, score, *asked)
            for other, rival in enumerate(bots):
                if rival != bot:
                    mine, its = game.places[seat], game.places[other]
                    self._before[deal, bot, rival] += 1.0 if mine < its else 0.5 if mine == its else 0.0

    def bots(self) -> tuple[RankedBot, ...]:
        """Every bot's row, in the order they were named in."""
        names = self._plan.bots
        anchor = names.index(YARDSTICK) if YARDSTICK in names else None
        ratings, errors = elo(self._before, anchor, self._plan.seed)
        return tuple(
            self._row(name, place, ELO_LEVEL + float(ratings[place]), float(errors[place]))
            for place, name in enumerate(names)
        )

    def _row(self, name: str, bot: int, rating: float, error: float) -> RankedBot:
        games, wins, margins, scores, moves, seconds, replaced = self._sums[:, :, bot]
        rates, leads = wins / games, margins / games
        asked = int(moves.sum())
        return RankedBot(
            name=name,
            games=int(games.sum()),
            win_rate=round(float(rates.mean()), 6),
            ci95=_pair(rate_interval(rates)),
            mean_margin=round(float(leads.mean()), 4),
            margin_ci95=_pair(interval(leads)) if len(leads) > 1 else None,
            mean_score=round(float(scores.sum() / games.sum()), 4),
            elo=round(rating, 1),
            elo_error=round(error, 1),
            moves=asked,
            seconds_per_move=round(float(seconds.sum()) / asked, 9) if asked else 0.0,
            replaced=int(replaced.sum()),
        )

    def cross(self) -> dict[str, dict[str, float]]:
        """For each bot, how often it was before each other."""
        before = self._before.sum(axis=0)
        met = before + before.T
        return {
            name: {
                rival: round(float(before[row, column] / met[row, column]), 6)
                for rival, column in self._place.items()
                if met[row, column] > 0
            }
            for name, row in self._place.items()
        }


def _pair(bounds: Pair) -> Pair:
    return round(bounds[0], 6), round(bounds[1], 6)
