"""Outcome values: games played on from what happened and from what might have happened, compiled.

`rules` and `policy` are bound to one game. Every seat plays on by the fitted player's lottery, in the true position:
this is for games that are over. Two games that are compared go on with the same random numbers.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.lottery import draw_ticket, give_tickets
from wishstone.game.chance import Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND

BEFORE, AFTER, TRIED = 0, 1, 2  # positions in `mind`
ROUNDS = 1 << 20  # more than are ever played for one event


@rule
def compare(
    count: int,
    done: int,
    seed: int,
    event: int,
    happened: int,
    mind: Numbers,
    data: Settings,
    weights: Numbers,
    softness: int,
    outcomes: Numbers,
    chances: Numbers,
    moves: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    sheet: Numbers,
    gains: Numbers,
    rng: Generator,
) -> None:
    """Play on so many times from `mind[AFTER]` and from `mind[BEFORE]`: the difference in final points, by seat.

    `done` rounds were played before. In `mind[BEFORE]` chance is due: the rounds share its outcomes out by their
    weights as evenly as they can. `happened` is the outcome between the two positions; -1 if there were several. Where
    a round meets the same outcome again there is nothing to compare.
    """
    seats = int(mind[BEFORE].seats)
    total = len(rules.ITEMS) - 1
    kinds = rules.chances(mind[BEFORE], data, outcomes, chances)
    weight = 0
    for i in range(kinds):
        weight += int(chances[i])
    seed_stream(rng, seed, event * ROUNDS + done, 1)
    shift = below(rng, weight)
    for number in range(count):
        left = (number * weight + shift) // count
        place = 0
        while left >= chances[place]:
            left -= int(chances[place])
            place += 1
        outcome = int(outcomes[place])
        for seat in range(seats):
            gains[number, seat] = 0
        if outcome == happened:
            continue
        for sign in (1, -1):
            if sign == 1:
                mind[TRIED] = mind[AFTER]
            else:
                mind[TRIED] = mind[BEFORE]
                rules.apply(mind[TRIED], data, outcome)
            seed_stream(rng, seed, event * ROUNDS + done + number, 2)
            play_on(mind[TRIED], data, weights, softness, moves, ratings, tickets, scratch, rng)
            rules.score(mind[TRIED], data, sheet)
            for seat in range(seats):
                gains[number, seat] += sign * int(sheet[seat, total])


@rule
def play_on(
    state: Position,
    data: Settings,
    weights: Numbers,
    softness: int,
    moves: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    rng: Generator,
) -> None:
    """Play a game to its end, or until it is cut off."""
    decisions = 0
    while decisions < rules.MAX_DECISIONS:
        who = rules.actor(state, data)
        if who == OVER:
            return
        if who == CHANCE:
            move = rules.sample(state, data, rng)
        else:
            decisions += 1
            count = rules.legal(state, data, moves)
            move = int(moves[0])
            if count > 1:
                policy.rate(state, data, weights, moves, count, ratings, scratch)
                move = int(moves[draw_ticket(tickets, give_tickets(ratings, count, softness, tickets), rng)])
        rules.apply(state, data, move)
