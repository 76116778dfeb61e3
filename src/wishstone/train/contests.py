"""Contest between players: the same deals from every seat, compiled.

`rules`, `policy`, `choice` and `playing` are bound to one game.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.lottery import best_of
from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.lab.playing import BOTS

rules: Rules = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND
choice: ModuleType = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND

GREEDY = -1  # a role: the greedy bot


@rule
def contest(
    deals: int,
    data: Settings,
    seats: int,
    seed: int,
    start: int,
    players: Numbers,
    roles: Numbers,
    states: Numbers,
    dealer: Generator,
    player: Generator,
    moves: Numbers,
    ratings: Numbers,
    scratch: Numbers,
    mind: Numbers,
    sheet: Numbers,
    shares: Numbers,
    won: Numbers,
    points: Numbers,
) -> None:
    """Play so many deals in every seating; adds up each role's wins, in parts of `SHARE`, and its points.

    A role is the number of a player's weights, or the greedy bot.
    """
    state = states[0]
    for game in range(deals * seats):
        seating = game % seats
        seed_stream(dealer, seed, start + game // seats, DEALER)
        seed_stream(player, seed, start + game // seats, BOTS)
        rules.setup(state, data, seats, below(dealer, seats))
        decisions = 0
        while True:
            who = rules.actor(state, data)
            if who == OVER or decisions == rules.MAX_DECISIONS:
                break
            if who == CHANCE:
                rules.apply(state, data, rules.sample(state, data, dealer))
                continue
            decisions += 1
            role = int(roles[(who + seating) % seats])
            if role == GREEDY:
                move = choice.think(state, data, who, player, moves, mind)
            else:
                count = rules.legal(state, data, moves)
                mind[0] = state
                rules.redeal(mind[0], data, who, player)
                policy.rate(mind[0], data, players[role], moves, count, ratings, scratch)
                move = int(moves[best_of(ratings, count)])
            rules.apply(state, data, move)
        rules.score(state, data, sheet)
        playing.share_win(sheet, seats, 0, shares)
        for seat in range(seats):
            role = (seat + seating) % seats
            won[role] += int(shares[0, seat])
            points[role] += int(sheet[seat, len(rules.ITEMS) - 1])
