"""Board files of Keltis and New Paths: every way in which one can be wrong is refused with stone and rule."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.keltis_setting import KELTIS, NEW_PATHS
from wishstone.game.errors import DataError
from wishstone.game.match import Match
from wishstone.games import load
from wishstone.games.keltis.loader import own_board
from wishstone.games.keltis.words import WORDS

Board = dict[str, Any]
Change = Callable[[Board], object]


def changed(game: str, change: Change) -> Board:
    board: Any = copy.deepcopy(own_board(game, load(game).rules_version))
    change(board)
    return dict(board)


def refused(game: str, board: object, rules_version: int | None = None) -> DataError:
    with pytest.raises(DataError) as caught:
        load(game, engine="interpreted", files={"board": board}, rules_version=rules_version)
    return caught.value


def stone(name: str, **entries: object) -> Change:
    """A board on which a stone has other entries."""
    return lambda board: board["stones"][name].update(entries)


def without(name: str, entry: str) -> Change:
    return lambda board: board["stones"][name].pop(entry)


def ways(**to: list[str]) -> Change:
    return lambda board: [board["stones"][name].update(to=list(stones)) for name, stones in to.items()]


def values(*numbers: int) -> Change:
    return lambda board: board.update(values=list(numbers))


def swapped(one: str, other: str, entry: str) -> Change:
    def change(board: Board) -> None:
        first, second = board["stones"][one].pop(entry, None), board["stones"][other].pop(entry, None)
        for name, value in ((one, second), (other, first)):
            if value is not None:
                board["stones"][name][entry] = value

    return change


def many(board: Board) -> None:
    board["stones"] |= {f"x{number}": {"colour": "red", "x": 1.0} for number in range(60)}


def crowded(board: Board) -> None:
    for name in ("4a", "4b", "4c", "4d", "4e"):
        board["stones"][name]["to"] = [f"5{letter}" for letter in "abcdef"]
    for name in ("5a", "5b", "5c", "5d", "5e", "5f"):
        board["stones"][name]["to"] = [f"6{letter}" for letter in "abcde"]
    for rank in (3, 6, 7, 8):
        for letter in "abcde":
            board["stones"][f"{rank}{letter}"]["to"] = [f"{rank + 1}{each}" for each in "abcde"]


def wide(board: Board) -> None:
    board["stones"] |= {f"2{letter}": {"colour": "red", "x": 1.0, "to": ["3a"]} for letter in "efghijk"}
    board["stones"]["1a"]["to"] = [f"2{letter}" for letter in "aefghijkb"]


def short(board: Board) -> None:
    """Only the first five ranks of the board, the last one of them the end fields."""
    board["values"] = [-4, -2, 7, 6, 10]
    board["stones"] = {name: entry for name, entry in board["stones"].items() if name[0] < "6"}
    for letter in "abcdef":
        board["stones"][f"5{letter}"].pop("to")


def drop_1a(board: Board) -> None:
    board["start"].remove("1a")
    board["stones"].pop("1a")
    ways(**{"1b": ["2a", "2b"]})(board)


def drop_red(board: Board) -> None:
    board["start"].remove("red1")
    for rank in range(1, 10):
        board["stones"].pop(f"red{rank}")


Case = tuple[str, str, str, Change, str]
CASES: tuple[Case, ...] = (
    # the board as a whole
    (NEW_PATHS, "N-5", "board-entry", lambda board: board.pop("values"), "values"),
    (NEW_PATHS, "N-5", "board-entry", lambda board: board.update(values=["much"]), "values"),
    (NEW_PATHS, "N-5", "board-entry", lambda board: board.update(goal_ranks=2), "goal_ranks"),
    (NEW_PATHS, "N-6", "board-entry", lambda board: board.update(start="1a"), "start"),
    (NEW_PATHS, "N-6", "board-entry", lambda board: board.update(stones={}), "stones"),
    (KELTIS, "K-3", "board-entry", lambda board: board.update(goal_ranks=4), "goal_ranks"),
    (NEW_PATHS, "N-6", "board-stones", many, "104"),
    # stones
    (NEW_PATHS, "N-4", "board-stone-entry", stone("3c", colour="gold"), "3c"),
    (NEW_PATHS, "N-4", "board-stone-entry", without("3c", "colour"), "3c"),
    (NEW_PATHS, "N-4", "board-stone-entry", stone("3c", to="4c"), "3c"),
    (NEW_PATHS, "N-6", "board-stone-entry", without("3c", "x"), "3c"),
    (NEW_PATHS, "N-1", "board-stone-entry", stone("3c", tile="yes"), "3c"),
    (NEW_PATHS, "N-2", "board-stone-entry", stone("3c", stack="joker"), "3c"),
    (NEW_PATHS, "N-6", "board-stone-unknown", stone("3c", tyle=True), "3c"),
    (NEW_PATHS, "N-6", "board-place", stone("3c", x=8.1), "3c"),
    (NEW_PATHS, "N-6", "board-place", stone("3c", x=-1), "3c"),
    (KELTIS, "K-5", "board-place", stone("blue4", x=9), "blue4"),
    (NEW_PATHS, "N-6", "board-name", lambda board: board["stones"].update({"two words": board["stones"]["3c"]}), "two"),
    (NEW_PATHS, "N-6", "board-name", lambda board: board["stones"].update(start=board["stones"]["3c"]), "start"),
    # ways
    (NEW_PATHS, "N-4", "board-way-nowhere", ways(**{"3c": ["4z"]}), "4z"),
    (NEW_PATHS, "N-4", "board-way-twice", ways(**{"3c": ["4c", "4c"]}), "3c"),
    (NEW_PATHS, "N-4", "board-ways-on", wide, "1a"),
    (NEW_PATHS, "N-4", "board-ways", crowded, "128"),
    (NEW_PATHS, "N-4", "board-unreached", ways(**{"5c": ["6b"], "5d": ["6d"]}), "6c"),
    (NEW_PATHS, "N-4", "board-way-rank", ways(**{"3c": ["4c", "3b"]}), "3c"),
    (NEW_PATHS, "N-4", "board-way-rank", ways(**{"3c": ["4c", "1a"]}), "3c"),
    (NEW_PATHS, "N-4", "board-starts", drop_1a, "3"),
    (KELTIS, "K-3", "board-starts", drop_red, "4"),
    # values
    (NEW_PATHS, "N-5", "board-values", values(-4, -2, 0, 2, 3, 7, 6, 10), "8"),
    (NEW_PATHS, "N-5", "board-value", values(4, -2, 0, 2, 3, 5, 7, 6, 10), "1a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, 0, 0, 2, 3, 5, 7, 6, 10), "2a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, -2, 1, 2, 3, 5, 7, 6, 10), "3a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, -2, 0, 0, 3, 5, 7, 6, 10), "4a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, -2, 0, 2, 3, 11, 7, 6, 10), "6a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, -2, 0, 2, 3, 5, 5, 6, 10), "7a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, -2, 0, 2, 3, 5, 7, 7, 10), "8a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, -2, 0, 2, 3, 5, 6, 7, 9), "9a"),
    (NEW_PATHS, "N-5", "board-value", values(-4, -2, 0, 2, 3, 5, 10, 6, 10), "9a"),
    (NEW_PATHS, "N-5", "board-value-goal", values(-4, -2, 0, 2, 3, 7, 7, 6, 10), "6a"),
    (NEW_PATHS, "N-5", "board-value-goal", values(-4, -2, 0, 8, 3, 5, 10, 7, 6), "4a"),
    (NEW_PATHS, "N-5", "board-few-ranks", short, "5"),
    (KELTIS, "K-3", "board-value", values(-4, -2, -2, 1, 2, 3, 6, 7, 10), "blue2"),
    # end fields
    (NEW_PATHS, "N-4", "board-end-rank", without("3a", "to"), "3a"),
    (NEW_PATHS, "N-4", "board-end-colour", stone("9a", colour="blue"), "9a"),
    (NEW_PATHS, "N-4", "board-end-colour", stone("9a", colour="joker"), "9a"),
    (NEW_PATHS, "N-4", "board-ends", lambda board: board["stones"].pop("9c") and ways(**{"8c": ["9b"]})(board), "9a"),
    # tiles and stacks
    (NEW_PATHS, "N-1", "board-tiles", without("1a", "tile"), "21"),
    (NEW_PATHS, "N-1", "board-tiles", stone("2a", tile=True), "23"),
    (KELTIS, "K-4", "board-tiles", stone("blue1", tile=True), "26"),
    (NEW_PATHS, "N-2", "board-stack-tile", swapped("3c", "4c", "stack"), "4c"),
    (NEW_PATHS, "N-2", "board-stack-colour", stone("3c", stack="blue"), "3c"),
    (NEW_PATHS, "N-2", "board-stacks", without("3c", "stack"), "4"),
    # the base game's paths
    (KELTIS, "K-3", "board-path", stone("blue4", colour="red"), "blue3"),
    (KELTIS, "K-3", "board-path", stone("blue4", to=["blue5", "red5"]), "blue4"),
    (KELTIS, "K-4", "board-end-tile", swapped("blue9", "blue7", "tile"), "blue9"),
    (KELTIS, "K-4", "board-no-stack", stone("blue1", stack="red"), "blue1"),
)


@pytest.mark.parametrize(
    ("game", "rule", "code", "change", "named"),
    [pytest.param(*case, marks=pytest.mark.rules(case[1])) for case in CASES],
    ids=[f"{case[1]} {case[2]} {case[4]}" for case in CASES],
)
def test_a_board_that_is_not_as_its_page_demands_is_refused(
    game: str, rule: str, code: str, change: Change, named: str
) -> None:
    error = refused(game, changed(game, change))
    assert error.code == code
    for language in ("en", "de"):
        text = error.text(language)
        assert text.endswith(f"({rule})")
        assert named in text
        assert "{" not in text


def test_every_reason_to_refuse_a_board_is_tried_above() -> None:
    assert {code for _, _, code, _, _ in CASES} == {key for key in WORDS if key.startswith("board-")}


@pytest.mark.rules("N-5")
def test_a_board_of_version_1_is_checked_as_it_was_then() -> None:
    """Its goal area is 7, 6, 10 in this order, and a rank below may be worth more."""
    worth_8 = changed(NEW_PATHS, values(-4, -2, 0, 3, 5, 8, 7, 6, 10))
    load(NEW_PATHS, engine="interpreted", files={"board": worth_8}, rules_version=1)
    assert refused(NEW_PATHS, worth_8).code == "board-value-goal"
    other_order = changed(NEW_PATHS, values(-4, -2, 0, 2, 3, 5, 6, 7, 10))
    load(NEW_PATHS, engine="interpreted", files={"board": other_order})
    error = refused(NEW_PATHS, other_order, rules_version=1)
    assert (error.code, error.values["rank"]) == ("board-value", 7)


@pytest.mark.parametrize("board", [None, 7, "board", [], {}], ids=str)
def test_what_is_no_board_at_all_is_refused(board: object) -> None:
    if board is not None:
        assert refused(NEW_PATHS, board).code == "board-entry"


@pytest.mark.rules("K-5")
def test_the_dark_stones_of_the_base_game_may_be_others() -> None:
    def change(board: Board) -> None:
        for colour in ("blue", "green", "pink", "red", "yellow"):
            for rank in range(1, 9):
                board["stones"][f"{colour}{rank}"].pop("tile", None)
                if rank < 5:
                    board["stones"][f"{colour}{rank}"]["tile"] = True

    match = Match(load(KELTIS, engine="interpreted", files={"board": changed(KELTIS, change)}), 2)
    match.play("tile blue1 clover")
    match.play("tile blue2 clover")


@pytest.mark.rules("N-6")
def test_another_board_of_new_paths_is_played_as_it_is_drawn() -> None:
    def change(board: Board) -> None:
        """The stones from the last to the first, under other names, and one way more."""
        old = board["stones"]
        names = {name: f"s{name}" for name in old}
        for entry in old.values():
            entry["to"] = [names[to] for to in entry.get("to", [])]
        board["start"] = [names[name] for name in board["start"]]
        board["stones"] = {names[name]: old[name] for name in reversed(old)}
        board["stones"]["s1a"]["to"].append("s2b")

    match = Match(load(NEW_PATHS, engine="interpreted", files={"board": changed(NEW_PATHS, change)}), 2)
    match.play("tile s8c clover")
    assert "step large s1a s2b" in match.game.moves_by_name
    assert match.game.view(match.state, -1)["stones"]["s6c"]["to"] == ["s7b", "s7c", "s7d"]
    assert match.game.view(match.state, -1)["stones"]["s8c"]["tile"] == "clover"
