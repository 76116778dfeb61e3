"""Observation layout: every number is named, stays within its bounds, and changes only with what it stands for."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from tests.env.configurations import ALL, BOUNDS, IDS, random_moves
from wishstone.env.layout import layout_of
from wishstone.env.layout_page import page
from wishstone.env.vector import VectorEnv
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.games import load

DOCS = Path(__file__).parents[2] / "docs"

# What a version stands for: whoever changes a layout raises its version and writes the new digest here.
DIGESTS = {
    ("keltis-card", 1): "289b038a3ea806b7",
    ("keltis", 1): "dfa8b1ff7998a942",
    ("keltis-new-paths", 1): "dfa8b1ff7998a942",
    ("keltis-dice", 1): "d0b23b48030c077a",
    ("quartz-dice", 1): "20ce736a7ad609d1",
}


@pytest.mark.parametrize("game", IDS)
def test_a_layout_names_every_number(game: str) -> None:
    layout = layout_of(game)
    assert [(field.name, field.size) for field in layout] == list(load(game).rules.OBSERVATION)
    assert [field.start for field in layout] == [
        sum(f.size for f in layout.fields[:i]) for i in range(len(layout.fields))
    ]
    assert all(field.meaning and field.low < field.high for field in layout)


@pytest.mark.parametrize("game", IDS)
def test_a_layout_changes_with_its_version_only(game: str) -> None:
    layout = layout_of(game)
    fields = repr([(field.name, field.start, field.shape, field.axes, field.low, field.high) for field in layout])
    assert DIGESTS[game, layout.version] == hashlib.sha256(fields.encode()).hexdigest()[:16]


def test_the_page_is_as_the_layouts_are() -> None:
    assert (DOCS / "observations.md").read_text(encoding="utf-8") == page(), "python -m wishstone.env.layout_page"


@pytest.mark.parametrize(("game", "seats"), BOUNDS)
def test_every_number_stays_within_its_bounds(game: str, seats: int) -> None:
    env = VectorEnv(game, 64, seats, seed=seats)
    low, high, rng = env.layout.low, env.layout.high, np.random.default_rng(1)
    env.reset()
    for _ in range(300):
        env.step(random_moves(env, rng))
        assert (env.observations >= low).all()
        assert (env.observations <= high).all()


def test_fields_by_name_share_the_memory() -> None:
    layout = layout_of("keltis-card")
    many = np.zeros((3, layout.size), np.int8)
    named = layout.named(many)
    assert named["known"].shape == (3, 4, 71)
    named["known"][2, 1, 5] = 2
    assert many[2, layout["known"].start + 71 + 5] == 2
    with pytest.raises(KeyError, match="it has: step, seats"):
        layout["nothing"]


# ── What of a position may change which fields ───────────────────────────────────────────────────────────────────

_HANDS = {"hand": "hand unseen", "hand_twice": "hand unseen", "known": "known unseen", "known_twice": "known unseen"}
_PILES = {"unseen": "unseen", "unseen_twice": "unseen", "pile": "discarded top", "pile_size": "discarded top"}
_HELPERS = (
    "takes",
    "unseen_of",
    "first",
    "end",
    "end_rows",
    "finished",
    "row_points",
    "bag_size",
    "again",
)  # told otherwise

# By folder: for each part of a `State` the fields that it may change; a part that is not named, the field of its name.
REACH: dict[str, dict[str, str]] = {
    "keltis-card": {
        **_HANDS,
        **_PILES,
        "hand_points": "hand unseen",
        "known_points": "known unseen",
        "unseen_points": "unseen",
        "row": "end_cards",
        "row_twice": "end_cards",
    },
    "keltis": {**_HANDS, **_PILES, "row_twice": "row", "step": "step laid"},
    "keltis-new-paths": {**_HANDS, **_PILES, "row_twice": "row", "step": "step laid"},
    "keltis-dice": {"throw": "dice", "kept": "dice", "takes": "takes"},
    "quartz-dice": {},
}
BITS = {1: (0,), 2: (1, 4, 9), 4: (0, 4), 8: (0, 11, 23, 30, 47, 54)}  # to be turned over, by the size of a number
ASKED = {"seats", "stones_end", "per_die"}  # fields that tell what was asked for at the start


def positions(game: Game, seats: int) -> list[Position]:
    """Some positions of a random game in which somebody decides, one of each step at least where it comes up."""
    found: dict[int, list[Position]] = {}
    rng, choice = stream(11), np.random.default_rng(5)
    state, decisions = game.start(seats), 0
    while (who := game.actor(state)) >= CHANCE and decisions < 400:
        if who == CHANCE:
            game.apply(state, game.sample(state, rng))
            continue
        found.setdefault(int(state["step"]), []).append(game.copy(state))
        game.apply(state, int(choice.choice(game.legal(state))))
        decisions += 1
    return [each for several in found.values() for each in (several[-1], several[len(several) // 2])]


def changed(state: Position, name: str, place: tuple[int, ...], bit: int) -> None:
    """Turn one bit over in one number of a position."""
    if place:
        state[name][place] = int(state[name][place]) ^ (1 << bit)
    else:
        state[name] = int(state[name]) ^ (1 << bit)


@pytest.mark.parametrize("id", IDS)
def test_one_change_is_seen_in_its_own_fields_alone(id: str) -> None:
    game, layout, rng = load(id, engine="interpreted"), layout_of(id), np.random.default_rng(3)
    seats, compiled = game.rules.SEATS[0], load(id, engine="compiled")
    seen: set[str] = set()
    for position in positions(compiled, seats):
        before = [game.observation(position, seat) for seat in range(seats)]
        for name in game.rules.State.names or ():
            if name == "seats":
                continue
            allowed = set(REACH[id].get(name, "" if name in _HELPERS else name).split())
            shape = game.rules.State[name].shape
            numbers = [tuple(int(i) for i in place) for place in np.ndindex(*shape)] if shape else [()]
            for place in [numbers[i] for i in rng.permutation(len(numbers))[:6]]:
                if place and len(place) + len(shape) > 1 and place[0] >= seats and shape[0] in (4, 6):
                    continue  # a seat that nobody sits at
                bit = int(rng.choice(BITS[game.rules.State[name].base.itemsize]))
                other = game.copy(position)
                changed(other, name, place, bit)
                for seat in range(seats):
                    after = game.observation(other, seat)
                    fields = {field.name for field in layout if (after[field.slice] != before[seat][field.slice]).any()}
                    assert fields <= allowed, f"{name}{place} changes {fields - allowed}"
                    seen |= fields
    assert {field.name for field in layout} - seen <= ASKED | {"tiles_left", "laid"}


@pytest.mark.parametrize(
    ("id", "options", "name"),
    [("keltis-dice", {"end": "stones"}, "stones_end"), ("quartz-dice", {"jackhammer": "per-die"}, "per_die")],
)
def test_an_option_is_seen_in_its_own_field_alone(id: str, options: dict[str, str], name: str) -> None:
    usual, other = load(id), load(id, options)
    state = usual.start(usual.rules.SEATS[0])
    one, two = usual.observation(state, 0), other.observation(state, 0)
    assert np.flatnonzero(one != two).tolist() == [layout_of(id)[name].start]


@pytest.mark.parametrize(("id", "seats"), ALL)
def test_the_seat_count_is_seen(id: str, seats: int) -> None:
    game, layout = load(id), layout_of(id)
    told = layout.named(game.observation(game.start(seats), 0))["seats"]
    assert told.tolist() == [float(seats == count) for count in range(game.rules.SEATS[0], game.rules.SEATS[1] + 1)]
