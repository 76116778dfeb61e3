"""Vector environment: thousands of games in NumPy arrays that every step writes into; compiled, on one core.

    env = VectorEnv("GAME", games=1024, seats=2, seed=1)
    env.reset()
    while learning:
        env.step(choose(env.observations, env.masks))     # one move for each game, by the seat in env.actors

A game that ends is followed by the next in the same step: `terminations` or `truncations` say so, `rewards` and
`scores` tell how it went, `final_observations` what was seen at its end, and the observation is already the new game's.
It is a vector environment of Gymnasium's where that is installed. For PyTorch on a GPU see `torch_vector.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import lcm
from types import ModuleType
from typing import Any, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from wishstone.bots import NAMES, make
from wishstone.bots.bot import Bot
from wishstone.bots.deciding import OUTSIDE
from wishstone.env import stepping
from wishstone.env.layout import layout_of
from wishstone.env.rewards import REWARDS
from wishstone.env.settings import EnvSettings, checked_seed, set_up
from wishstone.env.stepping import ALL_LEGAL, Shown
from wishstone.env.vector_base import VectorBase, describe
from wishstone.env.words import WORDS, refuse
from wishstone.game.contract import Game, MoveNumber, copy_record
from wishstone.game.errors import IllegalMove
from wishstone.game.move_check import find_error
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound
from wishstone.game.words import Lexicon
from wishstone.lab.seating import AT_A_GLANCE, UNLIMITED, GameLoop, kind_of

Opponent = str | Bot | Sequence[str | Bot] | None  # of a seat: a bot, several that take turns, or the learner
Bots = str | Sequence[Opponent] | None
Step = tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(VectorBase):
    """Many games of one kind, each at the point where a learner has to decide.

    `bots` names for every seat who plays there: None for the learner, a bot that is compiled, such as `greedy`, `hard`,
    `search:100` or `net:FILE`, or a list of some, a pool, who play one game after the other; without it every seat is
    the learner's. All arrays belong to the environment and are overwritten by the next step: copy what you keep, or
    let `copy=True` do so with what `reset` and `step` return. `EnvSettings` in `settings.py` has what else it can be
    told, by name. It can be pickled and copied at any point.
    """

    def __init__(
        self,
        game: str | Game,
        games: int = 1024,
        seats: int | None = None,
        *,
        seed: int = 0,
        bots: Bots = None,
        copy: bool = False,
        **settings: Unpack[EnvSettings],
    ) -> None:
        if games < 1:
            raise refuse("env-count", count=games)
        setup = set_up(VectorEnv, game, seats, settings)
        self.game, self.games, self.seats, self.copy = setup.game, games, setup.seats, copy
        self.layout = layout_of(self.game.id)
        rules = self.game.rules
        self.moves = rules.MOVES
        self.bots = _seated(bots, self.seats)  # by table and seat
        self.learners = tuple(seat for seat, bot in enumerate(self.bots[0]) if bot is None)  # the seats that decide
        describe(self, self.layout, self.moves, games)

        self.observations: NDArray[Any] = np.zeros((games, self.layout.size), self.layout.dtype)
        self.masks: NDArray[np.bool_] = np.zeros((games, rules.MOVES), np.bool_)
        self.legal: NDArray[np.int16] = np.zeros((games, rules.MAX_LEGAL), MoveNumber)  # the first `counts` of a row
        self.counts: NDArray[np.int16] = np.zeros(games, np.int16)
        self.actors: NDArray[np.int8] = np.zeros(games, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((games, self.seats), np.float32)
        self.scores: NDArray[np.int16] = np.zeros((games, self.seats), MoveNumber)  # of the last game that ended
        self.terminations: NDArray[np.bool_] = np.zeros(games, np.bool_)
        self.truncations: NDArray[np.bool_] = np.zeros(games, np.bool_)
        # What each learner saw at the end of the last game.
        self.final_observations: NDArray[Any] = np.zeros(
            (games, len(self.learners), self.layout.size), self.layout.dtype
        )

        loop = self._game_loop(checked_seed(seed), setup.first)
        loop.memories["budget"] = UNLIMITED
        self._tables = loop.tables
        self._tables["most"] = setup.max_decisions
        chairs = self._tables["chairs"]
        chairs["spared"] = (chairs["kind"] == OUTSIDE) & setup.skip_forced
        self._plays = loop.new_plays(games)
        self._ready = False
        self._loop = _loop(self.game.folder, self.game.engine, loop.bound)
        shown = Shown(
            self.legal,
            self.counts,
            self.actors,
            self.observations,
            self.masks,
            self.rewards,
            self.scores,
            self.terminations,
            self.truncations,
            self.final_observations,
            np.array([REWARDS.index(setup.reward)]),
        )
        tools = loop.tools._replace(log=loop.tools.log[:0])
        self._arrays = self._plays, self._tables, loop.memories, tools, shown

    @property
    def numbers(self) -> NDArray[np.int64]:
        """Which game of the seed is played in each place."""
        numbers: NDArray[np.int64] = self._plays["number"]
        return numbers

    @property
    def decisions(self) -> NDArray[np.int64]:
        """How many decisions it has had."""
        decisions: NDArray[np.int64] = self._plays["decisions"]
        return decisions

    @property
    def _states(self) -> NDArray[np.void]:
        states: NDArray[np.void] = self._plays["state"]
        return states

    def _game_loop(self, seed: int, first: int) -> GameLoop:
        """The game loop with a table for every opponent that takes its turn."""
        made = {bot: make(bot, self.game) for bots in self.bots for bot in bots if isinstance(bot, str)}
        seatings = [[bot if not isinstance(bot, str) else made[bot] for bot in bots] for bots in self.bots]
        found = [bot for bots in seatings for bot in bots if bot is not None]
        for bot in found:
            if kind_of(bot, self.game) == OUTSIDE:
                raise refuse("env-quick", name=bot.name, known=", ".join(NAMES))
        loop = GameLoop(self.game, seatings, seed, first, AT_A_GLANCE)
        for bot in found:
            if loop.kind_of(bot) == OUTSIDE:
                raise refuse("env-shapes", name=bot.name)
        return loop

    def __getstate__(self) -> dict[str, Any]:
        """All but the compiled loop, which is looked up again."""
        return {name: value for name, value in vars(self).items() if name != "_loop"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._loop = _loop(self.game.folder, self.game.engine, self._game_loop(0, 0).bound)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin games 0 to `games` - 1 of this seed, or without one the next of the last one."""
        if seed is not None or not self._ready:
            if seed is not None:
                self._tables["seed"] = checked_seed(seed)
            self.numbers[:] = np.arange(-self.games, 0)
        self._loop.step(np.zeros(self.games, np.int64), True, *self._arrays)
        self._ready = True
        return self._own(self.observations), self._infos()

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Make one move in every game; if one is illegal, nothing is done but to say so.

        Returns observations, rewards, terminations, truncations and infos as Gymnasium has it. The rewards are the
        learner's, or those of all seats where it decides for several.
        """
        if not self._ready:
            raise refuse("env-not-reset", name="step")
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise refuse("env-moves", count=self.games, got=f"{chosen.dtype}, {chosen.shape}")
        chosen = np.ascontiguousarray(chosen, np.int64)
        if (place := int(self._loop.first_illegal(self.masks, chosen))) != ALL_LEGAL:
            self._refuse(place, int(chosen[place]))
        self._loop.step(chosen, False, *self._arrays)
        rewards = self.rewards[:, self.learners[0]] if len(self.learners) == 1 else self.rewards
        return (
            self._own(self.observations),
            self._own(rewards),
            self._own(self.terminations),
            self._own(self.truncations),
            self._infos(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves of every game, a row for each."""
        return self._own(self.masks)

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array as it is handed out."""
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        """Masks and seats; and where games have ended, how they did, in the form of Gymnasium's same-step reset."""
        infos: dict[str, Any] = {
            "action_mask": self._own(self.masks.view(np.int8)),
            "seat": self._own(self.actors),
        }
        ended = self.terminations | self.truncations
        if ended.any():
            seen = self.final_observations[:, 0] if len(self.learners) == 1 else self.final_observations
            final = np.full(self.games, None, object)
            for place in np.flatnonzero(ended):
                final[place] = seen[place].copy()
            told = {"points": self.scores.copy(), "_points": ended}
            infos |= {"final_obs": final, "_final_obs": ended, "final_info": told, "_final_info": ended}
        return infos

    def _refuse(self, place: int, move: int) -> None:
        """Say why a move is not legal in the game at this place."""
        error = find_error(self.game, copy_record(self._states[place]), move)
        assert error is not None
        raise IllegalMove(
            "env-illegal",
            Lexicon({**self.game.table.WORDS, **WORDS}, self.game.table.TERMS),
            rule=error.rule if isinstance(error, IllegalMove) else "",
            moves=error.moves if isinstance(error, IllegalMove) else (),
            place=place,
            seat=int(self.actors[place]),
            reason=error.sentence,
        )

    def named(self) -> dict[str, NDArray[Any]]:
        """The observations by field, each with the games as its first axis, sharing the memory of `observations`."""
        return self.layout.named(self.observations)


def _seated(bots: Bots, seats: int) -> list[list[str | Bot | None]]:
    """Who plays, by table and seat; None for the learner. There are as many tables as the longest pool is long."""
    one_for_all = bots is None or isinstance(bots, str)
    chosen = [bots] * seats if one_for_all else list(cast(Sequence[Opponent], bots))
    if len(chosen) != seats:
        raise refuse("bots-count", seats=seats, count=len(chosen))
    if None not in chosen:
        raise refuse("env-nobody")
    pools: list[Sequence[Any]] = [each if isinstance(each, list | tuple) else [each] for each in chosen]
    if not all(pools) or any(None in pool for pool in pools if len(pool) > 1):
        raise refuse("env-pool")
    tables = lcm(*map(len, pools))
    return [[pool[table % len(pool)] for pool in pools] for table in range(tables)]


@cache
def _loop(folder: str, engine: Engine, playing: ModuleType) -> ModuleType:
    return bound(stepping, engine, folder.rpartition(".")[2], rules=rules_of(folder, engine), playing=playing)
