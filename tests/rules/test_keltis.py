"""Rules of Keltis: a test for every number on docs/rules/keltis.md, in the page's order."""

from __future__ import annotations

import pytest

from tests.rules.keltis_setting import COLOURS, KELTIS, Sitting, followed, route
from wishstone.game.contract import HIDDEN
from wishstone.game.match import Match
from wishstone.game.result import places
from wishstone.games import load

SEAT_COUNTS = (2, 3, 4)
VALUES = (-4, -3, -2, 1, 2, 3, 6, 7, 10)  # K-3
DARK = {"blue": (2, 4, 6, 8), "green": (1, 3, 5, 7), "pink": (2, 4, 6, 8), "red": (1, 3, 5, 7), "yellow": (2, 4, 6, 8)}
LOW = ("0", "0", "1", "1", "2", "2", "3", "3", "4")  # nine numbers that rise
HIGH = ("10", "10", "9", "9", "8", "8", "7", "7", "6")  # and nine that fall


def along(colour: str, ranks: int, numbers: tuple[str, ...] = LOW, figure: str = "small") -> list[str]:
    """Turns that lead a figure from the start so many ranks along a path."""
    stones = ["start", *(f"{colour}{rank}" for rank in range(1, ranks + 1))]
    return route(figure, " ".join(stones), ", ".join(f"{colour} {number}" for number in numbers[:ranks]))


def fresh(seats: int = 2) -> Match:
    return Match(load(KELTIS, engine="interpreted"), seats)


# ── Material and setup ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("K-1")
def test_there_are_two_each_of_0_to_10_in_five_colours() -> None:
    match = fresh()
    while match.game.view(match.state, -1)["step"] == "tiling":
        match.play(match.game.chances(match.state)[0][0])
    dealt = {match.game.outcome_names[outcome]: weight for outcome, weight in match.game.chances(match.state)}
    assert dealt == {f"deal 0 {colour} {number}": 2 for colour in COLOURS for number in range(11)}


@pytest.mark.rules("K-1")
def test_when_both_copies_of_a_card_are_out_no_third_one_comes() -> None:
    sitting = Sitting(KELTIS, "red 3, red 3", "red 4")
    sitting.play("discard red 3", "draw deck")
    assert "card red 3" not in sitting.chances()
    assert sitting.chances()["card red 4"] == 1


@pytest.mark.rules("K-2")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_everyone_has_four_small_figures_and_a_large_one_on_the_start_field(seats: int) -> None:
    sitting = Sitting(KELTIS, seats=seats)
    for seat in range(seats):
        assert sitting.figures(seat) == (["start"] * 4, "start")
        assert sitting.sheet(seat)["figures"] == 0


@pytest.mark.rules("K-2")
def test_the_fifth_path_takes_the_last_small_figure_or_the_large_one() -> None:
    sitting = Sitting(KELTIS, "blue 1, green 1, pink 1, red 1, yellow 1")
    for colour in ("blue", "green", "pink", "red"):
        sitting.turn(f"lay {colour} 1; step small start {colour}1")
        sitting.idle()
    sitting.play("lay yellow 1")
    assert sitting.legal() == ["step large start yellow1"]


@pytest.mark.rules("K-3")
def test_five_straight_paths_of_nine_stones_lead_from_the_start() -> None:
    view = fresh().game.view(fresh().state, -1)
    stones = view["stones"]
    assert view["start"] == [f"{colour}1" for colour in COLOURS]
    assert list(stones) == [f"{colour}{rank}" for colour in COLOURS for rank in range(1, 10)]
    for colour in COLOURS:
        for rank in range(1, 10):
            stone = stones[f"{colour}{rank}"]
            assert (stone["colour"], stone["rank"], stone["worth"]) == (colour, rank, VALUES[rank - 1])
            assert stone["to"] == ([f"{colour}{rank + 1}"] if rank < 9 else [])
            assert stone["goal"] == (rank >= 7)


@pytest.mark.rules("K-3")
def test_a_figure_is_worth_what_its_rank_says() -> None:
    for ranks, worth in enumerate(VALUES, 1):
        sitting = followed(KELTIS, along("blue", ranks))
        assert sitting.sheet(0)["figures"] == worth


