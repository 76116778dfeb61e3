"""Test positions of the dice game, reached by real play: the test names every throw."""

from __future__ import annotations

from typing import Any

import pytest

from wishstone.game.contract import CHANCE
from wishstone.game.errors import IllegalMove
from wishstone.game.match import Match
from wishstone.games import load

COLOURS = ("blue", "green", "pink", "red", "yellow")
FACES = ("1", "2", "3", "4", "5", "*")

# The table of KD-23 as the page prints it, a line for each value.
PRINTED = """
0  3          leprechaun clover     stone      2
1  clover     2          leprechaun leprechaun stone
2  leprechaun stone      1          clover     leprechaun
3  stone      leprechaun -          1          clover
4  1          clover     stone      leprechaun leprechaun
5  leprechaun -          2          -          1
6  -          1          leprechaun stone      -
7  stone      clover     leprechaun 2          leprechaun
8  clover     leprechaun stone      clover     stone
9  leprechaun stone      clover     leprechaun clover
10 2          3          3          3          3
"""
TABLE: dict[str, list[str]] = {
    colour: [line.split()[1 + place] for line in PRINTED.split("\n") if line] for place, colour in enumerate(COLOURS)
}
BLANK = {colour: ["-"] * 11 for colour in COLOURS}  # tiles without any symbol

# Three dice that make a value, in the order of the notation.
MAKING = ("1 1 *", "1 1 1", "2 2 2", "3 3 3", "4 4 4", "5 5 5", "1 5 5", "2 5 5", "3 5 5", "4 5 5", "5 5 5")


def tiles_with(**symbols: str) -> dict[str, list[str]]:
    """Blank tiles but for these: `red_3="clover"`."""
    tiles = {colour: list(blank) for colour, blank in BLANK.items()}
    for tile, symbol in symbols.items():
        colour, _, value = tile.partition("_")
        tiles[colour][int(value)] = symbol
    return tiles


class Sitting:
    """A game that a test plays, throw by throw; `tiles` replaces the symbols."""

    def __init__(self, seats: int = 2, first: int = 0, end: str = "tiles", tiles: object = None) -> None:
        files = {} if tiles is None else {"tiles": tiles}
        self.match = Match(load("keltis-dice", {"end": end}, engine="interpreted", files=files), seats, first)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self, *events: str) -> None:
        """Moves and outcomes, one after the other."""
        for event in events:
            self.match.play(event)

    def dice(self, faces: str) -> None:
        """A first throw that is kept."""
        self.play(f"roll {faces}", "keep")

    def turn(self, faces: str, move: str) -> None:
        """A whole turn: a throw that is kept, and what is taken for it."""
        self.dice(faces)
        self.play(move)

    def take(self, *tiles: str) -> None:
        """A turn for each of these tiles, with dice that make its value."""
        for tile in tiles:
            self.turn(MAKING[int(tile.split()[1])], f"take {tile}")

    def idle(self) -> None:
        """A turn in which nothing is taken."""
        self.turn("1 2 3", "nothing")

    def pass_to(self, seat: int) -> None:
        """Turns in which nothing is taken, until this seat has to roll."""
        while self.turn_of != seat:
            self.idle()

    def build(self, seat: int, tiles: str) -> None:
        """A seat takes these, a turn each, while the others take nothing: `red 3, red 5`."""
        for tile in tiles.split(", "):
            self.pass_to(seat)
            self.take(tile)

    def gather(self, seat: int, stones: int) -> None:
        """A seat takes so many stones, three in a turn as far as they go, while the others take nothing."""
        while stones > 0:
            self.pass_to(seat)
            count = min(stones, 3)
            self.turn(" ".join(["1"] * (3 - count) + ["*"] * count), "stones")
            stones -= count

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def actor(self) -> int:
        """Whose decision comes next."""
        return self.match.actor

    @property
    def turn_of(self) -> int:
        """Whose turn it is."""
        return int(self.view()["turn"])

    def view(self, seat: int = -1) -> dict[str, Any]:
        """What a seat sees."""
        return self.match.game.view(self.match.state, seat)

    def player(self, seat: int) -> dict[str, Any]:
        """What lies before a seat."""
        found: dict[str, Any] = self.view()["players"][seat]
        return found

    def row(self, seat: int, colour: str) -> dict[str, Any]:
        """A seat's row of a colour."""
        found: dict[str, Any] = self.player(seat)["rows"][colour]
        return found

    def sheet(self, seat: int) -> dict[str, Any]:
        """A seat's points by item."""
        return self.match.result().sheets[seat]

    def legal(self, beginning: str = "") -> list[str]:
        """The legal moves that begin with these words."""
        game, state = self.match.game, self.match.state
        names = [game.move_names[move] for move in game.legal(state)]
        return [name for name in names if not beginning or f"{name} ".startswith(f"{beginning} ")]

    def values(self, colour: str = "red") -> list[int]:
        """The values that can be taken in a colour now."""
        return [int(move.split()[2]) for move in self.legal(f"take {colour}")]

    def chances(self) -> dict[str, int]:
        """The outcomes that may come next, with their weights."""
        assert self.actor == CHANCE
        game, state = self.match.game, self.match.state
        return {game.outcome_names[outcome]: weight for outcome, weight in game.chances(state)}

    def refused(self, move: str) -> IllegalMove:
        """What the door says to this move, which it must not let pass; the position stays as it was."""
        before = self.match.state.tobytes()
        with pytest.raises(IllegalMove) as caught:
            self.match.play(move)
        assert self.match.state.tobytes() == before
        assert move not in caught.value.moves
        return caught.value
