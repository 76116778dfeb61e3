"""Conformance suite that every game must pass, ours or yours: random play with checks at every position.

    from wishstone.game.conformance import assert_conforms

    assert_conforms(load("my-game"))

A check is a small function, named as a sentence would name it, that is given something to look at and says what is
wrong with it, if anything. There are checks of a game's constants and names (`constants`), of its rules at every
position of random games (`rules`), of what people get to see and read (`presentation`), and of what a seat can know
(`knowledge`). `lockstep` plays two engines side by side. Nothing here knows any game.
"""

from __future__ import annotations

from wishstone.game.conformance.finding import Finding
from wishstone.game.conformance.lockstep import lockstep
from wishstone.game.conformance.suite import CHECKS, assert_conforms, check

__all__ = ["CHECKS", "Finding", "assert_conforms", "check", "lockstep"]
