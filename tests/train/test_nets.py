"""Trainer of nets: it learns, goes on where it stopped, keeps its folders apart, and exports a net that plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.env.configurations import IDS
from tests.pytorch import needs_torch
from tests.train.test_quantise import asked
from wishstone.bots import make
from wishstone.bots.net_file import load_net
from wishstone.game.errors import UsageError
from wishstone.games import load
from wishstone.train.nets import curves, words
from wishstone.train.nets.__main__ import parser, training_of
from wishstone.train.nets.inputs import encode, inputs_of
from wishstone.train.nets.reference import evaluate
from wishstone.train.nets.settings import LOG, MEANINGS, Training
from wishstone.train.nets.shape import Shape

SHAPE = Shape(width=24, context=16, narrow=8)
SMALL = Training("keltis-dice", 2, SHAPE, games=32, steps=8, batch=64, decisions=1024, imitate=256, rivals=0.25)


@needs_torch
@pytest.mark.parametrize(("id", "seats"), [("keltis-card", 2), ("quartz-dice", 3)])
def test_the_net_is_that_of_the_reference(id: str, seats: int) -> None:
    import torch

    from wishstone.train.nets.model import ILLEGAL, Net

    game = load(id, engine="compiled")
    inputs = inputs_of(game, seats)
    net = Net(inputs, seats, SHAPE, "cpu", seed=4)
    seen, masks = asked(game, seats, 20)
    weights = {name: each.detach().double().numpy() for name, each in net.weights.items()}
    bits = encode(inputs, seen, masks)
    for dtype in (torch.int8, torch.int16):
        numbers = torch.tensor(seen).clamp(-128, 127).to(dtype)
        assert (net.encode(numbers, torch.tensor(masks)).numpy() == bits).all()
    wanted, values = evaluate(inputs, weights, bits)
    with torch.no_grad():
        logits, found = net(torch.tensor(bits), torch.tensor(masks))
    assert np.allclose(logits.numpy()[masks > 0], wanted[masks > 0], atol=1e-4)
    assert (logits.numpy()[masks == 0] == np.float32(ILLEGAL)).all()
    assert np.allclose(found.numpy(), values, atol=1e-4)


@needs_torch
@pytest.mark.parametrize("id", IDS)
def test_advantages_are_those_of_the_definition(id: str) -> None:
    """Every seat's values lead from one of its decisions to the next, and to the reward at the end."""
    from wishstone.train.nets.games import Games
    from wishstone.train.nets.model import Net
    from wishstone.train.nets.rollout import Rollout

    game = load(id, engine="compiled")
    seats = game.rules.SEATS[0]
    training = Training(id, seats, SHAPE, games=12, steps=40, trace=0.9)
    games = Games(game, seats, training.games, 5, "cpu")
    rollout = Rollout(games, Net(inputs_of(game, seats), seats, SHAPE, "cpu"), training)
    rollout.play()
    while not rollout.ended.any():
        rollout.play()
    ended, rewards, values = rollout.ended.numpy(), rollout.rewards.numpy(), rollout.values.numpy()
    assert (rewards[ended == 0] == 0).all()
    assert np.allclose(rewards[ended == 1][..., 0].sum(1), 0, atol=1e-6)
    actors = rollout.actors.numpy()

    def whole(step: int, i: int, seat: int) -> NDArray[np.float64]:
        """What a seat gets after a step: at the end of the game, or by what it foretells when it decides next."""
        for later in range(step, training.steps):
            if ended[later, i]:
                return np.asarray(rewards[later, i, seat], np.float64)
            if later + 1 == training.steps:
                break
            if actors[later + 1, i] == seat:
                own = values[later + 1, i, seat]
                return np.asarray(own + 0.9 * (whole(later + 1, i, seat) - own), np.float64)
        return np.asarray(values[-1, i, seat], np.float64)

    for i in range(0, training.games, 3):
        for step in range(training.steps):
            actor = int(actors[step, i])
            wanted = np.array([whole(step, i, (actor + place) % seats) for place in range(seats)])
            assert np.allclose(rollout.targets[step, i].numpy(), wanted, atol=1e-5)
            advantage = rollout.advantages[step, i].numpy()
            assert np.allclose(advantage, wanted[0] - values[step, i, actor], atol=1e-5)
            assert rollout.masks[step, i, int(rollout.moves[step, i])] == 1