@pytest.mark.rules("K-4")
def test_25_tiles_are_laid_out_9_wish_stones_9_clovers_and_7_points() -> None:
    match = fresh()
    kinds = {"clover": 9, "points 1": 2, "points 2": 3, "points 3": 2, "wish": 9}
    outcomes = {match.game.outcome_names[outcome]: weight for outcome, weight in match.game.chances(match.state)}
    assert outcomes == {f"tile blue2 {kind}": count for kind, count in kinds.items()}
    match.play("tile blue2 points 3")
    outcomes = {match.game.outcome_names[outcome]: weight for outcome, weight in match.game.chances(match.state)}
    assert outcomes == {f"tile blue4 {kind}": count - (kind == "points 3") for kind, count in kinds.items()}
    laid = 1
    while match.game.view(match.state, -1)["step"] == "tiling":
        match.play(match.game.chances(match.state)[-1][0])
        laid += 1
    assert laid == 25
    tiles = [stone["tile"] for stone in match.game.view(match.state, -1)["stones"].values()]
    assert {kind: tiles.count(kind) for kind in kinds} == kinds


@pytest.mark.rules("K-4")
def test_the_end_stones_have_a_tile() -> None:
    sitting = Sitting(KELTIS)
    assert all(sitting.stone(f"{colour}9")["tile"] for colour in COLOURS)


@pytest.mark.rules("K-4", "K-5")
def test_tiles_lie_on_the_dark_stones_and_the_end_stones_face_up() -> None:
    sitting = Sitting(KELTIS)
    for colour in COLOURS:
        for rank in range(1, 10):
            has_tile = sitting.stone(f"{colour}{rank}")["tile"] is not None
            assert has_tile == (rank in (*DARK[colour], 9)), f"{colour}{rank}"


@pytest.mark.rules("K-6")
@pytest.mark.parametrize(("seats", "draw_pile"), [(2, 64), (3, 86), (4, 78)])
def test_everyone_is_dealt_eight_cards_and_two_players_put_30_aside(seats: int, draw_pile: int) -> None:
    sitting = Sitting(KELTIS, seats=seats, first=seats - 1)
    assert sitting.view()["draw_pile"] == draw_pile
    assert all(len(sitting.hand(seat)) == 8 for seat in range(seats))
    assert sitting.actor == seats - 1
    sitting.play(sitting.legal("discard")[0], "draw deck")
    assert sum(sitting.chances().values()) == draw_pile + (30 if seats == 2 else 0), "they stay among the unseen"


# ── A turn ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("K-7")
def test_any_card_of_the_hand_may_be_discarded_onto_the_pile_of_its_colour() -> None:
    sitting = Sitting(KELTIS, "red 3, red 7, blue 0")
    assert sitting.legal("discard") == [f"discard {card}" for card in sorted_cards(sitting.hand(0))]
    sitting.turn("discard red 3")
    sitting.idle()
    sitting.turn("discard red 7")
    assert sitting.pile("red") == ["red 3", "red 7"]
    assert sitting.pile("blue") == []
    assert sitting.figures(0) == (["start"] * 4, "start")


def sorted_cards(hand: list[str]) -> list[str]:
    return sorted(set(hand), key=lambda card: (card.split()[0], int(card.split()[1])))


@pytest.mark.rules("K-8")
@pytest.mark.parametrize(
    ("laid", "direction", "takes"),
    [
        ("5", "open", range(11)),
        ("5, 5", "open", range(11)),
        ("5, 6", "rising", range(6, 11)),
        ("5, 5, 8", "rising", range(8, 11)),
        ("3, 3, 6, 7, 7", "rising", range(7, 11)),
        ("5, 4", "falling", range(5)),
        ("9, 8, 8, 5, 3", "falling", range(4)),
        ("0, 10", "rising", range(10, 11)),
        ("10, 0", "falling", range(1)),
    ],
)
def test_a_row_rises_or_falls_and_the_first_different_number_says_which(
    laid: str, direction: str, takes: range
) -> None:
    numbers = laid.split(", ")
    sitting = followed(KELTIS, along("red", len(numbers), tuple(numbers)))
    row = sitting.row(0, "red")
    assert (row["cards"], row["last"]) == ([int(number) for number in numbers], int(numbers[-1]))
    assert row["direction"] == direction
    bits = int(sitting.match.state.takes[0]) >> 33
    assert [number for number in range(11) if (bits >> number) & 1] == list(takes)


