"""Random choice of a legal move, for games whose rules have no quicker way: `rules` is bound to one game."""

from __future__ import annotations

from wishstone.game.chance import Generator, below
from wishstone.game.contract import Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND


@rule
def pick(state: Position, data: Settings, rng: Generator, out: Numbers) -> int:
    """Any legal move, each as likely: the one at a place, drawn by lot, of the list of all."""
    return int(out[below(rng, rules.legal(state, data, out))])
