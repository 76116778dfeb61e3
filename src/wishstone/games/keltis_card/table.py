"""Keltis, the card game, for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from wishstone.api import (
    CHANCE,
    COLOURS,
    FALLING,
    HIDDEN,
    NUMBERS,
    OPEN,
    RISING,
    OptionValue,
    Position,
    Sentence,
    Settings,
    Value,
    members,
    new_record,
    reader,
    row_points,
    sentence,
    view_head,
)
from wishstone.games.keltis_card import knowledge, rules
from wishstone.games.keltis_card.words import TERMS as TERMS
from wishstone.games.keltis_card.words import WORDS as WORDS

_read = reader(rules.State)

SUITS = (*COLOURS, "point")
DIRECTIONS = {OPEN: "open", RISING: "rising", FALLING: "falling"}


def make_data(
    game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
) -> Settings:
    """This game has neither options nor data files."""
    return new_record(rules.Data)


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def card_name(kind: int) -> str:
    """A card in the notation: `red 3`, `red end`, `point 7`."""
    suit, face = suit_and_face(kind)
    return f"{SUITS[suit]} {'end' if suit != rules.POINTS and face == rules.END else face}"


def suit_and_face(kind: int) -> tuple[int, int]:
    """The suit of a kind, and its face there; a point card's face is its number."""
    return divmod(kind, rules.FACES) if kind < rules.POINT else (rules.POINTS, kind - rules.POINT)


CARD_NAMES = tuple(card_name(kind) for kind in range(rules.KINDS))
_SHIFTS = tuple(rules.FACES * colour for colour in range(rules.COLOURS))  # where a colour begins in a set of cards


def wish_cards(move: int) -> tuple[int, int, int]:
    """The number of a wish stone and the kinds of the two cards that a move gives for it."""
    number, pair = divmod(move - rules.WISH, rules.PAIRS)
    first, second = (rules.FACES * int(suit) + number + 1 for suit in rules.PAIR_SUITS[pair])
    return number + 1, first, second


def move_name(data: Settings, move: int) -> str:
    """A move in the notation of the record."""
    if move == rules.STOP:
        return "stop"
    if move >= rules.DRAW:
        return f"draw {('deck', *SUITS)[move - rules.DRAW]}"
    if move >= rules.LAY_ON:
        colour, number = divmod(move - rules.LAY_ON, NUMBERS)
        return f"lay point {number} on {COLOURS[colour]}"
    if move >= rules.LAY:
        return f"lay {card_name(move - rules.LAY)}"
    if move >= rules.WISH:
        number, first, second = wish_cards(move)
        return f"wish {number} {card_name(first)} + {card_name(second)}"
    return f"discard {card_name(move - rules.DISCARD)}"


def outcome_name(data: Settings, outcome: int) -> str:
    """An outcome in the notation of the record."""
    if outcome < rules.DEAL:
        return f"card {card_name(outcome - rules.CARD)}"
    seat, kind = divmod(outcome - rules.DEAL, rules.KINDS)
    return f"deal {seat} {card_name(kind)}"


def hidden_name(state: Position, data: Settings) -> str:
    """The card that comes next, for somebody who does not see it."""
    return f"deal {int(state.turn)} ?" if state.step == rules.DEALING else "card ?"


# ── Sheet and view ───────────────────────────────────────────────────────────────────────────────────────────────


def sheet(data: Settings, row: Sequence[int]) -> dict[str, Any]:
    """One seat's score sheet."""
    return {
        "rows": dict(zip(COLOURS, row, strict=False)),
        "points": row[rules.COLOURS],
        "wish_stones": row[rules.COLOURS + 1],
        "total": row[rules.COLOURS + 2],
    }


def secret_items(state: Position, data: Settings) -> tuple[str, ...]:
    """Everything that counts lies open."""
    return ()


def public(state: Position, data: Settings) -> dict[str, Any]:
    """The position as everybody may know it, without the score sheets."""
    at = _read(state)
    return {
        **view_head(rules, at, data),
        "draws": at.draws,
        "laid": at.laid,
        "draw_pile": at.draw_pile,
        "end_rows": at.end_rows,
        "wish_row": members(at.wish_row),
        "piles": {name: _pile(at, suit) for suit, name in enumerate(SUITS)},
        "closed": [SUITS[suit] for suit in members(at.closed)],
        "players": [_player(at, seat) for seat in range(at.seats)],
    }


