"""OpenSpiel games, with every outcome a chance node: importing this module registers them.

    import pyspiel
    import wishstone.env.open_spiel
    game = pyspiel.load_game("wishstone_keltis_card(players=3)")

They are Python games to OpenSpiel. Its Python algorithms work on them; its C++ search bots crash on any Python game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from wishstone.env import missing
from wishstone.env.layout import Layout, layout_of
from wishstone.env.resampling import resample_history
from wishstone.env.rewards import checked, margins, rewards_of
from wishstone.game.about import About, OptionValue
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER, OVER, Game
from wishstone.game.match import Event, Match
from wishstone.game.rule import Engine
from wishstone.games import GAMES, load

try:
    import pyspiel
except ImportError as error:
    raise missing(__name__, error, "open-spiel") from None

OPEN = ("keltis_dice", "quartz_dice")  # folders of the games in which nothing is hidden
ENGINE: Engine = "compiled"
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def short_name(game: str) -> str:
    """What a game is called in OpenSpiel."""
    return f"wishstone_{game.replace('-', '_')}"


class _Past:
    """History of one game: the position, all events, and what each seat and an onlooker have seen of them."""

    def __init__(self, game: Game, seats: int, first: int) -> None:
        match = Match(game, seats, first)
        self.game, self.seats, self.first = game, seats, first
        self.position, self.actor = match.state, match.actor
        self.events: list[Event] = []
        self.decisions = 0
        self.seen: list[list[str]] = [[] for _ in range(seats + 1)]  # the last is the onlooker's

    def __deepcopy__(self, memo: object) -> _Past:
        copy = object.__new__(_Past)
        copy.game, copy.seats, copy.first, copy.decisions = self.game, self.seats, self.first, self.decisions
        copy.position, copy.actor = self.game.copy(self.position), self.actor
        copy.events = self.events.copy()
        copy.seen = [tokens.copy() for tokens in self.seen]
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        moves = tuple(event.move for event in self.events)
        return _replay, (self.game.id, tuple(self.game.options.items()), self.seats, self.first, moves)

    def happen(self, move: int) -> None:
        """A move or an outcome, as everyone sees it."""
        game, position, by = self.game, self.position, self.actor
        told = game.outcome_names[move] if by == CHANCE else f"{by}: {game.move_names[move]}"
        if game.seen(position, move, ONLOOKER) != HIDDEN:  # what an onlooker sees, everyone sees
            for tokens in self.seen:
                tokens.append(told)
        else:
            hidden = game.table.hidden_name(position, game.data)
            for seat in range(ONLOOKER, self.seats):
                self.seen[seat].append(hidden if game.seen(position, move, seat) == HIDDEN else told)
        game.apply(position, move)
        self.actor = game.actor(position)
        self.events.append(Event(by, move))
        self.decisions += by != CHANCE


def _replay(
    game: str, options: tuple[tuple[str, OptionValue], ...], seats: int, first: int, moves: tuple[int, ...]
) -> _Past:
    """The past that these moves and outcomes make."""
    past = _Past(_load(game, options), seats, first)
    for move in moves:
        past.happen(move)
    return past


class WishstoneState(pyspiel.State):  # type: ignore[misc]
    """A position of a game together with its past."""

    def __init__(self, game: WishstoneGame) -> None:
        super().__init__(game)
        self.past = _Past(game.game, game.num_players(), game.first)
        self.reward = game.reward

    def current_player(self) -> int:
        """Who comes next: a seat, chance, or nobody."""
        who = self.past.actor
        if who == CHANCE:
            return _CHANCE
        return _TERMINAL if who == OVER or self.past.decisions >= self.past.game.rules.MAX_DECISIONS else who

    def is_terminal(self) -> bool:
        """Whether nobody decides any more; a game is cut off after `MAX_DECISIONS`."""
        return self.current_player() == _TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.past.game.legal(self.past.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes with their probabilities."""
        outcomes = self.past.game.chances(self.past.position)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.past.happen(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.past.game
        return (game.outcome_names if player == _CHANCE else game.move_names)[action]

    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing before its end."""
        if not self.is_terminal():
            return [0.0] * self.past.seats
        return rewards_of(self.past.game, self.past.position, checked(self.reward))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> WishstoneState:
        """Another game that this player cannot tell from this one: the unknown dealt anew, in the past as well."""
        past, game = self.past, self.get_game()
        seed = int(sampler() * 2**31) << 32 | int(sampler() * 2**32)
        rng = stream(seed)
        other = past.game.redealt(past.position, player, rng)
        state: WishstoneState = game.new_initial_state()
        for move in resample_history(past.game, past.seats, past.first, past.events, other, player, rng):
            state.apply_action(move)
        return state

    def __str__(self) -> str:
        names = self.past.game
        return "\n".join(
            names.outcome_names[event.move] if event.by == CHANCE else f"{event.by}: {names.move_names[event.move]}"
            for event in self.past.events
        )


class WishstoneGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters: `players`, `first`, `reward`, and the game's own options."""

    about: About

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        about = self.about
        chosen = {**_defaults(about), **(parameters or {})}
        self.first, self.reward = int(chosen["first"]), checked(chosen["reward"])
        self.game = _load(about.id, tuple((option.name, chosen[option.name]) for option in about.options))
        players, rules = int(chosen["players"]), self.game.rules
        Match(self.game, players, self.first)  # refuses what cannot be
        low, high = rules.SCORE_RANGE
        best = margins([high] + [low] * (players - 1))[0]
        super().__init__(
            _type_of(about, self.reward),
            pyspiel.GameInfo(
                num_distinct_actions=rules.MOVES,
                max_chance_outcomes=rules.OUTCOMES,
                num_players=players,
                min_utility=-best if self.reward == "margin" else 0.0,
                max_utility=best if self.reward == "margin" else 1.0,
                utility_sum=0.0 if self.reward == "margin" else 1.0,
                max_game_length=rules.MAX_DECISIONS,
            ),
            dict(parameters or {}),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_again, (str(self),)

    def new_initial_state(self) -> WishstoneState:
        """The position before anything random has happened."""
        return WishstoneState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """What looks at positions for a player: the observation, or with perfect recall everything seen so far."""
        if params:
            raise ValueError(f"a Wishstone observer has no parameters, but was given {dict(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Observer:
    """Looks at a position with the eyes of a player; where nothing private is asked for, with an onlooker's."""

    def __init__(self, game: WishstoneGame, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a Wishstone observer sees with the eyes of one player, or of an onlooker; not of all")
        self.is_onlooker = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.remembers = bool(kind.perfect_recall)
        self.layout: Layout = layout_of(game.game.id)
        self.tensor = None if self.remembers else np.zeros(self.layout.size, np.float32)
        self.dict = {} if self.tensor is None else self.layout.named(self.tensor)

    def set_from(self, state: WishstoneState, player: int) -> None:
        """Write what a player observes into `tensor`, of which `dict` shows the named parts."""
        if self.tensor is not None:
            past = state.past
            past.game.rules.observe(past.position, past.game.data, self._seat(player), self.tensor)

    def string_from(self, state: WishstoneState, player: int) -> str:
        """What a player observes, as text: everything seen so far, or the numbers that are not 0."""
        past, seat = state.past, self._seat(player)
        who = "an onlooker" if seat == ONLOOKER else f"seat {seat}"
        if self.remembers:
            return "\n".join([f"{past.game.id}, {past.seats} seats, seat {past.first} begins, {who}", *past.seen[seat]])
        self.set_from(state, player)
        lines = [who]
        for name, values in self.dict.items():
            flat = values.ravel()
            if len(shown := np.flatnonzero(flat)):
                lines.append(f"{name}: {' '.join(f'{place}={flat[place]:g}' for place in shown)}")
        return "\n".join(lines)

    def _seat(self, player: int) -> int:
        return ONLOOKER if self.is_onlooker else player


def _load_again(name: str) -> Any:
    """The game of this name, wherever it is unpickled: finding this function has registered it."""
    return pyspiel.load_game(name)


@cache
def _load(game: str, options: tuple[tuple[str, OptionValue], ...]) -> Game:
    return load(game, dict(options), ENGINE)


def _defaults(about: About) -> dict[str, Any]:
    options = {option.name: option.default for option in about.options}
    return {"players": about.seats[0], "first": 0, "reward": "margin", **options}


def _type_of(about: About, reward: str) -> Any:
    folder, _ = GAMES.find(about.id)
    kind = pyspiel.GameType
    is_open = folder.rpartition(".")[2] in OPEN
    return kind(
        short_name=short_name(about.id),
        long_name=f"Wishstone {about.title[0]}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION if is_open else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if reward == "margin" else kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=about.seats[1],
        min_num_players=about.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(about),
    )


def register() -> None:
    """Make every game known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for about in GAMES:
        if short_name(about.id) not in known:
            # A class, not a function: OpenSpiel lets go of what it was given after Python has ended, which only
            # something that Python itself never lets go of survives.
            kind = type(short_name(about.id), (WishstoneGame,), {"about": about})
            pyspiel.register_game(_type_of(about, "margin"), kind)


register()
