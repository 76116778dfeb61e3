"""Rules of the dice game: a test for every number on docs/rules/keltis-dice.md, in the page's order."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.rules.keltis_dice_setting import BLANK, COLOURS, FACES, MAKING, TABLE, Sitting, tiles_with
from wishstone.game.contract import CHANCE, OVER
from wishstone.game.errors import DataError, MalformedMove, UsageError
from wishstone.game.match import Match
from wishstone.game.result import places
from wishstone.games import load

SEAT_COUNTS = (2, 3, 4)
SUPPLY = {2: 24, 3: 27, 4: 30}


def thrown(dice: int) -> dict[str, int]:
    """Every throw of so many dice, in how many ways they can lie to show it."""
    ways = Counter(tuple(sorted(faces, key=FACES.index)) for faces in product(FACES, repeat=dice))
    return {f"roll {' '.join(faces)}": count for faces, count in ways.items()}


# ── What is in the box, and getting ready ────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-1")
def test_three_dice_fall_on_1_to_5_or_a_stone_each_as_likely() -> None:
    chances = Sitting().chances()
    assert chances == thrown(3)
    assert len(chances) == 56
    assert sum(chances.values()) == 216
    assert set(chances.values()) == {1, 3, 6}
    assert (chances["roll 5 5 5"], chances["roll 1 1 *"], chances["roll 1 2 *"]) == (1, 3, 6)


@pytest.mark.rules("KD-1")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_there_is_a_tile_of_each_value_from_0_to_10_in_each_colour(seats: int) -> None:
    assert Sitting(seats).view()["middle"] == {colour: list(range(11)) for colour in COLOURS}


@pytest.mark.rules("KD-1", "KD-4")
def test_there_is_only_one_tile_of_a_value_and_colour() -> None:
    sitting = Sitting()
    sitting.take("red 3")
    assert sitting.view()["middle"]["red"] == [0, 1, 2, 4, 5, 6, 7, 8, 9, 10]
    sitting.dice("3 3 3")
    assert [sitting.values(colour) for colour in COLOURS] == [[3, 6, 9], [3, 6, 9], [3, 6, 9], [6, 9], [3, 6, 9]]


@pytest.mark.rules("KD-2")
@pytest.mark.parametrize(("seats", "supply"), SUPPLY.items())
def test_the_supply_has_30_stones_for_four_27_for_three_and_24_for_two(seats: int, supply: int) -> None:
    assert Sitting(seats).view()["supply"] == supply


@pytest.mark.rules("KD-2")
def test_the_value_tiles_lie_open_and_nobody_has_anything() -> None:
    sitting = Sitting(4, first=3)
    views = [sitting.view(seat) for seat in (-1, 0, 1, 2, 3)]
    assert all(view["middle"] == views[0]["middle"] for view in views)
    for player in views[0]["players"]:
        assert (player["stones"], player["bonus"], player["leprechauns"]) == (0, 0, 0)
        assert [row["tiles"] for row in player["rows"].values()] == [[]] * 5
    assert sitting.turn_of == 3


@pytest.mark.rules("KD-2")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(UsageError) as caught:
        Sitting(seats)
    assert caught.value.code == "seats-wrong"


# ── First roll ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-3")
def test_any_of_the_dice_may_be_thrown_again_or_none() -> None:
    sitting = Sitting()
    sitting.play("roll 1 3 *")
    assert sitting.legal() == [
        "reroll 1",
        "reroll 3",
        "reroll *",
        "reroll 1 3",
        "reroll 1 *",
        "reroll 3 *",
        "reroll 1 3 *",
        "keep",
    ]


@pytest.mark.rules("KD-3")
def test_equal_dice_are_one_choice() -> None:
    sitting = Sitting()
    sitting.play("roll 2 2 5")
    assert sitting.legal() == ["reroll 2", "reroll 5", "reroll 2 2", "reroll 2 5", "reroll 2 2 5", "keep"]
    sitting = Sitting()
    sitting.play("roll * * *")
    assert sitting.legal() == ["reroll *", "reroll * *", "reroll * * *", "keep"]


@pytest.mark.rules("KD-3")
@pytest.mark.parametrize(("again", "dice"), [("1", 1), ("* *", 2), ("1 * *", 3)])
def test_only_the_chosen_dice_are_thrown_again_each_face_as_likely(again: str, dice: int) -> None:
    sitting = Sitting()
    sitting.play("roll 1 * *", f"reroll {again}")
    chances = sitting.chances()
    assert chances == thrown(dice)
    assert (len(chances), sum(chances.values())) == ({1: 6, 2: 21, 3: 56}[dice], 6**dice)
    assert sitting.view()["air"] == dice


@pytest.mark.rules("KD-3")
def test_the_others_stay_as_they_lie() -> None:
    sitting = Sitting()
    sitting.play("roll 1 3 5", "reroll 1 5")
    assert sitting.view()["dice"] == ["3"]
    sitting.play("roll 2 *")
    assert sitting.view()["dice"] == ["2", "3", "*"]
    assert sitting.values() == [0, 2, 3, 5]


@pytest.mark.rules("KD-3")
def test_the_second_throw_stands() -> None:
    for events in (["keep"], ["reroll 5", "roll 5"]):
        sitting = Sitting()
        sitting.play("roll 1 3 5", *events)
        assert sitting.legal("reroll") + sitting.legal("keep") == []
        assert sitting.refused("reroll 5").rule == "KD-3"
        assert sitting.refused("keep").rule == "KD-3"
        assert "nothing" in sitting.legal()


@pytest.mark.rules("KD-3")
def test_nothing_is_taken_before_the_dice_are_settled() -> None:
    sitting = Sitting()
    sitting.play("roll 1 3 *")
    for move in ("take red 3", "stones", "nothing"):
        assert sitting.refused(move).rule == "KD-3"


@pytest.mark.rules("KD-3")
def test_only_dice_that_lie_there_are_thrown_again() -> None:
    sitting = Sitting()
    sitting.play("roll 1 3 *")
    for dice in ("2", "1 1", "3 3 *", "* *"):
        assert sitting.refused(f"reroll {dice}").rule == "KD-3"
    for nonsense in ("reroll", "reroll 6", "reroll * 1", "reroll 1 1 1 1"):
        with pytest.raises(MalformedMove):
            sitting.play(nonsense)


# ── Take a value tile ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-4")
@pytest.mark.parametrize(
    ("dice", "sums"),
    [
        ("1 2 4", [1, 2, 3, 4, 5, 6, 7]),
        ("5 5 5", [5, 10]),  # 15 is no tile
        ("3 4 5", [3, 4, 5, 7, 8, 9]),  # 12 is no tile
        ("2 3 5", [2, 3, 5, 7, 8, 10]),
        ("1 1 1", [1, 2, 3]),
        ("1 * *", [0, 1]),
        ("* * *", [0]),
    ],
)
def test_one_two_or_three_dice_are_added_and_a_stone_counts_0(dice: str, sums: list[int]) -> None:
    sitting = Sitting()
    sitting.dice(dice)
    assert [sitting.values(colour) for colour in COLOURS] == [sums] * 5


@pytest.mark.rules("KD-4")
def test_every_throw_makes_what_its_dice_add_up_to() -> None:
    for roll in thrown(3):
        faces = roll.removeprefix("roll ").split()
        counts = [0 if face == "*" else int(face) for face in faces]
        a, b, c = counts
        sitting = Sitting()
        sitting.dice(" ".join(faces))
        sums = {value for value in (a, b, c, a + b, a + c, b + c, a + b + c) if value <= 10}
        assert sitting.values("pink") == sorted(sums), roll


@pytest.mark.rules("KD-4")
def test_a_tile_goes_from_the_middle_into_ones_own_row_of_its_colour() -> None:
    sitting = Sitting(3, first=1)
    sitting.turn("1 2 3", "take pink 5")
    assert sitting.row(1, "pink")["tiles"] == [5]
    assert 5 not in sitting.view()["middle"]["pink"]
    assert [sitting.row(seat, colour)["tiles"] for seat in (0, 2) for colour in COLOURS] == [[]] * 10
    assert [sitting.row(1, colour)["tiles"] for colour in COLOURS if colour != "pink"] == [[]] * 4


@pytest.mark.rules("KD-4")
def test_exactly_one_tile_is_taken_in_a_turn() -> None:
    sitting = Sitting()
    sitting.turn("1 2 4", "take red 1")
    assert (sitting.actor, sitting.turn_of) == (CHANCE, 1)
    assert sum(len(values) for values in sitting.view()["middle"].values()) == 54


@pytest.mark.rules("KD-5")
@pytest.mark.parametrize(("dice", "sums"), [("1 1 5", [1, 2, 5, 6, 7]), ("3 4 *", [0, 3, 4, 7])])
def test_the_sums_of_the_examples_can_be_made(dice: str, sums: list[int]) -> None:
    sitting = Sitting()
    sitting.dice(dice)
    assert [sitting.values(colour) for colour in COLOURS] == [sums] * 5


@pytest.mark.rules("KD-5")
def test_only_a_stone_makes_0() -> None:
    for roll in thrown(3):
        sitting = Sitting()
        sitting.dice(roll.removeprefix("roll "))
        assert (0 in sitting.values()) == ("*" in roll)
        if "*" not in roll:
            assert sitting.refused("take red 0").rule == "KD-5"


@pytest.mark.rules("KD-6")
def test_a_row_may_begin_with_any_tile_and_then_go_either_way() -> None:
    for value in range(11):
        fitting: set[int] = set()
        for dice in ("1 2 4", "3 4 5", "5 5 5", "1 * *"):  # all values together
            sitting = Sitting()
            sitting.build(0, f"red {value}")
            assert sitting.row(0, "red")["direction"] == "open"
            sitting.pass_to(0)
            sitting.dice(dice)
            fitting |= set(sitting.values())
        assert fitting == set(range(11)) - {value}


@pytest.mark.rules("KD-6")
def test_the_second_tile_fixes_that_a_row_rises_and_each_further_one_is_higher_than_all() -> None:
    sitting = Sitting()
    sitting.build(0, "red 3, red 5")
    assert sitting.row(0, "red")["direction"] == "rising"
    sitting.pass_to(0)
    sitting.dice("1 2 4")
    assert sitting.values() == [6, 7]
    for lower in (1, 2, 4):
        assert sitting.refused(f"take red {lower}").rule == "KD-6"
    sitting.play("take red 7")
    assert sitting.row(0, "red")["tiles"] == [3, 5, 7]
    sitting.build(0, "red 8, red 10")
    sitting.pass_to(0)
    sitting.dice("4 5 5")
    assert sitting.values() == [], "9 lies there and is lower than 10"
    assert sitting.refused("take red 9").rule == "KD-6"


@pytest.mark.rules("KD-6")
def test_the_second_tile_fixes_that_a_row_falls_and_each_further_one_is_lower_than_all() -> None:
    sitting = Sitting()
    sitting.build(0, "red 7, red 4")
    assert sitting.row(0, "red")["direction"] == "falling"
    sitting.pass_to(0)
    sitting.dice("1 2 5")
    assert sitting.values() == [1, 2, 3]
    for higher in (5, 6, 8):
        assert sitting.refused(f"take red {higher}").rule == "KD-6"
    sitting.play("take red 2")
    assert sitting.row(0, "red")["tiles"] == [7, 4, 2]
    sitting.build(0, "red 0")
    sitting.pass_to(0)
    sitting.dice("1 1 *")
    assert sitting.values() == []


@pytest.mark.rules("KD-6")
def test_every_colour_and_every_player_has_a_row_of_its_own() -> None:
    sitting = Sitting()
    sitting.take("red 4", "red 8", "red 6", "red 5")
    sitting.dice("2 3 4")
    assert sitting.values("red") == [7, 9], "seat 0 rises from 6"
    assert sitting.values("blue") == [2, 3, 4, 5, 6, 7, 9]
    sitting.play("nothing")
    sitting.dice("2 3 4")
    assert sitting.values("red") == [2, 3], "seat 1 falls from 5; the 4 is gone"


# ── Take stones, take nothing ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-7")
@pytest.mark.parametrize(("dice", "count"), [("2 5 *", 1), ("3 * *", 2), ("* * *", 3)])
def test_as_many_stones_are_taken_as_dice_show_one(dice: str, count: int) -> None:
    sitting = Sitting(3)
    sitting.turn(dice, "stones")
    assert [player["stones"] for player in sitting.view()["players"]] == [count, 0, 0]
    assert sitting.view()["supply"] == 27 - count
    assert sitting.turn_of == 1


@pytest.mark.rules("KD-7")
def test_a_stone_thrown_again_counts_no_more_and_a_new_one_does() -> None:
    sitting = Sitting()
    sitting.play("roll 1 * *", "reroll 1 * *", "roll 1 2 3")
    assert sitting.legal("stones") == []
    sitting.play("nothing", "roll 1 2 3", "reroll 3", "roll *", "stones")
    assert sitting.player(1)["stones"] == 1


@pytest.mark.rules("KD-8")
def test_without_a_stone_rolled_no_stones_are_taken() -> None:
    for roll in thrown(3):
        sitting = Sitting()
        sitting.dice(roll.removeprefix("roll "))
        assert bool(sitting.legal("stones")) == ("*" in roll)
    sitting = Sitting()
    sitting.dice("1 2 3")
    assert sitting.refused("stones").rule == "KD-8"


@pytest.mark.rules("KD-8")
@pytest.mark.parametrize(("left", "dice"), [(1, "1 * *"), (1, "* * *"), (2, "* * *")])
def test_where_the_supply_has_fewer_one_takes_what_is_left(left: int, dice: str) -> None:
    sitting = Sitting()
    sitting.gather(0, 24 - left)
    sitting.pass_to(1)
    assert sitting.view()["supply"] == left
    sitting.turn(dice, "stones")
    assert sitting.player(1)["stones"] == left
    assert sitting.view()["supply"] == 0
    assert sitting.actor == OVER


@pytest.mark.rules("KD-9")
def test_one_may_always_take_nothing() -> None:
    for roll in thrown(3):
        sitting = Sitting()
        before = sitting.view()
        sitting.turn(roll.removeprefix("roll "), "nothing")
        after = sitting.view()
        assert (after["middle"], after["supply"], after["players"]) == (
            before["middle"],
            before["supply"],
            before["players"],
        )
        assert after["turn"] == 1


# ── Symbols ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-10")
def test_a_tile_with_a_stone_brings_a_stone_from_the_supply() -> None:
    sitting = Sitting(tiles=tiles_with(red_3="stone"))
    sitting.take("blue 3", "red 3")
    assert [player["stones"] for player in sitting.view()["players"]] == [0, 1]
    assert sitting.view()["supply"] == 23
    assert (sitting.row(1, "red")["length"], sitting.row(1, "red")["face_down"]) == (1, 0)


@pytest.mark.rules("KD-10")
def test_it_brings_one_stone_whatever_the_dice_show() -> None:
    sitting = Sitting(tiles=tiles_with(red_0="stone"))
    sitting.turn("* * *", "take red 0")
    assert sitting.player(0)["stones"] == 1


@pytest.mark.rules("KD-11")
def test_a_tile_with_a_clover_makes_its_row_longer_by_a_tile_face_down() -> None:
    sitting = Sitting(tiles=tiles_with(red_3="clover"))
    sitting.take("red 3")
    row = sitting.row(0, "red")
    assert (row["tiles"], row["face_down"], row["length"], row["worth"]) == ([3], 1, 2, -3)
    assert sitting.view()["supply"] == 23
    assert sitting.player(0)["stones"] == 0, "it is not a stone"
    assert sitting.sheet(0)["stones"] == -7
    assert [sitting.row(0, colour)["length"] for colour in COLOURS] == [0, 0, 0, 2, 0]


@pytest.mark.rules("KD-11", "KD-6")
def test_a_tile_face_down_does_not_settle_the_direction() -> None:
    sitting = Sitting(tiles=tiles_with(red_3="clover"))
    sitting.build(0, "red 3")
    sitting.pass_to(0)
    assert sitting.row(0, "red")["direction"] == "open"
    sitting.dice("1 1 5")
    assert sitting.values() == [1, 2, 5, 6, 7]


@pytest.mark.rules("KD-12")
def test_the_green_9_brings_a_stone_and_the_red_2_a_tile_for_the_red_row() -> None:
    sitting = Sitting()
    sitting.turn("4 5 5", "take green 9")
    assert (sitting.player(0)["stones"], sitting.row(0, "green")["length"]) == (1, 1)
    assert sitting.view()["supply"] == 23
    sitting.turn("1 1 5", "take red 2")
    assert (sitting.player(1)["stones"], sitting.row(1, "red")["length"]) == (0, 2)
    assert sitting.view()["supply"] == 22


@pytest.mark.rules("KD-13")
@pytest.mark.parametrize("symbol", ["stone", "clover"])
@pytest.mark.parametrize("end", ["tiles", "stones"])
def test_the_last_stone_of_the_supply_is_there_when_a_symbol_asks_for_it(symbol: str, end: str) -> None:
    sitting = Sitting(end=end, tiles=tiles_with(red_3=symbol, blue_3=symbol))
    sitting.gather(0, 23)
    sitting.pass_to(1)
    assert sitting.view()["supply"] == 1
    sitting.take("red 3")
    assert sitting.view()["supply"] == 0
    assert (sitting.player(1)["stones"], sitting.row(1, "red")["length"]) == ((1, 1) if symbol == "stone" else (0, 2))
    assert sitting.actor == OVER, "so that nobody can ask an empty supply"


# ── The turn passes, and the end ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-14")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_turn_passes_clockwise_and_begins_with_all_three_dice(seats: int) -> None:
    sitting = Sitting(seats, first=seats - 1, tiles=BLANK)
    turns = ["take red 3", "stones", "nothing", "take red 0", "stones"]
    for number, move in enumerate(turns):
        assert sitting.turn_of == (seats - 1 + number) % seats
        assert (sitting.view()["air"], sitting.view()["dice"]) == (3, [])
        sitting.turn("1 2 *", move)


@pytest.mark.rules("KD-15")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("last", [10, 0])
def test_the_last_value_tile_of_a_colour_ends_the_game(colour: str, last: int) -> None:
    sitting = Sitting(tiles=BLANK)
    others = range(10) if last == 10 else range(10, 0, -1)
    sitting.build(0, ", ".join(f"{colour} {value}" for value in others))
    assert sitting.actor == CHANCE
    sitting.build(1, f"{colour} {last}")
    assert sitting.actor == OVER
    assert sitting.match.result().end == "tiles"
    assert sitting.turn_of == 1


@pytest.mark.rules("KD-15")
def test_the_last_tiles_of_two_halves_of_colours_end_nothing() -> None:
    sitting = Sitting(tiles=BLANK)
    sitting.build(0, ", ".join(f"red {value}" for value in range(10)))
    sitting.build(0, ", ".join(f"blue {value}" for value in range(10)))
    assert (sitting.actor, sitting.match.result().end) == (CHANCE, "")


@pytest.mark.rules("KD-15")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_last_stone_tile_ends_the_game(seats: int) -> None:
    sitting = Sitting(seats)
    sitting.gather(0, SUPPLY[seats] - 1)
    assert sitting.actor == CHANCE
    sitting.gather(1, 1)
    assert sitting.actor == OVER
    assert sitting.match.result().end == "stones"


@pytest.mark.rules("KD-15")
@pytest.mark.parametrize("symbol", ["stone", "clover"])
def test_the_turn_that_takes_the_last_tile_is_finished_with_its_symbol(symbol: str) -> None:
    sitting = Sitting(tiles=tiles_with(red_10=symbol))
    sitting.build(0, ", ".join(f"red {value}" for value in range(11)))
    assert sitting.actor == OVER
    assert sitting.view()["supply"] == 23
    assert (sitting.player(0)["stones"], sitting.row(0, "red")["length"]) == ((1, 11) if symbol == "stone" else (0, 12))


@pytest.mark.rules("KD-15")
@pytest.mark.parametrize("symbol", ["stone", "clover"])
def test_if_one_turn_does_both_the_reason_is_the_value_tile(symbol: str) -> None:
    sitting = Sitting(tiles=tiles_with(red_10=symbol))
    sitting.build(0, ", ".join(f"red {value}" for value in range(10)))
    sitting.gather(1, 23)
    sitting.build(0, "red 10")
    assert sitting.view()["supply"] == 0
    assert sitting.actor == OVER
    assert sitting.match.result().end == "tiles"


@pytest.mark.rules("KD-15")
def test_when_the_game_is_over_nobody_gets_another_turn() -> None:
    sitting = Sitting()
    sitting.gather(0, 24)
    error = sitting.refused("nothing")
    assert error.code == "move-over"
    assert error.text("de") == "«nothing» geht nicht: Das Spiel ist aus; fang ein neues an"


@pytest.mark.rules("KD-16")
def test_with_the_option_only_the_last_stone_tile_ends_the_game() -> None:
    sitting = Sitting(end="stones", tiles=tiles_with(red_10="stone"))
    sitting.build(0, ", ".join(f"red {value}" for value in range(11)))
    assert sitting.actor == CHANCE
    assert sitting.match.result().end == ""
    sitting.dice("3 3 3")
    assert sitting.values("red") == []
    assert sitting.values("blue") == [3, 6, 9]
    sitting.play("nothing")
    sitting.gather(1, 23)
    assert sitting.actor == OVER
    assert sitting.match.result().end == "stones"


@pytest.mark.rules("KD-16")
def test_with_the_option_a_turn_that_does_both_ends_with_the_stone() -> None:
    sitting = Sitting(end="stones", tiles=tiles_with(red_10="clover"))
    sitting.build(0, ", ".join(f"red {value}" for value in range(10)))
    sitting.gather(1, 23)
    sitting.build(0, "red 10")
    assert (sitting.actor, sitting.match.result().end) == (OVER, "stones")


@pytest.mark.rules("KD-16")
def test_the_option_is_called_end_and_the_default_is_tiles() -> None:
    assert load("keltis-dice", engine="interpreted").options == {}
    assert load("keltis-dice", {"end": "stones"}, engine="interpreted").options == {"end": "stones"}
    assert Sitting().view()["ends_by"] == "tiles"
    assert Sitting(end="stones").view()["ends_by"] == "stones"
    with pytest.raises(UsageError) as caught:
        load("keltis-dice", {"end": "dice"}, engine="interpreted")
    assert caught.value.code == "option-value"


@pytest.mark.rules("KD-17")
def test_a_game_goes_on_for_as_long_as_everybody_takes_nothing() -> None:
    sitting = Sitting(tiles=BLANK)
    for _ in range(300):
        sitting.idle()
    assert sitting.actor == CHANCE
    assert sitting.view()["supply"] == 24
    agreed = sitting.match.result(agreed=True)
    assert (agreed.end, agreed.agreed, agreed.scores) == ("", True, (-7, -7))


@pytest.mark.rules("KD-17")
def test_a_simulation_cuts_off_after_2000_decisions() -> None:
    assert load("keltis-dice", engine="interpreted").rules.MAX_DECISIONS == 2000


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-18")
def test_a_row_counts_by_its_tiles() -> None:
    sitting = Sitting(tiles=BLANK)
    worth = [sitting.sheet(0)["rows"]["red"]]
    for value in range(10):
        sitting.build(0, f"red {value}")
        worth.append(sitting.sheet(0)["rows"]["red"])
    assert worth == [0, -4, -3, -2, 1, 2, 3, 6, 7, 10, 10]
    assert sitting.sheet(0)["rows"] == {"blue": 0, "green": 0, "pink": 0, "red": 10, "yellow": 0}
    assert sitting.sheet(0)["total"] == 10 - 7


@pytest.mark.rules("KD-18", "KD-11")
def test_tiles_face_down_count_in_their_row() -> None:
    clovers = {f"red_{value}": "clover" for value in range(11)}
    sitting = Sitting(tiles=tiles_with(**clovers))
    worth = []
    for value in range(5):
        sitting.build(0, f"red {value}")
        worth.append(sitting.sheet(0)["rows"]["red"])
    assert worth == [-3, 1, 3, 7, 10]


@pytest.mark.rules("KD-19")
def test_stones_count_by_how_many_there_are() -> None:
    sitting = Sitting()
    points = [sitting.sheet(0)["stones"]]
    for _ in range(11):
        sitting.gather(0, 1)
        points.append(sitting.sheet(0)["stones"])
    assert points == [-7, -4, -3, -2, 1, 2, 3, 6, 7, 10, 10, 10]
    assert sitting.sheet(0)["total"] == 10
    assert sitting.sheet(1)["stones"] == -7


@pytest.mark.rules("KD-20")
def test_bonus_points_are_those_on_the_tiles_taken() -> None:
    sitting = Sitting(tiles=tiles_with(red_1="1", red_2="2", red_3="3", blue_3="3"))
    sitting.take("red 1", "blue 3", "red 2")
    assert [player["bonus"] for player in sitting.view()["players"]] == [3, 3]
    sitting.build(0, "red 3")
    assert [sitting.sheet(seat)["bonus"] for seat in (0, 1)] == [6, 3]
    assert sitting.sheet(0)["total"] == 6 - 2 - 7
    assert sitting.view()["supply"] == 24, "a bonus takes nothing from the supply"


LEPRECHAUNS = {f"{colour}_{value}": "leprechaun" for colour in ("blue", "green", "pink", "red") for value in range(11)}


@pytest.mark.rules("KD-21")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((2, 1), (3, -3)),
        ((0, 0), (0, 0)),
        ((2, 2), (0, 0)),
        ((3, 1, 0), (3, 0, -3)),
        ((2, 2, 1), (3, 3, -3)),
        ((2, 1, 1), (3, -3, -3)),
        ((1, 1, 1), (0, 0, 0)),
        ((0, 2, 1, 2), (-3, 3, 0, 3)),
        ((0, 0, 3, 1), (-3, -3, 3, 0)),
        ((0, 0, 0, 1), (-3, -3, -3, 3)),
    ],
)
def test_the_most_leprechauns_get_3_the_fewest_lose_3_and_equals_alike(
    counts: tuple[int, ...], points: tuple[int, ...]
) -> None:
    sitting = Sitting(len(counts), tiles=tiles_with(**LEPRECHAUNS))
    for seat, count in enumerate(counts):
        for value in range(count):
            sitting.build(seat, f"{COLOURS[seat]} {value}")
    assert tuple(player["leprechauns"] for player in sitting.view()["players"]) == counts
    assert tuple(sitting.sheet(seat)["leprechauns"] for seat in range(len(counts))) == points


@pytest.mark.rules("KD-22")
def test_most_points_wins_and_equal_points_share_the_win() -> None:
    sitting = Sitting(3, tiles=BLANK)
    sitting.gather(0, 4)
    sitting.gather(1, 4)
    result = sitting.match.result(agreed=True)
    assert (result.scores, result.places, result.winners) == ((1, 1, -7), (1, 1, 3), (0, 1))
    sitting.gather(2, 5)
    result = sitting.match.result(agreed=True)
    assert (result.scores, result.places, result.winners) == ((1, 1, 2), (2, 2, 1), (2,))


@pytest.mark.rules("KD-22")
@pytest.mark.parametrize(
    ("scores", "expected"), [((5, 9, 7, 1), (3, 1, 2, 4)), ((7, 9, 7, 9), (3, 1, 3, 1)), ((0, -1), (1, 2))]
)
def test_after_a_shared_place_the_next_one_is_left_out(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places([[score] for score in scores]) == expected


@pytest.mark.rules("KD-18", "KD-19", "KD-20", "KD-21", "KD-22")
def test_all_items_add_up_to_the_total() -> None:
    sitting = Sitting()
    sitting.build(0, "red 0, red 2, red 3, red 4, blue 0")
    assert sitting.sheet(0) == {
        "rows": {"blue": -4, "green": 0, "pink": 0, "red": 2, "yellow": 0},
        "stones": -4,
        "bonus": 4,
        "leprechauns": 3,
        "total": 1,
    }
    assert sitting.sheet(1)["total"] == -7 - 3


# ── The symbols on the tiles ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-23")
def test_the_tiles_carry_the_symbols_of_the_table() -> None:
    assert Sitting().view()["symbols"] == TABLE


@pytest.mark.rules("KD-23")
@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_has_as_many_of_each_symbol(colour: str) -> None:
    assert Counter(Sitting().view()["symbols"][colour]) == {
        "stone": 2,
        "clover": 2,
        "leprechaun": 3,
        "1": 1,
        "2": 1,
        "3": 1,
        "-": 1,
    }


@pytest.mark.rules("KD-23")
def test_every_tile_does_what_its_symbol_says() -> None:
    for colour in COLOURS:
        for value in range(11):
            sitting = Sitting()
            sitting.turn(MAKING[value], f"take {colour} {value}")
            player, row = sitting.player(0), sitting.row(0, colour)
            done = {
                "stone": player["stones"] == 1,
                "clover": row["face_down"] == 1,
                "leprechaun": player["leprechauns"] == 1,
                **{bonus: player["bonus"] == int(bonus) for bonus in "123"},
            }
            symbol = TABLE[colour][value]
            assert [name for name, it_does in done.items() if it_does] == ([symbol] if symbol != "-" else [])
            assert sitting.view()["supply"] == (23 if symbol in ("stone", "clover") else 24)


@pytest.mark.rules("KD-23")
def test_a_file_from_another_box_replaces_the_symbols() -> None:
    turned = {colour: list(reversed(TABLE[colour])) for colour in reversed(COLOURS)}
    assert Sitting(tiles=turned).view()["symbols"] == {colour: turned[colour] for colour in COLOURS}


def bad(colour: str, symbols: object) -> dict[str, object]:
    """The table with one colour changed."""
    return {**TABLE, colour: symbols}


@pytest.mark.rules("KD-23")
@pytest.mark.parametrize(
    ("tiles", "code", "english", "german"),
    [
        (
            [],
            "tiles-table",
            "a tiles file is a table from colour to symbols, with blue, green, pink, red, yellow (KD-23)",
            "eine Plättchendatei ist eine Tabelle von Farben zu Symbolen, mit blue, green, pink, red, yellow (KD-23)",
        ),
        (
            {**TABLE, "white": TABLE["red"]},
            "tiles-colour-unknown",
            "the tiles file has a colour «white»; the colours are blue, green, pink, red, yellow (KD-23)",
            "die Plättchendatei hat eine Farbe «white»; die Farben sind blue, green, pink, red, yellow (KD-23)",
        ),
        (
            {colour: TABLE[colour] for colour in COLOURS if colour != "pink"},
            "tiles-colour-missing",
            "the tiles file lacks the colour pink; each of the five is there once (KD-23)",
            "der Plättchendatei fehlt die Farbe Rosa; jede der fünf kommt einmal vor (KD-23)",
        ),
        (
            bad("red", "stone"),
            "tiles-list",
            "in the tiles file red is no list; it should list eleven symbols, for 0 to 10 (KD-23)",
            "in der Plättchendatei ist Rot keine Liste; dort stehen elf Symbole, für 0 bis 10 (KD-23)",
        ),
        (
            bad("red", ["-"] * 10),
            "tiles-count",
            "in the tiles file red has 10 symbols; it should have eleven, for 0 to 10 (KD-23)",
            "in der Plättchendatei hat Rot 10 Symbole; es sollten elf sein, für 0 bis 10 (KD-23)",
        ),
        (
            bad("red", ["-"] * 12),
            "tiles-count",
            "in the tiles file red has 12 symbols; it should have eleven, for 0 to 10 (KD-23)",
            "in der Plättchendatei hat Rot 12 Symbole; es sollten elf sein, für 0 bis 10 (KD-23)",
        ),
        (
            bad("blue", ["-"] * 7 + ["4"] + ["-"] * 3),
            "tiles-symbol",
            "in the tiles file blue 7 has the symbol «4»; a symbol is one of these texts:"
            " -, 1, 2, 3, stone, clover, leprechaun (KD-23)",
            "in der Plättchendatei hat Blau 7 das Symbol «4»; ein Symbol ist einer dieser Texte:"
            " -, 1, 2, 3, stone, clover, leprechaun (KD-23)",
        ),
        (
            bad("blue", [1] + ["-"] * 10),
            "tiles-symbol",
            "in the tiles file blue 0 has the symbol 1; a symbol is one of these texts:"
            " -, 1, 2, 3, stone, clover, leprechaun (KD-23)",
            "in der Plättchendatei hat Blau 0 das Symbol 1; ein Symbol ist einer dieser Texte:"
            " -, 1, 2, 3, stone, clover, leprechaun (KD-23)",
        ),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_refused(tiles: object, code: str, english: str, german: str) -> None:
    with pytest.raises(DataError) as caught:
        load("keltis-dice", engine="interpreted", files={"tiles": tiles})
    assert caught.value.code == code
    assert caught.value.text("en") == str(caught.value) == english
    assert caught.value.text("de") == german


# ── What is hidden ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("KD-2")
def test_nothing_is_hidden_from_anybody() -> None:
    match = Match(load("keltis-dice", engine="interpreted"), 2)
    for event in ("roll 1 2 *", "reroll 1", "roll 5", "take red 7"):
        for seat in (-1, 0, 1):
            names = match.game.outcomes_by_name if match.actor == CHANCE else match.game.moves_by_name
            assert match.game.seen(match.state, names[event], seat) == names[event]
        match.play(event)
