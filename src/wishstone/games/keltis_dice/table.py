"""Keltis, the dice game, for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from wishstone.game.about import OptionValue
from wishstone.game.contract import CHANCE, ONLOOKER, Position, Rules, Settings, copy_record, new_record
from wishstone.game.result import changes, score_rows
from wishstone.game.words import Sentence, Value, sentence
from wishstone.games.keltis_dice import rules
from wishstone.games.keltis_dice.loader import SYMBOLS, default_tiles, read_tiles
from wishstone.games.keltis_dice.words import FACES
from wishstone.games.keltis_dice.words import TERMS as TERMS
from wishstone.games.keltis_dice.words import WORDS as WORDS
from wishstone.games.shared.colours import COLOURS
from wishstone.games.shared.dice import THROW_FACES, THROWS, shown
from wishstone.games.shared.rows import row_points

_rules = cast(Rules, rules)

DIRECTIONS = {rules.OPEN: "open", rules.RISING: "rising", rules.FALLING: "falling"}


def make_data(game: str, options: Mapping[str, OptionValue], files: Mapping[str, object]) -> Settings:
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


def view(state: Position, data: Settings, seat: int | None = ONLOOKER) -> dict[str, Any]:
    """The position, which is the same for everybody: nothing is hidden."""
    return {
        "seats": int(state.seats),
        "seat": seat,
        "first": int(state.first),
        "turn": int(state.turn),
        "actor": rules.actor(state, data),
        "step": rules.STEPS[int(state.step)],
        "end": rules.ENDS[int(state.end)],
        "ends_by": "stones" if data.stones_end else "tiles",
        "dice": _lying(state),
        "air": int(state.air),
        "supply": int(state.supply),
        "middle": {name: _values(int(state.middle), colour) for colour, name in enumerate(COLOURS)},
        "symbols": {
            name: [SYMBOLS[int(symbol)] for symbol in data.symbols[colour]] for colour, name in enumerate(COLOURS)
        },
        "players": [_player(state, data, each) for each in range(int(state.seats))],
    }


def _player(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "rows": {name: _row(state, seat, colour) for colour, name in enumerate(COLOURS)},
        "stones": int(state.stones[seat]),
        "bonus": int(state.bonus[seat]),
        "leprechauns": int(state.leprechauns[seat]),
        "sheet": sheet(data, score_rows(_rules, state, data)[seat]),
    }


def _row(state: Position, seat: int, colour: int) -> dict[str, Any]:
    direction, last = int(state.direction[seat, colour]), int(state.last[seat, colour])
    tiles = _values(int(state.row[seat]), colour)
    if direction == rules.FALLING:
        tiles.reverse()
    length = int(state.length[seat, colour])
    return {
        "tiles": tiles,
        "face_down": length - len(tiles),
        "length": length,
        "last": last if last >= 0 else None,
        "direction": DIRECTIONS[direction],
        "worth": row_points(length),
    }


def _values(tiles: int, colour: int) -> list[int]:
    """The values of one colour in a set of tiles, rising."""
    return [value for value in range(rules.VALUES) if (tiles >> (rules.VALUES * colour + value)) & 1]


def _lying(state: Position) -> list[str]:
    """The faces of the dice that lie there, in the order of the notation."""
    throw = int(THROWS[state.throw]) if state.throw >= 0 else int(state.kept)
    return [name for face, name in enumerate(FACES) for _ in range(shown(throw, face))]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, puts where, and changes in points."""
    seat = int(state.turn)
    told: dict[str, Any] = {"tiles": [], "dice": [], "stones": 0, "from": None, "to": None}
    if move <= rules.KEEP:
        dice = [] if move == rules.KEEP else dice_name(move - rules.REROLL).split()
        return {**told, "dice": dice, "points": {}}
    if move < rules.TAKE_STONES:
        tile = move - rules.TAKE
        told |= {"tiles": [tile_name(tile)], "from": "middle", "to": f"row {COLOURS[tile // rules.VALUES]}"}
    elif move == rules.TAKE_STONES:
        told |= {"stones": _stones_given(state), "from": "supply", "to": "stones"}
    return {**told, "points": changes(_rules, state, data, move, seat)}


def _stones_given(state: Position) -> int:
    """How many stones a player would get for the dice as they lie (KD-7, KD-8)."""
    return min(rules.stones_shown(state), int(state.supply))


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    about = int(state.turn)
    key, values = _told(state, data, move)
    return sentence(f"{key}-you" if about == seat else key, seat=about, **values)


def _told(state: Position, data: Settings, move: int) -> tuple[str, dict[str, Value]]:
    if rules.actor(state, data) == CHANCE:
        return _told_roll(state, data, move)
    if move < rules.KEEP:
        return "story-reroll", {"dice": dice_name(move - rules.REROLL)}
    if move == rules.KEEP:
        return "story-keep", {"dice": dice_name(int(state.throw))}
    if move < rules.TAKE_STONES:
        return _told_take(state, data, move)
    if move == rules.NOTHING:
        return "story-nothing", {}
    count = _stones_given(state)
    held = int(state.stones[state.turn]) + count
    return ("story-stone", {"held": held}) if count == 1 else ("story-stones", {"count": count, "held": held})


def _told_roll(state: Position, data: Settings, outcome: int) -> tuple[str, dict[str, Value]]:
    dice = dice_name(outcome - rules.ROLL)
    if state.step == rules.ROLLING:
        return "story-roll", {"dice": dice}
    if state.kept == 0:
        return "story-rerolled-all", {"dice": dice}
    after = copy_record(state)
    rules.apply(after, data, outcome)
    return "story-rerolled", {"dice": dice, "all": dice_name(int(after.throw))}


def _told_take(state: Position, data: Settings, move: int) -> tuple[str, dict[str, Value]]:
    seat = int(state.turn)
    colour, value = divmod(move - rules.TAKE, rules.VALUES)
    after = copy_record(state)
    rules.apply(after, data, move)
    before, count = int(state.length[seat, colour]), int(after.length[seat, colour])
    values: dict[str, Value] = {
        "tile": tile_name(move - rules.TAKE),
        "colour": COLOURS[colour],
        "count": count,
        "before": row_points(before),
        "after": row_points(count),
        "symbol": _told_symbol(after, seat, int(data.symbols[colour, value])),
    }
    return ("story-take" if before else "story-begin"), values


def _told_symbol(after: Position, seat: int, symbol: int) -> Value:
    """What the symbol on the tile just taken has done."""
    if symbol == rules.STONE:
        return sentence("symbol-stone", held=int(after.stones[seat]))
    if symbol == rules.CLOVER:
        return sentence("symbol-clover")
    if symbol == rules.LEPRECHAUN:
        return sentence("symbol-leprechaun", held=int(after.leprechauns[seat]))
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
