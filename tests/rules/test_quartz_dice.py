"""Rules of Quartz: a test for every number on docs/rules/quartz-dice.md, in the page's order."""

from __future__ import annotations

from itertools import product

import pytest

from tests.rules.quartz_dice_setting import FACES, KINDS, NOTHING, Mine, faces
from wishstone.game.contract import CHANCE, HIDDEN, OVER

SEAT_COUNTS = (3, 4, 5, 6)
PER_DIE = "per-die"

# ── Material and setup ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("Q-1")
def test_six_players_have_all_57_real_crystals_and_13_black_ones() -> None:
    mine = Mine(seats=6)
    real = [mine.view["bag"][kind] for kind in KINDS[:-1]]
    assert real == [16, 14, 11, 8, 5, 3]
    assert sum(real) + mine.view["bag"]["black"] + 2 * mine.view["pairs"] == 70
    assert mine.view["bag"]["black"] + 2 * mine.view["pairs"] == 13


@pytest.mark.rules("Q-2")
@pytest.mark.parametrize(
    ("seats", "out", "left"),
    [
        (3, (4, 4, 3, 3, 3, 2), 51),
        (4, (3, 3, 2, 2, 2, 1), 57),
        (5, (2, 2, 1, 1, 1, 1), 62),
        (6, (0, 0, 0, 0, 0, 0), 70),
    ],
)
def test_fewer_players_take_crystals_out(seats: int, out: tuple[int, ...], left: int) -> None:
    mine, whole = Mine(seats=seats), (16, 14, 11, 8, 5, 3)
    bag = mine.view["bag"]
    assert [bag[kind] for kind in KINDS[:-1]] == [all_ - gone for all_, gone in zip(whole, out, strict=True)]
    assert sum(bag.values()) + 2 * mine.view["pairs"] == left
    assert bag["black"] + 2 * mine.view["pairs"] == 13


@pytest.mark.rules("Q-3")
@pytest.mark.parametrize(("seats", "bag"), [(3, 39), (4, 45), (5, 50), (6, 58)])
def test_one_black_crystal_is_in_the_bag_and_six_pairs_lie_beside_it(seats: int, bag: int) -> None:
    mine = Mine(seats=seats)
    assert mine.view["bag"]["black"] == 1
    assert mine.view["pairs"] == 6
    assert mine.view["bag_size"] == sum(mine.view["bag"].values()) == bag
    assert mine.chances() == {f"draw {kind}": count for kind, count in mine.view["bag"].items()}


@pytest.mark.rules("Q-4")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_carts_and_chests_are_empty(seats: int) -> None:
    mine = Mine(seats=seats)
    assert len(mine.view["players"]) == seats
    assert all(mine.cart(seat) == mine.chest(seat) == {} for seat in range(seats))


@pytest.mark.rules("Q-4")
def test_five_dice_have_six_faces_each_once() -> None:
    mine = Mine()
    mine.play("draw quartz")
    ways: dict[str, int] = {}
    for letters in product(FACES, repeat=5):
        name = f"roll {faces(''.join(letters))}"
        ways[name] = ways.get(name, 0) + 1
    assert mine.chances() == ways
    assert (len(ways), sum(ways.values())) == (252, 6**5)


# ── Mine ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("Q-5")
@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_begins_with_a_crystal_onto_the_cart_and_a_black_one_gives_a_marker(kind: str) -> None:
    mine = Mine(first=1)
    assert mine.actor == CHANCE
    mine.play(f"draw {kind}")
    assert mine.cart(1) == {kind: 1}
    assert mine.view["bag_size"] == 38
    assert [mine.markers(seat) for seat in range(3)] == [0, 1 if kind == "black" else 0, 0]


@pytest.mark.rules("Q-5")
def test_from_the_start_player_clockwise_everyone_takes_one_turn() -> None:
    mine = Mine(seats=4, first=2)
    order = []
    for _ in range(4):
        order.append(mine.view["turn"])
        mine.idle()
    assert order == [2, 3, 0, 1]


@pytest.mark.rules("Q-6")
@pytest.mark.parametrize(("dice", "action"), [("PCTWH", "pickaxe"), ("JJCTW", "jackhammer 1"), ("HHCTW", "pickaxe")])
def test_a_black_crystal_drawn_by_dice_gives_no_marker(dice: str, action: str) -> None:
    mine = Mine()
    mine.kept(dice)
    mine.play(action, "draw black")
    assert mine.cart(0) == {"quartz": 1, "black": 1}
    assert mine.markers(0) == 0


