"""Output of `wishstone bench`: how fast random games run, beside other engines."""

from __future__ import annotations

import json
import sys

from rich.console import Console

from wishstone.game.words import Lexicon
from wishstone.terminal.output.tables import make_table


def show_bench(seconds: float, as_json: bool, lexicon: Lexicon, language: str) -> None:
    """Measure how fast random games run, ours and others' in turn, and print a table."""
    from wishstone.lab.bench import OURS, bench
    from wishstone.lab.peers import is_available

    say = lexicon.saying(language)

    if not is_available():
        print(say("bench-missing"), file=sys.stderr)
    report = bench(seconds)
    if as_json:
        print(json.dumps(report.to_json()))
        return
    table = make_table(say("bench-engine"), say("bench-game"))
    peers = dict.fromkeys(peer for ratios in report.ratios.values() for peer in ratios)
    for column in (say("bench-speed"), *(f"÷ {peer.split()[-1]}" for peer in peers)):
        table.add_column(column, justify="right")
    for row in report.rows:
        ratios = report.ratios.get(row.game, {}) if row.engine == OURS else {}
        table.add_row(
            row.engine, row.game, f"{row.decisions_per_second:,.0f}", *(f"{ratio:.2f}" for ratio in ratios.values())
        )
    Console(highlight=False).print(table)
