"""Stages of the check of a game that use the whole product: rulebook, lesson, bots, records, environments, pictures."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from wishstone.bots import make
from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.levels import FITTED, LEVELS, SEARCH, THINKERS
from wishstone.bots.net_file import NET
from wishstone.game.chance import stream
from wishstone.game.conformance import lockstep
from wishstone.game.contract import CHANCE, OVER, Game
from wishstone.game.errors import UsageError
from wishstone.game.record import write
from wishstone.game.record_reader import read, verify
from wishstone.game.registry import on_engine
from wishstone.game_check.engine import seat_counts
from wishstone.game_check.remarks import Remark, failed, missing, wrong
from wishstone.lab.simulate import Player
from wishstone.learning.rulebook import rulebook

FEW = 8  # simulations of a bot that thinks ahead: enough to see that it does
STEPS = 20  # of an environment


def learning(game: Game) -> Iterator[Remark]:
    """The rulebook is there in both languages, and the lesson is a game by the rules."""
    from wishstone.server.http.learning_routes import play_lesson

    if not game.package.has("rulebook"):
        yield missing("check-no-rulebook")
    elif f"{game.about.rule_prefix}-" not in (prefixes := rulebook(game.id).prefixes):
        yield wrong("check-rulebook-prefix", prefix=game.about.rule_prefix, found=", ".join(prefixes))
    if not game.package.has("lesson"):
        yield missing("check-no-lesson")
    else:
        play_lesson(game.id)


def bots(game: Game) -> Iterator[Remark]:
    """The compiled rules are the interpreted ones, and every bot plays a whole game."""
    compiled = on_engine(game, "compiled")
    for finding in lockstep(game, compiled, game.rules.SEATS[0], games=1):
        yield wrong("check-finding", what=str(finding))
    thinking = [f"{name}:{FEW}" for name in THINKERS if name != SEARCH]
    quick = [*QUICK, FITTED, *(level for level in LEVELS if level not in THINKERS)]
    for name in (*quick, *thinking, f"{SEARCH}:{FEW}", *([NET] if game.package.has(NET) else [])):
        try:
            yield from play_with_bot(game, name)
        except Exception as error:
            yield failed(error, name)


def play_with_bot(game: Game, name: str) -> Iterator[Remark]:
    """A whole game, with one bot at all seats."""
    bot, rng, state, decisions = make(name, game), stream(1), game.start(game.rules.SEATS[0]), 0
    while (who := game.actor(state)) != OVER and decisions < game.rules.MAX_DECISIONS:
        if who == CHANCE:
            game.apply(state, game.sample(state, rng))
            continue
        move = bot.choose(game.redealt(state, who, rng), rng)
        decisions += 1
        if move not in game.legal(state):
            yield wrong("check-bot-move", name=name, move=move)
            break
        game.apply(state, move)
    bot.close()


def records(game: Game) -> Iterator[Remark]:
    """A recorded game is read again and verified, with every number of seats."""
    for seats in seat_counts(game):
        player = Player(game, seats, ["random"], seed=seats)
        match = player.play(0)
        result = match.result(cut_off=None if match.is_over else match.decisions)
        text = write(match, player.names, result=result, legal=True)
        verify(read(text.encode()), game)
    yield from ()


def environments(game: Game) -> Iterator[Remark]:
    """Every environment can be constructed and stepped."""
    for name, module, extra, step in (
        ("VectorEnv", "vector", "", _step_vector),
        ("Gymnasium", "gymnasium", "env", _step_gymnasium),
        ("PettingZoo", "pettingzoo", "env", _step_pettingzoo),
        ("OpenSpiel", "open_spiel", "open-spiel", _step_open_spiel),
        ("TorchVectorEnv", "torch_vector", "torch", _step_torch),
    ):
        try:
            tool = import_module(f"wishstone.env.{module}")
        except ImportError:
            yield missing("check-extra", name=name, extra=extra)
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of those tools about themselves
                step(tool, game.id)
        except Exception as error:
            if isinstance(error, UsageError) and error.code.startswith("gpu-"):
                yield Remark(False, error)  # this machine has none
            else:
                yield failed(error, name)


def _step_vector(tool: Any, id: str) -> None:
    env, rng = tool.VectorEnv(id, 4, seed=1), np.random.default_rng(1)
    env.reset()
    for _ in range(STEPS):
        env.step(np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in env.masks]))


def _step_gymnasium(tool: Any, id: str) -> None:
    from wishstone.env.layout import layout_of

    tool.register()  # the game may be newer than the module
    env = tool.gymnasium.make(f"wishstone/{id}-v{layout_of(id).version}", bots="greedy")
    _, info = env.reset(seed=1)
    for _ in range(STEPS):
        _, _, terminated, truncated, info = env.step(np.flatnonzero(info["action_mask"])[0])
        if terminated or truncated:
            break
    env.close()


def _step_pettingzoo(tool: Any, id: str) -> None:
    env = tool.make(id)
    env.reset(seed=1)
    for _, agent in zip(range(STEPS), env.agent_iter(), strict=False):
        observation, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
        assert env.observation_space(agent) is not None


def _step_open_spiel(tool: Any, id: str) -> None:
    tool.register()  # the game may be newer than the module
    state = tool.pyspiel.load_game(tool.short_name(id)).new_initial_state()
    for _ in range(STEPS):
        if state.is_terminal():
            break
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    state.observation_tensor(0)


def _step_torch(tool: Any, id: str) -> None:
    env = tool.TorchVectorEnv(id, games=4, seed=1)
    env.reset()
