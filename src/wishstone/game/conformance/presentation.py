"""Conformance checks of what people meet: the move check, the stories, the views and the score sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wishstone.game.chance import Generator, below
from wishstone.game.conformance.guarded_calls import content, differences
from wishstone.game.conformance.walk import VisitedPosition
from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER
from wishstone.game.errors import IllegalMove, MoveError
from wishstone.game.move_check import find_error, play
from wishstone.game.record import compact
from wishstone.game.words import LANGUAGES, Sentence

RULE = re.compile(r"[A-Z]+-\d+")
NONSENSE = ("", " ", "?", "no such move", "-1", "«»", "\u0000", "1 2 3 4 5 6 7 8 9")
FEW = 3  # of each sort: illegal moves that are tried, outcomes that are told


# ── The door ─────────────────────────────────────────────────────────────────────────────────────────────────────


def door_lets_in_what_is_possible(place: VisitedPosition) -> Iterator[str]:
    """Legal moves and listed outcomes pass the door, by id and by name, however it is spaced and typed."""
    for option in _some(place):
        name = place.game.name(place.state, option)
        for move in (option, name, f" {name.upper().replace(' ', '  ')} "):
            try:
                meant = play(place.game, place.game.copy(place.state), move, by=place.actor)
            except MoveError as refusal:
                yield f"the door refuses {move!r}: {refusal}"
            else:
                if meant != option:
                    yield f"the door takes {move!r} for {meant}, not for {option}"


def door_refuses_the_rest(place: VisitedPosition) -> Iterator[str]:
    """What is not possible is refused, with the rule that forbids a move, in every language, and changes nothing."""
    for option in _impossible(place):
        state = place.game.copy(place.state)
        try:
            play(place.game, state, option)
        except IllegalMove as refusal:
            yield from _poor_refusal(place, option, refusal)
        else:
            yield f"the door lets in {option}, which is not possible"
            continue
        if content(state) != content(place.state):
            yield f"refusing {option} changes {differences(state, place.state)}"


def door_refuses_nonsense(place: VisitedPosition) -> Iterator[str]:
    """Texts that are in no notation, and numbers that are no ids, are refused."""
    names = place.game.outcome_names if place.actor == CHANCE else place.game.move_names
    for move in (*NONSENSE, f"{names[0]} {names[-1]}", -1, len(names)):
        refusal = find_error(place.game, place.game.copy(place.state), move)
        if refusal is None:
            yield f"the door lets in {move!r}"
        else:
            yield from _unsaid(f"the refusal of {move!r}", refusal.text, braces=False)


def door_knows_whose_turn_it_is(place: VisitedPosition) -> Iterator[str]:
    """Nobody moves for somebody else."""
    for move in _some(place)[:1]:
        for by in range(CHANCE, place.seats):
            refusal = find_error(place.game, place.game.copy(place.state), move, by=by)
            if (by == place.actor) != (refusal is None):
                yield f"the door answers {refusal or 'yes'} to a move by {by}, and the actor is {place.actor}"


def _poor_refusal(place: VisitedPosition, option: int, refusal: MoveError) -> Iterator[str]:
    if place.is_decision and not (isinstance(refusal, IllegalMove) and RULE.fullmatch(refusal.rule)):
        yield f"the refusal of {option} names no rule: {refusal}"
    yield from _unsaid(f"the refusal of {option}", refusal.text)


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def stories_can_be_told(place: VisitedPosition) -> Iterator[str]:
    """What can happen next can be told to every seat and to onlookers, in every language."""
    game = place.game
    for option in _some(place):
        for seat in range(ONLOOKER, place.seats):
            story = game.table.story(game.copy(place.state), game.data, option, seat)
            if story.key not in game.table.WORDS:
                yield f"the story of {option} has the key {story.key!r}, and no such words are there"
            else:
                yield from _unsaid(f"the story of {option}", _teller(place, story))


def stories_keep_secrets(place: VisitedPosition) -> Iterator[str]:
    """What a seat does not see is told to it in the same words, whatever it was."""
    game = place.game
    for seat in range(ONLOOKER, place.seats):
        hidden = [option for option in _some(place) if game.seen(place.state, option, seat) == HIDDEN]
        stories = [game.table.story(game.copy(place.state), game.data, option, seat) for option in hidden]
        if any(story != stories[0] for story in stories):
            yield f"the stories of {hidden} differ, and seat {seat} sees none of them"


def hidden_events_have_a_name(place: VisitedPosition) -> Iterator[str]:
    """An event that somebody does not see is written like a real one, with ? for what is hidden."""
    if place.move is None:
        return
    names = place.game.outcome_names if place.actor == CHANCE else place.game.move_names
    if any(place.game.seen(place.state, place.move, seat) == HIDDEN for seat in range(ONLOOKER, place.seats)):
        name = place.game.table.hidden_name(place.game.copy(place.state), place.game.data)
        if not name.endswith(" ?") or not names[place.move].startswith(name[:-1]):
            yield f"{names[place.move]!r} is written {name!r} for those who do not see it"


# ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────────


def views_can_be_sent(place: VisitedPosition) -> Iterator[str]:
    """Every seat and onlookers get a view of every position, ready for JSON, and taking it changes nothing."""
    for seat in range(ONLOOKER, place.seats):
        state = place.game.copy(place.state)
        yield from _unsendable(f"the view of seat {seat}", place.game.view(state, seat))
        if content(state) != content(place.state):
            yield f"taking the view of seat {seat} changes {differences(state, place.state)}"


def touches_can_be_sent(place: VisitedPosition) -> Iterator[str]:
    """What a legal move touches is ready for JSON, and finding it out changes nothing."""
    for move in place.legal:
        state = place.game.copy(place.state)
        yield from _unsendable(f"what move {move} touches", place.game.touches(state, move))
        if content(state) != content(place.state):
            yield f"telling what move {move} touches changes {differences(state, place.state)}"


def sheets_tell_the_score(place: VisitedPosition) -> Iterator[str]:
    """A score sheet is ready for JSON, holds the total of `score`, and its items are points that add up to it."""
    sheet, _ = place.scoring
    for seat in range(place.seats):
        row = [int(points) for points in sheet[seat]]
        told = place.game.table.sheet(place.game.data, row)
        yield from _unsendable(f"the sheet of seat {seat}", told)
        total = row[len(place.game.rules.ITEMS) - 1]
        if told.get("total") != total:
            yield f"the sheet of seat {seat} has the total {told.get('total')}, and the score is {total}"
        points = sum(_points(item) for name, item in told.items() if name != "total")
        if points != total:
            yield f"the items on the sheet of seat {seat} add up to {points}, and its total is {total}"


def _points(item: object) -> int:
    if isinstance(item, Mapping):
        return sum(_points(each) for each in item.values())
    return item if isinstance(item, int) else 0


def _unsendable(what: str, value: Any) -> Iterator[str]:
    try:
        compact(value)
    except (TypeError, ValueError) as error:
        yield f"{what} is not ready for JSON: {error}"


def _unsaid(what: str, text: Callable[[str], str], braces: bool = True) -> Iterator[str]:
    """What is wrong with a text that should be there in every language."""
    for language in LANGUAGES:
        said = text(language)
        if not said.strip() or (braces and ("{" in said or "}" in said)):
            yield f"{what} in {language} is {said!r}"


def _teller(place: VisitedPosition, story: Sentence) -> Callable[[str], str]:
    return lambda language: place.game.lexicon.say(story, language, who="Ada")


# ── What to try ──────────────────────────────────────────────────────────────────────────────────────────────────


def _possible(place: VisitedPosition) -> list[int]:
    return place.chances.moves if place.actor == CHANCE else place.legal


def _some(place: VisitedPosition) -> list[int]:
    """All legal moves, or a few of the outcomes."""
    if place.actor == CHANCE:
        return _few(place.chances.moves, place.rng)
    return place.legal


def _impossible(place: VisitedPosition) -> list[int]:
    """A few events of each sort that cannot happen here."""
    names = place.game.outcome_names if place.actor == CHANCE else place.game.move_names
    possible, rng = set(_possible(place)), place.rng
    by_verb: dict[str, list[int]] = {}
    for id, name in enumerate(names):
        if id not in possible:
            by_verb.setdefault(name.split()[0], []).append(id)
    return [id for ids in by_verb.values() for id in _few(ids, rng)]


def _few(ids: list[int], rng: Generator) -> list[int]:
    return sorted({ids[below(rng, len(ids))] for _ in range(FEW)}) if ids else []


CLOSELY: tuple[Callable[[VisitedPosition], Iterator[str]], ...] = (
    door_lets_in_what_is_possible,
    door_refuses_the_rest,
    door_refuses_nonsense,
    door_knows_whose_turn_it_is,
    stories_can_be_told,
    stories_keep_secrets,
    hidden_events_have_a_name,
    views_can_be_sent,
    touches_can_be_sent,
    sheets_tell_the_score,
)
