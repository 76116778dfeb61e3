"""Effect of styles: a named statistic of one seat, with and without the style, over the same 1,000 deals.

    python benchmarks/styles.py [--games 1000] [--game keltis-card …] [--level medium] [--seed 1]

One seat plays a level in a style, the others the plain level; then all play the plain level with the same luck. Shows
the mean of the statistic both ways and the difference in standard errors; exits with 1 where it is less than 3 of them
or points the wrong way.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np

from wishstone.game.contract import Position
from wishstone.game.match import Event, Match
from wishstone.games import GAMES, load
from wishstone.games.keltis.rules import HAND
from wishstone.games.keltis_dice.rules import TAKE, TAKE_STONES
from wishstone.games.shared.rows import NUMBERS
from wishstone.lab.simulate import Player

SEAT = 0  # who has the style
CLEAR = 3.0  # standard errors


class Statistic(NamedTuple):
    """Something that can be counted in a finished game."""

    name: str
    in_game: Callable[[Match], float]


def replayed(match: Match) -> Iterator[tuple[Position, Event]]:
    """Every event with the position before it."""
    state = match.game.start(match.seats, match.first)
    for event in match.events:
        yield state, event
        match.game.apply(state, event.move)


def rows_begun(match: Match) -> float:
    """Rows in which the seat laid anything."""
    return float(np.count_nonzero(match.state["length"][SEAT]))


def figures_out_early(match: Match) -> float:
    """Figures that the seat has brought from the start field when the draw pile is down to two thirds."""
    full = int(match.game.start(match.seats)["draw_pile"]) - HAND * match.seats
    state = next((state for state, _ in replayed(match) if 3 * int(state["draw_pile"]) <= 2 * full), match.state)
    return float(np.count_nonzero(state["small"][SEAT]) + (int(state["large"][SEAT]) != 0))


def taken_by_others(match: Match) -> float:
    """Cards that the others took from discard piles."""
    names = match.game.move_names
    draws = [names[event.move] for event in match.events if event.by not in (-1, SEAT)]
    return float(sum(name.startswith("draw ") and name != "draw deck" for name in draws))


def tiles_denied(match: Match) -> float:
    """Of the tiles that the seat took, the part that would have fitted a row that the next seat has begun."""
    taken = denied = 0
    for state, event in replayed(match):
        if event.by == SEAT and TAKE <= event.move < TAKE_STONES:
            tile, other = event.move - TAKE, (SEAT + 1) % match.seats
            taken += 1
            begun = state["length"][other][tile // NUMBERS] > 0
            denied += bool(begun and int(state["takes"][other]) >> tile & 1)
    return denied / max(taken, 1)


def in_the_chest(match: Match) -> float:
    """Crystals that the seat locked up."""
    return float(match.state["chest"][SEAT].sum())


def raids(match: Match) -> float:
    """Crystals that the seat stole, and black ones that it sent to others."""
    names = match.game.move_names
    own = [names[event.move] for event in match.events if event.by == SEAT]
    return float(sum(name.startswith(("claw", "transport")) for name in own))


ROWS = Statistic("rows begun", rows_begun)
FIGURES = Statistic("figures in play at two thirds of the draw pile", figures_out_early)
TAKEN = Statistic("cards that others take from discard piles", taken_by_others)
DENIED = Statistic("part of the tiles taken that the next seat could use", tiles_denied)
CHEST = Statistic("crystals in the chest", in_the_chest)
RAIDS = Statistic("crystals stolen and sent away", raids)

# By game and style: what it changes, and whether to more (1) or to less (-1).
CLAIMS = {
    "keltis-card": {"cautious": (ROWS, -1), "bold": (ROWS, 1), "spiteful": (TAKEN, -1)},
    "keltis": {"cautious": (FIGURES, -1), "bold": (FIGURES, 1), "spiteful": (TAKEN, -1)},
    "keltis-new-paths": {"cautious": (FIGURES, -1), "bold": (FIGURES, 1), "spiteful": (TAKEN, -1)},
    "keltis-dice": {"cautious": (ROWS, -1), "bold": (ROWS, 1), "spiteful": (DENIED, 1)},
    "quartz-dice": {"cautious": (CHEST, 1), "bold": (CHEST, -1), "spiteful": (RAIDS, 1)},
}


def counts(id: str, bot: str, level: str, statistics: tuple[str, ...], games: int, seed: int) -> list[list[float]]:
    """Each statistic in each of so many games, with this bot at the seat and the plain level at the others."""
    game = load(id, engine="compiled")
    seats = game.about.seats[0]
    known = {statistic.name: statistic for claims in CLAIMS.values() for statistic, _ in claims.values()}
    player = Player(game, seats, [bot, *[level] * (seats - 1)], seed)
    matches = [player.play(number) for number in range(games)]
    return [[known[name].in_game(match) for match in matches] for name in statistics]


def main() -> int:
    """Play everything, and tell what each style changes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--game", action="append", help="the id of a game; all of them")
    parser.add_argument("--level", default="medium")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    failed = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for id in asked.game or [about.id for about in GAMES]:
            claims = CLAIMS[id]
            names = tuple(dict.fromkeys(statistic.name for statistic, _ in claims.values()))
            rest = (asked.level, names, asked.games, asked.seed)
            plain = pool.submit(counts, id, asked.level, *rest)
            styled = {style: pool.submit(counts, id, f"{asked.level}+{style}", *rest) for style in claims}
            for style, (statistic, sign) in claims.items():
                place = names.index(statistic.name)
                before, after = np.array(plain.result()[place]), np.array(styled[style].result()[place])
                change = after - before
                clear = float(change.mean() / (change.std(ddof=1) / len(change) ** 0.5))
                failed += sign * clear < CLEAR
                print(
                    f"{id:<17} {style:<9} {statistic.name}: {before.mean():.2f} → {after.mean():.2f},"
                    f" {clear:+.1f} standard errors{'' if sign * clear >= CLEAR else ': NOT CLEAR'}",
                    flush=True,
                )
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
