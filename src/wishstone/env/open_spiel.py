"""OpenSpiel games, with every outcome a chance node: importing this module registers them.

    import pyspiel
    import wishstone.env.open_spiel
    game = pyspiel.load_game("wishstone_GAME(players=3)")

They are Python games to OpenSpiel. Its Python algorithms work on them; its C++ search bots crash on any Python game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from wishstone.env import missing
from wishstone.env.core import turns_of
from wishstone.env.layout import Layout, layout_of
from wishstone.env.resampling import resample_history
from wishstone.env.rewards import checked, margins, rewards_of
from wishstone.env.turns import COUNTS, LEGAL
from wishstone.game.about import About
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER, OVER, Game, MoveNumber
from wishstone.game.data_file import read_data_file
from wishstone.game.match import Event, Match, event_of
from wishstone.game.rule import Engine
from wishstone.games import EVERY

try:
    import pyspiel
except ImportError as error:
    raise missing(__name__, error, "open-spiel") from None

ENGINE: Engine = "compiled"
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def short_name(game: str) -> str:
    """What a game is called in OpenSpiel."""
    return f"wishstone_{game.replace('-', '_')}"


class _Past:
    """History of one game: the position, what has led to it, and what each seat and an onlooker have seen of that.

    What they have seen is told when somebody asks: `_behind` is the position that the telling has reached.
    """

    def __init__(self, game: Game, seats: int, first: int, skip_forced: bool) -> None:
        self.game, self.seats, self.first, self.skip_forced = game, seats, first, skip_forced
        self.position = game.start(seats, first)
        self.events: list[Event] = []
        self.decisions = 0
        self.legal: list[int] = []  # the moves of the seat that decides
        self._tools = _Tools(game)
        self._turn_to(self._tools.turns.look(self.position, game.data, self._tools.legal, self._tools.counts))
        self._behind = game.copy(self.position)
        self._told = 0
        self._seen: list[list[str]] = [[] for _ in range(seats + 1)]  # the last is the onlooker's

    def __deepcopy__(self, memo: object) -> _Past:
        copy = object.__new__(_Past)
        vars(copy).update(vars(self))
        copy.position, copy._behind = self.game.copy(self.position), self.game.copy(self._behind)
        copy.events = self.events.copy()
        copy._seen = [tokens.copy() for tokens in self._seen]
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        moves = tuple(event.move for event in self.events)
        return _replay, (self.game, self.seats, self.first, self.skip_forced, moves)

    def happen(self, move: int) -> None:
        """A move or an outcome, and forced moves after it where they are skipped."""
        self._happen(move)
        while self.skip_forced and len(self.legal) == 1 and self.player != _TERMINAL:
            self._happen(self.legal[0])

    def _happen(self, move: int) -> None:
        by, tools = self.actor, self._tools
        self.events.append(event_of(by, move))
        self.decisions += by != CHANCE
        self._turn_to(tools.turns.happen(move, self.position, self.game.data, tools.legal, tools.counts))

    def _turn_to(self, actor: int) -> None:
        self.actor = actor
        self.legal = self._tools.legal[: self._tools.counts[LEGAL]].tolist()
        if actor == CHANCE:
            self.player = _CHANCE
        else:
            is_over = actor == OVER or self.decisions >= self.game.rules.MAX_DECISIONS
            self.player = _TERMINAL if is_over else actor

    def seen_by(self, seat: int) -> list[str]:
        """All events as a seat or an onlooker has seen them, in the notation of the record."""
        for event in self.events[self._told :]:
            self._tell(event)
        self._told = len(self.events)
        return self._seen[seat]

    def _tell(self, event: Event) -> None:
        game, position, move = self.game, self._behind, event.move
        told = game.outcome_names[move] if event.by == CHANCE else f"{event.by}: {game.move_names[move]}"
        if game.seen(position, move, ONLOOKER) != HIDDEN:  # what an onlooker sees, everyone sees
            for tokens in self._seen:
                tokens.append(told)
        else:
            hidden = game.table.hidden_name(position, game.data)
            for seat in range(ONLOOKER, self.seats):
                self._seen[seat].append(hidden if game.seen(position, move, seat) == HIDDEN else told)
        game.apply(position, move)


class _Tools:
    """What the compiled steps of a game write into; all pasts of a game may share it, one after the other."""

    def __init__(self, game: Game) -> None:
        self.turns = turns_of(game.folder, game.engine)
        self.legal = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self.counts = np.zeros(COUNTS, np.int64)


def _replay(game: Game, seats: int, first: int, skip_forced: bool, moves: tuple[int, ...]) -> _Past:
    """The past that these moves and outcomes make, forced ones included."""
    past = _Past(game, seats, first, skip_forced)
    for move in moves:
        past._happen(move)
    return past


class WishstoneState(pyspiel.State):  # type: ignore[misc]
    """A position of a game together with its past."""

    def __init__(self, game: WishstoneGame) -> None:
        super().__init__(game)
        self.past = _Past(game.game, game.num_players(), game.first, game.skip_forced)
        self.reward, self.numbers = game.reward, game.layout.size

    def current_player(self) -> int:
        """Who comes next: a seat, chance, or nobody."""
        return self.past.player

    def is_terminal(self) -> bool:
        """Whether nobody decides any more; a game is cut off after `MAX_DECISIONS`."""
        return self.past.player == _TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.past.legal

    # What follows is asked for in every step. OpenSpiel's own answers go through its C++ part and back.

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The possible moves of a player, or of whoever comes next."""
        past = self.past
        if player is not None and player != past.player:
            return []
        if past.player == _CHANCE:
            return [outcome for outcome, _ in past.game.chances(past.position)]
        return [] if past.player == _TERMINAL else past.legal.copy()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player, or whoever decides, knows now."""
        past, seat = self.past, self.past.player if player is None else player
        if not 0 <= seat < past.seats:
            raise pyspiel.SpielError(f"there is no player {seat} to observe")
        out = np.empty(self.numbers, np.float32)
        past.game.rules.observe(past.position, past.game.data, seat, out)
        return out.tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes with their probabilities."""
        outcomes, weights = zip(*self.past.game.chances(self.past.position), strict=True)
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

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

    def information_state_tensor(self, player: int | None = None) -> NoReturn:
        """There is none: what a player has seen since the beginning has no fixed length."""
        raise _no_tensor()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> WishstoneState:
        """Another game that this player cannot tell from this one: the unknown dealt anew, in the past as well."""
        past, game = self.past, self.get_game()
        seed = int(sampler() * 2**31) << 32 | int(sampler() * 2**32)
        rng = stream(seed)
        other = past.game.redealt(past.position, player, rng)
        state: WishstoneState = game.new_initial_state()
        moves = resample_history(past.game, past.seats, past.first, past.events, other, player, rng)
        while (made := len(state.past.events)) < len(moves):  # what is forced happens by itself, where it is skipped
            state.apply_action(moves[made])
        return state

    def __str__(self) -> str:
        names = self.past.game
        return "\n".join(
            names.outcome_names[event.move] if event.by == CHANCE else f"{event.by}: {names.move_names[event.move]}"
            for event in self.past.events
        )


class WishstoneGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters: `players`, `first`, `reward`, `skip_forced`, its options, and paths of its files."""

    about: About

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        about = self.about
        chosen = {**_defaults(about), **(parameters or {})}
        self.first, self.reward = int(chosen["first"]), checked(chosen["reward"])
        self.skip_forced = bool(chosen["skip_forced"])
        options = {option.name: chosen[option.name] for option in about.options}
        files = {name: read_data_file(Path(chosen[name])) for name in about.files if chosen[name]}
        self.game = EVERY.load(about.id, options, ENGINE, files)
        self.layout = layout_of(about.id)
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

    def information_state_tensor_shape(self) -> NoReturn:
        """There is none."""
        raise _no_tensor()

    def information_state_tensor_size(self) -> NoReturn:
        """There is none."""
        raise _no_tensor()

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
        if self.tensor is None:
            raise _no_tensor()
        past = state.past
        past.game.rules.observe(past.position, past.game.data, self._seat(player), self.tensor)

    def string_from(self, state: WishstoneState, player: int) -> str:
        """What a player observes, as text: everything seen so far, or the numbers that are not 0."""
        past, seat = state.past, self._seat(player)
        who = "an onlooker" if seat == ONLOOKER else f"seat {seat}"
        if self.remembers:
            return "\n".join(
                [f"{past.game.id}, {past.seats} seats, seat {past.first} begins, {who}", *past.seen_by(seat)]
            )
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


def _no_tensor() -> Exception:
    """The refusal of OpenSpiel's own games that have no such tensor."""
    error: Exception = pyspiel.SpielError("InformationStateTensorShape unimplemented.")
    return error


def _defaults(about: About) -> dict[str, Any]:
    options = {option.name: option.default for option in about.options}
    usual = {"players": about.seats[0], "first": 0, "reward": "margin", "skip_forced": False}
    return {**usual, **options, **dict.fromkeys(about.files, "")}


def _type_of(about: About, reward: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=short_name(about.id),
        long_name=f"Wishstone {about.title[0]}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION if about.is_open else kind.Information.IMPERFECT_INFORMATION,
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
    for about in EVERY:
        if short_name(about.id) not in known:
            # A class, not a function: OpenSpiel lets go of what it was given after Python has ended, which only
            # something that Python itself never lets go of survives.
            kind = type(short_name(about.id), (WishstoneGame,), {"about": about})
            pyspiel.register_game(_type_of(about, "margin"), kind)


register()
