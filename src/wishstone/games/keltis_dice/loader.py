"""Tiles file loader: which symbol is on which tile, from our table or a player's own file, checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from wishstone.api import COLOURS, DataError, Lexicon
from wishstone.games.keltis_dice.rules import VALUES
from wishstone.games.keltis_dice.words import TERMS, WORDS

SYMBOLS = ("-", "1", "2", "3", "stone", "clover", "leprechaun")  # a symbol's place is its number in the rules

_LEXICON = Lexicon(WORDS, TERMS)


@cache
def default_tiles() -> dict[str, list[str]]:
    """The table of KD-23."""
    text = files(__package__).joinpath("tiles.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def read_tiles(tiles: object) -> list[list[int]]:
    """The symbols by colour and value, as the rules number them.

    Raises a `DataError` unless there are five colours with eleven known symbols each (KD-23).
    """
    if not isinstance(tiles, Mapping):
        raise DataError("tiles-table", _LEXICON, colours=", ".join(COLOURS))
    for colour in tiles:
        if colour not in COLOURS:
            raise DataError("tiles-colour-unknown", _LEXICON, colour=f"{colour}", colours=", ".join(COLOURS))
    for colour in COLOURS:
        if colour not in tiles:
            raise DataError("tiles-colour-missing", _LEXICON, colour=colour)
    return [_read_colour(colour, tiles[colour]) for colour in COLOURS]


def _read_colour(colour: str, symbols: object) -> list[int]:
    if not isinstance(symbols, list):
        raise DataError("tiles-list", _LEXICON, colour=colour)
    if len(symbols) != VALUES:
        raise DataError("tiles-count", _LEXICON, colour=colour, count=len(symbols))
    for value, symbol in enumerate(symbols):
        if not (isinstance(symbol, str) and symbol in SYMBOLS):
            raise DataError(
                "tiles-symbol", _LEXICON, tile=f"{colour} {value}", symbol=_written(symbol), known=", ".join(SYMBOLS)
            )
    return [SYMBOLS.index(symbol) for symbol in symbols]


def _written(symbol: object) -> str:
    """A symbol as it is named in a message; one that is not text is told from the text that looks like it."""
    return f"«{symbol}»" if isinstance(symbol, str) else f"{symbol!r}"
