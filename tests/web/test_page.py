"""What the browser is given, read as text: every sentence in both languages, and nothing that comes from elsewhere."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest

import wishstone.web
from tests.server.clients import quick_settings, serving

FOLDER = Path(wishstone.web.__file__).parent
MODULES = sorted((FOLDER / "js").rglob("*.js"))
TEXTS = {module: module.read_text(encoding="utf-8") for module in MODULES}
STRINGS = dict(
    re.findall(r'^  "?([\w-]+)"?: \["((?:[^"\\]|\\.)*)", "(?:[^"\\]|\\.)*"\],$', TEXTS[FOLDER / "js/strings.js"], re.M)
)
WHOLE = 300_000  # bytes


def files() -> list[Path]:
    return [file for file in FOLDER.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc")]


def test_every_line_of_the_strings_is_read_here() -> None:
    lines = [line for line in TEXTS[FOLDER / "js/strings.js"].splitlines() if line.startswith("  ") and "[" in line]
    assert len(STRINGS) == len(lines)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_every_sentence_that_is_said_exists(module: Path) -> None:
    said = set(re.findall(r'\bsay\("([\w-]+)"', TEXTS[module]))
    assert not said - set(STRINGS)


def test_both_languages_want_the_same_values() -> None:
    text = TEXTS[FOLDER / "js/strings.js"]
    pairs = re.findall(r'^  "?([\w-]+)"?: \["((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\],$', text, re.M)
    for key, english, german in pairs:
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", german)), key


def test_nothing_comes_from_elsewhere() -> None:
    for file in files():
        if file.suffix in (".js", ".css", ".html", ".webmanifest"):
            found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", file.read_text(encoding="utf-8"))
            assert set(found) <= {"http://www.w3.org"}, file


def test_the_page_allows_what_its_policy_forbids_nowhere() -> None:
    """No inline script or style: the Content-Security-Policy would drop them without a word."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    for module in MODULES:
        assert not re.search(r'(?<![\w-])style="', TEXTS[module]), module


def test_the_client_is_small() -> None:
    assert sum(file.stat().st_size for file in files()) < WHOLE


def test_the_server_hands_out_the_page_and_none_of_its_python(tmp_path: Path) -> None:
    async def look() -> None:
        async with (
            serving(quick_settings(str(tmp_path / "tables.db"))) as (address, _),
            httpx.AsyncClient(base_url=address) as http,
        ):
            for path in ("/", "/t/0123456789abcdef"):
                answer = await http.get(path)
                assert answer.status_code == 200
                assert answer.text == (FOLDER / "index.html").read_text(encoding="utf-8")
            for file in files():
                answer = await http.get(f"/{file.relative_to(FOLDER).as_posix()}")
                assert answer.status_code == 200, file
                assert "default-src 'none'" in answer.headers["content-security-policy"]
            for path in ("/__init__.py", "/js/nothing.js", "/../server/app.py", "/js/"):
                answer = await http.get(path)
                assert answer.status_code == 404, path
                assert answer.json()["code"] == "not-found"

    asyncio.run(look())