@pytest.mark.rules("Q-6")
def test_markers_stay_until_they_are_used_and_can_be_used_in_the_turn_they_come() -> None:
    mine = Mine()
    mine.lay_out("cart", 0, emerald=2)
    mine.idle(mined="black")
    mine.idle(2)
    mine.rolled("PPPPP", mined="black")
    assert mine.markers(0) == 2
    for left in (2, 2, 1, 0):
        mine.play("reroll pickaxe", "roll pickaxe")
        assert mine.markers(0) == left
    assert mine.legal() == ["keep"]


# ── Roll ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("Q-7")
def test_any_of_the_dice_may_be_thrown_again_twice() -> None:
    mine = Mine()
    mine.rolled("PPJWH")
    again = {
        faces("P" * pickaxes + "J" * jackhammers + "W" * claws + "H" * helmets)
        for pickaxes, jackhammers, claws, helmets in product(range(3), range(2), range(2), range(2))
    }
    assert sorted(mine.legal("reroll")) == sorted(f"reroll {each}" for each in again - {""})
    assert mine.legal("keep") == ["keep"]
    mine.play("reroll pickaxe helmet")
    assert len(mine.chances()) == 21
    mine.play("roll claw claw")
    assert mine.view["dice"] == faces("PJWWW").split()
    mine.play("reroll pickaxe jackhammer claw claw claw")
    assert len(mine.chances()) == 252
    mine.play(f"roll {faces('HHHHH')}")
    assert mine.legal() == ["keep"]


@pytest.mark.rules("Q-7")
def test_dice_set_aside_before_may_be_thrown_again() -> None:
    mine = Mine()
    mine.rolled("PPPCC")
    mine.play("reroll chest chest", "roll claw claw")
    assert f"reroll {faces('PPP')}" in mine.legal()
    mine.play(f"reroll {faces('PPP')}", f"roll {faces('TTT')}")
    assert mine.view["dice"] == faces("TTTWW").split()


@pytest.mark.rules("Q-7")
def test_one_may_keep_after_any_throw() -> None:
    for throws in (0, 1, 2):
        mine = Mine()
        mine.rolled("PPPCC")
        for _ in range(throws):
            mine.play("reroll pickaxe", "roll pickaxe")
        mine.play("keep")
        assert mine.view["step"] == "acting"


@pytest.mark.rules("Q-8")
def test_a_marker_gives_one_more_throw_and_only_from_the_fourth_on() -> None:
    mine = Mine()
    mine.rolled("PPPCC", mined="black")
    mine.play("reroll pickaxe", "roll claw", "reroll claw", "roll claw")
    assert mine.markers(0) == 1
    mine.play(f"reroll {faces('PPCCW')}", f"roll {faces('HHHHH')}")
    assert mine.markers(0) == 0
    assert mine.legal() == ["keep"]
    assert mine.refused("reroll helmet").rule == "Q-8"


@pytest.mark.rules("Q-8")
def test_without_a_marker_the_third_throw_is_the_last_and_others_markers_do_not_help() -> None:
    mine = Mine()
    mine.match.state.markers[1] = 2
    mine.rolled("PPPCC")
    mine.play("reroll pickaxe", "roll claw", "reroll claw", "roll claw")
    assert mine.legal() == ["keep"]


# ── Act ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("Q-9")
def test_actions_may_be_carried_out_in_any_order_and_left_undone() -> None:
    mine = Mine()
    mine.lay_out("cart", 0, black=1)
    mine.lay_out("cart", 1, ruby=1)
    mine.kept("PCCWW")
    first = {move.split()[0] for move in mine.legal()}
    assert first == {"pickaxe", "chest", "claw", "done"}
    mine.play("claw 1 ruby", "pickaxe", "draw amber", "chest amber")
    assert mine.legal() == ["done"]
    other = Mine()
    other.kept("PPCCJ")
    other.play("done")
    assert other.view["turn"] == 1
    assert other.cart(0) == {"quartz": 1}


@pytest.mark.rules("Q-9")
def test_keep_and_done_are_asked_even_if_nothing_else_is_possible() -> None:
    mine = Mine()
    mine.rolled(NOTHING)
    mine.play("keep")
    assert mine.legal() == ["done"]


