"""Record check: random games of every game, seat count and option, written and verified.

    python benchmarks/records.py [--games 1000] [--game keltis-card] [--seed 0]

Each is recorded as by `wishstone record --legal`, read back and checked as by `wishstone verify`. Prints a line for
each table; exits with 1 where a record does not pass.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from wishstone.game.about import OptionValue
from wishstone.game.errors import RecordError
from wishstone.game.record import write
from wishstone.game.record_reader import read, verify
from wishstone.games import GAMES, load
from wishstone.lab.simulate import Player


class Table(NamedTuple):
    """A game with one choice of options and a number of seats."""

    game: str
    options: dict[str, OptionValue]
    seats: int

    def __str__(self) -> str:
        options = [f"{name}={str(value).lower()}" for name, value in self.options.items()]
        return ", ".join([f"{self.game} with {self.seats}", *options])


def tables(game: str | None = None) -> Iterator[Table]:
    """Every game, or one, as it is and with each option changed, with every number of seats."""
    for about in GAMES:
        changed = [{option.name: value} for option in about.options for value in option.values[1:]]
        for options in ({}, *changed):
            for seats in range(about.seats[0], about.seats[1] + 1):
                if game in (None, about.id):
                    yield Table(about.id, dict(options), seats)


def refusals(table: Table, games: int, seed: int = 0) -> Iterator[str]:
    """What is wrong with the records of so many random games at a table; nothing, if all is well."""
    game = load(table.game, table.options, engine="compiled")
    player = Player(game, table.seats, ["random"], seed)
    for number in range(games):
        match = player.play(number)
        result = match.result(cut_off=None if match.is_over else match.decisions)
        try:
            verify(read(write(match, player.names, result=result, legal=True).encode()), game)
        except RecordError as error:
            yield f"{table}, game {number}: {error} [{error.code}]"


def main() -> int:
    """Check every table, and tell how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000, help="games at each table")
    parser.add_argument("--game", help="the id of one game; all of them")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other games")
    asked = parser.parse_args()
    failed = 0
    for table in tables(asked.game):
        began = time.perf_counter()
        found = list(refusals(table, asked.games, asked.seed))
        failed += len(found)
        told = f"{asked.games - len(found):,} of {asked.games:,} records pass"
        print("\n".join([*found, f"{table}: {told}, in {time.perf_counter() - began:.0f} s"]), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
