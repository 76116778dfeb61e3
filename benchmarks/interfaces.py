"""Speed of our single-game environments: decisions a second of CPU time, as a line of JSON for each.

    python benchmarks/interfaces.py [--seconds 1] [--games keltis-card]

PettingZoo, Gymnasium with random bots, and OpenSpiel, each driven as its users would, with random legal moves: an
observation and the legal moves are asked for in every step. It runs with whatever Wishstone is on the path, so that
`environments.py` can time two checkouts in turn.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import pyspiel
from open_spiel.python import rl_environment

import wishstone.env.gymnasium
import wishstone.env.open_spiel  # noqa: F401  (registers the games)
from wishstone.env.pettingzoo import make
from wishstone.games import GAMES

ROUNDS = 3  # the best of so many counts: what disturbs a run only ever slows it down
Play = Callable[[], int]  # a whole game: returns how many steps it had


def chosen(mask: Any, chance: random.Random) -> int:
    """A random legal move, so cheaply that the environment is what is timed."""
    legal = mask.nonzero()[0]
    return int(legal[int(chance.random() * len(legal))])


def pettingzoo(game: str) -> Play:
    """Agent after agent, as PettingZoo's own loop has it."""
    env, chance = make(game), random.Random(1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(chosen(observation["action_mask"], chance))
            steps += 1
        return steps

    env.reset(seed=1)
    return play


def gymnasium_made(game: str) -> Play:
    """The learner's steps against random bots, with what `gymnasium.make` puts around an environment."""
    env, chance = gymnasium.make(f"wishstone/{game}-v1"), random.Random(1)

    def play() -> int:
        _, info = env.reset()
        steps, done = 0, False
        while not done:
            _, _, terminated, truncated, info = env.step(chosen(info["action_mask"], chance))
            done = terminated or truncated
            steps += 1
        return steps

    env.reset(seed=1)
    return play


def open_spiel(game: str) -> Play:
    """The decisions of OpenSpiel's environment for learners, which draws the outcomes between them."""
    env = rl_environment.Environment(pyspiel.load_game(f"wishstone_{game.replace('-', '_')}"))
    chance = random.Random(1)

    def play() -> int:
        told, steps = env.reset(), 0
        while not told.last():
            legal = told.observations["legal_actions"][told.observations["current_player"]]
            told = env.step([legal[int(chance.random() * len(legal))]])
            steps += 1
        return steps

    return play


INTERFACES = {"PettingZoo": pettingzoo, "Gymnasium": gymnasium_made, "OpenSpiel": open_spiel}


def speed(play: Play, seconds: float) -> float:
    """Steps a second of CPU time, in games of which the first is not timed."""
    play()
    best = 0.0
    for _ in range(ROUNDS):
        steps, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds / ROUNDS or not steps:
            steps += play()
        best = max(best, steps / spent)
    return best


def main() -> None:
    """Time every interface in every game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1, help="for each interface in each game")
    parser.add_argument("--games", nargs="*", default=[about.id for about in GAMES])
    asked = parser.parse_args()
    for game in asked.games:
        for library, interface in INTERFACES.items():
            told = {"library": library, "name": game, "speed": speed(interface(game), asked.seconds)}
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
