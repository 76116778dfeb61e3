"""A game of somebody else, installed beside Wishstone: it has all that ours have, and where it is broken, only it is.

The game is examples/cairns. Nothing here but its name knows what it is: everything goes through our commands.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.cairns import EXAMPLE, PACKAGE, Change, add_variant, append, edit, install, install_once, path_with
from tests.conftest import is_thorough, thorough
from tests.gpu import needs_gpu
from tests.server.processes import PATIENCE, command, running
from wishstone.games import OURS
from wishstone.lab.gpu import device

HERE = Path(__file__).parent
IDS = [about.id for about in OURS]
CODE = (".py", ".js", ".css", ".html", ".json", ".svg")


@pytest.fixture(scope="module")
def site(pytestconfig: pytest.Config) -> Path:
    """Where the game is installed."""
    return install_once(pytestconfig)


def wishstone(folder: Path, site: Path, *arguments: str | Path, status: int = 0, typed: str = "") -> str:
    """Run a command of ours with the game on the path; what it prints. A test says which exit status is right."""
    environment = {**os.environ, "PYTHONPATH": path_with(site), "XDG_DATA_HOME": str(folder), "COLUMNS": "200"}
    line = [sys.executable, "-m", "wishstone", *map(str, arguments), "--lang", "en"]
    ended = subprocess.run(
        line, input=typed, capture_output=True, text=True, timeout=PATIENCE, env=environment, cwd=folder, check=False
    )
    assert ended.returncode == status, ended.stdout + ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr
    return ended.stdout


def python(site: Path, *arguments: str | Path, **changes: str) -> str:
    """Run Python with the game on the path; what it prints."""
    environment = {**os.environ, "PYTHONPATH": path_with(site), **changes}
    line = [sys.executable, *map(str, arguments)]
    ended = subprocess.run(
        line, capture_output=True, text=True, timeout=600, env=environment, cwd=HERE.parent, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


# ── It is a game like ours ───────────────────────────────────────────────────────────────────────────────────────


def test_no_source_of_ours_knows_it() -> None:
    sources = [file for file in (HERE.parent / "src").rglob("*") if file.suffix in CODE]
    assert len(sources) > 300
    assert [file for file in sources if "cairn" in file.read_text(encoding="utf-8").lower()] == []


def test_its_own_tests_pass(site: Path) -> None:
    said = python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", EXAMPLE)
    assert re.search(r"\d\d passed", said), said


def test_it_is_listed(site: Path, tmp_path: Path) -> None:
    said = wishstone(tmp_path, site, "games")
    assert "Cairns" in said
    assert [id for id in [*IDS, "cairns"] if not re.search(rf"^{id} ", said, re.MULTILINE)] == []


@pytest.mark.parametrize(
    "level",
    [
        "easy",
        thorough("hard", why="by default a hard bot plays in the records, and in the browser"),
        thorough("expert", why="by default an easy one plays"),
    ],
)
def test_it_is_played_in_the_terminal_to_the_score_sheet(site: Path, tmp_path: Path, level: str) -> None:
    typed = "hint\n" + "1\n" * 40
    wishes = ("--new", "--bots", level, "--seats", "2", "--seed", "3", "--first", "0")
    said = wishstone(tmp_path, site, "play", "cairns", *wishes, typed=typed)
    assert "Traceback" not in said
    assert re.search(r"Hint: \d+", said)
    assert "summit" in said
    assert re.search(r"^heights +\d+ +\d+$", said, re.MULTILINE), said[-2000:]
    assert "The game is over: all stones are set" in said
    (record,) = (tmp_path / "wishstone").rglob("cairns-*.jsonl")
    assert "good" in wishstone(tmp_path, site, "verify", record)


def test_it_is_recorded_verified_replayed_and_reviewed(site: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    wishstone(tmp_path, site, "record", "cairns", "--bots", "hard,easy", "--seed", "1", "-o", record)
    assert "follow the rules" in wishstone(tmp_path, site, "verify", record)
    assert "begins a cairn with stone" in wishstone(tmp_path, site, "replay", record)
    assert "what makes the difference" in wishstone(tmp_path, site, "analyse", record, "--simulations", "32")
    record.write_text(record.read_text(encoding="utf-8").replace('"set ', '"set 9', 1), encoding="utf-8")
    wishstone(tmp_path, site, "verify", record, status=1)


def test_bots_of_all_kinds_play_it_in_the_arena(site: Path, tmp_path: Path) -> None:
    bots = "greedy,random" if not is_thorough() else "greedy,random,fitted,search:100,novice,easy,medium,hard,expert"
    said = wishstone(tmp_path, site, "arena", "cairns", "--pool", bots, "--games", "40", "--seed", "1")
    rows = [line.split()[0] for line in said.splitlines() if line.split(" ")[0] in bots.split(",")]
    assert sorted(rows) == sorted(bots.split(","))
    assert rows[-1] == "random", said


def test_it_is_reported(site: Path, tmp_path: Path) -> None:
    wishstone(tmp_path, site, "report", "cairns", "--games", "100", "--bots", "random", "--out", "report")
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "Cairns" in page
    assert "heights" in page


ENVIRONMENTS = """
import gymnasium
import numpy as np
import pyspiel
import wishstone.env.gymnasium
import wishstone.env.open_spiel
from wishstone.env.pettingzoo import make
from wishstone.env.vector import VectorEnv

