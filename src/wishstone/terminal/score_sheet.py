"""Score sheet: every player's points, by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from wishstone.game.words import number
from wishstone.terminal.layout import fit
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.seating import Seating
from wishstone.terminal.theme import MOSS, QUIET, STRONG
from wishstone.terminal.translator import Translator

LABEL = 16
COLUMN = 9


def draw_score_sheet(
    sheets: Sequence[Mapping[str, Any]],
    seating: Seating,
    renderer: GameRenderer,
    translator: Translator,
    places: Sequence[int] | None = None,
) -> list[Text]:
    """Every player's points by item with the total, and the places once the game is over."""
    order = seating.clockwise()
    names = [Text(seating.names[seat], MOSS if seat == seating.person else STRONG) for seat in order]
    lines = [_draw_line(translator.say("sheet", style=QUIET), names)]
    for item in renderer.ITEMS:
        points = [_draw_points(_find_points(sheets[seat], item)) for seat in order]
        lines.append(_draw_line(renderer.draw_item(item, translator), points))
    lines.append(Text("─" * (LABEL + COLUMN * len(order)), QUIET))
    total = [Text(number(sheets[seat]["total"]), STRONG) for seat in order]
    lines.append(_draw_line(translator.say("total", style=STRONG), total))
    if places is not None:
        lines.append(_draw_line(translator.say("place"), [Text(f"{places[seat]}.") for seat in order]))
    return lines


def _draw_line(label: Text, cells: Sequence[Text]) -> Text:
    line = fit(label, LABEL)
    for cell in cells:
        shown = fit(cell, COLUMN - 1) if cell.cell_len >= COLUMN else cell
        line.append(" " * (COLUMN - shown.cell_len)).append_text(shown)
    return line


def _find_points(sheet: Mapping[str, Any], item: str) -> int | None:
    """The points of an item: `rows.blue` is the item `blue` of `rows`; None where the person may not know them yet."""
    value: Any = sheet
    for name in item.split("."):
        value = value.get(name)
    return None if value is None else int(value)


def _draw_points(points: int | None) -> Text:
    return Text("?" if points is None else number(points), "" if points else QUIET)
