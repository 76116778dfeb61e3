"""PettingZoo environments: agents take turns, and each sees what its seat may know.

env = make("GAME", seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    action = None if termination or truncation else choose(observation["observation"], observation["action_mask"])
    env.step(action)
"""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from wishstone.env import missing
from wishstone.env.core import EnvCore
from wishstone.env.settings import EnvSettings, set_up

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise missing(__name__, error, "env") from None

Observation = dict[str, NDArray[Any]]


def make(game: str, seats: int | None = None, **settings: Unpack[EnvSettings]) -> AECEnv[str, Observation, int | None]:
    """The environment of a game, with a wrapper that says so where its functions are called in a wrong order.

    `EnvSettings` in `settings.py` has what else it can be told, by name.
    """
    return OrderEnforcingWrapper(WishstoneAEC(EnvCore(set_up(make, game, seats, settings))))


class WishstoneAEC(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game in which the agents `seat_0`, `seat_1` … decide one after the other.

    A reward comes at the end, for all seats at once. An illegal action raises an `IllegalMove` and changes nothing.
    It can be pickled and copied at any point of a game.
    """

    def __init__(self, core: EnvCore) -> None:
        super().__init__()
        self.core = core
        rules, layout = core.game.rules, core.layout
        self.metadata = {
            "name": f"wishstone_{core.game.id}_v{layout.version}",
            "render_modes": [],
            "is_parallelizable": True,
        }
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(core.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.infos: dict[str, dict[str, object]] = {}
        self.action_spaces = {agent: spaces.Discrete(rules.MOVES) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        layout.low.astype(layout.dtype),
                        layout.high.astype(layout.dtype),
                        dtype=layout.dtype,
                    ),
                    "action_mask": spaces.Box(0, 1, (rules.MOVES,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can observe: the numbers of its layout, and its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All moves of the game by their ids; which are legal now is in the mask."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin game 0 of a seed, or the next one of the seed before."""
        self.core.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, on its turn or not; the mask is 0 everywhere while it has nothing to decide."""
        seat = self._seats[agent]
        return {"observation": self.core.observation(seat), "action_mask": self.core.mask(seat)}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is; agents of a game that has ended take their leave with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.core.play(-1 if action is None else action)
        self._select()

    def _select(self) -> None:
        """Whose turn it is now; at the end, what everyone gets, for the first time in the game, and that it is over."""
        core = self.core
        if core.actor >= 0:
            self.agent_selection = self.possible_agents[core.actor]
            return
        self.rewards = dict(zip(self.agents, core.rewards(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, core.is_over)
        self.truncations = dict.fromkeys(self.agents, not core.is_over)
        self.infos = {agent: core.summary() for agent in self.agents}
        self.agent_selection = self.agents[0]

    def state(self) -> NDArray[Any]:
        """Everything at once, for training with a common critic: what every seat knows, one seat after the other."""
        return np.concatenate([self.core.observation(seat) for seat in range(self.core.seats)])

    def render(self) -> None:
        """Nothing is drawn here: `wishstone replay` tells a recorded game, and the table in the browser shows it."""

    def close(self) -> None:
        """Nothing is held but memory."""