def own(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    """What only this seat knows of itself: its hand."""
    at = _read(state)
    return {"hand": _cards(at.hand[seat], at.hand_twice[seat], at.hand_points[seat])}


def _player(at: Any, seat: int) -> dict[str, Any]:
    ends = at.row_points[seat], at.length[seat], at.last[seat], at.direction[seat]
    return {
        "seat": seat,
        "hand": None,
        "hand_size": at.hand_size[seat],
        "known": _cards(at.known[seat], at.known_twice[seat], at.known_points[seat]),
        "rows": _rows(at.row[seat], at.row_twice[seat], *ends),
        "neutral": members(at.neutral[seat]),
        "wish_stones": members(at.wish_stones[seat]),
    }


@lru_cache(4096)  # a move changes the rows of one player
def _rows(once: int, twice: int, *ends: tuple[int, ...]) -> dict[str, Any]:
    """The rows of one player, by colour."""
    return {
        name: _row(once >> shift & rules.ALL_FACES, twice >> shift & rules.ALL_FACES, *end)
        for name, shift, *end in zip(COLOURS, _SHIFTS, *ends, strict=True)
    }


@lru_cache(4096)  # and one row of five
def _row(once: int, twice: int, points: int, length: int, last: int, direction: int) -> dict[str, Any]:
    """A row of one colour, from the faces that are in it once and twice, and its point cards."""
    faces: list[str] = []
    numbers = range(NUMBERS)
    for number in reversed(numbers) if direction == FALLING else numbers:
        faces += [str(number)] * ((once >> number & 1) + (twice >> number & 1))
        faces += [f"point {number}"] * (points >> number & 1)
    ends = (once >> rules.END & 1) + (twice >> rules.END & 1)
    return {
        "cards": faces + ["end"] * ends,
        "last": last if last >= 0 else None,
        "direction": DIRECTIONS[direction],
        "ended": ends > 0,
        "closed": ends == 2,
        "worth": row_points(length),
    }


def _pile(at: Any, suit: int) -> list[str]:
    """A discard pile from the bottom to the top."""
    return _lying(suit, at.pile[suit][: at.pile_size[suit]])


@lru_cache(4096)  # a move changes one pile of six
def _lying(suit: int, faces: tuple[int, ...]) -> list[str]:
    return [CARD_NAMES[rules.FACES * suit + face] for face in faces]


@lru_cache(4096)  # a move changes one hand
def _cards(once: int, twice: int, points: int) -> list[str]:
    """The cards of three sets, in the order of the notation."""
    kinds = sorted(members(once) + members(twice))
    return [CARD_NAMES[kind] for kind in kinds] + [CARD_NAMES[rules.POINT + number] for number in members(points)]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, and puts where."""
    if rules.DRAW < move < rules.STOP:
        return {**_touches(move), "cards": _pile(_read(state), move - rules.DRAW - 1)[-1:]}
    return _touches(move)


@lru_cache(rules.MOVES)
def _touches(move: int) -> dict[str, Any]:
    """What a move touches wherever it is made."""
    told: dict[str, Any] = {"cards": [], "from": "hand", "to": None}
    if move >= rules.STOP:
        told["from"] = None
    elif move >= rules.DRAW:
        source = move - rules.DRAW
        told |= {"from": "deck" if source == 0 else f"pile {SUITS[source - 1]}", "to": "hand"}
    elif move >= rules.LAY_ON:
        colour, number = divmod(move - rules.LAY_ON, NUMBERS)
        told |= {"cards": [f"point {number}"], "to": f"row {COLOURS[colour]}"}
    elif move >= rules.LAY:
        kind = move - rules.LAY
        told["cards"] = [CARD_NAMES[kind]]
        told["to"] = f"row {COLOURS[kind // rules.FACES]}" if kind < rules.POINT else "neutral"
    elif move >= rules.WISH:
        number, first, second = wish_cards(move)
        told |= {"cards": [CARD_NAMES[first], CARD_NAMES[second]], "to": "piles", "wish_stone": number}
    else:
        kind = move - rules.DISCARD
        told |= {"cards": [CARD_NAMES[kind]], "to": f"pile {SUITS[suit_and_face(kind)[0]]}"}
    return told


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    at = _read(state)
    about = at.turn
    key, values = _told(at, data, move, seat is None or knowledge.seen(at, data, move, seat) != HIDDEN)
    return sentence(f"{key}-you" if about == seat else key, seat=about, **values)


def _told(at: Any, data: Settings, move: int, open_: bool) -> tuple[str, dict[str, Value]]:
    if rules.actor(at, data) == CHANCE:
        kind = (move - rules.outcome_base(at)) if open_ else -1
        key = "story-deal" if at.step == rules.DEALING else "story-card"
        return (key, {"card": CARD_NAMES[kind]}) if open_ else (f"{key}-hidden", {})
    if move == rules.STOP:
        return "story-stop", {}
    if move == rules.DRAW:
        return "story-draw", {}
    if move > rules.DRAW:
        return "story-draw-open", {"card": _pile(at, move - rules.DRAW - 1)[-1]}
    if move >= rules.LAY:
        return _told_lay(at, move)
    if move >= rules.WISH:
        number, first, second = wish_cards(move)
        return "story-wish", {"first": CARD_NAMES[first], "second": CARD_NAMES[second], "number": number}
    return "story-discard", {"card": CARD_NAMES[move - rules.DISCARD]}


def _told_lay(at: Any, move: int) -> tuple[str, dict[str, Value]]:
    seat = at.turn
    kind = move - rules.LAY
    if rules.POINT <= kind < rules.KINDS:
        count = len(members(at.neutral[seat])) + 1
        return "story-lay-neutral", {"card": CARD_NAMES[kind], "count": count}
    if move >= rules.LAY_ON:
        colour, number = divmod(move - rules.LAY_ON, NUMBERS)
        card = f"point {number}"
    else:
        colour, card = kind // rules.FACES, CARD_NAMES[kind]
    length = at.length[seat, colour]
    before, after = row_points(length), row_points(length + 1)
    values: dict[str, Value] = {
        "card": card,
        "colour": COLOURS[colour],
        "count": length + 1,
        "before": before,
        "after": after,
    }
    if move >= rules.LAY_ON:
        return "story-lay-on", values
    if kind % rules.FACES == rules.END:
        return ("story-close" if rules.has_end_card(at, seat, colour) else "story-end"), values
    return ("story-lay" if length else "story-begin"), values


# ── Why a move is refused ────────────────────────────────────────────────────────────────────────────────────────


def why(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    """The rule that forbids a move here, and what it says."""
    step = int(state.step)
    if step == rules.LAYING and not rules.LAY <= move < rules.DRAW:
        return "KC-24", sentence("why-after-end")
    if move == rules.STOP:
        return "KC-24", sentence("why-no-stop")
    if step == rules.DRAWING and move < rules.DRAW:
        return "KC-18", sentence("why-draw-now")
    if step == rules.PLAYING and move >= rules.DRAW:
        return "KC-18", sentence("why-play-first")
    if move >= rules.DRAW:
        return _why_draw(state, move - rules.DRAW - 1)
    if move >= rules.LAY_ON:
        return _why_lay_on(state, move)
    if move >= rules.LAY:
        return _why_lay(state, move - rules.LAY)
    if move >= rules.WISH:
        return _why_wish(state, move)
    return "KC-7", sentence("why-not-held", card=card_name(move - rules.DISCARD))


def _why_draw(state: Position, suit: int) -> tuple[str, Sentence]:
    if state.pile_size[suit] == 0:
        return "KC-18", sentence("why-pile-empty", colour=SUITS[suit])
    return "KC-19", sentence("why-pile-closed", colour=SUITS[suit])


def _why_wish(state: Position, move: int) -> tuple[str, Sentence]:
    number, first, second = wish_cards(move)
    if not (int(state.wish_row) >> number) & 1:
        return "KC-8", sentence("why-stone-gone", number=number)
    missing = second if _held(state, first) and (first != second) else first
    if first == second and _held(state, first):
        return "KC-8", sentence("why-held-once", card=card_name(first))
    return "KC-8", sentence("why-not-held", card=card_name(missing))


def _why_lay(state: Position, kind: int) -> tuple[str, Sentence]:
    seat = int(state.turn)
    colour, face = suit_and_face(kind)
    if not _held(state, kind):
        rule = "KC-15" if kind >= rules.POINT else "KC-12" if face == rules.END else "KC-9"
        return rule, sentence("why-not-held", card=card_name(kind))
    if rules.has_end_card(state, seat, colour):
        return "KC-14", sentence("why-row-ended", colour=COLOURS[colour])
    direction = DIRECTIONS[int(state.direction[seat, colour])]
    return "KC-9", sentence(f"why-{direction}", colour=COLOURS[colour], last=int(state.last[seat, colour]))


def _why_lay_on(state: Position, move: int) -> tuple[str, Sentence]:
    seat = int(state.turn)
    colour, number = divmod(move - rules.LAY_ON, NUMBERS)
    last = int(state.last[seat, colour])
    if not _held(state, rules.POINT + number):
        return "KC-16", sentence("why-not-held", card=f"point {number}")
    if rules.has_end_card(state, seat, colour):
        return "KC-17", sentence("why-row-ended", colour=COLOURS[colour])
    if last < 0:
        return "KC-16", sentence("why-row-empty", colour=COLOURS[colour])
    return "KC-16", sentence("why-not-last", colour=COLOURS[colour], last=last)


def _held(state: Position, kind: int) -> bool:
    seat = int(state.turn)
    return rules.copies(state.hand[seat], state.hand_twice[seat], state.hand_points[seat], kind) > 0
