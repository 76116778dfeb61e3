"""Random-number generator: sfc32, with its four words of state in an array that is passed as an argument.

The generator is sfc32, Chris Doty-Humphrey's small fast chaotic generator, 32 bits wide. Every operation stays within
64 signed bits and is masked to 32, so that Python's integers, compiled code and a GPU give the same numbers. A stream
is keyed by (seed, game number, who): games can be played in any order, on any number of cores, with the same result.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wishstone.game.rule import rule

Generator = NDArray[np.int64]
STREAM = 4  # numbers in a generator
MASK = 0xFFFF_FFFF
WARM_UP = 15  # rounds until every bit of the key has reached every bit of the state
DEALER = 0  # whose stream the outcomes come from; the seat s has the stream s + 1


@rule
def draw32(rng: Generator) -> int:
    """The next 32 random bits."""
    a, b, c, count = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    bits = (a + b + count) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = (((c << 21) | (c >> 11)) + bits) & MASK
    rng[3] = (count + 1) & MASK
    return bits


@rule
def seed_stream(rng: Generator, seed: int, number: int, who: int) -> None:
    """Set a generator to the start of the stream of (seed, game number, who)."""
    rng[0] = seed & MASK
    rng[1] = (seed >> 32) & MASK
    rng[2] = number & MASK
    rng[3] = 1 + who + (((number >> 32) & 0xFFFF) << 8)
    for _ in range(WARM_UP):
        draw32(rng)


@rule
def below(rng: Generator, limit: int) -> int:
    """A number from 0 to limit - 1, each exactly as likely (Lemire's multiply and shift, with rejection)."""
    product = draw32(rng) * limit
    if (product & MASK) < limit:
        uneven = ((MASK + 1) - limit) % limit
        while (product & MASK) < uneven:
            product = draw32(rng) * limit
    return product >> 32


def stream(seed: int, number: int = 0, who: int = DEALER) -> Generator:
    """A new generator at the start of the stream of (seed, game number, who)."""
    rng = np.zeros(STREAM, np.int64)
    seed_stream(rng, seed, number, who)
    return rng
