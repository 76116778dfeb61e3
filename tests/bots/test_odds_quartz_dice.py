"""Fitted player of Quartz: its dice equal brute force, and its actions the difference of two valuations.

Every die is thrown by itself here: all 6ⁿ falls of n dice, in fractions, with nothing of the policy's but the prices of
each face's actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import floor
from typing import Any

import numpy as np
import pytest

from wishstone.bots.weights import weights_of
from wishstone.game.contract import CHANCE, Game, MoveNumber, Position
from wishstone.game.rule import shared
from wishstone.games import load
from wishstone.games.quartz_dice import policy, prices, rules, worth
from wishstone.games.shared.dice import THROW_FACES
from wishstone.lab.simulate import Player

OPTIONS: tuple[dict[str, str], ...] = ({}, {"jackhammer": "per-die"})
Faces = tuple[int, ...]


def weights_for(seats: int, seed: int) -> Any:
    """The fitted weights, or for a seed above 0 others that nobody would play by."""
    weights = weights_of(load("quartz-dice"), seats).astype(np.int64)
    if seed:
        weights = weights * np.random.default_rng(seed).integers(40, 160, len(weights)) // 100
    return weights.astype(np.int32)


def positions(game: Game, seats: int, seed: int, every: int) -> Iterator[Position]:
    """Every few moves a position with a choice, out of a game of greedy and random bots."""
    bots = ["greedy" if (seat + seed) % 3 else "random" for seat in range(seats)]
    match = Player(game, seats, bots, seed).play()
    state = game.start(seats, match.first)
    at = 0
    for event in match.events:
        if event.by != CHANCE and len(game.legal(state)) > 1:
            at += 1
            if at % every == 0:
                yield state
        game.apply(state, event.move)


def rated(game: Game, state: Position, weights: Any) -> tuple[dict[int, int], Any]:
    """The rating of every legal move, and what the policy noted on its way."""
    player = shared(f"{game.folder}.policy", game.engine)
    moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
    ratings = np.zeros(game.rules.MAX_LEGAL, np.int64)
    scratch = np.full(policy.SCRATCH, 77, np.int64)  # what was left there before must not matter
    count = game.rules.legal(state, game.data, moves)
    player.rate(state, game.data, weights, moves, count, ratings, scratch)
    return {int(moves[i]): int(ratings[i]) for i in range(count)}, scratch


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class BruteForce:
    """The best that can be made of dice, by trying everything."""

    def __init__(self, scratch: Any, free: int, markers: int, price: int) -> None:
        self.scratch, self.free, self.markers, self.price = scratch, free, markers, price
        self.best = cache(self._best)
        self.mean = cache(self._mean)
        self.lying = cache(self._lying)

    def worth(self, face: int, dice: int) -> int:
        """What the actions of one face are worth, as the policy priced them."""
        return int(self.scratch[prices.WORTH + prices.DEEP * face + dice])

    def _lying(self, faces: Faces) -> int:
        """The best use of every pair of helmets, tried in all ways (Q-17, Q-18)."""
        dice = [faces.count(face) for face in range(6)]
        found = []
        for uses in product(range(5), repeat=dice[rules.HELMET] // 2):
            joined = dice[:5]
            for use in uses:
                joined[use] += 1 if use == rules.PICKAXE else 2
            found.append(sum(self.worth(face, joined[face]) for face in range(5)))
        return max(found)

    def _mean(self, kept: Faces, left: int) -> Fraction:
        """The mean over all falls of the other dice, with so many throws left after it."""
        falls = list(product(range(6), repeat=5 - len(kept)))
        return sum((self.best(tuple(sorted(kept + fall)), left) for fall in falls), Fraction()) / len(falls)

    def _best(self, faces: Faces, left: int) -> Fraction:
        """The best of keeping all dice and throwing any of them again."""
        found = [Fraction(self.lying(faces))]
        if left:
            price = self.price if left <= self.markers else 0
            found += [self.mean(kept, left - 1) - price for kept in parts(faces)]
        return max(found)


def parts(faces: Faces) -> list[Faces]:
    """Everything less than all of the dice."""
    return sorted({part for size in range(len(faces)) for part in combinations(faces, size)})


def check_throws(game: Game, state: Position, weights: Any) -> None:
    """Compare every rating of a throw with brute force."""
    ratings, scratch = rated(game, state, weights)
    seat = int(state.turn)
    free, markers = max(3 - int(state.throws), 0), int(state.markers[seat])
    price = 64 * int(weights[worth.MARKERS + int(scratch[worth.LEFT + seat])])
    force = BruteForce(scratch, free, markers, price)
    dice = list(faces_of(int(state.dice)))
    for move, rating in ratings.items():
        if move == rules.KEEP:
            assert rating == force.lying(tuple(dice))
            continue
        kept = dice.copy()
        for face in THROW_FACES[move - rules.REROLL]:
            kept.remove(face)
        assert rating == floor(force.mean(tuple(kept), free + markers - 1)) - (0 if free else price)


def faces_of(throw: int) -> Faces:
    """The dice of a throw, one by one."""
    return tuple(face for face in range(6) for _ in range(throw >> (4 * face) & 15))


@pytest.mark.parametrize("options", OPTIONS)
def test_the_last_throw_equals_brute_force(options: dict[str, str]) -> None:
    """One throw left, free or for a marker."""
    game = load("quartz-dice", options, engine="interpreted")
    checked = 0
    for seats in range(3, 7):
        for state in positions(game, seats, seats, 4):
            if state.step == rules.ROLLING and max(3 - int(state.throws), 0) + int(state.markers[state.turn]) == 1:
                check_throws(game, state, weights_for(seats, checked % 3))
                checked += 1
    assert checked >= 10


@pytest.mark.parametrize(("throws", "markers"), [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (1, 1), (3, 3)])
def test_several_throws_equal_brute_force(throws: int, markers: int) -> None:
    """Up to three throws left; all sets of dice to throw again, all falls, one throw after the other."""
    game = load("quartz-dice", OPTIONS[throws % 2], engine="interpreted")
    checked = 0
    for state in positions(game, 3 + markers, 10 * throws + markers, 2):
        if state.step == rules.ROLLING and checked < 2:
            state = game.copy(state)
            state.throws, state.markers[state.turn] = throws, markers
            check_throws(game, state, weights_for(int(state.seats), checked))
            checked += 1
    assert checked == 2


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def outlook(state: Position, weights: Any, scratch: Any, seat: int) -> int:
    """What a position is worth to a seat: what it has, less what the others have, by the weights that were noted."""
    worth.take_stock(state, weights, scratch)
    total = 64 * int(worth.value(state, weights, scratch, seat))
    for other in range(int(state.seats)):
        total -= int(scratch[worth.WEIGH + other]) * int(worth.value(state, weights, scratch, other))
    return total


def change(state: Position, weights: Any, scratch: Any, move: int) -> int:
    """What the policy says that an action changes."""
    seat = int(state.turn)
    if state.step == rules.RETURNING:
        return -int(worth.own_gain(state, weights, scratch, seat, move - rules.RETURN, -1, 0))
    if move >= rules.STEAL:
        other, kind = divmod(move - rules.STEAL, rules.REAL)
        return int(prices.worth_of_theft(state, weights, scratch, prices.Theft(seat, other, kind), 0, 0))
    if move >= rules.SEND:
        return int(prices.worth_of_sending(state, weights, scratch, seat, move - rules.SEND, 0, 0))
    safety = int(prices.safety(state, weights, scratch, seat, move - rules.STORE, -1))
    return safety + int(prices.chest_gain(state, weights, scratch, seat, 1))


@pytest.mark.parametrize("seats", [3, 6])
def test_an_action_is_worth_the_difference_of_two_positions(seats: int) -> None:
    """To store, send, steal and put back: the change computed directly is the change of the whole valuation."""
    game = load("quartz-dice", {"jackhammer": "per-die"}, engine="interpreted")
    checked = set()
    for seed in range(2):
        weights = weights_for(seats, seed)
        for state in positions(game, seats, seed, 2):
            if state.step not in (rules.ACTING, rules.RETURNING):
                continue
            ratings, scratch = rated(game, state, weights)
            for move in ratings:
                if rules.RETURN <= move < rules.STOP:
                    after = game.copy(state)
                    game.apply(after, move)
                    if move < rules.STORE:  # the bag decides about hopes, which are not what is compared here
                        after.bag, after.bag_size = state.bag, state.bag_size
                    seat = int(state.turn)
                    difference = outlook(after, weights, scratch, seat)
                    difference -= outlook(state, weights, scratch, seat)  # whose stock is what `change` counts from
                    assert change(state, weights, scratch, move) == difference
                    checked.add(game.move_names[move].split()[0])
    assert checked == {"chest", "transport", "claw", "return"}


def test_draws_of_jackhammers_equal_brute_force() -> None:
    """The mean of the better half, over all sets of crystals that can be drawn."""
    game = load("quartz-dice", {"jackhammer": "per-die"}, engine="interpreted")
    checked = 0
    for state in positions(game, 4, 3, 9):
        if 2 <= state.bag_size <= 24 and state.step == rules.ROLLING:
            _, scratch = rated(game, state, weights_for(4, 0))
            crystals = [
                int(scratch[prices.GAIN + kind]) for kind in range(rules.KINDS) for _ in range(int(state.bag[kind]))
            ]
            for number in range(2, min(len(crystals), 4) + 1):
                drawn = [sorted(part)[number // 2 :] for part in combinations(crystals, number)]
                mean = Fraction(sum(map(sum, drawn)), len(drawn))
                assert prices.worth_of_draws(state, scratch, number) == floor(mean)
            checked += 1
    assert checked >= 3


def test_the_last_crystal_is_worth_the_exact_result() -> None:
    """Whether one wins with the crystal that ends the game: by points, then by crystals (Q-29, Q-31)."""
    game = load("quartz-dice", engine="interpreted")
    results = set()
    for seats in (3, 6):
        for state in positions(game, seats, 1, 9):
            for kind in range(rules.KINDS):
                seat = int(state.turn)
                after = game.copy(state)
                after.cart[seat, kind] += 1
                sheet = np.zeros((6, len(rules.ITEMS) + len(rules.KEYS)), np.int16)
                rules.score(after, game.data, sheet)
                keys = [tuple(row[3:]) for row in sheet.tolist()]
                best = max(keys)
                expected = 0 if keys[seat] != best else 2 if keys.count(best) == 1 else 1
                assert prices.wins_with(state, seat, kind) == expected
                results.add(expected)
    assert results >= {0, 2}


@pytest.mark.rules("Q-24")
def test_the_draw_that_wins_comes_after_everything_else() -> None:
    """It ends the game at once, and with it what the other dice would have given."""
    game = load("quartz-dice", engine="interpreted")
    state = game.start(3)
    for kind in range(rules.KINDS):
        state.bag[kind] = 0
    state.bag[0] = state.bag_size = 1
    state.cart[0, rules.BLACK], state.chest[0, 0] = 1, 5
    state.step, state.actions[rules.PICKAXE], state.actions[rules.TRANSPORT] = rules.ACTING, 1, 1
    ratings, _ = rated(game, state, weights_for(3, 0))
    assert ratings[rules.SEND + 1] > ratings[rules.DIG] > ratings[rules.STOP]


# ── Engines ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("options", OPTIONS)
def test_every_engine_gives_the_same_ratings_and_leaves_the_position(options: dict[str, str]) -> None:
    """Ratings are equal to the last digit, and the position is as it was, byte for byte."""
    slow, fast = (load("quartz-dice", options, engine=engine) for engine in ("interpreted", "compiled"))
    steps = set()
    for seats in range(3, 7):
        for state in positions(slow, seats, 40 + seats, 7):
            weights = weights_for(seats, seats % 2)
            before = state.tobytes()
            ratings, _ = rated(slow, state, weights)
            same, _ = rated(fast, state, weights)
            assert ratings == same
            assert state.tobytes() == before
            steps.add(int(state.step))
    assert steps >= {rules.ROLLING, rules.ACTING}
