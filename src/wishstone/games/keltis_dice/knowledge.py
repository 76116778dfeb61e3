"""Information in the dice game: every seat knows everything, since nobody knows how the dice will fall."""

from __future__ import annotations

from wishstone.api import (
    FACES,
    THROWS,
    Generator,
    Numbers,
    Position,
    Settings,
    rule,
    show_all_cards,
    show_cards,
    shown,
    starts_of,
)
from wishstone.games.keltis_dice.rules import COLOURS, STEPS, TILES


@rule
def seen(state: Position, data: Settings, move: int, seat: int) -> int:
    """Everything happens openly."""
    return move


@rule
def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
    """Nothing is hidden, so there is nothing to deal anew."""


# The observation: fields by name with their sizes. Seats are counted from the observer clockwise.
OBSERVATION = (
    ("step", len(STEPS)),  # one of them is 1
    ("seats", 3),  # one of two, three, four is 1
    ("turn", 4),  # by seat: one of them is 1
    ("stones_end", 1),  # 1 if only the last stone tile ends the game (KD-16)
    ("dice", FACES),  # how many of the dice that lie there show 1, 2, 3, 4, 5, a stone
    ("air", 1),  # dice that are being thrown
    ("supply", 1),
    ("middle", TILES),  # the value tiles that lie there, by colour and value
    ("row", 4 * TILES),  # by seat: the value tiles of its rows
    ("takes", 4 * TILES),  # by seat: the value tiles that fit its rows, gone or not
    ("length", 4 * COLOURS),  # by seat and colour: tiles in the row, those laid face down included
    ("last", 4 * COLOURS),  # the last value + 1; 0 for none
    ("direction", 4 * COLOURS),
    ("stones", 4),  # by seat
    ("bonus", 4),
    ("leprechauns", 4),
)
_AT = starts_of(OBSERVATION)
_STEP, _SEATS, _TURN, _STONES_END = (_AT[name] for name in ("step", "seats", "turn", "stones_end"))
_DICE, _AIR, _SUPPLY, _MIDDLE = (_AT[name] for name in ("dice", "air", "supply", "middle"))
_ROW, _TAKES, _LENGTH, _LAST = (_AT[name] for name in ("row", "takes", "length", "last"))
_DIRECTION, _STONES, _BONUS, _LEPRECHAUNS = (_AT[name] for name in ("direction", "stones", "bonus", "leprechauns"))


@rule
def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
    """What a seat knows, as numbers laid out as `OBSERVATION` says; an onlooker (-1) sits at seat 0."""
    for i in range(len(out)):
        out[i] = 0
    seats = int(state.seats)
    chair = max(seat, 0)
    out[_STEP + int(state.step)] = 1
    out[_SEATS + seats - 2] = 1
    out[_TURN + (int(state.turn) - chair) % seats] = 1
    out[_STONES_END] = data.stones_end
    lying = int(THROWS[int(state.throw)]) if state.throw >= 0 else int(state.kept)
    for face in range(FACES):
        out[_DICE + face] = shown(lying, face)
    out[_AIR] = state.air
    out[_SUPPLY] = state.supply
    show_all_cards(int(state.middle), 0, TILES, out, _MIDDLE)
    for other in range(seats):
        observe_seat(state, other, other - chair if other >= chair else other - chair + seats, out)


@rule
def observe_seat(state: Position, seat: int, place: int, out: Numbers) -> None:
    """A seat's rows and what it has collected."""
    show_cards(int(state.row[seat]), 0, out, _ROW + TILES * place)
    show_all_cards(int(state.takes[seat]), 0, TILES, out, _TAKES + TILES * place)
    for colour in range(COLOURS):
        column = COLOURS * place + colour
        out[_LENGTH + column] = state.length[seat, colour]
        out[_LAST + column] = state.last[seat, colour] + 1
        out[_DIRECTION + column] = state.direction[seat, colour]
    out[_STONES + place] = state.stones[seat]
    out[_BONUS + place] = state.bonus[seat]
    out[_LEPRECHAUNS + place] = state.leprechauns[seat]
