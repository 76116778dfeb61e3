"""Keltis, the dice game, for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from wishstone.api import (
    CHANCE,
    COLOURS,
    THROW_FACES,
    THROWS,
    OptionValue,
    Position,
    Sentence,
    Settings,
    Value,
    members,
    new_record,
    number_of,
    reader,
    row_points,
    sentence,
    shown,
    view_head,
)
from wishstone.games.keltis_dice import rules
from wishstone.games.keltis_dice.loader import SYMBOLS, default_tiles, read_tiles
from wishstone.games.keltis_dice.words import FACES
from wishstone.games.keltis_dice.words import TERMS as TERMS
from wishstone.games.keltis_dice.words import WORDS as WORDS

_read = reader(rules.State)
_read_data = reader(rules.Data)

DIRECTIONS = {rules.OPEN: "open", rules.RISING: "rising", rules.FALLING: "falling"}
_SHIFTS = {
    name: rules.VALUES * colour for colour, name in enumerate(COLOURS)
}  # where a colour begins in a set of tiles


def make_data(
    game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
) -> Settings:
    """The option of KD-16, and the symbols on the tiles (KD-23): our own, or those of a replaced file."""
    data = new_record(rules.Data)
    data.stones_end = options["end"] == "stones"
    symbols = read_tiles(files.get("tiles", default_tiles()))
    for colour in range(rules.COLOURS):
        for value in range(rules.VALUES):
            data.symbols[colour, value] = symbols[colour][value]
    return data


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def tile_name(tile: int) -> str:
    """A value tile in the notation: `red 3`."""
    colour, value = divmod(tile, rules.VALUES)
    return f"{COLOURS[colour]} {value}"


def dice_name(number: int) -> str:
    """The faces of a throw in the notation: `1 3 *`."""
    return " ".join(FACES[face] for face in THROW_FACES[number])


def move_name(data: Settings, move: int) -> str:
    """A move in the notation of the record."""
    if move == rules.NOTHING:
        return "nothing"
    if move == rules.TAKE_STONES:
        return "stones"
    if move >= rules.TAKE:
        return f"take {tile_name(move - rules.TAKE)}"
    if move == rules.KEEP:
        return "keep"
    return f"reroll {dice_name(move - rules.REROLL)}"


def outcome_name(data: Settings, outcome: int) -> str:
    """An outcome in the notation of the record."""
    return f"roll {dice_name(outcome - rules.ROLL)}"


def hidden_name(state: Position, data: Settings) -> str:
    """The next event for somebody who does not see it; in this game nobody is one."""
    return "roll ?"


# ── Sheet and view ───────────────────────────────────────────────────────────────────────────────────────────────


def sheet(data: Settings, row: Sequence[int]) -> dict[str, Any]:
    """One seat's score sheet."""
    return {
        "rows": dict(zip(COLOURS, row, strict=False)),
        "stones": row[rules.COLOURS],
        "bonus": row[rules.COLOURS + 1],
        "leprechauns": row[rules.COLOURS + 2],
        "total": row[rules.COLOURS + 3],
    }


def secret_items(state: Position, data: Settings) -> tuple[str, ...]:
    """Everything that counts lies open."""
    return ()


def public(state: Position, data: Settings) -> dict[str, Any]:
    """The position, which is the same for everybody, without the score sheets."""
    at = _read(state)
    return {
        **view_head(rules, at, data),
        "ends_by": "stones" if data["stones_end"] else "tiles",
        "dice": _lying(at),
        "air": at.air,
        "supply": at.supply,
        "middle": _middle(at.middle),
        "symbols": _symbols(data.tobytes()),
        "players": [_player(at, seat) for seat in range(at.seats)],
    }


