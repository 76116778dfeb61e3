"""Base class of the vector environments: Gymnasium's, with its spaces, or a plain one where it is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wishstone.env.layout import Layout

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv

    VectorBase = VectorEnv[Any, Any, Any]
else:
    try:
        from gymnasium.vector import VectorEnv as VectorBase
    except ImportError:
        VectorBase = object


def describe(env: VectorBase, layout: Layout, moves: int, games: int) -> None:
    """Give an environment the spaces that Gymnasium asks of it, and say that a game that ends is followed at once."""
    env.num_envs = games
    try:
        from gymnasium import spaces
        from gymnasium.vector import AutoresetMode
        from gymnasium.vector.utils import batch_space
    except ImportError:
        return
    env.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
    env.autoreset_mode = AutoresetMode.SAME_STEP  # type: ignore[attr-defined] # where Gymnasium's own vectors have it
    env.single_action_space = spaces.Discrete(moves)
    env.single_observation_space = spaces.Box(
        layout.low.astype(layout.dtype), layout.high.astype(layout.dtype), dtype=layout.dtype
    )
    env.action_space = batch_space(env.single_action_space, games)
    env.observation_space = batch_space(env.single_observation_space, games)
