"""Output of `wishstone games`, `replay` and `bench`: the catalogue, a recorded game as a story, and speeds."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from rich.console import Console
from rich.table import Table

from wishstone.game.words import LANGUAGES, Lexicon, number, sentence

if TYPE_CHECKING:
    from wishstone.game.contract import Game
    from wishstone.game.record_reader import ParsedRecord
    from wishstone.game.registry import Registry
    from wishstone.game.result import Result


def show_games(games: Registry, lexicon: Lexicon, language: str) -> None:
    """The catalogue."""
    here = LANGUAGES.index(language)
    table = table_of(*(lexicon.say(sentence(f"games-{column}"), language) for column in ("id", "players", "minutes")))
    table.add_column(lexicon.say(sentence("games-title"), language), ratio=1)
    first = ""
    for about in games:
        first = first or about.id
        title = f"[bold]{about.title[here]}[/bold]\n[dim]{about.line[here]}[/dim]"
        table.add_row(about.id, "–".join(map(str, about.seats)), "–".join(map(str, about.minutes)), title)
    console = Console()
    console.print(table)
    console.print(lexicon.say(sentence("games-next", game=first), language), style="dim")


def show_replay(reading: ParsedRecord, game: Game, lexicon: Lexicon, language: str) -> None:
    """A recorded game as a story, one line for each event, and how it ended."""
    from wishstone.game.contract import CHANCE
    from wishstone.game.move_check import find_error
    from wishstone.game.record_reader import replay

    console = Console(highlight=False, soft_wrap=True)
    names = [
        lexicon.say(sentence("seat-name", name=name, seat=seat), language) for seat, name in enumerate(reading.players)
    ]
    title = game.about.title[LANGUAGES.index(language)]
    header = sentence("replay-header", title=title, players=", ".join(names), first=int(reading.header["first"]))
    console.print(lexicon.say(header, language), style="bold", markup=False)
    if not reading.is_open:
        console.print(lexicon.say(sentence("replay-seen", seat=int(reading.seen_by or 0)), language), style="dim")
        for line in reading.lines:
            who = "·" if line.by == CHANCE else names[line.by]
            console.print(f"{line.number:>4}  {who}: {line.move}", markup=False)
        return
    match = None
    for line, match in replay(reading, game):
        checked = find_error(game, match.state, line.move, line.by)
        if checked is None:
            move = (game.outcomes_by_name if line.by == CHANCE else game.moves_by_name)[line.move]
            told = game.describe_event(match.state, move, None, names, language)
            console.print(f"{line.number:>4}  {told}", markup=False)
    if match is not None:
        foot = reading.footer or {}
        cut_off = foot.get("cut_off")
        show_result(match.result(cut_off, "agreed" in foot), reading.players, game, lexicon, language, console)


def show_result(
    result: Result, names: Sequence[str], game: Game, lexicon: Lexicon, language: str, console: Console
) -> None:
    """Why a game ended, and everybody's points by item."""
    if result.cut_off is not None:
        told = sentence("replay-cut-off", decisions=result.cut_off)
    elif result.agreed:
        told = sentence("replay-agreed")
    else:
        told = (
            sentence("replay-end", end=game.lexicon.end(result.end, language))
            if result.end
            else sentence("replay-unfinished")
        )
    console.print()
    console.print(lexicon.say(told, language), style="bold")
    table = table_of(lexicon.say(sentence("sheet-place"), language), lexicon.say(sentence("sheet-player"), language))
    for item in _items(result.sheets[0]):
        table.add_column(game.lexicon.term(item, language), justify="right")
    for seat in sorted(range(len(names)), key=lambda seat: (result.places[seat], seat)):
        points = (number(points) for points in _items(result.sheets[seat]).values())
        table.add_row(f"{result.places[seat]}", names[seat], *points)
    console.print(table)


def _items(sheet: Mapping[str, object]) -> dict[str, int]:
    """The items of a score sheet without its levels."""
    flat: dict[str, int] = {}
    for key, value in sheet.items():
        flat.update(_items(value) if isinstance(value, dict) else {key: cast(int, value)})
    return flat


def show_bench(seconds: float, as_json: bool, lexicon: Lexicon, language: str) -> None:
    """How fast random games run, ours and others', measured in turn in the same run."""
    from wishstone.lab.bench import OURS, bench
    from wishstone.lab.peers import is_available

    say = lexicon.saying(language)

    if not is_available():
        print(say("bench-missing"), file=sys.stderr)
    report = bench(seconds)
    if as_json:
        print(json.dumps(report.to_json()))
        return
    table = table_of(say("bench-engine"), say("bench-game"))
    peers = dict.fromkeys(peer for ratios in report.ratios.values() for peer in ratios)
    for column in (say("bench-speed"), *(f"÷ {peer.split()[-1]}" for peer in peers)):
        table.add_column(column, justify="right")
    for row in report.rows:
        ratios = report.ratios.get(row.game, {}) if row.engine == OURS else {}
        table.add_row(
            row.engine, row.game, f"{row.decisions_per_second:,.0f}", *(f"{ratio:.2f}" for ratio in ratios.values())
        )
    Console(highlight=False).print(table)


def table_of(*columns: str) -> Table:
    """A table with these columns, in the look of all that commands print."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column)
    return table
