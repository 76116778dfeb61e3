"""Rules of New Paths: a test for every number on docs/rules/keltis-new-paths.md, in the page's order."""

from __future__ import annotations

from itertools import permutations
from typing import Any, cast

import pytest

from tests.rules.keltis_setting import COLOURS, NEW_PATHS, Sitting, followed, route
from wishstone.game.chance import below, stream
from wishstone.game.match import Match
from wishstone.games import load
from wishstone.games.keltis.loader import own_board

VALUES = (-4, -2, 0, 2, 3, 5, 7, 6, 10)  # N-6
OLD_VALUES = (-4, -2, 0, 3, 5, 8, 7, 6, 10)  # N-6, under version 1 of the rules
TO_7C = "start 1b 2b 3c 4c 5c 6c 7c"
STACKS = {"3c": "pink", "4d": "green", "5a": "yellow", "6b": "blue", "6d": "red"}


def board() -> dict[str, Any]:
    game = load(NEW_PATHS, engine="interpreted")
    return game.view(game.start(2), -1)


# ── Material and setup ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("N-1")
def test_22_tiles_are_laid_out_on_the_22_marked_stones() -> None:
    match = Match(load(NEW_PATHS, engine="interpreted"), 2)
    bag = {"clover": 5, "points 2": 5, "points 3": 2} | {f"wish {colour}": 1 for colour in COLOURS} | {"discard": 5}
    outcomes = {match.game.outcome_names[outcome]: weight for outcome, weight in match.game.chances(match.state)}
    assert outcomes == {f"tile 1a {tile}": count for tile, count in bag.items()}
    assert sum(bag.values()) == 22
    while match.game.view(match.state, -1)["step"] == "tiling":
        match.play(match.game.chances(match.state)[-1][0])
    assert len(match.events) == 22
    stones = match.game.view(match.state, -1)["stones"]
    tiles = [stone["tile"] for stone in stones.values() if stone["tile"]]
    assert {tile: tiles.count(tile) for tile in bag} == bag
    marked = "1a 1b 1c 1d 2c 3a 3b 3d 4a 4c 4e 5b 5c 5d 5f 6a 6e 7a 7b 7c 7d 8c"
    assert [name for name, stone in stones.items() if stone["tile"]] == marked.split()


@pytest.mark.rules("N-2")
def test_five_wish_stones_of_each_colour_lie_as_stacks_on_five_stones() -> None:
    found = {name: stone["stack"] for name, stone in board()["stones"].items() if stone["stack"]}
    assert found == {name: [colour, 5] for name, colour in STACKS.items()}


@pytest.mark.rules("N-3")
@pytest.mark.parametrize(("seats", "draw_pile"), [(2, 64), (3, 86), (4, 78)])
def test_two_players_put_30_cards_aside_here_too(seats: int, draw_pile: int) -> None:
    assert Sitting(NEW_PATHS, seats=seats).view()["draw_pile"] == draw_pile


# ── The board ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("N-4")
def test_four_ways_branch_and_join_up_to_an_end_field_of_each_colour() -> None:
    view = board()
    stones = view["stones"]
    assert view["start"] == ["1a", "1b", "1c", "1d"]
    assert all(stone["colour"] in (*COLOURS, "joker") for stone in stones.values())
    assert all(stones[to]["rank"] == stone["rank"] + 1 for stone in stones.values() for to in stone["to"])
    assert sorted(stone["colour"] for stone in stones.values() if not stone["to"]) == list(COLOURS)
    assert any(len(stone["to"]) > 1 for stone in stones.values())
    assert sum("5c" in stone["to"] for stone in stones.values()) == 2


@pytest.mark.rules("N-4")
def test_a_figure_goes_only_along_a_way_and_forward() -> None:
    sitting = Sitting(NEW_PATHS, "red 3, green 3, pink 5", tiles={"1b": "points 2"})
    sitting.turn("lay red 3; step small start 1b")
    sitting.idle()
    sitting.play("lay green 3")
    assert sitting.legal() == ["step small start 1a", "step small 1b 2b", "step large start 1a"]


@pytest.mark.rules("N-5", "N-6")
def test_the_ranks_are_worth_what_the_page_says_and_the_last_three_are_the_goal_area() -> None:
    stones = board()["stones"]
    assert len(stones) == 44
    for name, stone in stones.items():
        assert stone["rank"] == int(name[0])
        assert stone["worth"] == VALUES[stone["rank"] - 1]
        assert stone["goal"] == (stone["rank"] >= 7)


