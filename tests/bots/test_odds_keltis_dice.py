"""Odds bot of the dice game: its sums equal those over every way that the dice can fall, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights, weights_of
from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, Game, MoveNumber, Numbers, Position
from wishstone.game.rule import Engine
from wishstone.games import load
from wishstone.games.keltis_dice import policy, rules, values
from wishstone.games.keltis_dice.loader import SYMBOLS
from wishstone.games.shared.dice import THROW_FACES
from wishstone.train.__main__ import main

COLOURS = ("blue", "green", "pink", "red", "yellow")
SEATS = (2, 3, 4)
ENDS = ("tiles", "stones")


@cache
def game_with(end: str, own_tiles: bool, engine: Engine = "interpreted") -> Game:
    """The game with an option, and with symbols strewn over the tiles, rare ones as well as common ones."""
    tiles = {colour: [SYMBOLS[(5 * c + 3 * v + v * v) % 7] for v in range(11)] for c, colour in enumerate(COLOURS)}
    return load("keltis-dice", {"end": end}, engine=engine, files={"tiles": tiles} if own_tiles else {})


GAMES = [(end, own, seats) for end in ENDS for own in (False, True) for seats in SEATS]


def random_weights(seed: int, seats: int) -> Weights:
    """The fitted weights, a little shaken, so that no weight is 0 and no two are the same by chance."""
    rng = np.random.default_rng(seed)
    weights = weights_of(load("keltis-dice"), seats) + rng.integers(-40, 41, values.WEIGHTS)
    weights[values.LIKED :] = rng.integers(-values.RATING_NAT, values.RATING_NAT, values.WEIGHTS - values.LIKED)
    weights[values.HEED] = values.HEEDED
    shaken: Weights = weights.astype(np.int32)
    return shaken


def positions(game: Game, seats: int, seed: int) -> Iterator[Position]:
    """Positions with a decision, from random games in which tiles and stones are taken eagerly, to their ends."""
    state, rng = game.start(seats, seed % seats), stream(seed)
    while (who := game.actor(state)) != OVER:
        if who == CHANCE:
            game.apply(state, game.sample(state, rng))
            continue
        yield state
        legal = game.legal(state)
        game.apply(state, legal[below(rng, max(1, len(legal) - 1))])  # the last one is to keep all, or take nothing


def rated(game: Game, state: Position, weights: Weights) -> dict[int, int]:
    """The rating of every legal move."""
    module = policy_of(game.folder, game.engine)
    moves = np.zeros(rules.MAX_LEGAL, MoveNumber)
    ratings, scratch = np.zeros(rules.MAX_LEGAL, np.int64), np.full(policy.SCRATCH, -77, np.int64)
    count = game.rules.legal(state, game.data, moves)
    module.rate(state, game.data, weights, moves, count, ratings, scratch)
    return {int(move): int(rating) for move, rating in zip(moves[:count], ratings[:count], strict=True)}


# ── The same odds, in a simple way ───────────────────────────────────────────────────────────────────────────────


def totals(game: Game, state: Position) -> list[int]:
    """Every seat's points."""
    sheet = np.zeros((rules.SEATS[1], len(rules.ITEMS)), MoveNumber)
    game.rules.score(state, game.data, sheet)
    return [int(total) for total in sheet[: int(state.seats), -1]]


def added_up(weights: Weights, count: int, places: Numbers, amounts: Numbers) -> int:
    return sum(int(weights[place]) * int(amount) for place, amount in zip(places[:count], amounts[:count], strict=True))


