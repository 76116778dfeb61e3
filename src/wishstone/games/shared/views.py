"""View of a position: what the views of all games begin with."""

from __future__ import annotations

from typing import Any

from wishstone.game.contract import Settings


def view_head(rules: Any, at: Any, data: Settings) -> dict[str, Any]:
    """Who plays, whose turn it is, what is asked for, and why the game ended, from a position that a `Reader` read."""
    return {
        "seats": at.seats,
        "first": at.first,
        "turn": at.turn,
        "actor": rules.actor(at, data),
        "step": rules.STEPS[at.step],
        "end": rules.ENDS[at.end],
    }