@pytest.mark.rules("N-5")
@pytest.mark.parametrize("goal", list(permutations((6, 7, 10))), ids=str)
def test_the_goal_ranks_of_a_board_are_6_7_and_10_in_any_order(goal: tuple[int, ...]) -> None:
    values = [-4, -2, 0, 1, 3, 6, *goal]  # no rank below is worth more than the goal's least
    board = {**cast(dict[str, Any], own_board(NEW_PATHS, 2)), "values": values}
    game = load(NEW_PATHS, engine="interpreted", files={"board": board})
    match = Match(game, 2)
    rng = stream(5)
    while not match.is_over:
        match.let_happen(rng)
        if not match.is_over:
            legal = game.legal(match.state)
            match.play(legal[below(rng, len(legal))])
    stones = game.view(match.state, -1)["stones"]
    assert all(stone["worth"] == values[stone["rank"] - 1] for stone in stones.values())
    assert [stones[name]["worth"] for name in ("7a", "8a", "9a")] == list(goal)
    for player, row in zip(game.view(match.state, None)["players"], game.score_rows(match.state), strict=True):
        figures = [*player["small"], player["large"], player["large"]]
        worth = sum(stones[name]["worth"] for name in figures if name != "start")
        assert row[game.rules.ITEMS.index("figures")] == worth


@pytest.mark.rules("N-6")
def test_under_version_1_the_ranks_in_the_middle_were_worth_3_5_and_8() -> None:
    game = load(NEW_PATHS, engine="interpreted", rules_version=1)
    stones = game.view(game.start(2), -1)["stones"]
    assert [stones[f"{rank}a"]["worth"] for rank in range(1, 10)] == list(OLD_VALUES)
    now = board()["stones"]
    assert {name: {**stone, "worth": 0} for name, stone in stones.items()} == {
        name: {**stone, "worth": 0} for name, stone in now.items()
    }, "nothing else has changed"


# ── A turn ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("N-7")
@pytest.mark.parametrize(
    ("laid", "direction", "takes"),
    [
        ("5", "open", range(11)),
        ("5, 5", "open", range(11)),
        ("5, 5, 8", "rising", range(8, 11)),
        ("3, 3, 6, 7, 7", "rising", range(7, 11)),
        ("9, 8, 8, 5, 3", "falling", range(4)),
    ],
)
def test_rows_are_built_as_in_the_base_game(laid: str, direction: str, takes: range) -> None:
    sitting = entering_1b(laid)
    row = sitting.row(0, "red")
    assert row["cards"] == [int(number) for number in laid.split(", ")]
    assert (row["direction"], row["last"]) == (direction, int(laid.split(", ")[-1]))
    assert red_takes(sitting) == list(takes)


def entering_1b(laid: str, tile: str = "discard", last: str = "") -> Sitting:
    """Seat 0 has laid red cards, each for another figure from the start to 1b; the last turn goes on as told."""
    numbers = laid.split(", ")
    figures = ["small"] * 4 + ["large"]
    plan = [f"lay red {number}; step {figure} start 1b" for number, figure in zip(numbers, figures, strict=False)]
    plan[-1] += last
    return followed(NEW_PATHS, plan, tiles={"1b": tile})


def red_takes(sitting: Sitting) -> list[int]:
    bits = int(sitting.match.state.takes[0]) >> 33
    return [number for number in range(11) if (bits >> number) & 1]


@pytest.mark.rules("N-8")
def test_a_laid_card_moves_a_figure_onto_a_stone_of_its_colour() -> None:
    for colour, stone in (("red", "1b"), ("green", "1a"), ("yellow", "1c"), ("pink", "1d")):
        sitting = Sitting(NEW_PATHS, f"{colour} 3")
        sitting.play(f"lay {colour} 3")
        assert sitting.legal() == [f"step small start {stone}", f"step large start {stone}"]


@pytest.mark.rules("N-8")
def test_a_step_is_owed_after_a_card_is_laid() -> None:
    sitting = Sitting(NEW_PATHS, "red 3")
    sitting.play("lay red 3")
    assert (sitting.step, sitting.view()["laid"]) == ("stepping", "red")
    assert sitting.refused("draw deck").rule == "N-8"


