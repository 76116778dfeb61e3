"""Output of `wishstone replay`: a recorded game as a story, and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from rich.console import Console

from wishstone.game.words import LANGUAGES, Lexicon, number, sentence
from wishstone.terminal.output.tables import make_table

if TYPE_CHECKING:
    from wishstone.game.contract import Game
    from wishstone.game.record_reader import ParsedRecord
    from wishstone.game.result import Result


def show_replay(reading: ParsedRecord, game: Game, lexicon: Lexicon, language: str) -> None:
    """Print a recorded game as a story, one line for each event, and how it ended."""
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
    """Print why a game ended, and everybody's points by item."""
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
    table = make_table(lexicon.say(sentence("sheet-place"), language), lexicon.say(sentence("sheet-player"), language))
    for item in _flatten(result.sheets[0]):
        table.add_column(game.lexicon.term(item, language), justify="right")
    for seat in sorted(range(len(names)), key=lambda seat: (result.places[seat], seat)):
        points = (number(points) for points in _flatten(result.sheets[seat]).values())
        table.add_row(f"{result.places[seat]}", names[seat], *points)
    console.print(table)


def _flatten(sheet: Mapping[str, object]) -> dict[str, int]:
    """The items of a score sheet, flattened."""
    flat: dict[str, int] = {}
    for key, value in sheet.items():
        flat.update(_flatten(value) if isinstance(value, dict) else {key: cast(int, value)})
    return flat
