"""Output of `wishstone arena`: progress, a ranking of the bots, and a cross table of who beats whom."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wishstone.game.words import Lexicon, Say
from wishstone.terminal.output.progress import show_progress

if TYPE_CHECKING:
    from wishstone.lab.arena import DealResult
    from wishstone.lab.executor import Executor
    from wishstone.lab.plan import Plan
    from wishstone.lab.ranking import RankedBot, Ranking


def show_arena(
    plan: Plan,
    executor: Executor[int, DealResult],
    games: int,
    save: Path | None,
    as_json: bool,
    lexicon: Lexicon,
    language: str,
) -> None:
    """Play an arena, until done or stopped by Ctrl-C, and show the results."""
    from wishstone.lab.arena_log import ArenaLog
    from wishstone.lab.ranking import rank

    say = lexicon.saying(language)

    wanted = plan.deals(games)
    with ExitStack() as stack:
        file = stack.enter_context(ArenaLog(save, plan)) if save else None
        deals = {number: deal for number, deal in file.deals.items() if number < wanted} if file else {}
        if deals:
            print(say("arena-resumed", games=len(deals) * len(plan.seatings), path=str(save)), file=sys.stderr)
        try:
            _play(plan, executor, wanted, deals, file.keep if file else lambda deal: None, say, language)
        except KeyboardInterrupt:
            print(say("arena-stopped", games=len(deals) * len(plan.seatings)), file=sys.stderr)
            print(say("arena-go-on" if save else "arena-save", path=str(save)), file=sys.stderr)
            if not deals:
                raise
    found = rank(plan, deals.values())
    if as_json:
        print(json.dumps(found.to_json()))
        return
    _show(found, plan, games, say)


def _play(
    plan: Plan,
    executor: Executor[int, DealResult],
    wanted: int,
    deals: dict[int, DealResult],
    keep: Callable[[DealResult], None],
    say: Say,
    language: str,
) -> None:
    """Play the deals that are still missing, with a progress bar."""
    left = [number for number in range(wanted) if number not in deals]
    if not left:
        return
    each = len(plan.seatings)
    told = say("simulate-compiling"), say("simulate-playing")
    with show_progress(*told, wanted * each, len(deals) * each, language) as update:

        def finished(deal: DealResult) -> None:
            deals[deal.number] = deal
            keep(deal)
            update(len(deals) * each)

        executor.run(left, finished, update)


def _show(found: Ranking, plan: Plan, games: int, say: Say) -> None:
    console = Console(highlight=False)
    games_told, seed = f"{found.games:,}", str(found.seed)
    console.print(say("arena-title", game=found.game, seats=found.seats, games=games_told, seed=seed), style="bold")
    console.print(say("arena-deals", deals=f"{found.deals:,}", seatings=len(plan.seatings)), style="dim")
    if found.deals == plan.deals(games) and found.games > games:
        console.print(say("arena-rounded", asked=f"{games:,}", games=f"{found.games:,}"), style="dim")
    console.print(_make_bot_table(found, say))
    if len(found.bots) > 2:
        console.print()
        console.print(say("arena-cross"), style="bold")
        console.print(_make_cross_table(found))
    console.print(say("arena-fair", share=f"{1 / found.seats:.1%}"), style="dim")
    for bot in found.bots:
        if bot.replaced:
            console.print(
                say("arena-replaced", name=escape(bot.name), replaced=f"{bot.replaced:,}", moves=f"{bot.moves:,}")
            )
    if found.cut_off:
        console.print(say("arena-cut-off", games=f"{found.cut_off:,}"))


def _make_bot_table(found: Ranking, say: Say) -> Table:
    """A row for each bot, the strongest first."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(say("simulate-bot"))
    for column in ("elo", "wins", "interval", "margin", "score", "speed"):
        table.add_column(say(f"arena-{column}"), justify="right", no_wrap=True)
    for bot in sorted(found.bots, key=lambda bot: -bot.elo):
        table.add_row(*_format_row(bot))
    return table


def _format_row(bot: RankedBot) -> tuple[str, ...]:
    low, high = bot.ci95
    margin = f"{bot.mean_margin:+.2f}"
    if bot.margin_ci95:
        margin += f" ± {(bot.margin_ci95[1] - bot.margin_ci95[0]) / 2:.2f}"
    speed = 1 / bot.seconds_per_move if bot.seconds_per_move else 0.0
    return (
        escape(bot.name),
        _with_minus_sign(f"{bot.elo:.0f} ± {bot.elo_error:.0f}"),
        f"{bot.win_rate:.1%}",
        f"{low:.1%} – {high:.1%}",
        _with_minus_sign(margin),
        _with_minus_sign(f"{bot.mean_score:.2f}"),
        f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}",
    )


def _make_cross_table(found: Ranking) -> Table:
    """How often the bot of each row came before that of each column."""
    ranked = [bot.name for bot in sorted(found.bots, key=lambda bot: -bot.elo)]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for name in ranked:
        table.add_column(escape(name), justify="right")
    for name in ranked:
        shares = found.cross[name]
        table.add_row(escape(name), *(f"{shares[rival]:.1%}" if rival in shares else "–" for rival in ranked))
    return table


def _with_minus_sign(text: str) -> str:
    """A figure with a real minus sign."""
    return text.replace("-", "−")
