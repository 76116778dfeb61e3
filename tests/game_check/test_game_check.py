"""`wishstone game-check`: a good game passes, and of a broken one each thing that is wrong is told in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.packages import OPTIONAL, offer_package, write_package
from wishstone.game.contract import Game
from wishstone.game_check import check_game, engine, pictures, product, stages
from wishstone.game_check.output import show_game_check
from wishstone.game_check.remarks import Remark
from wishstone.game_check.words import WORDS
from wishstone.games import EVERY


def test_a_game_with_the_required_parts_alone_is_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_package(tmp_path, "bare", without=OPTIONAL, changes={"__init__.py": ('rule_prefix="M"', 'rule_prefix="B"')})
    offer_package(monkeypatch, tmp_path, "bare")
    assert show_game_check(EVERY, "bare", "en"), capsys.readouterr().out
    out = capsys.readouterr().out.splitlines()
    assert "conformance suite: good" in out
    assert "  not there: no greedy.py: the greedy bot takes the best score at once" in out
    assert out[-1].startswith("bare is good; ")


def greedy_plays(game: Game) -> Iterator[Remark]:
    """The greedy bot alone: to have all of them play takes long."""
    yield from product.play_with_bot(game, "greedy")


Broken = tuple[str, str, str, Callable[[Game], Iterator[Remark]], str]
BROKEN: dict[str, Broken] = {
    "taken": ("__init__.py", 'rule_prefix="M"', 'rule_prefix="K"', engine.catalogue, "«K» is that of keltis"),
    "silent": ("words.py", '"cards": ("both', '"card": ("both', engine.conformance, "not among the table's TERMS"),
    "crooked": ("rules.py", "SCORE_RANGE = (-2, 6)", "SCORE_RANGE = (-2, 1)", engine.conformance, "score_stays_in"),
    "unlucky": (
        "luck.py",
        "from_pack(CARDS, outcome_base(state))",
        "from_pack(CARDS, 0)",
        engine.luck,
        "which cannot happen there",
    ),
    "careless": ("policy.py", "LAYOUT = 1", "LAYOUT = 2", engine.opponents, "does not fit the policy.py of careless"),
    "vague": ("layout.py", '("plays", ()', '("games", ()', engine.observations, "differ in the names or sizes"),
    "narrow": ("layout.py", '("plays", (), 0, rules.PLAYS', '("plays", (), 0, 1', engine.observations, "says 0 to 1"),
    "rash": ("greedy.py", "    return best\n", "    return 0\n", greedy_plays, "the bot greedy made move 0"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_told_in_one_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, old, new, stage, told = BROKEN[name]
    write_package(tmp_path, name, changes={file: (old, new)})
    offer_package(monkeypatch, tmp_path, name)
    remarks = [each for each in stage(EVERY.load(name, engine="interpreted")) if each.is_wrong]
    assert any(told in each.text("en") for each in remarks), [each.text("en") for each in remarks]


UNFIT: dict[str, tuple[str, str, str, str]] = {
    "shouted": ("__init__.py", 'rule_prefix="M"', 'rule_prefix="m1"', "is wrong in rule_prefix='m1'"),
    "endless": ("__init__.py", "minutes=(1, 1)", "minutes=(2, 1)", "is wrong in minutes=(2, 1)"),
    "nosy": ("greedy.py", "UNIT = 4", "import wishstone.bots", "greedy.py imports wishstone.bots; a game imports"),
    "crowded": ("rules.py", "SEATS = (2, 2)", "SEATS = (2, 7)", "crowded cannot be played: its SEATS are 2 to 7"),
    "blown": ("rules.py", "SEATS = (2, 2)", "SEATS = 1 / 0", "fails with ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_game_that_cannot_be_loaded_is_told_so_and_no_more(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, old, new, told = UNFIT[name]
    write_package(tmp_path, name, changes={file: (old, new)})
    offer_package(monkeypatch, tmp_path, name)
    checked = list(check_game(EVERY, name))
    assert checked[-1].stage in ("files", "loading")
    remarks = [remark for each in checked for remark in each.remarks]
    assert any(told in each.text("en") for each in remarks), [each.text("en") for each in remarks]
    assert len(remarks) <= 2, "the same cause is told once"


def test_a_game_without_a_table_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path, "tableless", without=("table.py",))
    offer_package(monkeypatch, tmp_path, "tableless")
    [files] = check_game(EVERY, "tableless")
    assert [remark.text("de") for remark in files.remarks] == ["es hat keine table.py"]


def test_a_picture_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path, "smudged")
    (tmp_path / "smudged" / "terminal.py").write_text("def draw_table(view, kit):\n    return [[1 / 0]]\n")
    offer_package(monkeypatch, tmp_path, "smudged")
    [remark] = pictures.terminal(EVERY.load("smudged", engine="interpreted"))
    assert remark.is_wrong
    assert remark.text("en").startswith("terminal.py fails (ZeroDivisionError: division by zero)")


def test_what_is_wrong_with_files_for_the_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path, "daubed")
    web = tmp_path / "daubed" / "web"
    web.mkdir()
    (web / "daubed.js").write_text("const draw = (kit) => null;\n")
    (web / "daubed.en.json").write_text('{"short": "Daub", "hand": "Hand"}')
    (web / "daubed.de.json").write_text('{"short": "Klecks"}')
    offer_package(monkeypatch, tmp_path, "daubed")
    remarks = [each.text("en") for each in pictures.page(EVERY.load("daubed", engine="interpreted")) if each.is_wrong]
    assert remarks[0].startswith("web/daubed.js has no «export default»")
    assert remarks[1:] == ["the string hand is not in all of daubed.en.json, daubed.de.json"]


def test_every_stage_has_a_name_in_both_languages() -> None:
    assert {f"check-stage-{stage.__name__}" for stage in stages.STAGES} <= WORDS.keys()
