"""Rewards at the end of a game: a seat's lead, or its share of the win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from wishstone.env.words import refuse
from wishstone.game.contract import Game, Position
from wishstone.game.result import places

Reward = Literal["margin", "win"]
REWARDS: tuple[Reward, ...] = get_args(Reward)


def checked(reward: str) -> Reward:
    """The reward of this name."""
    for known in REWARDS:
        if reward == known:
            return known
    raise refuse("env-reward", name=str(reward), known=", ".join(REWARDS))


def rewards_of(game: Game, state: Position, reward: Reward) -> list[float]:
    """By seat: the points ahead of the others' mean (`margin`), or the win, shared by equals (`win`)."""
    rows = game.score_rows(state)
    total = len(game.rules.ITEMS) - 1
    if reward == "win":
        return win_shares([row[total:] for row in rows])
    return margins([row[total] for row in rows])


def margins(points: Sequence[int]) -> list[float]:
    """How far each seat is ahead of the mean of the others; all of them together make 0.

    >>> margins([10, 4, 1])
    [7.5, -1.5, -6.0]
    """
    return [own - (sum(points) - own) / (len(points) - 1) for own in points]


def win_shares(keys: Sequence[Sequence[int]]) -> list[float]:
    """By (total, tie-break keys …): 1 for the winner, shared by equals; all of them together make 1.

    >>> win_shares([[30], [12], [30]])
    [0.5, 0.0, 0.5]
    """
    winners = [place == 1 for place in places(keys)]
    return [is_winner / sum(winners) for is_winner in winners]
