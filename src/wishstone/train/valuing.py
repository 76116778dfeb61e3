"""Self-play loop of the value fitting: values follow the results game by game, compiled.

`rules`, `policy`, `choice` and `playing` are bound to one game. The policy tells which weights count in a position, and
how much: `gains` for the points that a seat will still make, `odds` for its chance to win. Each of these weights then
moves by what the result differed from what had been expected, in steps that become smaller the more it has moved
(Adagrad). A game is gone through from its end, and as the result of a position counts partly the final points, and
partly what was expected one turn later, where there was less luck to come (temporal differences).
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType

from wishstone.bots.lottery import draw_ticket, give_tickets
from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.lab.playing import BOTS, SHARE

rules: Rules = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND
choice: ModuleType = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND

# What is reported: positions, and summed over them the squares of what was missed, in points and in chances.
POSITIONS, POINTS_MISSED, CHANCES_MISSED, REPORT = 0, 1, 2, 3
FARTHEST = 12.0  # nats: beyond, a chance is as good as certain


@rule
def learn(
    games: int,
    data: Settings,
    seats: int,
    seed: int,
    start: int,
    weights: Numbers,
    softness: int,
    history: Numbers,
    states: Numbers,
    dealer: Generator,
    player: Generator,
    moves: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    mind: Numbers,
    sheet: Numbers,
    now: Numbers,
    shares: Numbers,
    targets: Numbers,
    places: Numbers,
    amounts: Numbers,
    values: Numbers,
    moved: Numbers,
    rates: Numbers,
    report: Numbers,
) -> None:
    """Play games with these weights, numbered from `start`, and let `values` follow what became of the positions."""
    state = states[0]
    for game in range(games):
        seed_stream(dealer, seed, start + game, DEALER)
        seed_stream(player, seed, start + game, BOTS)
        rules.setup(state, data, seats, below(dealer, seats))
        kept = play(history, state, data, weights, softness, dealer, player, moves, ratings, tickets, scratch, mind)
        rules.score(state, data, sheet)
        playing.share_win(sheet, seats, 0, shares)
        for seat in range(seats):
            targets[seat] = sheet[seat, len(rules.ITEMS) - 1]
        for i in range(kept - 1, -1, -1):
            rules.score(history[i], data, now)
            follow(history[i], data, seats, targets, now, shares, places, amounts, values, moved, rates, report)


@rule
def play(
    history: Numbers,
    state: Position,
    data: Settings,
    weights: Numbers,
    softness: int,
    dealer: Generator,
    player: Generator,
    moves: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    mind: Numbers,
) -> int:
    """Play a game to its end, or until it is cut off; keeps every settled position and returns how many.

    The moves are drawn by lot, or with a softness of 0 are the greedy bot's.
    """
    kept = 0
    decisions = 0
    while True:
        who = rules.actor(state, data)
        if who == OVER or decisions == rules.MAX_DECISIONS:
            return kept
        if who == CHANCE:
            rules.apply(state, data, rules.sample(state, data, dealer))
            continue
        decisions += 1
        if softness == 0:
            move = choice.think(state, data, who, player, moves, mind)
        else:
            count = rules.legal(state, data, moves)
            policy.rate(state, data, weights, moves, count, ratings, scratch)
            move = int(moves[draw_ticket(tickets, give_tickets(ratings, count, softness, tickets), player)])
        rules.apply(state, data, move)
        if policy.settled(state, data) >= 0:
            history[kept] = state
            kept += 1


@rule
def follow(
    state: Position,
    data: Settings,
    seats: int,
    targets: Numbers,
    now: Numbers,
    shares: Numbers,
    places: Numbers,
    amounts: Numbers,
    values: Numbers,
    moved: Numbers,
    rates: Numbers,
    report: Numbers,
) -> None:
    """Learn from one position: what every seat gained from there on, and how the one that had its turn came out.

    `targets` are the totals that count as the result, by seat; they are moved towards what this position promised.
    `rates` are the first steps of points and of odds, and how much the targets keep of what came later.
    """
    column = len(rules.ITEMS) - 1
    judged = policy.settled(state, data)
    expected_of_it = 0.0
    best = -1.0e6
    best_now = -1000000
    for seat in range(seats):
        points = int(now[seat, column])
        count = policy.gains(state, data, seat, places, amounts)
        gain = 0.0
        for k in range(count):
            gain += values[places[k]] * amounts[k] / policy.POINT
        missed = targets[seat] - points - gain
        targets[seat] -= (1.0 - rates[2]) * missed
        step(count, places, amounts, missed, policy.UNIT, policy.POINT / policy.UNIT, rates[0], values, moved)
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
    missed = int(shares[0, judged]) / SHARE - chance
    step(count, places, amounts, missed, policy.NAT, policy.ODDS_POINT, rates[1], values, moved)
    report[CHANCES_MISSED] += missed * missed
    report[POSITIONS] += 1


@rule
def step(
    count: int,
    places: Numbers,
    amounts: Numbers,
    missed: float,
    unit: float,
    whole: float,
    rate: float,
    values: Numbers,
    moved: Numbers,
) -> None:
    """Move the values that counted, `whole` for once, by what was missed; a value is in parts of `unit`."""
    for k in range(count):
        place = places[k]
        slope = missed * amounts[k] / whole
        if slope != 0.0:
            moved[place] += slope * slope
            values[place] += unit * rate * slope / sqrt(moved[place])
