"""Record reader and verifier: parses a record, replays it, and checks every event and the footer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from wishstone.game.contract import CHANCE, ONLOOKER, OVER, Game
from wishstone.game.errors import MoveError, RecordError, UsageError
from wishstone.game.match import Match
from wishstone.game.move_check import describe_actor
from wishstone.game.proof import account, check_first, check_outcome, check_secret
from wishstone.game.record import FORMAT, compact, footer, possible, shown
from wishstone.game.registry import Registry
from wishstone.game.result import places
from wishstone.game.words import Sentence, sentence


@dataclass(frozen=True)
class RecordLine:
    """An event as it stands in a record, with the number of its line."""

    line: int
    number: int
    by: int
    move: str
    told: Mapping[str, Any]


@dataclass(frozen=True)
class ParsedRecord:
    """A record as it was read: well-formed, but not yet checked against the rules of its game."""

    header: Mapping[str, Any]
    lines: tuple[RecordLine, ...]
    footer: Mapping[str, Any] | None

    @property
    def players(self) -> list[str]:
        """Who sat at the table, by seat."""
        return list(self.header["players"])

    @property
    def seen_by(self) -> int | None:
        """Whose view this is; None for the whole game."""
        return self.header.get("seen_by")

    @property
    def is_open(self) -> bool:
        """Whether it shows the whole game, so that it can be replayed."""
        return self.seen_by is None

    def load(self, games: Registry) -> Game:
        """The game that was played, with its options and data files, under the version of its rules."""
        try:
            return games.load(
                self.header["game"],
                self.header["options"],
                files=self.header.get("data"),
                rules_version=self.header["rules"],
            )
        except UsageError as error:
            if error.code == "rules-unknown":
                raise RecordError("record-rules", error.lexicon, **error.values) from error
            raise RecordError("record-game", reason=error.sentence) from error


def read(content: bytes) -> ParsedRecord:
    """Read a record; raises a `RecordError` that names the line where it is not well-formed."""
    if not content.strip():
        raise RecordError("record-empty")
    raw = content.split(b"\n")
    if raw[-1] != b"":
        _object(raw[0], 1)  # what is no record at all was not cut off either
        raise RecordError("record-newline", line=len(raw))
    objects = [_object(line, number) for number, line in enumerate(raw[:-1], 1)]
    header = _check_header(objects[0])
    lines: list[RecordLine] = []
    foot: Mapping[str, Any] | None = None
    for number, told in enumerate(objects[1:], 2):
        if foot is not None:
            raise RecordError("record-after", line=number)
        if "n" in told or "move" in told or "digest" not in told:
            lines.append(_check_event(told, number, len(lines), header["seats"]))
        else:
            foot = told
            _check_digest(content, raw, told, number)
    return ParsedRecord(header, tuple(lines), foot)


def replay(reading: ParsedRecord, game: Game) -> Iterator[tuple[RecordLine, Match]]:
    """Every event with the match as it was before it; the event is made when the next one is asked for."""
    if not reading.is_open:
        raise RecordError("record-seen", seat=int(reading.seen_by or 0))
    try:
        match = Match(game, reading.header["seats"], reading.header["first"])
    except UsageError as error:
        raise RecordError("record-game", reason=error.sentence) from error
    for line in reading.lines:
        yield line, match
        _replay_event(match, line)


def verify(reading: ParsedRecord, game: Game, unfinished: bool = False) -> Match | None:
    """Check every event against the rules and the footer against the final position; the match as it ended.

    A record that shows only what one seat has seen cannot be replayed: its form is checked, and None returned.
    Where the record says what its dice followed from, every outcome has to follow from it.
    """
    last = len(reading.lines) + 1
    if reading.footer is None and not unfinished:
        raise RecordError("record-unfinished", line=last)
    dice = account(reading)
    if not reading.is_open:
        _check_seen(reading, game)
        return None
    if dice is not None:
        check_secret(dice, is_over=reading.footer is not None)
        check_first(dice, reading.header["first"])
    match: Match | None = None
    for line, match in replay(reading, game):
        _check_possible(match, line)
        if dice is not None:
            check_outcome(dice, match, line)
    if match is None:
        match = Match(game, reading.header["seats"], reading.header["first"])
    if reading.footer is not None:
        _check_footer(reading.footer, last + 1, match, dice.undone if dice else ())
    return match


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _replay_event(match: Match, line: RecordLine) -> None:
    who = match.actor
    if who != line.by and who != OVER:
        raise RecordError(
            "record-by",
            line=line.line,
            number=line.number,
            found=describe_actor(line.by),
            wanted=describe_actor(who),
        )
    if line.move not in _notation(match.game, line.by):  # exact here: no abbreviations, no other spacing
        _refuse(match.game, line, _malformed(match.game, line))
    try:
        match.play(line.move)
    except MoveError as error:
        _refuse(match.game, line, error.sentence)


def _check_possible(match: Match, line: RecordLine) -> None:
    """Where an event lists what else could have happened, the list is what the rules say."""
    for key in ("legal", "chances"):
        if key not in line.told:
            continue
        wanted = possible(match.game, match.state).get(key)
        found = line.told[key]
        if found != wanted:
            entry, want = _difference(found, wanted or [])
            raise RecordError("record-legal", line=line.line, number=line.number, key=key, entry=entry, wanted=want)


def _difference(found: Any, wanted: list[Any]) -> tuple[int, str]:
    """The first entry where two lists differ, and what should stand there."""
    entries = found if isinstance(found, list) else []
    for entry, value in enumerate(wanted):
        if entry >= len(entries) or entries[entry] != value:
            return entry, compact(value)
    return len(wanted), "nothing"


def _check_seen(reading: ParsedRecord, game: Game) -> None:
    """What can be checked of a seat's view: every move is in the notation, hidden only where it may be."""
    for line in reading.lines:
        names = _notation(game, line.by)
        hidden = line.by == CHANCE and line.move.endswith(" ?") and any(n.startswith(line.move[:-1]) for n in names)
        if line.move not in names and not hidden:
            _refuse(game, line, _malformed(game, line))
    if reading.footer is not None:
        _check_sums(reading.footer, len(reading.lines) + 2, game)


