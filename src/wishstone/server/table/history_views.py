"""History views: the record of a game, its replay up to an event, and a finished game step by step.

Like `views.py`, this is a way out of the server: a seat or an onlooker is told only what they could see at the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wishstone.game.contract import CHANCE, HIDDEN, Game, Position
from wishstone.game.match import Event
from wishstone.game.record import write
from wishstone.server.table.state import TableState
from wishstone.server.table.views import DifferentShape, JsonObject, difference, fairness_at_present, sentence_to_json


def record(table: TableState, seat: int, legal: bool = False) -> str:
    """The record of a game: complete once it is over, otherwise as a seat or an onlooker has seen it."""
    assert table.match is not None
    over = table.status == "over"
    ended = table.match.result(agreed=table.how == "agreed") if over and table.how != "abandoned" else None
    return write(
        table.match,
        [seat.name or seat.bot for seat in table.seats],
        result=ended,
        legal=legal,
        seen_by=None if over else seat,
        fairness=fairness_at_present(table),
        draws=table.draws,
        undone=table.undone,
    )


def replay(table: TableState, seat: int | None, keep: int) -> JsonObject:
    """The game after its first `keep` events, as a seat saw it then, and the story so far."""
    assert table.match is not None
    events = table.match.events[:keep]
    state = table.position_after(keep)
    return {
        "count": len(table.match.events),
        "keep": len(events),
        "view": table.game.view(state, seat),
        "log": list(_replayed_events(table, events, seat)),
    }


def steps(table: TableState, seat: int | None, views: bool = True) -> Iterator[JsonObject]:
    """A finished game event by event: the seat's view at the start, and how each event changed it."""
    assert table.match is not None
    assert table.status == "over", "nothing of a live game leaves by this way"
    game, state = table.game, table.position_after(0)
    shown = game.view(state, seat) if views else {}
    yield {"view": shown, "scores": _scores(game, state)}
    for number, event in enumerate(table.match.events):
        told = _event_as_seen(game, state, number, event, seat)
        game.apply(state, event.move)
        before, shown = shown, game.view(state, seat) if views else {}
        try:
            seen = {"change": difference(before, shown)}
        except DifferentShape:
            seen = {"view": shown}
        yield {**told, **seen, "scores": _scores(game, state)}


def _scores(game: Game, state: Position) -> list[int]:
    """Every seat's points as they stand."""
    return [row[len(game.rules.ITEMS) - 1] for row in game.score_rows(state)]


def _replayed_events(table: TableState, events: Sequence[Event], seat: int | None) -> Iterator[JsonObject]:
    state = table.position_after(0)
    for number, event in enumerate(events):
        yield _event_as_seen(table.game, state, number, event, seat)
        table.game.apply(state, event.move)


def _event_as_seen(game: Game, state: Position, number: int, event: Event, seat: int | None) -> JsonObject:
    """An event as a seat saw it; None sees everything."""
    hidden = seat is not None and game.seen(state, event.move, seat) == HIDDEN
    return {
        "n": number,
        "by": "chance" if event.by == CHANCE else event.by,
        "move": game.table.hidden_name(state, game.data) if hidden else game.name(state, event.move),
        "story": sentence_to_json(game.table.story(state, game.data, event.move, seat)),
    }
