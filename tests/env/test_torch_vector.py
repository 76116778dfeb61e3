"""Vector environment on a GPU: it plays the games of the one on the CPU, number for number."""

from __future__ import annotations

import pytest

from tests.env.configurations import ALL
from tests.env.on_gpu import same_games
from tests.gpu import needs_gpu
from wishstone.game.errors import UsageError

pytestmark = pytest.mark.filterwarnings("ignore:.*Grid size")  # so few games leave most of a GPU idle


@needs_gpu
@pytest.mark.parametrize(("id", "seats"), ALL)
def test_the_same_games_as_on_the_cpu(id: str, seats: int) -> None:
    assert same_games(id, seats, reward="win" if seats % 2 else "margin") >= 0


@needs_gpu
def test_an_illegal_move_is_refused() -> None:
    import torch

    from wishstone.env.torch_vector import TorchVectorEnv

    env = TorchVectorEnv("keltis-card", 8)
    env.reset()
    with pytest.raises(UsageError, match="is not legal"):
        env.step(env.masks.to(torch.int64).argmin(1))
