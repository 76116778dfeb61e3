"""Views: what each viewer is told about a table. It leaves the server only through here and `history_views.py`.

A seat is told what that seat may know, an onlooker what everybody may know. What is the same for all of them is encoded
once. After the game everything is open, including the secret that the dice were derived from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

import msgspec

from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER, Game, Position
from wishstone.game.fairness import Fairness
from wishstone.game.match import Event, event_of
from wishstone.game.record import footer
from wishstone.game.words import Sentence, Value
from wishstone.games import EVERY
from wishstone.server.table import entries
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.game_decisions import fairness_of
from wishstone.server.table.proposals import first_undoable, last_move_of, seats_to_agree
from wishstone.server.table.state import NOBODY, TableState

encode = msgspec.json.Encoder().encode
JsonObject = dict[str, Any]


# ── Entries ──────────────────────────────────────────────────────────────────────────────────────────────────────


class EntryView(msgspec.Struct, frozen=True):
    """An entry as it is told: the public form, and that of the seats which are told something else."""

    public: JsonObject
    own: Mapping[int, JsonObject] = {}

    def for_seat(self, seat: int) -> JsonObject:
        """The entry as this seat, or an onlooker, is told it."""
        return self.own.get(seat, self.public)


class GameCursor:
    """A position in the history of a game, which moves forward as its entries are turned into views."""

    def __init__(self, state: Position, events: Sequence[Event] = ()) -> None:
        self.state, self.count = state, len(events)
        self._known = events  # shared and growing, but its first `count` events never change
        self._told: list[Event] = []

    def add(self, event: Event) -> None:
        """Append an event."""
        self._told.append(event)
        self.count += 1

    def undo(self, table: TableState, keep: int) -> None:
        """Go back to the first `keep` events."""
        self._known = [*self._known[: self.count - len(self._told)], *self._told][:keep]
        self._told, self.count = [], keep
        self.state = table.position_after(keep, self._known)


def game_cursor(table: TableState) -> GameCursor:
    """A cursor at the present end of the game, for the entries to come."""
    if table.match is None:
        return GameCursor(table.game.empty())
    return GameCursor(table.game.copy(table.match.state), table.match.events)


def entry_views(
    table: TableState, added: Sequence[tuple[EntryBody, int]], number: int, game: GameCursor
) -> list[EntryView]:
    """The views of entries, each with its time; the first has this number."""
    told = []
    for place, (body, at) in enumerate(added):
        head: JsonObject = {"number": number + place, "at": at, "kind": entries.tag_of(body)}
        if isinstance(body, entries.EVENTS):
            told.append(_event_view(table, game, body, head))
            continue
        if isinstance(body, entries.Began):
            game.state = table.position_at_start(body.first)
        elif isinstance(body, entries.Undone):
            game.undo(table, body.keep)
        told.append(EntryView({**head, **_public_fields(body)}))
    return told


def _event_view(
    table: TableState, past: GameCursor, body: entries.Moved | entries.Drawn, head: JsonObject
) -> EntryView:
    """The view of an event, which is also applied to the cursor."""
    game, state = table.game, past.state
    head["n"] = past.count
    if isinstance(body, entries.Moved):
        head |= {"by": body.seat, "via": body.via, **({"instead": body.instead} if body.instead else {})}
        event = event_of(body.seat, game.moves_by_name[body.move])
    else:
        head |= {"by": "chance", "draw": body.draw}
        event = event_of(CHANCE, game.outcomes_by_name[body.move])
    move = event.move
    everybody = game.seen(state, move, ONLOOKER) == HIDDEN
    seats = range(len(table.seats))  # whatever an onlooker sees, every seat sees
    hidden = [everybody and game.seen(state, move, seat) == HIDDEN for seat in seats]
    at = game.plain(state)
    story = game.table.story(at, game.data, move, ONLOOKER)
    about = cast(int, story.values["seat"])
    shown = game.table.hidden_name(at, game.data) if everybody else body.move
    public = {**head, "move": shown, "story": sentence_to_json(story)}
    own = {}
    for seat, is_hidden in enumerate(hidden):
        if seat == about or is_hidden != everybody:
            name = game.table.hidden_name(at, game.data) if is_hidden else body.move
            own[seat] = {**head, "move": name, "story": sentence_to_json(game.table.story(at, game.data, move, seat))}
    game.apply(state, move)
    past.add(event)
    return EntryView(public, own)


def sentence_to_json(what: Sentence) -> JsonObject:
    """A sentence as its key and values; the client has the words."""
    return {"key": what.key, "values": {name: _value_to_json(value) for name, value in what.values.items()}}


def _value_to_json(value: Value) -> Any:
    return sentence_to_json(value) if isinstance(value, Sentence) else value


def _public_fields(body: EntryBody) -> JsonObject:
    """The fields of an entry that everybody is told, without secrets."""
    match body:
        case entries.Opened():
            return {"commitment": body.commitment}
        case entries.Sat():
            return {"seat": body.seat, "name": body.name, "number_hash": body.number_hash}
        case entries.Placed():
            return {"seat": body.seat, "bot": body.bot, "number_hash": body.number_hash}
        case entries.Left():
            return {"seat": body.seat, "asked": body.asked}
        case entries.Renewed():
            return {"seat": body.seat}
        case entries.Asked():
            return {"what": body.what, "seat": body.seat, "keep": body.keep, "name": body.name}
        case entries.Undone():
            return {"seat": body.seat, "keep": body.keep}
        case entries.Said():
            return {"seat": body.seat, "text": body.text, "phrase": body.phrase}
        case (
            entries.Shown()
            | entries.Sealed()
            | entries.Began()
            | entries.Answered()
            | entries.Handed()
            | entries.Back()
            | entries.Muted()
            | entries.Forgotten()
            | entries.Finished()
            | entries.Again()
        ):
            return {name: getattr(body, name) for name in body.__struct_fields__}
        case _:
            return {}


def log_views(table: TableState, kept: Sequence[tuple[EntryBody, int]]) -> list[EntryView]:
    """The views of all entries of a table."""
    return entry_views(table, kept, 0, GameCursor(table.game.empty()))


# ── The table ────────────────────────────────────────────────────────────────────────────────────────────────────


def scene(table: TableState, present: Sequence[bool], watching: int) -> JsonObject:
    """The table as everybody may know it: seats, status, clock, proposal."""
    setup = table.setup
    told: JsonObject = {
        "count": table.count,
        "basis": table.basis,
        "status": table.status,
        "host": table.host,
        "actor": table.actor,
        "seats": [_seat(table, number, here) for number, here in enumerate(present)],
        "watching": watching,
        "clock": {"since": table.since, "deadline": table.deadline} if setup.clock else None,
        "proposal": _proposal(table),
        "again": table.rematch,
    }
    if table.status == "over":
        told |= {"how": table.how, "result": result(table), "fairness": fairness(table)}
    return told


def _seat(table: TableState, number: int, here: bool) -> JsonObject:
    seat = table.seats[number]
    told: JsonObject = {"kind": seat.kind, "name": seat.name, "bot": seat.bot, "present": here, "muted": seat.muted}
    if table.setup.clock is not None and table.setup.clock.kind == "bank":
        told["bank"] = seat.bank
    if seat.kind in ("person", "bot"):
        told["number_hash"] = seat.number_hash
        told["number"] = seat.number if seat.shown else ""
    return told


def _proposal(table: TableState) -> JsonObject | None:
    if table.proposal is None:
        return None
    asked = table.proposal.asked
    return {
        "number": table.proposal.number,
        "what": asked.what,
        "seat": asked.seat,
        "keep": asked.keep,
        "name": asked.name,
        "waiting_for": sorted(seats_to_agree(table)),
    }


def about(table: TableState) -> JsonObject:
    """The settings of the table, which never change."""
    setup = table.setup
    return {
        "table": table.id,
        "game": setup.game,
        "options": setup.options,
        "files": setup.files,
        "first": setup.first,
        "clock": setup.clock,
        "grace": setup.grace,
        "public": setup.public,
        "onlookers": setup.onlookers,
        "hints": setup.hints and not setup.rated,
        "rated": setup.rated,
        "created": table.created,
        "commitment": table.opened.commitment,
        "before": table.opened.before,
        "origin": _origin(table.opened.origin),
    }


def _origin(origin: entries.Origin | None) -> JsonObject | None:
    """The origin of a game that did not begin at its table."""
    if origin is None:
        return None
    if origin.kind == "record":
        return {"kind": origin.kind, "proved": origin.proved}
    return {"kind": origin.kind, "table": origin.table, "keep": origin.keep}


def position(table: TableState) -> JsonObject | None:
    """The position as everybody may know it; after the end, all of it."""
    if table.match is None:
        return None
    if table.status == "over":
        return table.game.view(table.match.state, None)
    return table.game.public(table.match.state)


class DifferentShape(Exception):
    """Two views have different keys, so the new one must be sent whole."""


def difference(old: Any, new: Any) -> Any:
    """What changed in a view, part by part; lists of objects are compared by index.

    A client merges it into what it has. That works as long as no part has other keys than before; otherwise it raises
    `DifferentShape`.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        if old.keys() != new.keys():
            raise DifferentShape
        return {key: difference(old[key], value) for key, value in new.items() if _is_different(old[key], value)}
    things = isinstance(old, list) and isinstance(new, list) and len(old) == len(new) > 0 and isinstance(new[0], dict)
    if things:
        return {
            str(place): difference(*both)
            for place, both in enumerate(zip(old, new, strict=True))
            if _is_different(*both)
        }
    return new