def chance_after(game: Game, state: Position, move: int, weights: Weights) -> int:
    """The chance of the seat that takes something: the whole position afterwards is weighed anew."""
    seat, state = int(state.turn), game.copy(state)
    before = game.copy(state)
    game.apply(state, move)
    now = totals(game, state)
    if game.actor(state) == OVER:
        return 0 if now[seat] < max(now) else values.CERTAIN // now.count(max(now))
    places, amounts = np.zeros((2, values.ACTIVE), np.int64)
    expected = []
    for other, points in enumerate(now):
        count = values.gains(state, game.data, other, places, amounts)
        expected.append(values.POINT * points + added_up(weights, count, places, amounts))
    others = [other for other in range(len(now)) if other != seat]
    lead = expected[seat] - max(expected[other] for other in others)
    lead_now = now[seat] - max(now[other] for other in others)
    count = values.odds(state, game.data, lead, lead_now, places, amounts)
    log = added_up(weights, count, places, amounts) // values.ODDS_POINT
    return values.chance_of(log + fondness(before, move, weights) * values.NAT // values.RATING_NAT)


def fondness(state: Position, move: int, weights: Weights) -> int:
    """How fond the seat is of taking this."""
    if move >= rules.TAKE_STONES:
        return int(weights[values.STONES_LIKED]) if move == rules.TAKE_STONES else 0
    colour = (move - rules.TAKE) // rules.VALUES
    new = state.length[int(state.turn), colour] == 0
    return int(weights[values.LIKED + colour]) + (int(weights[values.BEGINNING]) if new else 0)


def best_chance(game: Game, state: Position, faces: tuple[int, ...], weights: Weights, known: dict[int, int]) -> int:
    """The best chance with these dice as the result; `known` are those of takes already weighed."""
    state = game.copy(state)
    state.throw, state.step = THROW_FACES.index(tuple(sorted(faces))), rules.TAKING
    best = 0
    for move in game.legal(state):
        key = move if move != rules.TAKE_STONES else move + 10 * faces.count(rules.STONE_FACE)
        if key not in known:
            known[key] = chance_after(game, state, move, weights)
        best = max(best, known[key])
    return best


def promises(game: Game, state: Position, weights: Weights) -> dict[int, Fraction]:
    """What to expect of every choice of dice, by going through every way for them to fall."""
    dice, known = THROW_FACES[int(state.throw)], dict[int, int]()
    best = {faces: best_chance(game, state, faces, weights, known) for faces in product(range(6), repeat=3)}
    found = {rules.KEEP: Fraction(best[dice])}
    for kept in (places for count in range(3) for places in combinations(range(3), count)):
        stay = tuple(dice[place] for place in kept)
        again = tuple(dice[place] for place in range(3) if place not in kept)
        thrown = [best[stay + fallen] for fallen in product(range(6), repeat=len(again))]
        found[rules.REROLL + THROW_FACES.index(again)] = Fraction(sum(thrown), len(thrown))
    return found


# ── Tests ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("end", "own_tiles", "seats"), GAMES)
def test_a_second_throw_is_summed_over_all_ways(end: str, own_tiles: bool, seats: int) -> None:
    game, weights = game_with(end, own_tiles), random_weights(seats, seats)
    choosing = [game.copy(s) for s in positions(game, seats, 40 + seats) if s.step == rules.CHOOSING]
    for state in choosing[::12] + choosing[-2:]:
        exact = promises(game, state, weights)
        ratings = rated(game, state, weights)
        assert ratings == {move: values.rating_of(int(chance * values.WAYS)) for move, chance in exact.items()}
        for one, other in combinations(sorted(exact), 2):  # ratings compare as the exact fractions do
            assert (ratings[one] > ratings[other]) == (exact[one] > exact[other])
            assert (ratings[one] == ratings[other]) == (exact[one] == exact[other])


@pytest.mark.parametrize(("end", "own_tiles", "seats"), GAMES)
def test_a_take_is_rated_as_the_position_after_it(end: str, own_tiles: bool, seats: int) -> None:
    game, weights = game_with(end, own_tiles), random_weights(10 + seats, seats)
    endings = 0
    taking = [game.copy(s) for s in positions(game, seats, 50 + seats) if s.step == rules.TAKING]
    for state in taking[::4] + taking[-8:]:
        for move, rating in rated(game, state, weights).items():
            chance = chance_after(game, state, move, weights)
            assert rating == values.rating_of(values.WAYS * chance)
            endings += chance in (0, values.CERTAIN)
    assert endings


@pytest.mark.parametrize("seats", SEATS)
def test_interpreted_and_compiled_agree_and_change_nothing(seats: int) -> None:
    weights = random_weights(20 + seats, seats)
    for end in ENDS:
        plain, fast = game_with(end, True), game_with(end, True, "compiled")
        for number, state in enumerate(positions(plain, seats, 7)):
            if number % 3 == 1:
                continue
            before = state.tobytes()
            assert rated(plain, state, weights) == rated(fast, state, weights)
            assert state.tobytes() == before


def test_sums_that_differ_rate_differently() -> None:
    steps = np.diff(values.CHANCES)
    assert steps.min() > 0
    assert steps.max() * values.WAYS <= values.FINE
    assert values.rating_of(0) == -values.rating_of(values.WAYS * values.CERTAIN)
    near = range(values.WAYS * values.CERTAIN // 2 - 300, values.WAYS * values.CERTAIN // 2 + 300)
    assert np.diff([values.rating_of(chances) for chances in near]).min() > 0


def test_who_likes_a_colour_takes_it_and_who_is_alone_denies_nothing() -> None:
    game, weights = game_with("tiles", False), weights_of(load("keltis-dice"), 2)
    fond, alone = weights.copy(), weights.copy()
    fond[values.LIKED] += values.RATING_NAT
    alone[values.HEED] = 0
    takes = [game.copy(state) for state in positions(game, 2, 3) if state.step == rules.TAKING]
    differs = 0
    for state in takes:
        usual, by_fond = rated(game, state, weights), rated(game, state, fond)
        for move, rating in usual.items():
            blue = rules.TAKE <= move < rules.TAKE + rules.VALUES
            assert (by_fond[move] > rating) if blue and abs(rating) < 8 * values.RATING_NAT else True
            assert by_fond[move] == rating or blue
        differs += rated(game, state, alone) != usual
    assert differs > len(takes) // 4


@pytest.mark.parametrize("seats", SEATS)
def test_the_weights_that_come_with_it_fit(seats: int) -> None:
    weights = weights_of(load("keltis-dice"), seats)
    assert len(weights) == values.WEIGHTS
    assert weights[values.HEED] == values.HEEDED
    assert not weights[values.LIKED :].any()


def test_the_command_writes_the_same_weights_again(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.json", "other.json", "third.json")]
    for file, seed in zip(files, ("5", "5", "6"), strict=True):
        main(["keltis-dice", "--seats", "3", "--games", "100", "--seed", seed, "--out", str(file)])
    one, other, third = (file.read_bytes() for file in files)
    assert one == other != third
