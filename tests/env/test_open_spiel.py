"""OpenSpiel games: its own checks, lockstep with our engine, and resampled hands nobody can tell from the true."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from tests.env.configurations import BOUNDS, IDS
from tests.env.spiel import in_lockstep
from wishstone.env.layout import layout_of
from wishstone.env.open_spiel import short_name
from wishstone.game.chance import stream
from wishstone.game.errors import UsageError

HIDING = ("keltis-card", "keltis", "keltis-new-paths")


def game_of(id: str, seats: int, more: str = "") -> Any:
    return pyspiel.load_game(f"{short_name(id)}(players={seats}{more})")


def midway(id: str, seats: int, events: int, seed: int = 1) -> Any:
    """A state in the middle of a random game, in which somebody decides."""
    state, rng = game_of(id, seats).new_initial_state(), np.random.default_rng(seed)
    while state.is_chance_node() or len(state.history()) < events:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("id", "seats"), BOUNDS)
def test_openspiel_accepts_it(id: str, seats: int) -> None:
    game = game_of(id, seats)
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("id", IDS)
def test_its_checks_of_python_games(id: str) -> None:
    """What its `games_sim_test` asks of every game, on the way through one: clones, pickles, strings, masks."""
    game = game_of(id, 3)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert pyspiel.load_game(str(game)).num_players() == 3
    assert game.get_type().short_name == short_name(id)
    state = midway(id, 3, 60)
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.legal_actions() == state.legal_actions()
    mask = state.legal_actions_mask(state.current_player())
    assert np.flatnonzero(mask).tolist() == state.legal_actions()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)
    for action in state.legal_actions():
        assert state.string_to_action(state.action_to_string(action)) == action


@pytest.mark.parametrize(("id", "seats"), BOUNDS)
def test_in_lockstep_with_our_engine(id: str, seats: int) -> None:
    assert in_lockstep(id, seats, seed=seats) > 30


@pytest.mark.parametrize("id", IDS)
def test_observations_by_name(id: str) -> None:
    state = midway(id, 3, 40)
    seen = make_observation(state.get_game())
    player = state.current_player()
    seen.set_from(state, player)
    assert seen.tensor.tolist() == state.observation_tensor(player)
    assert seen.dict["turn"][0] == 1
    assert seen.string_from(state, player) == state.observation_string(player)
    public = make_observation(
        state.get_game(), pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    public.set_from(state, player)
    if id in HIDING:
        assert not public.dict["hand"].any()
        assert "?" in state.information_state_string(player)
    with pytest.raises(ValueError, match="one player, or of an onlooker"):
        make_observation(
            state.get_game(),
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
        )


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("id", HIDING)
def test_a_resampled_game_cannot_be_told_from_the_true_one(id: str, seats: int) -> None:
    state = midway(id, seats, 120, seed=seats)
    player = state.current_player()
    rng = np.random.default_rng(2)
    others = set()
    for _ in range(8):
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert len(other.history()) == len(state.history())
        again = game_of(id, seats).new_initial_state()
        for move in other.history():  # its past is one that the rules allow
            assert move in again.legal_actions()
            again.apply_action(move)
        assert again.past.position.tobytes() == other.past.position.tobytes()
        others.add(other.information_state_string((player + 1) % seats))
    assert len(others) == 8


@pytest.mark.parametrize("id", HIDING)
def test_resampled_hands_are_those_of_redeal(id: str) -> None:
    """However often: each unseen card is as likely in another's hand as it is in the positions of `redeal`."""
    state = midway(id, 2, 60, seed=5)
    past, player = state.past, state.current_player()
    rng, uniform = stream(3), np.random.default_rng(4)
    hand = layout_of(id)["hand"].slice
    counts = np.zeros((2, layout_of(id)["hand"].size))
    for _ in range(150):
        counts[0] += past.game.observation(past.game.redealt(past.position, player, rng), 1 - player)[hand]
        counts[1] += state.resample_from_infostate(player, uniform.random).observation_tensor(1 - player)[hand]
    assert counts[0].sum() == counts[1].sum()
    assert np.abs(counts[0] - counts[1]).max() < 5 * np.sqrt(counts.max())