@pytest.mark.rules("N-9")
@pytest.mark.parametrize("colour", COLOURS)
def test_onto_a_joker_stone_any_colour_leads(colour: str) -> None:
    sitting = Sitting(NEW_PATHS, f"red 3, {colour} 4", tiles={"1b": "points 2"})
    sitting.turn("lay red 3; step small start 1b")
    sitting.idle()
    sitting.play(f"lay {colour} 4")
    assert "step small 1b 2b" in sitting.legal()


@pytest.mark.rules("N-10")
def test_a_card_that_moves_no_figure_can_only_be_discarded() -> None:
    sitting = Sitting(NEW_PATHS, "blue 3, red 3")
    assert sitting.legal("lay blue") == []
    assert "discard blue 3" in sitting.legal()
    assert sitting.refused("lay blue 3").rule == "N-10"
    sitting.turn("lay red 3; step small start 1b")
    sitting.idle()
    assert sitting.legal("lay blue") == ["lay blue 3"], "by the joker 2b"


@pytest.mark.rules("N-11")
def test_any_number_of_figures_share_a_stone_and_those_of_one_size_are_one_move() -> None:
    sitting = entering_1b("1, 2, 3, 4, 5", tile="points 2")
    assert sitting.figures(0) == (["1b"] * 4, "1b")
    sitting.pass_to(0)
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "green 0")
    sitting.pass_to(0)
    sitting.play("lay green 0")
    assert sitting.legal() == ["step small 1b 2b", "step large 1b 2b"]
    sitting.play("step small 1b 2b")
    assert sitting.figures(0) == (["1b"] * 3 + ["2b"], "1b")


@pytest.mark.rules("N-12")
def test_a_figure_on_an_end_field_gives_no_right_to_move_another() -> None:
    way = route(
        "small",
        f"{TO_7C} 8c 9c",
        "red 0, pink 0, blue 0, blue 0, yellow 0, pink 0, red 0, green 0, yellow 0",
    )
    sitting = followed(NEW_PATHS, way, keep="yellow 1, blue 1")
    sitting.pass_to(0)
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "yellow 1")
    sitting.pass_to(0)
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "blue 1")
    sitting.pass_to(0)
    assert sitting.figures(0)[0][-1] == "9c"
    assert sitting.legal("lay blue") == []
    sitting.play("lay yellow 1")
    assert sitting.legal() == ["step small start 1c", "step large start 1c"], "yellow or joker, as ever"


@pytest.mark.rules("N-13")
@pytest.mark.parametrize("figure", ["small", "large"])
@pytest.mark.parametrize("points", [2, 3])
def test_points_are_scored_at_once_never_doubled_and_the_tile_stays(figure: str, points: int) -> None:
    sitting = Sitting(NEW_PATHS, "red 5", "red 4", tiles={"1b": f"points {points}"})
    sitting.turn(f"lay red 5; step {figure} start 1b")
    assert sitting.sheet(0)["track"] == points
    sitting.turn("lay red 4; step small start 1b")
    assert sitting.sheet(1)["track"] == points
    assert sitting.stone("1b")["tile"] == f"points {points}"


@pytest.mark.rules("N-13")
def test_a_clover_moves_any_figure_whatever_the_colour_and_leads_on() -> None:
    sitting = Sitting(NEW_PATHS, "red 5, green 5", tiles={"1b": "clover", "1c": "clover", "2c": "points 3"})
    sitting.play("lay red 5", "step small start 1b")
    assert sitting.step == "lucky"
    starts = [f"start 1{letter}" for letter in "abcd"]
    assert sitting.legal() == [
        *(f"step small {way}" for way in starts),
        "step small 1b 2b",
        *(f"step large {way}" for way in starts),
        "stay",
    ]
    sitting.play("step large start 1c", "step large 1c 2c")
    assert (sitting.sheet(0)["track"], sitting.step) == (3, "drawing")
    assert sitting.stone("1b")["tile"] == sitting.stone("1c")["tile"] == "clover"


@pytest.mark.rules("N-13")
def test_a_clover_chain_takes_from_stacks_too_and_may_be_stopped() -> None:
    tiles = {"1b": "clover", "1c": "clover", "2c": "clover"}
    sitting = Sitting(NEW_PATHS, "red 5", tiles=tiles)
    sitting.play("lay red 5", "step small start 1b", "step small start 1c", "step small 1c 2c", "step small 2c 3c")
    assert sitting.player(0)["wish_stones"]["pink"] == 1
    assert sitting.step == "drawing"
    sitting = Sitting(NEW_PATHS, "red 5", tiles=tiles)
    sitting.play("lay red 5", "step small start 1b", "step small start 1c", "stay")
    assert sitting.step == "drawing"
    assert sitting.figures(0)[0] == ["start", "start", "1b", "1c"]


