"""Settings of the environments: one list, and any other setting is refused with all that there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_type_hints

import gymnasium
import pytest

from wishstone.env.gymnasium import WishstoneEnv
from wishstone.env.pettingzoo import make
from wishstone.env.settings import MOST_DECISIONS, EnvSettings, GameSettings, set_up
from wishstone.env.vector import VectorEnv
from wishstone.game.errors import UsageError
from wishstone.games import load
from wishstone.lab.playing import BY_LOT

ALL = "first, reward, options, files, skip_forced, max_decisions, engine"


def on_a_gpu(game: str, *, trusting: bool = False, **settings: Any) -> object:
    """Is told what the environment on a GPU can be told, whose module needs PyTorch."""
    return set_up(on_a_gpu, game, None, settings, GameSettings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("environment", "own"),
    [
        (make, "game, seats, "),
        (WishstoneEnv, "game, seats, seat, bots, render_mode, "),
        (VectorEnv, "game, games, seats, seed, bots, copy, "),
        (on_a_gpu, "game, trusting, "),
    ],
)
def test_a_setting_that_is_none_is_refused(environment: Callable[..., object], own: str) -> None:
    """As what it is to Python: TorchRL tries what an environment can be told, and notices by it."""
    with pytest.raises(UsageError) as refused:
        environment("keltis-dice", rewrad="win", engine="interpreted")
    known = own + ("first, reward, options, files" if environment is on_a_gpu else ALL)
    name = environment.__name__
    assert str(refused.value) == f"{name} got an unexpected keyword argument 'rewrad'; it has: {known}"
    assert isinstance(refused.value, TypeError)


def test_gymnasium_hands_settings_on() -> None:
    env = gymnasium.make("wishstone/keltis-dice-v1", reward="win", engine="interpreted", first=1)
    assert isinstance(env.unwrapped, WishstoneEnv)
    assert (env.unwrapped.core.reward, env.unwrapped.core.first) == ("win", 1)
    with pytest.raises(UsageError, match="got an unexpected keyword argument 'bot'; it has: game, seats, seat, bots"):
        gymnasium.make("wishstone/keltis-dice-v1", bot="easy")


@pytest.mark.parametrize("environment", [make, WishstoneEnv, VectorEnv])
@pytest.mark.parametrize("most", [0, -1, MOST_DECISIONS + 1])
def test_a_game_has_a_decision_and_no_more_than_can_be_counted(environment: Callable[..., object], most: int) -> None:
    said = f"max_decisions must be from 1 to {MOST_DECISIONS}, not {most}"
    with pytest.raises(UsageError, match=re.escape(said)):
        environment("keltis-dice", max_decisions=most, engine="interpreted")


def test_what_nobody_says_is_as_usual() -> None:
    setup = set_up(make, "keltis-dice", None, {})
    assert (setup.seats, setup.first, setup.reward, setup.skip_forced) == (2, BY_LOT, "margin", False)
    assert (setup.game.engine, setup.max_decisions) == ("compiled", load("keltis-dice").rules.MAX_DECISIONS)


def test_every_setting_is_read() -> None:
    told: EnvSettings = {
        "first": 1,
        "reward": "win",
        "options": {"end": "stones"},
        "files": {"tiles": {colour: ["-"] * 11 for colour in ("blue", "green", "pink", "red", "yellow")}},
        "skip_forced": True,
        "max_decisions": 9,
        "engine": "interpreted",
    }
    setup = set_up(make, "keltis-dice", 4, told)
    assert list(told) == list(get_type_hints(EnvSettings)) == ALL.split(", ")
    assert (setup.seats, setup.first, setup.reward, setup.skip_forced, setup.max_decisions) == (4, 1, "win", True, 9)
    assert (setup.game.engine, setup.game.options) == ("interpreted", {"end": "stones"})
    assert setup.game.data.symbols.sum() == 0
