"""Game review: which decisions of a recorded game lost most, each analysed from what its seat knew then.

Where the search would have played another move, that one and the move played are compared: both are tried equally
often, with equal luck, and not by the simulations that chose between them, which flatter what they choose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wishstone.bots.analyse import WALKS, Analyst, Candidate, MoveComparison, difference, variation_to_json
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.game.record_reader import ParsedRecord, replay

SIMULATIONS = 2000  # of the search; a comparison has as many once more
SMALLEST = 0.02  # a mistake costs more than this part of the chance to win, beyond doubt


@dataclass(frozen=True)
class RecordedDecision:
    """A decision of a recorded game where there was a choice."""

    event: int  # its number in the record
    number: int  # the how-manieth decision of the game, from 1
    seat: int
    position: Position
    played: int


@dataclass(frozen=True)
class Verdict:
    """What the analysis says of a decision; the comparison is None where the best move was played."""

    decision: RecordedDecision
    best: Candidate
    comparison: MoveComparison | None

    @property
    def loss(self) -> float:
        """The chance to win that the move cost."""
        return self.comparison.gain if self.comparison else 0.0

    @property
    def points(self) -> float:
        """The points that it cost."""
        return self.comparison.better.score - self.comparison.other.score if self.comparison else 0.0

    @property
    def is_mistake(self) -> bool:
        """Whether it lost something beyond doubt."""
        return self.comparison is not None and self.comparison.gain - self.comparison.error > SMALLEST


@dataclass(frozen=True)
class SeatSummary:
    """How one seat played."""

    seat: int
    decisions: int
    agreed: int  # with the best move
    mean_loss: float  # of the chance to win
    mean_points: float  # and of points
    mistakes: int


def decisions_of(reading: ParsedRecord, game: Game, seats: Collection[int]) -> list[RecordedDecision]:
    """The decisions of these seats in a record where there was a choice."""
    found = []
    number = 0
    for line, match in replay(reading, game):
        if line.by == CHANCE:
            continue
        number += 1
        if line.by in seats and line.by == match.actor and len(game.legal(match.state)) > 1:
            position, played = game.copy(match.state), game.moves_by_name[line.move]
            found.append(RecordedDecision(line.number, number, line.by, position, played))
    return found


def review(game: Game, decisions: Sequence[RecordedDecision], simulations: int, seed: int) -> Iterator[Verdict]:
    """A verdict on each decision, one after the other."""
    analyst = Analyst(game, simulations)
    for decision in decisions:
        yield judge(analyst, decision, simulations, seed)


def judge(analyst: Analyst, decision: RecordedDecision, simulations: int, seed: int, walks: int = WALKS) -> Verdict:
    """The verdict of an analyst on one decision."""
    analyst.search(decision.position, stream(seed, decision.event, decision.seat + 1))
    best = analyst.analysis().best
    if best.move == decision.played:
        return Verdict(decision, best, None)
    rounds = max(1, simulations // 2)
    return Verdict(decision, best, analyst.compare(best.move, decision.played, rounds, walks))


def summarise(verdicts: Sequence[Verdict]) -> list[SeatSummary]:
    """A summary for each seat, as far as its decisions were looked at."""
    found = []
    for seat in sorted({verdict.decision.seat for verdict in verdicts}):
        own = [verdict for verdict in verdicts if verdict.decision.seat == seat]
        found.append(
            SeatSummary(
                seat=seat,
                decisions=len(own),
                agreed=sum(verdict.comparison is None for verdict in own),
                mean_loss=sum(verdict.loss for verdict in own) / len(own),
                mean_points=sum(verdict.points for verdict in own) / len(own),
                mistakes=sum(verdict.is_mistake for verdict in own),
            )
        )
    return found


def worst_of(verdicts: Sequence[Verdict], most: int) -> list[Verdict]:
    """The moves that lost most, so many at most: the mistakes first, then those whose loss may be chance."""
    lost = [verdict for verdict in verdicts if verdict.loss > 0]
    lost.sort(key=lambda verdict: (not verdict.is_mistake, -verdict.loss, verdict.decision.event))
    return lost[:most]


def review_to_json(
    game: Game, names: Sequence[str], verdicts: Sequence[Verdict], simulations: int, seed: int
) -> dict[str, Any]:
    """All verdicts, ready for JSON."""
    return {
        "game": game.id,
        "players": list(names),
        "simulations": simulations,
        "seed": seed,
        "seats": [
            {
                "seat": each.seat,
                "decisions": each.decisions,
                "agreed": each.agreed,
                "mean_loss": round(each.mean_loss, 4),
                "mean_points": round(each.mean_points, 2),
                "mistakes": each.mistakes,
            }
            for each in summarise(verdicts)
        ],
        "decisions": [_row(game, verdict) for verdict in verdicts],
    }


def _row(game: Game, verdict: Verdict) -> dict[str, Any]:
    decision, compared = verdict.decision, verdict.comparison
    row: dict[str, Any] = {
        "event": decision.event,
        "decision": decision.number,
        "seat": decision.seat,
        "played": game.move_names[decision.played],
        "best": game.move_names[verdict.best.move],
    }
    if compared is None:
        return row | {"chance": round(verdict.best.chance, 4), "loss": 0.0, "error": 0.0, "mistake": False}
    why = difference(compared.better.items, compared.other.items)
    return row | {
        "chance": round(compared.other.chance, 4),
        "best_chance": round(compared.better.chance, 4),
        "loss": round(compared.gain, 4),
        "error": round(compared.error, 4),
        "mistake": verdict.is_mistake,
        "score": round(compared.other.score, 2),
        "best_score": round(compared.better.score, 2),
        "why": {item: round(points, 2) for item, points in why.items()},
        "line": variation_to_json(game, compared.better.line),
    }
