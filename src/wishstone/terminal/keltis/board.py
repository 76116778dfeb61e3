"""Board of Keltis: the ranks from the goal down to the start, with the moves that lead to each stone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from wishstone.game.words import LANGUAGES, number
from wishstone.terminal.cards import LETTERS, PEBBLE, SIGNS, suit_style
from wishstone.terminal.layout import Block, fit
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BONE, BRONZE, MOSS, QUIET, STONE, STRONG

UPRIGHT, TO_THE_RIGHT, TO_THE_LEFT = "│", "╱", "╲"  # noqa: RUF001 - strokes for ways
CLOVER, CARD_DISCARD, JOKER = "*", "×", "?"
WIDTH = 8.0  # x of a stone goes from 0 to this
MARGIN = 5  # cells for the worth of a rank
CELL = 12  # cells that a stone should have
TALL = 40  # a terminal with so many lines shows the ways between the ranks, too
LIFT = 2  # of a way's column, between the middles of its stones

Marks = dict[str, list[int]]  # by stone: the numbers of the moves that lead there


def draw_board(frame: Frame) -> Block:
    """The board, rank by rank, the goal at the top."""
    stones: Mapping[str, Any] = frame.view["stones"]
    marks, letters, columns = find_reachable_stones(frame), assign_letters(frame), _find_columns(frame)
    lines: list[Text] = []
    for rank in range(max(stone["rank"] for stone in stones.values()), 0, -1):
        names = sorted((name for name in stones if stones[name]["rank"] == rank), key=columns.__getitem__)
        lines.append(_draw_rank(frame, names, columns, marks, letters))
        if frame.height >= TALL and rank > 1:
            lines.append(_draw_ways(frame, rank, columns))
    return [*lines, _draw_start(frame, letters)]


def find_reachable_stones(frame: Frame) -> Marks:
    """The stones that moves lead to, each with the numbers of these moves: steps, or cards that allow a step."""
    marks: Marks = {}
    for move in frame.moves:
        steps = [move.touches] if move.kind == "step" else move.touches.get("steps", [])
        for stone in dict.fromkeys(step["to"] for step in steps):
            marks.setdefault(stone, []).append(move.number)
    return marks


def assign_letters(frame: Frame) -> list[str]:
    """A letter for each seat: the first one of the name that no earlier seat has."""
    found: list[str] = []
    for name in frame.seating.names:
        options = [letter for letter in f"{name}ABCDEFGHIJKLMNOPQRSTUVWXYZ".upper() if letter.isalpha()]
        found.append(next(letter for letter in options if letter not in found and letter.lower() != letter))
    return found


def draw_figures(frame: Frame, stone: str, letters: Sequence[str]) -> Text:
    """The figures on a stone: a capital for the large one, small letters for small ones, the person's own in moss."""
    text = Text()
    for seat in frame.seating.clockwise():
        player = frame.view["players"][seat]
        shown = letters[seat] * (player["large"] == stone) + letters[seat].lower() * player["small"].count(stone)
        text.append(shown, MOSS if seat == frame.seating.person else STRONG)
    return text


def draw_tile(tile: str, language: str) -> Text:
    """What a tile shows: a clover, points, a wish stone, a card-discard."""
    kind, _, detail = tile.partition(" ")
    if kind == "wish":
        place = LANGUAGES.index(language)
        return Text(f"{PEBBLE}{LETTERS[detail][place]}", suit_style(detail)) if detail else Text(PEBBLE, STONE)
    if kind == "points":
        return Text(f"+{detail}", BONE)
    return Text(CLOVER if kind == "clover" else CARD_DISCARD, BONE)


# ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _find_columns(frame: Frame) -> dict[str, int]:
    """Where each stone begins."""
    room = max(frame.width - MARGIN - CELL, 1)
    return {name: MARGIN + round(stone["x"] / WIDTH * room) for name, stone in frame.view["stones"].items()}


def _draw_rank(
    frame: Frame, names: Sequence[str], columns: Mapping[str, int], marks: Marks, letters: Sequence[str]
) -> Text:
    first = frame.view["stones"][names[0]]
    worth = number(first["worth"], sign=first["worth"] > 0)
    line = fit(Text(f"{worth:>3}", STRONG if first["goal"] else QUIET), MARGIN)
    for at, name in enumerate(names):
        ends_at = columns[names[at + 1]] - 1 if at + 1 < len(names) else frame.width
        line = fit(line, max(columns[name], line.cell_len))
        room = max(ends_at - line.cell_len, 1)
        line.append_text(fit(_draw_stone(frame, name, marks.get(name, []), letters, room), room))
    return fit(line, frame.width)


def _draw_stone(frame: Frame, name: str, marks: Sequence[int], letters: Sequence[str], room: int) -> Text:
    """A stone: its name on its colour, what lies there, who stands there, and the moves that lead there.

    Where the room is short, what lies there is left out first.
    """
    stone, place = frame.view["stones"][name], LANGUAGES.index(frame.translator.language)
    colour = stone["colour"]
    if colour == "joker":
        label = Text(f"{name}{JOKER}", STONE)
    else:
        label = Text(f"{name.removeprefix(colour)}{SIGNS[colour]}{LETTERS[colour][place]}", suit_style(colour))
    lies = Text()
    if stone["tile"]:
        lies = draw_tile(stone["tile"], frame.translator.language)
    elif stone["stack"] and stone["stack"][1]:
        stack, left = stone["stack"]
        lies = Text(f"{PEBBLE}{LETTERS[stack][place]}{left}", suit_style(stack))
    rest = Text()
    for part in (draw_figures(frame, name, letters), Text(_abbreviate_numbers(marks), BRONZE)):
        if part:
            rest = Text.assemble(rest, " ", part)
    whole = Text.assemble(label, lies, rest)
    return whole if whole.cell_len <= room else Text.assemble(label, rest)


def _abbreviate_numbers(marks: Sequence[int]) -> str:
    """Numbers of moves in short: `3`, `3,5`, `1-4`."""
    spans: list[list[int]] = []
    for mark in marks:
        if spans and mark == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], mark]
        else:
            spans.append([mark, mark])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)


def _draw_ways(frame: Frame, rank: int, columns: Mapping[str, int]) -> Text:
    """The ways that lead up to a rank, each drawn as a stroke half-way."""
    cells = [" "] * frame.width
    for name, stone in frame.view["stones"].items():
        for to in stone["to"] if stone["rank"] == rank - 1 else ():
            lean = columns[to] - columns[name]
            at = min((columns[name] + columns[to]) // 2 + LIFT, frame.width - 1)
            cells[at] = UPRIGHT if abs(lean) <= LIFT else TO_THE_RIGHT if lean > 0 else TO_THE_LEFT
    return Text("".join(cells), QUIET)


def _draw_start(frame: Frame, letters: Sequence[str]) -> Text:
    """The start field with the figures that still wait there."""
    words = frame.translator.say("start-field", style=QUIET)
    return fit(Text.assemble(" " * MARGIN, words, " ", draw_figures(frame, "start", letters)), frame.width)
