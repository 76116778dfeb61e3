"""`wishstone new-game`: what it writes can be installed and played at once, and what cannot be is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wishstone.cli.new_game import TEMPLATE_ID, rename, write_game
from wishstone.game.errors import UsageError

SOURCE = Path(__file__).parents[2] / "src"


def run(site: Path, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command in an environment where the packages of a folder are installed beside Wishstone."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(SOURCE), str(site))),
        "WISHSTONE_DATA": str(site / "data"),
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(
        [sys.executable, "-m", *command],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
        cwd=site,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A new game as the command writes it, and the folder that pip has installed it into."""
    site = tmp_path_factory.mktemp("site")
    done = run(site, "wishstone", "new-game", "flat-stones")
    assert (done.returncode, done.stderr) == (0, "")
    assert "pip install --editable flat-stones" in done.stdout
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    done = run(site, "pip", "install", *options, "--target", str(site), str(site / "flat-stones"))
    assert done.returncode == 0, done.stderr
    return site / "flat-stones", site


def test_everything_has_the_new_name(installed: tuple[Path, Path]) -> None:
    game, _ = installed
    files = {path.relative_to(game).as_posix() for path in game.rglob("*") if path.is_file()}
    source = "src/wishstone_flat_stones"
    parts = ("__init__", "rules", "knowledge", "luck", "table", "words")
    assert files >= {
        "pyproject.toml",
        "README.md",
        "tests/test_flat_stones.py",
        *(f"{source}/{part}.py" for part in parts),
    }
    for file in files:
        text = (game / file).read_text(encoding="utf-8")
        assert all(name not in text for name in (TEMPLATE_ID, "skipping_stones", "Skipping Stones")), file
    assert (game / "README.md").read_text(encoding="utf-8").startswith("# Flat Stones\n")


def test_it_is_offered_and_played_to_the_end(installed: tuple[Path, Path]) -> None:
    site = installed[1]
    listed = run(site, "wishstone", "games")
    assert "Flat Stones" in listed.stdout
    assert "left out" not in listed.stdout
    for language, ended in (("en", "The game is over: everybody has had all turns."), ("de", "Das Spiel ist aus: ")):
        command = ("play", "flat-stones", "--bots", "greedy", "--seed", "1", "--new", "--lang", language)
        played = run(site, "wishstone", *command, typed="1\n2\n" * 60)
        assert played.stderr == ""
        assert ended in played.stdout
        assert max(map(len, played.stdout.splitlines())) <= 80


def test_its_tests_pass(installed: tuple[Path, Path]) -> None:
    game, site = installed
    done = run(site, "pytest", "-q", "-p", "no:cacheprovider", str(game), "-k", "not compiled or 2")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("id", ["Flat", "2flat", "flat_stones", "flat--stones", "flat-", "", "x" * 41, "flät"])
def test_what_can_be_no_id_is_refused(id: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"«{id}» cannot be a game's id: .* begins with a letter"):
        write_game(id, tmp_path / "there")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("id", ["keltis-dice", "miniature"])
def test_a_name_that_is_taken_is_refused(id: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"there is a game called «{id}» already"):
        write_game(id, tmp_path / "there")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="file exists already; move it away"):
        write_game("flat", tmp_path / "file")
    with pytest.raises(UsageError, match="exists already"):
        write_game("flat", tmp_path)
    with pytest.raises(UsageError, match=r"cannot write .*file.below: Not a directory"):
        write_game("flat", tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_name_becomes_an_id_a_part_of_a_package_and_a_title() -> None:
    text = "skipping-stones in wishstone_skipping_stones is called Skipping Stones"
    assert rename(text, "go") == "go in wishstone_go is called Go"
    assert rename(text, "a-b2") == "a-b2 in wishstone_a_b2 is called A B2"