@needs_torch
def test_a_training_learns_to_imitate_goes_on_and_exports_a_net_that_plays(tmp_path: Path) -> None:
    from dataclasses import replace

    import torch

    from wishstone.train.nets import export
    from wishstone.train.nets.training import Rhythm, Trainer

    torch.set_num_threads(1)
    rhythm, folder = Rhythm(evaluate=1e9, save=1e9, games=32, last_games=64), tmp_path / "training"
    trainer = Trainer(SMALL, folder, "cpu", "the command")
    trainer.run(rhythm)
    assert (trainer.decisions, trainer.progress) == (1024, 1.0)
    assert len(trainer.ladder) == trainer.rounds == 4
    again = Trainer(replace(SMALL, decisions=1536), folder, "cpu", "the command again")
    assert (again.decisions, again.rounds) == (1024, 4)
    for name, each in trainer.net.weights.items():
        assert torch.equal(again.net.weights[name], each), name
        assert torch.equal(again.learner.average[name], trainer.learner.average[name]), name
    before, after = trainer.learner.state(), again.learner.state()
    assert set(before) == set(after) != set()
    assert all(torch.equal(before[key], after[key]) for key in before)
    assert int(again.games.numbers.min()) >= 1024
    again.run(rhythm)
    assert again.decisions == 1536
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    assert [line["kind"] for line in lines] == 2 * ["begin", "report", "report"]
    assert [line["decisions"] for line in lines if line["kind"] == "report"] == [0, 1024, 1024, 1536]
    assert [outcome["opponent"] for outcome in lines[-1]["outcomes"]] == ["fitted"]
    assert lines[-1]["outcomes"][0]["games"] == 64
    file = tmp_path / "keltis-dice.net"
    export.main([str(folder), "--out", str(file), "--games", "32"])
    game = load("keltis-dice")
    net = load_net(game, file)
    (part,) = net.about["trainings"]
    assert (part["command"], part["seed"], part["decisions"], net.seats) == ("the command again", 1, 1536, (2,))
    training, same, *played = net.about["figures"]
    assert (training["opponent"], training["games"], training["weights"]) == ("fitted", 64, "floating point")
    assert same["same moves, %"] > 90
    assert [(each["opponent"], each["games"]) for each in played] == [("fitted", 32), ("greedy", 32)]
    assert make(f"net:{file}", game).name == f"net:{file}"

    on = Trainer(SMALL, tmp_path / "on", "cpu", "the command after", start=file)
    assert on.history == [part]
    for name, each in again.learner.average.items():
        assert torch.allclose(on.net.weights[name], each * (on.net.weights[name] != 0), atol=0.02), name
    on.save()
    further = Trainer(SMALL, tmp_path / "further", "cpu", "", start=tmp_path / "on" / "checkpoint.pt")
    assert [each["command"] for each in further.history] == ["the command again", "the command after"]


@needs_torch
def test_a_training_can_be_stopped_before_its_budget_is_spent(tmp_path: Path) -> None:
    from dataclasses import replace

    from wishstone.train.nets.training import Rhythm, Trainer

    long = replace(SMALL, decisions=1 << 20, seconds=1e6)
    trainer = Trainer(long, tmp_path, "cpu", "the command")
    trainer.run(Rhythm(evaluate=1e9, save=1e9, games=32, last_games=32, stop=1e-6))
    assert trainer.rounds == 2
    assert trainer.progress < 0.001
    assert Trainer(long, tmp_path, "cpu", "the command").rounds == 2


@needs_torch
def test_a_folder_keeps_one_training_and_a_checkpoint_its_form(tmp_path: Path) -> None:
    from dataclasses import replace

    from wishstone.train.nets.training import Trainer

    Trainer(SMALL, tmp_path / "one", "cpu", "").save()
    with pytest.raises(UsageError, match="holds a training with game keltis-dice, not keltis-card"):
        Trainer(replace(SMALL, game="keltis-card"), tmp_path / "one", "cpu", "")
    start = tmp_path / "one" / "checkpoint.pt"
    with pytest.raises(UsageError, match="holds a training with shape"):
        Trainer(replace(SMALL, shape=Shape(8, 8, 8)), tmp_path / "new", "cpu", "", start=start)
    start.write_bytes(b"no checkpoint")
    with pytest.raises(UsageError, match="is no checkpoint"):
        Trainer(SMALL, tmp_path / "new", "cpu", "", start=start)


@needs_torch
def test_imitation_comes_near_what_it_imitates() -> None:
    import torch

    from wishstone.train.nets.games import Games
    from wishstone.train.nets.model import Net
    from wishstone.train.nets.ppo import Learner
    from wishstone.train.nets.rollout import Rollout

    torch.manual_seed(1)
    torch.set_num_threads(1)
    game = load("keltis-dice", engine="compiled")
    training = Training(game.id, 2, SHAPE, games=128, steps=16, batch=128, epochs=2, imitate=1)
    games = Games(game, 2, training.games, 1, "cpu")
    rollout = Rollout(games, Net(inputs_of(game, 2), 2, SHAPE, "cpu", 1), training)
    learner = Learner(rollout.net, rollout, training)
    learner.rate.fill_(3e-3)
    losses = []
    for _ in range(8):
        rollout.play(is_imitating=True)
        learner.learn(is_imitating=True)
        losses.append(learner.figures()["policy_loss"])
    assert losses[-1] < 0.8 * losses[0]


