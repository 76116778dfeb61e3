"""Invariants of Keltis and New Paths: Hypothesis plays on to positions that would break one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import amount, thorough
from wishstone.api import count_copies
from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.match import Event, Match
from wishstone.game.move_check import check_move
from wishstone.games import load
from wishstone.games.keltis import rules
from wishstone.games.keltis.table import TILES, card_name, stone_name
from wishstone.games.shared.rows import ALL_NUMBERS, NUMBERS

GAMES = ("keltis", "keltis-new-paths")
COLOURS = ("blue", "green", "pink", "red", "yellow")
PACK = Counter({f"{colour} {number}": 2 for colour in COLOURS for number in range(11)})  # K-1
BAG = {  # K-4, N-1
    "keltis": Counter({"wish": 9, "clover": 9, "points 1": 2, "points 2": 3, "points 3": 2}),
    "keltis-new-paths": Counter(
        {"clover": 5, "points 2": 5, "points 3": 2, "discard": 5} | {f"wish {colour}": 1 for colour in COLOURS}
    ),
}
CUT_OFF = 900  # decisions; most random games end before

random_games = given(
    name=st.sampled_from(GAMES), seed=st.integers(0, 2**63 - 1), seats=st.integers(2, 4), first=st.integers(0, 1)
)
some_examples = settings(max_examples=amount(5, 12), deadline=None, derandomize=True)


def compiled(name: str) -> Game:
    return load(name, engine="compiled")


def random_match(name: str, seed: int, seats: int, first: int) -> Iterator[Match]:
    """A random game, before every event and at its end; the events are made without asking the door."""
    match = Match(compiled(name), seats, first)
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


def cards_in(once: int, twice: int) -> Counter[str]:
    """The cards of two sets."""
    copies = {card_name(kind): count_copies(once, twice, kind) for kind in range(rules.KINDS)}
    return Counter({name: number for name, number in copies.items() if number})


def hand(state: Position, seat: int, field: str = "hand") -> Counter[str]:
    return cards_in(state[field][seat], state[f"{field}_twice"][seat])


def unseen(state: Position) -> Counter[str]:
    return cards_in(state.unseen, state.unseen_twice)


def piles(state: Position) -> Counter[str]:
    numbers = ((colour, int(n)) for colour in range(5) for n in state.pile[colour, : state.pile_size[colour]])
    return Counter(card_name(NUMBERS * colour + number) for colour, number in numbers)


# ── Conservation ─────────────────────────────────────────────────────────────────────────────────────────────────


@some_examples
@random_games
def test_every_card_is_somewhere_exactly_once(name: str, seed: int, seats: int, first: int) -> None:
    for match in random_match(name, seed, seats, first):
        state = match.state
        held = sum((hand(state, seat) + hand(state, seat, "row") for seat in range(4)), Counter())
        assert unseen(state) + piles(state) + held == PACK


@some_examples
@random_games
def test_every_tile_wish_stone_and_figure_is_somewhere_exactly_once(
    name: str, seed: int, seats: int, first: int
) -> None:
    for match in random_match(name, seed, seats, first):
        state, data = match.state, match.game.data
        lying = Counter(TILES[int(tile) - 1] for tile in state.tile if tile)
        left = Counter({TILES[kind]: int(count) for kind, count in enumerate(state.tiles_left) if count})
        wished = Counter({kind: count for kind, count in BAG[name].items() if kind.startswith("wish")})
        rest = Counter({kind: count for kind, count in BAG[name].items() if not kind.startswith("wish")})
        found = lying + left
        assert Counter({kind: count for kind, count in found.items() if kind in rest}) == rest, "they stay"
        for colour, kind in enumerate((*(f"wish {colour}" for colour in COLOURS), "wish")):
            stacked = int(state.stack[colour]) if colour < 5 else 0
            count = found[kind] + stacked + int(state.wish_stones[:, colour].sum())
            assert count == wished[kind] + (5 if name != "keltis" and colour < 5 else 0), kind
        goal = 0
        for seat in range(seats):
            small = [int(stone) for stone in state.small[seat]]
            assert small == sorted(small)
            stones = [*small, int(state.large[seat])]
            assert all(0 <= stone <= data.stones for stone in stones)
            goal += sum((int(data.goal) >> stone) & 1 for stone in stones)
            if name == "keltis":  # K-10
                paths = Counter(int(data.colour[stone]) for stone in stones if stone)
                assert max(paths.values(), default=0) <= 1
        assert goal == state.in_goal
        assert goal < 5 or match.is_over


@some_examples
@random_games
def test_hands_and_the_draw_pile_hold_as_many_cards_as_they_should(
    name: str, seed: int, seats: int, first: int
) -> None:
    for match in random_match(name, seed, seats, first):
        state = match.state
        step, turn, removed = int(state.step), int(state.turn), 30 if seats == 2 else 0  # K-6
        assert sum(unseen(state).values()) == state.draw_pile + removed
        by_colour = Counter(card.split()[0] for card in unseen(state).elements())
        assert [by_colour[colour] for colour in COLOURS] == state.unseen_of.tolist()
        for seat in range(4):
            held = hand(state, seat)
            assert sum(held.values()) == state.hand_size[seat]
            assert hand(state, seat, "known") <= held, "what is known of a hand is in it"
            if rules.PLAYING <= step < rules.DONE and seat < seats:
                missing = int(state.draws) if seat == turn and step != rules.PLAYING else 0
                assert sum(held.values()) == 8 - missing  # K-15, N-16
        if step == rules.PLAYING:
            assert state.draw_pile > 0, "K-17"


@some_examples
@random_games
def test_chances_add_up_to_the_tiles_left_or_the_unseen_cards(name: str, seed: int, seats: int, first: int) -> None:
    for match in random_match(name, seed, seats, first):
        if match.actor != CHANCE:
            continue
        weights = {match.game.outcome_names[outcome]: weight for outcome, weight in match.game.chances(match.state)}
        if match.state.step == rules.TILING:
            assert sum(weights.values()) == sum(BAG[name].values()) - len(match.events)
        else:
            cards = {
                outcome.partition(" ")[2].removeprefix(f"{int(match.state.turn)} "): weight
                for outcome, weight in weights.items()
            }
            assert cards == dict(unseen(match.state))


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@some_examples
@random_games
def test_rows_take_what_the_page_says_also_when_they_are_shortened(
    name: str, seed: int, seats: int, first: int
) -> None:
    rows: dict[tuple[int, str], list[int]] = {(seat, colour): [] for seat in range(seats) for colour in COLOURS}
    played = 0
    for so_far in random_match(name, seed, seats, first):
        state = so_far.state
        for event in so_far.events[played:]:
            match (so_far.game.move_names[event.move] if event.by != CHANCE else "").split():
                case ["lay", colour, number]:
                    rows[event.by, colour].append(int(number))
                case ["drop", colour]:
                    rows[event.by, colour].pop()
        played = len(so_far.events)
        for (seat, colour), row in rows.items():
            at = COLOURS.index(colour)
            taken = (int(state.takes[seat]) >> (NUMBERS * at)) & ALL_NUMBERS
            fits = [[*row, n] in (sorted([*row, n]), sorted([*row, n], reverse=True)) for n in range(11)]  # K-8
            assert [bool((taken >> n) & 1) for n in range(11)] == fits, row
            assert state.last[seat, at] == (row[-1] if row else -1)


# ── The whole game ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["keltis", thorough("keltis-new-paths", why="the same rules on another board")])
def test_every_stone_and_every_way_is_visited_in_random_play(name: str) -> None:
    """By both sizes of figures; random games are short of breath, so the farthest ways need many of them."""
    game = compiled(name)
    ways = {move for move in range(rules.STEP, rules.STAY) if "nowhere" not in game.move_names[move]}
    assert len(ways) == 2 * int(game.data.first_way[rules.STONES])
    stepped: set[int] = set()
    state, dealer, player = game.start(3), stream(1), stream(1, who=1)
    number = 0
    while stepped != ways and number < 3000:
        number += 1
        game.rules.setup(state, game.data, 2 + number % 3, 0)
        while (who := game.actor(state)) != OVER:
            legal = game.legal(state)
            steps = [move for move in legal if rules.STEP <= move < rules.STAY]
            lays = [move for move in legal if rules.LAY <= move < rules.STEP]
            options = steps or lays or legal  # whoever can, goes
            move = game.sample(state, dealer) if who == CHANCE else options[below(player, len(options))]
            game.apply(state, move)
            if who != CHANCE and rules.STEP <= move < rules.STAY:
                stepped.add(move)
    assert [game.move_names[move] for move in sorted(ways - stepped)] == []
    entered = {stone_name(game.data, int(game.data.way_to[(move - rules.STEP) % rules.MOST_WAYS])) for move in stepped}
    assert len(entered) == game.data.stones


@some_examples
@random_games
def test_a_game_ends_as_the_page_says_or_is_cut_off(name: str, seed: int, seats: int, first: int) -> None:
    *_, match = random_match(name, seed, seats, first)
    assert match.is_over or match.decisions == CUT_OFF
    if match.is_over:
        result = match.result()
        assert result.end in ("goal", "draw-pile")
        assert (match.state.draw_pile == 0) == (result.end == "draw-pile")
        assert (match.state.in_goal == 5) == (result.end == "goal")


@settings(max_examples=amount(3, 5), deadline=None, derandomize=True)
@random_games
def test_every_event_is_read_back_from_its_name(name: str, seed: int, seats: int, first: int) -> None:
    *_, match = random_match(name, seed, seats, first)
    again = Match(match.game, seats, first)
    for event in match.events:
        text = match.game.name(again.state, event.move)
        assert check_move(match.game, again.state, text) == event.move
        assert again.play(text) == event
    assert again.state.tobytes() == match.state.tobytes()
