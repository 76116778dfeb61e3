"""Routes for newcomers: the rules of a game, and its lesson as the messages that a table would send."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from wishstone.game.contract import CHANCE, Game, Position
from wishstone.game.move_check import check_move, find_error
from wishstone.game.words import LANGUAGES
from wishstone.games import GAMES, load
from wishstone.learning.lesson import LEARNER, Lesson, LessonEvent, LessonStep, lesson
from wishstone.learning.rulebook import FAIR_DICE, rulebook
from wishstone.server.http.openapi import PROBLEMS
from wishstone.server.http.static_content import StaticContent
from wishstone.server.http.table_routes import hub_of
from wishstone.server.table import entries, views
from wishstone.server.table.entries import EntryBody, TableSetup
from wishstone.server.table.refusal import Missing, error_to_json
from wishstone.server.table.replay import apply_entries, new_table
from wishstone.server.table.state import TableState

router = APIRouter(prefix="/api", responses=PROBLEMS)
GameId = Annotated[str, Path(max_length=40)]
KEEP = "max-age=300"


# ── Rules ────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/rules/{game}", response_model=dict[str, Any])
async def rules(game: GameId, request: Request) -> Response:
    """The rules of a game in our own words, by section and in every language; a name in braces is a symbol.

    `fair-dice` belongs to no game: it explains why the dice are fair and how anyone can check them.
    """
    if game != FAIR_DICE:
        hub_of(request).games.find(game)
    return _rules(game).response(request)


@cache
def _rules(game: str) -> StaticContent:
    told: dict[str, Any] = {"game": "", "title": rulebook(FAIR_DICE).title}
    if game != FAIR_DICE:
        about = GAMES.find(game).about
        title = dict(zip(LANGUAGES, about.title, strict=True))
        told = {"game": about.id, "title": title, "seats": about.seats, "minutes": about.minutes}
    book = rulebook(told["game"] or FAIR_DICE)
    sections = [
        {
            "title": section.title,
            "rules": [{"id": rule.id, "text": rule.texts, "signs": rule.signs} for rule in section.rules.values()],
        }
        for section in book.sections
    ]
    return StaticContent.of_json({**told, "intro": book.intro, "sections": sections}, KEEP)


# ── Lessons ──────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/lessons/{game}", response_model=dict[str, Any])
async def one_lesson(game: GameId, request: Request) -> Response:
    """A guided first game: its steps, and each position with its legal moves, in the format of a table."""
    hub_of(request).games.find(game)
    return (await asyncio.to_thread(_lesson, game)).response(request)


@cache
def _lesson(game: str) -> StaticContent:
    return StaticContent.of_json(play_lesson(game).json, KEEP)


@router.get("/lessons/{game}/why")
async def lesson_why(
    game: GameId,
    request: Request,
    position: Annotated[int, Query(ge=0, le=999)],
    move: Annotated[str, Query(max_length=80)],
) -> dict[str, Any]:
    """Which rule forbids a move in a position of a lesson."""
    hub_of(request).games.find(game)
    whole = await asyncio.to_thread(play_lesson, game)
    if position >= len(whole.states):
        raise Missing("not-found")
    error = find_error(whole.game, whole.states[position], move, LEARNER)
    return {"allowed": error is None, **({} if error is None else error_to_json(error))}


@dataclass(frozen=True)
class PlayedLesson:
    """A lesson that was played through by the rules."""

    game: Game
    json: dict[str, Any]
    states: Sequence[Position]  # by their index in `json["positions"]`


@cache
def play_lesson(game: str) -> PlayedLesson:
    """Play the lesson of a game, or raise a `MoveError` where the rules do not allow it."""
    return _LessonPlayer(lesson(game)).play()


class _LessonPlayer:
    """Plays a lesson at a table that is never shown, and records how it stands."""

    def __init__(self, script: Lesson) -> None:
        self.script = script
        self.game = load(script.game, engine="interpreted")
        setup = TableSetup(script.game, self.game.rules_version, script.seats, first=LEARNER, hints=False)
        self.kept: list[tuple[EntryBody, int]] = [
            (entries.Opened(setup, secret="", commitment="", code="", watch=""), 0)
        ]
        self.table: TableState = new_table(
            "", entries.Opened(setup, secret="", commitment="", code="", watch=""), self.game, 0
        )
        for seat, name in enumerate(("", *script.names)):
            self._add_entry(entries.Sat(seat, name, key=""))
        self._add_entry(entries.Began(LEARNER))
        self.positions: list[dict[str, Any]] = []
        self.states: list[Position] = []

    def play(self) -> PlayedLesson:
        """Play every step, and return the lesson with its positions."""
        steps = [self._step(step) for step in self.script.steps]
        log = [line.for_seat(LEARNER) for line in views.log_views(self.table, self.kept)]
        about = views.about(self.table)
        return PlayedLesson(
            self.game,
            {"game": self.game.id, "about": about, "positions": self.positions, "log": log, "steps": steps},
            self.states,
        )

    def _step(self, step: LessonStep) -> dict[str, Any]:
        for each in step.before:
            self._apply_event(each)
        if step.before or not self.positions:
            self._add_position()
        at = len(self.positions) - 1
        for place, each in enumerate(step.do):
            self._apply_event(each)
            if place + 1 == len(step.do) or step.do[place + 1].by == LEARNER:
                self._add_position()
        return {
            "text": step.texts,
            "at": at,
            "moves": step.moves,
            "try": step.attempt,
            "why": step.why,
            "other": step.other,
            "light": step.light,
        }

    def _add_position(self) -> None:
        """Record the position as the learner is told it."""
        table = self.table
        assert table.match is not None
        self.positions.append(
            {
                "scene": views.scene(table, [True] * table.setup.seats, 0),
                "view": views.position(table),
                "you": {**views.own(table, LEARNER), "undo": None},
                "entries": len(self.kept),
            }
        )
        self.states.append(self.game.copy(table.match.state))

    def _apply_event(self, event: LessonEvent) -> None:
        assert self.table.match is not None
        check_move(self.game, self.table.match.state, event.move, event.by)
        self._add_entry(entries.Drawn(event.move, 0) if event.by == CHANCE else entries.Moved(event.by, event.move))

    def _add_entry(self, body: EntryBody) -> None:
        self.kept.append((body, 0))
        apply_entries(self.table, [(body, 0)])
