"""Speed of other libraries' environments on one core: a line of JSON for each; missing ones are left out.

    PYTHON benchmarks/peers_environments.py [--seconds 3]

PYTHON is one that has some of: pettingzoo[classic], rlcard, open_spiel, pgx. Nothing of Wishstone is imported here.
Every environment is stepped with random legal moves and gives an observation and the legal moves in every step.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

Steps = Callable[[], int]  # some steps: returns how many
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3")
RLCARD = ("leduc-holdem", "gin-rummy")
OPEN_SPIEL = ("leduc_poker", "gin_rummy")
PGX = ("leduc_holdem", "kuhn_poker")
SPIEL_GAMES = 64  # in its vector environment
PGX_GAMES = 4096


def pettingzoo(name: str) -> Steps:
    """One of PettingZoo's classic games, agent by agent."""
    import numpy as np

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    rng = np.random.default_rng(1)

    def steps() -> int:
        env.reset()
        made = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            made += 1
        return made

    return steps


def rlcard(name: str) -> Steps:
    """One of RLCard's games, by its own stepping."""
    env = importlib.import_module("rlcard").make(name)
    chance = random.Random(1)

    def steps() -> int:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            made += 1
        return made

    return steps


def open_spiel(name: str) -> Steps:
    """OpenSpiel's vector environment over a C++ game."""
    rl_environment = importlib.import_module("open_spiel.python.rl_environment")
    vector_env = importlib.import_module("open_spiel.python.vector_env")
    rl_agent = importlib.import_module("open_spiel.python.rl_agent")
    envs = vector_env.SyncVectorEnv([rl_environment.Environment(name) for _ in range(SPIEL_GAMES)])
    chance = random.Random(1)
    now: list[Any] = [envs.reset()]

    def steps() -> int:
        made = 0
        for _ in range(20):
            outputs = []
            for step in now[0]:
                player = step.observations["current_player"]
                action = 0 if player < 0 else chance.choice(step.observations["legal_actions"][player])
                outputs.append(rl_agent.StepOutput(action=action, probs=[]))
            now[0], _, _, _ = envs.step(outputs, reset_if_done=True)
            made += SPIEL_GAMES
        return made

    return steps


def pgx(name: str, resets: bool) -> Steps:
    """A game of Pgx, compiled by JAX for many at once, with or without resets of those that have ended."""
    jax, jnp = importlib.import_module("jax"), importlib.import_module("jax.numpy")
    env = importlib.import_module("pgx").make(name)
    step_one = env.step
    if resets:
        auto_reset = importlib.import_module("pgx.experimental.wrappers").auto_reset
        step_one = auto_reset(env.step, env.init)

    def move(state: Any, key: Any) -> Any:
        action = jax.random.categorical(key, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        if resets:
            return jax.vmap(step_one)(state, action, jax.random.split(key, PGX_GAMES))
        return jax.vmap(step_one)(state, action)

    def several(state: Any, key: Any) -> Any:
        def body(carried: Any, key: Any) -> Any:
            state = move(carried, key)
            return state, (state.observation.sum(), state.legal_action_mask.sum())  # looked at, so that they are made

        return jax.lax.scan(body, state, jax.random.split(key, 50))

    run = jax.jit(several)
    now: list[Any] = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), PGX_GAMES)), 0]

    def steps() -> int:
        now[1] += 1
        now[0], told = run(now[0], jax.random.PRNGKey(now[1]))
        jax.block_until_ready(told)
        return 50 * PGX_GAMES

    return steps


def peers() -> Iterator[tuple[str, str, str, Callable[[], Steps]]]:
    """Library, its package, what of it, and how to get that ready."""
    for name in PETTINGZOO:
        yield "PettingZoo", "pettingzoo", name, partial(pettingzoo, name)
    for name in RLCARD:
        yield "RLCard", "rlcard", name, partial(rlcard, name)
    for name in OPEN_SPIEL:
        yield "OpenSpiel", "open_spiel", f"{name}, SyncVectorEnv", partial(open_spiel, name)
    for name in PGX:
        yield "Pgx", "pgx", f"{name}, without resets", partial(pgx, name, False)
        yield "Pgx", "pgx", name, partial(pgx, name, True)


def main() -> None:
    """Time what is installed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3)
    seconds = parser.parse_args().seconds
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for library, package, name, make in peers():
        try:
            version = importlib.metadata.version(package)
            steps = make()
            steps()  # compiles, warms up
        except Exception as error:  # whatever a library of others may say: the others are timed all the same
            print(json.dumps({"library": library, "name": name, "missing": f"{type(error).__name__}: {error}"[:200]}))
            continue
        made, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            made += steps()
        print(json.dumps({"library": library, "version": version, "name": name, "speed": made / spent}), flush=True)


if __name__ == "__main__":
    main()
