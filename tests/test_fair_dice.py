"""docs/fair-dice.md: its commands and its script run as shown, and `wishstone verify` says what is proved."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.game.fair_games import FairGame, make_fairness, play_fair_game
from wishstone.cli.records import verify_file
from wishstone.games import load

PAGE = Path(__file__).parents[1] / "docs" / "fair-dice.md"
FAIR_GAME = play_fair_game("keltis-dice", 2)


def block(language: str, containing: str) -> str:
    """The fenced block of the page in this language that contains a text."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (found,) = [each for each in blocks if containing in each]
    return str(found)


def check(folder: Path, content: bytes) -> subprocess.CompletedProcess[str]:
    """Run the page's script on a record, with a Python that cannot import Wishstone."""
    script, record = folder / "check.py", folder / "game.jsonl"
    script.write_text(block("python", "import hashlib"), encoding="utf-8")
    record.write_bytes(content)
    command = [sys.executable, "-I", "-S", str(script), str(record)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)


@pytest.mark.parametrize("lot", [True, False])
def test_the_script_checks_a_record(tmp_path: Path, lot: bool) -> None:
    game = play_fair_game("keltis-card", 2, lot=lot)
    ended = check(tmp_path, game.record(legal=True))
    assert (ended.returncode, ended.stderr) == (0, "")
    count = sum(number >= 0 for number in game.draws)
    assert ended.stdout == f"{count} outcomes are what their draws give\n"


def test_the_script_finds_what_is_wrong(tmp_path: Path) -> None:
    content = FAIR_GAME.record(legal=True).decode()
    first = f'"first":{FAIR_GAME.match.first}'
    assert first in content
    lies = {
        content.replace(first, f'"first":{1 - FAIR_GAME.match.first}'): "another seat should have begun",
        content.replace(make_fairness(2).commitment, "0" * 64): "not the secret that was promised",
        re.sub(r'"move":"roll [^"]*"', '"move":"roll 1 1 1"', content, count=1): "event 0 should be roll",
    }
    for lie, told in lies.items():
        ended = check(tmp_path, lie.encode())
        assert ended.returncode == 1
        assert told in ended.stderr


def test_the_shell_lines_print_what_the_page_shows() -> None:
    command = ["sh", "-c", block("sh", "openssl")]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == block("text", "stdin")


def said(capsys: pytest.CaptureFixture[str], folder: Path, content: bytes, language: str = "en") -> str:
    """What `wishstone verify` says of a good record, without the file's name."""
    file = folder / "game.jsonl"
    file.write_bytes(content)
    assert verify_file(file, True, language)
    return capsys.readouterr().out.removeprefix(f"{file}: ").rstrip()


def test_verify_says_what_is_proved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    proved = said(capsys, tmp_path, FAIR_GAME.record())
    draws = 1 + sum(number >= 0 for number in FAIR_GAME.draws)
    assert proved.startswith("good: ")
    assert f"; the dice are proved, {draws} draws: each follows from the secret and the seats’ numbers; " in proved
    assert proved.endswith(
        "; the first of them chose who begins; undone draws, of which only the numbers are accounted for: "
        f"{len(FAIR_GAME.undone)}"
    )
    german = said(capsys, tmp_path, FAIR_GAME.record(), "de")
    assert f"; die Würfel sind bewiesen, {draws} Ziehungen: " in german
    plain = play_fair_game("keltis-dice", 2, lot=False, undos=0)
    assert said(capsys, tmp_path, plain.record()).endswith("draws: each follows from the secret and the seats’ numbers")


def test_verify_says_when_nothing_can_be_proved_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    live = FairGame(load("keltis-dice"), 2, lot=True)
    sealed = live.record(result=None, fair=make_fairness(2).sealed())
    for content in (sealed, FAIR_GAME.record(seen_by=0)):
        assert said(capsys, tmp_path, content).endswith("the secret is not in this record")
