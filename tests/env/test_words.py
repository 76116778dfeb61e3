"""Texts of the environments: every refusal is there in every language, with the same blanks, and is used."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

import wishstone.env
from wishstone.env.words import WORDS

SOURCES = "".join(path.read_text(encoding="utf-8") for path in Path(wishstone.env.__path__[0]).glob("*.py"))


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", WORDS)
def test_a_sentence(key: str) -> None:
    english, german = WORDS[key]
    assert blanks(english) == blanks(german)
    assert SOURCES.count(f'"{key}"') >= 2, "nobody says it"