def own(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    """Nothing is hidden in this game."""
    return {}


def _player(at: Any, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "rows": _rows(at.row[seat], at.length[seat], at.last[seat], at.direction[seat]),
        "stones": at.stones[seat],
        "bonus": at.bonus[seat],
        "leprechauns": at.leprechauns[seat],
    }


@lru_cache(1024)  # most moves take no tile
def _middle(tiles: int) -> dict[str, list[int]]:
    """The values that lie in the middle, by colour."""
    return {name: members(tiles >> shift & rules.ALL_VALUES) for name, shift in _SHIFTS.items()}


@lru_cache(4096)  # a move changes the rows of one player
def _rows(tiles: int, *ends: tuple[int, ...]) -> dict[str, Any]:
    """The rows of one player, by colour."""
    return {
        name: _row(tiles >> shift & rules.ALL_VALUES, *end)
        for (name, shift), *end in zip(_SHIFTS.items(), *ends, strict=True)
    }


@lru_cache(4096)  # and one row of five
def _row(values: int, length: int, last: int, direction: int) -> dict[str, Any]:
    """A row of one colour, from the set of its values."""
    tiles = sorted(members(values), reverse=direction == rules.FALLING)
    return {
        "tiles": tiles,
        "face_down": length - len(tiles),
        "length": length,
        "last": last if last >= 0 else None,
        "direction": DIRECTIONS[direction],
        "worth": row_points(length),
    }


@lru_cache(64)
def _symbols(content: bytes) -> dict[str, list[str]]:
    """The symbols on the tiles, by colour and value."""
    symbols = _read_data(content).symbols
    return {name: [SYMBOLS[symbol] for symbol in row] for name, row in zip(COLOURS, symbols, strict=True)}


def _lying(at: Any) -> list[str]:
    """The faces of the dice that lie there, in the order of the notation."""
    return _faces(int(THROWS[at.throw]) if at.throw >= 0 else at.kept)


@lru_cache(len(THROWS))
def _faces(throw: int) -> list[str]:
    return [name for face, name in enumerate(FACES) for _ in range(shown(throw, face))]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, and puts where."""
    if move == rules.TAKE_STONES:
        return {**_touches(move), "stones": _stones_given(_read(state)), "from": "supply", "to": "stones"}
    return _touches(move)


@lru_cache(rules.MOVES)
def _touches(move: int) -> dict[str, Any]:
    """What a move touches wherever it is made."""
    told: dict[str, Any] = {"tiles": [], "dice": [], "stones": 0, "from": None, "to": None}
    if move < rules.KEEP:
        told["dice"] = dice_name(move - rules.REROLL).split()
    elif rules.TAKE <= move < rules.TAKE_STONES:
        tile = move - rules.TAKE
        told |= {"tiles": [tile_name(tile)], "from": "middle", "to": f"row {COLOURS[tile // rules.VALUES]}"}
    return told


def _stones_given(at: Any) -> int:
    """How many stones a player would get for the dice as they lie (KD-7, KD-8)."""
    return min(rules.stones_shown(at), int(at.supply))


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    at = _read(state)
    key, values = _told(at, data, move)
    return sentence(f"{key}-you" if at.turn == seat else key, seat=at.turn, **values)


def _told(at: Any, data: Settings, move: int) -> tuple[str, dict[str, Value]]:
    if rules.actor(at, data) == CHANCE:
        return _told_roll(at, move - rules.ROLL)
    if move < rules.KEEP:
        return "story-reroll", {"dice": dice_name(move - rules.REROLL)}
    if move == rules.KEEP:
        return "story-keep", {"dice": dice_name(at.throw)}
    if move < rules.TAKE_STONES:
        return _told_take(at, data, move - rules.TAKE)
    if move == rules.NOTHING:
        return "story-nothing", {}
    count = _stones_given(at)
    held = at.stones[at.turn] + count
    return ("story-stone", {"held": held}) if count == 1 else ("story-stones", {"count": count, "held": held})


def _told_roll(at: Any, number: int) -> tuple[str, dict[str, Value]]:
    dice = dice_name(number)
    if at.step == rules.ROLLING:
        return "story-roll", {"dice": dice}
    if at.kept == 0:
        return "story-rerolled-all", {"dice": dice}
    return "story-rerolled", {"dice": dice, "all": dice_name(number_of(at.kept + int(THROWS[number])))}


def _told_take(at: Any, data: Settings, tile: int) -> tuple[str, dict[str, Value]]:
    colour, value = divmod(tile, rules.VALUES)
    symbol = _read_data(data).symbols[colour][value]
    before = at.length[at.turn, colour]
    count = before + (2 if symbol == rules.CLOVER else 1)  # KD-11: a stone tile follows it into the row
    values: dict[str, Value] = {
        "tile": tile_name(tile),
        "colour": COLOURS[colour],
        "count": count,
        "before": row_points(before),
        "after": row_points(count),
        "symbol": _told_symbol(at, symbol),
    }
    return ("story-take" if before else "story-begin"), values


def _told_symbol(at: Any, symbol: int) -> Value:
    """What the symbol on a tile does for whoever takes it (KD-10, KD-11, KD-20, KD-21)."""
    if symbol == rules.STONE:
        return sentence("symbol-stone", held=at.stones[at.turn] + 1)
    if symbol == rules.CLOVER:
        return sentence("symbol-clover")
    if symbol == rules.LEPRECHAUN:
        return sentence("symbol-leprechaun", held=at.leprechauns[at.turn] + 1)
    return "" if symbol == rules.BLANK else sentence("symbol-bonus", points=symbol)


# ── Why a move is refused ────────────────────────────────────────────────────────────────────────────────────────


def why(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    """The rule that forbids a move here, and what it says."""
    step = int(state.step)
    if step == rules.CHOOSING and move > rules.KEEP:
        return "KD-3", sentence("why-dice-first")
    if step == rules.TAKING and move <= rules.KEEP:
        return "KD-3", sentence("why-result-stands")
    if move < rules.KEEP:
        return "KD-3", sentence("why-not-shown", dice=dice_name(int(state.throw)))
    if move == rules.TAKE_STONES:
        return "KD-8", sentence("why-no-stones")
    return _why_take(state, move - rules.TAKE)


def _why_take(state: Position, tile: int) -> tuple[str, Sentence]:
    seat = int(state.turn)
    colour, value = divmod(tile, rules.VALUES)
    dice = dice_name(int(state.throw))
    if not (int(rules.ALLOWED[state.throw]) >> tile) & 1:
        if value == 0:
            return "KD-5", sentence("why-no-zero", dice=dice)
        return "KD-4", sentence("why-no-sum", dice=dice, value=value)
    if not (int(state.middle) >> tile) & 1:
        return "KD-4", sentence("why-tile-gone", tile=tile_name(tile))
    direction = DIRECTIONS[int(state.direction[seat, colour])]
    return "KD-6", sentence(f"why-{direction}", colour=COLOURS[colour], last=int(state.last[seat, colour]))
