"""Cairns for people: the notation, what a seat sees, the score sheet, and every sentence."""

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
    new_record,
    reader,
    sentence,
    view_head,
)
from wishstone_cairns import knowledge, rules
from wishstone_cairns.words import TERMS as TERMS
from wishstone_cairns.words import WORDS as WORDS

_read = reader(rules.State)

PLACES = ("brook", "saddle", "summit")
STONES = tuple(f"stone {kind + 1}" for kind in range(rules.KINDS))


def make_data(
    game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
) -> Settings:
    """This game has neither options nor data files."""
    return new_record(rules.Data)


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def move_name(data: Settings, move: int) -> str:
    """A move in the notation of the record: `set 5 summit`."""
    kind, place = divmod(move - rules.SET, rules.PLACES)
    return f"set {kind + 1} {PLACES[place]}"


def outcome_name(data: Settings, outcome: int) -> str:
    """An outcome in the notation of the record: `deal 0 5`, `draw 5`."""
    if outcome < rules.DEAL:
        return f"draw {outcome - rules.DRAW + 1}"
    seat, kind = divmod(outcome - rules.DEAL, rules.KINDS)
    return f"deal {seat} {kind + 1}"


def hidden_name(state: Position, data: Settings) -> str:
    """The stone that comes next, for somebody who does not see it."""
    return f"deal {int(state.turn)} ?" if state.step == rules.DEALING else "draw ?"


# ── Sheet and view ───────────────────────────────────────────────────────────────────────────────────────────────


def sheet(data: Settings, row: Sequence[int]) -> dict[str, Any]:
    """One seat's score sheet."""
    return dict(zip(rules.ITEMS, row, strict=True))


def secret_items(state: Position, data: Settings) -> tuple[str, ...]:
    """Everything that counts lies open."""
    return ()


def public(state: Position, data: Settings) -> dict[str, Any]:
    """The position as everybody may know it, without the score sheets."""
    at = _read(state)
    return {
        **view_head(rules, at, data),
        "draw_pile": at.draw_pile,
        "cairns": {name: _cairn(at, place) for place, name in enumerate(PLACES)},
        "scree": _stones(at.scree),
        "players": [
            {"seat": seat, "hand": None, "hand_size": at.hand_size[seat], "known": _stones(at.known[seat])}
            for seat in range(at.seats)
        ],
    }


def own(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    """What only this seat knows of itself: its hand."""
    return {"hand": _stones(_read(state).hand[seat])}


def _cairn(at: Any, place: int) -> list[str]:
    """The stones of a place, the lowest first."""
    return [STONES[kind] for kind in at.cairn[place][: at.height[place]]]


def _stones(counts: Sequence[int]) -> list[str]:
    """Stones that are counted by kind, one by one."""
    return [name for name, count in zip(STONES, counts, strict=True) for _ in range(count)]


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, and puts where."""
    kind, place = divmod(move - rules.SET, rules.PLACES)
    return {"cards": [STONES[kind]], "from": "hand", "to": f"cairns {PLACES[place]}"}


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    at = _read(state)
    key, values = _told(at, data, move, seat is None or knowledge.seen(at, data, move, seat) != HIDDEN)
    return sentence(f"{key}-you" if at.turn == seat else key, seat=at.turn, **values)


def _told(at: Any, data: Settings, move: int, open_: bool) -> tuple[str, dict[str, Value]]:
    if rules.actor(at, data) == CHANCE:
        key = "story-deal" if at.step == rules.DEALING else "story-draw"
        return (key, {"stone": STONES[move - rules.outcome_base(at)]}) if open_ else (f"{key}-hidden", {})
    kind, place = divmod(move - rules.SET, rules.PLACES)
    height = at.height[place]
    values: dict[str, Value] = {"stone": STONES[kind], "place": PLACES[place], "points": height + 1}
    if height == 0:
        return "story-begin", values
    top = at.cairn[place, height - 1]
    values["top"] = STONES[top]
    if rules.does_fall(at, kind, place):
        return "story-fall", {**values, "fallen": height}
    if kind > top:
        return "story-push", {**values, "points": 1}
    if height + 1 == rules.FULL:
        return "story-crown", {**values, "points": rules.FULL + rules.CROWN}
    return "story-set", values


# ── Why a move is refused ────────────────────────────────────────────────────────────────────────────────────────


def why(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    """The rule that forbids a move here, and what it says: only stones of the own hand are set."""
    return "C-3", sentence("why-not-held", stone=STONES[(move - rules.SET) // rules.PLACES])
