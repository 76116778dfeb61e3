"""Settings of the environments: the same everywhere, documented and checked here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import TypedDict, cast

from wishstone.env.rewards import Reward, checked
from wishstone.env.words import SettingError
from wishstone.game.about import OptionValue
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.game.rule import Engine
from wishstone.games import EVERY
from wishstone.lab.playing import BY_LOT

MOST_SEED = 2**63 - 1
MOST_DECISIONS = 2**31 - 1  # that can be counted


class GameSettings(TypedDict, total=False):
    """What every environment can be told about its games, each by its name."""

    first: int | None
    """The seat that begins; None, the usual: drawn by lot for every game."""
    reward: str
    """What the end of a game is worth to a seat: `margin`, the usual, or `win`."""
    options: Mapping[str, OptionValue] | None
    """The house rules that are chosen, by name."""
    files: Mapping[str, object] | None
    """A board or tiles of your own, by what they are."""


class EnvSettings(GameSettings, total=False):
    """And what those can be told whose games are played on a CPU."""

    skip_forced: bool
    """Whether forced moves are made without asking; the usual is to ask."""
    max_decisions: int | None
    """After how many decisions a game is cut off; None, the usual: after the game's own `MAX_DECISIONS`."""
    engine: Engine
    """How the rules run: `compiled`, the usual, or `interpreted`."""


@dataclass(frozen=True)
class EnvSetup:
    """A game with its settings, checked."""

    game: Game
    seats: int
    first: int  # or `BY_LOT`
    reward: Reward
    skip_forced: bool
    max_decisions: int


def set_up(
    maker: Callable[..., object],
    game: str | Game,
    seats: int | None,
    told: GameSettings,
    known: type[GameSettings] = EnvSettings,
) -> EnvSetup:
    """What an environment was told; `maker` is the function or class that was called, so that it can be named."""
    if unknown := [name for name in told if name not in known.__annotations__]:
        own = [name for name, each in signature(maker).parameters.items() if each.kind is not each.VAR_KEYWORD]
        possible = ", ".join([*own, *known.__annotations__])
        raise SettingError("env-setting", maker=maker.__name__, name=unknown[0], known=possible)
    settings = cast(EnvSettings, told)
    if isinstance(game, str):
        game = EVERY.load(game, settings.get("options"), settings.get("engine", "compiled"), settings.get("files"))
    seats = checked_seats(game, seats)
    return EnvSetup(
        game,
        seats,
        checked_first(settings.get("first"), seats),
        checked(settings.get("reward", "margin")),
        settings.get("skip_forced", False),
        checked_most(game, settings.get("max_decisions")),
    )


def checked_seats(game: Game, seats: int | None) -> int:
    """The number of seats; as few as the game has, unless somebody says otherwise."""
    low, high = game.rules.SEATS
    if seats is None:
        return low
    if not low <= seats <= high:
        raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)
    return seats


def checked_first(first: int | None, seats: int) -> int:
    """The seat that begins, or `BY_LOT`."""
    if first is None:
        return BY_LOT
    if not 0 <= first < seats:
        raise UsageError("first-wrong", first=first, last=seats - 1)
    return first


def checked_most(game: Game, decisions: int | None) -> int:
    """How many decisions there are to a game; in one that has none, nobody would ever be asked."""
    if decisions is None:
        return game.rules.MAX_DECISIONS
    return _within("max_decisions", decisions, 1, MOST_DECISIONS)


def checked_seed(seed: int) -> int:
    """A seed that streams can be made from."""
    return _within("seed", seed, 0, MOST_SEED)


def _within(name: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise UsageError("count-wrong", name=name, low=low, high=str(high), value=str(value))
    return int(value)
