"""Screenshots: every screen of the page at three sizes, in light and dark, in a folder.

    python benchmarks/screens.py FOLDER [--language de] [--only keltis-dice,start]

`FOLDER/index.html` shows them side by side. The server's secrets and the guest's numbers are drawn from one seed, so
that two runs show the same cards and dice, as far as nobody's timing comes between them. Hints and what was found about
a game are what the server thinks, so it compiles the rules first, where this machine has not done so before.
"""

from __future__ import annotations

import argparse
import html
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import httpx

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.processes import QUICK, Server, running  # noqa: E402 (the tests are a folder, not a package)
from tests.web.browser import DESK, PHONE, TABLET, Guest, Language, Size, Theme, chromium_running  # noqa: E402
from tests.web.screens import walks  # noqa: E402

THOUGHT = {"company", "afterwards"}  # walks that show what the server thinks of a game
SIZES: dict[str, Size] = {"desk": DESK, "tablet": TABLET, "phone": PHONE}

# Read by Python before anything else: what is secret comes from a seed. Never for a real server.
SEEDED = """
import random, secrets
drawn = random.Random(1)
secrets.token_bytes = lambda size=32: drawn.randbytes(size)
secrets.token_hex = lambda size=32: drawn.randbytes(size).hex()
secrets.token_urlsafe = lambda size=32: drawn.randbytes(size).hex()
secrets.choice = drawn.choice
secrets.randbelow = drawn.randrange
"""

# The guest's numbers for the dice, from a seed too.
NUMBERS = """(() => {
  let state = 1;
  crypto.getRandomValues = (list) => {
    for (let place = 0; place < list.length; place++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      list[place] = state >>> 24;
    }
    return list;
  };
})()"""

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Wishstone: every screen</title>
<style>
  body {{ font: 16px/1.4 system-ui, sans-serif; margin: 2rem; background: #777; color: #fff }}
  figure {{ display: inline-block; margin: 0 1rem 1rem 0; vertical-align: top }}
  img {{ height: 420px; display: block; background: #fff }}
  h2 {{ position: sticky; top: 0; background: #777; padding: .3rem 0; margin: 1rem 0 .5rem }}
</style>
<h1>Every screen, {language}</h1>
{figures}
</html>
"""


def parse() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="Make pictures of every screen of the browser's page.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--language", choices=get_args(Language), default="en")
    parser.add_argument("--only", default="", help=f"walks, separated by commas: {', '.join(walks())}")
    wishes = parser.parse_args()
    wishes.only = [name for name in wishes.only.split(",") if name] or list(walks())
    for name in wishes.only:
        if name not in walks():
            parser.error(f"there is no walk '{name}'; there are {', '.join(walks())}")
    return wishes


def pictures(guest: Guest, folder: Path, screen: str) -> Iterator[str]:
    """The screen at every size, by day and by night; the names of the files."""
    theme: Theme
    for label, (width, height) in SIZES.items():
        guest.page.set_viewport_size({"width": width, "height": height})
        for theme in get_args(Theme):
            guest.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            name = f"{screen}-{label}-{theme}.png"
            guest.page.wait_for_timeout(120)
            guest.page.screenshot(path=folder / name)
            yield name


def wait_for_rules(server: Server) -> None:
    """Wait until the rules are compiled: nothing is thought about a game before."""
    while httpx.get(f"{server.url}/api/games", trust_env=False).json()["preparing"]:
        time.sleep(1)


def main() -> None:
    """Walk through the page, and take pictures."""
    wishes = parse()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    figures: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        data = Path(place)
        (data / "sitecustomize.py").write_text(SEEDED, encoding="utf-8")
        search = os.pathsep.join([str(ROOT / "src"), str(data)])
        settings = QUICK.replace("compile = false\n", "") if THOUGHT & set(wishes.only) else QUICK
        with running(data, settings=settings, PYTHONPATH=search) as server, chromium_running() as browser:
            if settings != QUICK:
                wait_for_rules(server)
            for walk in wishes.only:
                guest = Guest(browser, server.url, language=wishes.language)
                guest.context.add_init_script(NUMBERS)
                for screen in walks(whole=True)[walk](guest):
                    names = list(pictures(guest, wishes.folder, screen))
                    shown = "".join(
                        f'<figure><a href="{name}"><img loading="lazy" src="{name}" alt=""></a>{name}</figure>'
                        for name in map(html.escape, names)
                    )
                    figures.append(f"<h2>{html.escape(screen)}</h2>\n{shown}")
                    print(screen, flush=True)
                    guest.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
                for trouble in guest.troubles:
                    print(f"  trouble: {trouble}", flush=True)
                guest.close()
    page = PAGE.format(language=wishes.language, figures="\n".join(figures))
    (wishes.folder / "index.html").write_text(page, encoding="utf-8")
    print(f"{wishes.folder / 'index.html'}")


if __name__ == "__main__":
    main()
