"""Text layout: blocks beside and below each other, every line fitted to its width."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

GAP = 2  # cells between two blocks that stand side by side

Block = Sequence[Text]  # lines that belong together


def fit(line: Text, width: int) -> Text:
    """The line, padded or cut off to exactly this width."""
    line = Text.assemble(line)  # the filling has no style, whatever the line has
    line.truncate(width, overflow="ellipsis", pad=True)
    return line


def justify(left: Text, right: Text, width: int) -> Text:
    """One text at the left end of a line and one at the right; the right one is never cut off."""
    return Text.assemble(fit(left, max(width - right.cell_len, 0)), right)


def spread(parts: Sequence[Text], width: int) -> list[Text]:
    """The parts spread over one line, or below each other where the line is too short."""
    free = width - sum(part.cell_len for part in parts)
    gaps = len(parts) - 1
    if gaps < 1 or free < GAP * gaps:
        return [fit(part, width) for part in parts]
    line = Text.assemble(parts[0])
    for number, part in enumerate(parts[1:]):
        line.append(" " * (free * (number + 1) // gaps - free * number // gaps))
        line.append_text(part)
    return [line]


def arrange(blocks: Sequence[Block], width: int, least: int, most: int = 0) -> list[Text]:
    """Blocks side by side, as many as fit with at least this many cells each, the others in bands below."""
    beside = _columns_per_band(len(blocks), width, least)
    each = column_width(len(blocks), width, least)
    if most:
        each = min(each, most)
    lines: list[Text] = []
    for begin in range(0, len(blocks), beside):
        band = blocks[begin : begin + beside]
        for row in range(max(len(block) for block in band)):
            cells = [fit(block[row] if row < len(block) else Text(), each) for block in band]
            lines.append(Text(" " * GAP).join(cells))
    return lines


def column_width(count: int, width: int, least: int) -> int:
    """The width of each of so many blocks when `arrange` puts them side by side."""
    beside = _columns_per_band(count, width, least)
    return (width - GAP * (beside - 1)) // beside


def stack(sections: Sequence[Block], height: int) -> list[Text]:
    """Sections below each other, with empty lines between them as the height allows, the last gaps first."""
    filled = [section for section in sections if section]
    free = height - sum(len(section) for section in filled)
    lines: list[Text] = []
    for number, section in enumerate(filled):
        if number and len(filled) - number <= free:
            lines.append(Text())
        lines += section
    return lines


def _columns_per_band(count: int, width: int, least: int) -> int:
    """How many blocks stand side by side: as many as fit, but with bands of about equal length."""
    most = max(1, min(count, (width + GAP) // (least + GAP)))
    return -(-count // -(-count // most)) if count else 1