env = gymnasium.make("wishstone/cairns-v1", seats=2, bots="greedy", seat=0)
observation, info = env.reset(seed=1)
done = False
while not done:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    done = terminated or truncated
print("gymnasium", info["points"])

env = make("cairns", seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
print("pettingzoo", info["points"])

env = VectorEnv("cairns", games=8, seats=4, seed=1)
env.reset()
ended = 0
for _ in range(100):
    env.step(env.legal[:, 0].copy())
    ended += int(env.terminations.sum())
print("vector", ended)

game = pyspiel.load_game("wishstone_cairns(players=2)")
state, rng = game.new_initial_state(), np.random.default_rng(1)
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(int(rng.choice(outcomes, p=weights)))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))
print("openspiel", state.returns())
"""


def test_every_environment_plays_it(site: Path) -> None:
    said = dict(line.split(" ", 1) for line in python(site, "-W", "ignore", "-c", ENVIRONMENTS).splitlines())
    assert list(said) == ["gymnasium", "pettingzoo", "vector", "openspiel"]
    assert int(said["vector"]) >= 8


REDEAL = """
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.games import load

match = Match(load("cairns"), 3)
match.let_happen(stream(1))
game, mine, deals = match.game, match.game.view(match.state, 0), set()
for number in range(20):
    redealt = game.redealt(match.state, 0, stream(2, number))
    assert game.view(redealt, 0) == mine
    deals.add(str(game.view(redealt, None)["players"]))
print(len(deals))
"""


def test_its_hidden_stones_are_redealt(site: Path) -> None:
    assert int(python(site, "-c", REDEAL)) == 20


def simulated(folder: Path, site: Path) -> dict[str, object]:
    """What 500 compiled games come to."""
    wishes = ("--games", "500", "--seed", "1", "--bots", "random", "--json")
    told = json.loads(wishstone(folder, site, "simulate", "cairns", *wishes))
    return {name: told[name] for name in ("decisions", "ends", "by_seat")}


def test_a_constant_that_is_changed_changes_the_compiled_game(site: Path, tmp_path: Path) -> None:
    own = install(tmp_path)
    before = simulated(tmp_path, own)
    assert before == simulated(tmp_path, site)
    edit("rules.py", "CROWN = 3 ", "CROWN = 13 ")(own / PACKAGE)
    after = simulated(tmp_path, own)
    assert after["decisions"] == before["decisions"]
    assert after != before


ON_GPU = """
from wishstone.games import load
from wishstone.lab.gpu.check import check

for seats in (2, 3, 4):
    for finding in check(load("cairns", engine="compiled"), seats, games=64, steps=200, seed=7):
        print(seats, finding.difference or "same")