def _is_different(old: Any, new: Any) -> bool:
    """Whether a part changed; most unchanged parts are the identical object, which is quick to see."""
    return old is not new and bool(old != new)


def own(table: TableState, seat: int) -> JsonObject:
    """What only this seat is told: its hand, its legal moves, what it can take back."""
    if seat == NOBODY:
        return {"seat": NOBODY}
    told: JsonObject = {"seat": seat, "code": table.opened.code if table.status == "open" else ""}
    if table.match is None or table.status != "playing":
        return told
    state = table.match.state
    told["own"] = table.game.own(state, seat)
    if table.actor == seat and table.seats[seat].is_playing:
        told["legal"] = _legal_moves(table.game, state)
    last = last_move_of(table, seat)
    if last is not None and table.seats[seat].is_playing:
        alone = last >= first_undoable(table, seat)
        if alone or not table.setup.rated:
            told["undo"] = {"keep": last, "alone": alone}
    return told


def _legal_moves(game: Game, state: Position) -> list[tuple[str, JsonObject]]:
    """The legal moves, by their notation, with what they touch; told as sentences where no picture names them."""
    moves = game.legal_touches(state)
    if has_picture(game.id):
        return moves
    seat = game.actor(state)
    stories = (game.table.story(state, game.data, move, seat) for move in game.legal(state))
    return [
        (name, {**touches, "story": sentence_to_json(story)})
        for (name, touches), story in zip(moves, stories, strict=True)
    ]


