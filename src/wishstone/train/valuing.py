"""Self-play loop of the value fitting: values follow the results game by game, compiled.

`rules`, `policy` and `playing` are bound to one game. The policy tells which weights count in a position, and
how much: `gains` for the points that a seat will still make, `odds` for its chance to win. Each of these weights then
moves by what the result differed from what had been expected, in steps that become smaller the more it has moved
(Adagrad). A game is gone through from its end, and as the result of a position counts partly the final points, and
partly what was expected one turn later, where there was less luck to come (temporal differences).
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType
from typing import NamedTuple

from wishstone.bots.deciding import Tools
from wishstone.game.contract import Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.lab.playing import SHARE

rules: Rules = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND

# What is reported: positions, and summed over them the squares of what was missed, in points and in chances.
POSITIONS, POINTS_MISSED, CHANCES_MISSED, REPORT = 0, 1, 2, 3
FARTHEST = 12.0  # nats: beyond, a chance is as good as certain


class Lesson(NamedTuple):
    """What is learnt, and the memory that it takes."""

    values: Numbers
    moved: Numbers  # by value: how much it has moved so far, squared
    rates: Numbers  # the first steps of points and of odds, and how much the targets keep of what came later
    report: Numbers
    history: Numbers  # the settled positions of a game, and beyond them the one that is gone through
    outcomes: Numbers  # how the game went
    targets: Numbers  # by seat: the total that counts as the result
    sheets: Numbers  # the points as they stand in a position
    places: Numbers  # the values that count in a position,
    amounts: Numbers  # and how much


@rule
def learn(
    plays: Numbers, tables: Numbers, memories: Numbers, tools: Tools, start: int, games: int, lesson: Lesson
) -> None:
    """Play games, numbered from `start`, and let the values follow what became of the positions."""
    play, table, memory, outcome = plays[0], tables[0], memories[0], lesson.outcomes[0]
    data, history, sheet = table.settings, lesson.history, lesson.sheets[0]
    for game in range(games):
        playing.begin(play, table, memory, start + game)
        playing.advance(play, table, memory, tools)
        playing.note(play, table, memory, outcome)
        kept = keep_settled(play, table, tools.log, history)
        for seat in range(int(table.seats)):
            lesson.targets[seat] = outcome.sheet[seat, len(rules.ITEMS) - 1]
        for i in range(kept - 1, -1, -1):
            rules.score(history[i], data, sheet)
            follow(history[i], data, sheet, outcome, lesson)


@rule
def keep_settled(play: Position, table: Position, log: Numbers, history: Numbers) -> int:
    """Keep every settled position that a move of the game led to; returns how many."""
    data = table.settings
    kept = 0
    rules.setup(history[kept], data, int(table.seats), int(play.state.first))
    for event in range(int(play.events)):
        who = rules.actor(history[kept], data)
        rules.apply(history[kept], data, int(log[event]))
        if who >= 0 and policy.settled(history[kept], data) >= 0:
            history[kept + 1] = history[kept]
            kept += 1
    return kept


@rule
def follow(state: Position, data: Settings, now: Numbers, outcome: Position, lesson: Lesson) -> None:
    """Learn from one position: what every seat gained from there on, and how the one that had its turn came out.

    `now` are the points in it. The targets are moved towards what this position promised.
    """
    values, targets, places, amounts = lesson.values, lesson.targets, lesson.places, lesson.amounts
    rates, report = lesson.rates, lesson.report
    column = len(rules.ITEMS) - 1
    judged = policy.settled(state, data)
    expected_of_it = 0.0
    best = -1.0e6
    best_now = -1000000
    for seat in range(int(state.seats)):
        points = int(now[seat, column])
        count = policy.gains(state, data, seat, places, amounts)
        gain = 0.0
        for k in range(count):
            gain += values[places[k]] * amounts[k] / policy.POINT
        missed = targets[seat] - points - gain
        targets[seat] -= (1.0 - rates[2]) * missed
        step(lesson, count, missed, policy.UNIT, policy.POINT / policy.UNIT, rates[0])
        if seat == judged:
            expected_of_it = points + gain
            report[POINTS_MISSED] += missed * missed
        else:
            best = max(best, points + gain)
            best_now = max(best_now, points)
    lead = int((expected_of_it - best) * policy.POINT)
    count = policy.odds(state, data, lead, int(now[judged, column]) - best_now, places, amounts)
    log = 0.0
    for k in range(count):
        log += values[places[k]] * amounts[k] / (policy.NAT * policy.ODDS_POINT)
    chance = 1.0 / (1.0 + exp(-max(-FARTHEST, min(FARTHEST, log))))
    missed = int(outcome.shares[judged]) / SHARE - chance
    step(lesson, count, missed, policy.NAT, policy.ODDS_POINT, rates[1])
    report[CHANCES_MISSED] += missed * missed
    report[POSITIONS] += 1


@rule
def step(lesson: Lesson, count: int, missed: float, unit: float, whole: float, rate: float) -> None:
    """Move the values that counted, `whole` for once, by what was missed; a value is in parts of `unit`."""
    for k in range(count):
        place = lesson.places[k]
        slope = missed * lesson.amounts[k] / whole
        if slope != 0.0:
            lesson.moved[place] += slope * slope
            lesson.values[place] += unit * rate * slope / sqrt(lesson.moved[place])
