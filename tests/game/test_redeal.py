"""Redeal of the card game: what a seat knows is kept, and the rest is dealt fairly."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from wishstone.game.chance import Generator, below, stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.match import Match
from wishstone.games import load
from wishstone.games.keltis_card import rules as card
from wishstone.games.shared.rows import NUMBERS

SEAT_COUNTS = (2, 3, 4)
HIDDEN_FIELDS = {"unseen", "unseen_twice", "unseen_points", "unseen_of", "hand", "hand_twice", "hand_points"}


@pytest.fixture(scope="module")
def game() -> Game:
    return load("keltis-card", engine="compiled")


def played(game: Game, seats: int, number: int, decisions: int) -> Position:
    """A position after so many random decisions."""
    state, dealer, player = game.start(seats), stream(3, number), stream(3, number, 1)
    while decisions and (who := game.actor(state)) != OVER:
        if who == CHANCE:
            game.apply(state, game.sample(state, dealer))
        else:
            legal = game.legal(state)
            game.apply(state, legal[below(player, len(legal))])
            decisions -= 1
    return state


def held(state: Position, seat: int, field: str = "hand") -> list[int]:
    """How many cards of each kind a seat holds, or is known to hold."""
    sets = state[field][seat], state[f"{field}_twice"][seat], state[f"{field}_points"][seat]
    return [card.copies(*sets, kind) for kind in range(card.KINDS)]


def unknown(state: Position, seat: int) -> NDArray[np.int64]:
    """How many cards of each kind a seat has not seen: in the draw pile, the box, and unseen in other hands."""
    copies = np.array([card.unseen_copies(state, kind) for kind in range(card.KINDS)])
    for other in range(int(state.seats)):
        if other != seat:
            copies += np.array(held(state, other)) - np.array(held(state, other, "known"))
    return copies


# ── What is kept ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_everything_that_a_seat_knows_is_kept(game: Game, seats: int) -> None:
    for number in range(10):
        state = played(game, seats, number, decisions=25 * number)
        for seat in range(seats):
            redealt = game.redealt(state, seat, stream(4, number))
            for field in set(state.dtype.names or ()) - HIDDEN_FIELDS:
                assert np.array_equal(redealt[field], state[field]), field
            assert held(redealt, seat) == held(state, seat)
            assert np.array_equal(unknown(redealt, seat), unknown(state, seat)), "no card comes or goes"
            for other in range(seats):
                hand, known = held(redealt, other), held(redealt, other, "known")
                assert sum(hand) == state.hand_size[other]
                assert all(one >= least for one, least in zip(hand, known, strict=True))


class Sequel:
    """A game of two whose hands are named, and what seat 0 can suppose about the hand of seat 1."""

    def __init__(self, game: Game, *hands: str) -> None:
        self.match = Match(game, 2)
        for seat, hand in enumerate(hands):
            for name in hand.split(", "):
                self.match.play(f"deal {seat} {name}")

    def play(self, *events: str) -> None:
        for event in events:
            self.match.play(event)

    def supposed(self, name: str, seat: int = 1, to: int = 0, redeals: int = 300) -> list[int]:
        """Which numbers of this card one seat holds in redeals for another."""
        kind = self.match.game.outcomes_by_name[f"card {name}"] - card.CARD
        rng = stream(11)
        deals = [self.match.game.redealt(self.match.state, to, rng) for _ in range(redeals)]
        return sorted({held(state, seat)[kind] for state in deals})


def test_a_card_taken_openly_stays_in_that_hand_until_it_is_played(game: Game) -> None:
    sequel = Sequel(
        game,
        "red 9, red 10, blue 0, blue 1, blue 2, blue 8, blue 9, blue 10",
        "green 0, green 1, green 2, green 8, pink 0, pink 1, pink 2, pink 8",
    )
    assert sequel.supposed("red 9") == [0], "seat 0 holds it"
    assert sequel.supposed("green 0") == [0, 1], "nobody has shown it"
    sequel.play("discard red 9", "draw deck", "card yellow 0")
    assert sequel.supposed("red 9") == [0], "it lies open"
    sequel.play("discard green 0", "draw red")
    assert sequel.supposed("red 9") == [1], "everybody saw where it went"
    assert sequel.supposed("red 9", seat=0, to=1) == [0]

    sequel.play("discard blue 0", "draw deck", "card yellow 1", "discard green 1", "draw deck", "card red 8")
    assert sequel.supposed("red 9") == [1], "and nobody forgets"
    assert sequel.supposed("red 8") == [0, 1]

    sequel.play("discard blue 1", "draw deck", "card yellow 2", "lay red 9")
    assert sequel.supposed("red 9") == [0], "now it lies in a row"


def test_of_two_equal_cards_the_known_one_counts_as_played_first(game: Game) -> None:
    sequel = Sequel(
        game,
        "red 5, red 10, blue 0, blue 1, blue 2, blue 8, blue 9, blue 10",
        "red 5, green 1, green 2, green 8, pink 0, pink 1, pink 2, pink 8",
    )
    assert sequel.supposed("red 5") == [0, 1], "seat 0 holds one, and the other may be anywhere"
    sequel.play("discard red 5", "draw deck", "card yellow 0", "discard green 1", "draw red")
    assert sequel.supposed("red 5") == [1, 2], "one for certain, the other may be there too"
    sequel.play("discard blue 0", "draw deck", "card yellow 1", "lay red 5")
    assert sequel.supposed("red 5") == [0, 1], "the certain one was laid"


def test_an_onlooker_supposes_nothing_about_unseen_hands(game: Game) -> None:
    state = played(game, 3, number=1, decisions=60)
    deals = [game.redealt(state, -1, stream(12, number)) for number in range(50)]
    for seat in range(3):
        known = held(state, seat, "known")
        least = [min(copies) for copies in zip(*(held(deal, seat) for deal in deals), strict=True)]
        assert least == known


# ── What is dealt ────────────────────────────────────────────────────────────────────────────────────────────────

REDEALS = 20_000
TOO_FAR = 5.0  # standard deviations


def dealt(game: Game, state: Position, seat: int, rng: Generator) -> NDArray[np.int64]:
    """Who holds how many of what in many redeals for a seat: by redeal, seat and kind; known cards not counted."""
    columns = {name: np.zeros((REDEALS, 4), np.int64) for name in ("hand", "hand_twice", "hand_points")}
    for number in range(REDEALS):
        redealt = game.redealt(state, seat, rng)
        for name, column in columns.items():
            column[number] = redealt[name]
    colours = np.arange(card.COLOUR_KINDS)
    hands = ((columns["hand"][..., None] >> colours) & 1) + ((columns["hand_twice"][..., None] >> colours) & 1)
    points = (columns["hand_points"][..., None] >> np.arange(NUMBERS)) & 1
    known = np.array([held(state, other, "known") for other in range(4)])
    unseen: NDArray[np.int64] = np.concatenate([hands, points], axis=2) - known
    return unseen


@pytest.mark.parametrize(("seats", "decisions"), [(2, 0), (3, 60), (4, 90)])
def test_every_card_that_a_seat_has_not_seen_is_dealt_its_fair_share(game: Game, seats: int, decisions: int) -> None:
    """Each kind in each hand, and each two kinds together in a hand, come as often as if the cards were shuffled.

    There are fewer than 600 comparisons in each position, and each is off by five standard deviations with a
    probability of one in 1.7 million: a false alarm comes in one of 2,900 positions. Seeds are fixed, so what passes
    goes on to pass.
    """
    state, seat = played(game, seats, number=2, decisions=max(decisions, 1)), 1
    copies = unknown(state, seat)
    cards = int(copies.sum())
    hands = dealt(game, state, seat, stream(13))
    assert not hands[:, seats:].any()
    for other in set(range(seats)) - {seat}:
        drawn = int(state.hand_size[other]) - sum(held(state, other, "known"))
        assert (hands[:, other].sum(axis=1) == drawn).all()
        for kind, number in enumerate(copies):
            mean = drawn * number / cards
            spread = mean * (1 - number / cards) * (cards - drawn) / (cards - 1)
            assert abs(sigmas(hands[:, other, kind], mean, spread)) < TOO_FAR, (other, kind)
        singles = np.flatnonzero(copies == 1)
        for one, two in zip(singles, np.roll(singles, 1), strict=True):
            together = drawn * (drawn - 1) / (cards * (cards - 1))
            found = hands[:, other, one] * hands[:, other, two]
            assert abs(sigmas(found, together, together * (1 - together))) < TOO_FAR, (other, one, two)


def sigmas(found: NDArray[np.int64], mean: float, variance: float) -> float:
    """How many standard deviations the mean of what was found lies from where it should."""
    if variance == 0:
        return 0.0 if (found == mean).all() else math.inf
    return float((found.mean() - mean) / math.sqrt(variance / len(found)))