@pytest.mark.rules("K-8")
def test_rows_of_different_colours_and_players_are_apart() -> None:
    sitting = Sitting(KELTIS, "red 5, red 7, blue 4, red 6", "red 3, red 6")
    sitting.turn("lay red 5; step small start red1")
    sitting.turn("lay red 6; step small start red1")
    sitting.turn("lay red 7; step small red1 red2")
    sitting.turn("lay red 3; step small red1 red2")
    assert sitting.legal("lay blue") == ["lay blue 4"]
    assert "lay red 6" not in sitting.legal()
    assert (sitting.row(0, "red")["cards"], sitting.row(1, "red")["cards"]) == ([5, 7], [6, 3])


@pytest.mark.rules("K-8", "K-9")
def test_a_step_is_owed_after_a_card_is_laid() -> None:
    sitting = Sitting(KELTIS, "red 5")
    sitting.play("lay red 5")
    assert (sitting.actor, sitting.step, sitting.view()["laid"]) == (0, "stepping", "red")
    assert sitting.legal() == ["step small start red1", "step large start red1"]


@pytest.mark.rules("K-9")
def test_the_figure_on_the_path_of_the_card_goes_one_stone_forward() -> None:
    sitting = Sitting(KELTIS, "red 5, red 6, blue 1")
    sitting.turn("lay red 5; step large start red1")
    sitting.idle()
    sitting.turn("lay blue 1; step small start blue1")
    sitting.idle()
    sitting.play("lay red 6")
    assert sitting.legal() == ["step large red1 red2"]
    sitting.play("step large red1 red2")
    assert sitting.figures(0) == (["start"] * 3 + ["blue1"], "red2")


@pytest.mark.rules("K-9")
def test_without_a_figure_there_one_is_brought_in_small_or_large() -> None:
    for figure, figures in (("small", (["start"] * 3 + ["red1"], "start")), ("large", (["start"] * 4, "red1"))):
        sitting = Sitting(KELTIS, "red 5")
        sitting.play("lay red 5", f"step {figure} start red1")
        assert sitting.figures(0) == figures


@pytest.mark.rules("K-10")
@pytest.mark.parametrize("figure", ["small", "large"])
def test_a_clover_brings_no_second_figure_onto_a_path(figure: str) -> None:
    sitting = Sitting(KELTIS, "red 5, blue 3", tiles={"red1": "clover"})
    sitting.turn(f"lay blue 3; step {figure} start blue1")
    sitting.idle()
    sitting.play("lay red 5", "step small start red1")
    entered = [move.split()[3] for move in sitting.legal("step") if move.split()[2] == "start"]
    assert sorted(set(entered)) == ["green1", "pink1", "yellow1"]


@pytest.mark.rules("K-10")
def test_a_laid_card_brings_no_second_figure_onto_its_path() -> None:
    sitting = Sitting(KELTIS, "red 5, red 6")
    sitting.turn("lay red 5; step small start red1")
    sitting.idle()
    sitting.play("lay red 6")
    assert sitting.legal() == ["step small red1 red2"]


@pytest.mark.rules("K-11")
def test_with_the_figure_on_the_end_stone_a_card_moves_any_other_one() -> None:
    sitting = followed(KELTIS, [*along("blue", 9), *along("red", 1)], keep="blue 5")
    sitting.pass_to(0)
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "blue 5")
    sitting.pass_to(0)
    sitting.play("lay blue 5")
    assert sitting.legal() == [
        *(f"step small start {colour}1" for colour in ("green", "pink", "yellow")),
        "step small red1 red2",
        *(f"step large start {colour}1" for colour in ("green", "pink", "yellow")),
    ], "a new figure may be brought in where there is none, and there is no choice to decline"
    sitting.play("step small red1 red2")
    assert sitting.figures(0)[0] == ["start", "start", "blue9", "red2"]


