"""Style sheet and colours of a report: those of the table in the browser, by day and by night.

The page has them as variables; plots are drawn by day, and inside the page their colours become the variables.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

# The colours of plots, which must differ so that each can be told from its number.
INK, SOFT, LINE, SURFACE = "ink", "ink-2", "line", "surface"
MAIN, MAIN_SOFT, ACCENT, ACCENT_SOFT = "moss", "moss-soft", "bronze", "bronze-soft"
GAME_COLOURS = {name: f"{name}-fill" for name in ("blue", "green", "pink", "red", "yellow")}
PAINTS = (INK, SOFT, LINE, SURFACE, MAIN, MAIN_SOFT, ACCENT, ACCENT_SOFT, *GAME_COLOURS.values())

_BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TOKEN = re.compile(r"--([\w-]+)\s*:\s*([^;]+);")
NIGHT = '[data-theme="dark"]'


@cache
def tokens(night: bool = False) -> dict[str, str]:
    """The tokens of the browser's table, as they are by day, or those that change by night."""
    text = re.sub(r"/\*.*?\*/", "", files("wishstone.web").joinpath("tokens.css").read_text("utf-8"), flags=re.DOTALL)
    found: dict[str, str] = {}
    for selector, body in _BLOCK.findall(text):
        name = selector.strip()
        if (NIGHT in name) if night else name == ":root":
            found |= {token: value.strip() for token, value in _TOKEN.findall(body)}
    return found


def paint(name: str) -> str:
    """A colour of plots, by day."""
    return tokens()[name]


def style() -> str:
    """The style sheet of a page: the tokens, by day, by night and on paper, and our own rules."""
    rules = files("wishstone.report").joinpath("page.css").read_text("utf-8")
    used = rules + "".join(f"var(--{name})" for name in PAINTS)
    day, night = (
        "".join(f"--{name}:{value};" for name, value in tokens(at_night).items() if f"var(--{name})" in used)
        for at_night in (False, True)
    )
    return (
        f":root{{color-scheme:light;{day}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{night}}}}}\n{rules}"
    )


def inside(svg: str, prefix: str, label: str) -> str:
    """A plot as a part of the page: scaled, named for who cannot see it, and in the colours of the hour."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    opening, _, rest = body.partition(">")
    view = re.search(r'viewBox="[^"]*"', opening)
    for name in PAINTS:
        rest = rest.replace(paint(name), f"var(--{name})")
    rest = re.sub(r'\bid="', f'id="{prefix}-', rest)
    rest = re.sub(r'(href="|url\()#', rf"\1#{prefix}-", rest)
    rest = rest.replace("xlink:href", "href")
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view[0] if view else ""} role="img" aria-label="{label}">{rest}'
