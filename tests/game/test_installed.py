"""Installed games: found, checked apart, and left out with one sentence where they are broken in whatever way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.plugins import python_path, write_entry_points, write_game
from wishstone.game import installed
from wishstone.game.errors import UsageError
from wishstone.game.installed import InstalledGames
from wishstone.game.registry import Registry
from wishstone.game.words import Lexicon, Sentence
from wishstone.game_check.installed import find_fault
from wishstone.games import OURS

Break = Callable[[Path], object]


def edit(file: str, old: str, new: str) -> Break:
    """What breaks a game by another text in one of its files."""

    def change(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def append(file: str, line: str) -> Break:
    """What breaks a game by one more line in one of its files."""
    return lambda folder: (folder / file).write_text(f"{(folder / file).read_text('utf-8')}\n{line}\n", "utf-8")


def link_outside(folder: Path) -> None:
    """A file for browsers that is a link to somewhere else."""
    (folder / "web").mkdir()
    (folder / "web" / "secret.svg").symlink_to("/etc/hostname")


def write_data(file: str, text: str) -> Break:
    """Data that is not as it should be."""

    def change(folder: Path) -> None:
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text)

    return change


def seat_seven(folder: Path) -> None:
    """More seats than a search has room for."""
    edit("__init__.py", "seats=(2, 2)", "seats=(2, 7)")(folder)
    edit("rules.py", "SEATS = (2, 2)", "SEATS = (2, 7)")(folder)


LARGER = "State = np.dtype({**{'names': State.names, 'formats': [State[n] for n in State.names]}, 'itemsize': 520})"

# Ways to break a game, by the name of the game: what is done to its folder, and what the check says.
BREAKS: dict[str, tuple[Break, str]] = {
    "raises": (append("__init__.py", "1 / 0"), "importing raises fails with ZeroDivisionError: division by zero"),
    "exits": (append("luck.py", "raise SystemExit(3)"), r"importing exits\.luck fails with SystemExit: 3"),
    "syntax": (append("table.py", "def ("), r"importing syntax\.table fails with SyntaxError"),
    "typed": (append("words.py", "WORDS['one'] = 1"), "it does not conform: words_are_complete: TypeError"),
    "tableless": (lambda folder: (folder / "table.py").unlink(), r"it has no table\.py"),
    "gameless": (edit("__init__.py", "GAMES = ", "OTHERS = "), "gameless has no `GAMES`"),
    "german": (edit("__init__.py", '"Miniatur"', '""'), r"wrong in title=\('Miniature', ''\)"),
    "stringless": (
        edit("words.py", '"story-lay": (', '"other": ('),
        "has the key 'story-lay', and no such words are there",
    ),
    "halved": (edit("words.py", '"Du ziehst {card}."', '""'), "'story-card-you' is not there in every language"),
    "contract": (edit("__init__.py", "seats=", "contract=99, seats="), r"version 99 of wishstone\.api, .* version 1"),
    "seven": (seat_seven, "its SEATS are 2 to 7, and games are for 2 to 6"),
    "seats": (edit("__init__.py", "seats=(2, 2)", "seats=(2, 3)"), "its SEATS are 2 to 2, and its ABOUT says 2 to 3"),
    "moves": (
        edit("rules.py", "OUTCOMES =", "OUTCOMES = 40_000 +"),
        "its OUTCOMES is 4[0-9]+, and has to be from 1 to 32767",
    ),
    "large": (append("rules.py", LARGER), "State has 520 bytes, more than 512"),
    "imports": (
        append("luck.py", "def f():\n    from wishstone import server"),
        r"luck\.py imports wishstone\.server;",
    ),
    "others": (append("luck.py", "import rich"), r"luck\.py imports rich; a game imports wishstone\.api, NumPy"),
    "outside": (link_outside, r"the file web/secret\.svg leads out of its folder"),
    "policyless": (write_data("policy.py", "STYLES = {}\n"), "'policyless.policy' has no attribute 'WEIGHTS'"),
    "greedyless": (lambda folder: (folder / "greedy.py").write_text("1 / 0\n"), r"importing greedyless\.greedy fails"),
    "weightless": (
        write_data("weights/weightless-2.json", "{not JSON"),
        r"weightless-2\.json is not a JSON file",
    ),
    "unruled": (write_data("rulebook/unruled.toml", "[title"), r"rulebook/unruled\.toml is not a TOML file"),
    "prefix": (edit("__init__.py", 'rule_prefix="M"', 'rule_prefix="("'), r"wrong in rule_prefix='\('"),
    "path": (edit("__init__.py", 'id="path"', 'id="../path"'), r"wrong in id='\.\./path'"),
}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """A folder of Python's path for distributions, and a cache of its own."""
    with python_path(tmp_path / "site", tmp_path / "cache"):
        yield tmp_path / "site"


def look() -> tuple[list[str], dict[str, str]]:
    """The ids of the games that are offered besides ours, and of those left out, with the sentence."""
    games = InstalledGames(lambda: (about.id for about in OURS))
    offered = [package.about.id for package in games.packages()]
    return offered, {each.name: told(each.reason) for each in games.left_out}


def told(reason: Sentence | None) -> str:
    """A reason in English; it has to be one line, and there in German, too."""
    assert reason is not None
    german, english = (Lexicon({}).say(reason, language) for language in ("de", "en"))
    assert german
    assert "\n" not in english
    return english


