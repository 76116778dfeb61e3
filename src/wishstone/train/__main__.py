"""Training command, `python -m wishstone.train GAME --seats N`: fits a player's weights and writes their file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from types import ModuleType

from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.game.package import WEIGHTS
from wishstone.games import EVERY
from wishstone.lab.simulate import MAX_SEED
from wishstone.train import evolution, gradient, values


def method_of(game: Game) -> ModuleType:
    """How a game's player is fitted: by the values of positions, by trying changes, or by the moves that paid."""
    policy = policy_of(game.folder, game.engine)
    if hasattr(policy, "gains"):
        return values
    return evolution if hasattr(policy, "TABLES") else gradient


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit the weights of one game with one number of seats, and write them with the command that made them."""
    asked = parser().parse_args(arguments)
    game = EVERY.load(asked.game, engine="compiled")
    low, high = game.rules.SEATS
    if not low <= asked.seats <= high:
        raise UsageError("seats-wrong", game=game.id, seats=asked.seats, low=low, high=high)
    if not 0 <= asked.seed <= MAX_SEED:
        raise UsageError("count-wrong", name="seed", low=0, high=str(MAX_SEED), value=str(asked.seed))
    if not game.package.has("policy"):
        raise UsageError("policy-none", game=game.id)
    method = method_of(game)
    games = asked.games or method.GAMES
    weights = method.fit(game, asked.seats, games, asked.seed, lambda line: print(line, file=sys.stderr, flush=True))
    layout = policy_of(game.folder, game.engine).LAYOUT
    command = f"python -m wishstone.train {game.id} --seats {asked.seats} --games {games} --seed {asked.seed}"
    out = asked.out or game.package.path / WEIGHTS.format(id=game.id, seats=asked.seats)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(file_of(game.id, asked.seats, layout, command, weights), encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(prog="python -m wishstone.train", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=0, help="how many games to play; without it, as many as it takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the file to write, instead of the one that the bots read")
    return parser


def file_of(game: str, seats: int, layout: int, command: str, weights: Weights) -> str:
    """The text of a file of weights, which `bots/weights.py` describes."""
    about = {"game": game, "seats": seats, "layout": layout, "command": command}
    numbers = fill(", ".join(str(weight) for weight in weights), 118, initial_indent="  ", subsequent_indent="  ")
    return json.dumps(about, indent=1)[:-2] + f',\n "weights": [\n{numbers}\n ]\n}}\n'


if __name__ == "__main__":
    try:
        main()
    except WishstoneError as error:
        sys.exit(f"{error.text()} [{error.code}]")