@pytest.mark.rules("Q-10")
def test_each_pickaxe_draws_one_crystal() -> None:
    mine = Mine()
    mine.kept("PPPPP")
    for number, kind in enumerate(("amber", "black", "ruby", "ruby", "emerald"), 1):
        mine.play("pickaxe")
        assert mine.chances() == {f"draw {each}": count for each, count in mine.view["bag"].items() if count}
        mine.play(f"draw {kind}")
        assert mine.view["bag_size"] == 38 - number
    assert mine.legal() == ["done"]
    assert mine.cart(0) == {"quartz": 1, "amber": 1, "black": 1, "ruby": 2, "emerald": 1}


@pytest.mark.rules("Q-11")
@pytest.mark.parametrize(
    ("dice", "draws", "returns"), [("JCTWH", 0, 0), ("JJCTW", 1, 0), ("JJJCT", 1, 0), ("JJJJC", 2, 1), ("JJJJJ", 2, 1)]
)
def test_every_two_jackhammers_draw_one_crystal_and_half_goes_back(dice: str, draws: int, returns: int) -> None:
    mine = Mine()
    mine.kept(dice)
    assert mine.legal("jackhammer") == [f"jackhammer {number}" for number in range(1, draws + 1)]
    if draws:
        mine.play(f"jackhammer {draws}", *["draw ruby"] * draws)
        assert mine.view["returns"] == returns
        mine.play(*["return ruby"] * returns)
        assert mine.view["step"] == "acting"
        assert mine.cart(0) == {"quartz": 1, "ruby": draws - returns}


@pytest.mark.rules("Q-12")
def test_all_jackhammer_draws_of_a_turn_are_one_action() -> None:
    mine = Mine()
    mine.kept("JJJJC")
    assert mine.legal() == ["jackhammer 1", "jackhammer 2", "done"]
    mine.play("jackhammer 1", "draw ruby")
    assert mine.legal() == ["done"]
    assert mine.refused("jackhammer 1").rule == "Q-12"


@pytest.mark.rules("Q-12")
def test_which_of_the_drawn_crystals_goes_back_is_the_players_choice() -> None:
    for choice, stays in (("amber", "black"), ("black", "amber")):
        mine = Mine()
        mine.kept("JJJJC")
        mine.play("jackhammer 2", "draw amber", "draw black")
        assert mine.legal() == ["return amber", "return black"]
        mine.play(f"return {choice}")
        assert mine.cart(0) == {"quartz": 1, stays: 1}
        assert mine.view["bag_size"] == 37


@pytest.mark.rules("Q-12")
@pytest.mark.parametrize(
    ("dice", "numbers"),
    [("JCTWH", []), ("JJCTW", [2]), ("JJJCT", [2, 3]), ("JJJJC", [2, 3, 4]), ("JJJJJ", [2, 3, 4, 5])],
)
def test_per_die_each_jackhammer_draws_from_two_dice_up(dice: str, numbers: list[int]) -> None:
    mine = Mine(jackhammer=PER_DIE)
    mine.kept(dice)
    assert mine.legal("jackhammer") == [f"jackhammer {number}" for number in numbers]