def _check_sums(found: Mapping[str, Any], line: int, game: Game) -> None:
    """What can be checked of a footer without the position: items add up, and the scores are the totals."""
    if "end" in found and found["end"] not in game.rules.ENDS[1:]:
        _footer_differs(line, "end", found["end"], " or ".join(game.rules.ENDS[1:]))
    sheets = found.get("sheet")
    if not isinstance(sheets, list) or not all(isinstance(sheet, dict) for sheet in sheets):
        _footer_differs(line, "sheet", found.get("sheet", "missing"), "a sheet for every seat")
    for seat, sheet in enumerate(sheets):
        items = _numbers({key: value for key, value in sheet.items() if key != "total"})
        if sheet.get("total") != sum(items):
            _footer_differs(line, f"sheet[{seat}].total", sheet.get("total", "missing"), sum(items))
    totals = [sheet["total"] for sheet in sheets]
    if found.get("scores") != totals:
        _footer_differs(line, "scores", found.get("scores", "missing"), totals)
    if not game.rules.KEYS and found.get("places") != list(places([[total] for total in totals])):
        _footer_differs(line, "places", found.get("places", "missing"), list(places([[total] for total in totals])))


def _numbers(value: Any) -> list[int]:
    """All whole numbers in a value of JSON, however deep."""
    if isinstance(value, dict):
        return [number for each in value.values() for number in _numbers(each)]
    return [value] if type(value) is int else []


def _notation(game: Game, by: int) -> Mapping[str, int]:
    return game.outcomes_by_name if by == CHANCE else game.moves_by_name


