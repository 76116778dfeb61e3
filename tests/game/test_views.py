"""Views: what all may know and what one seat knows besides are merged, with what its moves touch."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.game.positions import IDS, positions
from wishstone.game.contract import CHANCE, ONLOOKER, Game, Position
from wishstone.games import load


def merged(game: Game, state: Position, seat: int) -> dict[str, Any]:
    """A seat's view, as somebody makes it who was sent the public part and the seat's own."""
    view = json.loads(json.dumps(game.public(state)))
    view["seat"] = seat
    view["players"][seat] |= game.own(state, seat)
    return dict(view)


@pytest.mark.parametrize("id", IDS)
def test_a_view_is_what_all_may_know_and_the_own_part(id: str) -> None:
    game = load(id, engine="interpreted")
    for state in positions(game, 3, 2, 200):
        assert json.dumps(game.public(state)) == json.dumps(game.view(state, ONLOOKER))
        for seat in range(3):
            assert json.dumps(merged(game, state, seat)) == json.dumps(game.view(state, seat))
        everything = game.view(state, None)["players"]
        assert everything == [game.view(state, seat)["players"][seat] for seat in range(3)]


@pytest.mark.parametrize("id", IDS)
def test_both_engines_show_the_same(id: str) -> None:
    game, compiled = load(id, engine="interpreted"), load(id, engine="compiled")
    for state in positions(game, 4, 3, 60):
        assert game.view(state, 0) == compiled.view(state, 0)
        if game.actor(state) >= 0:
            assert game.legal_touches(state) == compiled.legal_touches(state)


@pytest.mark.parametrize("id", IDS)
def test_every_legal_move_is_told_with_what_it_touches(id: str) -> None:
    game = load(id, engine="interpreted")
    for state in positions(game, 3, 4, 200):
        if game.actor(state) >= 0:
            touches = [(game.move_names[move], game.touches(state, move)) for move in game.legal(state)]
            assert game.legal_touches(state) == touches


def test_points_are_told_before_and_after() -> None:
    game = load("keltis-card", engine="interpreted")
    state = game.start(2)
    while game.actor(state) == CHANCE:
        game.apply(state, game.chances(state)[0][0])
    points = {name: touches["points"] for name, touches in game.legal_touches(state)}
    assert points["discard blue 0"] == {}
    assert points["lay blue 0"] == {"rows.blue": (0, -4), "total": (-4, -8)}


def test_face_down_wish_stones_are_not_in_the_points_that_others_see() -> None:
    game = load("keltis-new-paths", engine="interpreted")
    state = positions(game, 3, 6, 200)[-1]
    for seat, player in enumerate(game.public(state)["players"]):
        sheet = player["sheet"]
        assert list(sheet) == ["track", "figures", "total"]
        assert sheet["total"] == sheet["track"] + sheet["figures"]
        assert list(game.own(state, seat)) == ["hand", "wish_stones", "sheet"]
        assert list(game.own(state, seat)["sheet"]) == list(game.rules.ITEMS)


def test_a_game_without_secrets_has_no_own_part() -> None:
    for id in ("keltis-dice", "quartz-dice"):
        game = load(id, engine="interpreted")
        assert game.own(game.start(3), 1) == {}
