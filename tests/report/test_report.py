"""Report as its reader has it: the folder, the page, the tables, the comparison of two, and what is refused."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from pyarrow import parquet

from wishstone.cli import main
from wishstone.games import load
from wishstone.report import command
from wishstone.report.figures import compare, figures_of, incomparable
from wishstone.report.formatter import Formatter
from wishstone.report.play import play
from wishstone.report.store import read_games
from wishstone.report.summary import Variant
from wishstone.report.theme import PAINTS, paint, tokens
from wishstone.report.words import WORDS

Run = Callable[..., tuple[int, str, str]]
TABLES = ("figures", "games", "items", "players", "progress", "seats")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `wishstone report` in this process; returns its status, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        return wishstone(monkeypatch, capfd, *arguments)

    return run


def wishstone(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *arguments: str | Path
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["wishstone", "report", *map(str, arguments)])
    try:
        main()
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    else:
        status = 0
    out, err = capfd.readouterr()
    return status, out, err


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small reports of the dice game, and their comparison."""
    place = tmp_path_factory.mktemp("reports")
    arguments = ["keltis-dice", "--seats", "3", "--games", "150", "--seed", "4"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C")
        for words in (
            [*arguments, "--out", str(place / "tiles")],
            [*arguments, "--option", "end=stones", "--no-house-rules", "--out", str(place / "stones"), "--lang", "de"],
            ["--compare", str(place / "tiles"), str(place / "stones"), "--out", str(place / "compared")],
        ):
            patch.setattr(sys, "argv", ["wishstone", "report", *words])
            with pytest.raises(SystemExit) as stop:
                main()
            assert not stop.value.code
    return place


def page_of(folder: Path) -> str:
    return (folder / "index.html").read_text("utf-8")


def test_the_page_asks_nobody_for_anything(reports: Path) -> None:
    for name in ("tiles", "stones", "compared"):
        page = page_of(reports / name)
        addresses = set(re.findall(r"(?:https?:)?//[\w.-]+[^\s\"'<)]*", page))
        assert addresses <= {"http://www.w3.org/2000/svg"}, addresses
        assert not re.search(r"<(script|link|img|iframe|object)\b|@import|url\((?!#)", page)
        assert "default-src 'none'" in page


def test_the_page_is_well_made(reports: Path) -> None:
    for name in ("tiles", "stones", "compared"):
        page = page_of(reports / name)
        twice = [name for name, count in Counter(re.findall(r'\bid="([^"]+)"', page)).items() if count > 1]
        assert not twice
        pointed = set(re.findall(r'(?:href="|url\()#([^")]+)', page))
        assert pointed <= set(re.findall(r'\bid="([^"]+)"', page))
        for tag in ("figure", "section", "table", "svg", "div", "main", "footer"):
            assert page.count(f"<{tag}") == page.count(f"</{tag}>"), tag
        assert page.count('role="img" aria-label="') == page.count("<svg")
        assert "{" not in re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", page, flags=re.DOTALL)


def test_plots_have_the_colours_of_the_hour(reports: Path) -> None:
    page = page_of(reports / "tiles")
    pictures = "".join(re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL))
    fixed = set(re.findall(r"#[0-9a-f]{6}", pictures))
    assert not fixed, fixed
    assert "var(--moss)" in pictures
    assert "prefers-color-scheme:dark" in page
    assert paint("moss") in (reports / "tiles" / "plots" / "length.svg").read_text("utf-8")


def test_every_variable_of_a_page_is_set_in_it(reports: Path) -> None:
    for name in ("tiles", "compared"):
        page = page_of(reports / name)
        assert set(re.findall(r"var\(--([\w-]+)", page)) <= set(re.findall(r"--([\w-]+)\s*:", page))


def test_the_tokens_are_those_of_the_table() -> None:
    day, night = tokens(), tokens(night=True)
    assert len({day[name] for name in PAINTS}) == len(PAINTS)
    assert set(PAINTS) <= set(night)
    assert day["ground"] != night["ground"]
    assert {"text", "carved"} <= set(day)


def test_essentials_are_told_first(reports: Path) -> None:
    page = page_of(reports / "tiles")
    short = page[page.index('<section class="short') : page.index("<figure")]
    for words in ("games for three", "decisions</b> in", "points</b> on average", "The lead changes", "end = stones"):
        assert words in short
    assert "These are few games" in page
    assert "Why games end: " in short


def test_in_german(reports: Path) -> None:
    page = page_of(reports / "stones")
    assert '<html lang="de">' in page
    for words in (
        "In Kürze",
        "der Spiele zu dritt",
        "Entscheidungen</b> in",
        "end = stones",
        "Hausregeln wurden nicht",
    ):
        assert words in page
    assert re.search(r"\d,\d", page)


