"""The command `wishstone report`: plays, tries house rules, draws, and writes a folder; or compares two."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path

from wishstone.game.contract import Game
from wishstone.game.errors import UsageError, unwritable
from wishstone.games import GAMES
from wishstone.lab.playing import BY_LOT
from wishstone.lab.simulate import Player
from wishstone.report.figures import compare
from wishstone.report.formatter import Formatter
from wishstone.report.games import Games, Setting
from wishstone.report.page import comparison_page, report_page
from wishstone.report.play import check_counts, play
from wishstone.report.plots import Easel, write_plots
from wishstone.report.store import (
    ABOUT,
    PAGE,
    PLOTS,
    TABLES,
    comparison_table,
    read_games,
    tables_of,
    write_about,
    write_table,
)
from wishstone.report.summary import Variant, is_same
from wishstone.report.words import LEXICON

EXTRA = ("matplotlib", "pyarrow")
Count = Callable[[str, str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows a count until it is left: what is said before anything is done, what then, and how many there are in all."""


def make_report(
    game: Game,
    seats: int | None,
    bots: Sequence[str],
    games: int,
    seed: int,
    first: int | None,
    try_options: bool,
    jobs: int | None,
    folder: Path,
    language: str,
    count: Count,
) -> None:
    """Play games, write the report of them into a folder, and say where it is; `count` shows how far that is."""
    _check_extra()
    check_counts(games, jobs)
    _check_folder(folder)
    formatter = Formatter(language, game)
    seats = game.about.seats[0] if seats is None else seats

    def player(of: Game) -> Callable[[], Player]:
        return lambda: Player(of, seats, bots, seed, BY_LOT if first is None else first)

    player(game)().close()  # refuses what cannot be played before anything is shown
    try:
        played = _play(player(game), games, jobs, formatter.say("report-playing"), formatter, count)
    except KeyboardInterrupt:
        print(formatter.say("report-nothing"), file=sys.stderr)
        raise
    variants: list[Variant] = []
    if len(played) < games:
        print(
            formatter.say("report-stopped", games=formatter.count(len(played)), asked=formatter.count(games)),
            file=sys.stderr,
        )
    elif try_options:
        variants = _variants(game, played, player, jobs, formatter, count)
    write_report(folder, played, games, variants, try_options, formatter)
    print(formatter.say("report-done", path=str(folder / PAGE)))


def write_report(
    folder: Path, games: Games, asked: int, variants: Sequence[Variant], tried: bool, formatter: Formatter
) -> None:
    """Everything that a report is, into its folder."""
    easel = Easel(formatter)
    with _status(formatter.say("report-drawing")):
        plots = easel.report(games)
        changed = {place: each for place, each in enumerate(variants) if not is_same(each.comparisons)}
        plots |= easel.forests({f"variant-{place}": each.comparisons for place, each in changed.items()})
    try:
        _clear(folder)
        for name, table in tables_of(games).items():
            write_table(folder, name, table)
        for place, variant in enumerate(variants):
            write_table(folder, f"variant-{place}", comparison_table(variant.comparisons))
        write_plots(folder / PLOTS, plots, easel.pngs)
        page = report_page(games, asked, variants, tried, plots, formatter)
        (folder / PAGE).write_text(page, encoding="utf-8")
        write_about(folder, games, asked)
    except OSError as error:
        raise _unwritable(folder, error) from error


def compare_reports(one: Path, other: Path, folder: Path, language: str) -> None:
    """Compare two reports, write a folder about it, and say what differs."""
    _check_extra()
    _check_folder(folder, one, other)
    first, second = read_games(one), read_games(other)
    comparisons = compare(first, second)
    if not comparisons:
        raise UsageError("report-apart", LEXICON)
    formatters = Formatter(language, _load_game(first.setting)), Formatter(language, _load_game(second.setting))
    easel = Easel(formatters[0])
    with _status(formatters[0].say("report-drawing")):
        plots = easel.comparison(first, second, comparisons)
    try:
        _clear(folder)
        write_table(folder, "comparison", comparison_table(comparisons))
        write_plots(folder / PLOTS, plots, easel.pngs)
        page = comparison_page(first, second, comparisons, plots, formatters)
        (folder / PAGE).write_text(page, encoding="utf-8")
    except OSError as error:
        raise _unwritable(folder, error) from error
    print(formatters[0].say("report-done", path=str(folder / PAGE)))


def _variants(
    game: Game,
    usual: Games,
    player: Callable[[Game], Callable[[], Player]],
    jobs: int | None,
    formatter: Formatter,
    count: Count,
) -> list[Variant]:
    """Every other value of every option, one at a time, with the same seed."""
    variants = []
    for option in game.about.options:
        now = game.options.get(option.name, option.default)
        for value in option.values:
            if value == now:
                continue
            other = GAMES.load(game.id, {**game.options, option.name: value}, game.engine, game.files)
            told = formatter.say("report-varying", option=formatter.option(option.name, value))
            try:
                games = _play(player(other), len(usual), jobs, told, formatter, count)
            except KeyboardInterrupt:
                games = usual.until(0)
            if len(games) < len(usual):
                print(formatter.say("report-skipped"), file=sys.stderr)
                return []
            variants.append(Variant(option.name, value, now, games, compare(usual, games)))
    return variants


def _play(
    make: Callable[[], Player], games: int, jobs: int | None, told: str, formatter: Formatter, count: Count
) -> Games:
    """Play with a bar that counts games."""
    with count(formatter.say("report-compiling"), told, games) as heard:
        return play(make, games, jobs, heard)


def _status(text: str) -> AbstractContextManager[object]:
    """A status line, shown while something takes a moment."""
    from rich.console import Console

    return Console(stderr=True).status(text)


def _load_game(setting: Setting) -> Game:
    """The game that a report is of, for its words; without its board or tiles, which may not be ours to read."""
    return GAMES.load(setting.game, setting.options, "interpreted")


def _check_extra() -> None:
    if any(find_spec(name) is None for name in EXTRA):
        raise UsageError("report-extra", LEXICON)


def _check_folder(folder: Path, *sources: Path) -> None:
    """Refuse a folder that holds something else than a report, so that nothing is lost."""
    try:
        ours = (folder / PAGE).is_file() or (folder / TABLES).is_dir()  # a report, or one that was not finished
        taken = folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not ours))
    except OSError as error:
        raise _unwritable(folder, error) from error
    if taken or folder.resolve() in {source.resolve() for source in sources}:
        raise UsageError("report-folder", LEXICON, path=str(folder))


def _clear(folder: Path) -> None:
    """Make the folder, without what an earlier report has left in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for place, kinds in ((TABLES, (".csv", ".parquet")), (PLOTS, (".svg", ".png"))):
        for file in (folder / place).glob("*"):
            if file.suffix in kinds:
                file.unlink()
    for name in (ABOUT, PAGE):
        (folder / name).unlink(missing_ok=True)


def _unwritable(folder: Path, error: OSError) -> UsageError:
    return unwritable(error.filename or folder, error)
