"""Rules of the card game: a test for every number on docs/rules/keltis-card.md, in the page's order."""

from __future__ import annotations

import pytest

from tests.rules.setting import COLOURS, Sitting, ended
from wishstone.game.contract import CHANCE, HIDDEN, OVER
from wishstone.game.errors import IllegalMove, MalformedMove, UsageError
from wishstone.game.match import Match
from wishstone.game.result import places
from wishstone.games import load

SEAT_COUNTS = (2, 3, 4)


def opening(seats: int) -> dict[str, int]:
    """What the first card dealt can be, with the number of its copies."""
    match = Match(load("keltis-card", engine="interpreted"), seats)
    game = match.game
    outcomes = {game.outcome_names[outcome]: weight for outcome, weight in game.chances(match.state)}
    return {name.removeprefix("deal 0 "): weight for name, weight in outcomes.items()}


# ── What is in the box ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-1")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_each_colour_has_one_of_each_low_and_high_number_and_two_of_each_from_3_to_7(seats: int) -> None:
    cards = opening(seats)
    copies = (1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1)
    for colour in COLOURS:
        assert tuple(cards[f"{colour} {number}"] for number in range(11)) == copies
    assert sum(cards[f"{colour} {number}"] for colour in COLOURS for number in range(11)) == 80


@pytest.mark.rules("KC-1")
def test_when_both_copies_of_a_card_are_out_no_third_one_comes() -> None:
    sitting = Sitting("red 3, red 3")
    sitting.play("discard red 3", "draw deck")
    assert "card red 3" not in sitting.chances()
    assert sitting.chances()["card red 4"] == 2


@pytest.mark.rules("KC-2")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_each_colour_has_two_end_cards(seats: int) -> None:
    cards = opening(seats)
    assert {name: copies for name, copies in cards.items() if name.endswith("end")} == {
        f"{colour} end": 2 for colour in COLOURS
    }


@pytest.mark.rules("KC-3")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_there_is_one_point_card_of_each_number_from_0_to_10(seats: int) -> None:
    cards = opening(seats)
    assert {name: copies for name, copies in cards.items() if name.startswith("point")} == {
        f"point {number}": 1 for number in range(11)
    }


