"""Colour symmetry: with colours exchanged on board and in every event, a game is the same under other names.

Random games are played twice, as they are and with their colours exchanged. At every decision the legal moves, the
observation and the inputs of a net are the same ones, at the places that `symmetry.py` says.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.conftest import spread
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, OVER, Game
from wishstone.games import GAMES, load
from wishstone.games.keltis.loader import own_board
from wishstone.games.keltis.rules import TILE, TILE_KINDS
from wishstone.games.keltis_dice.loader import default_tiles
from wishstone.games.shared.colours import COLOURS
from wishstone.train.nets.inputs import Inputs, encode, exchanged_moves, exchanged_numbers, inputs_of, symmetry_of

SYMMETRIC = ("keltis-card", "keltis", "keltis-new-paths", "keltis-dice")
TABLES = [("keltis-card", 3), ("keltis", 2), ("keltis-new-paths", 2), ("keltis-dice", 4)]
EXCHANGES = [(1, 0, 2, 3, 4), (2, 3, 4, 0, 1), (4, 3, 2, 1, 0)]


def with_colours(id: str, colours: tuple[int, ...]) -> Game:
    """A game whose board has its colours exchanged: what was colour `c` is `colours[c]`."""
    names = {COLOURS[colour]: COLOURS[other] for colour, other in enumerate(colours)}
    if id == "keltis-dice":
        tiles: Any = default_tiles()
        return load(id, engine="compiled", files={"tiles": {names[name]: row for name, row in tiles.items()}})
    if id == "keltis-card":
        return load(id, engine="compiled")
    board: Any = own_board(id, load(id).rules_version)
    stones = {
        name: {
            **stone,
            "colour": names.get(stone["colour"], stone["colour"]),
            **({"stack": names[stone["stack"]]} if "stack" in stone else {}),
        }
        for name, stone in board["stones"].items()
    }
    return load(id, engine="compiled", files={"board": {**board, "stones": stones}})


def exchanged_outcome(game: Game, other: Game, outcome: int, colours: tuple[int, ...]) -> int:
    """An outcome, a card, a tile or a throw, with its colour exchanged."""
    symmetry = symmetry_of(game)
    assert symmetry is not None
    if game.id == "keltis-dice":
        return outcome
    axis, kinds = ("tile kind", TILE_KINDS) if game.id != "keltis-card" and outcome >= TILE else ("kind", None)
    places, others = symmetry.axes(game.data)[axis], symmetry.axes(other.data)[axis]
    base = TILE if kinds else 0
    kind = (outcome - base) % (kinds or len(places))
    place = places[kind]
    assert place is not None
    colour, slot = place
    return outcome - kind + others.index((colour if colour < 0 else colours[colour], slot))


def grouped(inputs: Inputs, bits: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Inputs by colour and slot, and those that are shared."""
    split = inputs.colours * inputs.slots
    return bits[0, :split].reshape(inputs.colours, inputs.slots), bits[0, split:]


@pytest.mark.parametrize(("table", "colours"), spread(TABLES, EXCHANGES))
def test_a_game_with_its_colours_exchanged_is_the_same(table: tuple[str, int], colours: tuple[int, ...]) -> None:
    id, seats = table
    game, other = load(id, engine="compiled"), with_colours(id, colours)
    moves, numbers = exchanged_moves(game, other, colours), exchanged_numbers(game, other, colours)
    assert sorted(moves) == list(range(game.rules.MOVES))
    assert sorted(numbers) == list(range(len(numbers)))
    inputs, others = inputs_of(game, seats), inputs_of(other, seats)
    one, two = game.start(seats), other.start(seats)
    rng, choice, decisions = stream(sum(colours[:2])), np.random.default_rng(seats), 0
    while (who := game.actor(one)) != OVER:
        assert other.actor(two) == who
        if who == CHANCE:
            outcome = game.sample(one, rng)
            game.apply(one, outcome)
            other.apply(two, exchanged_outcome(game, other, outcome, colours))
            continue
        legal = game.legal(one)
        assert sorted(moves[move] for move in legal) == other.legal(two)
        for seat in range(seats):
            seen, its = game.observation(one, seat), other.observation(two, seat)
            assert (its[numbers] == seen).all()
        mask, its_mask = np.zeros((2, 1, game.rules.MOVES), np.uint8)
        mask[0, legal] = its_mask[0, other.legal(two)] = 1
        seen, its = game.observation(one, who), other.observation(two, who)
        mine, shared = grouped(inputs, encode(inputs, seen[None].astype(np.int16), mask))
        theirs, its_shared = grouped(others, encode(others, its[None].astype(np.int16), its_mask))
        assert (shared == its_shared).all()
        assert (theirs[list(colours)] == mine).all()
        move = int(choice.choice(legal))
        game.apply(one, move)
        other.apply(two, moves[move])
        decisions += 1
    assert decisions > 20
    assert game.score_rows(one)[0][-1] == other.score_rows(two)[0][-1]


@pytest.mark.parametrize("id", [about.id for about in GAMES])
def test_every_move_has_outputs_of_its_own(id: str) -> None:
    game = load(id)
    inputs = inputs_of(game, game.rules.SEATS[0])
    parts = [tuple(sorted(part for part in row if part < inputs.outputs)) for row in inputs.parts.tolist()]
    used = [each for each in parts if each]
    assert len(set(used)) == len(used)
    assert (symmetry_of(game) is not None) == (id in SYMMETRIC) == (inputs.colours == len(COLOURS))