@pytest.mark.rules("N-13")
def test_a_card_discard_takes_the_last_card_of_a_row_or_one_from_hand_or_nothing() -> None:
    sitting = Sitting(NEW_PATHS, "red 5, pink 5", tiles={"1b": "discard", "1d": "points 2"})
    sitting.turn("lay pink 5; step small start 1d")
    sitting.idle()
    sitting.play("lay red 5", "step small start 1b")
    assert sitting.step == "shedding"
    hand = sitting.legal("discard")
    assert len(hand) == len(set(sitting.hand(0)))
    assert sitting.legal() == [*hand, "drop pink", "drop red", "keep"]
    sitting.play("drop pink")
    assert sitting.pile("pink") == ["pink 5"]
    assert sitting.row(0, "pink")["cards"] == []
    assert sitting.row(0, "red")["cards"] == [5]
    assert sitting.figures(0)[0] == ["start", "start", "1b", "1d"], "figures stay where they are"
    assert sitting.stone("1b")["tile"] == "discard"


@pytest.mark.rules("N-13")
def test_a_card_discard_may_be_left_unused() -> None:
    sitting = Sitting(NEW_PATHS, "red 5", tiles={"1b": "discard"})
    sitting.play("lay red 5", "step small start 1b", "keep")
    assert (sitting.step, sitting.view()["draws"]) == ("drawing", 1)
    assert sitting.view()["closed"] == []


@pytest.mark.rules("N-13")
def test_a_wish_stone_is_taken_by_the_first_to_enter() -> None:
    sitting = Sitting(NEW_PATHS, "red 5", "red 4", tiles={"1b": "wish yellow"})
    sitting.turn("lay red 5; step small start 1b")
    assert sitting.player(0)["wish_stones"] == {"blue": 0, "green": 0, "pink": 0, "red": 0, "yellow": 1}
    assert sitting.stone("1b")["tile"] is None
    sitting.turn("lay red 4; step small start 1b")
    assert sitting.player(1)["wish_count"] == 0


@pytest.mark.rules("N-14")
def test_entering_a_stack_takes_its_top_tile_while_any_is_left() -> None:
    way = route("small", "start 1b 2b 3c", "red 0, green 0, blue 0")
    again = route("small", "start 1b 2b 3c", "red 1, green 1, blue 1")
    sitting = followed(NEW_PATHS, way)
    assert sitting.stone("3c")["stack"] == ["pink", 4]
    assert sitting.player(0)["wish_stones"]["pink"] == 1
    sitting = followed(NEW_PATHS, [*way, *again[:-1]], keep="blue 1")
    sitting.pass_to(0)
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "blue 1")
    sitting.pass_to(0)
    sitting.match.state.stack[2] = 0  # as if four others had been there
    sitting.turn("lay blue 1; step small 2b 3c")
    assert sitting.stone("3c")["stack"] == ["pink", 0]
    assert sitting.player(0)["wish_stones"]["pink"] == 1


@pytest.mark.rules("N-14")
def test_others_see_wish_stones_as_a_count_and_scores_without_them() -> None:
    sitting = Sitting(NEW_PATHS, "red 5", tiles={"1b": "wish yellow"})
    sitting.turn("lay red 5; step small start 1b")
    own, others = sitting.player(0), sitting.player(0, seen_by=1)
    assert own["wish_stones"]["yellow"] == 1
    assert own["sheet"] == {"track": 0, "figures": -4, "wish_stones": -3, "wish_sets": 0, "total": -7}
    assert (others["wish_count"], others["wish_stones"]) == (1, None)
    assert others["sheet"] == {"track": 0, "figures": -4, "total": -4}
    assert sitting.player(0, seen_by=-1) == others, "onlookers see no more"


@pytest.mark.rules("N-14")
def test_with_open_wish_stones_everyone_sees_them_and_at_the_end_anyway() -> None:
    sitting = Sitting(NEW_PATHS, "red 5", tiles={"1b": "wish yellow"}, options={"open_wish_stones": True})
    sitting.turn("lay red 5; step small start 1b")
    others = sitting.player(0, seen_by=1)
    assert others["wish_stones"]["yellow"] == 1
    assert others["sheet"]["total"] == -7
    sitting = Sitting(NEW_PATHS)
    while not sitting.match.is_over:
        sitting.idle()
    assert sitting.player(0, seen_by=1)["wish_stones"] is not None
    assert sitting.player(0, seen_by=-1)["sheet"] == sitting.sheet(0)


