"""Gymnasium environments: one seat learns, bots play the rest.

import gymnasium
import wishstone.env.gymnasium                                  # registers the games
env = gymnasium.make("wishstone/keltis-card-v1", seats=3, bots="easy")
observation, info = env.reset(seed=1)
action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from wishstone.bots import make as make_bot
from wishstone.bots import seated
from wishstone.env import missing
from wishstone.env.layout import layout_of
from wishstone.env.play import Play
from wishstone.env.settings import Settings, set_up
from wishstone.game.chance import below
from wishstone.game.errors import UsageError
from wishstone.games import GAMES

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing(__name__, error, "env") from None


class WishstoneEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game from the place of one seat; `info["action_mask"]` has its legal moves.

    `bots` names who plays the other seats, one name for all or one for each, in the order of their seats. With
    `seat=None` the learner's place is drawn by lot for every game. An illegal action raises an `IllegalMove` and
    changes nothing. `reset(seed=…)` plays game 0 of that seed, `reset()` the next. `Settings` in `settings.py` has what
    else it can be told, by name.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | None = 0,
        bots: str | Sequence[str] = "random",
        render_mode: None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self.play = Play(set_up(WishstoneEnv, game, seats, settings))
        if seat is not None and not 0 <= seat < self.play.seats:
            raise UsageError("seat-wrong", seat=seat, last=self.play.seats - 1)
        self.metadata = {"render_modes": []}
        self.render_mode = render_mode
        self.wanted_seat = seat
        self.seat = seat or 0
        self.names = seated([bots] if isinstance(bots, str) else list(bots), self.play.seats - 1)
        self.bots = {name: make_bot(name, self.play.game) for name in self.names}
        layout = self.play.layout
        self.action_space = spaces.Discrete(self.play.game.rules.MOVES)
        self.observation_space = spaces.Box(
            layout.low.astype(layout.dtype), layout.high.astype(layout.dtype), dtype=layout.dtype
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a game and let the bots play until the learner has to decide."""
        super().reset(seed=seed)
        if seed is None and self.play.number < 0:
            seed = int(self.np_random.integers(2**63 - 1))
        self.play.reset(seed)
        if self.wanted_seat is None:
            self.seat = below(self.play.player, self.play.seats)
        self._let_bots_play()
        if self.play.is_done:  # it ended before the learner's first decision, in the shortest of games
            return self.reset(options=options)
        return self.play.observation(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Make the learner's move and let the bots play until its next one, or until the end."""
        self.play.play(action)
        self._let_bots_play()
        play = self.play
        reward = play.rewards()[self.seat] if play.is_done else 0.0
        return play.observation(self.seat), reward, play.is_over, play.is_cut_off, self._info()

    def _let_bots_play(self) -> None:
        play = self.play
        while not play.is_done and (seat := play.actor) != self.seat:
            name = self.names[seat - (seat > self.seat)]
            mind = play.game.redealt(play.position("step"), seat, play.player)
            play.play(self.bots[name].choose(mind, play.player))

    def _info(self) -> dict[str, Any]:
        mask = {"action_mask": self.play.mask(self.seat), "seat": self.seat}
        return {**mask, **self.play.summary()} if self.play.is_done else mask

    def close(self) -> None:
        """Let the bots give back what they hold."""
        for bot in self.bots.values():
            bot.close()


def register() -> None:
    """Make every game known to Gymnasium, as `wishstone/GAME-vVERSION`; the version is that of its observations."""
    for about in GAMES:
        id = f"wishstone/{about.id}-v{layout_of(about.id).version}"
        if id not in gymnasium.registry:
            gymnasium.register(
                id, entry_point=f"{__name__}:WishstoneEnv", kwargs={"game": about.id}, disable_env_checker=False
            )


register()