# ── What needs no PyTorch ────────────────────────────────────────────────────────────────────────────────────────


def refusal(script: str, *arguments: str, **names: str) -> str:
    """The one line with which a command of the trainer ends."""
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, **names},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    (line,) = ran.stderr.splitlines()
    return line


TRAIN = "from wishstone.train.nets.command import run; from wishstone.train.nets.__main__ import main; run(main)"
WITHOUT = f"import sys; sys.modules['torch'] = None; {TRAIN}"


def test_without_torch_the_command_says_how_to_get_it(tmp_path: Path) -> None:
    asked = ["keltis-card", "--seats", "2", "--out", str(tmp_path / "new"), "--device", "cpu"]
    line = refusal(WITHOUT, *asked)
    assert line.startswith("wishstone: wishstone.train.nets needs torch, which is not installed; ")
    assert line.endswith("pip install '.[torch]' [train-torch]")
    assert not (tmp_path / "new").exists()


def test_without_a_gpu_the_command_says_so(tmp_path: Path) -> None:
    asked = ["keltis-card", "--seats", "2", "--out", str(tmp_path)]
    if find_spec("numba_cuda") is None:
        assert refusal(TRAIN, *asked).endswith("[gpu-package]")
    (tmp_path / "numba_cuda.py").touch()
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    assert refusal(TRAIN, *asked, PYTHONPATH=path, CUDA_VISIBLE_DEVICES="").endswith("[gpu-none]")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["chess", "--seats", "2"], "game-unknown"),
        (["keltis-card", "--seats", "5"], "seats-wrong"),
        (["keltis-card", "--seats", "2", "--against", "expert"], "bot-unknown"),
        (["keltis-card", "--seats", "2", "--batch", "2000000"], "count-wrong"),
        (["keltis-card", "--seats", "2", "--seed", "-1"], "count-wrong"),
        (["keltis-card", "--seats", "2", "--rivals", "1.5"], "train-setting"),
        (["keltis-card", "--seats", "2", "--rate", "0"], "train-rate"),
        (["keltis-card", "--seats", "2", "--width", "0"], "count-wrong"),
    ],
)
def test_what_cannot_be_trained_is_refused(options: list[str], code: str) -> None:
    asked = parser().parse_args([*options, "--out", "somewhere"])
    with pytest.raises(UsageError) as error:
        training_of(asked)
    assert error.value.code == code


def test_every_setting_has_a_meaning() -> None:
    assert set(MEANINGS) == set(SMALL.to_json()) - {"game", "seats", "shape"}


def test_every_sentence_is_there_in_both_languages() -> None:
    for english, german in words.WORDS.values():
        assert english
        assert german
        assert english != german


def report(decisions: int, wins: float) -> dict[str, object]:
    """A line of a log."""
    outcome = {"opponent": "fitted", "wins": wins, "interval": 2.0, "points": 3.0}
    told = {"points": 12.0, "entropy": 0.5, "value_loss": 0.1}
    return {"kind": "report", "decisions": decisions, **told, "outcomes": [outcome]}


def test_the_curves_of_a_log_are_drawn(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        lines = [{"kind": "begin"}, report(1_000_000, 20.0), report(2_000_000, 31.5)]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (tmp_path / name / LOG).write_text(text + '{"kind": "rep', encoding="utf-8")
    reports = curves.reports_of(tmp_path / "one")
    assert curves.curve(reports, "wins") == ([1.0, 2.0], [20.0, 31.5], [2.0, 2.0])
    assert curves.curve(reports, "points") == ([1.0, 2.0], [12.0, 12.0], [0.0, 0.0])
    picture = tmp_path / "curves.png"
    curves.main([str(tmp_path / "one"), str(tmp_path / "two"), "--out", str(picture)])
    assert picture.read_bytes().startswith(b"\x89PNG")
    (tmp_path / "one" / LOG).write_text(json.dumps({"kind": "begin"}) + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match="holds no report of a training"):
        curves.reports_of(tmp_path / "one")


def test_the_trainer_needs_nothing_but_numpy_numba_and_torch() -> None:
    """On a machine with a GPU there may be nothing else; PyTorch itself is kept away here, and not reached for."""
    forbidden = ("fastapi", "httptools", "msgspec", "rich", "typer", "uvicorn", "uvloop", "websockets", "matplotlib")
    modules = (
        "__main__",
        "command",
        "curves",
        "inputs",
        "profile",
        "quantise",
        "reference",
        "settings",
        "shape",
        "words",
    )
    script = f"""
import importlib, sys
for name in {(*forbidden, "torch")}:
    sys.modules[name] = None
for name in {modules}:
    importlib.import_module("wishstone.train.nets." + name)
print("imported")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "imported\n"), done.stderr
