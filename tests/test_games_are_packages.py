"""A game is a package: no source outside `games/` names one of ours, nor its folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from wishstone.games import OURS

SOURCE = Path(__file__).parents[1] / "src" / "wishstone"
NAMES = sorted({about.id for about in OURS} | set(OURS.folders), key=len, reverse=True)
NAMED = re.compile("|".join(map(re.escape, NAMES)))


def named_games(source: Path) -> Iterator[tuple[str, int, str]]:
    """Every line outside `games/` that names a game: its file, its number, and the name."""
    for file in sorted(source.rglob("*")):
        place = file.relative_to(source)
        if not file.is_file() or place.parts[0] == "games" or "__pycache__" in place.parts:
            continue
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:  # a font, an engine in WebAssembly
            continue
        for number, line in enumerate(lines, 1):
            if found := NAMED.search(line):
                yield place.as_posix(), number, found[0]


def test_no_source_outside_games_names_a_game() -> None:
    found = [f"{file}:{number} names {name}" for file, number, name in named_games(SOURCE)]
    assert not found, "\n".join(found)


def test_a_name_is_found_wherever_it_stands(tmp_path: Path) -> None:
    (tmp_path / "games" / "keltis").mkdir(parents=True)
    (tmp_path / "games" / "keltis" / "rules.py").write_text("# keltis\n")
    (tmp_path / "page.js").write_text('const usual = 2;\nconst seats = { "quartz-dice": 3 };\n')
    (tmp_path / "rows.py").write_text("from wishstone.games.keltis_card import rules\n")
    (tmp_path / "font.woff2").write_bytes(b"\xff\xfekeltis")
    assert list(named_games(tmp_path)) == [("page.js", 2, "quartz-dice"), ("rows.py", 1, "keltis_card")]