@pytest.mark.rules("Q-12")
@pytest.mark.parametrize(("number", "returns"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_per_die_half_goes_back_rounded_down_one_after_the_other(number: int, returns: int) -> None:
    mine = Mine(jackhammer=PER_DIE)
    mine.kept("JJJJJ")
    drawn = ["amber", "ruby", "ruby", "black", "emerald"][:number]
    mine.play(f"jackhammer {number}", *[f"draw {kind}" for kind in drawn])
    assert mine.view["returns"] == returns
    for kind in drawn[:returns]:
        assert mine.legal() == [f"return {each}" for each in KINDS if mine.view["drawn"][each]]
        mine.play(f"return {kind}")
    assert mine.view["step"] == "acting"
    assert mine.view["bag_size"] == 38 - number + returns
    assert sum(mine.cart(0).values()) == 1 + number - returns
    assert mine.legal() == ["done"]


@pytest.mark.rules("Q-12")
@pytest.mark.parametrize(("bag", "returns", "left"), [(1, 0, 0), (2, 1, 1), (3, 1, 1), (4, 2, 2)])
def test_if_the_bag_holds_fewer_what_is_there_is_drawn_and_half_of_that_goes_back(
    bag: int, returns: int, left: int
) -> None:
    mine = Mine(jackhammer=PER_DIE)
    mine.kept("JJJJJ")
    empty_bag_but(mine, quartz=bag)
    assert "jackhammer 5" in mine.legal()
    mine.play("jackhammer 5", *["draw quartz"] * bag)
    assert mine.view["returns"] == returns
    mine.play(*["return quartz"] * returns)
    assert mine.view["bag_size"] == left
    assert mine.view["end"] == ("" if left else "bag")


def empty_bag_but(mine: Mine, **crystals: int) -> None:
    """Lay everything but these crystals into the last seat's chest."""
    last = mine.view["seats"] - 1
    rest = {kind: count - crystals.get(kind, 0) for kind, count in mine.view["bag"].items()}
    mine.lay_out("chest", last, **rest)


@pytest.mark.rules("Q-13")
def test_two_chest_dice_move_one_crystal_of_any_kind_from_the_cart_into_the_chest() -> None:
    mine = Mine()
    mine.lay_out("cart", 0, ruby=1, black=1)
    mine.kept("CCCCH")
    assert mine.legal("chest") == ["chest quartz", "chest ruby", "chest black"]
    mine.play("chest black", "chest ruby")
    assert mine.chest(0) == {"ruby": 1, "black": 1}
    assert mine.cart(0) == {"quartz": 1}
    assert mine.legal() == ["done"]


@pytest.mark.rules("Q-13")
@pytest.mark.parametrize(("dice", "times"), [("CPTWH", 0), ("CCPTW", 1), ("CCCPT", 1), ("CCCCP", 2), ("CCCCC", 2)])
def test_every_two_chest_dice_give_one_move(dice: str, times: int) -> None:
    mine = Mine()
    mine.lay_out("cart", 0, emerald=5)
    mine.kept(dice)
    mine.play(*["chest emerald"] * times)
    assert mine.legal("chest") == []


@pytest.mark.rules("Q-13")
def test_what_is_in_a_chest_stays_there() -> None:
    mine = Mine()
    mine.lay_out("chest", 0, ruby=1, black=1)
    mine.lay_out("chest", 1, amber=1)
    mine.kept("TTWWH")
    assert mine.legal() == ["done"]


@pytest.mark.rules("Q-14")
def test_two_transport_dice_move_a_black_crystal_to_any_other_cart() -> None:
    mine = Mine(seats=4, first=1)
    mine.lay_out("cart", 1, black=1)
    mine.kept("TTTPC", mined="ruby")
    assert mine.legal("transport") == ["transport 0", "transport 2", "transport 3"]
    mine.play("transport 3")
    assert mine.cart(3) == {"black": 1}
    assert mine.cart(1) == {"ruby": 1}
    assert mine.legal("transport") == []


@pytest.mark.rules("Q-14")
def test_only_black_crystals_are_transported_and_only_from_the_cart() -> None:
    mine = Mine()
    mine.lay_out("chest", 0, black=1)
    mine.kept("TTTTP", mined="ruby")
    assert mine.legal("transport") == []
    assert mine.refused("transport 1").rule == "Q-14"


@pytest.mark.rules("Q-14")
def test_four_transport_dice_move_two() -> None:
    mine = Mine()
    mine.match.state.cart[0, 6] = 3
    mine.kept("TTTTP")
    mine.play("transport 1", "transport 1")
    assert (mine.cart(0), mine.cart(1)) == ({"quartz": 1, "black": 1}, {"black": 2})
    assert mine.legal() == ["pickaxe", "done"]


@pytest.mark.rules("Q-15")
def test_two_claw_dice_take_a_real_crystal_from_any_other_cart() -> None:
    mine = Mine(seats=4, first=1)
    mine.lay_out("cart", 0, amber=1, black=1)
    mine.lay_out("cart", 3, ruby=2)
    mine.kept("WWWWH", mined="emerald")
    assert mine.legal("claw") == ["claw 0 amber", "claw 3 ruby"]
    mine.play("claw 3 ruby")
    assert mine.cart(3) == {"ruby": 1}
    assert mine.cart(1) == {"emerald": 1, "ruby": 1}
    mine.play("claw 0 amber")
    assert mine.legal() == ["done"]


@pytest.mark.rules("Q-16")
def test_the_thief_names_victim_and_kind_and_chests_are_safe() -> None:
    mine = Mine()
    mine.lay_out("cart", 1, quartz=1, ruby=1)
    mine.lay_out("cart", 2, quartz=1)
    mine.lay_out("chest", 2, amber=1)
    mine.kept("WWPCT")
    assert mine.legal("claw") == ["claw 1 quartz", "claw 1 ruby", "claw 2 quartz"]
    assert mine.refused("claw 2 amber").rule == "Q-16"
    assert mine.refused("claw 0 quartz").rule == "Q-15"


@pytest.mark.rules("Q-17")
def test_two_helmets_are_one_action_of_any_kind() -> None:
    def ready() -> Mine:
        mine = Mine()
        mine.lay_out("cart", 1, ruby=1)
        mine.kept("HHPCT", mined="black")
        mine.play("pickaxe", "draw quartz")
        return mine

    assert {move.split()[0] for move in ready().legal()} == {
        "pickaxe", "jackhammer", "chest", "transport", "claw", "done"
    }  # fmt: skip
    for action in ("pickaxe", "jackhammer 1", "chest black", "transport 2", "claw 1 ruby"):
        mine = ready()
        mine.play(action)
        if mine.actor == CHANCE:
            mine.play("draw amber")
        assert mine.legal() == ["done"], action


@pytest.mark.rules("Q-17")
@pytest.mark.parametrize(("dice", "times"), [("HPCTW", 0), ("HHPCT", 1), ("HHHPC", 1), ("HHHHP", 2), ("HHHHH", 2)])
def test_every_two_helmets_give_one_action(dice: str, times: int) -> None:
    mine = Mine()
    mine.lay_out("cart", 0, emerald=5)
    mine.kept(dice)
    mine.play(*["chest emerald"] * times)
    assert mine.legal("chest") == []


@pytest.mark.rules("Q-18")
@pytest.mark.parametrize(
    ("dice", "most"), [("HHCTW", 1), ("HHHHC", 2), ("JHHCT", 1), ("JJHHC", 2), ("JJJHH", 2), ("JHHHH", 2)]
)
def test_a_pair_of_helmets_adds_one_draw_to_the_jackhammers(dice: str, most: int) -> None:
    mine = Mine()
    mine.kept(dice)
    assert mine.legal("jackhammer") == [f"jackhammer {number}" for number in range(1, most + 1)]
    mine.play(f"jackhammer {most}", *["draw ruby"] * most, *["return ruby"] * (most // 2))
    assert mine.view["actions"]["helmet"] == 0
    assert mine.legal() == ["done"]


@pytest.mark.rules("Q-18")
@pytest.mark.parametrize(
    ("dice", "helmets"),
    [
        ("HHCTW", {2: 1}),
        ("HHHHC", {2: 1, 3: 2, 4: 2}),
        ("JHHCT", {2: 1, 3: 1}),
        ("JJHHC", {2: 0, 3: 1, 4: 1}),
        ("JJJHH", {2: 0, 3: 0, 4: 1, 5: 1}),
        ("JHHHH", {2: 1, 3: 1, 4: 2, 5: 2}),
    ],
)
def test_per_die_a_pair_of_helmets_counts_as_up_to_two_jackhammers(dice: str, helmets: dict[int, int]) -> None:
    for number, used in helmets.items():
        mine = Mine(jackhammer=PER_DIE)
        mine.kept(dice)
        assert mine.legal("jackhammer") == [f"jackhammer {each}" for each in helmets]
        before = mine.view["actions"]["helmet"]
        mine.play(f"jackhammer {number}")
        assert mine.view["actions"]["helmet"] == before - used


@pytest.mark.rules("Q-18")
def test_own_dice_pay_before_helmets() -> None:
    mine = Mine()
    mine.kept("CCHHP")
    mine.play("chest quartz")
    assert mine.view["actions"]["helmet"] == 1
    mine.play("pickaxe", "draw ruby")
    assert mine.view["actions"]["helmet"] == 1
    mine.play("chest ruby")
    assert mine.view["actions"]["helmet"] == 0
    other = Mine()
    other.kept("JJHHC")
    other.play("jackhammer 1", "draw ruby")
    assert other.view["actions"]["helmet"] == 1
    assert other.legal("jackhammer") == []


@pytest.mark.rules("Q-18")
def test_a_die_left_over_from_a_pair_does_nothing() -> None:
    mine = Mine()
    mine.lay_out("cart", 0, black=1)
    mine.lay_out("cart", 1, ruby=1)
    mine.kept("JCTWH")
    assert mine.legal() == ["done"]


@pytest.mark.rules("Q-19")
@pytest.mark.parametrize(("dice", "action"), [("PPPPP", "pickaxe"), ("JJHHC", "jackhammer 1")])
def test_nobody_is_asked_to_draw_from_an_empty_bag(dice: str, action: str) -> None:
    mine = Mine()
    mine.kept(dice)
    empty_bag_but(mine, ruby=1)
    mine.play(action, "draw ruby")
    assert mine.actor == OVER
    assert mine.legal() == []


# ── End of a round ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("Q-20")
@pytest.mark.parametrize("starter", range(4))
def test_whoever_has_most_real_crystals_starts_the_next_round(starter: int) -> None:
    mine = Mine(seats=4, first=1)
    mine.lay_out("cart", starter, emerald=1)
    mine.match.state.cart[(starter + 1) % 4, 6] += 3  # black ones do not count
    mine.idle(4)
    assert (mine.view["start"], mine.view["turn"], mine.view["round"]) == (starter, starter, 2)
    mine.play("draw ruby")
    assert mine.cart(starter)["ruby"] == 1


@pytest.mark.rules("Q-20")
def test_in_a_tie_the_start_player_of_the_round_names_one_of_the_tied() -> None:
    mine = Mine(seats=4, first=2)
    mine.lay_out("cart", 0, emerald=1)
    mine.lay_out("cart", 3, amber=1)
    mine.idle(4)
    assert mine.actor == 2
    assert mine.legal() == ["name 0", "name 3"]
    mine.play("name 3")
    assert (mine.view["start"], mine.view["turn"]) == (3, 3)


@pytest.mark.rules("Q-20")
def test_the_name_is_only_asked_for_with_two_or_more_tied() -> None:
    mine = Mine()
    mine.idle(3)
    assert (mine.view["step"], mine.legal()) == ("naming", ["name 0", "name 1", "name 2"])
    other = Mine()
    other.lay_out("cart", 2, quartz=1)
    other.idle(3)
    assert other.view["step"] == "mining"


@pytest.mark.rules("Q-21")
def test_cart_and_chest_both_count() -> None:
    mine = Mine()
    mine.lay_out("cart", 0, ruby=1)
    mine.lay_out("chest", 1, quartz=2)
    mine.idle(3)
    assert mine.view["start"] == 1


@pytest.mark.rules("Q-21")
def test_whoever_names_may_name_themself_if_tied() -> None:
    mine = Mine(first=1)
    mine.lay_out("chest", 1, ruby=1)
    mine.lay_out("cart", 2, quartz=1)
    mine.idle(3)
    assert mine.legal() == ["name 1", "name 2"]
    mine.play("name 1")
    assert mine.view["start"] == 1


@pytest.mark.rules("Q-22")
@pytest.mark.parametrize("tied", [False, True])
def test_the_new_start_player_puts_a_pair_of_black_crystals_into_the_bag(tied: bool) -> None:
    mine = Mine()
    if not tied:
        mine.lay_out("cart", 0, ruby=1)
    mine.idle(3)
    if tied:
        assert (mine.view["bag"]["black"], mine.view["pairs"]) == (1, 6)
        mine.play("name 2")
    assert (mine.view["bag"]["black"], mine.view["pairs"]) == (3, 5)
    assert mine.view["bag_size"] == sum(mine.view["bag"].values())


@pytest.mark.rules("Q-22")
def test_a_pair_goes_in_after_each_round_but_the_last() -> None:
    mine = Mine(seats=6)
    for number in range(1, 7):
        assert (mine.view["round"], mine.view["pairs"]) == (number, 7 - number)
        for _ in range(6):
            mine.idle(mined=next(kind for kind in KINDS if mine.view["bag"][kind]))
        if mine.view["step"] == "naming":
            mine.play(mine.legal()[0])
    assert mine.view["end"] == "rounds"


# ── End ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("Q-23")
def test_the_game_ends_with_the_last_action_of_the_sixth_round() -> None:
    mine = Mine()
    for _ in range(5):
        for _ in range(3):
            mine.idle(mined=next(kind for kind in KINDS if mine.view["bag"][kind]))
        if mine.view["step"] == "naming":
            mine.play(mine.legal()[0])
    bag = mine.view["bag"]["black"]
    assert (mine.view["round"], bag) == (6, 11)
    mine.idle(2, mined="emerald")
    assert mine.view["end"] == ""
    mine.kept(NOTHING, mined="emerald")
    mine.play("done")
    assert (mine.actor, mine.view["end"]) == (OVER, "rounds")
    assert (mine.view["bag"]["black"], mine.view["pairs"]) == (bag, 1)


@pytest.mark.rules("Q-23")
def test_after_the_sixth_round_nobody_is_named() -> None:
    mine = Mine()
    mine.last_round()
    mine.idle(3)
    assert (mine.actor, mine.view["end"], mine.legal()) == (OVER, "rounds", [])


@pytest.mark.rules("Q-24")
def test_the_game_ends_at_once_when_the_bag_is_empty() -> None:
    mine = Mine()
    mine.kept("PPCCT")
    empty_bag_but(mine, amber=1)
    mine.play("pickaxe", "draw amber")
    assert (mine.actor, mine.view["end"]) == (OVER, "bag")
    assert mine.cart(0) == {"quartz": 1, "amber": 1}


@pytest.mark.rules("Q-25")
def test_the_bag_is_looked_at_after_the_mining_draw() -> None:
    mine = Mine()
    empty_bag_but(mine, black=1)
    mine.play("draw black")
    assert (mine.actor, mine.view["end"]) == (OVER, "bag")
    assert mine.cart(0) == {"black": 1}


@pytest.mark.rules("Q-25")
def test_the_bag_is_looked_at_after_each_pickaxe_draw() -> None:
    mine = Mine()
    mine.kept("PPPCC")
    empty_bag_but(mine, ruby=2)
    mine.play("pickaxe", "draw ruby")
    assert mine.actor == 0
    mine.play("pickaxe", "draw ruby")
    assert (mine.actor, mine.view["end"]) == (OVER, "bag")


@pytest.mark.rules("Q-25")
def test_the_bag_is_looked_at_after_a_jackhammer_action_with_its_return() -> None:
    mine = Mine()
    mine.kept("JJJJC")
    empty_bag_but(mine, ruby=2)
    mine.play("jackhammer 2", "draw ruby", "draw ruby")
    assert mine.actor == 0
    mine.play("return ruby")
    assert (mine.actor, mine.view["end"], mine.view["bag_size"]) == (0, "", 1)
    other = Mine()
    other.kept("JJCTW")
    empty_bag_but(other, ruby=1)
    other.play("jackhammer 1", "draw ruby")
    assert (other.actor, other.view["end"]) == (OVER, "bag")


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rules("Q-26")
@pytest.mark.parametrize(("kind", "points"), list(zip(KINDS, (2, 3, 4, 5, 7, 9, -3), strict=True)))
def test_each_crystal_has_its_points_on_the_cart_and_in_the_chest(kind: str, points: int) -> None:
    mine = Mine(seats=6)
    mine.match.state.cart[0, KINDS.index(kind)] = 1
    mine.match.state.chest[1, KINDS.index(kind)] = 2
    assert [mine.sheet(seat)["crystals"] for seat in range(3)] == [points, 2 * points, 0]


@pytest.mark.rules("Q-27")
@pytest.mark.parametrize(("count", "points"), [(1, 0), (2, 0), (3, 3), (4, 6), (5, 10)])
def test_three_four_or_five_of_a_kind_are_a_set(count: int, points: int) -> None:
    for kind in range(6):
        mine = Mine()
        mine.match.state.cart[0, kind] = 1
        mine.match.state.chest[0, kind] = count - 1
        assert mine.sheet(0)["sets"] == points
    mine = Mine()
    mine.match.state.cart[0, 6] = count
    assert mine.sheet(0)["sets"] == 0


@pytest.mark.rules("Q-27")
def test_the_sets_of_all_kinds_count() -> None:
    mine = Mine()
    mine.lay_out("cart", 0, quartz=3, rubellite=4, emerald=5, ruby=2)
    assert mine.sheet(0)["sets"] == 3 + 6 + 10


@pytest.mark.rules("Q-28")
@pytest.mark.parametrize(
    ("count", "points"),
    [(6, 10), (7, 10), (8, 13), (9, 16), (10, 20), (11, 20), (12, 20), (13, 23), (14, 26), (15, 30), (16, 30)],
)
def test_the_best_split_into_sets_counts(count: int, points: int) -> None:
    mine = Mine()
    mine.match.state.cart[0, 0] = count
    assert mine.sheet(0)["sets"] == points
    splits = [
        3 * threes + 6 * fours + 10 * fives
        for threes, fours, fives in product(range(6), range(5), range(4))
        if 3 * threes + 4 * fours + 5 * fives <= count
    ]
    assert points == max(splits)


@pytest.mark.rules("Q-29")
def test_whoever_has_fewest_crystals_in_the_chest_loses_five_points_and_so_do_all_in_a_tie() -> None:
    mine = Mine(seats=4)
    mine.lay_out("chest", 0, ruby=2)
    mine.lay_out("chest", 1, quartz=1)
    mine.lay_out("chest", 2, black=1)
    mine.lay_out("chest", 3, amber=2)
    mine.lay_out("cart", 1, quartz=5)
    assert [mine.sheet(seat)["chest"] for seat in range(4)] == [0, -5, -5, 0]
    assert mine.sheet(2) == {"crystals": -3, "sets": 0, "chest": -5, "total": -8}
    assert mine.sheet(1) == {"crystals": 12, "sets": 10, "chest": -5, "total": 17}


@pytest.mark.rules("Q-30")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_all_lose_five_points_if_all_have_equally_many(seats: int) -> None:
    mine = Mine(seats=seats)
    assert [mine.sheet(seat)["chest"] for seat in range(seats)] == [-5] * seats
    for seat in range(seats):
        mine.lay_out("chest", seat, quartz=1)
    assert [mine.sheet(seat)["total"] for seat in range(seats)] == [-3] * seats


@pytest.mark.rules("Q-31")
def test_most_points_wins() -> None:
    mine = Mine()
    mine.lay_out("chest", 0, quartz=1)
    mine.lay_out("chest", 1, ruby=1)
    mine.lay_out("chest", 2, emerald=1)
    assert mine.match.result().places == (3, 1, 2)


@pytest.mark.rules("Q-31")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"quartz": 2}, {"emerald": 1}),
        ({"rubellite": 1, "emerald": 1}, {"ruby": 1}),
        ({"emerald": 1, "sapphire": 1}, {"amber": 1}),
        ({"sapphire": 2, "black": 1}, {"ruby": 1}),
        ({"ruby": 3, "black": 2}, {"amber": 2}),  # with a set of three
        ({"amber": 1, "black": 3}, {}),
    ],
)
def test_among_equals_more_quartz_is_better_then_more_rubellite_and_so_on(
    one: dict[str, int], other: dict[str, int]
) -> None:
    mine = Mine(seats=6)
    mine.match.state.bag[6] = 3
    mine.lay_out("cart", 1, **one)
    mine.lay_out("cart", 4, **other)
    assert mine.sheet(1)["total"] == mine.sheet(4)["total"]
    places = mine.match.result().places
    assert places[1] < places[4]


