"""Keltis and New Paths for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from wishstone.game.about import OptionValue
from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER, OVER, Position, Rules, Settings
from wishstone.game.result import changes, score_rows
from wishstone.game.words import Sentence, Value, sentence
from wishstone.games.keltis import knowledge, rules
from wishstone.games.keltis.loader import data_of
from wishstone.games.keltis.words import TERMS as TERMS
from wishstone.games.keltis.words import WORDS as WORDS
from wishstone.games.shared.colours import COLOURS
from wishstone.games.shared.rows import FALLING, NUMBERS, OPEN, RISING

_rules = cast(Rules, rules)

STONE_COLOURS = (*COLOURS, "joker")
DIRECTIONS = {OPEN: "open", RISING: "rising", FALLING: "falling"}
TILES = ("clover", "points 1", "points 2", "points 3", *(f"wish {colour}" for colour in COLOURS), "wish", "discard")


def make_data(game: str, options: Mapping[str, OptionValue], files: Mapping[str, object]) -> Settings:
    """The game's own board or the one that replaces it, and the option of New Paths."""
    return data_of(game, files.get("board"), options.get("open_wish_stones") is True)


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def card_name(kind: int) -> str:
    """A card in the notation: `red 3`."""
    colour, number = divmod(kind, NUMBERS)
    return f"{COLOURS[colour]} {number}"


def stone_name(data: Settings, stone: int) -> str:
    """A stone in the notation: `start`, `blue4`, `3c`."""
    return bytes(data.name[stone]).rstrip(b"\0").decode("ascii")


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
    if not data.wish_colours:
        del told["wish_sets"]
    return told


def view(state: Position, data: Settings, seat: int | None = ONLOOKER) -> dict[str, Any]:
    """The position as one seat or an onlooker may know it; with None, all of it."""
    who = rules.actor(state, data)
    return {
        "seats": int(state.seats),
        "seat": seat,
        "first": int(state.first),
        "turn": int(state.turn),
        "actor": who,
        "step": rules.STEPS[int(state.step)],
        "end": rules.ENDS[int(state.end)],
        "laid": COLOURS[int(state.laid)] if state.step == rules.STEPPING else None,
        "draws": int(state.draws),
        "draw_pile": int(state.draw_pile),
        "in_goal": int(state.in_goal),
        "piles": {name: _pile(state, colour) for colour, name in enumerate(COLOURS)},
        "closed": [name for colour, name in enumerate(COLOURS) if (int(state.closed) >> colour) & 1],
        "start": _following(data, rules.START),
        "stones": {stone_name(data, stone): _stone(state, data, stone) for stone in range(1, int(data.stones) + 1)},
        "players": [_player(state, data, each, seat in (each, None)) for each in range(int(state.seats))],
    }


def _stone(state: Position, data: Settings, stone: int) -> dict[str, Any]:
    place, stack = int(data.place[stone]), int(data.stack[stone])
    tile = int(state.tile[place]) if place >= 0 else rules.NO_TILE
    return {
        "colour": STONE_COLOURS[int(data.colour[stone])],
        "rank": int(data.rank[stone]),
        "worth": int(data.worth[stone]),
        "goal": bool((int(data.goal) >> stone) & 1),
        "x": int(data.x[stone]) / 100,
        "to": _following(data, stone),
        "tile": TILES[tile - 1] if tile else None,
        "stack": [COLOURS[stack], int(state.stack[stack])] if stack >= 0 else None,
    }


def _following(data: Settings, stone: int) -> list[str]:
    ways = range(int(data.first_way[stone]), int(data.first_way[stone + 1]))
    return [stone_name(data, int(data.way_to[way])) for way in ways]


def _player(state: Position, data: Settings, seat: int, own: bool) -> dict[str, Any]:
    held = [int(count) for count in state.wish_stones[seat]]
    # Face down they are a count to others, until the game is over; those of the base game have no colour to hide.
    face_up = own or not data.wish_colours or bool(data.open_wish_stones) or rules.actor(state, data) == OVER
    points = sheet(data, score_rows(_rules, state, data)[seat])
    if not face_up:
        points = {"track": points["track"], "figures": points["figures"], "total": points["track"] + points["figures"]}
    return {
        "seat": seat,
        "hand": _cards(state.hand[seat], state.hand_twice[seat]) if own else None,
        "hand_size": int(state.hand_size[seat]),
        "known": _cards(state.known[seat], state.known_twice[seat]),
        "rows": {name: _row(state, seat, colour) for colour, name in enumerate(COLOURS)},
        "small": [stone_name(data, int(stone)) for stone in state.small[seat]],
        "large": stone_name(data, int(state.large[seat])),
        "wish_count": sum(held),
        "wish_stones": dict(zip(COLOURS, held, strict=False)) if data.wish_colours and face_up else None,
        "sheet": points,
    }


def _row(state: Position, seat: int, colour: int) -> dict[str, Any]:
    direction, last = int(state.direction[seat, colour]), int(state.last[seat, colour])
    numbers = [
        number
        for number in range(NUMBERS)
        for _ in range(rules.copies(state.row[seat], state.row_twice[seat], NUMBERS * colour + number))
    ]
    return {
        "cards": numbers[::-1] if direction == FALLING else numbers,
        "last": last if last >= 0 else None,
        "direction": DIRECTIONS[direction],
    }


