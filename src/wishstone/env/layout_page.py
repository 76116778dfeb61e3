"""Generator of `docs/observations.md`: the layouts as one page of tables.

`python -m wishstone.env.layout_page > docs/observations.md` writes it anew; a test holds the page to the code.
"""

from __future__ import annotations

from wishstone.env.layout import Layout, layout_of
from wishstone.games import EVERY

HEAD = """# What the numbers of an observation mean

This page is written by `python -m wishstone.env.layout_page`; a test compares it with the code.

What a seat knows is one flat array of whole numbers, in every environment ([env.md](env.md)). Its named parts follow
each other without a gap. Seats are counted from the observer clockwise: place 0 of an axis «seat» is the observer, and
seats that nobody sits at are 0 throughout. A layout is the same for every seat count, board and option.

Where a layout changes, its version rises, and with it the name of the environment (`wishstone/GAME-v1`).
In Python: `wishstone.env.layout.layout_of(game)`; `.named(observation)` gives the parts by name, in their shapes.
"""


def page() -> str:
    """The whole page."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for about in EVERY:
        layout = layout_of(about.id)
        groups.setdefault((layout.version, layout.fields), []).append(about.id)
    return HEAD + "".join(_section(games, layout_of(games[0])) for games in groups.values())


def _section(games: list[str], layout: Layout) -> str:
    lines = [
        "",
        f"## {' and '.join(f'`{game}`' for game in games)}, version {layout.version}",
        "",
        f"{layout.size} numbers of the type `{layout.dtype.__name__}`. {layout.notes}".rstrip(),
        "",
        "| numbers | name | shape | values | what stands there |",
        "|---|---|---|---|---|",
    ]
    for field in layout:
        shape = " × ".join(f"{axis} {size}" for axis, size in zip(field.axes, field.shape, strict=False)) or "1"
        last = field.start + field.size - 1
        where = f"{field.start}" if field.size == 1 else f"{field.start}–{last}"
        low = f"−{-field.low}" if field.low < 0 else field.low
        lines.append(f"| {where} | `{field.name}` | {shape} | {low} to {field.high} | {field.meaning} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
