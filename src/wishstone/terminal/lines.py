"""Lines of styled text: pieces joined, measured in cells, fitted to a width, and arranged beside and below each other.

A line is a list of spans, a span is a text and the name of its style (empty for none); `theme.py` says what the names
mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

GAP = 2  # cells between two blocks that stand side by side
ELLIPSIS = "…"

Span = tuple[str, str]
Line = list[Span]
Piece = str | Span | Line  # what a line is made of
Block = Sequence[Line]  # lines that belong together


def make_line(*pieces: Piece, style: str = "") -> Line:
    """A line of these pieces one after the other; `style` is that of what has none of its own."""
    line: Line = []
    for piece in pieces:
        spans = [(piece, "")] if isinstance(piece, str) else [piece] if isinstance(piece, tuple) else piece
        line += [(text, own or style) for text, own in spans if text]
    return line


def join(pieces: Iterable[Piece], between: Piece = " ") -> Line:
    """A line of these pieces with something between each two."""
    line: Line = []
    for number, piece in enumerate(pieces):
        line += make_line(between, piece) if number else make_line(piece)
    return line


def plain(line: Line) -> str:
    """What a line says, without its styles."""
    return "".join(text for text, _ in line)


def width_of(piece: Piece) -> int:
    """The width in cells."""
    return sum(cell_len(text) for text, _ in make_line(piece))


def cut(line: Line, begin: int, end: int) -> Line:
    """The part of a line between two places of its text."""
    part: Line = []
    for text, style in line:
        part += make_line((text[max(begin, 0) : max(end, 0)], style))
        begin, end = begin - len(text), end - len(text)
    return part


def wrap(line: Line, width: int) -> list[Line]:
    """A line in lines of at most this width, broken between words."""
    text = plain(line)
    wrapped: list[Line] = []
    begin = end = 0
    for word in re.finditer(r"\S+", text):
        if end > begin and cell_len(text[begin : word.end()]) > width:
            wrapped.append(cut(line, begin, end))
            begin = word.start()
        end = word.end()
    return [*wrapped, cut(line, begin, end)]


def fit(piece: Piece, width: int) -> Line:
    """The line, padded or cut off to exactly this width."""
    line = make_line(piece)
    length = width_of(line)
    if length <= width:
        return make_line(line, " " * (width - length))
    fitted: Line = []
    room = width - cell_len(ELLIPSIS)
    for text, style in line:
        if cell_len(text) > room:
            return [*fitted, (set_cell_size(text, max(room, 0)) + ELLIPSIS[: max(width, 0)], style)]
        fitted.append((text, style))
        room -= cell_len(text)
    return fitted


def fit_within(piece: Piece, width: int) -> Line:
    """The line, cut off where it is longer than this width."""
    return fit(piece, width) if width_of(piece) > width else make_line(piece)


def align_right(piece: Piece, width: int) -> Line:
    """The line at the right end of so many cells."""
    return make_line(" " * (width - width_of(piece)), piece)


def center(piece: Piece, width: int) -> Line:
    """The line in the middle of so many cells."""
    return fit(make_line(" " * ((width - width_of(piece)) // 2), piece), width)


def justify(left: Piece, right: Piece, width: int) -> Line:
    """One text at the left end of a line and one at the right; the right one is never cut off."""
    return make_line(fit(left, max(width - width_of(right), 0)), right)


def spread(parts: Sequence[Piece], width: int) -> list[Line]:
    """The parts spread over one line, or below each other where the line is too short."""
    free = width - sum(width_of(part) for part in parts)
    gaps = len(parts) - 1
    if gaps < 1 or free < GAP * gaps:
        return [fit(part, width) for part in parts]
    line = make_line(parts[0])
    for number, part in enumerate(parts[1:]):
        line += make_line(" " * (free * (number + 1) // gaps - free * number // gaps), part)
    return [line]


def arrange(blocks: Sequence[Block], width: int, least: int, most: int = 0) -> list[Line]:
    """Blocks side by side, as many as fit with at least this many cells each, the others in bands below."""
    beside = _columns_per_band(len(blocks), width, least)
    each = column_width(len(blocks), width, least)
    if most:
        each = min(each, most)
    lines: list[Line] = []
    for begin in range(0, len(blocks), beside):
        band = blocks[begin : begin + beside]
        for row in range(max(len(block) for block in band)):
            cells = [fit(block[row] if row < len(block) else "", each) for block in band]
            lines.append(join(cells, " " * GAP))
    return lines


def column_width(count: int, width: int, least: int) -> int:
    """The width of each of so many blocks when `arrange` puts them side by side."""
    beside = _columns_per_band(count, width, least)
    return (width - GAP * (beside - 1)) // beside


def flow(pieces: Iterable[Piece], width: int, indent: int = 0) -> list[Line]:
    """Pieces after one another in lines of at most this width, those after the first indented; none is broken."""
    found: list[Line] = []
    for piece in map(make_line, pieces):
        if found and width_of(found[-1]) + 1 + width_of(piece) <= width:
            found[-1] = make_line(found[-1], " ", piece)
        else:
            found.append(fit_within(make_line(" " * indent if found else "", piece), width))
    return found


def stack(sections: Sequence[Block], height: int) -> list[Line]:
    """Sections below each other, with empty lines between them as the height allows, the last gaps first."""
    filled = [section for section in sections if section]
    free = height - sum(len(section) for section in filled)
    lines: list[Line] = []
    for number, section in enumerate(filled):
        if number and len(filled) - number <= free:
            lines.append([])
        lines += section
    return lines


def _columns_per_band(count: int, width: int, least: int) -> int:
    """How many blocks stand side by side: as many as fit, but with bands of about equal length."""
    most = max(1, min(count, (width + GAP) // (least + GAP)))
    return -(-count // -(-count // most)) if count else 1