"""


@needs_gpu
def test_a_gpu_plays_the_same_games(site: Path) -> None:
    assert {line.split(" ", 1)[1] for line in python(site, "-c", ON_GPU).splitlines()} == {"same"}


@pytest.mark.thorough("by default one of our games plays by the kernels, in all their ways")
def test_the_kernels_play_the_same_games_in_the_simulator(site: Path) -> None:
    said = python(site, "tests/lab/simulated.py", "cairns", "2", **{device.SIMULATOR: "1"})
    compared = [line.partition("|") for line in said.splitlines()]
    assert len(compared) == 6
    assert [difference for _, _, difference in compared] == [""] * 6


# ── Where one is broken, only it is ──────────────────────────────────────────────────────────────────────────────


def seat_seven(package: Path) -> None:
    """A game for seven, more than the generic code has room for."""
    edit("__init__.py", "seats=(2, 4)", "seats=(2, 7)")(package)
    edit("rules.py", "SEATS = (2, 4)", "SEATS = (2, 7)")(package)


def lead_outside(package: Path) -> None:
    """A file for browsers that is a link to one of the system's."""
    (package / "web").mkdir()
    (package / "web" / "secret.svg").symlink_to("/etc/hostname")


# Each way to break the game: the id of the broken one, what breaks it, and what is said of it.
BREAKS: dict[str, tuple[Change, str]] = {
    "no-string": (edit("words.py", '"story-fall":', '"story-tumble":'), "does not conform: .*story-fall"),
    "no-german": (edit("words.py", '"Bach"', '""'), "does not conform: .*brook"),
    "raises": (append("__init__.py", "1 / 0"), "importing raises fails with ZeroDivisionError: division by zero"),
    "no-table": (lambda package: (package / "table.py").unlink(), r"it has no table\.py"),
    "too-large": (
        edit("rules.py", '("first", np.int8)', '("first", np.int8), ("more", np.int64, 64)'),
        "State has [0-9]+ bytes",
    ),
    "too-small": (edit("rules.py", "MAX_LEGAL = PLACES * HAND", "MAX_LEGAL = HAND"), "does not conform: .*legal"),
    "for-seven": (seat_seven, "its SEATS are 2 to 7, and games are for 2 to 6"),
    "loops": (append("__init__.py", "while True: pass"), "check did not end within"),
    "leads-out": (lead_outside, r"the file web/secret\.svg leads out of its folder"),
    "too-new": (edit("__init__.py", "contract=1", "contract=99"), "for version 99 of wishstone.api"),
    "takes-an-id": (edit("__init__.py", 'id="takes-an-id"', f'id="{IDS[0]}"'), f"there is a game {IDS[0]} already"),
    "reaches-in": (append("luck.py", "from wishstone.server import app"), "imports wishstone.server"),
    "exits": (append("rules.py", "raise SystemExit(0)"), "fails with SystemExit"),
    "tells-secrets": (edit("table.py", '"hand": None', '"hand": _stones(at.hand[seat])'), "does not conform: .*view"),
}
QUICK_CHECK = "from wishstone.game import installed; installed.CPU_SECONDS = 8; from wishstone.cli import main; main()"


@pytest.fixture(scope="module")
def broken(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the game is installed once whole, and once broken in each of the ways."""
    place = tmp_path_factory.mktemp("broken")
    for name, (change, _) in BREAKS.items():
        add_variant(place, site, name, change)
    return place


def test_each_break_is_told_in_one_sentence(site: Path, broken: Path) -> None:
    path = path_with(site, broken)
    said = python(site, "-c", QUICK_CHECK, "games", "--lang", "en", PYTHONPATH=path, COLUMNS="1000")
    listed = re.findall(r"^([a-z-]+) +\d–\d", said, re.MULTILINE)
    assert listed == [*IDS, "cairns"]
    sentences = dict(re.findall(r"^the game (\S+) is installed, and left out: (.*)$", said, re.MULTILINE))
    assert sentences.keys() == BREAKS.keys()
    wrong = {name: sentences[name] for name, (_, told) in BREAKS.items() if not re.search(told, sentences[name])}
    assert wrong == {}


def test_every_other_game_stays_playable_beside_them(site: Path, broken: Path, tmp_path: Path) -> None:
    environment = {"PYTHONPATH": path_with(site, broken)}
    for id in (*IDS, "cairns"):
        played = command(tmp_path, "record", id, "--seed", "1", "--bots", "random", "-o", tmp_path / id, **environment)
        assert played.returncode == 0, played.stderr
    with running(tmp_path, **environment) as server:
        told = httpx.get(f"{server.url}/api/games", trust_env=False).json()
        assert [game["id"] for game in told["games"]] == [*IDS, "cairns"]
