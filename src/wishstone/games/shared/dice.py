"""Dice throws: how many dice show each of the six faces, in no order, as one integer.

A throw is one integer with four bits for each face, so that throws add up and face f is counted by `shown(throw, f)`.
Throws of one to six dice are numbered, first by how many dice they have, then in the order of their sorted faces: 0 to
5 are single dice, 6 to 26 pairs, 27 to 82 triples, and so on. The numbers serve as ids: of outcomes (what was thrown)
and of moves (what is thrown again).
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from wishstone.game.chance import Generator, below
from wishstone.game.rule import rule

FACES = 6
MOST_DICE = 6

THROW_FACES = [faces for dice in range(1, MOST_DICE + 1) for faces in combinations_with_replacement(range(FACES), dice)]
# By number: the throw itself, and in how many ways it comes about.
THROWS = np.array([sum(1 << (4 * face) for face in faces) for faces in THROW_FACES], np.int32)
WAYS = np.array([factorial(len(t)) // prod(factorial(t.count(f)) for f in range(FACES)) for t in THROW_FACES], np.int16)
# FIRST[n] is the number of the first throw with n dice; FIRST[n + 1] is beyond the last.
FIRST = np.array([0, *(comb(dice + FACES, FACES) - 1 for dice in range(MOST_DICE + 1))], np.int16)
# _BEFORE[n, f]: of the throws of n dice that show no face below f, how many show f; of none, 0.
_BEFORE = np.array(
    [[comb(n + FACES - face - 2, n - 1) if n else 0 for face in range(FACES)] for n in range(MOST_DICE + 1)], np.int16
)


@rule
def shown(throw: int, face: int) -> int:
    """How many dice of a throw show a face."""
    return (throw >> (4 * face)) & 15


@rule
def dice_of(throw: int) -> int:
    """How many dice a throw has."""
    pairs = (throw & 0x0F0F0F) + ((throw >> 4) & 0x0F0F0F)
    return (pairs + (pairs >> 8) + (pairs >> 16)) & 15


@rule
def number_of(throw: int) -> int:
    """The number of a throw of at least one die."""
    left = dice_of(throw)
    number = int(FIRST[left])
    for face in range(FACES):
        left -= shown(throw, face)
        number += int(_BEFORE[left, face])  # those that show this face once more come before
    return number


@rule
def is_part(part: int, throw: int) -> bool:
    """Whether every die of one throw is in another."""
    for face in range(FACES):
        if shown(part, face) > shown(throw, face):
            return False
    return True


@rule
def roll(dice: int, rng: Generator) -> int:
    """A throw of so many dice."""
    throw = 0
    for _ in range(dice):
        throw += 1 << (4 * below(rng, FACES))
    return throw
