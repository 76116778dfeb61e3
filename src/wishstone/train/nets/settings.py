"""Settings of a training, with the values that were found best; `docs/training-log.md` says how."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from wishstone.train.nets.shape import Shape

LOG = "log.jsonl"  # in the folder of a training


@dataclass(frozen=True)
class Training:
    """Everything that a training is asked for; kept with its weights; `MEANINGS` says what each is."""

    game: str
    seats: int
    shape: Shape
    seed: int = 1
    decisions: int = 5_000_000_000
    seconds: float = 0.0
    games: int = 16_384
    steps: int = 64
    batch: int = 32_768
    epochs: int = 2
    rate: float = 1e-3
    last_rate: float = 3e-5
    entropy: float = 0.01
    trace: float = 0.99
    clip: float = 0.2
    value: float = 0.5
    win: float = 0.5
    last_win: float = 0.9
    scale: float = 0.0
    average: float = 0.999
    rivals: float = 0.0
    against: str = ""
    imitate: int = 0
    fused: bool = True

    def to_json(self) -> dict[str, object]:
        """By name."""
        return asdict(self)


MEANINGS = {
    "seed": "of the games and of the weights drawn at first",
    "decisions": "after which the schedules have run out",
    "seconds": "or after so many, whichever is first; 0: no such limit",
    "games": "side by side",
    "steps": "of every game, between two rounds of learning",
    "batch": "positions for one update",
    "epochs": "passes over what was played",
    "rate": "of learning, at first",
    "last_rate": "of learning, at the end",
    "entropy": "weight of the entropy, at first; none at the end",
    "trace": "lambda of the advantages",
    "clip": "how far the ratio of likelihoods may be from 1",
    "value": "weight of the values' error",
    "win": "weight of the win in the reward, against the margin",
    "last_win": "the same at the end",
    "scale": "points of a lead that is worth half a win and more; 0: the game's margin",
    "average": "decay of the averaged weights, by update",
    "rivals": "share of the games in which a rival sits at all seats but one",
    "against": "who the rival is: random, greedy, fitted or net:FILE; without, snapshots of the ladder",
    "fused": "whether PyTorch compiles the net for the GPU: five times as fast, after a while",
    "imitate": "decisions of the fitted player that are imitated first",
}
