"""Board of Keltis: the ranks from the goal down to the start, with the moves that lead to each stone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wishstone.games.keltis.terminal.signs import JOKER, draw_stones, draw_tile

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Kit, Line

UPRIGHT, TO_THE_RIGHT, TO_THE_LEFT = "│", "╱", "╲"  # noqa: RUF001 - strokes for ways
WIDTH = 8.0  # x of a stone goes from 0 to this
MARGIN = 5  # cells for the worth of a rank
CELL = 12  # cells that a stone should have
TALL = 40  # a terminal with so many lines shows the ways between the ranks, too
LIFT = 2  # of a way's column, between the middles of its stones

View = Mapping[str, Any]
Marks = dict[str, list[int]]  # by stone: the numbers of the moves that lead there


def draw_board(view: View, kit: Kit) -> list[Line]:
    """The board, rank by rank, the goal at the top."""
    stones = view["stones"]
    marks, letters, columns = find_reachable_stones(kit), assign_letters(kit.names), _find_columns(view, kit)
    lines: list[Line] = []
    for rank in range(max(stone["rank"] for stone in stones.values()), 0, -1):
        names = sorted((name for name in stones if stones[name]["rank"] == rank), key=columns.__getitem__)
        lines.append(_draw_rank(view, names, columns, marks, letters, kit))
        if kit.height >= TALL and rank > 1:
            lines.append(_draw_ways(view, rank, columns, kit))
    return [*lines, _draw_start(view, letters, kit)]


def find_reachable_stones(kit: Kit) -> Marks:
    """The stones that moves lead to, each with the numbers of these moves: steps, or cards that allow a step."""
    marks: Marks = {}
    for move in kit.moves:
        steps = [move.touches] if move.kind == "step" else move.touches.get("steps", [])
        for stone in dict.fromkeys(step["to"] for step in steps):
            marks.setdefault(stone, []).append(move.number)
    return marks


def assign_letters(names: Sequence[str]) -> list[str]:
    """A letter for each seat: the first one of the name that no earlier seat has."""
    found: list[str] = []
    for name in names:
        options = [letter for letter in f"{name}ABCDEFGHIJKLMNOPQRSTUVWXYZ".upper() if letter.isalpha()]
        found.append(next(letter for letter in options if letter not in found and letter.lower() != letter))
    return found


def draw_figures(view: View, stone: str, letters: Sequence[str], kit: Kit) -> Line:
    """The figures on a stone: a capital for the large one, small letters for small ones, the reader's own in moss."""
    line: Line = []
    for seat in kit.clockwise():
        player = view["players"][seat]
        shown = letters[seat] * (player["large"] == stone) + letters[seat].lower() * player["small"].count(stone)
        line += kit.line((shown, "mine" if seat == kit.seat else "strong"))
    return line


# ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _find_columns(view: View, kit: Kit) -> dict[str, int]:
    """Where each stone begins."""
    room = max(kit.width - MARGIN - CELL, 1)
    return {name: MARGIN + round(stone["x"] / WIDTH * room) for name, stone in view["stones"].items()}


def _draw_rank(
    view: View, names: Sequence[str], columns: Mapping[str, int], marks: Marks, letters: Sequence[str], kit: Kit
) -> Line:
    first = view["stones"][names[0]]
    worth = kit.number(first["worth"], sign=first["worth"] > 0)
    line = kit.fit((f"{worth:>3}", "strong" if first["goal"] else "quiet"), MARGIN)
    for at, name in enumerate(names):
        ends_at = columns[names[at + 1]] - 1 if at + 1 < len(names) else kit.width
        line = kit.fit(line, max(columns[name], kit.width_of(line)))
        room = max(ends_at - kit.width_of(line), 1)
        figures = draw_figures(view, name, letters, kit)
        stone = _draw_stone(name, view["stones"][name], figures, marks.get(name, []), room, kit)
        line = kit.line(line, kit.fit(stone, room))
    return kit.fit(line, kit.width)


def _draw_stone(name: str, stone: Mapping[str, Any], figures: Line, marks: Sequence[int], room: int, kit: Kit) -> Line:
    """A stone: its name on its colour, what lies there, who stands there, and the moves that lead there.

    Where the room is short, what lies there is left out first.
    """
    colour = stone["colour"]
    if colour == "joker":
        label = [(f"{name}{JOKER}", "stone")]
    else:
        sign = f"{kit.suits.sign(colour)}{kit.suits.letter(colour)}"
        label = [(f"{name.removeprefix(colour)}{sign}", kit.suits.style(colour))]
    lies: Line = []
    if stone["tile"]:
        lies = draw_tile(stone["tile"], kit)
    elif stone["stack"] and stone["stack"][1]:
        stack, left = stone["stack"]
        lies = draw_stones(stack, left, kit)
    rest = [kit.line(" ", part) for part in (figures, [(_abbreviate_numbers(marks), "choice")]) if kit.plain(part)]
    whole = kit.line(label, lies, *rest)
    return whole if kit.width_of(whole) <= room else kit.line(label, *rest)


def _abbreviate_numbers(marks: Sequence[int]) -> str:
    """Numbers of moves in short: `3`, `3,5`, `1-4`."""
    spans: list[list[int]] = []
    for mark in marks:
        if spans and mark == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], mark]
        else:
            spans.append([mark, mark])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)


def _draw_ways(view: View, rank: int, columns: Mapping[str, int], kit: Kit) -> Line:
    """The ways that lead up to a rank, each drawn as a stroke half-way."""
    cells = [" "] * kit.width
    for name, stone in view["stones"].items():
        for to in stone["to"] if stone["rank"] == rank - 1 else ():
            lean = columns[to] - columns[name]
            at = min((columns[name] + columns[to]) // 2 + LIFT, kit.width - 1)
            cells[at] = UPRIGHT if abs(lean) <= LIFT else TO_THE_RIGHT if lean > 0 else TO_THE_LEFT
    return [("".join(cells), "quiet")]


def _draw_start(view: View, letters: Sequence[str], kit: Kit) -> Line:
    """The start field with the figures that still wait there."""
    words = kit.say("start-field", style="quiet")
    return kit.fit(kit.line(" " * MARGIN, words, " ", draw_figures(view, "start", letters, kit)), kit.width)
