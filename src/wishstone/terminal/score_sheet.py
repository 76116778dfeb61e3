"""Score sheet: every player's points, by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wishstone.game.words import number
from wishstone.terminal.generic import items_of
from wishstone.terminal.lines import Line, Piece, align_right, fit, make_line, width_of
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.seating import Seating
from wishstone.terminal.theme import MINE, QUIET, STRONG
from wishstone.terminal.translator import Translator

LABEL = 16
COLUMN = 9


def draw_score_sheet(
    sheets: Sequence[Mapping[str, Any]],
    seating: Seating,
    renderer: GameRenderer,
    translator: Translator,
    places: Sequence[int] | None = None,
) -> list[Line]:
    """Every player's points by item with the total, and the places once the game is over."""
    order = seating.clockwise()
    names = [(seating.names[seat], MINE if seat == seating.person else STRONG) for seat in order]
    points = [dict(items_of(sheet)) for sheet in sheets]
    lines = [_draw_line(translator.say("sheet", style=QUIET), names)]
    for item in points[seating.person]:
        worth = [_draw_points(points[seat].get(item)) for seat in order]
        lines.append(_draw_line(renderer.draw_item(item), worth))
    lines.append([("─" * (LABEL + COLUMN * len(order)), QUIET)])
    total = [(number(sheets[seat]["total"]), STRONG) for seat in order]
    lines.append(_draw_line(translator.say("total", style=STRONG), total))
    if places is not None:
        lines.append(_draw_line(translator.say("place"), [f"{places[seat]}." for seat in order]))
    return lines


def _draw_line(label: Piece, cells: Sequence[Piece]) -> Line:
    line = fit(label, LABEL)
    for cell in cells:
        shown = fit(cell, COLUMN - 1) if width_of(cell) >= COLUMN else cell
        line = make_line(line, align_right(shown, COLUMN))
    return line


def _draw_points(points: int | None) -> Piece:
    """The points of an item; None where the person may not know them yet."""
    return ("?" if points is None else number(points), "" if points else QUIET)