@pytest.mark.rules("N-15")
@pytest.mark.parametrize(
    ("laid", "left", "direction", "takes"),
    [
        ("4", [], "open", range(11)),
        ("3, 5", [3], "open", range(11)),
        ("5, 3", [5], "open", range(11)),
        ("3, 3", [3], "open", range(11)),
        ("3, 3, 5", [3, 3], "open", range(11)),
        ("8, 8, 5", [8, 8], "open", range(11)),
        ("3, 5, 5", [3, 5], "rising", range(5, 11)),
        ("3, 5, 9", [3, 5], "rising", range(5, 11)),
        ("3, 3, 5, 6", [3, 3, 5], "rising", range(5, 11)),
        ("7, 5, 5", [7, 5], "falling", range(6)),
        ("9, 5, 2", [9, 5], "falling", range(6)),
        ("10, 9, 4, 0", [10, 9, 4], "falling", range(5)),
    ],
)
def test_a_shortened_row_keeps_what_its_remaining_cards_say(
    laid: str, left: list[int], direction: str, takes: range
) -> None:
    sitting = entering_1b(laid, last="; drop red")
    row = sitting.row(0, "red")
    assert row == {"cards": left, "last": left[-1] if left else None, "direction": direction}
    assert red_takes(sitting) == list(takes)
    assert sitting.pile("red") == [f"red {laid.split(', ')[-1]}"]


@pytest.mark.rules("N-16")
def test_after_a_card_from_hand_two_are_drawn_one_after_the_other() -> None:
    sitting = Sitting(NEW_PATHS, "red 5, green 7, blue 1", "blue 9", tiles={"1b": "discard"}, first=1)
    sitting.turn("discard blue 9")
    sitting.play("lay red 5", "step small start 1b", "discard green 7")
    assert (sitting.view()["draws"], len(sitting.hand(0))) == (2, 6)
    assert sitting.legal() == ["draw deck", "draw blue"]
    sitting.draw("green 1")
    assert (sitting.actor, sitting.step, sitting.view()["draws"]) == (0, "drawing", 1)
    assert "green 1" in sitting.hand(0)
    sitting.play("draw blue")
    assert len(sitting.hand(0)) == 8
    assert (sitting.actor, sitting.step) == (1, "playing")


@pytest.mark.rules("N-16")
def test_after_a_card_from_a_row_one_is_drawn() -> None:
    sitting = Sitting(NEW_PATHS, "red 5", tiles={"1b": "discard"})
    sitting.play("lay red 5", "step small start 1b", "drop red")
    assert sitting.view()["draws"] == 1
    sitting.draw()
    assert len(sitting.hand(0)) == 8
    assert sitting.actor == 1


@pytest.mark.rules("N-17")
def test_a_pile_discarded_to_in_this_turn_is_closed_after_a_drop_too() -> None:
    sitting = Sitting(NEW_PATHS, "red 5", "red 9, blue 9", tiles={"1b": "discard"}, first=1)
    sitting.turn("discard red 9")
    sitting.play("lay red 5", "step small start 1b", "drop red")
    assert sitting.legal() == ["draw deck"]
    assert sitting.view()["closed"] == ["red"]
    assert sitting.refused("draw red").rule == "N-17"
    sitting.draw()
    sitting.play("discard blue 9")
    assert sitting.legal() == ["draw deck", "draw red"]


@pytest.mark.rules("N-17", "N-20")
def test_drawing_stops_when_the_draw_pile_runs_out() -> None:
    sitting = Sitting(NEW_PATHS, "red 5, green 7", tiles={"1b": "discard"}, first=1)
    while sitting.view()["draw_pile"] > 1:
        sitting.idle()
    sitting.play("lay red 5", "step small start 1b", "discard green 7")
    sitting.draw()
    assert sitting.match.is_over
    assert sitting.view()["end"] == "draw-pile"
    assert len(sitting.hand(0)) == 7, "the second draw is dropped"