def _pile(state: Position, colour: int) -> list[str]:
    """A discard pile from the bottom to the top."""
    return [card_name(NUMBERS * colour + int(state.pile[colour, n])) for n in range(int(state.pile_size[colour]))]


def _cards(once: int, twice: int) -> list[str]:
    """The cards of two sets, in the order of the notation."""
    return [card_name(kind) for kind in range(rules.KINDS) for _ in range(rules.copies(once, twice, kind))]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, puts where, and changes in points; for a lay, the steps that may follow."""
    seat = int(state.turn)
    told: dict[str, Any] = {"cards": [], "from": "hand", "to": None}
    if move >= rules.DRAW:
        source = move - rules.DRAW
        told["from"] = "deck" if source == 0 else f"pile {COLOURS[source - 1]}"
        told["cards"] = [] if source == 0 else _pile(state, source - 1)[-1:]
        told["to"] = "hand"
    elif move in (rules.KEEP, rules.STAY):
        told["from"] = None
    elif move >= rules.DROP:
        colour = move - rules.DROP
        card = card_name(NUMBERS * colour + int(state.last[seat, colour]))
        told |= {"cards": [card], "from": f"row {COLOURS[colour]}", "to": f"pile {COLOURS[colour]}"}
    elif move >= rules.STEP:
        told |= {**_step(data, move), "finds": _finds(state, data, int(data.way_to[way_of(move)[1]]))}
    elif move >= rules.LAY:
        kind = move - rules.LAY
        told |= {"cards": [card_name(kind)], "to": f"row {COLOURS[kind // NUMBERS]}"}
        told["steps"] = [_step(data, step) for step in steps_for(state, data, kind // NUMBERS)]
    else:
        kind = move - rules.DISCARD
        told |= {"cards": [card_name(kind)], "to": f"pile {COLOURS[kind // NUMBERS]}"}
    return {**told, "points": changes(_rules, state, data, move, seat)}


def steps_for(state: Position, data: Settings, colour: int) -> list[int]:
    """The steps that a card of a colour would allow to the seat whose turn it is."""
    stones = rules.targets(data, rules.ahead(state, data, int(state.turn)), colour)
    steps = [0] * rules.MAX_LEGAL
    return steps[: rules.legal_steps(state, data, stones, cast(Any, steps))]


def _step(data: Settings, move: int) -> dict[str, Any]:
    figure, way = way_of(move)
    return {
        "figure": figure,
        "from": stone_name(data, int(data.way_from[way])),
        "to": stone_name(data, int(data.way_to[way])),
    }


def _finds(state: Position, data: Settings, stone: int) -> str | None:
    """What a figure that enters a stone finds there."""
    place, stack = int(data.place[stone]), int(data.stack[stone])
    if place >= 0 and state.tile[place]:
        return TILES[int(state.tile[place]) - 1]
    return f"wish {COLOURS[stack]}" if stack >= 0 and state.stack[stack] else None


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    about = int(state.turn)
    if state.step == rules.TILING:
        place, kind = divmod(move - rules.TILE, rules.TILE_KINDS)
        stone = stone_name(data, int(data.place_at[place]))
        return sentence("story-tile", seat=about, stone=stone, tile=TILES[kind])
    key, values = _told(state, data, move, seat is None or knowledge.seen(state, data, move, seat) != HIDDEN)
    return sentence(f"{key}-you" if about == seat else key, seat=about, **values)


def _told(state: Position, data: Settings, move: int, open_: bool) -> tuple[str, dict[str, Value]]:
    seat = int(state.turn)
    if rules.actor(state, data) == CHANCE:
        kind = (move - rules.outcome_base(state)) if open_ else -1
        key = "story-deal" if state.step == rules.DEALING else "story-card"
        return (key, {"card": card_name(kind)}) if open_ else (f"{key}-hidden", {})
    if move == rules.DRAW:
        return "story-draw", {}
    if move > rules.DRAW:
        return "story-draw-open", {"card": _pile(state, move - rules.DRAW - 1)[-1]}
    if move in (rules.KEEP, rules.STAY):
        return ("story-keep" if move == rules.KEEP else "story-stay"), {}
    if move >= rules.DROP:
        colour = move - rules.DROP
        return "story-drop", {"card": card_name(NUMBERS * colour + int(state.last[seat, colour]))}
    if move >= rules.STEP:
        return _told_step(state, data, move)
    if move >= rules.LAY:
        colour = (move - rules.LAY) // NUMBERS
        key = "story-lay" if state.last[seat, colour] >= 0 else "story-begin"
        return key, {"card": card_name(move - rules.LAY), "colour": COLOURS[colour]}
    return "story-discard", {"card": card_name(move - rules.DISCARD)}


def _told_step(state: Position, data: Settings, move: int) -> tuple[str, dict[str, Value]]:
    figure, way = way_of(move)
    left, stone = int(data.way_from[way]), int(data.way_to[way])
    values: dict[str, Value] = {
        "figure": figure,
        "left": stone_name(data, left),
        "stone": stone_name(data, stone),
        "worth": int(data.worth[stone]) * (2 if figure == "large" else 1),
    }
    goal = int(data.goal)
    if (goal >> stone) & ~(goal >> left) & 1 and state.in_goal == rules.GOAL_FIGURES - 1:
        return "story-step-goal", values
    what, _, detail = (_finds(state, data, stone) or "").partition(" ")
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