@pytest.mark.rules("K-12")
def test_figures_only_go_forward_and_players_may_share_a_stone() -> None:
    sitting = followed(KELTIS, along("red", 3), along("red", 3, HIGH))
    assert sitting.figures(0)[0] == sitting.figures(1)[0] == ["start"] * 3 + ["red3"]
    game = sitting.match.game
    stones = {"start": 0} | {name: stone["rank"] for name, stone in sitting.view()["stones"].items()}
    ways = [name.split()[2:] for name in game.move_names if name.startswith("step") and "nowhere" not in name]
    assert len(ways) == 2 * 45
    assert all(stones[to] == stones[left] + 1 for left, to in ways)


@pytest.mark.rules("K-13")
@pytest.mark.parametrize("figure", ["small", "large"])
@pytest.mark.parametrize("points", [1, 2, 3])
def test_points_are_scored_at_once_never_doubled_and_the_tile_stays(figure: str, points: int) -> None:
    sitting = Sitting(KELTIS, "red 5", "red 4", tiles={"red1": f"points {points}"})
    sitting.turn(f"lay red 5; step {figure} start red1")
    assert sitting.sheet(0)["track"] == points
    assert sitting.stone("red1")["tile"] == f"points {points}"
    sitting.turn("lay red 4; step small start red1")
    assert sitting.sheet(1)["track"] == points, "the next player scores, too"


@pytest.mark.rules("K-13")
def test_a_clover_moves_any_own_figure_the_same_one_too_and_leads_on() -> None:
    tiles = {"red1": "clover", "red3": "clover", "blue2": "points 3", "green1": "clover"}
    sitting = Sitting(KELTIS, "red 5, blue 3", tiles=tiles)
    sitting.turn("lay blue 3; step small start blue1")
    sitting.idle()
    sitting.play("lay red 5", "step small start red1")
    assert sitting.step == "lucky"
    assert "step small red1 red2" in sitting.legal()
    assert "step small blue1 blue2" in sitting.legal()
    sitting.play("step large start green1")
    assert sitting.step == "lucky", "that stone's tile counts, too"
    sitting.play("step small blue1 blue2")
    assert sitting.sheet(0)["track"] == 3
    assert sitting.step == "drawing", "and so on until nothing leads on"
    assert sitting.stone("red1")["tile"] == "clover"
    assert sitting.row(0, "blue")["cards"] == [3], "a clover takes no card"


@pytest.mark.rules("K-13")
def test_a_wish_stone_is_taken_by_the_first_to_enter() -> None:
    sitting = Sitting(KELTIS, "red 5", "red 4", tiles={"red1": "wish"})
    sitting.turn("lay red 5; step small start red1")
    assert sitting.stone("red1")["tile"] is None
    sitting.turn("lay red 4; step small start red1")
    assert [sitting.player(seat)["wish_count"] for seat in (0, 1)] == [1, 0]


@pytest.mark.rules("K-14")
def test_a_clover_is_optional_and_may_bring_a_new_figure() -> None:
    sitting = Sitting(KELTIS, "red 5", tiles={"red1": "clover"})
    sitting.play("lay red 5", "step small start red1")
    assert "stay" in sitting.legal()
    assert "step large start yellow1" in sitting.legal()
    sitting.play("stay")
    assert sitting.step == "drawing"
    assert sitting.figures(0) == (["start"] * 3 + ["red1"], "start")


@pytest.mark.rules("K-15")
def test_one_card_is_drawn_from_the_draw_pile_or_a_discard_pile() -> None:
    sitting = Sitting(KELTIS, "red 5, blue 3", "green 9, green 1")
    sitting.turn("discard blue 3")
    sitting.turn("discard green 9")
    sitting.play("lay red 5", "step small start red1")
    if sitting.step == "lucky":
        sitting.play("stay")
    assert sitting.legal() == ["draw deck", "draw blue", "draw green"]
    sitting.play("draw green")
    assert "green 9" in sitting.hand(0)
    assert sitting.player(0, seen_by=1)["known"] == ["green 9"]
    assert len(sitting.hand(0)) == 8
    assert (sitting.actor, sitting.step) == (1, "playing")


