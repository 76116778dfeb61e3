"""Keltis and New Paths for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

from wishstone.api import (
    ALL_NUMBERS,
    CHANCE,
    COLOURS,
    FALLING,
    HIDDEN,
    NUMBERS,
    OPEN,
    OVER,
    RISING,
    Grid,
    OptionValue,
    Position,
    Sentence,
    Settings,
    Value,
    members,
    reader,
    sentence,
    view_head,
)
from wishstone.games.keltis import knowledge, rules
from wishstone.games.keltis.board import STONE_COLOURS, Board, board_of
from wishstone.games.keltis.loader import data_of
from wishstone.games.keltis.words import TERMS as TERMS
from wishstone.games.keltis.words import WORDS as WORDS

_read = reader(rules.State)

DIRECTIONS = {OPEN: "open", RISING: "rising", FALLING: "falling"}
TILES = ("clover", "points 1", "points 2", "points 3", *(f"wish {colour}" for colour in COLOURS), "wish", "discard")


def make_data(
    game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
) -> Settings:
    """The game's own board or the one that replaces it, and the option of New Paths."""
    return data_of(game, rules_version, files.get("board"), options.get("open_wish_stones") is True)


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def card_name(kind: int) -> str:
    """A card in the notation: `red 3`."""
    colour, number = divmod(kind, NUMBERS)
    return f"{COLOURS[colour]} {number}"


CARD_NAMES = tuple(card_name(kind) for kind in range(rules.KINDS))
_SHIFTS = tuple(NUMBERS * colour for colour in range(rules.COLOURS))  # where a colour begins in a set of cards


def stone_name(data: Settings, stone: int) -> str:
    """A stone in the notation: `start`, `blue4`, `3c`."""
    return board_of(data).names[stone]


def way_of(move: int) -> tuple[str, int]:
    """The figure that a step moves, and the way it goes."""
    return ("large", move - rules.STEP_LARGE) if move >= rules.STEP_LARGE else ("small", move - rules.STEP)


def is_way(data: Settings, way: int) -> bool:
    """Whether the board has a way of this number."""
    return way < int(data.first_way[rules.STONES])


def move_name(data: Settings, move: int) -> str:
    """A move in the notation of the record; ids of ways that this board does not have get a name nobody needs."""
    if move >= rules.DRAW:
        return f"draw {('deck', *COLOURS)[move - rules.DRAW]}"
    if move == rules.KEEP:
        return "keep"
    if move >= rules.DROP:
        return f"drop {COLOURS[move - rules.DROP]}"
    if move == rules.STAY:
        return "stay"
    if move >= rules.STEP:
        figure, way = way_of(move)
        if not is_way(data, way):
            return f"step {figure} nowhere {way}"
        left, stone = (stone_name(data, int(end[way])) for end in (data.way_from, data.way_to))
        return f"step {figure} {left} {stone}"
    if move >= rules.LAY:
        return f"lay {card_name(move - rules.LAY)}"
    return f"discard {card_name(move - rules.DISCARD)}"


def outcome_name(data: Settings, outcome: int) -> str:
    """An outcome in the notation of the record; tile places that this board does not have get a name, too."""
    if outcome >= rules.TILE:
        place, kind = divmod(outcome - rules.TILE, rules.TILE_KINDS)
        stone = stone_name(data, int(data.place_at[place])) if place < data.places else f"nowhere {place}"
        return f"tile {stone} {TILES[kind]}"
    if outcome < rules.DEAL:
        return f"card {card_name(outcome - rules.CARD)}"
    seat, kind = divmod(outcome - rules.DEAL, rules.KINDS)
    return f"deal {seat} {card_name(kind)}"


def hidden_name(state: Position, data: Settings) -> str:
    """The card that comes next, for somebody who does not see it."""
    return f"deal {int(state.turn)} ?" if state.step == rules.DEALING else "card ?"


# ── Sheet and view ───────────────────────────────────────────────────────────────────────────────────────────────


def sheet(data: Settings, row: Sequence[int]) -> dict[str, Any]:
    """One seat's score sheet; only New Paths has sets of wish stones."""
    told = dict(zip(rules.ITEMS, row, strict=False))
    if not board_of(data).data.wish_colours:
        del told["wish_sets"]
    return told


def secret_items(state: Position, data: Settings) -> tuple[str, ...]:
    """What face-down wish stones count in New Paths, until the game is over (N-14)."""
    return _secret_items(_read(state), board_of(data))


