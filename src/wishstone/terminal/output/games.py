"""Output of `wishstone games`: the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from wishstone.game.words import LANGUAGES, Lexicon, sentence
from wishstone.terminal.output.tables import make_table

if TYPE_CHECKING:
    from wishstone.game.registry import Registry


def show_games(games: Registry, lexicon: Lexicon, language: str) -> None:
    """Print the catalogue."""
    here = LANGUAGES.index(language)
    table = make_table(*(lexicon.say(sentence(f"games-{column}"), language) for column in ("id", "players", "minutes")))
    table.add_column(lexicon.say(sentence("games-title"), language), ratio=1)
    first = ""
    for about in games:
        first = first or about.id
        title = f"[bold]{about.title[here]}[/bold]\n[dim]{about.line[here]}[/dim]"
        table.add_row(about.id, "–".join(map(str, about.seats)), "–".join(map(str, about.minutes)), title)
    console = Console()
    console.print(table)
    for left_out in games.left_out:
        told = sentence("game-left-out", name=left_out.name, reason=left_out.reason)
        console.print(lexicon.say(told, language), style="yellow", markup=False, highlight=False)
    console.print(lexicon.say(sentence("games-next", game=first), language), style="dim")
