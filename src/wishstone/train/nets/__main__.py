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

from wishstone.bots.net_file import NET, load_net
from wishstone.game.errors import UsageError
from wishstone.games import GAMES
from wishstone.games import load as load_game
from wishstone.lab.batch import MOST_GAMES
from wishstone.lab.gpu.device import cuda
from wishstone.lab.simulate import MAX_SEED
from wishstone.train.nets.command import run
from wishstone.train.nets.settings import MEANINGS, Training
from wishstone.train.nets.shape import Shape, shape_of
from wishstone.train.nets.words import LEXICON

WIDEST = 4096  # layer
RIVALS = ("random", "greedy", "fitted")


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, or go on with a training."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    train(parser().parse_args(words), shlex.join(["python", "-m", "wishstone.train.nets", *words]))


def train(asked: argparse.Namespace, command: str) -> None:
    """What a command line asks for, as the command that is kept with the weights."""
    training = training_of(asked)
    if asked.device == "cuda":
        cuda()  # says what is missing, and before PyTorch is looked for
    from wishstone.train.nets.training import Rhythm, Trainer

    rhythm = Rhythm(asked.evaluate_every, asked.save_every, asked.evaluate_games, asked.last_games, asked.stop_after)
    Trainer(training, asked.out, asked.device, command, asked.start).run(rhythm)


def training_of(asked: argparse.Namespace) -> Training:
    """The training that is asked for; what cannot be is refused."""
    about = GAMES.find(asked.game).about
    widths = {each.name: getattr(asked, each.name) for each in fields(Shape)}
    shape = replace(shape_of(asked.game), **{name: width for name, width in widths.items() if width is not None})
    seats = about.seats[0] if asked.seats is None else asked.seats
    training = Training(about.id, seats, shape, **{name: getattr(asked, name) for name in MEANINGS})
    check(training)
    return training


def check(training: Training) -> None:
    """Refuse what cannot be trained."""
    about = GAMES.find(training.game).about
    low, high = about.seats
    if not low <= training.seats <= high:
        raise UsageError("seats-wrong", game=about.id, seats=training.seats, low=low, high=high)
    check_rival(training.game, training.against)
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


def check_rival(game: str, name: str) -> None:
    """Refuse a rival that cannot play on a GPU, or a file that holds no net for this game."""
    base, colon, path = name.partition(":")
    if colon and base == NET:
        load_net(load_game(game), Path(path))
    elif name and name not in RIVALS:
        raise UsageError("bot-unknown", name=name, known=", ".join((*RIVALS, f"{NET}:FILE")))


def parser(prog: str = "python -m wishstone.train.nets", description: str | None = __doc__) -> argparse.ArgumentParser:
    """What can be asked for: every setting, the widths, and where and how often."""
    parser = argparse.ArgumentParser(prog=prog, description=description)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, help="as few as the game allows")
    defaults = {each.name: each.default for each in fields(Training)}
    for name, meaning in MEANINGS.items():
        default = defaults[name]
        assert default is not MISSING
        option = f"--{name.replace('_', '-')}"
        if isinstance(default, bool):
            parser.add_argument(option, action=argparse.BooleanOptionalAction, default=default, help=meaning)
        else:
            parser.add_argument(option, type=type(default), default=default, help=f"{meaning} (%(default)s)")
    for each in fields(Shape):
        parser.add_argument(f"--{each.name}", type=int, help="of the net; without it, what suits the game")
    parser.add_argument("--out", type=Path, required=True, help="the folder of this training")
    parser.add_argument("--start", type=Path, help="a checkpoint, or a net (FILE.net), to start from")
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--evaluate-every", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--save-every", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--stop-after", type=float, default=0.0, metavar="SECONDS", help="and go on another time")
    parser.add_argument("--evaluate-games", type=int, default=16_384)
    parser.add_argument("--last-games", type=int, default=65_536)
    return parser


if __name__ == "__main__":
    run(main)
