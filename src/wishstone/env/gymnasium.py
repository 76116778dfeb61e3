"""Gymnasium environments: one seat learns, bots play the rest.

import gymnasium
import wishstone.env.gymnasium                                  # registers the games
env = gymnasium.make("wishstone/GAME-v1", seats=3, bots="easy")
observation, info = env.reset(seed=1)
action = env.action_space.sample(info["action_mask"])
envs = gymnasium.make_vec("wishstone/GAME-v1", num_envs=64, bots="greedy")     # a `VectorEnv`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from wishstone.bots import make as make_bot
from wishstone.bots import seated
from wishstone.bots.bot import Bot
from wishstone.env import missing
from wishstone.env.core import EnvCore
from wishstone.env.layout import layout_of
from wishstone.env.settings import EnvSettings, set_up
from wishstone.env.vector import VectorEnv
from wishstone.game.chance import below
from wishstone.game.errors import UsageError
from wishstone.games import EVERY

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing(__name__, error, "env") from None


class WishstoneEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game from the place of one seat; `info["action_mask"]` has its legal moves.

    `bots` names who plays the other seats, one name for all or one for each, in the order of their seats. With
    `seat=None` the learner's place is drawn by lot for every game. An illegal action raises an `IllegalMove` and
    changes nothing. `reset(seed=…)` plays game 0 of that seed, `reset()` the next. `EnvSettings` in `settings.py` has
    what else it can be told, by name. It can be pickled and copied at any point of a game.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | None = 0,
        bots: str | Sequence[str] = "random",
        render_mode: None = None,
        **settings: Unpack[EnvSettings],
    ) -> None:
        self.core = EnvCore(set_up(WishstoneEnv, game, seats, settings))
        if seat is not None:
            _check_seat(seat, self.core.seats)
        self.metadata = {"render_modes": []}
        self.render_mode = render_mode
        self.wanted_seat = seat
        self.seat = seat or 0
        self.names = seated([bots] if isinstance(bots, str) else list(bots), self.core.seats - 1)
        self.bots = self._make_bots()
        layout = self.core.layout
        self.action_space = spaces.Discrete(self.core.game.rules.MOVES)
        self.observation_space = spaces.Box(
            layout.low.astype(layout.dtype), layout.high.astype(layout.dtype), dtype=layout.dtype
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a game and let the bots play until the learner has to decide."""
        super().reset(seed=seed)
        if seed is None and self.core.number < 0:
            seed = int(self.np_random.integers(2**63 - 1))
        self.core.reset(seed)
        if self.wanted_seat is None:
            self.seat = below(self.core.player, self.core.seats)
        self._let_bots_play()
        if self.core.is_done:  # it ended before the learner's first decision, in the shortest of games
            return self.reset(options=options)
        return self.core.observation(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Make the learner's move and let the bots play until its next one, or until the end."""
        core = self.core
        core.play(action)
        self._let_bots_play()
        reward = core.rewards()[self.seat] if core.is_done else 0.0
        return core.observation(self.seat), reward, core.is_over, core.is_cut_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves of the learner, under the name that `MaskablePPO` of sb3-contrib asks for them."""
        return self.core.mask(self.seat).view(np.bool_)

    def _let_bots_play(self) -> None:
        core = self.core
        while core.actor >= 0 and core.actor != self.seat:
            seat = core.actor
            mind = core.game.redealt(core.state, seat, core.player)
            core.play(self.bots[self.names[seat - (seat > self.seat)]].choose(mind, core.player))

    def _info(self) -> dict[str, Any]:
        # Numbers of NumPy, since tools such as TorchRL keep what they are told in arrays.
        mask = {"action_mask": self.core.mask(self.seat), "seat": np.int64(self.seat)}
        return {**mask, **self.core.summary()} if self.core.is_done else mask

    def _make_bots(self) -> dict[str, Bot]:
        return {name: make_bot(name, self.core.game) for name in self.names}

    def __getstate__(self) -> dict[str, Any]:
        """All but the bots: they have no memory of a game, and are made anew by their names."""
        return {name: value for name, value in vars(self).items() if name != "bots"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.bots = self._make_bots()

    def close(self) -> None:
        """Let the bots give back what they hold."""
        for bot in self.bots.values():
            bot.close()


def make_vector(
    game: str,
    num_envs: int = 1,
    seats: int | None = None,
    *,
    seat: int = 0,
    bots: str | Sequence[str] = "random",
    copy: bool = True,
    **settings: Unpack[EnvSettings],
) -> VectorEnv:
    """Many games of one learner, as `gymnasium.make_vec` asks for them: bots are named as in `WishstoneEnv`.

    What is returned is copied in every step; `copy=False` is faster, and the next step overwrites it.
    """
    setup = set_up(make_vector, game, seats, settings)
    names = seated([bots] if isinstance(bots, str) else list(bots), setup.seats - 1)
    _check_seat(seat, setup.seats)
    return VectorEnv(
        setup.game, num_envs, setup.seats, bots=[*names[:seat], None, *names[seat:]], copy=copy, **settings
    )


def _check_seat(seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise UsageError("seat-wrong", seat=seat, last=seats - 1)


def register() -> None:
    """Make every game known to Gymnasium, as `wishstone/GAME-vVERSION`; the version is that of its observations."""
    for about in EVERY:
        id = f"wishstone/{about.id}-v{layout_of(about.id).version}"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point=f"{__name__}:WishstoneEnv",
                vector_entry_point=f"{__name__}:make_vector",
                kwargs={"game": about.id},
                disable_env_checker=False,
            )


register()
