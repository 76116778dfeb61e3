"""The game for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wishstone.api import CHANCE, OptionValue, Position, Sentence, Settings, new_record, reader, sentence, view_head

from . import rules
from .words import STONES
from .words import TERMS as TERMS
from .words import WORDS as WORDS

_read = reader(rules.State)


def make_data(
    game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
) -> Settings:
    """This game has neither options nor data files."""
    return new_record(rules.Data)


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def move_name(data: Settings, move: int) -> str:
    """A move in the notation of the record."""
    return ("throw", "stop")[move]


def outcome_name(data: Settings, outcome: int) -> str:
    """An outcome in the notation of the record: `draw flat 2`."""
    return f"draw {STONES[outcome - rules.DRAW]}"


def hidden_name(state: Position, data: Settings) -> str:
    """The stone that comes next, for somebody who does not see it; here everybody does."""
    return "draw ?"


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
        "skips": at.skips,
        "bag": dict(zip(STONES, at.bag, strict=True)),
        "players": [{"seat": seat, "turns": at.turns[seat]} for seat in range(at.seats)],
    }


def own(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    """What only this seat knows of itself: nothing."""
    return {}


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, and puts where."""
    return {"from": "bag", "to": "water"} if move == rules.THROW else {"skips": int(state.skips)}


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about."""
    turn, skips = int(state.turn), int(state.skips)
    you = "-you" if turn == seat else ""
    if rules.actor(state, data) != CHANCE:
        return sentence(f"story-{'throw' if move == rules.THROW else 'stop'}{you}", seat=turn, skips=skips)
    kind = move - rules.DRAW
    if kind == rules.ROUND:
        return sentence(f"story-sink{you}", seat=turn, skips=skips)
    return sentence("story-skip", seat=turn, stone=STONES[kind], skips=skips + kind)


# ── Why a move is refused ────────────────────────────────────────────────────────────────────────────────────────


def why(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    """The rule that forbids a move here, and what it says."""
    return "S-3", sentence("why-throw-first")
