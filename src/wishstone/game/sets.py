"""Bit sets: a set of small numbers as one integer; the set of 0 and 3 is 0b1001."""

from __future__ import annotations

import numpy as np

from wishstone.game.rule import rule

# A number with this property: shifted left by any i < 63, its top six bits tell which i it was.
_DE_BRUIJN = 0x03F7_9D71_B4CB_0A89
_POSITION = np.zeros(64, np.int8)
for _i in range(64):
    _POSITION[(_DE_BRUIJN << _i >> 58) & 63] = _i


@rule
def lowest(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return int(_POSITION[((bits & -bits) * _DE_BRUIJN >> 58) & 63])


@rule
def nth(bits: int, place: int) -> int:
    """The member at a place of a set, counted from 0 in rising order."""
    for _ in range(place):
        bits &= bits - 1
    return lowest(bits)


@rule
def size(bits: int) -> int:
    """How many members a set has."""
    # Sums of two, of four and of eight neighbours at once; compilers know this for what it is.
    bits -= (bits >> 1) & 0x5555_5555_5555_5555
    bits = (bits & 0x3333_3333_3333_3333) + ((bits >> 2) & 0x3333_3333_3333_3333)
    bits = (bits + (bits >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    return (bits * 0x0101_0101_0101_0101 >> 56) & 0xFF


def members(bits: int) -> list[int]:
    """The members of a set in rising order; ordinary Python, for what people see."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
