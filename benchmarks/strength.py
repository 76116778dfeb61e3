"""Greedy against random: win shares in every game and seat count, with their error.

python benchmarks/strength.py [GAMES]
"""

from __future__ import annotations

import sys

from wishstone.games import GAMES, load
from wishstone.lab.simulate import Player, simulate


def main(games: int) -> int:
    """One greedy bot against random ones, in games whose first seat is drawn by lot."""
    for about in GAMES:
        game = load(about.id, engine="compiled")
        low, high = game.rules.SEATS
        for seats in range(low, high + 1):
            bots = ["greedy", *["random"] * (seats - 1)]
            greedy, *others = simulate(Player(game, seats, bots, seed=2026), games).by_seat()
            error = (greedy.win_share * (1 - greedy.win_share) / games) ** 0.5
            mean = sum(other.mean_score for other in others) / len(others)
            print(
                f"{about.id:<18} {seats} seats: greedy wins {greedy.win_share:.2%} ± {error:.2%}"
                f" with {greedy.mean_score:.1f} points to random's {mean:.1f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000))