@cache
def has_picture(game: str) -> bool:
    """Whether the page draws a game with a picture of its own, which knows what its moves are called."""
    return EVERY.find(game).has("picture")


class NewsMessage:
    """The message about new entries; what is the same for many viewers is encoded once."""

    def __init__(self, lines: Sequence[EntryView], common: JsonObject) -> None:
        self._lines = lines
        self._own = frozenset(seat for line in lines for seat in line.own)  # seats that are told something else
        self._public = self._entries(NOBODY)
        self._common = b"," + encode(common)[1:-1] + b',"you":'

    def _entries(self, seat: int) -> bytes:
        return b'{"type":"news","entries":' + encode([line.for_seat(seat) for line in self._lines])

    def for_seat(self, seat: int, own: JsonObject) -> bytes:
        """The message for a seat or for onlookers, with what only they are told."""
        entries = self._entries(seat) if seat in self._own else self._public
        return b"".join((entries, self._common, encode(own), b"}"))


def with_answer_id(id: str, message: bytes) -> bytes:
    """The message as the answer to the command with this id."""
    return b'{"id":' + encode(id) + b"," + message[1:]


def result(table: TableState) -> JsonObject | None:
    """The result of the game, or its standing when it was ended."""
    return None if table.match is None else footer(table.match.result(agreed=table.how != "rules"))


def fairness(table: TableState) -> JsonObject:
    """The commitment to the dice, and all that they were derived from once the game is over."""
    return fairness_at_present(table).header()


def fairness_at_present(table: TableState) -> Fairness:
    """The source of the outcomes, without its secrets until the game is over."""
    return fairness_of(table) if table.status == "over" else fairness_of(table).sealed()