@pytest.mark.rules("N-18")
def test_the_example_of_a_game_by_black() -> None:
    sitting = Sitting(
        NEW_PATHS, "red 3, green 2, blue 10, blue 3", tiles={"1b": "points 3", "4c": "discard"}, keep="blue 9"
    )
    sitting.turn("lay red 3; step small start 1b")
    assert sitting.sheet(0)["track"] == 3
    sitting.idle()
    sitting.turn("lay green 2; step small 1b 2b")
    assert sitting.row(0, "green")["cards"] == [2]
    sitting.idle()
    sitting.turn("lay blue 10; step small 2b 3c")
    assert sitting.player(0)["wish_stones"] == {"blue": 0, "green": 0, "pink": 1, "red": 0, "yellow": 0}
    assert sitting.stone("3c")["stack"] == ["pink", 4]
    sitting.idle()
    sitting.play("lay blue 3", "step small 3c 4c")
    assert sitting.row(0, "blue") == {"cards": [10, 3], "last": 3, "direction": "falling"}
    sitting.play("drop blue")
    assert sitting.row(0, "blue") == {"cards": [10], "last": 10, "direction": "open"}
    assert sitting.pile("blue")[-1] == "blue 3"
    assert sitting.sheet(0)["track"] == 3


# ── End ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def four_in_goal(tiles: dict[str, str], *further: str) -> Sitting:
    """Two figures of each player are on 7c, and a third one of seat 0 on 6c; then seat 0 goes on as told."""
    own = [
        *route("small", TO_7C, "red 0, pink 0, blue 0, blue 0, yellow 0, pink 0, red 0"),
        *route("small", TO_7C, "red 1, pink 1, blue 1, blue 1, yellow 0, pink 1, red 1"),
        *route("large", TO_7C.removesuffix(" 7c"), "red 2, pink 2, blue 2, blue 2, yellow 1, pink 2"),
    ]
    other = [
        *route("small", TO_7C, "red 10, pink 10, blue 10, blue 10, yellow 10, pink 10, red 10"),
        *route("small", TO_7C, "red 9, pink 9, blue 9, blue 9, yellow 10, pink 9, red 9"),
    ]
    return followed(NEW_PATHS, [*own, *further], other, tiles=tiles, keep="red 8, yellow 8")


@pytest.mark.rules("N-19")
def test_four_figures_in_the_goal_area_do_not_end_the_game_and_get_their_tiles() -> None:
    sitting = four_in_goal({"7c": "points 3", "1b": "discard", "4c": "discard", "5c": "discard"})
    assert (sitting.view()["in_goal"], sitting.view()["end"]) == (4, "")
    assert [sitting.sheet(seat)["track"] for seat in (0, 1)] == [6, 6]


@pytest.mark.rules("N-19")
@pytest.mark.parametrize("tile", ["points 3", "clover", "discard"])
def test_the_fifth_figure_ends_the_game_at_once_and_its_tile_is_not_carried_out(tile: str) -> None:
    sitting = four_in_goal({"7c": tile, "1b": "discard", "4c": "discard", "5c": "discard"})
    sitting.pass_to(0)
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "red 8")
    sitting.pass_to(0)
    before = sitting.sheet(0)
    sitting.play("lay red 8", "step large 6c 7c")
    assert sitting.match.is_over
    assert sitting.view()["end"] == "goal"
    assert len(sitting.hand(0)) == 7, "nobody draws"
    after = sitting.sheet(0)
    assert after["track"] == before["track"]
    assert after["figures"] == before["figures"] + 4, "the large figure goes from 5 to 7"


@pytest.mark.rules("N-19")
def test_the_game_may_end_in_the_middle_of_a_clover_chain() -> None:
    fourth = route("small", "start 1b 2b 3c 4c", "red 3, pink 3, blue 3, blue 3")
    sitting = four_in_goal({"5c": "clover", "7c": "clover", "1b": "discard", "4c": "discard"}, *fourth)
    sitting.pass_to(0)
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "yellow 8")
    sitting.pass_to(0)
    sitting.play("lay yellow 8", "step small 4c 5c")
    assert sitting.step == "lucky"
    sitting.play("step large 6c 7c")
    assert sitting.match.is_over
    assert sitting.view()["end"] == "goal"


