"""Moves of the dice game: the dice, and the value tiles with the number of the move that takes each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import Sentence, sentence
from wishstone.games.shared.colours import COLOURS
from wishstone.terminal.cards import draw_mark, mark_width, suit_style
from wishstone.terminal.keltis_dice.tiles import NARROW_TILE, STONE, TILE, draw_dice, draw_tile, tile_text
from wishstone.terminal.layout import Block, arrange
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BRONZE, QUIET

KINDS = ("keep", "reroll", "take", "stones", "nothing")
VALUES = 11
NUMBER = 2  # cells for the number of a move,
NUMBERED = NUMBER + 2  # with space around it,
OPTION = 18  # and for some dice to throw again, with it


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: by kind, then as the notation orders them."""
    return (KINDS.index(name.split()[0]),)


def describe_move(move: ListedMove) -> Sentence:
    """A move in words."""
    touches = move.touches
    if move.kind == "reroll":
        return sentence("move-reroll", dice=" ".join(touches["dice"]))
    if move.kind == "take":
        return sentence("move-take", tile=touches["tiles"][0])
    if move.kind == "stones":
        return sentence("move-stone" if touches["stones"] == 1 else "move-stones", count=touches["stones"])
    return sentence(f"move-{move.kind}")


def draw_moves(frame: Frame) -> list[Text]:
    """The dice with what can be done with them, and the value tiles."""
    return [*_draw_dice_moves(frame), *draw_tiles(frame)]


# ── The dice ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_dice_moves(frame: Frame) -> list[Text]:
    """The moves that take no tile: dice to throw again; or the dice as they lie, and what else they allow."""
    translator = frame.translator
    options: list[Block] = [] if frame.view["step"] == "choosing" else [[draw_dice(frame.view["dice"])]]
    for move in frame.moves:
        if move.kind == "reroll":
            options.append([Text.assemble(_draw_number(move), "  ", draw_dice(move.touches["dice"]))])
        elif move.kind in ("keep", "nothing"):
            options.append([Text.assemble(_draw_number(move), "  ", translator.say(move.kind))])
        elif move.kind == "stones":
            got = Text.assemble(_draw_number(move), "  ", f"{STONE}×{move.touches['stones']}")
            options.append([got.append(f"  {move.change}")])
    return arrange(options, frame.width, OPTION, OPTION)


def _draw_number(move: ListedMove) -> Text:
    return Text(f"{move.number:>{NUMBER}}", BRONZE)


# ── The value tiles ──────────────────────────────────────────────────────────────────────────────────────────────


def draw_tiles(frame: Frame) -> list[Text]:
    """The value tiles that are left, a line for each colour; those that can be taken follow the move's number."""
    taking = frame.view["step"] == "taking" and bool(frame.moves)
    numbers = {move.touches["tiles"][0]: move.number for move in frame.moves if move.kind == "take"}
    return [_draw_colour(frame, colour, numbers if taking else None) for colour in COLOURS]


def _draw_colour(frame: Frame, colour: str, numbers: Mapping[str, int] | None) -> Text:
    """The tiles of a colour. `numbers` says which can be taken; it is None where no tile is asked for."""
    room = _tile_width(frame)
    narrow = room < NUMBERED + TILE
    line = Text.assemble(draw_mark(colour, frame.translator.language))
    for value, symbol in enumerate(frame.view["symbols"][colour]):
        number = numbers.get(f"{colour} {value}") if numbers else None
        if value not in frame.view["middle"][colour]:
            shown = Text("·".rjust(2).ljust(NARROW_TILE if narrow else TILE), QUIET)
        elif numbers is None or number:
            shown = draw_tile(colour, value, symbol, narrow)
        else:
            shown = Text(tile_text(value, symbol, narrow), QUIET)
        if room >= NUMBERED + NARROW_TILE:
            line.append(f"{number or '':>{NUMBERED - 1}} ", BRONZE)
        elif number:  # there is no room for both: the number stands in place of the value
            shown = Text(f"{number:>2} ", suit_style(colour))
        line.append_text(shown)
    return line


def _tile_width(frame: Frame) -> int:
    """The width of a tile in cells."""
    return (frame.width - mark_width(frame.translator.language)) // VALUES


def draw_memory_aid(frame: Frame) -> list[Text]:
    """All tiles with their symbols, including those already taken."""
    narrow = _tile_width(frame) <= TILE
    lines = []
    for colour in COLOURS:
        line = Text.assemble(draw_mark(colour, frame.translator.language))
        for value, symbol in enumerate(frame.view["symbols"][colour]):
            there = value in frame.view["middle"][colour]
            line.append("" if narrow else " ")
            line.append(tile_text(value, symbol, narrow), suit_style(colour) if there else QUIET)
        lines.append(line)
    return lines
