"""Vector environment: thousands of games in NumPy arrays that every step writes into; compiled, on one core.

    env = VectorEnv("keltis-card", games=1024, seats=2, seed=1)
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
from types import ModuleType
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from wishstone.bots import choice_of
from wishstone.bots.choice import MIND
from wishstone.bots.choice import NAMES as QUICK
from wishstone.env import stepping
from wishstone.env.layout import layout_of
from wishstone.env.rewards import REWARDS
from wishstone.env.settings import EnvSettings, checked_seed, set_up
from wishstone.env.stepping import ALL_LEGAL, LEARNER
from wishstone.env.vector_base import VectorBase, describe
from wishstone.env.words import WORDS, refuse
from wishstone.game.chance import STREAM
from wishstone.game.contract import Game, MoveNumber, copy_record
from wishstone.game.errors import IllegalMove
from wishstone.game.move_check import find_error
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound
from wishstone.game.words import Lexicon

Bots = str | Sequence[str | None] | None
Step = tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(VectorBase):
    """Many games of one kind, each at the point where a learner has to decide.

    `bots` names for every seat who plays there: None for the learner, `random` or `greedy`; without it every seat is
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
        players = _seated(bots, self.seats)
        self.learners = tuple(np.flatnonzero(players == LEARNER).tolist())  # the seats that decide
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
        self.numbers: NDArray[np.int64] = np.zeros(games, np.int64)  # which game of the seed is played in each place
        self.decisions: NDArray[np.int32] = np.zeros(games, np.int32)
        # What each learner saw at the end of the last game.
        self.final_observations: NDArray[Any] = np.zeros(
            (games, len(self.learners), self.layout.size), self.layout.dtype
        )

        self._states = self.game.array(games)
        self._settings = np.zeros(stepping.SETTINGS, np.int64)
        self._settings[stepping.SEATS] = self.seats
        self._settings[stepping.FIRST] = setup.first
        self._settings[stepping.SEED] = checked_seed(seed)
        self._settings[stepping.SKIP_FORCED] = setup.skip_forced
        self._settings[stepping.MOST_DECISIONS] = setup.max_decisions
        self._settings[stepping.REWARD] = REWARDS.index(setup.reward)
        self._ready = False
        self._loop = self._bound()
        self._arrays = (
            self._states,
            self.game.data,
            self._settings,
            players,
            np.zeros(rules.MAX_LEGAL, MoveNumber),
            self.game.array(MIND),
            np.zeros((rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)), MoveNumber),
            np.zeros((games, STREAM), np.int64),
            np.zeros((games, STREAM), np.int64),
            self.numbers,
            self.decisions,
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
        )

    def _bound(self) -> ModuleType:
        return _loop(self.game.folder, self.game.engine, choice_of(self.game))

    def __getstate__(self) -> dict[str, Any]:
        """All but the compiled loop, which is looked up again."""
        return {name: value for name, value in vars(self).items() if name != "_loop"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._loop = self._bound()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin games 0 to `games` - 1 of this seed, or without one the next of the last one."""
        if seed is not None or not self._ready:
            self._settings[stepping.SEED] = checked_seed(int(self._settings[stepping.SEED]) if seed is None else seed)
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


def _seated(bots: Bots, seats: int) -> NDArray[np.int8]:
    """By seat the number of the bot that plays there, or `LEARNER`."""
    names = [None] * seats if bots is None else [bots] * seats if isinstance(bots, str) else list(bots)
    if len(names) != seats:
        raise refuse("bots-count", seats=seats, count=len(names))
    if None not in names:
        raise refuse("env-nobody")
    for name in names:
        if name is not None and name not in QUICK:
            raise refuse("env-quick", name=name, known=", ".join(QUICK))
    return np.array([LEARNER if name is None else QUICK.index(name) for name in names], np.int8)


@cache
def _loop(folder: str, engine: Engine, choice: ModuleType) -> ModuleType:
    return bound(stepping, engine, folder.rpartition(".")[2], rules=rules_of(folder, engine), choice=choice)