def test_tables_are_there_twice_and_alike(reports: Path) -> None:
    folder = reports / "tiles" / "tables"
    for name in (*TABLES, "variant-0"):
        table = parquet.read_table(folder / f"{name}.parquet")
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        assert head == table.column_names
        assert len(rows) == table.num_rows > 0
        for row, values in zip(rows[:3], table.to_pylist(), strict=False):
            assert row == [str(value) for value in values.values()]
    assert parquet.read_table(folder / "games.parquet").num_rows == 150
    assert parquet.read_table(folder / "players.parquet").num_rows == 450


def test_every_plot_is_there_as_svg_and_png(reports: Path) -> None:
    plots = reports / "tiles" / "plots"
    names = {file.stem for file in plots.glob("*.svg")}
    assert names == {file.stem for file in plots.glob("*.png")}
    assert {"seats", "length", "scores", "score-seats", "items", "margin", "tension", "changes", "variant-0"} <= names
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in plots.glob("*.png"))


def test_a_report_is_the_same_again(reports: Path, run: Run, tmp_path: Path) -> None:
    again = ("keltis-dice", "--seats", "3", "--games", "150", "--seed", "4", "--jobs", "1", "--out", tmp_path / "again")
    assert run(*again)[0] == 0
    for file in sorted((reports / "tiles").rglob("*")):
        if file.is_file() and file.suffix in (".html", ".csv", ".svg", ".json"):
            assert (tmp_path / "again" / file.relative_to(reports / "tiles")).read_bytes() == file.read_bytes()


def test_what_was_read_is_what_was_written(reports: Path) -> None:
    games = read_games(reports / "tiles")
    figures = {figure.name: figure.estimate.value for figure in figures_of(games)}
    rows = parquet.read_table(reports / "tiles" / "tables" / "figures.parquet").to_pylist()
    assert {f"{row['figure']}:{row['of']}" if row["of"] else row["figure"]: row["mean"] for row in rows} == figures
    assert games.setting.bots == ("greedy",) * 3


def test_comparing_says_what_differs(reports: Path) -> None:
    found = {each.figure.name: each for each in compare(read_games(reports / "tiles"), read_games(reports / "stones"))}
    ends = found["end:tiles"]
    assert ends.verdict == "sure"
    assert ends.difference.value == -ends.figure.estimate.value  # that end is not there any more
    assert found["win:0"].verdict != "sure"
    page = page_of(reports / "compared")
    assert "figures</b> differ beyond chance" in page
    assert "Holm" in page
    assert "paired t test" in page
    variant = parquet.read_table(reports / "tiles" / "tables" / "variant-0.parquet").to_pylist()
    compared = parquet.read_table(reports / "compared" / "tables" / "comparison.parquet").to_pylist()
    assert variant == compared  # the option tried in a report is the comparison of two


def test_comparing_tells_of_what_only_one_has(reports: Path, run: Run, tmp_path: Path) -> None:
    """An item that no longer scores counts 0, as an end that no longer comes does; what cannot be there is named."""
    tiles = tmp_path / "tiles.json"
    tiles.write_text(json.dumps({colour: ["-"] * 11 for colour in ("blue", "green", "pink", "red", "yellow")}), "utf-8")
    words = ("keltis-dice", "--bots", "random", "--games", "40", "--no-house-rules")
    assert run(*words, "--tiles", tiles, "--out", tmp_path / "blank")[0] == 0
    one, other = read_games(reports / "tiles"), read_games(tmp_path / "blank")
    for before, after in ((one, other), (other, one)):
        found = {each.figure.name: each for each in compare(before, after)}
        bonus = found["points:bonus"]
        assert 0.0 in (bonus.figure.estimate.value, bonus.other.estimate.value)
        assert bonus.verdict == "sure"
    assert {figure.name for figure in incomparable(one, other)} == {"win:2"}
    assert run("--compare", reports / "tiles", tmp_path / "blank", "--out", tmp_path / "both")[0] == 0
    page = page_of(tmp_path / "both")
    assert "Only A has: wins of whoever comes third." in page
    assert "Only B has" not in page


def test_a_report_does_not_differ_from_itself(reports: Path, run: Run, tmp_path: Path) -> None:
    status, out, _ = run("--compare", reports / "tiles", reports / "tiles", "--out", tmp_path / "same")
    assert (status, "index.html" in out) == (0, True)
    assert "every figure is the same" in page_of(tmp_path / "same")


