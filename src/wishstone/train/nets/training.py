"""The training loop: play, learn, look how strong it has become, keep everything, until the budget is spent.

The folder of a training holds `training.json` (what was asked for), `log.jsonl` (a line for each event, with command,
times and figures) and `checkpoint.pt`.
"""

from __future__ import annotations

import json
import random
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from wishstone.bots.net_file import SUFFIX, load_net
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.games import load as load_game
from wishstone.train.nets import checkpoint
from wishstone.train.nets.checkpoint import NAME, VERSION, Checkpoint, Part, Rung, parts_of
from wishstone.train.nets.evaluation import Outcome, bot, contest, likeliest
from wishstone.train.nets.games import FITTED, Games
from wishstone.train.nets.inputs import VERSION as INPUTS
from wishstone.train.nets.inputs import inputs_of
from wishstone.train.nets.model import Net
from wishstone.train.nets.ppo import Learner
from wishstone.train.nets.pytorch import Weights, torch
from wishstone.train.nets.quantise import dequantised
from wishstone.train.nets.rollout import Rollout
from wishstone.train.nets.settings import LOG, Training
from wishstone.train.nets.words import LEXICON

ASKED = "training.json"
FIXED = ("game", "seats", "shape")  # what a folder's training keeps; all else may be asked anew
LADDER = 6  # snapshots that are kept; then every other one goes
RUNG = 1 / 24  # of the whole training, between two snapshots
WARM_UP = 20  # rounds until the rate of learning is full
ELSEWHERE = 1_000_003  # from the seed of the training to that of the games that evaluate it
LEAD = 8  # rounds that the CPU may be ahead of the GPU


class Rhythm(NamedTuple):
    """How often a training looks up, in seconds, and how many games an evaluation has."""

    evaluate: float = 60.0
    save: float = 60.0
    games: int = 16_384
    last_games: int = 65_536  # at the end
    stop: float = 0.0  # stop after so many, wherever the schedules are; 0: when the budget is spent


