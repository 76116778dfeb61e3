"""Bots of one's own in Python: they stand where a name does, see what their seat knows, and only a person names one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.terminal.driver import ScriptedTerminal
from wishstone.bots import make
from wishstone.bots.own import OwnBot, is_own, make_any
from wishstone.cli import main
from wishstone.game.chance import Generator, below
from wishstone.game.contract import Position
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.game.record import compact, digest
from wishstone.games import load
from wishstone.lab.arena import SerialArena
from wishstone.lab.plan import Plan
from wishstone.lab.simulate import Player, Simulation
from wishstone.terminal import PlayRequest

GOLDEN = Path(__file__).parents[1] / "golden"
DICE = load("keltis-dice")
MODULE = """
class Mine:
    def __init__(self, game):
        self.game = game

    def choose(self, position, rng):
        return self.game.legal(position)[0]

class Demanding:
    def __init__(self, game, path):
        pass

def net(observation, mask):
    return int(mask.nonzero()[0][-1])

number = 5
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module in the folder that one is in, and on no path of Python's."""
    (tmp_path / "my_own_bots.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "my_own_bots", raising=False)
    return tmp_path


class Uniform:
    """Any legal move: what `random` does, by the numbers that a bot is given."""

    def choose(self, position: Position, rng: Generator) -> int:
        legal = DICE.legal(position)
        return legal[below(rng, len(legal))]


def first_legal(observation: NDArray[Any], mask: NDArray[Any]) -> int:
    """The first legal move; and the observation is one."""
    assert observation.shape == (sum(size for _, size in DICE.rules.OBSERVATION),)
    assert observation.any()
    return int(np.flatnonzero(mask)[0])


def sums(bots: list[Any], games: int = 2) -> Simulation:
    player = Player(DICE, 2, bots, seed=3)
    results = player.results()
    player.batch(0, games, results)
    results.seconds, results.bots = 0.0, ()
    return results


def test_an_object_that_plays_as_a_bot_of_ours_has_its_games() -> None:
    assert sums([Uniform(), "medium"]) == sums(["random", "medium"])


def test_a_callable_is_asked_with_an_observation_and_a_mask() -> None:
    player = Player(DICE, 2, [first_legal, "greedy"], seed=3)
    assert player.names == ("first_legal", "greedy")
    match = player.play(1)
    assert match.is_over
    assert player.play(1).events == match.events


class Last:
    """The last legal move, looked up for many positions at once."""

    calls: tuple[int, ...] = ()

    def many(self, observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[Any]:
        assert observations.any(axis=1).all()
        self.calls += (len(masks),)
        moves: NDArray[Any] = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return moves


def last_legal(observation: NDArray[Any], mask: NDArray[Any]) -> int:
    return int(np.flatnonzero(mask)[-1])


def test_many_positions_at_once_come_to_the_same_games() -> None:
    last = Last()
    assert sums([last, "medium"], 4) == sums([last_legal, "medium"], 4)
    assert max(last.calls) == 4
    assert Player(DICE, 2, [Last(), "medium"], seed=3).play(1).events == (
        Player(DICE, 2, [last_legal, "medium"], seed=3).play(1).events
    )


def test_an_illegal_move_among_many_is_told() -> None:
    class Wrong:
        def many(self, observations: NDArray[Any], masks: NDArray[Any]) -> list[int]:
            return [-1] * len(masks)

    with pytest.raises(WishstoneError, match="move -1"):
        sums([Wrong(), "greedy"])


def test_objects_of_one_class_have_names_of_their_own() -> None:
    one, other = Uniform(), Uniform()
    assert Player(DICE, 3, [one, other, one], seed=3).names == ("Uniform", "Uniform#2", "Uniform")


def test_what_is_no_bot_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        OwnBot(DICE, 5)
    assert caught.value.code == "own-kind"


def test_an_illegal_move_is_told() -> None:
    with pytest.raises(WishstoneError, match="move 999") as caught:
        sums([lambda observation, mask: 999, "greedy"])
    assert caught.value.code == "arena-illegal"


def test_a_name_in_a_module_plays_in_an_arena(module: Path) -> None:
    plan = Plan("keltis-dice", (("my_own_bots:Mine", "my_own_bots:net"),), 1, engine="interpreted")
    deals: list[Any] = []
    SerialArena(plan).run(range(1), deals.append)
    assert not plan.is_compiled
    assert all(min(game.moves) > 0 for game in deals[0].games)


@pytest.mark.parametrize("name", ["my_own_bots:Other", "no_such_module:Bot"])
def test_a_bot_that_is_not_there_is_told(module: Path, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_any(name, DICE)
    assert caught.value.code == "own-missing"


def test_a_bot_that_cannot_be_made_is_told(module: Path) -> None:
    with pytest.raises(UsageError, match="missing 1 required positional argument: 'path'") as caught:
        make_any("my_own_bots:Demanding", DICE)
    assert caught.value.code == "own-broken"


@pytest.mark.parametrize(
    "name", ["search:500", "hard:50", "expert:x", "run:python3", "net:file", "fitted:file", "a.b:c.d", "a:", ":b"]
)
def test_other_names_with_a_colon_are_no_modules(name: str) -> None:
    assert not is_own(name)


def test_elsewhere_such_a_name_is_refused_without_an_import(module: Path) -> None:
    """Saved games, records and the server make their bots by `make`."""
    with pytest.raises(UsageError) as caught:
        make("my_own_bots:Mine", DICE)
    assert caught.value.code == "bot-unknown"
    assert "my_own_bots" not in sys.modules


def status_of(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    """The exit status of a command, run in this process."""
    monkeypatch.setattr(sys, "argv", ["wishstone", *arguments])
    try:
        main()
    except SystemExit as stop:
        return stop.code or 0
    return 0


def test_a_saved_game_a_record_and_a_resumed_file_import_nothing(
    module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module is there, and could be imported; but its name stands in a file."""
    name, saves = "my_own_bots:Mine", tmp_path / "saves"
    header, *events = (GOLDEN / "keltis-dice" / "greedy-2.jsonl").read_text("utf-8").splitlines()
    who = {"players": ["Ann", "Maren"], "person": 0, "bots": ["", name], "date": "2026-11-15T20:00:00"}
    lines = [compact(json.loads(header) | who), *events]
    saves.mkdir()
    (saves / "keltis-dice-2026-11-15-200000.jsonl").write_text("\n".join([*lines[:20], ""]), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        ScriptedTerminal(saves).play([], PlayRequest(resume=True))
    assert caught.value.code == "bot-unknown"

    signed = [f"{line}\n" for line in lines[:-1]]
    signed.append(compact(json.loads(lines[-1]) | {"digest": digest(signed)}) + "\n")
    (tmp_path / "record.jsonl").write_text("".join(signed), encoding="utf-8")
    for command in ("replay", "verify"):
        assert status_of(monkeypatch, command, str(tmp_path / "record.jsonl")) == 0, command

    for command, refused in (("simulate", "series-other"), ("arena", "arena-other")):
        save = str(tmp_path / f"{command}.jsonl")
        said = [command, "keltis-dice", "--bots", "random,greedy", "--games", "2", "--save", save, "--jobs", "1"]
        monkeypatch.setenv("WISHSTONE_ENGINE", "interpreted")
        assert status_of(monkeypatch, *said) == 0
        kept = Path(save).read_text("utf-8")
        Path(save).write_text(kept.replace('"random"', f'"{name}"'), encoding="utf-8")
        capsys.readouterr()
        assert status_of(monkeypatch, *said) == 2
        assert refused in capsys.readouterr().err
    assert "my_own_bots" not in sys.modules


def test_only_a_simulation_an_arena_and_a_report_make_bots_of_modules() -> None:
    """Nothing that reads files or requests can come to `make_any`."""
    package = Path(sys.modules["wishstone"].__file__ or "").parent
    users = {
        file.relative_to(package).as_posix() for file in package.rglob("*.py") if "make_any" in file.read_text("utf-8")
    }
    assert users == {"bots/own.py", "lab/arena.py", "lab/plan.py", "lab/simulate.py"}
