"""Random game through the PettingZoo environment, in forty lines.

pip install '.[env]'
python examples/random_game.py keltis-card 3 --seed 1
"""

import argparse

from wishstone.env.layout import layout_of
from wishstone.env.pettingzoo import make


def play(game: str, seats: int, seed: int) -> dict[str, float]:
    """Play one game with random moves, say what happens, and return every agent's reward."""
    env = make(game, seats=seats)
    env.reset(seed=seed)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
            continue
        mask = observation["action_mask"]
        named = layout_of(game).named(observation["observation"])  # the numbers by name, in their shapes
        action = env.action_space(agent).sample(mask)
        print(f"{agent}, step {named['step'].argmax()}: {mask.sum()} legal moves, takes {action}")
        env.step(action)
    print(f"over ({info['end']}), points {info['points']}, rewards {rewards}")
    return rewards


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="keltis-card")
    parser.add_argument("seats", nargs="?", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    play(asked.game, asked.seats, asked.seed)
