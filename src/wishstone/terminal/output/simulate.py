"""Output of `wishstone simulate`: progress with the time left, then the results."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from wishstone.game.words import Lexicon, Say
from wishstone.terminal.output.progress import show_progress
from wishstone.terminal.output.tables import make_table

if TYPE_CHECKING:
    from wishstone.game.contract import Game
    from wishstone.lab.executor import Executor
    from wishstone.lab.simulate import Simulation
    from wishstone.lab.simulation_job import Part, PartResult, Progress, SimulationJob


def show_simulation(
    game: Game,
    job: SimulationJob,
    executor: Executor[Part, PartResult],
    size: int,
    games: int,
    save: Path | None,
    as_json: bool,
    lexicon: Lexicon,
    language: str,
) -> None:
    """Play a simulation in parts of this size, until done or stopped by Ctrl-C, and show the results."""
    from wishstone.lab.simulation_job import new_progress
    from wishstone.lab.simulation_log import SimulationLog

    say = lexicon.saying(language)

    with ExitStack() as stack:
        file = stack.enter_context(SimulationLog(save, job)) if save else None
        progress = file.progress if file else new_progress(job)
        before = progress.results.games
        if before:
            print(say("simulate-resumed", games=f"{before:,}", path=str(save)), file=sys.stderr)
        if before > games:
            print(say("simulate-more", asked=f"{games:,}"), file=sys.stderr)
        try:
            _play(progress, games, size, executor, file.keep if file else lambda progress: None, say, language)
        except KeyboardInterrupt:
            print(say("simulate-stopped", games=f"{progress.results.games:,}"), file=sys.stderr)
            print(say("arena-go-on" if save else "arena-save", path=str(save)), file=sys.stderr)
            if not progress.results.games:
                raise
        finally:
            if file and progress.results.games > before:
                file.write(progress)
    if as_json:
        print(json.dumps(progress.results.to_json()))
    else:
        _show_figures(progress.results, game.lexicon, say, language)


def _play(
    progress: Progress,
    games: int,
    size: int,
    executor: Executor[Part, PartResult],
    keep: Callable[[Progress], None],
    say: Say,
    language: str,
) -> None:
    """Play the games that are still missing, with a progress bar."""
    from wishstone.lab.simulation_job import run_simulation

    if not any(progress.left(games, size)):
        return
    told = say("simulate-compiling"), say("simulate-playing")
    with show_progress(*told, games, progress.results.games, language) as update:

        def played(progress: Progress) -> None:
            keep(progress)
            update(progress.results.games)

        run_simulation(progress, games, size, executor, played, update)


def _show_figures(results: Simulation, lexicon: Lexicon, say: Say, language: str) -> None:
    console = Console(highlight=False)
    title = say("simulate-title", game=results.game, games=f"{results.games:,}", decisions=f"{results.decisions:,}")
    console.print(title, style="bold")
    table = make_table(say("simulate-seat"), say("simulate-bot"))
    table.add_column(say("simulate-score"), justify="right")
    table.add_column(say("simulate-share"), justify="right")
    for seat, figures in enumerate(results.by_seat()):
        mean, share = f"{figures.mean_score:.2f}".replace("-", "−"), f"{figures.win_share:.1%}"
        table.add_row(str(seat), figures.bot, mean, share)
    console.print(table)
    ends = {**results.ends, say("simulate-cut-off"): results.cut_off}
    told = ", ".join(f"{lexicon.end(end, language)} {n / results.games:.1%}" for end, n in ends.items() if n)
    console.print(say("simulate-ends", ends=told))
    seconds = max(results.seconds, 1e-9)
    console.print(
        say(
            "simulate-speed",
            seconds=f"{results.seconds:.2f}",
            decisions=f"{results.decisions / seconds:,.0f}",
            games=f"{results.games / seconds:,.0f}",
        ),
        style="dim",
    )