@pytest.mark.rules("K-15")
def test_the_card_discarded_this_turn_is_not_drawn_but_the_others_may() -> None:
    sitting = Sitting(KELTIS, "blue 3", "green 9")
    sitting.play("discard blue 3")
    assert sitting.legal() == ["draw deck"]
    assert sitting.view()["closed"] == ["blue"]
    sitting.draw()
    sitting.play("discard green 9")
    assert sitting.legal() == ["draw deck", "draw blue"]
    assert sitting.view()["closed"] == ["green"]


@pytest.mark.rules("K-15")
def test_turns_go_round_clockwise() -> None:
    sitting = Sitting(KELTIS, seats=3, first=1)
    turns = []
    for _ in range(4):
        turns.append(sitting.actor)
        sitting.idle()
    assert turns == [1, 2, 0, 1]


# ── End ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def four_in_goal(tiles: dict[str, str], *further: str) -> Sitting:
    """Two figures of each player are in the goal area, on blue and pink; seat 0 has gone on as told."""
    plan = [*along("blue", 7), *along("pink", 7), *further]
    sitting = followed(KELTIS, plan, [*along("blue", 7, HIGH), *along("pink", 7, HIGH)], tiles=tiles, keep="green 9")
    sitting.pass_to(0)
    return sitting


@pytest.mark.rules("K-16")
def test_four_figures_in_the_goal_area_do_not_end_it_and_get_their_tiles() -> None:
    tiles = {"green7": "points 3", "green5": "wish", "green3": "wish", "green1": "wish"}
    sitting = followed(KELTIS, [*along("blue", 7), *along("green", 7)], [*along("green", 7, HIGH)], tiles=tiles)
    assert sitting.view()["in_goal"] == 3
    assert [sitting.sheet(seat)["track"] for seat in (0, 1)] == [3, 3]
    sitting = four_in_goal({})
    assert (sitting.view()["in_goal"], sitting.view()["end"]) == (4, "")


@pytest.mark.rules("K-16")
@pytest.mark.parametrize("tile", ["points 2", "wish", "clover"])
def test_the_fifth_figure_ends_the_game_at_once_and_its_tile_is_not_carried_out(tile: str) -> None:
    sitting = four_in_goal({"green7": tile}, *along("green", 6))
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "green 9")
    sitting.pass_to(0)
    before = sitting.sheet(0)
    sitting.play("lay green 9", "step small green6 green7")
    assert sitting.match.is_over
    assert sitting.view()["end"] == "goal"
    assert sitting.legal() == []
    assert len(sitting.hand(0)) == 7, "nobody draws"
    assert sitting.stone("green7")["tile"] == tile
    after = sitting.sheet(0)
    assert {**after, "figures": 0, "total": 0} == {**before, "figures": 0, "total": 0}
    assert after["figures"] == before["figures"] + 3


@pytest.mark.rules("K-16")
def test_a_clovers_step_ends_the_game_too_and_the_chain_stops_there() -> None:
    tiles = {"green5": "clover", "red7": "clover"}
    sitting = four_in_goal(tiles, *along("red", 6), *along("green", 4))
    sitting.turn(f"discard {sitting.spare_held[0].pop()}", "green 9")
    sitting.pass_to(0)
    sitting.play("lay green 9", "step small green4 green5", "step small red6 red7")
    assert sitting.match.is_over
    assert sitting.view()["end"] == "goal"


@pytest.mark.rules("K-16")
def test_moving_on_inside_the_goal_area_does_not_count_again() -> None:
    sitting = followed(KELTIS, along("green", 9))
    assert sitting.view()["in_goal"] == 1


