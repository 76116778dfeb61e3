"""Mutations of the rules: a list for each folder of games, in a file of the same name."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """One broken rule: in `file`, `old` becomes `new`, and the tests of `rule` must fail."""

    rule: str
    wrong: str
    file: str
    old: str
    new: str
