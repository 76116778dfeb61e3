"""OpenSpiel's search on our games: MCTS where nothing is hidden, IS-MCTS where hands are.

    pip install '.[open-spiel]'
    python examples/open_spiel_search.py wishstone_keltis_dice --simulations 50
    python examples/open_spiel_search.py wishstone_keltis_card --simulations 50

Both are OpenSpiel's Python implementations; its C++ search bots crash on any game that is written in Python.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import wishstone.env.open_spiel  # noqa: F401  (registers the games)


def make_bot(game: Any, simulations: int, seed: int) -> Any:
    """The search that fits a game: with sampled hands where it hides any."""
    rng = np.random.RandomState(seed)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    scale = game.max_utility() / 4  # how far apart results are, so that exploring weighs as much as winning
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, scale, simulations, rollouts, solve=False, random_state=rng)
    return ismcts.ISMCTSBot(game, rollouts, scale, simulations, random_state=rng)


def play(name: str, simulations: int, decisions: int, seed: int = 1) -> list[float]:
    """Let a search play seat 0 against random players, for so many decisions at most; returns what came of it."""
    game = pyspiel.load_game(name)
    bot, rng = make_bot(game, simulations, seed), np.random.default_rng(seed)
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal() and made < decisions:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
            continue
        player = state.current_player()
        action = bot.step(state) if player == 0 else rng.choice(state.legal_actions())
        if player == 0:
            print(f"search: {state.action_to_string(player, action)}")
        state.apply_action(action)
        made += 1
    print(f"{'over' if state.is_terminal() else 'stopped'} after {made} decisions: {state.returns()}")
    return list(state.returns())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="wishstone_keltis_dice")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--decisions", type=int, default=2000)
    asked = parser.parse_args()
    play(asked.game, asked.simulations, asked.decisions)
