"""Lockstep comparison of two engines: every answer of one is compared with the other's, position by position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wishstone.game.chance import DEALER, Generator, below, stream
from wishstone.game.conformance.finding import Finding, raised
from wishstone.game.conformance.guarded_calls import (
    ask_chances,
    ask_legal,
    ask_observation,
    ask_score,
    content,
    differences,
)
from wishstone.game.conformance.walk import CHECKER, PLAYER
from wishstone.game.contract import CHANCE, ONLOOKER, OVER, Game, Position

EVERY = 8  # positions between two where what takes long is compared


@dataclass(frozen=True)
class _Question:
    """What both engines are asked at a position; `rng` is a generator that each may use up, `seat` one of the seats."""

    actor: int
    move: int
    seat: int
    rng: Generator


def _legal(game: Game, state: Position, question: _Question) -> object:
    return ask_legal(game, state)


def _chances(game: Game, state: Position, question: _Question) -> object:
    return ask_chances(game, state) if question.actor == CHANCE else None


def _sample(game: Game, state: Position, question: _Question) -> object:
    rng = question.rng.copy()
    return (game.sample(game.copy(state), rng), rng.tolist()) if question.actor == CHANCE else None


def _score(game: Game, state: Position, question: _Question) -> object:
    sheet, spilled = ask_score(game, state)
    return sheet.tolist(), spilled


def _seen(game: Game, state: Position, question: _Question) -> object:
    if question.actor == OVER:
        return None
    return [game.seen(state, question.move, seat) for seat in range(ONLOOKER, int(state.seats))]


def _observe(game: Game, state: Position, question: _Question) -> object:
    numbers, spilled = ask_observation(game, state, question.seat)
    return numbers.tobytes(), spilled


def _redeal(game: Game, state: Position, question: _Question) -> object:
    rng = question.rng.copy()
    return content(game.redealt(state, question.seat, rng)), rng.tolist()


_Answer = Callable[[Game, Position, _Question], object]
QUICK: dict[str, _Answer] = {
    "legal": _legal,
    "chances": _chances,
    "sample": _sample,
    "score": _score,
    "seen": _seen,
}
SLOW: dict[str, _Answer] = {"observe": _observe, "redeal": _redeal}


def lockstep(
    interpreted: Game, compiled: Game, seats: int, games: int, seed: int = 0, *, start: int = 0, every: int = EVERY
) -> list[Finding]:
    """Where two engines differ in random games; a game is left at the first difference.

    `start` is the number of the first game, so that a long run can be done in parts.
    """
    findings: list[Finding] = []
    for number in range(start, start + games):
        event, name, detail = _first_difference(interpreted, compiled, seats, number, seed, every)
        if name:
            findings.append(Finding(f"lockstep_{name}", seats, number, event, detail))
    return findings


def _first_difference(
    interpreted: Game, compiled: Game, seats: int, number: int, seed: int, every: int
) -> tuple[int, str, str]:
    """The event before which two engines differ in one game, the function that does, and how; or empty texts."""
    games = (interpreted, compiled)
    dealer, player = stream(seed, number, DEALER), stream(seed, number, PLAYER)
    event, decisions, name = 0, 0, "setup"
    try:
        states = [game.start(seats, number % seats) for game in games]
        while decisions < interpreted.rules.MAX_DECISIONS:
            if content(states[0]) != content(states[1]):
                return event, name, f"the positions differ in {differences(*states)}"
            name = "actor"
            actors = [game.actor(state) for game, state in zip(games, states, strict=True)]
            if actors[0] != actors[1]:
                return event, name, f"{interpreted.engine} says {actors[0]} and {compiled.engine} {actors[1]}"
            actor = actors[0]
            move = _event(interpreted, states[0], actor, dealer, player)
            question = _Question(actor, move, event // every % seats, stream(seed, (number << 16) + event, CHECKER))
            slow = SLOW if event % every == 0 or actor == OVER else {}
            for name, answer in (QUICK | slow).items():
                answers = [answer(game, state, question) for game, state in zip(games, states, strict=True)]
                if answers[0] != answers[1]:
                    return event, name, _describe_answers(games, answers)
            if actor == OVER:
                break
            name = "apply"
            for game, state in zip(games, states, strict=True):
                game.apply(state, move)
            decisions += actor != CHANCE
            event += 1
    except Exception as error:  # one engine raises where the other does not, or both do
        return event, name, raised(error)
    return event, "", ""


def _event(game: Game, state: Position, actor: int, dealer: Generator, player: Generator) -> int:
    if actor == OVER:
        return 0
    if actor == CHANCE:
        return game.sample(game.copy(state), dealer)
    legal = ask_legal(game, state).moves
    return legal[below(player, len(legal))]


def _describe_answers(games: tuple[Game, Game], answers: list[object]) -> str:
    one, other = (f"{game.engine} gives {str(answer)[:200]}" for game, answer in zip(games, answers, strict=True))
    return f"{one}, and {other}"
