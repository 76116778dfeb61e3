"""Optional parts of a game: what stands in for each that a game has not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.packages import OPTIONAL, offer_package, write_package
from wishstone.bots import make
from wishstone.bots.analyse import analyse
from wishstone.bots.levels import LEVELS, recipe_of
from wishstone.bots.luck_report import LuckEstimator, strokes_of
from wishstone.bots.policies import greedy_of, policy_of
from wishstone.bots.rater import Rater
from wishstone.bots.rollout import sheet_shape
from wishstone.bots.stand_ins import stand_in_of
from wishstone.bots.weights import weights_of
from wishstone.env.layout import ANY, layout_of
from wishstone.env.vector import VectorEnv
from wishstone.game.chance import stream
from wishstone.game.conformance import assert_conforms
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.errors import UsageError
from wishstone.game.match import Event
from wishstone.games import EVERY
from wishstone.learning.lesson import lesson
from wishstone.learning.rulebook import rulebook
from wishstone.server.http.table_routes import game_to_json

BARE = "pebbles"  # a game with the required parts alone


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    write_package(tmp_path, BARE, without=OPTIONAL)
    package = offer_package(monkeypatch, tmp_path, BARE)
    assert not any(package.has(part) for part in ("greedy", "policy", "layout", "levels", "rulebook", "lesson"))
    return EVERY.load(BARE, engine="interpreted")


def random_game(game: Game, number: int) -> Iterator[tuple[Position, Event]]:
    """Every event of a game in which all moves are the first that are legal, and the position before it."""
    rng, state = stream(3, number), game.start(2)
    while (who := game.actor(state)) != OVER:
        event = Event(who, game.sample(state, rng) if who == CHANCE else game.legal(state)[0])
        yield game.copy(state), event
        game.apply(state, event.move)


def decisions(game: Game, count: int) -> list[Position]:
    """Positions of such games in which somebody has a choice."""
    found: list[Position] = []
    for number in range(count):
        events = random_game(game, number)
        found += [state for state, event in events if event.by != CHANCE and len(game.legal(state)) > 1]
    return found[:count]


def test_it_conforms_with_the_required_parts_alone(bare: Game) -> None:
    assert_conforms(bare, games=2)


def test_without_greedy_the_best_score_at_once_is_taken(bare: Game) -> None:
    player, mind, moves = greedy_of(BARE, "interpreted"), bare.array(2), np.zeros(bare.rules.MAX_LEGAL, np.int32)
    sheet = np.zeros(sheet_shape(bare.rules), np.int32)
    differing = 0
    for position in decisions(bare, 40):
        seat, leads = bare.actor(position), {}
        for move in bare.legal(position):
            after = bare.copy(position)
            bare.apply(after, move)
            totals = [row[bare.rules.ITEMS.index("total")] for row in bare.score_rows(after)]
            leads[move] = totals[seat] - totals[1 - seat]
        mind[0] = position
        assert player.choose(mind, bare.data, moves, sheet) == max(leads, key=leads.__getitem__)
        differing += len(set(leads.values())) > 1
    assert differing > 5, "there was something to choose"


def test_without_a_policy_moves_are_rated_almost_alike(bare: Game) -> None:
    rater, firsts = Rater(bare), set()
    for position in decisions(bare, 40):
        count = rater.rate(position, weights_of(bare, 2))
        ratings = rater.ratings[:count].tolist()
        assert max(ratings) - min(ratings) <= rater.policy.SOFTNESS // 4
        firsts.add(ratings.index(max(ratings)))
    assert firsts > {0, 1}, "a short search does not always begin with the first moves"


def test_without_a_policy_levels_are_made_of_simulations(bare: Game) -> None:
    recipes = [recipe_of(level, bare) for level in LEVELS]
    simulations = [recipe.simulations for recipe in recipes if recipe is not None]
    assert len(simulations) == len(LEVELS)
    assert simulations == sorted(set(simulations))
    assert simulations[0] > 0
    assert {stand_in_of(level, bare) for level in LEVELS} == {"greedy"}
    with pytest.raises(UsageError, match="cannot have a style: pebbles has no fitted player"):
        recipe_of("hard+bold", bare)


@pytest.mark.parametrize("name", ["random", "greedy", "fitted", "novice", "medium", "search:20"])
def test_every_bot_plays_a_whole_game(bare: Game, name: str) -> None:
    bot, rng, state = make(name, bare), stream(5), bare.start(2)
    while (who := bare.actor(state)) != OVER:
        if who == CHANCE:
            bare.apply(state, bare.sample(state, rng))
        else:
            move = bot.choose(bare.redealt(state, who, rng), rng)
            assert move in bare.legal(state)
            bare.apply(state, move)
    bot.close()


def test_hints_and_luck_reports_need_no_policy(bare: Game) -> None:
    [position] = decisions(bare, 1)
    found = analyse(bare, position, stream(1), simulations=60)
    assert sorted(each.move for each in found.moves) == bare.legal(position)
    stroke = next(strokes_of(bare, bare.start(2), [event for _, event in random_game(bare, 0)]))
    assert len(LuckEstimator(bare).estimate(stroke, 1, 1).gains) == 2


def test_without_a_layout_fields_have_the_names_of_the_observation(bare: Game) -> None:
    layout = layout_of(BARE)
    assert [(field.name, field.size) for field in layout] == list(bare.rules.OBSERVATION)
    assert {(field.low, field.high) for field in layout} == {ANY}
    env = VectorEnv(BARE, 2, seed=1, engine="interpreted")
    seen, _ = env.reset()
    assert seen.dtype == layout.dtype == np.int16


def test_without_a_rulebook_or_a_lesson_that_is_said(bare: Game) -> None:
    with pytest.raises(UsageError, match="pebbles has no rulebook"):
        rulebook(BARE)
    with pytest.raises(UsageError, match="pebbles has no lesson"):
        lesson(BARE)


def test_the_page_hears_which_parts_a_game_has(bare: Game) -> None:
    told = game_to_json(bare.package, is_compiled=False)
    assert (told["rule_prefix"], told["rulebook"], told["lesson"], told["styles"]) == ("M", False, False, ())
    ours = game_to_json(EVERY.find("keltis-new-paths"), is_compiled=True)
    assert (ours["rule_prefix"], ours["rulebook"], ours["lesson"]) == ("N", True, True)
    assert ours["styles"] == ("cautious", "bold", "spiteful")


def test_a_lead_counts_by_the_range_of_the_scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path, "shingle", changes={"__init__.py": ("    margin=30,\n", "")})
    offer_package(monkeypatch, tmp_path, "shingle")
    assert EVERY.load("miniature").margin == 30
    assert EVERY.load("shingle").margin == 2, "a quarter of -2 to 6"


def test_without_weights_a_policy_has_zeros(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path, "scree", without=("weights",))
    offer_package(monkeypatch, tmp_path, "scree")
    game = EVERY.load("scree")
    weights = weights_of(game, 2)
    assert len(weights) == policy_of("scree", "interpreted").WEIGHTS
    assert not weights.any()
    recipe = recipe_of("novice", game)
    assert recipe is not None
    assert recipe.simulations > 0


def test_weights_of_another_policy_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path, "gravel", changes={"policy.py": ("LAYOUT = 1", "LAYOUT = 2")})
    offer_package(monkeypatch, tmp_path, "gravel")
    with pytest.raises(UsageError, match=r"gravel-2.json does not fit the policy.py of gravel"):
        weights_of(EVERY.load("gravel"), 2)
