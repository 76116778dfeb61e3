"""The miniature for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wishstone.api import (
    CHANCE,
    HIDDEN,
    OptionValue,
    Position,
    Sentence,
    Settings,
    Value,
    members,
    new_record,
    reader,
    sentence,
    view_head,
)
from wishstone.games.miniature import knowledge, rules
from wishstone.games.miniature.words import NAMES
from wishstone.games.miniature.words import TERMS as TERMS
from wishstone.games.miniature.words import WORDS as WORDS

_read = reader(rules.State)


def make_data(
    game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
) -> Settings:
    """This game has neither options nor data files."""
    return new_record(rules.Data)


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def card_name(kind: int) -> str:
    """A card in the notation: `blue 3`."""
    colour, number = divmod(kind, rules.NUMBERS)
    return f"{NAMES[colour]} {number + 1}"


CARD_NAMES = tuple(card_name(kind) for kind in range(rules.KINDS))


def move_name(data: Settings, move: int) -> str:
    """A move in the notation of the record."""
    if move < rules.DISCARD:
        return "draw" if move == rules.DRAW else "take"
    verb, kind = ("lay", move - rules.LAY) if move >= rules.LAY else ("discard", move - rules.DISCARD)
    return f"{verb} {CARD_NAMES[kind]}"


def outcome_name(data: Settings, outcome: int) -> str:
    """An outcome in the notation of the record."""
    if outcome < rules.DEAL:
        return f"card {CARD_NAMES[outcome - rules.CARD]}"
    seat, kind = divmod(outcome - rules.DEAL, rules.KINDS)
    return f"deal {seat} {CARD_NAMES[kind]}"


def hidden_name(state: Position, data: Settings) -> str:
    """The card that comes next, for somebody who does not see it."""
    return f"deal {int(state.turn)} ?" if state.step == rules.DEALING else "card ?"


# ── Sheet and view ───────────────────────────────────────────────────────────────────────────────────────────────


def sheet(data: Settings, row: Sequence[int]) -> dict[str, Any]:
    """One seat's score sheet."""
    return {"rows": dict(zip(NAMES, row, strict=False)), "clovers": row[rules.COLOURS], "total": row[rules.COLOURS + 1]}


def secret_items(state: Position, data: Settings) -> tuple[str, ...]:
    """Everything that counts lies open."""
    return ()


def public(state: Position, data: Settings) -> dict[str, Any]:
    """The position as everybody may know it, without the score sheets."""
    at = _read(state)
    return {
        **view_head(rules, at, data),
        "plays": at.plays,
        "draw_pile": at.draw_pile,
        "discards": [CARD_NAMES[kind] for kind in at.pile[: at.pile_size]],
        "players": [_player(at, seat) for seat in range(2)],
    }


def own(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    """What only this seat knows of itself: its hand."""
    return {"hand": _cards(_read(state).hand[seat])}


def _player(at: Any, seat: int) -> dict[str, Any]:
    cards = [number + 1 for number in range(rules.NUMBERS)]
    rows = {
        name: [number for number in cards if at.row[seat] >> (rules.NUMBERS * colour + number - 1) & 1]
        for colour, name in enumerate(NAMES)
    }
    hand_size, known = len(members(at.hand[seat])), _cards(at.known[seat])
    return {"seat": seat, "hand": None, "hand_size": hand_size, "known": known, "rows": rows}


def _cards(cards: int) -> list[str]:
    return [CARD_NAMES[kind] for kind in members(cards)]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, and puts where."""
    if move == rules.DRAW:
        return {"cards": [], "from": "deck", "to": "hand"}
    if move == rules.TAKE:
        return {"cards": [_top(_read(state))], "from": "discards", "to": "hand"}
    if move >= rules.LAY:
        kind = move - rules.LAY
        return {"cards": [CARD_NAMES[kind]], "from": "hand", "to": f"row {NAMES[kind // rules.NUMBERS]}"}
    return {"cards": [CARD_NAMES[move - rules.DISCARD]], "from": "hand", "to": "discards"}


def _top(at: Any) -> str:
    top: int = at.pile[at.pile_size - 1]
    return CARD_NAMES[top]


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    at = _read(state)
    key, values = _told(at, data, move, seat is None or knowledge.seen(at, data, move, seat) != HIDDEN)
    return sentence(f"{key}-you" if at.turn == seat else key, seat=at.turn, **values)


def _told(at: Any, data: Settings, move: int, open_: bool) -> tuple[str, dict[str, Value]]:
    if rules.actor(at, data) == CHANCE:
        key = "story-deal" if at.step == rules.DEALING else "story-card"
        return (key, {"card": CARD_NAMES[move - rules.outcome_base(at)]}) if open_ else (f"{key}-hidden", {})
    if move == rules.DRAW:
        return "story-draw", {}
    if move == rules.TAKE:
        return "story-take", {"card": _top(at)}
    if move < rules.LAY:
        return "story-discard", {"card": CARD_NAMES[move - rules.DISCARD]}
    kind = move - rules.LAY
    length = at.length[at.turn][kind // rules.NUMBERS]
    before, after = rules.ROW_POINTS[length], rules.ROW_POINTS[length + 1]
    return "story-lay", {"card": CARD_NAMES[kind], "before": before, "after": after}


# ── Why a move is refused ────────────────────────────────────────────────────────────────────────────────────────


def why(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    """The rule that forbids a move here, and what it says."""
    if state.step == rules.DRAWING:
        return "M-3", sentence("why-nothing" if move == rules.DRAW else "why-draw-first")
    if move < rules.DISCARD:
        return "M-3", sentence("why-play-now")
    seat = int(state.turn)
    kind = move - rules.LAY if move >= rules.LAY else move - rules.DISCARD
    if not (int(state.hand[seat]) >> kind) & 1:
        return "M-4", sentence("why-not-held", card=CARD_NAMES[kind])
    if move < rules.LAY:
        return "M-5", sentence("why-must-lay")
    colour = kind // rules.NUMBERS
    return "M-4", sentence("why-higher", colour=NAMES[colour], last=int(state.last[seat, colour]))
