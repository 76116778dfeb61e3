"""Self-play loop of the policy gradient: whole games with the score function of every seat's moves, compiled.

`rules` and `policy` are bound to one game. For every seat of every game the loop adds up in which direction the weights
would have to move to make the moves that were chosen more likely; what the seat won decides later whether they should.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.lottery import draw_ticket, give_tickets
from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND


@rule
def play_games(
    mind: Numbers,
    data: Settings,
    seats: int,
    seed: int,
    start: int,
    weights: Numbers,
    rng: Generator,
    moves: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    sheet: Numbers,
    slopes: Numbers,
    totals: Numbers,
) -> None:
    """Play as many games as `totals` has places: each seat's final total, and its row of `slopes`."""
    state = mind[0]
    for game in range(len(totals)):
        seed_stream(rng, seed, start + game, DEALER)
        rules.setup(state, data, seats, below(rng, seats))
        decisions = 0
        while decisions < rules.MAX_DECISIONS:
            who = rules.actor(state, data)
            if who == OVER:
                break
            if who == CHANCE:
                rules.apply(state, data, rules.sample(state, data, rng))
                continue
            decisions += 1
            count = rules.legal(state, data, moves)
            chosen = 0
            if count > 1:
                policy.rate(state, data, weights, moves, count, ratings, scratch)
                total = give_tickets(ratings, count, policy.SOFTNESS, tickets)
                chosen = draw_ticket(tickets, total, rng)
                row = game * seats + who
                for i in range(count):
                    slope = -float(tickets[i]) / total
                    if i == chosen:
                        slope += 1.0
                    for k in range(policy.describe(state, data, int(moves[i]), scratch)):
                        slopes[row, scratch[k]] += slope
            rules.apply(state, data, int(moves[chosen]))
        rules.score(state, data, sheet)
        for seat in range(seats):
            totals[game, seat] = sheet[seat, len(rules.ITEMS) - 1]
