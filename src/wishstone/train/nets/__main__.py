"""Self-play training on the command line: `python -m wishstone.train.nets GAME --seats N --out FOLDER`.

The same command again goes on where it stopped. `curves.py` draws the log, `export.py` makes the net that plays.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import MISSING, fields, replace
from pathlib import Path

from wishstone.bots.choice import NAMES as QUICK
from wishstone.game.errors import UsageError
from wishstone.games import GAMES
from wishstone.lab.batch import MOST_GAMES
from wishstone.lab.gpu.device import cuda
from wishstone.lab.simulate import MAX_SEED
from wishstone.train.nets.command import run
from wishstone.train.nets.settings import MEANINGS, Training
from wishstone.train.nets.shape import Shape, shape_of
from wishstone.train.nets.words import LEXICON

WIDEST = 4096  # layer
RIVALS = ("", *QUICK, "fitted")


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, or go on with a training."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    asked = parser().parse_args(words)
    training = training_of(asked)
    if asked.device == "cuda":
        cuda()  # says what is missing, and before PyTorch is looked for
    from wishstone.train.nets.training import Rhythm, Trainer

    rhythm = Rhythm(asked.evaluate_every, asked.save_every, asked.evaluate_games, asked.last_games)
    command = shlex.join(["python", "-m", "wishstone.train.nets", *words])
    Trainer(training, asked.out, asked.device, command, asked.start).run(rhythm)


def training_of(asked: argparse.Namespace) -> Training:
    """The training that is asked for; what cannot be is refused."""
    GAMES.find(asked.game)
    widths = {each.name: getattr(asked, each.name) for each in fields(Shape)}
    shape = replace(shape_of(asked.game), **{name: width for name, width in widths.items() if width is not None})
    training = Training(asked.game, asked.seats, shape, **{name: getattr(asked, name) for name in MEANINGS})
    check(training)
    return training


def check(training: Training) -> None:
    """Refuse what cannot be trained."""
    about = GAMES.find(training.game)[1]
    low, high = about.seats
    if not low <= training.seats <= high:
        raise UsageError("seats-wrong", game=about.id, seats=training.seats, low=low, high=high)
    if training.against not in RIVALS:
        raise UsageError("bot-unknown", name=training.against, known=", ".join(RIVALS[1:]))
    played = training.games * training.steps
    for name, low, high in (
        ("seed", 0, MAX_SEED),
        ("games", 1, MOST_GAMES),
        ("steps", 1, 1 << 12),
        ("batch", 1, played),
        ("epochs", 1, 1000),
        ("decisions", 1, 1 << 60),
    ):
        value = getattr(training, name)
        if not low <= value <= high:
            raise UsageError("count-wrong", name=f"--{name}", low=low, high=str(high), value=str(value))
    for name, width in training.shape.to_json().items():
        if not 1 <= width <= WIDEST:
            raise UsageError("count-wrong", name=f"--{name}", low=1, high=str(WIDEST), value=str(width))
    for name in ("entropy", "trace", "win", "last_win", "average", "rivals"):
        value = getattr(training, name)
        if not 0 <= value <= 1:
            told = f"--{name.replace('_', '-')}"
            raise UsageError("train-setting", LEXICON, name=told, value=str(value))
    if training.rate <= 0 or training.last_rate <= 0:
        raise UsageError("train-rate", LEXICON)


def parser() -> argparse.ArgumentParser:
    """What can be asked for: every setting, the widths, and where and how often."""
    parser = argparse.ArgumentParser(prog="python -m wishstone.train.nets", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    defaults = {each.name: each.default for each in fields(Training)}
    for name, meaning in MEANINGS.items():
        default = defaults[name]
        assert default is not MISSING
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=type(default), default=default, help=f"{meaning} (%(default)s)")
    for each in fields(Shape):
        parser.add_argument(f"--{each.name}", type=int, help="of the net; without it, what suits the game")
    parser.add_argument("--out", type=Path, required=True, help="the folder of this training")
    parser.add_argument("--start", type=Path, help="a checkpoint whose weights and ladder to start from")
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--evaluate-every", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--save-every", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--evaluate-games", type=int, default=16_384)
    parser.add_argument("--last-games", type=int, default=65_536)
    return parser


if __name__ == "__main__":
    run(main)