@pytest.mark.rules("Q-31")
def test_cart_and_chest_count_together_in_a_tie() -> None:
    mine = Mine()
    mine.lay_out("chest", 0, emerald=1)
    mine.lay_out("chest", 1, quartz=1)
    mine.lay_out("cart", 1, quartz=1)
    assert mine.sheet(0)["total"] == mine.sheet(1)["total"] == 4
    assert mine.match.result().places[:2] == (2, 1)


@pytest.mark.rules("Q-32")
def test_those_still_equal_after_all_six_kinds_share_the_place() -> None:
    mine = Mine(seats=4)
    for seat in (1, 3):
        mine.lay_out("chest", seat, quartz=1, amber=1)
    mine.lay_out("chest", 0, ruby=1)
    assert mine.match.result().places == (3, 1, 4, 1)
    assert mine.match.result().winners == (1, 3)


# ── What is hidden ───────────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_hidden() -> None:
    mine = Mine()
    game, state = mine.match.game, mine.match.state
    for outcome, _ in game.chances(state):
        assert [game.seen(state, outcome, seat) for seat in range(-1, 3)] == [outcome] * 4 != [HIDDEN] * 4
    seen = [{**game.view(state, seat), "seat": None} for seat in (-1, 0, 1, 2)]
    assert all(view == seen[0] for view in seen)
