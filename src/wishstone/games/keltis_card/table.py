"""Keltis, the card game, for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from wishstone.game.about import OptionValue
from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER, Position, Rules, Settings, new_record
from wishstone.game.result import changes, score_rows
from wishstone.game.words import Sentence, Value, sentence
from wishstone.games.keltis_card import knowledge, rules
from wishstone.games.keltis_card.words import TERMS as TERMS
from wishstone.games.keltis_card.words import WORDS as WORDS
from wishstone.games.shared.colours import COLOURS
from wishstone.games.shared.rows import FALLING, NUMBERS, OPEN, RISING, row_points

_rules = cast(Rules, rules)

SUITS = (*COLOURS, "point")
DIRECTIONS = {OPEN: "open", RISING: "rising", FALLING: "falling"}


def make_data(game: str, options: Mapping[str, OptionValue], files: Mapping[str, object]) -> Settings:
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
        "draws": int(state.draws),
        "laid": int(state.laid),
        "draw_pile": int(state.draw_pile),
        "end_rows": int(state.end_rows),
        "wish_row": _members(int(state.wish_row)),
        "piles": {SUITS[suit]: _pile(state, suit) for suit in range(rules.SUITS)},
        "closed": [SUITS[suit] for suit in _members(int(state.closed))],
        "players": [_player(state, data, each, seat in (each, None)) for each in range(int(state.seats))],
    }


def _player(state: Position, data: Settings, seat: int, own: bool) -> dict[str, Any]:
    return {
        "seat": seat,
        "hand": _cards(state.hand[seat], state.hand_twice[seat], state.hand_points[seat]) if own else None,
        "hand_size": int(state.hand_size[seat]),
        "known": _cards(state.known[seat], state.known_twice[seat], state.known_points[seat]),
        "rows": {name: _row(state, seat, colour) for colour, name in enumerate(COLOURS)},
        "neutral": _members(int(state.neutral[seat])),
        "wish_stones": _members(int(state.wish_stones[seat])),
        "sheet": sheet(data, score_rows(_rules, state, data)[seat]),
    }


def _row(state: Position, seat: int, colour: int) -> dict[str, Any]:
    direction = int(state.direction[seat, colour])
    faces: list[str] = []
    for number in range(NUMBERS):
        kind = rules.FACES * colour + number
        faces += [str(number)] * int(rules.copies(state.row[seat], state.row_twice[seat], 0, kind))
        faces += [f"point {number}"] * ((int(state.row_points[seat, colour]) >> number) & 1)
    if direction == FALLING:
        faces.sort(key=lambda face: (-int(face.split()[-1]), face.startswith("point")))
    end = rules.FACES * colour + rules.END
    ends = int(rules.copies(state.row[seat], state.row_twice[seat], 0, end))
    last = int(state.last[seat, colour])
    return {
        "cards": faces + ["end"] * ends,
        "last": last if last >= 0 else None,
        "direction": DIRECTIONS[direction],
        "ended": ends > 0,
        "closed": ends == 2,
        "worth": row_points(int(state.length[seat, colour])),
    }


def _pile(state: Position, suit: int) -> list[str]:
    """A discard pile from the bottom to the top."""
    return [card_name(rules.FACES * suit + int(state.pile[suit, n])) for n in range(int(state.pile_size[suit]))]


def _cards(once: int, twice: int, points: int) -> list[str]:
    """The cards of three sets, in the order of the notation."""
    return [card_name(kind) for kind in range(rules.KINDS) for _ in range(rules.copies(once, twice, points, kind))]


def _members(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if (bits >> number) & 1]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, puts where, and changes in points."""
    seat = int(state.turn)
    told: dict[str, Any] = {"cards": [], "from": "hand", "to": None}
    if move >= rules.STOP:
        return {**told, "from": None, "points": {}}
    if move >= rules.DRAW:
        source = move - rules.DRAW
        told["from"] = "deck" if source == 0 else f"pile {SUITS[source - 1]}"
        told["cards"] = [] if source == 0 else _pile(state, source - 1)[-1:]
        told["to"] = "hand"
    elif move >= rules.LAY_ON:
        colour, number = divmod(move - rules.LAY_ON, NUMBERS)
        told |= {"cards": [f"point {number}"], "to": f"row {COLOURS[colour]}"}
    elif move >= rules.LAY:
        kind = move - rules.LAY
        told["cards"] = [card_name(kind)]
        told["to"] = f"row {COLOURS[kind // rules.FACES]}" if kind < rules.POINT else "neutral"
    elif move >= rules.WISH:
        number, first, second = wish_cards(move)
        told |= {"cards": [card_name(first), card_name(second)], "to": "piles", "wish_stone": number}
    else:
        kind = move - rules.DISCARD
        told |= {"cards": [card_name(kind)], "to": f"pile {SUITS[suit_and_face(kind)[0]]}"}
    return {**told, "points": changes(_rules, state, data, move, seat)}


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    about = int(state.turn)
    key, values = _told(state, data, move, seat is None or knowledge.seen(state, data, move, seat) != HIDDEN)
    return sentence(f"{key}-you" if about == seat else key, seat=about, **values)


def _told(state: Position, data: Settings, move: int, open_: bool) -> tuple[str, dict[str, Value]]:
    if rules.actor(state, data) == CHANCE:
        kind = (move - rules.outcome_base(state)) if open_ else -1
        key = "story-deal" if state.step == rules.DEALING else "story-card"
        return (key, {"card": card_name(kind)}) if open_ else (f"{key}-hidden", {})
    if move == rules.STOP:
        return "story-stop", {}
    if move == rules.DRAW:
        return "story-draw", {}
    if move > rules.DRAW:
        return "story-draw-open", {"card": _pile(state, move - rules.DRAW - 1)[-1]}
    if move >= rules.LAY:
        return _told_lay(state, data, move)
    if move >= rules.WISH:
        number, first, second = wish_cards(move)
        return "story-wish", {"first": card_name(first), "second": card_name(second), "number": number}
    return "story-discard", {"card": card_name(move - rules.DISCARD)}


def _told_lay(state: Position, data: Settings, move: int) -> tuple[str, dict[str, Value]]:
    seat = int(state.turn)
    kind = move - rules.LAY
    if rules.POINT <= kind < rules.KINDS:
        count = len(_members(int(state.neutral[seat]))) + 1
        return "story-lay-neutral", {"card": card_name(kind), "count": count}
    if move >= rules.LAY_ON:
        colour, number = divmod(move - rules.LAY_ON, NUMBERS)
        card = f"point {number}"
    else:
        colour, card = kind // rules.FACES, card_name(kind)
    length = int(state.length[seat, colour])
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
        return ("story-close" if rules.has_end_card(state, seat, colour) else "story-end"), values
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