class Trainer:
    """A training, from its settings or from where a checkpoint stopped."""

    def __init__(self, training: Training, out: Path, device: str, command: str, start: Path | None = None) -> None:
        check_folder(out, training)
        self.training, self.out, self.device, self.command = training, out, device, command
        kept = checkpoint.load(out / NAME, device) if (out / NAME).exists() else None
        self.decisions, self.seconds, self.rounds, self.is_under_way = 0, 0.0, 0, False
        if kept is not None:
            done = kept["progress"]
            self.decisions, self.seconds, self.rounds = done["decisions"], done["seconds"], done["rounds"]
        torch.manual_seed(training.seed + self.rounds)
        self.game: Game = load_game(training.game, engine="compiled")
        self.net = Net(inputs_of(self.game, training.seats), training.seats, training.shape, device, training.seed)
        # Nobody has played as many games as there were decisions, so these are all new.
        self.games = Games(self.game, training.seats, training.games, training.seed, device, start=self.decisions)
        self.rollout = Rollout(self.games, self.net, training)
        self.learner = Learner(self.net, self.rollout, training)
        self.ladder: list[Rung] = []
        self.history: list[Part] = []
        self._lot = random.Random(training.seed + self.rounds)
        if kept is not None:
            self._go_on(kept)
        elif start is not None and start.suffix == SUFFIX:
            self._begin_with_net(start)
        elif start is not None:
            self._begin_with(checkpoint.load(start, device))
        write_folder(out, training)

    @property
    def progress(self) -> float:
        """How much of the budget is spent, from 0 to 1."""
        spent = self.decisions / self.training.decisions
        return max(spent, self.seconds / self.training.seconds) if self.training.seconds else spent

    def run(self, rhythm: Rhythm) -> None:
        """Train until the budget is spent, or so much of it as is asked for; then keep everything, and evaluate."""
        if self.progress >= 1.0:
            return
        asked = {"command": self.command, "training": self.training.to_json()}
        self.log("begin", **asked, weights=self.net.size, inputs=self.net.inputs.size, moves=self.game.rules.MOVES)
        self.report(rhythm.games)
        self.round()
        self._finish()  # all that a training calls is compiled by now, so its seconds are those of training
        began, before = time.monotonic(), self.seconds
        evaluated = saved = self.seconds
        while self.progress < 1.0 and not (rhythm.stop and self.seconds - before >= rhythm.stop):
            self.round()
            if self.rounds % LEAD == 0:
                self._finish()
            self.seconds = before + time.monotonic() - began
            if self.seconds - evaluated > rhythm.evaluate:
                self.report(rhythm.games)
                evaluated = self.seconds = before + time.monotonic() - began
            if self.seconds - saved > rhythm.save:
                self.save()
                saved = self.seconds
        self.save()
        self.report(rhythm.last_games)

    def round(self) -> None:
        """Play some steps of all games, and learn from them."""
        training = self.training
        self._schedule()
        is_imitating = self.decisions < training.imitate
        self._set_rival()
        self.rollout.play(is_imitating)
        self.learner.learn(is_imitating)
        self.is_under_way = True
        self.rounds += 1
        self.decisions += training.steps * training.games
        if not self.ladder or self.progress - self.ladder[-1]["progress"] > RUNG:
            self._add_rung()

    def evaluate(self, opponent: str, games: int) -> Outcome:
        """The averaged weights against a named player."""
        training = self.training
        new = Games(self.game, training.seats, games, training.seed + ELSEWHERE, self.device)
        return contest(new, likeliest(self.net, self.learner.average), bot(opponent), opponent)

    def report(self, games: int) -> None:
        """Log the figures, and how strong the averaged weights are."""
        opponents = dict.fromkeys((FITTED, self.training.against or FITTED))
        found = [self.evaluate(opponent, games).to_json() for opponent in opponents]
        figures = {**self.rollout.figures(), **self.learner.figures()} if self.is_under_way else {}
        self.log(
            "report",
            seconds=round(self.seconds, 1),
            decisions=self.decisions,
            rounds=self.rounds,
            **{name: round(each, 5) for name, each in figures.items()},
            outcomes=found,
        )

    def save(self) -> None:
        """Keep everything."""
        parts: Checkpoint = {
            "version": VERSION,
            "history": self.history,
            "command": self.command,
            "training": self.training.to_json(),
            "weights": self.net.copy_of_weights(),
            "average": self.learner.average,
            "optimiser": self.learner.state(),
            "ladder": self.ladder,
            "progress": {"decisions": self.decisions, "seconds": self.seconds, "rounds": self.rounds},
        }
        checkpoint.save(self.out / NAME, parts)

    def log(self, kind: str, **facts: object) -> None:
        """Add a line to the log."""
        line = json.dumps({"kind": kind, **facts})
        with (self.out / LOG).open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        print(f"{self.out.name} {line}", file=sys.stderr, flush=True)

    def _finish(self) -> None:
        """Wait until the device has done all that it was asked for."""
        if self.device == "cuda":
            torch.cuda.synchronize()

    def _schedule(self) -> None:
        """The rate of learning, the entropy and the worth of a win in this round."""
        training, progress = self.training, min(self.progress, 1.0)
        warmth = min(1.0, (self.rounds + 1) / WARM_UP)
        self.learner.rate.fill_(warmth * training.rate * (training.last_rate / training.rate) ** progress)
        self.learner.entropy.fill_(training.entropy * (1.0 - progress))
        self.learner.win.fill_(training.win + (training.last_win - training.win) * progress)

    def _set_rival(self) -> None:
        if self.training.rivals and not self.training.against and self.ladder:
            rung = self._lot.choice(self.ladder)["weights"]
            for name, each in self.rollout.rival.items():
                each.copy_(rung[name])

    def _add_rung(self) -> None:
        weights = {name: each.half() for name, each in self.learner.average.items()}
        self.ladder.append({"progress": self.progress, "decisions": self.decisions, "weights": weights})
        if len(self.ladder) > LADDER:
            self.ladder = self.ladder[::2]

    def _begin_with(self, parts: Checkpoint) -> None:
        """Start from the weights and the ladder of another training of this game."""
        _check_same(parts["training"], self.training, "--start")
        self._take_weights(parts["average"], parts["average"])
        self.ladder = [{**rung, "progress": 0.0} for rung in parts["ladder"]]
        self.history = parts_of(parts)

    def _begin_with_net(self, path: Path) -> None:
        """Start from a net in whole numbers."""
        file = load_net(self.game, path)
        shape = {name: getattr(file.shape, name) for name in asdict(self.training.shape)}
        _check_same({"game": file.game, "seats": max(file.seats), "shape": shape}, self.training, str(path))
        if file.about["inputs"] != INPUTS:
            raise UsageError("train-checkpoint", LEXICON, path=str(path))
        weights = {name: torch.from_numpy(each).float() for name, each in dequantised(file).items()}
        self._take_weights(weights, weights)
        self.history = list(file.about["trainings"])

    def _go_on(self, parts: Checkpoint) -> None:
        """Go on where this training stopped."""
        self._take_weights(parts["weights"], parts["average"])
        self.learner.load_state(parts["optimiser"])
        self.ladder, self.history = parts["ladder"], parts["history"]

    def _take_weights(self, weights: Weights, average: Weights) -> None:
        self.net.load(weights)
        for name, each in average.items():
            self.learner.average[name].copy_(each)


def check_folder(out: Path, training: Training) -> None:
    """Refuse a folder that holds another training."""
    try:
        asked = json.loads((out / ASKED).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return
    except ValueError:
        raise UsageError("train-checkpoint", LEXICON, path=str(out / ASKED)) from None
    _check_same(asked, training, str(out))


def write_folder(out: Path, training: Training) -> None:
    """Say in a folder which training it holds."""
    out.mkdir(parents=True, exist_ok=True)
    (out / ASKED).write_text(json.dumps(training.to_json(), indent=1) + "\n", encoding="utf-8")


def _check_same(found: dict[str, object], training: Training, path: str) -> None:
    wanted = asdict(training)
    for name in FIXED:
        if found.get(name) != wanted[name]:
            raise UsageError(
                "train-folder", LEXICON, path=path, name=name, found=str(found.get(name)), wanted=str(wanted[name])
            )