def _malformed(game: Game, line: RecordLine) -> Sentence:
    names = list(_notation(game, line.by))
    return sentence("move-malformed", text=line.move, examples=", ".join(names[:: len(names) // 3][:3]))


def _refuse(game: Game, line: RecordLine, reason: Sentence) -> NoReturn:
    raise RecordError("record-move", game.lexicon, line=line.line, number=line.number, reason=reason)


# ── Footer ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_footer(found: Mapping[str, Any], line: int, match: Match, undone: Sequence[int]) -> None:
    """The footer says what the rules say, and is written as the format writes it."""
    if "cut_off" in found:
        result = match.result(cut_off=match.decisions)
    elif "agreed" in found:
        result = match.result(agreed=True)
    else:
        result = match.result()
    if not match.is_over and result.cut_off is None and not result.agreed:
        _footer_differs(line, "end", found.get("end", "missing"), "missing: the rules have not ended this game")
    if match.is_over and (result.cut_off is not None or result.agreed):
        key = "agreed" if result.agreed else "cut_off"
        _footer_differs(line, key, found[key], f"missing: the game ended by its rules ({result.end or ''})")
    wanted = footer(result, undone)
    for key, value in wanted.items():
        if key not in found:
            _footer_differs(line, key, "missing", value)
        if compact(found[key]) != compact(value):
            _footer_differs(line, *_where(key, found[key], value))
    if [key for key in found if key in wanted] != list(wanted):
        raise RecordError("record-footer-form", line=line, wanted=", ".join([*wanted, "digest"]))


def _where(path: str, found: Any, wanted: Any) -> tuple[str, Any, Any]:
    """The innermost place where two values of JSON differ, and what stands there in each."""
    if isinstance(found, dict) and isinstance(wanted, dict) and list(found) == list(wanted):
        pairs = [(f"{path}.{key}", found[key], wanted[key]) for key in wanted]
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        pairs = [(f"{path}[{i}]", *both) for i, both in enumerate(zip(found, wanted, strict=True))]
    else:
        return path, found, wanted
    return next(_where(*pair) for pair in pairs if compact(pair[1]) != compact(pair[2]))


def _footer_differs(line: int, key: str, found: Any, wanted: Any) -> NoReturn:
    raise RecordError("record-footer", line=line, key=key, value=shown(found), wanted=shown(wanted))


def _check_digest(content: bytes, raw: list[bytes], told: Mapping[str, Any], number: int) -> None:
    before = content[: sum(len(line) + 1 for line in raw[: number - 1])]
    if told["digest"] != hashlib.sha256(before).hexdigest():
        raise RecordError("record-digest", line=number)
    if list(told)[-1] != "digest":
        raise RecordError("record-footer-form", line=number, wanted='"digest" comes last')
    if compact(told).encode() != raw[number - 1]:
        raise RecordError("record-footer-form", line=number, wanted=compact(told)[:60] + "…")


# ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _object(line: bytes, number: int) -> dict[str, Any]:
    try:
        told = json.loads(line.decode(), object_pairs_hook=_refuse_duplicate_keys, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise RecordError("record-bytes", line=number) from error
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", None) or (str(error) if isinstance(error, _NotStrictJson) else "not JSON")
        raise RecordError("record-line", line=number, reason=reason) from error
    if not isinstance(told, dict):
        raise RecordError("record-line", line=number, reason=f"it is {shown(told)}")
    return told


class _NotStrictJson(ValueError):
    """Something that JSON lets pass and we do not."""


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for key, value in pairs:
        if key in told:
            raise _NotStrictJson(f"the key {key} stands there twice")
        told[key] = value
    return told


def _refuse_constant(name: str) -> NoReturn:
    raise _NotStrictJson(f"{name} is not JSON")


def _check_header(told: Mapping[str, Any]) -> Mapping[str, Any]:
    if told.get("format") != FORMAT:
        raise RecordError("record-format", format=shown(told.get("format", "missing")))
    seats = told.get("seats")
    wants: dict[str, tuple[bool, str]] = {
        "game": (isinstance(told.get("game"), str), "the id of a game"),
        "rules": (type(told.get("rules")) is int, "the version of the rules, a number"),
        "seats": (type(seats) is int and 0 < seats < 100, "how many sat at the table"),
        "first": (type(told.get("first")) is int, "the number of the seat with the first turn"),
        "options": (_are_options(told.get("options")), "an object with the options that were changed"),
        "players": (_are_texts(told.get("players")) and len(told["players"]) == seats, "a name for every seat"),
        "data": (isinstance(told.get("data", {}), dict), "an object with the data files that were replaced"),
        "seen_by": (_is_seat(told.get("seen_by", 0), seats), "the number of a seat, or -1"),
    }
    for key, (right, wanted) in wants.items():
        if not right:
            raise RecordError("record-header", key=key, value=shown(told.get(key, "missing")), wanted=wanted)
    return told


def _check_event(told: Mapping[str, Any], line: int, number: int, seats: int) -> RecordLine:
    by = told.get("by")
    wants = {
        "n": (type(told.get("n")) is int, str(number)),
        "by": (by == "chance" or (_is_seat(by, seats) and by != ONLOOKER), '"chance" or the number of a seat'),
        "move": (isinstance(told.get("move"), str), "a move in the notation"),
    }
    for key, (right, wanted) in wants.items():
        if not right:
            raise RecordError("record-event", line=line, key=key, value=shown(told.get(key, "missing")), wanted=wanted)
    if told["n"] != number:
        raise RecordError("record-number", line=line, found=told["n"], wanted=number)
    return RecordLine(line, number, CHANCE if by == "chance" else int(told["by"]), told["move"], told)


def _is_seat(value: Any, seats: Any) -> bool:
    return type(value) is int and type(seats) is int and ONLOOKER <= value < seats


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _are_options(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(each, str | bool) for each in value.values())
