"""Output of `wishstone analyse`: how well each seat played, and the moves that lost most."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wishstone.game.words import LANGUAGES, Lexicon, Say
from wishstone.terminal.console import make_text
from wishstone.terminal.hints import draw_item_differences, format_percent, format_tenths
from wishstone.terminal.lines import Line, Piece, join, make_line, wrap
from wishstone.terminal.output.progress import show_progress
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.seating import Seating
from wishstone.terminal.theme import make_theme

if TYPE_CHECKING:
    from wishstone.bots.analyse import MoveComparison, PredictedMove
    from wishstone.bots.review import RecordedDecision, Verdict
    from wishstone.game.contract import Game, Position

INDENT = 6


def show_analysis(
    game: Game,
    players: Sequence[str],
    decisions: Sequence[RecordedDecision],
    simulations: int,
    seed: int,
    worst: int,
    as_json: bool,
    lexicon: Lexicon,
    language: str,
) -> None:
    """Analyse the decisions of a game, until done or stopped by Ctrl-C, and show the results."""
    from wishstone.bots.review import review_to_json

    say = lexicon.saying(language)

    verdicts: list[Verdict] = []
    try:
        _review(game, decisions, simulations, seed, verdicts, say)
    except KeyboardInterrupt:
        if not verdicts:
            raise
        print(say("analyse-stopped", done=len(verdicts), decisions=len(decisions)), file=sys.stderr)
    if as_json:
        print(json.dumps(review_to_json(game, players, verdicts, simulations, seed)))
        return
    names = [say("seat-name", name=name, seat=seat) for seat, name in enumerate(players)]
    title = game.about.title[LANGUAGES.index(language)]
    console = Console(highlight=False)
    console.push_theme(make_theme(console.color_system))
    figures = {"decisions": f"{len(verdicts):,}", "simulations": f"{simulations:,}", "seed": str(seed)}
    console.print(say("analyse-title", title=title, **figures), style="bold", markup=False)
    if not verdicts:
        console.print(say("analyse-nothing"))
        return
    console.print(_make_seat_table(verdicts, names, say))
    console.print(say("analyse-meaning"), style="dim", markup=False)
    _WorstMoves(game, names, language, console, say).show(verdicts, worst)


def _review(
    game: Game, decisions: Sequence[RecordedDecision], simulations: int, seed: int, verdicts: list[Verdict], say: Say
) -> None:
    """Review the decisions one by one, with a progress bar."""
    from wishstone.bots.review import review

    with show_progress(say("simulate-compiling"), say("analyse-thinking"), len(decisions)) as update:
        for verdict in review(game, decisions, simulations, seed):
            verdicts.append(verdict)
            update(len(verdicts))


def _make_seat_table(verdicts: Sequence[Verdict], names: Sequence[str], say: Say) -> Table:
    """A row for each seat."""
    from wishstone.bots.review import summarise

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(say("sheet-player"))
    for column in ("decisions", "agreed", "loss", "points", "mistakes"):
        table.add_column(say(f"analyse-{column}"), justify="right", no_wrap=True)
    for each in summarise(verdicts):
        agreed, loss = format_percent(each.agreed / each.decisions), f"{format_tenths(100 * each.mean_loss)} %"
        figures = str(each.decisions), agreed, loss, format_tenths(each.mean_points), str(each.mistakes)
        table.add_row(escape(names[each.seat]), *figures)
    return table


class _WorstMoves:
    """Shows the moves that lost most, in the words of the game."""

    def __init__(self, game: Game, names: Sequence[str], language: str, console: Console, say: Say) -> None:
        self.game, self.names, self.console, self.say = game, names, console, say
        self.renderer = GameRenderer(game, language, Seating(0, tuple(names), ("",) * len(names)))
        console.push_theme(make_theme(console.color_system, self.renderer.styles))

    def show(self, verdicts: Sequence[Verdict], most: int) -> None:
        """Print the moves that lost most, at most this many."""
        from wishstone.bots.review import worst_of

        worst = worst_of(verdicts, most)
        self.console.print()
        if not worst:
            self.console.print(self.say("analyse-flawless"))
            return
        self.console.print(self.say("analyse-worst"), style="bold")
        for verdict in worst:
            if verdict.comparison:
                self._show(verdict, verdict.comparison)

    def _show(self, verdict: Verdict, compared: MoveComparison) -> None:
        from wishstone.bots.analyse import difference

        decision, better, other = verdict.decision, compared.better, compared.other
        head = self.say("analyse-mistake" if verdict.is_mistake else "analyse-doubtful")
        loss = self._format_chance(compared.gain)
        where: dict[str, str | int] = {"number": decision.number, "event": decision.event, "loss": loss}
        who = {"name": self.names[decision.seat], "error": self._format_chance(compared.error), "verdict": head}
        self.console.print(self.say("analyse-decision", **where, **who), markup=False)
        self._print_move(
            "analyse-played", self._describe(decision.position, decision.played), other.chance, other.score
        )
        self._print_move("analyse-better", self._describe(decision.position, better.move), better.chance, better.score)
        if why := difference(better.items, other.items):
            self._print(make_line(self.say("analyse-why"), " ", draw_item_differences(why, self.renderer)))
        if better.line:
            self._print(make_line(self.say("analyse-line"), " ", self._describe_line(better.line)))

    def _print_move(self, key: str, move: Line, chance: float, score: float) -> None:
        figures = self.say("analyse-figures", chance=format_percent(chance), points=format_tenths(score))
        self._print(make_line(self.say(key), " ", move, ": ", figures))

    def _print(self, text: Line) -> None:
        for line in wrap(text, self.console.width - INDENT):
            self.console.print(make_text(make_line(" " * INDENT, line)))

    def _describe_line(self, line: Sequence[PredictedMove]) -> Line:
        """The moves likely to follow, with a name where the seat changes."""
        told: list[Piece] = []
        before = -1
        for step in line:
            move = self._describe(step.position, step.move)
            told.append(move if step.seat == before else make_line(self.names[step.seat], ": ", move))
            before = step.seat
        return join(told, "; ")

    def _describe(self, position: Position, move: int) -> Line:
        moves = self.renderer.list_moves(position)
        listed = next(listed for listed in moves if listed.id == move)
        return self.renderer.translator.say(self.renderer.describe_move(listed), names=self.names)

    def _format_chance(self, share: float) -> str:
        """A share of the chance to win, to a tenth of a percent."""
        return f"{format_tenths(100 * share)} %"