@pytest.mark.rules("KC-4")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_there_are_nine_wish_stones_numbered_1_to_9(seats: int) -> None:
    sitting = Sitting(seats=seats)
    assert sitting.view()["wish_row"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert all(player["wish_stones"] == [] for player in sitting.view()["players"])


# ── Getting ready ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-5")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_101_cards_are_shuffled_and_everyone_is_dealt_eight_of_them(seats: int) -> None:
    assert sum(opening(seats).values()) == 101
    sitting = Sitting(seats=seats)
    assert len(sitting.match.events) == 8 * seats
    assert [len(sitting.hand(seat)) for seat in range(seats)] == [8] * seats


@pytest.mark.rules("KC-5")
def test_seat_0_is_dealt_eight_cards_then_seat_1_whoever_has_the_first_turn() -> None:
    match = Match(load("keltis-card", engine="interpreted"), seats=3, first=2)
    dealt = [f"{colour} {number}" for colour in ("blue", "green", "pink") for number in range(8)]
    for place, card in enumerate(dealt):
        assert match.actor == CHANCE
        with pytest.raises(IllegalMove):
            match.play(f"deal {(place // 8 + 1) % 3} {card}")
        match.play(f"deal {place // 8} {card}")
    assert match.actor == 2


@pytest.mark.rules("KC-5")
@pytest.mark.parametrize(("seats", "left"), [(3, 77), (4, 69)])
def test_the_rest_is_the_draw_pile(seats: int, left: int) -> None:
    sitting = Sitting(seats=seats)
    assert sitting.view()["draw_pile"] == left
    sitting.idle()
    assert sitting.view()["draw_pile"] == left - 1


@pytest.mark.rules("KC-5")
def test_the_wish_stones_lie_open_and_what_comes_off_the_draw_pile_is_hidden() -> None:
    sitting = Sitting("red 3")
    sitting.play("discard red 3", "draw deck")
    match = sitting.match
    card = match.game.outcomes_by_name["card blue 3"]
    seen = [match.game.seen(match.state, card, seat) for seat in (0, 1, -1)]
    assert seen == [card, HIDDEN, HIDDEN]
    assert len(sitting.view(-1)["wish_row"]) == 9
    assert sitting.view(0)["players"][1]["hand"] is None


@pytest.mark.rules("KC-6")
def test_two_players_put_30_cards_away_and_draw_from_55() -> None:
    sitting = Sitting(seats=2)
    assert sitting.view()["draw_pile"] == 55


@pytest.mark.rules("KC-6")
def test_what_two_players_put_away_nobody_has_seen_so_any_card_may_come() -> None:
    sitting = Sitting(seats=2)
    sitting.play(sitting.legal("discard")[0], "draw deck")
    assert sum(sitting.chances().values()) == 101 - 16
    assert set(sitting.chances().values()) == {1, 2}


@pytest.mark.rules("KC-6")
@pytest.mark.parametrize(("seats", "left"), [(3, 77), (4, 69)])
def test_three_or_four_players_put_no_card_away(seats: int, left: int) -> None:
    sitting = Sitting(seats=seats)
    sitting.play(sitting.legal("discard")[0], "draw deck")
    assert sum(sitting.chances().values()) == sitting.view()["draw_pile"] == left


# ── Discard ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-7")
def test_any_card_of_the_hand_may_be_discarded_and_no_other() -> None:
    hand = ["blue 0", "green 3", "green 3", "pink end", "red 10", "yellow 7", "point 0", "point 10"]
    sitting = Sitting(", ".join(hand))
    assert sitting.legal("discard") == [f"discard {card}" for card in dict.fromkeys(hand)]
    assert sitting.refused("discard blue 1").rule == "KC-7"


@pytest.mark.rules("KC-7")
def test_a_discarded_card_lies_on_its_pile_of_six_numbers_and_end_cards_of_a_colour_together() -> None:
    sitting = Sitting("red 3, red end, point 3", "red 9, blue end")
    sitting.turn("discard red 3")
    sitting.turn("discard red 9")
    sitting.turn("discard red end")
    sitting.turn("discard blue end")
    sitting.turn("discard point 3")
    assert list(sitting.view()["piles"]) == [*COLOURS, "point"]
    piles = {suit: sitting.pile(suit) for suit in sitting.view()["piles"]}
    assert piles == {
        "blue": ["blue end"],
        "green": [],
        "pink": [],
        "red": ["red 3", "red 9", "red end"],
        "yellow": [],
        "point": ["point 3"],
    }
    assert not {"red 3", "red end", "point 3"} & set(sitting.hand(0))


# ── Take a wish stone ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-8")
@pytest.mark.parametrize("number", range(1, 10))
def test_two_cards_of_a_number_take_its_wish_stone(number: int) -> None:
    sitting = Sitting(f"blue {number}, yellow {number}")
    sitting.play(f"wish {number} blue {number} + yellow {number}")
    assert sitting.player(0)["wish_stones"] == [number]
    assert sitting.view()["wish_row"] == [stone for stone in range(1, 10) if stone != number]
    assert sitting.pile("blue") == [f"blue {number}"]
    assert sitting.pile("yellow") == [f"yellow {number}"]
    assert len(sitting.hand(0)) == 6


@pytest.mark.rules("KC-8")
@pytest.mark.parametrize(
    ("pair", "piles"),
    [
        ("red 3 + red 3", {"red": ["red 3", "red 3"]}),
        ("blue 3 + red 3", {"blue": ["blue 3"], "red": ["red 3"]}),
        ("red 3 + point 3", {"red": ["red 3"], "point": ["point 3"]}),
    ],
)
def test_one_colour_or_two_or_a_point_card_make_a_pair_each_card_onto_its_pile(
    pair: str, piles: dict[str, list[str]]
) -> None:
    sitting = Sitting("red 3, red 3, blue 3, point 3")
    sitting.play(f"wish 3 {pair}")
    assert {suit: pile for suit, pile in sitting.view()["piles"].items() if pile} == piles
    assert sitting.player(0)["wish_stones"] == [3]


@pytest.mark.rules("KC-8")
def test_every_pair_in_the_hand_is_offered_and_nothing_else() -> None:
    sitting = Sitting("blue 4, green 4, green 4, yellow 4, point 4, red 6, pink 6, red 7")
    assert sitting.legal("wish") == [
        "wish 4 blue 4 + green 4",
        "wish 4 blue 4 + yellow 4",
        "wish 4 blue 4 + point 4",
        "wish 4 green 4 + green 4",
        "wish 4 green 4 + yellow 4",
        "wish 4 green 4 + point 4",
        "wish 4 yellow 4 + point 4",
        "wish 6 pink 6 + red 6",
    ]


@pytest.mark.rules("KC-8")
def test_a_wish_stone_that_somebody_has_taken_is_gone_for_everyone() -> None:
    sitting = Sitting("blue 5, green 5, pink 5, point 5", "red 5, yellow 5, red 6, yellow 6")
    assert len(sitting.legal("wish 5")) == 6
    sitting.turn("wish 5 blue 5 + green 5")
    assert sitting.legal("wish") == ["wish 6 red 6 + yellow 6"]
    assert sitting.refused("wish 5 red 5 + yellow 5").rule == "KC-8"
    sitting.turn("wish 6 red 6 + yellow 6")
    assert sitting.legal("wish 5") == []
    assert [player["wish_stones"] for player in sitting.view()["players"]] == [[5], [6]]


@pytest.mark.rules("KC-8")
def test_end_cards_and_the_numbers_0_and_10_take_no_wish_stone() -> None:
    sitting = Sitting("red end, red end, blue 0, red 0, point 0, blue 10, red 10, point 10")
    assert sitting.legal("wish") == []
    with pytest.raises(MalformedMove):
        sitting.play("wish 10 blue 10 + red 10")


# ── Lay a number card ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-9")
def test_a_row_may_begin_with_any_number() -> None:
    sitting = Sitting("red 0, red 1, red 4, red 5, red 8, red 10, blue 10, green 0")
    assert sitting.legal("lay") == [f"lay {card}" for card in sitting.hand(0)]


@pytest.mark.rules("KC-9")
def test_in_a_rising_row_each_number_is_equal_or_higher() -> None:
    sitting = Sitting("red 4, red 6, red 6, red 0, red 3, red 7, red 10, red 5")
    sitting.build(0, "red 4, red 6")
    sitting.pass_to(0)
    assert sitting.legal("lay red") == ["lay red 6", "lay red 7", "lay red 10"]
    for lower in ("red 0", "red 3", "red 5"):
        assert sitting.refused(f"lay {lower}").rule == "KC-9"
    sitting.build(0, "red 6, red 10")
    sitting.pass_to(0)
    assert sitting.legal("lay red") == []
    assert sitting.row(0, "red")["cards"] == ["4", "6", "6", "10"]
    assert sitting.row(0, "red")["direction"] == "rising"


@pytest.mark.rules("KC-9")
def test_in_a_falling_row_each_number_is_equal_or_lower() -> None:
    sitting = Sitting("red 7, red 5, red 5, red 0, red 3, red 6, red 10, red 8")
    sitting.build(0, "red 7, red 5")
    sitting.pass_to(0)
    assert sitting.legal("lay red") == ["lay red 0", "lay red 3", "lay red 5"]
    for higher in ("red 6", "red 8", "red 10"):
        assert sitting.refused(f"lay {higher}").rule == "KC-9"
    sitting.build(0, "red 5, red 0")
    sitting.pass_to(0)
    assert sitting.legal("lay red") == []
    assert sitting.row(0, "red")["cards"] == ["7", "5", "5", "0"]
    assert sitting.row(0, "red")["direction"] == "falling"


@pytest.mark.rules("KC-9")
def test_the_extremes_0_and_10_repeat_nowhere_but_still_bound_their_row() -> None:
    sitting = Sitting("red 0, red 3, blue 10, blue 3, red 2, blue 4")
    sitting.build(0, "red 0, red 3, blue 10, blue 3")
    sitting.pass_to(0)
    assert sitting.row(0, "red")["direction"] == "rising"
    assert sitting.row(0, "blue")["direction"] == "falling"
    assert sitting.legal("lay red") + sitting.legal("lay blue") == []


@pytest.mark.rules("KC-9")
def test_every_colour_and_every_player_has_a_row_of_its_own() -> None:
    sitting = Sitting("red 4, red 6, blue 2, red 5, blue 9", "red 9, red 2, red 8, red 3")
    sitting.turn("lay red 4")
    sitting.turn("lay red 9")
    sitting.turn("lay red 6")
    sitting.turn("lay red 2")
    assert sitting.legal("lay blue") == ["lay blue 2", "lay blue 9"]
    assert sitting.legal("lay red") == []
    sitting.turn("lay blue 2")
    assert sitting.legal("lay red") == []
    sitting.turn("discard red 8", "red 1")
    assert sitting.row(0, "red")["cards"] == ["4", "6"]
    assert sitting.row(1, "red")["cards"] == ["9", "2"]
    sitting.idle()
    assert sitting.legal("lay red") == ["lay red 1"]
    assert sitting.row(0, "red")["direction"] == "rising"
    assert sitting.row(1, "red")["direction"] == "falling"


@pytest.mark.rules("KC-9")
def test_only_a_card_that_one_holds_is_laid_and_it_leaves_the_hand() -> None:
    sitting = Sitting("red 4, red 4", "red 5")
    assert sitting.refused("lay red 5").rule == "KC-9"
    sitting.play("lay red 4")
    assert sitting.hand(0).count("red 4") == 1
    assert len(sitting.hand(0)) == 7


@pytest.mark.rules("KC-10")
def test_the_direction_is_open_after_one_number() -> None:
    sitting = Sitting("red 5, red 4, red 5, red 6")
    sitting.build(0, "red 5")
    sitting.pass_to(0)
    assert sitting.row(0, "red")["direction"] == "open"
    assert sitting.legal("lay red") == ["lay red 4", "lay red 5", "lay red 6"]


@pytest.mark.rules("KC-10")
@pytest.mark.parametrize(
    ("next_number", "direction", "then"),
    [(6, "rising", ["lay red 6", "lay red 8"]), (4, "falling", ["lay red 2", "lay red 4"])],
)
def test_the_direction_is_open_while_all_numbers_are_equal_and_fixed_by_the_first_different_one(
    next_number: int, direction: str, then: list[str]
) -> None:
    sitting = Sitting("red 5, red 5, red 4, red 4, red 6, red 6, red 2, red 8")
    sitting.build(0, "red 5, red 5")
    sitting.pass_to(0)
    assert sitting.row(0, "red")["direction"] == "open"
    assert sitting.legal("lay red") == ["lay red 2", "lay red 4", "lay red 6", "lay red 8"]
    sitting.build(0, f"red {next_number}")
    sitting.pass_to(0)
    assert sitting.row(0, "red")["direction"] == direction
    assert sitting.legal("lay red") == then
    sitting.build(0, f"red {next_number}")
    sitting.pass_to(0)
    assert sitting.row(0, "red")["direction"] == direction, "an equal number does not open the row again"
    assert sitting.legal("lay red") == [move for move in then if move != f"lay red {next_number}"]


@pytest.mark.rules("KC-9", "KC-10", "KC-11")
@pytest.mark.parametrize(
    ("numbers", "direction"), [((3, 3, 6, 7, 7), "rising"), ((9, 8, 8, 5, 3), "falling")], ids=["rising", "falling"]
)
def test_the_rows_of_the_examples_are_legal(numbers: tuple[int, ...], direction: str) -> None:
    # By KC-1 no colour has two 8s: the second one in the falling row can only be the point card (KC-16).
    moves = [f"red {number}" for number in numbers]
    if numbers.count(8) == 2:
        moves[2] = "point 8 on red"
    sitting = Sitting(", ".join(move.partition(" on ")[0] for move in moves))
    sitting.build(0, ", ".join(moves))
    row = sitting.row(0, "red")
    assert [int(card.removeprefix("point ")) for card in row["cards"]] == list(numbers)
    assert row["direction"] == direction
    assert row["last"] == numbers[-1]
    assert row["worth"] == 2


# ── Lay an end card ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-12")
@pytest.mark.parametrize(
    "row",
    [
        "red 5",
        "red 5, red 5",
        "red 3, red 9",
        "red 9, red 3",
        "red 0, red 10",
        "red 10, red 0",
        "red 4, point 4 on red",
    ],
    ids=["one", "equal", "rising", "falling", "at-10", "at-0", "point"],
)
def test_an_end_card_fits_whatever_lies_in_the_row(row: str) -> None:
    sitting = Sitting(row.replace(" on red", "") + ", red end")
    sitting.build(0, row)
    sitting.pass_to(0)
    before = sitting.row(0, "red")
    assert sitting.legal("lay red") == ["lay red end"]
    sitting.play("lay red end")
    after = sitting.row(0, "red")
    assert after["cards"] == [*before["cards"], "end"]
    assert after["ended"]
    assert not after["closed"]
    assert sitting.view()["end_rows"] == 1


@pytest.mark.rules("KC-12")
def test_an_end_card_ends_only_ones_own_row_of_its_colour() -> None:
    sitting = Sitting("red 4, blue 4, red end, blue 5", "red 4, red 5")
    sitting.turn("lay red 4")
    sitting.turn("lay red 4")
    sitting.turn("lay blue 4")
    assert sitting.legal("lay red") == ["lay red 5"]
    assert sitting.refused("lay red end").rule == "KC-12"
    sitting.idle()
    sitting.turn("lay red end")
    assert sitting.legal("lay red") == ["lay red 5"]
    assert not sitting.row(1, "red")["ended"]
    sitting.idle()
    assert sitting.legal("lay blue") == ["lay blue 5"]


@pytest.mark.rules("KC-13")
@pytest.mark.parametrize("colour", COLOURS)
def test_an_end_card_may_be_a_whole_row_of_one_card(colour: str) -> None:
    sitting = Sitting(f"{colour} end, red 1")
    sitting.play(f"lay {colour} end")
    row = sitting.row(0, colour)
    assert (row["cards"], row["last"], row["ended"], row["worth"]) == (["end"], None, True, -4)
    assert sitting.view()["end_rows"] == 1


@pytest.mark.rules("KC-13", "KC-21")
def test_rows_of_an_end_card_alone_count_among_the_five() -> None:
    sitting = ended()
    assert sitting.match.game.end(sitting.match.state) == "end-cards"
    assert [row["cards"] for row in sitting.player(0)["rows"].values()] == [["end"], ["end"], ["end"], [], []]


@pytest.mark.rules("KC-14")
@pytest.mark.parametrize(
    "row", ["", "red 4, ", "red 4, red 5, ", "red 5, red 4, "], ids=["empty", "open", "up", "down"]
)
def test_after_an_end_card_only_the_second_one_fits_and_then_nothing(row: str) -> None:
    sitting = Sitting(f"{row} red end, red end, red 4, red 5, red 0", keep="red 10, point 5")
    sitting.build(0, f"{row} red end")
    sitting.pass_to(0)
    assert sitting.legal("lay red") == ["lay red end"]
    for number in (0, 4, 5):
        assert sitting.refused(f"lay red {number}").rule == "KC-14"
    sitting.build(0, "red end")
    sitting.pass_to(0)
    assert sitting.row(0, "red")["closed"]
    assert sitting.row(0, "red")["cards"][-2:] == ["end", "end"]
    assert sitting.legal("lay red") == []
    for number in (0, 4, 5):
        assert sitting.refused(f"lay red {number}").rule == "KC-14"


# ── Lay a point card ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-15")
def test_point_cards_go_into_the_neutral_row_in_any_order() -> None:
    sitting = Sitting("point 5, point 0, point 10, point 4, point 6")
    sitting.build(0, "point 5")
    sitting.pass_to(0)
    assert sitting.legal("lay point") == ["lay point 0", "lay point 4", "lay point 6", "lay point 10"]
    sitting.build(0, "point 10, point 0")
    sitting.pass_to(0)
    assert sitting.legal("lay point") == ["lay point 4", "lay point 6"]
    assert sitting.player(0)["neutral"] == [0, 5, 10]
    assert sitting.player(1)["neutral"] == []
    assert "point 10" not in sitting.hand(0)


@pytest.mark.rules("KC-15", "KC-30")
def test_the_neutral_row_of_the_example_is_legal() -> None:
    sitting = Sitting("point 3, point 5, point 2, point 8")
    for laid, number in enumerate((3, 5, 2, 8)):
        sitting.pass_to(0)
        assert f"lay point {number}" in sitting.legal()
        sitting.build(0, f"point {number}")
        assert len(sitting.player(0)["neutral"]) == laid + 1
    assert sitting.player(0)["neutral"] == [2, 3, 5, 8]
    assert sitting.sheet(0)["points"] == 4


@pytest.mark.rules("KC-16")
def test_a_point_card_fits_a_colour_row_whose_last_number_it_equals_and_no_other() -> None:
    sitting = Sitting("red 3, red 5, blue 5, green 4, point 3, point 4, point 5")
    assert sitting.legal("lay point") == ["lay point 3", "lay point 4", "lay point 5"]
    assert sitting.refused("lay point 3 on red").rule == "KC-16"
    sitting.build(0, "red 3")
    sitting.pass_to(0)
    on_rows = [move for move in sitting.legal("lay point") if " on " in move]
    assert on_rows == ["lay point 3 on red"]
    sitting.build(0, "red 5, blue 5")
    sitting.pass_to(0)
    on_rows = [move for move in sitting.legal("lay point") if " on " in move]
    assert on_rows == ["lay point 5 on blue", "lay point 5 on red"]
    for move in ("lay point 3 on red", "lay point 4 on red", "lay point 4 on green"):
        assert sitting.refused(move).rule == "KC-16"


@pytest.mark.rules("KC-16")
def test_a_point_card_makes_a_row_one_card_longer_and_leaves_the_neutral_row_alone() -> None:
    sitting = Sitting("red 3, red 4, red 5, point 5")
    sitting.build(0, "red 3, red 4, red 5, point 5 on red")
    assert sitting.row(0, "red")["cards"] == ["3", "4", "5", "point 5"]
    assert sitting.row(0, "red")["worth"] == 1
    assert sitting.player(0)["neutral"] == []
    assert "point 5" not in sitting.hand(0)


@pytest.mark.rules("KC-16")
@pytest.mark.parametrize(("then", "last"), [("red 6, red 7", "red 8"), ("red 4, red 3", "red 2")], ids=["up", "down"])
def test_a_point_card_leaves_an_open_direction_open(then: str, last: str) -> None:
    sitting = Sitting("red 5, point 5, red 2, red 3, red 4, red 6, red 7, red 8")
    sitting.build(0, "red 5, point 5 on red")
    sitting.pass_to(0)
    assert (sitting.row(0, "red")["direction"], sitting.row(0, "red")["last"]) == ("open", 5)
    assert len(sitting.legal("lay red")) == 6
    sitting.build(0, then)
    sitting.pass_to(0)
    assert sitting.legal("lay red") == [f"lay {last}"]


@pytest.mark.rules("KC-16")
@pytest.mark.parametrize(
    ("row", "direction", "fits"),
    [("red 3, red 5", "rising", ["lay red 5", "lay red 8"]), ("red 8, red 5", "falling", ["lay red 3", "lay red 5"])],
    ids=["rising", "falling"],
)
def test_a_point_card_changes_neither_last_number_nor_direction(row: str, direction: str, fits: list[str]) -> None:
    sitting = Sitting("red 3, red 5, red 8, point 5, red 5, red 3", keep="red 7, red 6")
    sitting.build(0, f"{row}, point 5 on red")
    sitting.pass_to(0)
    assert (sitting.row(0, "red")["direction"], sitting.row(0, "red")["last"]) == (direction, 5)
    assert sitting.legal("lay red") == fits


@pytest.mark.rules("KC-17")
@pytest.mark.parametrize("ends", [1, 2])
def test_a_row_with_an_end_card_takes_no_point_card(ends: int) -> None:
    sitting = Sitting("red 5, red end, red end, point 5, blue 5")
    sitting.build(0, ", ".join(["red 5", "blue 5"] + ["red end"] * ends))
    sitting.pass_to(0)
    assert sitting.legal("lay point") == ["lay point 5", "lay point 5 on blue"]
    assert sitting.refused("lay point 5 on red").rule == "KC-17"


@pytest.mark.rules("KC-17")
def test_a_row_of_an_end_card_alone_takes_no_point_card() -> None:
    sitting = Sitting("red end, " + ", ".join(f"point {number}" for number in range(5)))
    sitting.build(0, "red end")
    sitting.pass_to(0)
    assert [move for move in sitting.legal("lay point") if " on " in move] == []
    assert sitting.refused("lay point 0 on red").rule == "KC-17"


# ── Then draw ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-18")
@pytest.mark.parametrize("move", ["discard red 3", "lay red 3", "lay red end", "lay point 3", "lay point 6 on blue"])
def test_one_card_is_drawn_after_a_discard_or_a_card_laid(move: str) -> None:
    sitting = Sitting("blue 6, red 3, red end, point 3, point 6")
    sitting.turn("lay blue 6")
    sitting.idle()
    sitting.play(move)
    assert len(sitting.hand(0)) == 7
    assert sitting.actor == 0
    sitting.play("draw deck", "card green 7")
    assert "green 7" in sitting.hand(0)
    assert len(sitting.hand(0)) == 8
    assert sitting.actor == 1


@pytest.mark.rules("KC-18")
def test_two_cards_are_drawn_after_taking_a_wish_stone_the_second_chosen_after_seeing_the_first() -> None:
    sitting = Sitting("red 3, green 3", "blue 8")
    sitting.pass_to(1)
    sitting.turn("discard blue 8")
    sitting.play("wish 3 green 3 + red 3")
    assert sitting.legal() == ["draw deck", "draw blue", "draw yellow"]
    sitting.play("draw deck")
    assert sitting.actor == CHANCE
    sitting.play("card pink 9")
    assert "pink 9" in sitting.hand(0)
    assert len(sitting.hand(0)) == 7
    assert sitting.actor == 0
    assert sitting.legal() == ["draw deck", "draw blue", "draw yellow"]
    sitting.play("draw blue")
    assert "blue 8" in sitting.hand(0)
    assert len(sitting.hand(0)) == 8
    assert sitting.actor == 1


@pytest.mark.rules("KC-18")
def test_both_cards_after_a_wish_may_come_from_one_discard_pile_the_upper_one_first() -> None:
    sitting = Sitting("red 3, green 3, blue 1", "blue 8, blue end", first=1)
    sitting.turn("discard blue 8")
    sitting.turn("discard blue 1")
    sitting.turn("discard blue end")
    sitting.play("wish 3 green 3 + red 3", "draw blue")
    assert sitting.pile("blue") == ["blue 8", "blue 1"]
    assert "blue end" in sitting.hand(0)
    sitting.play("draw blue")
    assert sitting.pile("blue") == ["blue 8"]
    assert {"blue end", "blue 1"} <= set(sitting.hand(0))
    assert sitting.actor == 1


@pytest.mark.rules("KC-18")
@pytest.mark.parametrize("suit", [*COLOURS, "point"])
def test_any_discard_pile_gives_its_top_card_while_it_has_one(suit: str) -> None:
    sitting = Sitting(f"{suit} 3, {suit} 6, green 1", "red end, red end, blue end")
    sitting.turn(f"discard {suit} 3")
    sitting.turn("lay red end")
    sitting.turn(f"discard {suit} 6")
    sitting.play("lay red end")
    assert sitting.legal() == ["draw deck", f"draw {suit}"]
    sitting.play(f"draw {suit}")
    assert f"{suit} 6" in sitting.hand(1)
    assert sitting.pile(suit) == [f"{suit} 3"]
    sitting.turn("lay green 1", f"draw {suit}")
    assert f"{suit} 3" in sitting.hand(0)
    sitting.play("lay blue end")
    assert sitting.legal() == ["draw deck"], "the pile is empty"
    assert sitting.refused(f"draw {suit}").rule == "KC-18"


@pytest.mark.rules("KC-18")
def test_nobody_draws_before_playing_or_plays_twice() -> None:
    sitting = Sitting("red 3, red 4, blue 4")
    assert sitting.legal("draw") == []
    assert sitting.refused("draw deck").rule == "KC-18"
    sitting.play("lay red 3")
    assert sitting.legal() == ["draw deck"]
    for move in ("lay red 4", "discard red 4", "wish 4 blue 4 + red 4"):
        assert sitting.refused(move).rule == "KC-18"


@pytest.mark.rules("KC-19")
def test_a_pile_discarded_to_is_closed_in_this_turn_and_open_in_the_next() -> None:
    sitting = Sitting("red 3, blue 3", "red end, green end")
    sitting.turn("discard red 3")
    sitting.turn("lay red end")
    sitting.play("discard blue 3")
    assert sitting.legal() == ["draw deck", "draw red"], "red was closed in the turn before, blue is closed now"
    assert sitting.refused("draw blue").rule == "KC-19"
    sitting.draw()
    sitting.play("lay green end")
    assert sitting.legal() == ["draw deck", "draw blue", "draw red"], "a pile is closed only to who discarded"
    sitting.draw()
    sitting.play("discard " + sitting.hand(0)[-1])
    assert {"draw blue", "draw red"} <= set(sitting.legal())


@pytest.mark.rules("KC-19")
def test_a_pile_is_closed_even_where_other_cards_lie_under_ones_own() -> None:
    sitting = Sitting("red 3", "red 4", first=1)
    sitting.turn("discard red 4")
    sitting.play("discard red 3")
    assert sitting.pile("red") == ["red 4", "red 3"]
    assert sitting.legal() == ["draw deck"]


@pytest.mark.rules("KC-19")
@pytest.mark.parametrize(
    ("pair", "open_piles"),
    [
        ("blue 3 + red 3", ["draw green", "draw point"]),
        ("red 3 + red 3", ["draw blue", "draw green", "draw point"]),
        ("blue 3 + point 3", ["draw green", "draw red"]),
    ],
)
def test_after_taking_a_wish_stone_both_piles_are_closed_for_both_draws(pair: str, open_piles: list[str]) -> None:
    sitting = Sitting("red 3, red 3, blue 3, point 3, pink 1, green 1", "blue 9, red 9, point 9, green 9", first=1)
    sitting.turn("discard blue 9")
    sitting.turn("lay pink 1")
    sitting.turn("discard red 9")
    sitting.turn("lay green 1")
    sitting.turn("discard point 9", "green 8")
    sitting.turn("lay " + sitting.spare_held[0].pop())
    sitting.turn("discard green 9")
    sitting.play(f"wish 3 {pair}")
    assert sitting.legal() == ["draw deck", *open_piles]
    sitting.play("draw green")
    open_piles.remove("draw green")
    assert sitting.legal() == ["draw deck", *open_piles], "the piles stay closed for the second draw"
    for suit in {word for word in pair.split() if word.isalpha()}:
        assert sitting.refused(f"draw {suit}").rule == "KC-19"
    sitting.draw()
    sitting.turn("lay green 8")
    sitting.play("lay green 9")
    assert sitting.legal() == ["draw deck", "draw blue", "draw red", "draw point"], "they are open in the next turn"


@pytest.mark.rules("KC-19")
def test_laying_closes_no_pile() -> None:
    sitting = Sitting("red 3", "red 4, red end", first=1)
    sitting.turn("discard red 4")
    sitting.play("lay red 3")
    assert sitting.legal() == ["draw deck", "draw red"]


@pytest.mark.rules("KC-20")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_turn_passes_clockwise_from_whoever_is_first(seats: int) -> None:
    for first in range(seats):
        sitting = Sitting(seats=seats, first=first)
        order = []
        for _ in range(2 * seats):
            order.append(sitting.actor)
            sitting.idle()
        assert order == [(first + turn) % seats for turn in range(2 * seats)]
        with pytest.raises(IllegalMove) as caught:
            sitting.match.play(sitting.legal()[0], by=(first + 1) % seats)
        assert caught.value.code == "move-by"


# ── How the game ends ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-21")
def test_the_game_ends_at_once_when_a_fifth_row_gets_an_end_card_and_its_player_draws_no_more() -> None:
    sitting = Sitting("blue 3, blue end, green end, pink end", "red end, yellow end")
    sitting.turn("lay blue 3")
    sitting.turn("lay red end")
    sitting.turn("lay blue end")
    sitting.turn("lay yellow end")
    sitting.turn("lay green end")
    sitting.idle()
    assert (sitting.view()["end_rows"], sitting.view()["end"]) == (4, "")
    before = sitting.view()["draw_pile"]
    sitting.play("lay pink end")
    assert (sitting.view()["end_rows"], sitting.view()["end"]) == (5, "end-cards")
    assert sitting.actor == 0
    assert sitting.legal("draw") == []
    assert "stop" in sitting.legal()
    assert len(sitting.hand(0)) == 7
    assert sitting.view()["draw_pile"] == before


@pytest.mark.rules("KC-21")
def test_rows_of_one_colour_before_several_players_each_count() -> None:
    sitting = Sitting("red end, blue end", "red end, blue end", "green end", seats=3)
    sitting.turn("lay red end")
    sitting.turn("lay red end")
    sitting.turn("lay green end")
    sitting.turn("lay blue end")
    assert sitting.view()["end"] == ""
    sitting.play("lay blue end")
    assert sitting.view()["end"] == "end-cards"
    assert sitting.actor == 1


@pytest.mark.rules("KC-21")
def test_a_row_with_two_end_cards_counts_once() -> None:
    sitting = Sitting("blue end, blue end, pink end", "red end, red end, green end")
    for colour in ("blue", "red", "blue", "red", "pink"):
        sitting.turn(f"lay {colour} end")
    assert sitting.view()["end_rows"] == 3
    sitting.turn("lay green end")
    assert (sitting.view()["end_rows"], sitting.view()["end"]) == (4, "")
    assert sitting.actor == 0


@pytest.mark.rules("KC-21")
def test_end_cards_that_are_discarded_do_not_count() -> None:
    sitting = Sitting("blue end, green end, pink end", "red end, yellow end, blue end")
    for colour in ("blue", "red", "green", "yellow"):
        sitting.turn(f"lay {colour} end")
    sitting.turn("discard pink end")
    sitting.turn("discard blue end")
    assert sitting.view()["end"] == ""
    assert sitting.actor == 0


def nearly_empty(left: int, *hands: str, seats: int = 2, keep: str = "") -> Sitting:
    """A game in which the draw pile holds only so many cards, and seat 0 has the turn."""
    turns = {2: 55, 3: 77, 4: 69}[seats] - left
    sitting = Sitting(*hands, seats=seats, first=-turns % seats, keep=keep)
    for _ in range(turns):
        sitting.idle()
    assert (sitting.actor, sitting.view()["draw_pile"]) == (0, left)
    return sitting


@pytest.mark.rules("KC-22")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_game_ends_when_the_last_card_of_the_draw_pile_is_drawn(seats: int) -> None:
    sitting = nearly_empty(1, "red 3", seats=seats)
    assert sitting.view()["end"] == ""
    sitting.play("discard red 3", "draw deck")
    assert sitting.view()["end"] == "", "first the last card is seen"
    last = next(iter(sitting.chances())).removeprefix("card ")
    sitting.play(f"card {last}")
    assert (sitting.view()["end"], sitting.view()["draw_pile"]) == ("draw-pile", 0)
    assert last in sitting.hand(0), "it goes into the hand like any other"
    assert len(sitting.hand(0)) == 8
    assert sitting.actor == 0
    assert "stop" in sitting.legal()
    assert sitting.legal("draw") == []


@pytest.mark.rules("KC-22")
def test_while_the_last_card_lies_there_and_others_are_drawn_the_game_goes_on() -> None:
    sitting = nearly_empty(1, "red 3")
    sitting.play("lay red 3", "draw yellow")
    assert (sitting.view()["end"], sitting.actor) == ("", 1)


@pytest.mark.rules("KC-22")
def test_with_two_players_the_game_ends_although_30_cards_lie_in_the_box() -> None:
    sitting = Sitting()
    for _ in range(54):
        sitting.idle()
    assert sitting.view()["end"] == ""
    sitting.idle()
    assert sitting.view()["end"] == "draw-pile"


@pytest.mark.rules("KC-23")
def test_after_a_wish_the_last_card_drawn_first_leaves_no_second_draw() -> None:
    sitting = nearly_empty(1, "red 3, blue 3", keep="red 9")
    sitting.play("wish 3 blue 3 + red 3", "draw deck", "card red 9")
    assert sitting.view()["end"] == "draw-pile"
    assert len(sitting.hand(0)) == 7
    assert sitting.actor == 0
    assert sitting.legal("draw") == []
    assert "stop" in sitting.legal()


@pytest.mark.rules("KC-23")
def test_after_a_wish_the_last_card_may_be_the_second_draw() -> None:
    sitting = nearly_empty(1, "red 3, blue 3", keep="red 9")
    sitting.play("wish 3 blue 3 + red 3", "draw yellow")
    assert (sitting.view()["end"], sitting.actor) == ("", 0)
    sitting.play("draw deck", "card red 9")
    assert sitting.view()["end"] == "draw-pile"
    assert len(sitting.hand(0)) == 8


@pytest.mark.rules("KC-23")
def test_after_a_wish_the_last_two_cards_are_both_drawn() -> None:
    sitting = nearly_empty(2, "red 3, blue 3", keep="red 9, red 8")
    sitting.play("wish 3 blue 3 + red 3", "draw deck", "card red 9")
    assert (sitting.view()["end"], sitting.actor) == ("", 0)
    sitting.play("draw deck", "card red 8")
    assert sitting.view()["end"] == "draw-pile"
    assert len(sitting.hand(0)) == 8


# ── After the end ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-24")
def test_after_the_end_every_player_may_lay_two_cards_and_no_third() -> None:
    sitting = ended("red 3, red 5, red 6", "point 1, point 2, point 3")
    assert sitting.actor == 0
    sitting.play("lay red 3")
    assert sitting.actor == 0
    sitting.play("lay red 5")
    assert sitting.actor == 1, "after two it is the next player's turn, without a word"
    sitting.play("lay point 1", "lay point 2")
    assert sitting.actor == OVER
    assert sitting.row(0, "red")["cards"] == ["3", "5"]
    assert sitting.player(1)["neutral"] == [1, 2]


@pytest.mark.rules("KC-24")
def test_after_the_end_cards_are_laid_into_ones_own_rows_of_every_kind() -> None:
    sitting = ended("red 3, blue end, point 3, point 4", "blue 4")
    assert {"lay red 3", "lay blue end", "lay point 3", "lay point 4"} <= set(sitting.legal())
    sitting.play("lay red 3")
    assert "lay point 3 on red" in sitting.legal()
    sitting.play("lay point 3 on red")
    assert sitting.row(0, "red")["cards"] == ["3", "point 3"]
    assert "lay blue 4" in sitting.legal(), "the blue row that has ended is another player's"


@pytest.mark.rules("KC-24")
def test_after_the_end_the_rules_for_laying_hold() -> None:
    sitting = ended("blue 5, red 4, red 6, point 2")
    assert sitting.refused("lay blue 5").rule == "KC-14"
    assert sitting.refused("lay point 2 on red").rule == "KC-16"
    assert sitting.refused("lay point 2 on blue").rule == "KC-17"
    sitting.play("lay red 6")
    assert {"lay red 4", "lay point 2"} <= set(sitting.legal())


@pytest.mark.rules("KC-24")
def test_after_the_end_nobody_discards_wishes_or_draws() -> None:
    sitting = ended("red 4, red 4, point 4")
    laid = {move.split()[0] for move in sitting.legal()}
    assert laid == {"lay", "stop"}
    for move in ("discard red 4", "wish 4 red 4 + red 4", "draw deck", "draw yellow"):
        assert sitting.refused(move).rule == "KC-24"
    before = sitting.view()["draw_pile"]
    sitting.play("lay red 4", "lay red 4")
    assert sitting.actor == 1
    assert sitting.view()["draw_pile"] == before
    assert len(sitting.hand(0)) == 5


@pytest.mark.rules("KC-24")
def test_nobody_stops_before_the_end() -> None:
    sitting = Sitting()
    assert sitting.refused("stop").rule == "KC-24"
    sitting.play(sitting.legal("lay")[0])
    assert sitting.refused("stop").rule == "KC-24"


@pytest.mark.rules("KC-25")
def test_whoever_ended_the_game_lays_first_then_the_others_clockwise_each_finishing_before_the_next() -> None:
    hands = ("red end, yellow end, red 1", "blue 1, blue 2", "pink end, pink 1", "blue end, green end, blue 3")
    sitting = Sitting(*hands, seats=4, first=3)
    sitting.turn("lay blue end")
    sitting.turn("lay red end")
    sitting.idle()
    sitting.turn("lay pink end")
    sitting.turn("lay green end")
    sitting.play("lay yellow end")
    order = []
    for move in ("stop", "lay blue 1", "lay blue 2", "stop", "lay " + sitting.spare_held[3][0], "stop"):
        order.append(sitting.actor)
        sitting.play(move)
    assert order == [0, 1, 1, 2, 3, 3]
    assert sitting.actor == OVER


@pytest.mark.rules("KC-25")
def test_after_an_empty_draw_pile_the_one_who_drew_the_last_card_lays_first() -> None:
    sitting = nearly_empty(2, seats=3)
    sitting.idle()
    sitting.idle()
    order = []
    while sitting.actor != OVER:
        order.append(sitting.actor)
        sitting.play("stop")
    assert order == [1, 2, 0]


@pytest.mark.rules("KC-25")
def test_a_player_may_stop_after_none_or_after_one() -> None:
    sitting = ended("red 3, red 5", "blue 3, blue 4")
    sitting.play("stop")
    assert sitting.actor == 1
    sitting.play("lay blue 3")
    assert {"stop", "lay blue 4"} <= set(sitting.legal())
    sitting.play("stop")
    assert sitting.actor == OVER
    assert sitting.row(1, "blue")["cards"] == ["3"]


@pytest.mark.rules("KC-25")
def test_a_player_whose_cards_fit_nowhere_can_only_stop() -> None:
    sitting = Sitting(
        "blue end, green end, pink end",
        "red end, yellow end, red 1, red 2, red 3, red 4, red 5, red 6",
        keep="yellow 7, red 7",
    )
    sitting.turn("lay blue end")
    sitting.turn("lay red end", "yellow 7")
    sitting.turn("lay green end")
    sitting.turn("lay yellow end", "red 7")
    sitting.turn("lay pink end")
    sitting.play("stop")
    assert sitting.actor == 1
    assert sitting.legal() == ["stop"]
    sitting.play("stop")
    assert sitting.actor == OVER


@pytest.mark.rules("KC-25")
def test_the_game_is_over_after_the_last_player_and_takes_no_more_moves() -> None:
    sitting = ended()
    sitting.play("stop", "stop")
    assert sitting.legal() == []
    assert sitting.refused("stop").code == "move-over"


@pytest.mark.rules("KC-25")
def test_end_cards_laid_after_the_end_do_not_change_why_the_game_ended() -> None:
    sitting = Sitting("blue end, green end, red end", "pink end, yellow end")
    for colour in ("blue", "pink", "green", "yellow"):
        sitting.turn(f"lay {colour} end")
    while sitting.view()["end"] == "":
        sitting.idle()
    assert sitting.view()["end"] == "draw-pile"
    while sitting.actor == 1:
        sitting.play("stop")
    sitting.play("lay red end")
    assert sitting.view()["end_rows"] == 5
    assert sitting.view()["end"] == "draw-pile"
    assert sitting.actor == 0, "and seat 0 may still lay its second card"
    sitting.play("stop")
    while sitting.actor == 1:
        sitting.play("stop")
    assert sitting.actor == OVER
    assert sitting.match.result().end == "draw-pile"


@pytest.mark.rules("KC-25")
def test_a_sixth_row_ended_after_five_changes_nothing_either() -> None:
    sitting = ended("red end, red 3", "blue end")
    sitting.play("lay red end", "stop", "lay blue end", "stop")
    assert sitting.actor == OVER
    assert sitting.match.result().end == "end-cards"


@pytest.mark.rules("KC-31")
def test_a_game_without_the_draw_pile_goes_on_for_ever() -> None:
    sitting = Sitting("red 3", "blue 3")
    sitting.turn("discard red 3", "green 8")
    sitting.turn("discard blue 3", "draw red")
    held, others, lying = "green 8", "red 3", "blue 3"
    while sitting.match.decisions < 2002:
        sitting.play(f"discard {held}", f"draw {lying.split()[0]}")
        held, others, lying = others, lying, held
    assert not sitting.match.is_over
    assert (sitting.view()["draw_pile"], sitting.view()["end"]) == (54, "")
    assert sitting.legal() != []


@pytest.mark.rules("KC-31")
def test_a_simulation_cuts_off_after_2000_decisions_and_says_so() -> None:
    sitting = Sitting()
    assert sitting.match.game.rules.MAX_DECISIONS == 2000
    result = sitting.match.result(cut_off=2000)
    assert (result.cut_off, result.agreed, result.end) == (2000, False, "")


@pytest.mark.rules("KC-31")
def test_a_table_may_end_a_game_by_agreement_with_the_points_so_far() -> None:
    sitting = Sitting("point 3")
    sitting.turn("lay point 3")
    result = sitting.match.result(agreed=True)
    assert (result.cut_off, result.agreed, result.end) == (None, True, "")
    assert result.scores == (-3, -4)


# ── What it is worth ─────────────────────────────────────────────────────────────────────────────────────────────

RISING = "red 0, red 1, red 2, red 3, red 3, red 4, red 4, red 5, red 5, red 6, red 6"
ROW_POINTS = (-4, -3, -2, 1, 2, 3, 6, 7, 10, 10, 10)


@pytest.mark.rules("KC-26")
def test_a_row_counts_by_its_cards() -> None:
    sitting = Sitting("red 0", keep=RISING.removeprefix("red 0, "))
    assert sitting.sheet(0)["rows"] == dict.fromkeys(COLOURS, 0), "no row, no points"
    for laid, card in enumerate(RISING.split(", ")):
        sitting.pass_to(0)
        following = RISING.split(", ")[laid + 1 : laid + 2]
        sitting.turn(f"lay {card}", *following)
        assert sitting.sheet(0)["rows"] == {**dict.fromkeys(COLOURS, 0), "red": ROW_POINTS[laid]}
    assert sitting.sheet(0)["total"] == 10 - 4
    assert sitting.sheet(1)["rows"] == dict.fromkeys(COLOURS, 0)


@pytest.mark.rules("KC-26")
@pytest.mark.parametrize("colour", COLOURS)
def test_number_cards_end_cards_and_point_cards_all_count(colour: str) -> None:
    row = [f"{colour} 4", f"point 4 on {colour}", f"{colour} 5", f"{colour} end", f"{colour} end"]
    sitting = Sitting(", ".join(move.partition(" on ")[0] for move in row))
    for laid, move in enumerate(row):
        sitting.build(0, move)
        assert sitting.sheet(0)["rows"][colour] == ROW_POINTS[laid]
    assert sitting.sheet(0)["points"] == 0


@pytest.mark.rules("KC-26")
def test_all_rows_of_a_player_add_up() -> None:
    row = "blue 1, green 1, green 2, pink 1, pink 2, pink 8, yellow end"
    sitting = Sitting(row)
    sitting.build(0, row)
    sheet = sitting.sheet(0)
    assert sheet["rows"] == {"blue": -4, "green": -3, "pink": -2, "red": 0, "yellow": -4}
    assert sheet["total"] == -4 - 3 - 2 - 4 - 4


@pytest.mark.rules("KC-27")
def test_each_card_in_the_neutral_row_is_a_point_whatever_its_number() -> None:
    row = [f"point {number}" for number in (10, 0, 7, 1, 2, 3, 4, 5, 6, 8, 9)]
    sitting = Sitting(", ".join(row[:8]), keep=", ".join(row[8:]))
    for laid, card in enumerate(row):
        assert sitting.sheet(0)["points"] == laid
        sitting.pass_to(0)
        sitting.turn(f"lay {card}", *row[8 + laid : 9 + laid])
    assert sitting.sheet(0)["points"] == 11
    assert sitting.sheet(0)["total"] == 11 - 4
    assert sitting.sheet(1)["points"] == 0


@pytest.mark.rules("KC-28")
def test_wish_stones_count_by_how_many_one_holds() -> None:
    pairs = [(f"blue {number}", f"green {number}") for number in (9, 1, 5, 2, 8, 3, 4)]
    hand = ", ".join(card for pair in pairs[:4] for card in pair)
    sitting = Sitting(hand, keep=", ".join(card for pair in pairs[4:] for card in pair))
    points = []
    for taken, (first, second) in enumerate(pairs):
        points.append(sitting.sheet(0)["wish_stones"])
        sitting.pass_to(0)
        following = pairs[4 + taken] if taken + 4 < len(pairs) else ()
        sitting.turn(f"wish {first.split()[1]} {first} + {second}", *following)
    points.append(sitting.sheet(0)["wish_stones"])
    assert points == [-4, -1, 0, 4, 6, 10, 10, 10]
    assert sitting.sheet(0)["total"] == 10
    assert sitting.sheet(1)["wish_stones"] == -4


@pytest.mark.rules("KC-29")
def test_most_points_wins_and_equal_points_share_the_place() -> None:
    sitting = Sitting("point 1", "point 2", "point 3, point 4", seats=3)
    sitting.turn("lay point 1")
    sitting.turn("lay point 2")
    result = sitting.match.result(agreed=True)
    assert (result.scores, result.places, result.winners) == ((-3, -3, -4), (1, 1, 3), (0, 1))
    sitting.turn("lay point 3")
    assert sitting.match.result(agreed=True).places == (1, 1, 1)
    sitting.pass_to(2)
    sitting.turn("lay point 4")
    result = sitting.match.result(agreed=True)
    assert (result.scores, result.places, result.winners) == ((-3, -3, -2), (2, 2, 1), (2,))


@pytest.mark.rules("KC-29")
@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((5, 9, 7, 1), (3, 1, 2, 4)),
        ((7, 9, 7, 9), (3, 1, 3, 1)),
        ((-3, -3, -8, -3), (1, 1, 4, 1)),
        ((0, -1), (1, 2)),
    ],
)
def test_after_a_shared_place_the_next_one_is_left_out(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places([[score] for score in scores]) == expected


# ── What all games share ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KC-5")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(UsageError) as caught:
        Match(load("keltis-card", engine="interpreted"), seats)
    assert caught.value.code == "seats-wrong"
