"""Evaluation: how often a net wins against a named player, in games that are all played to their end.

The net sits at seat `place % seats` and takes its likeliest move; all other seats are the opponent's. Every place plays
one game, so long games count as much as short ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import sqrt

from wishstone.train.nets.games import Games
from wishstone.train.nets.model import Net
from wishstone.train.nets.pytorch import Tensor, Weights, torch

Chooser = Callable[[Games], Tensor]  # a move for every game

LONGEST = 600  # decisions of a game that is waited for
SURE = 1.96  # standard deviations of a 95 % interval
GLANCE = 16  # steps between two looks at whether all games are over


@dataclass(frozen=True)
class Outcome:
    """How the games went."""

    opponent: str
    games: int
    wins: float  # percent, shared wins counted in shares
    interval: float  # ± percent, 95 %
    points: float
    their_points: float
    unfinished: int  # games that were too long; not counted

    def to_json(self) -> dict[str, str | int | float]:
        """By name."""
        return {name: round(value, 3) if isinstance(value, float) else value for name, value in asdict(self).items()}


def likeliest(net: Net, weights: Weights | None = None) -> Chooser:
    """The net's own best moves."""
    return lambda games: net(net.encode(games.seen, games.masks), games.masks, weights)[0].argmax(1)


def bot(name: str) -> Chooser:
    """A named bot's moves."""
    return lambda games: games.bot_moves(name)


def contest(games: Games, mine: Chooser, theirs: Chooser, opponent: str) -> Outcome:
    """One chooser against copies of another, in games that have just begun."""
    count, seats, device = games.count, games.seats, games.device
    place = torch.arange(count, device=device)
    seat = place % seats
    over = torch.zeros(count, dtype=torch.bool, device=device)
    wins, points, others = (torch.zeros(count, device=device) for _ in range(3))
    with torch.no_grad():
        for step in range(LONGEST):
            choice = torch.where(games.actors.long() == seat, mine(games).long(), theirs(games).long())
            games.moves.copy_(choice)
            ended, scores, shares = games.step()
            fresh = ended & ~over
            wins += shares[place, seat] * fresh
            points += scores[place, seat] * fresh
            others += (scores.sum(1) - scores[place, seat]) / (seats - 1) * fresh
            over |= ended
            if step % GLANCE == GLANCE - 1 and bool(over.all()):
                break
    done = max(int(over.sum()), 1)
    mean = float(wins.sum()) / done
    spread = sqrt(max(float((wins**2).sum()) / done - mean**2, 0.0) / done)
    return Outcome(
        opponent=opponent,
        games=done,
        wins=100 * mean,
        interval=100 * SURE * spread,
        points=float(points.sum()) / done,
        their_points=float(others.sum()) / done,
        unfinished=count - done,
    )