def _secret_items(at: Any, board: Board) -> tuple[str, ...]:
    # The wish stones of the base game have no colour to hide.
    face_up = not board.data.wish_colours or board.data.open_wish_stones or rules.actor(at, board.data) == OVER
    return () if face_up else ("wish_stones", "wish_sets")


def public(state: Position, data: Settings) -> dict[str, Any]:
    """The position as everybody may know it, without the score sheets."""
    at, board = _read(state), board_of(data)
    return {
        **view_head(rules, at, data),
        "laid": COLOURS[at.laid] if at.step == rules.STEPPING else None,
        "draws": at.draws,
        "draw_pile": at.draw_pile,
        "in_goal": at.in_goal,
        "piles": {name: _pile(at, colour) for colour, name in enumerate(COLOURS)},
        "closed": [COLOURS[colour] for colour in members(at.closed)],
        "start": board.following[rules.START],
        "stones": _stones(board, at.tile, tuple(at.stack)),
        "players": [_player(at, board, seat) for seat in range(at.seats)],
    }


def own(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    """What only this seat knows of itself: its hand and, in New Paths, its wish stones."""
    at, board = _read(state), board_of(data)
    told: dict[str, Any] = {"hand": _cards(at.hand[seat], at.hand_twice[seat])}
    if board.data.wish_colours:
        told["wish_stones"] = _wish_stones(at, seat)
    return told


@lru_cache(1024)  # most moves take nothing from the board
def _stones(board: Board, tiles: tuple[int, ...], stacks: tuple[int, ...]) -> dict[str, Any]:
    """All stones by name, with what lies on them."""
    told = {}
    for stone in range(1, board.data.stones + 1):
        stack = board.data.stack[stone]
        told[board.names[stone]] = {
            **board.stones[stone],
            "tile": _tile(tiles, board.data.place[stone]),
            "stack": [COLOURS[stack], stacks[stack]] if stack >= 0 else None,
        }
    return told


def _tile(tiles: Sequence[int], place: int) -> str | None:
    """What lies on a tile place; -1 is none."""
    tile = tiles[place] if place >= 0 else rules.NO_TILE
    return TILES[tile - 1] if tile != rules.NO_TILE else None


def _player(at: Any, board: Board, seat: int) -> dict[str, Any]:
    hidden = not board.data.wish_colours or _secret_items(at, board)
    return {
        "seat": seat,
        "hand": None,
        "hand_size": at.hand_size[seat],
        "known": _cards(at.known[seat], at.known_twice[seat]),
        "rows": _rows(at.row[seat], at.row_twice[seat], at.last[seat], at.direction[seat]),
        "small": [board.names[stone] for stone in at.small[seat]],
        "large": board.names[at.large[seat]],
        "wish_count": sum(at.wish_stones[seat]),  # face down they are a count to others
        "wish_stones": None if hidden else _wish_stones(at, seat),
    }


def _wish_stones(at: Any, seat: int) -> dict[str, int]:
    return dict(zip(COLOURS, at.wish_stones[seat], strict=False))


@lru_cache(4096)  # a move changes the rows of one player
def _rows(once: int, twice: int, last: tuple[int, ...], direction: tuple[int, ...]) -> dict[str, Any]:
    """The rows of one player, by colour."""
    return {
        name: _row(once >> shift & ALL_NUMBERS, twice >> shift & ALL_NUMBERS, *end)
        for name, shift, *end in zip(COLOURS, _SHIFTS, last, direction, strict=True)
    }


@lru_cache(4096)  # and one row of five
def _row(once: int, twice: int, last: int, direction: int) -> dict[str, Any]:
    """A row of one colour, from the numbers that are in it once and twice."""
    return {
        "cards": sorted(members(once) + members(twice), reverse=direction == FALLING),
        "last": last if last >= 0 else None,
        "direction": DIRECTIONS[direction],
    }


def _pile(at: Any, colour: int) -> list[str]:
    """A discard pile from the bottom to the top."""
    return _lying(colour, at.pile[colour][: at.pile_size[colour]])


@lru_cache(4096)  # a move changes one pile of five
def _lying(colour: int, numbers: tuple[int, ...]) -> list[str]:
    return [CARD_NAMES[NUMBERS * colour + number] for number in numbers]


@lru_cache(4096)  # a move changes one hand
def _cards(once: int, twice: int) -> list[str]:
    """The cards of two sets, in the order of the notation."""
    return [CARD_NAMES[kind] for kind in sorted(members(once) + members(twice))]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, and puts where; for a lay, the steps that may follow."""
    at, board = _read(state), board_of(data)
    told: dict[str, Any] = {"cards": [], "from": "hand", "to": None}
    if move >= rules.DRAW:
        source = move - rules.DRAW
        told["from"] = "deck" if source == 0 else f"pile {COLOURS[source - 1]}"
        told["cards"] = [] if source == 0 else _pile(at, source - 1)[-1:]
        told["to"] = "hand"
    elif move in (rules.KEEP, rules.STAY):
        told["from"] = None
    elif move >= rules.DROP:
        colour = move - rules.DROP
        card = CARD_NAMES[NUMBERS * colour + at.last[at.turn, colour]]
        told |= {"cards": [card], "from": f"row {COLOURS[colour]}", "to": f"pile {COLOURS[colour]}"}
    elif move >= rules.STEP:
        told |= {**_step(board, move), "finds": _finds(at, board, board.data.way_to[way_of(move)[1]])}
    elif move >= rules.LAY:
        kind = move - rules.LAY
        told |= {"cards": [CARD_NAMES[kind]], "to": f"row {COLOURS[kind // NUMBERS]}"}
        told["steps"] = _steps_for(kind // NUMBERS, board, at.small[at.turn], at.large[at.turn])
    else:
        kind = move - rules.DISCARD
        told |= {"cards": [CARD_NAMES[kind]], "to": f"pile {COLOURS[kind // NUMBERS]}"}
    return told


@lru_cache(4096)  # every card of a colour allows the same, and most moves leave the figures where they are
def _steps_for(colour: int, board: Board, small: tuple[int, ...], large: int) -> list[dict[str, Any]]:
    """The steps that a card of a colour would allow to figures that stand on these stones."""
    figures = cast(Any, SimpleNamespace(turn=0, small=Grid(small, 0, 1, len(small)), large=(large,)))
    stones = rules.targets(board.data, rules.ahead(figures, board.data, 0), colour)
    steps = [0] * rules.MAX_LEGAL
    count = rules.legal_steps(figures, board.data, stones, cast(Any, steps))
    return [_step(board, step) for step in steps[:count]]


def _step(board: Board, move: int) -> dict[str, Any]:
    figure, way = way_of(move)
    left, stone = board.data.way_from[way], board.data.way_to[way]
    return {"figure": figure, "from": board.names[left], "to": board.names[stone]}


def _finds(at: Any, board: Board, stone: int) -> str | None:
    """What a figure that enters a stone finds there."""
    stack = board.data.stack[stone]
    if tile := _tile(at.tile, board.data.place[stone]):
        return tile
    return f"wish {COLOURS[stack]}" if stack >= 0 and at.stack[stack] else None


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    at, board = _read(state), board_of(data)
    about = at.turn
    if at.step == rules.TILING:
        place, kind = divmod(move - rules.TILE, rules.TILE_KINDS)
        stone = board.names[board.data.place_at[place]]
        return sentence("story-tile", seat=about, stone=stone, tile=TILES[kind])
    key, values = _told(at, board, move, seat is None or knowledge.seen(at, data, move, seat) != HIDDEN)
    return sentence(f"{key}-you" if about == seat else key, seat=about, **values)


def _told(at: Any, board: Board, move: int, open_: bool) -> tuple[str, dict[str, Value]]:
    if rules.actor(at, board.data) == CHANCE:
        key = "story-deal" if at.step == rules.DEALING else "story-card"
        return (key, {"card": CARD_NAMES[move - rules.outcome_base(at)]}) if open_ else (f"{key}-hidden", {})
    if move == rules.DRAW:
        return "story-draw", {}
    if move > rules.DRAW:
        return "story-draw-open", {"card": _pile(at, move - rules.DRAW - 1)[-1]}
    if move in (rules.KEEP, rules.STAY):
        return ("story-keep" if move == rules.KEEP else "story-stay"), {}
    if move >= rules.DROP:
        colour = move - rules.DROP
        return "story-drop", {"card": CARD_NAMES[NUMBERS * colour + at.last[at.turn, colour]]}
    if move >= rules.STEP:
        return _told_step(at, board, move)
    if move >= rules.LAY:
        colour = (move - rules.LAY) // NUMBERS
        key = "story-lay" if at.last[at.turn, colour] >= 0 else "story-begin"
        return key, {"card": CARD_NAMES[move - rules.LAY], "colour": COLOURS[colour]}
    return "story-discard", {"card": CARD_NAMES[move - rules.DISCARD]}


def _told_step(at: Any, board: Board, move: int) -> tuple[str, dict[str, Value]]:
    figure, way = way_of(move)
    left, stone = board.data.way_from[way], board.data.way_to[way]
    values: dict[str, Value] = {
        "figure": figure,
        "left": board.names[left],
        "stone": board.names[stone],
        "worth": board.data.worth[stone] * (2 if figure == "large" else 1),
    }
    goal = board.data.goal
    if (goal >> stone) & ~(goal >> left) & 1 and at.in_goal == rules.GOAL_FIGURES - 1:
        return "story-step-goal", values
    what, _, detail = (_finds(at, board, stone) or "").partition(" ")
    if what == "wish" and detail:
        return "story-step-wish-colour", {**values, "colour": detail}
    if what == "points":
        return "story-step-points", {**values, "points": f"points {detail}"}
    return (f"story-step-{what}" if what else "story-step"), values


# ── Why a move is refused ────────────────────────────────────────────────────────────────────────────────────────


def why(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    """The rule that forbids a move here, and what it says."""
    step = int(state.step)
    is_step = rules.STEP <= move < rules.STAY
    if step == rules.DRAWING and move < rules.DRAW:
        return "K-15", sentence("why-draw-now")
    if step == rules.STEPPING and not is_step:
        return _rule(data, "K-9", "N-8"), sentence("why-step-now")
    if step == rules.LUCKY and not is_step:
        return _rule(data, "K-13", "N-13"), sentence("why-clover-now")
    if rules.DROP <= move <= rules.KEEP and step != rules.SHEDDING:
        return _rule(data, "K-13", "N-13"), sentence("why-no-card-discard")
    if step == rules.SHEDDING:
        return "N-13", _why_shed(move)
    if step == rules.PLAYING and move >= rules.STEP:
        return _why_not_yet(data, move)
    if is_step:
        return _why_step(state, data, move)
    if move >= rules.DRAW:
        return _why_draw(state, data, move - rules.DRAW - 1)
    if move >= rules.LAY:
        return _why_lay(state, data, move - rules.LAY)
    return "K-7", sentence("why-not-held", card=card_name(move - rules.DISCARD))


def _rule(data: Settings, base: str, new_paths: str) -> str:
    """The rule of the page that the game follows."""
    return new_paths if data.new_paths else base


def _why_shed(move: int) -> Sentence:
    if rules.DROP <= move < rules.KEEP:
        return sentence("why-row-empty", colour=COLOURS[move - rules.DROP])
    if move < rules.LAY:
        return sentence("why-not-held", card=card_name(move - rules.DISCARD))
    return sentence("why-card-discard-now")


def _why_not_yet(data: Settings, move: int) -> tuple[str, Sentence]:
    if move >= rules.DRAW:
        return "K-15", sentence("why-play-first")
    if move == rules.STAY:
        return "K-14", sentence("why-no-clover")
    return _rule(data, "K-9", "N-8"), sentence("why-lay-first")


def _why_step(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    seat = int(state.turn)
    figure, way = way_of(move)
    if not is_way(data, way):
        return _rule(data, "K-3", "N-4"), sentence("why-no-way")
    left, stone = int(data.way_from[way]), int(data.way_to[way])
    figures = [int(each) for each in (state.small[seat] if figure == "small" else [state.large[seat]])]
    if left not in figures:
        return _rule(data, "K-9", "N-8"), sentence("why-no-figure", figure=figure, stone=stone_name(data, left))
    colour = STONE_COLOURS[int(data.colour[stone])]
    if not (rules.ahead(state, data, seat) >> stone) & 1:
        return "K-10", sentence("why-path-taken", colour=colour)
    laid = COLOURS[int(state.laid)]
    if data.new_paths:
        return "N-8", sentence("why-other-colour", laid=laid, stone=stone_name(data, stone), colour=colour)
    return "K-9", sentence("why-other-path", laid=laid)


def _why_draw(state: Position, data: Settings, colour: int) -> tuple[str, Sentence]:
    if state.pile_size[colour] == 0:
        return "K-15", sentence("why-pile-empty", colour=COLOURS[colour])
    return _rule(data, "K-15", "N-17"), sentence("why-pile-closed", colour=COLOURS[colour])


def _why_lay(state: Position, data: Settings, kind: int) -> tuple[str, Sentence]:
    seat = int(state.turn)
    colour = kind // NUMBERS
    if not (int(state.hand[seat]) >> kind) & 1:
        return _rule(data, "K-8", "N-7"), sentence("why-not-held", card=card_name(kind))
    if (int(state.takes[seat]) >> kind) & 1:
        return "N-10", sentence("why-no-step")
    direction = DIRECTIONS[int(state.direction[seat, colour])]
    last = int(state.last[seat, colour])
    return _rule(data, "K-8", "N-7"), sentence(f"why-{direction}", colour=COLOURS[colour], last=last)
