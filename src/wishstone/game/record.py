"""Record writer: a whole game as text in the format `wishstone-record/1`: a header, numbered events, a footer.

The page `docs/record.md` describes the format. This file writes it; `record_reader.py` reads and verifies it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wishstone.game.contract import CHANCE, HIDDEN, Game, Position
from wishstone.game.match import Match
from wishstone.game.result import Result

if TYPE_CHECKING:
    from wishstone.game.fairness import Fairness

FORMAT = "wishstone-record/1"


def write(
    match: Match,
    players: Sequence[str],
    *,
    result: Result | None = None,
    legal: bool = False,
    seen_by: int | None = None,
    extra: Mapping[str, Any] | None = None,
    fairness: Fairness | None = None,
    draws: Sequence[int] = (),
    undone: Sequence[int] = (),
) -> str:
    """The record of a match, with a footer where there is a result.

    With `legal` every event carries what else could have happened there. With `seen_by` the record shows only what
    that seat (-1: an onlooker) has seen; then `legal` lists the moves of that seat alone, and no chances, because
    both would tell what others hold.

    With `fairness` every outcome carries its draw (`draws` has one number for each event, -1 for a move) and the
    footer lists those that were `undone`. A seat's view never carries the secret: all hidden cards follow from it.
    """
    fair: dict[str, Any] = {}
    if fairness is not None:
        fair["fairness"] = (fairness if seen_by is None else fairness.sealed()).header()
    lines = [_line(header(match, players, seen_by, {**fair, **(extra or {})}))]
    game, state = match.game, match.game.start(match.seats, match.first)
    for number, event in enumerate(match.events):
        told: dict[str, Any] = {"n": number, "by": "chance" if event.by == CHANCE else event.by}
        told["move"] = seen_name(game, state, event.move, seen_by)
        if fairness is not None and event.by == CHANCE:
            told["draw"] = draws[number]
        if legal and (seen_by is None or (event.by == seen_by and event.by != CHANCE)):
            told |= possible(game, state)
        lines.append(_line(told))
        game.apply(state, event.move)
    if result is not None:
        lines.append(_line({**footer(result, undone), "digest": digest(lines)}))
    return "".join(lines)


def header(match: Match, players: Sequence[str], seen_by: int | None, extra: Mapping[str, Any]) -> dict[str, Any]:
    """The first line of a record."""
    game = match.game
    told: dict[str, Any] = {
        "format": FORMAT,
        "game": game.id,
        "rules": game.rules_version,
        "seats": match.seats,
        "first": match.first,
        "options": dict(game.options),
        "players": list(players),
    }
    if game.files:
        told["data"] = dict(game.files)
    if seen_by is not None:
        told["seen_by"] = seen_by
    return {**told, **extra}


def seen_name(game: Game, state: Position, move: int, seat: int | None) -> str:
    """A move or outcome in notation, as a seat sees it; None sees everything."""
    if seat is not None:
        move = game.seen(state, move, seat)
        if move == HIDDEN:
            return game.table.hidden_name(state, game.data)
    return game.name(state, move)


def possible(game: Game, state: Position) -> dict[str, Any]:
    """All that could happen here: `legal` moves, or `chances` with their weights; sorted as text by code point."""
    if game.actor(state) == CHANCE:
        return {"chances": sorted([game.outcome_names[move], weight] for move, weight in game.chances(state))}
    return {"legal": sorted(game.move_names[move] for move in game.legal(state))}


def footer(result: Result, undone: Sequence[int] = ()) -> dict[str, Any]:
    """The last line of a record, without its digest."""
    told: dict[str, Any] = {"end": result.end}
    if result.cut_off is not None:
        told = {"cut_off": result.cut_off}
    elif result.agreed:
        told = {"agreed": True}
    return {
        **told,
        "scores": list(result.scores),
        "places": list(result.places),
        "sheet": [dict(sheet) for sheet in result.sheets],
        **({"undone": sorted(undone)} if undone else {}),
    }


def digest(lines: Iterable[str]) -> str:
    """The SHA-256 of lines, each with its line feed, in hexadecimal."""
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def compact(value: Any) -> str:
    """JSON as the format writes it: no spaces, plain UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shown(value: Any) -> str:
    """A value as it stands in a record, shortened for a message."""
    text = value if isinstance(value, str) else compact(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _line(value: Mapping[str, Any]) -> str:
    return compact(value) + "\n"
