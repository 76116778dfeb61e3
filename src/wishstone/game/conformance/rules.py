"""Conformance checks of the rule functions, at every position of random games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from wishstone.game.chance import stream
from wishstone.game.conformance.guarded_calls import (
    FILL,
    OTHER_FILL,
    ask_apply,
    ask_chances,
    ask_legal,
    ask_observation,
    ask_score,
    content,
    differences,
    field_at,
    first_difference,
)
from wishstone.game.conformance.walk import CHECKER, VisitedPosition
from wishstone.game.contract import CHANCE, OVER, MoveNumber

# ── Who acts, and the end ────────────────────────────────────────────────────────────────────────────────────────


def actor_sits_at_the_table(place: VisitedPosition) -> Iterator[str]:
    """The actor is a seat at the table, `CHANCE` or `OVER`, and the number of seats stays."""
    if place.actor not in (CHANCE, OVER) and not 0 <= place.actor < place.seats:
        yield f"actor gives {place.actor}"
    if int(place.state.seats) != place.seats:
        yield f"the position has {int(place.state.seats)} seats"


def end_has_a_reason(place: VisitedPosition) -> Iterator[str]:
    """A game that is over says why, and a reason once given stays; it may be given before the last decision."""
    end = int(place.state.end)
    if not 0 <= end < len(place.game.rules.ENDS):
        yield f"end is {end}, and ENDS names {len(place.game.rules.ENDS)}"
    if place.actor == OVER and end == 0:
        yield "the game is over, and end does not say why"
    if place.before and int(place.before.state.end) not in (0, end):
        yield f"end goes from {int(place.before.state.end)} to {end}"


def questions_change_nothing(place: VisitedPosition) -> Iterator[str]:
    """`actor`, `legal`, `chances`, `sample`, `score` and `seen` leave the position as it was."""
    game, rules, data = place.game, place.game.rules, place.game.data
    state = game.copy(place.state)
    numbers = [np.zeros(max(rules.MAX_LEGAL, rules.OUTCOMES), MoveNumber) for _ in range(2)]
    sheet = np.zeros((rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)), MoveNumber)
    questions: list[tuple[str, Callable[[], object]]] = [
        ("actor", lambda: rules.actor(state, data)),
        ("legal", lambda: rules.legal(state, data, numbers[0])),
        ("score", lambda: rules.score(state, data, sheet)),
    ]
    if place.actor == CHANCE:
        questions += [
            ("chances", lambda: rules.chances(state, data, *numbers)),
            ("sample", lambda: rules.sample(state, data, place.rng)),
        ]
    if (move := place.move) is not None:
        questions.append(("seen", lambda: [rules.seen(state, data, move, seat) for seat in range(-1, place.seats)]))
    for name, ask in questions:
        ask()
        if content(state) != content(place.state):
            yield f"{name} changes {differences(state, place.state)}"
            state = game.copy(place.state)


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────────────


def legal_moves_are_there(place: VisitedPosition) -> Iterator[str]:
    """Whoever is asked has a legal move, at most `MAX_LEGAL` of them, and nobody has one when the game is over."""
    count = place.listing.count
    if place.is_decision and not 1 <= count <= place.game.rules.MAX_LEGAL:
        yield f"legal gives {count} moves, and MAX_LEGAL is {place.game.rules.MAX_LEGAL}"
    if place.actor == OVER and count != 0:
        yield f"legal gives {count} moves, and the game is over"


def legal_moves_rise(place: VisitedPosition) -> Iterator[str]:
    """Legal moves are ids of moves, each once, in rising order."""
    yield from _not_rising("move", place.legal, place.game.rules.MOVES)


def legal_stays_in_its_buffer(place: VisitedPosition) -> Iterator[str]:
    """`legal` writes nothing beyond the first `MAX_LEGAL` cells."""
    if place.listing.spilled:
        yield f"legal writes beyond MAX_LEGAL, {place.game.rules.MAX_LEGAL}"


def legal_answers_alike(place: VisitedPosition) -> Iterator[str]:
    """`legal` gives the same moves when it is asked again, whatever the buffer held."""
    again = ask_legal(place.game, place.state, OTHER_FILL).moves
    if place.is_decision and again != place.legal:
        yield f"legal gives {place.legal} and then {again}"


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


def chances_are_there(place: VisitedPosition) -> Iterator[str]:
    """Where chance acts there is an outcome, and no more than there are ids."""
    if place.actor == CHANCE and not 1 <= place.chances.count <= place.game.rules.OUTCOMES:
        yield f"chances gives {place.chances.count} outcomes of {place.game.rules.OUTCOMES}"


def chances_rise(place: VisitedPosition) -> Iterator[str]:
    """Outcomes are ids of outcomes, each once, in rising order."""
    if place.actor == CHANCE:
        yield from _not_rising("outcome", place.chances.moves, place.game.rules.OUTCOMES)


def chances_have_weight(place: VisitedPosition) -> Iterator[str]:
    """Every outcome that is listed has a weight of at least 1."""
    if place.actor == CHANCE:
        for outcome, weight in zip(place.chances.moves, place.chances.weights, strict=True):
            if weight < 1:
                yield f"outcome {outcome} has the weight {weight}"


def chances_stay_in_their_buffers(place: VisitedPosition) -> Iterator[str]:
    """`chances` writes nothing beyond the first `OUTCOMES` cells."""
    if place.actor == CHANCE and place.chances.spilled:
        yield f"chances writes beyond OUTCOMES, {place.game.rules.OUTCOMES}"


def chances_answer_alike(place: VisitedPosition) -> Iterator[str]:
    """`chances` gives the same outcomes when it is asked again, whatever the buffers held."""
    if place.actor == CHANCE:
        again = ask_chances(place.game, place.state, OTHER_FILL)
        if (again.moves, again.weights) != (place.chances.moves, place.chances.weights):
            yield "chances gives other outcomes or weights the second time"


def sample_is_among_the_chances(place: VisitedPosition) -> Iterator[str]:
    """`sample` draws an outcome that `chances` lists, and with the same generator the same one."""
    if place.actor == CHANCE:
        if place.move not in place.chances.moves:
            yield f"sample draws {place.move}, which chances does not list"
        first, second = (place.game.sample(place.game.copy(place.state), place.rng) for _ in range(2))
        if first != second:
            yield f"sample draws {first} and then {second} with equal generators"


def sample_follows_the_weights(place: VisitedPosition) -> Iterator[str]:
    """`sample` draws each outcome as often as its weight says, by a chi-square test.

    It is made once for every kind of position; `TOO_FAR` makes a false alarm one in three million of them, and since
    seeds are fixed, a game that passes goes on to pass.
    """
    if place.actor != CHANCE or not place.is_first_of_its_kind or len(place.chances.moves) < 2:
        return
    draws = min(5_000, max(500, 20 * len(place.chances.moves)))
    rng, state = stream(place.walk.seed, place.event, CHECKER), place.game.copy(place.state)
    counts = Counter(place.game.sample(state, rng) for _ in range(draws))
    distance, freedom = _chi_square(counts, dict(zip(place.chances.moves, place.chances.weights, strict=True)), draws)
    if _sigmas(distance, freedom) > TOO_FAR:
        yield f"of {draws} samples too many are off: chi-square {distance:.0f} with {freedom} degrees of freedom"


TOO_FAR = 5.0  # standard deviations


def _chi_square(counts: Counter[int], weights: dict[int, int], draws: int) -> tuple[float, int]:
    """How far counts lie from weights, and in how many ways they could; rare outcomes are counted together."""
    total = sum(weights.values())
    expected: Counter[int | None] = Counter()
    found: Counter[int | None] = Counter()
    for outcome, weight in weights.items():
        cell = outcome if draws * weight >= 5 * total else None
        expected[cell] += weight
        found[cell] += counts[outcome]
    distance = sum((found[cell] - (mean := draws * weight / total)) ** 2 / mean for cell, weight in expected.items())
    return distance, len(expected) - 1


def _sigmas(distance: float, freedom: int) -> float:
    """A chi-square distance in standard deviations of the normal distribution (Wilson and Hilferty's cube root)."""
    if freedom < 1:
        return 0.0
    spread = 2 / (9 * freedom)
    return (math.cbrt(distance / freedom) - (1 - spread)) / math.sqrt(spread)


# ── The next position ────────────────────────────────────────────────────────────────────────────────────────────


def apply_repeats(place: VisitedPosition) -> Iterator[str]:
    """The same event in the same position leads to the same position."""
    if place.move is not None and place.after is not None:
        again, _ = ask_apply(place.game, place.state, place.move)
        if content(again) != content(place.after.state):
            yield f"a second time, event {place.move} leads to other {differences(again, place.after.state)}"


def apply_stays_in_the_record(place: VisitedPosition) -> Iterator[str]:
    """`apply` writes to the position and nowhere else."""
    if place.move is not None:
        _, spilled = ask_apply(place.game, place.state, place.move)
        if spilled:
            yield f"event {place.move} writes to a neighbouring record"


# ── Points ───────────────────────────────────────────────────────────────────────────────────────────────────────


def score_adds_up(place: VisitedPosition) -> Iterator[str]:
    """At any time, also before the deal, the items of every seat's score add up to its total."""
    sheet, _ = place.scoring
    items = len(place.game.rules.ITEMS)
    for seat in range(place.seats):
        points, total = int(sheet[seat, : items - 1].sum()), int(sheet[seat, items - 1])
        if points != total:
            yield f"the items of seat {seat} add up to {points}, and its total is {total}"


def score_stays_in_its_range(place: VisitedPosition) -> Iterator[str]:
    """At any time every total lies within `SCORE_RANGE`."""
    sheet, _ = place.scoring
    low, high = place.game.rules.SCORE_RANGE
    for seat in range(place.seats):
        total = int(sheet[seat, len(place.game.rules.ITEMS) - 1])
        if not low <= total <= high:
            yield f"seat {seat} has {total} points, beyond {low} to {high}"


def score_fills_its_rows(place: VisitedPosition) -> Iterator[str]:
    """`score` writes every cell of the seats at the table, and no cell of those who are not."""
    one, spilled = place.scoring
    other, _ = ask_score(place.game, place.state, OTHER_FILL)
    if spilled:
        yield "score writes beside its sheet"
    if not np.array_equal(one[: place.seats], other[: place.seats]):
        yield "score leaves cells of a seat's row as they were"
    if (one[place.seats :] != FILL).any():
        yield "score writes to the row of a seat that is not there"


# ── Observation ──────────────────────────────────────────────────────────────────────────────────────────────────


def observe_fills_its_buffer(place: VisitedPosition) -> Iterator[str]:
    """`observe` writes as many numbers as `OBSERVATION` says, all finite, and changes nothing else."""
    fields = place.game.rules.OBSERVATION
    for seat in place.viewers[:1]:
        state = place.game.copy(place.state)
        one, spilled = ask_observation(place.game, state, seat)
        other, _ = ask_observation(place.game, state, seat, OTHER_FILL)
        if spilled:
            yield "observe writes beside its buffer"
        if not np.isfinite(one).all():
            yield f"observe writes something that is no number to {field_at(fields, int(np.argmin(np.isfinite(one))))}"
        elif not np.array_equal(one, other):
            yield f"observe leaves {field_at(fields, first_difference(one, other))} as it was"
        place.game.rules.observe(state, place.game.data, seat, one)
        if content(state) != content(place.state):
            yield f"observe changes {differences(state, place.state)}"


def _not_rising(title: str, ids: list[int], limit: int) -> Iterator[str]:
    for id in ids:
        if not 0 <= id < limit:
            yield f"{title} {id} is listed, and ids go from 0 to {limit - 1}"
            return
    for one, other in pairwise(ids):
        if one >= other:
            yield f"{title} {one} is followed by {title} {other}"
            return


BASIC: tuple[Callable[[VisitedPosition], Iterator[str]], ...] = (
    actor_sits_at_the_table,
    end_has_a_reason,
    legal_moves_are_there,
    legal_moves_rise,
    chances_are_there,
    chances_rise,
    chances_have_weight,
    score_adds_up,
    score_stays_in_its_range,
)

AT_PLACES: tuple[Callable[[VisitedPosition], Iterator[str]], ...] = (
    *BASIC,
    questions_change_nothing,
    legal_stays_in_its_buffer,
    legal_answers_alike,
    chances_stay_in_their_buffers,
    chances_answer_alike,
    sample_is_among_the_chances,
    apply_repeats,
    apply_stays_in_the_record,
    score_fills_its_rows,
)

CLOSELY: tuple[Callable[[VisitedPosition], Iterator[str]], ...] = (sample_follows_the_weights, observe_fills_its_buffer)
