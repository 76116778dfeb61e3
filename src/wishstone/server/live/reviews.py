"""Game reviews: after a game, how lucky each seat was and which moves cost most, computed once for each table.

Only one stroke of luck or one decision of a game is sent to the background process at a time, so that checking an
uploaded record hardly has to wait; bots never wait for it. Addresses take turns, and among the games of one, that which
somebody looked at last comes first. What was found is kept in this process for a while.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from wishstone.bots.analyse import Analyst
from wishstone.bots.luck_report import LuckEstimate, LuckEstimator, Stroke, strokes_of
from wishstone.bots.review import RecordedDecision, judge, review_to_json
from wishstone.game.contract import CHANCE, Game
from wishstone.game.registry import on_engine
from wishstone.games import load
from wishstone.server.live.hub import Hub
from wishstone.server.live.origins import path_of
from wishstone.server.table import views
from wishstone.server.table.game_cache import decode_position
from wishstone.server.table.refusal import Busy, Refusal
from wishstone.server.table.state import TableState
from wishstone.server.workers.bot_pool import Claim
from wishstone.server.workers.fair_queue import Urgency

Argument = TypeVar("Argument")
Result = TypeVar("Result")

log = logging.getLogger("wishstone.looking_back")

ROUNDS = 2048  # playouts for each outcome, to compare it with what might have been
SIMULATIONS = 1000  # for each decision
CLOSER = 4000  # for the moves that seem to have cost most, measured once more
WORST = 5  # of them that are reported
MOST_DECISIONS = 1500  # that are measured
KEPT = 200  # games
WAITING = 100  # reviews at once
WAITING_EACH = 5  # of them, those of one address; in IPv6 a /48 has four times as many
SEED = 1


@dataclass
class Review:
    """What is known about a game so far."""

    of: int  # tasks in all
    status: Literal["preparing", "thinking", "done", "failed"] = "thinking"
    done: int = 0
    luck: list[LuckEstimate] = field(default_factory=list)
    costs: list[dict[str, Any]] = field(default_factory=list)
    looked_at: float = field(default_factory=time.monotonic)
    origin: str = ""  # for which it is made

    def to_json(self) -> dict[str, Any]:
        """The luck in points by seat, event by event, and the moves that cost most."""
        return {
            "status": self.status,
            "done": self.done,
            "of": self.of,
            "luck": [
                {"n": each.event, "gains": _rounded(each.gains), "errors": _rounded(each.errors)} for each in self.luck
            ],
            "worst": sorted(self.costs, key=_cost_order)[:WORST],
            "rounds": ROUNDS,
            "simulations": SIMULATIONS,
        }


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(number, 3) for number in numbers]


def _cost_order(cost: Mapping[str, Any]) -> tuple[bool, float, int]:
    """Sort key: certain mistakes first, then by what they cost."""
    return not cost["mistake"], -cost["loss"], cost["n"]


class ReviewService:
    """The reviews of finished games that this process has made or is making."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._reviews: OrderedDict[str, Review] = OrderedDict()

    def needs_review(self, table: TableState) -> bool:
        """Whether a request for this review would start it."""
        known = self._reviews.get(table.id)
        return (known is None or known.status == "failed") and table.setup.game in self.hub.games.compiled

    def get_or_start(self, table: TableState, origin: str) -> Review:
        """The review of a finished game so far; the first request starts it, for the origin that it came from."""
        if table.status != "over" or table.match is None:
            raise Refusal("table-not-over")
        known = self._reviews.get(table.id)
        if known is not None and known.status != "failed":
            self._reviews.move_to_end(table.id)
            known.looked_at = time.monotonic()
            return known
        if table.setup.game not in self.hub.games.compiled:
            return Review(0, "preparing")  # it cannot be computed before its rules are compiled
        network, weight = path_of(origin)[0]
        thinking = [path_of(each.origin)[0][0] for each in self._reviews.values() if each.status == "thinking"]
        if len(thinking) >= WAITING or thinking.count(network) >= WAITING_EACH * weight:
            raise Busy("too-fast", seconds=60)
        strokes, decisions = list(_strokes(table)), list(_decisions(table))
        review = self._reviews[table.id] = Review(len(strokes) + len(decisions), origin=origin)
        while len(self._reviews) > KEPT:
            self._reviews.popitem(last=False)
        self.hub.spawn(self._run_review(table, review, strokes, decisions))
        return review

    async def _run_review(
        self, table: TableState, review: Review, strokes: list[Stroke], decisions: list[RecordedDecision]
    ) -> None:
        """Measure everything, and mark the review as done or failed."""
        try:
            await self._measure(table, review, strokes, decisions)
            review.status = "done"
        finally:
            if review.status == "thinking":
                review.status = "failed"

    async def _measure(
        self, table: TableState, review: Review, strokes: list[Stroke], decisions: list[RecordedDecision]
    ) -> None:
        setup = table.setup
        known = (setup.game, setup.rules, setup.options, setup.files)
        for stroke in strokes:
            after = stroke.after.tobytes()
            asked = LuckTask(*known, stroke.before.tobytes(), after, stroke.event, stroke.count, stroke.happened)
            review.luck.append(await self._run_in_turn(review, measure_luck, asked))
            review.done += 1
        for decision in decisions:
            if (
                cost := await self._run_in_turn(review, measure_cost, _cost_task(known, decision, SIMULATIONS, SEED))
            ) is not None:
                review.costs.append(cost | _stories(table.game, decision, cost["best"]))
            review.done += 1
        by_event = {decision.event: decision for decision in decisions}
        closer = []
        for cost in sorted(review.costs, key=_cost_order)[: 2 * WORST]:  # among many, some look bad by chance
            decision = by_event[cost["n"]]
            again = await self._run_in_turn(review, measure_cost, _cost_task(known, decision, CLOSER, SEED + 1))
            if again is not None:
                closer.append(again | _stories(table.game, decision, again["best"]))
        review.costs = closer

    async def _run_in_turn(self, review: Review, job: Callable[[Argument], Result], matter: Argument) -> Result:
        """Run a task in the background process: for each address in turn, and first for the review looked at last."""
        return await self.hub.bot_pool.run_in_background(
            job, matter, Claim(path_of(review.origin)), Urgency.REVIEW, rank=lambda: -review.looked_at
        )


