"""Invariants of the card game: Hypothesis plays on to positions that would break one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import amount
from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.match import Event, Match
from wishstone.game.move_check import check_move
from wishstone.games import load
from wishstone.games.keltis_card import rules as card
from wishstone.games.keltis_card.table import card_name

COLOURS = ("blue", "green", "pink", "red", "yellow")
PACK = Counter(
    [f"{colour} {number}" for colour in COLOURS for number in (0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10)]  # KC-1
    + 2 * [f"{colour} end" for colour in COLOURS]  # KC-2
    + [f"point {number}" for number in range(11)]  # KC-3
)
CUT_OFF = 600  # decisions; most random games end before

random_games = given(seed=st.integers(0, 2**63 - 1), seats=st.integers(2, 4), first=st.integers(0, 1))  # seat 0 or 1
some_examples = settings(max_examples=amount(5, 12), deadline=None, derandomize=True)


def compiled() -> Game:
    return load("keltis-card", engine="compiled")


def random_match(seed: int, seats: int, first: int) -> Iterator[Match]:
    """A random game, before every event and at its end; the events are made without asking the door."""
    match = Match(compiled(), seats, first)
    game, dealer, player = match.game, stream(seed), stream(seed, who=1)
    decisions = 0
    while True:
        yield match
        who = match.actor
        if who == OVER or decisions == CUT_OFF:
            return
        legal = game.legal(match.state)
        move = game.sample(match.state, dealer) if who == CHANCE else legal[below(player, len(legal))]
        decisions += who != CHANCE
        game.apply(match.state, move)
        match.events.append(Event(who, move))


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────


def cards_in(once: int, twice: int, points: int) -> Counter[str]:
    """The cards of three sets."""
    copies = {card_name(kind): card.copies(once, twice, points, kind) for kind in range(card.KINDS)}
    return Counter({name: number for name, number in copies.items() if number})


def members(bits: int) -> list[int]:
    return [number for number in range(16) if (int(bits) >> number) & 1]


def hand(state: Position, seat: int, field: str = "hand") -> Counter[str]:
    return cards_in(state[field][seat], state[f"{field}_twice"][seat], state[f"{field}_points"][seat])


def unseen(state: Position) -> Counter[str]:
    return cards_in(state.unseen, state.unseen_twice, state.unseen_points)


def laid_open(state: Position) -> Counter[str]:
    """All that lies in rows and on piles."""
    cards: Counter[str] = Counter()
    for seat in range(4):
        cards += cards_in(state.row[seat], state.row_twice[seat], state.neutral[seat])
        for colour in range(card.COLOURS):
            cards.update(f"point {number}" for number in members(state.row_points[seat, colour]))
    for suit in range(card.SUITS):
        faces = [int(face) for face in state.pile[suit, : state.pile_size[suit]]]
        cards.update(card_name(card.FACES * suit + face) for face in faces)
    return cards


@some_examples
@random_games
def test_every_card_and_wish_stone_is_somewhere_exactly_once(seed: int, seats: int, first: int) -> None:
    for match in random_match(seed, seats, first):
        state = match.state
        assert unseen(state) + laid_open(state) + sum((hand(state, seat) for seat in range(4)), Counter()) == PACK
        stones = members(state.wish_row) + [stone for seat in range(4) for stone in members(state.wish_stones[seat])]
        assert sorted(stones) == list(range(1, 10))  # KC-4


@some_examples
@random_games
def test_hands_and_the_draw_pile_hold_as_many_cards_as_they_should(seed: int, seats: int, first: int) -> None:
    for match in random_match(seed, seats, first):
        state = match.state
        step, turn, removed = int(state.step), int(state.turn), 30 if seats == 2 else 0  # KC-6
        assert sum(unseen(state).values()) == state.draw_pile + removed
        by_suit = Counter(name.split()[0] for name in unseen(state).elements())
        assert [by_suit[suit] for suit in (*COLOURS, "point")] == state.unseen_of.tolist()
        for seat in range(4):
            held = hand(state, seat)
            assert sum(held.values()) == state.hand_size[seat]
            assert hand(state, seat, "known") <= held, "what is known of a hand is in it"
            if seat >= seats:
                assert not held
            elif step in (card.PLAYING, card.DRAWING, card.TURNING):
                missing = int(state.draws) if seat == turn and step != card.PLAYING else 0
                assert sum(held.values()) == 8 - missing  # KC-18
        if step == card.PLAYING:
            assert state.draw_pile > 0, "KC-22"


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Row:
    """A colour row as the page describes it: a list of what was laid."""

    def __init__(self) -> None:
        self.faces: list[str] = []

    def takes(self, face: str) -> bool:
        """Whether a number or an end card may be laid (KC-9, KC-10, KC-12 to KC-14)."""
        if face == "end":
            return self.faces.count("end") < 2
        numbers = [int(each) for each in self.faces if each.isdigit()] + [int(face)]
        return "end" not in self.faces and (numbers == sorted(numbers) or numbers == sorted(numbers, reverse=True))


@some_examples
@random_games
def test_rows_take_what_the_page_says(seed: int, seats: int, first: int) -> None:
    rows = {(seat, colour): Row() for seat in range(seats) for colour in COLOURS}
    played = 0
    for so_far in random_match(seed, seats, first):
        state = so_far.state
        for event in so_far.events[played:]:
            name = so_far.game.move_names[event.move] if event.by != CHANCE else ""
            match name.split():
                case ["lay", "point", number, "on", colour]:  # KC-16
                    rows[event.by, colour].faces.append(f"point {number}")
                case ["lay", colour, face] if colour != "point":
                    rows[event.by, colour].faces.append(face)
        played = len(so_far.events)
        for (seat, suit), row in rows.items():
            at = COLOURS.index(suit)
            taken = (int(state.takes[seat]) >> (card.FACES * at)) & card.ALL_FACES
            faces = [*map(str, range(11)), "end"]
            assert [bool((taken >> bit) & 1) for bit in range(12)] == [row.takes(face) for face in faces], row.faces
            assert state.length[seat, at] == len(row.faces)
            numbers = [face for face in row.faces if face.isdigit()]
            assert state.last[seat, at] == (int(numbers[-1]) if numbers else -1)
        assert state.end_rows == sum("end" in row.faces for row in rows.values())  # KC-21


# ── The whole game ───────────────────────────────────────────────────────────────────────────────────────────────


@some_examples
@random_games
def test_a_game_ends_as_the_page_says_or_is_cut_off(seed: int, seats: int, first: int) -> None:
    *_, match = random_match(seed, seats, first)
    state = match.state
    assert match.is_over or match.decisions == CUT_OFF
    if match.is_over:
        result = match.result()
        assert result.end in ("end-cards", "draw-pile")
        assert (state.draw_pile == 0) == (result.end == "draw-pile")
        assert result.end == "draw-pile" or state.end_rows >= 5
        assert max(result.scores) == result.scores[result.winners[0]]


@settings(max_examples=amount(3, 5), deadline=None, derandomize=True)
@random_games
def test_every_event_is_read_back_from_its_name(seed: int, seats: int, first: int) -> None:
    *_, match = random_match(seed, seats, first)
    again = Match(match.game, seats, first)
    for event in match.events:
        name = match.game.name(again.state, event.move)
        assert check_move(match.game, again.state, name) == event.move
        assert again.play(name) == event
    assert again.state.tobytes() == match.state.tobytes()