@pytest.mark.rules("N-20")
def test_the_last_card_of_the_draw_pile_ends_the_game() -> None:
    sitting = Sitting(NEW_PATHS, seats=3)
    while sitting.view()["draw_pile"] > 1:
        sitting.idle()
    assert not sitting.match.is_over
    sitting.idle()
    assert (sitting.match.is_over, sitting.view()["end"]) == (True, "draw-pile")


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("N-21")
def test_figures_count_their_rank_and_the_large_one_double() -> None:
    small = route("small", "start 1b 2b 3c 4c", "red 0, green 0, blue 0, blue 0")
    large = route("large", "start 1b 2b 3c 4c 5c", "red 1, green 0, blue 1, blue 1, yellow 0")
    tiles = {"1b": "points 2", "4c": "points 3", "5c": "discard"}
    sheets = []
    for turns in range(1, 10):
        sitting = followed(NEW_PATHS, (small + large)[:turns], tiles=tiles)
        sheets.append((sitting.sheet(0)["track"], sitting.sheet(0)["figures"]))
    small_worth, large_worth = (-4, -2, 0, 2), (-8, -4, 0, 4, 6)
    assert [figures for _, figures in sheets] == [*small_worth, *(2 + worth for worth in large_worth)]
    assert [track for track, _ in sheets] == [2, 2, 2, 5, 7, 7, 7, 10, 10]


@pytest.mark.rules("N-21")
def test_a_figure_on_the_start_field_is_worth_nothing() -> None:
    assert Sitting(NEW_PATHS).sheet(0) == {"track": 0, "figures": 0, "wish_stones": -4, "wish_sets": 0, "total": -4}


def scored(*held: int) -> tuple[int, int]:
    """What wish stones are worth: so many of each colour."""
    sitting = Sitting(NEW_PATHS)
    for colour, count in enumerate(held):
        sitting.match.state.wish_stones[0, colour] = count
    sheet = sitting.sheet(0)
    assert sheet["total"] == sheet["wish_stones"] + sheet["wish_sets"]
    return sheet["wish_stones"], sheet["wish_sets"]


@pytest.mark.rules("N-22")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ((0, 0, 0, 0, 0), -4),
        ((0, 0, 2, 0, 0), -3),
        ((2, 0, 2, 0, 0), 2),
        ((1, 1, 1, 0, 0), 3),
        ((1, 0, 1, 2, 2), 6),
        ((1, 1, 1, 1, 1), 10),
        ((2, 2, 2, 2, 2), 10),
    ],
)
def test_wish_stones_count_by_the_number_of_different_colours(held: tuple[int, ...], points: int) -> None:
    assert scored(*held) == (points, 0)


@pytest.mark.rules("N-23")
@pytest.mark.parametrize(
    ("held", "points", "sets"),
    [
        ((3, 0, 0, 0, 0), -3, 10),
        ((2, 0, 0, 0, 0), -3, 0),
        ((6, 0, 0, 0, 0), -3, 10),
        ((3, 3, 0, 0, 0), 2, 20),
        ((4, 0, 0, 5, 0), 2, 20),
        ((3, 3, 3, 3, 3), 10, 50),
    ],
)
def test_ten_points_for_each_colour_held_three_times_or_more(held: tuple[int, ...], points: int, sets: int) -> None:
    assert scored(*held) == (points, sets)


@pytest.mark.rules("N-23", "N-24")
def test_the_example_of_four_colours_with_three_of_them_blue() -> None:
    plan = [
        *route("small", "start 1b 2b 3c 4c 5c 6b", "red 0, green 0, blue 0, blue 0, yellow 0, red 0"),
        *route("small", "start 1b 2b 3b 4b 5c 6b", "red 1, green 0, green 1, green 1, yellow 0, red 1"),
    ]
    more = route("small", "start 1a 2a 3b 4a 5a", "green 2, blue 1, green 2, red 2, green 3")
    tiles = {"1b": "wish blue", "4c": "wish green", "5c": "wish yellow"}
    sitting = followed(NEW_PATHS, plan, tiles=tiles)
    assert sitting.player(0)["wish_stones"] == {"blue": 3, "green": 1, "pink": 1, "red": 0, "yellow": 1}
    assert (sitting.sheet(0)["wish_stones"], sitting.sheet(0)["wish_sets"]) == (6, 10)
    sitting = followed(NEW_PATHS, [*plan, *more], tiles=tiles)
    assert sitting.player(0)["wish_stones"] == {"blue": 3, "green": 1, "pink": 1, "red": 0, "yellow": 2}
    assert (sitting.sheet(0)["wish_stones"], sitting.sheet(0)["wish_sets"]) == (6, 10)