@pytest.mark.rules("K-17")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_last_card_of_the_draw_pile_ends_the_game(seats: int) -> None:
    sitting = Sitting(KELTIS, seats=seats)
    while sitting.view()["draw_pile"] > 1:
        sitting.idle()
    assert not sitting.match.is_over
    seat = sitting.actor
    sitting.idle()
    assert sitting.match.is_over
    assert (sitting.view()["end"], sitting.view()["draw_pile"]) == ("draw-pile", 0)
    assert len(sitting.hand(seat)) == 8, "it was drawn"


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("K-18")
def test_the_large_figure_counts_double_plus_or_minus() -> None:
    tiles = {"green1": "points 2", "green3": "points 3", "red1": "wish", "red3": "wish", "green5": "points 2"}
    sitting = Sitting(KELTIS, "red 1, green 1, green 2, green 3, green 4, green 5", tiles=tiles)
    sitting.turn("lay red 1; step small start red1")
    sitting.pass_to(0)
    assert sitting.sheet(0) == {"track": 0, "figures": -4, "wish_stones": -3, "total": -7}
    for rank, (figures, track) in enumerate(((-12, 2), (-10, 2), (-8, 5), (-2, 5), (0, 7)), 1):
        left = f"green{rank - 1}" if rank > 1 else "start"
        sitting.turn(f"lay green {rank}; step large {left} green{rank}")
        sitting.pass_to(0)
        assert sitting.sheet(0) == {"track": track, "figures": figures, "wish_stones": -3, "total": track + figures - 3}


@pytest.mark.rules("K-19")
@pytest.mark.parametrize(("held", "points"), [(0, -4), (1, -3), (2, 2), (3, 3), (4, 6), (5, 10), (6, 10), (9, 10)])
def test_wish_stones_count_by_how_many_are_held(held: int, points: int) -> None:
    path = [f"blue{rank}" for rank in (2, 4, 6, 8, 9)] + ["red1", "green1", "green3", "red3"]
    plan = [*along("blue", 9), *along("red", 3), *along("green", 3)]
    others = dict.fromkeys(path[held:][:2], "points 1") | dict.fromkeys(path[held:][2:5], "points 2")
    others |= dict.fromkeys(path[held:][5:7], "points 3") | dict.fromkeys(path[held:][7:], "clover")
    sitting = followed(KELTIS, plan, tiles=others | dict.fromkeys(path[:held], "wish"))
    assert sitting.player(0)["wish_count"] == held
    assert sitting.sheet(0)["wish_stones"] == points
    assert sitting.player(0, seen_by=1)["sheet"]["wish_stones"] == points, "they lie openly"
    assert "wish_sets" not in sitting.sheet(0)


@pytest.mark.rules("K-20")
def test_most_points_win_and_equals_share_the_place() -> None:
    assert places([[12], [30], [30]]) == (3, 1, 1)
    sitting = Sitting(KELTIS, "red 1", seats=3, tiles={"red1": "points 1"})
    sitting.turn("lay red 1; step small start red1")
    assert sitting.match.result().scores == (-7, -4, -4)
    assert sitting.match.result().places == (3, 1, 1)


@pytest.mark.rules("K-21")
def test_a_game_may_go_on_for_ever_and_is_cut_off_or_ended_by_agreement() -> None:
    sitting = Sitting(KELTIS, "red 1, blue 1", "green 1, pink 1")
    sitting.turn("discard red 1")
    sitting.turn("discard green 1", "draw red")
    for _ in range(10):
        sitting.turn("discard blue 1", "draw green")
        sitting.turn("discard red 1", "draw blue")
        sitting.turn("discard green 1", "draw red")
        sitting.turn("discard blue 1", "draw green")
        sitting.turn("discard red 1", "draw blue")
        sitting.turn("discard green 1", "draw red")
    assert sitting.view()["draw_pile"] == 63
    assert not sitting.match.is_over
    assert sitting.match.game.rules.MAX_DECISIONS == 2000
    assert sitting.match.result(cut_off=2000).cut_off == 2000
    assert sitting.match.result(agreed=True).agreed


# ── What is hidden ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("K-6", "K-15")
def test_others_do_not_see_what_comes_off_the_draw_pile() -> None:
    sitting = Sitting(KELTIS, "red 1", seats=3)
    sitting.play("discard red 1", "draw deck")
    game, state = sitting.match.game, sitting.match.state
    card = game.outcomes_by_name["card red 2"]
    assert [game.seen(state, card, seat) for seat in (-1, 0, 1, 2)] == [HIDDEN, card, HIDDEN, HIDDEN]
    assert sitting.player(0, seen_by=1)["hand"] is None