def test_search_of_theirs_plays_our_games() -> None:
    rng = np.random.RandomState(1)
    dice = midway("keltis-dice", 2, 150)
    bot = mcts.MCTSBot(dice.get_game(), 20.0, 4, mcts.RandomRolloutEvaluator(1, rng), solve=False, random_state=rng)
    assert bot.step(dice) in dice.legal_actions()
    cards = midway("keltis-card", 2, 120)
    sampler = ismcts.ISMCTSBot(cards.get_game(), mcts.RandomRolloutEvaluator(1, rng), 20.0, 4, random_state=rng)
    assert sampler.step(cards) in cards.legal_actions()


def test_their_reinforcement_learning_environment_runs() -> None:
    env = rl_environment.Environment(game_of("quartz-dice", 3, ",reward=win"))
    env.seed(1)
    step, rng = env.reset(), np.random.default_rng(1)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([int(rng.choice(step.observations["legal_actions"][player]))])
    assert sum(step.rewards) == pytest.approx(1)


def test_what_has_no_fixed_length_is_no_tensor_as_in_games_of_their_own() -> None:
    state = midway("keltis-card", 2, 20)
    theirs = pyspiel.load_game("gin_rummy")
    for game, at in ((theirs, theirs.new_initial_state()), (state.get_game(), state)):
        for ask in (game.information_state_tensor_shape, game.information_state_tensor_size):
            with pytest.raises(pyspiel.SpielError, match="InformationStateTensorShape unimplemented"):
                ask()
        with pytest.raises(pyspiel.SpielError, match="InformationStateTensorShape unimplemented"):
            at.information_state_tensor(0)
    remembering = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    assert remembering.string_from(state, 0) == state.information_state_string(0)
    with pytest.raises(pyspiel.SpielError, match="unimplemented"):
        remembering.set_from(state, 0)
    for player in (2, -1):
        with pytest.raises(pyspiel.SpielError, match="there is no player"):
            state.observation_tensor(player)


@pytest.mark.parametrize("id", ["keltis-card", "quartz-dice"])
def test_forced_moves_can_be_skipped(id: str) -> None:
    """Whoever is asked has a choice; what has happened by itself is told, resampled, copied and pickled, too."""
    seats = 2 if id == "keltis-card" else 3
    state, rng = game_of(id, seats, ",skip_forced=True").new_initial_state(), np.random.default_rng(1)
    skipped = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
            continue
        assert len(state.legal_actions()) > 1
        if skipped == 0 and len(state.past.events) > len(state.history()):
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert len(other.past.events) == len(state.past.events)
            assert str(pickle.loads(pickle.dumps(other))) == str(other)
        skipped = len(state.past.events) - len(state.history())
        state.apply_action(rng.choice(state.legal_actions()))
    assert skipped > 0


def test_boards_and_tiles_are_parameters(tmp_path: Path) -> None:
    tiles = {colour: ["-"] * 11 for colour in ("blue", "green", "pink", "red", "yellow")}
    (tmp_path / "tiles.json").write_text(json.dumps(tiles), encoding="utf-8")
    game = pyspiel.load_game("wishstone_keltis_dice", {"tiles": str(tmp_path / "tiles.json"), "end": "stones"})
    assert game.game.data.symbols.sum() == 0
    assert game.game.options == {"end": "stones"}
    assert pyspiel.load_game(str(game)).game.data.tobytes() == game.game.data.tobytes()
    state = game.new_initial_state()
    for other in (
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        pickle.loads(pickle.dumps(game)).new_initial_state(),
    ):
        assert other.get_game().game.data.tobytes() == game.game.data.tobytes()
    (tmp_path / "tiles.json").write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match="JSON"):
        pyspiel.load_game("wishstone_keltis_dice", {"tiles": str(tmp_path / "tiles.json")})
    with pytest.raises(UsageError, match="nowhere"):
        pyspiel.load_game("wishstone_keltis(board=nowhere.toml)")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("wishstone_keltis(players=7)", "keltis is played by 2 to 4, not by 7"),
        ("wishstone_keltis(reward=money)", "it can be: margin, win"),
        ("wishstone_quartz_dice(jackhammer=never)", "it can be: pairs, per-die"),
    ],
)
def test_what_cannot_be_is_said(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        pyspiel.load_game(name)


def test_a_program_that_uses_it_ends_well() -> None:
    code = "import pyspiel, wishstone.env.open_spiel; print(pyspiel.load_game('wishstone_keltis(players=3)'))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("wishstone_keltis(")