def test_a_game_is_found_and_played_and_plugins_can_be_switched_off(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game(site)
    assert look() == (["pebbles"], {})
    games = Registry("wishstone.games", "keltis_dice", installed=InstalledGames(lambda: ()))
    assert [about.id for about in games] == ["keltis-dice", "pebbles"]
    game = games.load("pebbles")
    state = game.start(2)
    game.apply(state, game.chances(state)[0][0])
    assert game.actor(state) == -1
    monkeypatch.setenv("WISHSTONE_PLUGINS", "0")
    assert look() == ([], {})


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_game_is_told_in_one_sentence(site: Path, name: str) -> None:
    change, said = BREAKS[name]
    folder = write_game(site, name)
    change(folder)
    assert re.search(said, told(find_fault(name)))


def test_whatever_a_game_does_to_its_process_the_others_are_offered(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed, "CPU_SECONDS", 5)
    for name in ("pebbles", "loops", "exits", "dies", "taken", "twin", "nowhere"):
        write_game(site, name)
    append("__init__.py", "while True: pass")(site / "loops")
    append("__init__.py", "import sys; sys.exit(0)")(site / "exits")
    append("__init__.py", "import os; os._exit(0)")(site / "dies")
    edit("__init__.py", 'id="taken"', 'id="keltis-dice"')(site / "taken")
    edit("__init__.py", 'id="twin"', 'id="pebbles"')(site / "twin")
    write_entry_points(site, "nowhere", {"nowhere": "no.such.package"})
    assert look() == (
        ["pebbles"],
        {
            "dies": "its check ended without a verdict (status 0)",
            "exits": "importing exits fails with SystemExit: 0",
            "loops": "its check did not end within 5 seconds",
            "nowhere": "there is no package no.such.package, a folder with an `__init__.py`",
            "taken": "there is a game keltis-dice already",
            "twin": "there is a game pebbles already",
        },
    )


def test_a_game_that_waits_for_ever_is_ended(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "SECONDS", 3.0)
    append("__init__.py", "import time; time.sleep(1_000)")(write_game(site))
    assert look() == ([], {"pebbles": "its check did not end within 3 seconds"})


def test_a_game_is_checked_once_for_each_content(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def check(package: str) -> tuple[Sentence | None, bool]:
        checked.append(package)
        return None, True

    monkeypatch.setattr(installed, "check_apart", check)
    folder = write_game(site)
    assert [look()[0] for _ in range(3)] == [["pebbles"]] * 3
    assert len(checked) == 1
    (folder / "rulebook").mkdir()
    (folder / "rulebook" / "pebbles.toml").write_text("")
    assert look()[0] == ["pebbles"]
    assert len(checked) == 2
    monkeypatch.setattr(installed, "CONTRACT_VERSION", 2)
    assert look()[0] == ["pebbles"]
    assert len(checked) == 3
    for file in (site.parent / "cache" / "checked-games").iterdir():
        file.write_text("not what we wrote")
    assert look()[0] == ["pebbles"]
    assert len(checked) == 4


def test_a_verdict_that_came_too_late_is_asked_for_again(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Sentence("plugin-slow", {"seconds": 60})
    verdicts = [(slow, False), (None, True)]
    monkeypatch.setattr(installed, "check_apart", lambda package: verdicts.pop(0))
    write_game(site)
    assert look()[0] == look()[0] == []
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert look()[0] == ["pebbles"]


def test_a_game_that_is_left_out_says_so_where_it_is_asked_for(site: Path) -> None:
    (write_game(site) / "rules.py").unlink()
    games = Registry("wishstone.games", "keltis_dice", installed=InstalledGames(lambda: ()))
    with pytest.raises(UsageError) as caught:
        games.load("pebbles")
    assert caught.value.code == "game-left-out"
    assert str(caught.value) == "the game pebbles is installed, and left out: it has no rules.py"
    assert "bleibt weg: es hat keine rules.py" in caught.value.text("de")


def test_a_game_that_has_failed_is_left_out_from_then_on(site: Path) -> None:
    write_game(site)
    own = InstalledGames(lambda: ())
    games = Registry("wishstone.games", "keltis_dice", installed=own)
    assert games.load("pebbles").id == "pebbles"
    with pytest.raises(ZeroDivisionError) as caught:
        exec(compile("1 / 0", site / "pebbles" / "rules.py", "exec"))
    assert str(own.blame(caught.value)) == (
        "the game pebbles is installed, and left out: it failed with ZeroDivisionError: division by zero (rules.py:1)"
    )
    assert own.failed == {"pebbles"}
    assert [about.id for about in games] == ["keltis-dice"]
    with pytest.raises(UsageError, match="pebbles is installed, and left out: it failed with ZeroDivisionError"):
        games.load("pebbles")
    own.forget()
    assert games.load("pebbles").id == "pebbles"


def test_a_package_in_a_package_is_found_without_running_what_is_around_it(site: Path) -> None:
    write_game(site / "outer", "pebbles")
    (site / "outer" / "__init__.py").write_text("raise SystemExit(9)")
    for file in (site / "outer" / "pebbles").glob("*.py"):
        file.write_text(file.read_text("utf-8").replace("from pebbles", "from outer.pebbles"), "utf-8")
    write_entry_points(site, "outer", {"pebbles": "outer.pebbles"})
    assert look() == ([], {"pebbles": "importing outer.pebbles fails with SystemExit: 9"})
    (site / "outer" / "__init__.py").write_text("")
    assert look() == (["pebbles"], {})