def test_bots_that_differ_and_a_seat_that_always_begins(run: Run, tmp_path: Path) -> None:
    words = ("keltis-dice", "--bots", "greedy,random", "--games", "60", "--no-house-rules", "--out", tmp_path / "two")
    assert run(*words)[0] == 0
    assert "Wins by bot: greedy" in page_of(tmp_path / "two")
    assert run(*words, "--first", "1")[0] == 0
    page = page_of(tmp_path / "two")
    assert "cannot be told" in page
    assert "whoever begins" not in page.lower()


def test_tiles_of_your_own(run: Run, tmp_path: Path) -> None:
    tiles = tmp_path / "tiles.json"
    blank = {colour: ["-"] * 11 for colour in ("blue", "green", "pink", "red", "yellow")}
    tiles.write_text(json.dumps(blank), "utf-8")
    words = ("keltis-dice", "--games", "40", "--no-house-rules", "--tiles", tiles, "--out", tmp_path / "blank")
    assert run(*words)[0] == 0
    games = read_games(tmp_path / "blank")
    assert not games.item("bonus").any()
    assert "bonus" not in games.item_names
    assert "with tiles of your own" in page_of(tmp_path / "blank")
    assert games.setting.files["tiles"] == blank


def test_what_cannot_be_is_refused(reports: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "letter.txt").write_text("dear", "utf-8")
    broken = tmp_path / "broken"
    shutil.copytree(reports / "tiles", broken)
    (broken / "tables" / "games.parquet").write_bytes(b"no")
    old = tmp_path / "old"
    shutil.copytree(reports / "tiles", old)
    (old / "report.json").write_text('{"wishstone_report": 99}', "utf-8")
    cases: list[tuple[tuple[str | Path, ...], str]] = [
        ((), "report-game"),
        (("keltis", "--compare", reports / "tiles", reports / "stones"), "report-both"),
        (("keltis", "--out", full), "report-folder"),
        (("keltis", "--games", "1"), "count-wrong"),
        (("keltis", "--jobs", "0"), "count-wrong"),
        (("keltis", "--seats", "9"), "seats-wrong"),
        (("keltis", "--bots", "nobody"), "bot-unknown"),
        (("keltis", "--tiles", full / "letter.txt"), "data-form"),
        (("chess",), "game-unknown"),
        (("--compare", full, reports / "tiles"), "report-missing"),
        (("--compare", broken, reports / "tiles"), "report-broken"),
        (("--compare", reports / "tiles", old), "report-form"),
        (("--compare", reports / "tiles", reports / "stones", "--out", reports / "tiles"), "report-folder"),
    ]
    for words, code in cases:
        status, out, err = run(*words)
        assert (status, out) == (2, ""), words
        assert f"[{code}]" in err, err
        assert len(err.strip().splitlines()) == 1
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert "pip install '.[report]'" in run("keltis")[2]


def test_ctrl_c_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = play
    monkeypatch.setattr(command, "play", lambda make, games, jobs, told: real(make, games, jobs, told).until(40))
    status, _, err = run("keltis-dice", "--games", "60", "--out", tmp_path / "some")
    assert status == 0
    assert "Stopped after 40 of 60 games; the report is of these." in err
    assert "60 games had been asked for" in page_of(tmp_path / "some")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play", stopped)
    status, _, err = run("keltis-dice", "--games", "60", "--out", tmp_path / "none")
    assert status == 130
    assert "Stopped; no report was written." in err
    assert not (tmp_path / "none").exists()


def test_names_cannot_break_the_page() -> None:
    assert "<i>" not in Formatter("en", load("keltis")).tell("short-bots", bots="run:<i>x</i>")


@pytest.mark.parametrize("key", WORDS)
def test_every_sentence_is_there_in_both_languages(key: str) -> None:
    english, german = WORDS[key]
    assert english
    assert german
    assert set(re.findall(r"{(\w+)", english)) == set(re.findall(r"{(\w+)", german))


def test_an_option_that_these_bots_do_not_notice(reports: Path, tmp_path: Path) -> None:
    games = read_games(reports / "tiles")
    unnoticed = Variant("end", "stones", "tiles", games, compare(games, games))
    command.write_report(tmp_path, games, 150, [unnoticed], True, Formatter("en", load("keltis-dice")))
    page = page_of(tmp_path)
    assert "With <b>end = stones</b> these bots play the very same games." in page
    assert not (tmp_path / "plots" / "variant-0.svg").exists()


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "report.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    exec(example, {})
    assert "decisions 1" in capsys.readouterr().out