def _strokes(table: TableState) -> Iterator[Stroke]:
    assert table.match is not None
    return strokes_of(table.game, table.position_after(0), table.match.events)


def _decisions(table: TableState) -> Iterator[RecordedDecision]:
    """The decisions where there was a choice."""
    assert table.match is not None
    state, number = table.position_after(0), 0
    for place, event in enumerate(table.match.events):
        if event.by != CHANCE:
            number += 1
            if number <= MOST_DECISIONS and len(table.game.legal(state)) > 1:
                yield RecordedDecision(place, number, event.by, table.game.copy(state), event.move)
        table.game.apply(state, event.move)


def _stories(game: Game, decision: RecordedDecision, best: str) -> dict[str, Any]:
    """What was played and what would have been better, as stories."""
    moves = {"story": decision.played, "better": game.moves_by_name[best]}
    return {
        name: views.sentence_to_json(game.table.story(decision.position, game.data, move, None))
        for name, move in moves.items()
    }


def _cost_task(known: tuple[str, int, Any, Any], decision: RecordedDecision, simulations: int, seed: int) -> CostTask:
    position = decision.position.tobytes()
    return CostTask(
        *known, position, decision.event, decision.number, decision.seat, decision.played, simulations, seed
    )


# ── In a process beside the server ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class ReviewTask:
    """A task about one game, as it is sent to the background process."""

    game: str
    rules: int
    options: Mapping[str, Any]
    files: Mapping[str, Any]

    def load_game(self) -> Game:
        """The game."""
        return on_engine(load(self.game, self.options, "interpreted", self.files, self.rules), "compiled")

    @property
    def game_key(self) -> tuple[object, ...]:
        """The game among those that are kept."""
        return self.game, self.rules, repr(self.options), repr(self.files)


@dataclass(frozen=True)
class LuckTask(ReviewTask):
    """Measure the luck of one outcome."""

    before: bytes
    after: bytes
    event: int
    count: int
    happened: int


@dataclass(frozen=True)
class CostTask(ReviewTask):
    """Measure the cost of one decision."""

    position: bytes
    event: int
    number: int
    seat: int
    played: int
    simulations: int
    seed: int


_kept: OrderedDict[tuple[object, ...], LuckEstimator | Analyst] = OrderedDict()


def measure_luck(asked: LuckTask) -> LuckEstimate:
    """How many points an outcome was worth to each seat, against what might have happened."""
    key = ("luck", *asked.game_key)
    estimator = _kept.get(key) or _cache(key, LuckEstimator(asked.load_game()))
    assert isinstance(estimator, LuckEstimator)
    before, after = (decode_position(estimator.game, raw) for raw in (asked.before, asked.after))
    return estimator.estimate(Stroke(asked.event, asked.count, asked.happened, before, after), ROUNDS, SEED)


def measure_cost(asked: CostTask) -> dict[str, Any] | None:
    """What a move cost, and what would have been better; None if it cost nothing."""
    key = (asked.simulations, *asked.game_key)
    analyst = _kept.get(key) or _cache(key, Analyst(asked.load_game(), asked.simulations))
    assert isinstance(analyst, Analyst)
    position = decode_position(analyst.game, asked.position)
    decision = RecordedDecision(asked.event, asked.number, asked.seat, position, asked.played)
    verdict = judge(analyst, decision, asked.simulations, asked.seed, walks=0)
    if verdict.loss <= 0:
        return None
    row = review_to_json(analyst.game, (), [verdict], asked.simulations, asked.seed)["decisions"][0]
    return {"n": asked.event, **{name: row[name] for name in TOLD}, "points": round(verdict.points, 2)}


TOLD = ("decision", "seat", "played", "best", "chance", "best_chance", "loss", "error", "mistake", "why")
MOST_KEPT = 12  # analysts and luck estimators to keep


def _cache(key: tuple[object, ...], made: LuckEstimator | Analyst) -> LuckEstimator | Analyst:
    _kept[key] = made
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return made
