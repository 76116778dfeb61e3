"""Whole-game loop of the quick bots: one loop over the contract, on every engine.

`rules` and `choice` are bound to one game. The outcomes and the bots each have their own stream, keyed by the seed
and the game's number, so a game is the same wherever and in whatever order it is played.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.choice import RANDOM
from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.game.tie_break import is_ahead

rules: Rules = TO_BE_BOUND
choice: ModuleType = TO_BE_BOUND

BOTS = DEALER + 1  # the stream of all bots together
BY_LOT = -1  # as the first seat: drawn by lot
SHARE = 60  # what a won game is worth, to be shared by up to six equals


@rule
def play_game(
    state: Position,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    number: int,
    bots: Numbers,
    dealer: Generator,
    player: Generator,
    moves: Numbers,
    mind: Numbers,
    log: Numbers,
) -> tuple[int, int]:
    """Play one game to its end or until it is cut off; returns how many events and decisions it had.

    The events go into `log` as far as it reaches.
    """
    seed_stream(dealer, seed, number, DEALER)
    seed_stream(player, seed, number, BOTS)
    lot = below(dealer, seats)
    rules.setup(state, data, seats, lot if first == BY_LOT else first)
    events = 0
    decisions = 0
    while True:
        who = rules.actor(state, data)
        if who == CHANCE:
            move = rules.sample(state, data, dealer)
        elif who == OVER or decisions == rules.MAX_DECISIONS:
            break
        else:
            decisions += 1
            if bots[who] == RANDOM:
                move = choice.random_move(state, data, player, moves)
            else:
                move = choice.think(state, data, who, player, moves, mind)
        rules.apply(state, data, move)
        if events < len(log):
            log[events] = move
        events += 1
    return events, decisions


@rule
def play_games(
    states: Numbers,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    start: int,
    bots: Numbers,
    dealer: Generator,
    player: Generator,
    moves: Numbers,
    mind: Numbers,
    log: Numbers,
    sheet: Numbers,
    scores: Numbers,
    shares: Numbers,
    lengths: Numbers,
    ended: Numbers,
) -> None:
    """Play as many games as `lengths` has places, numbered from `start`: scores, win shares, decisions, ends."""
    state = states[0]
    for i in range(len(lengths)):
        _, decisions = play_game(state, data, seats, first, seed, start + i, bots, dealer, player, moves, mind, log)
        lengths[i] = decisions
        ended[i] = state.end if rules.actor(state, data) == OVER else 0
        rules.score(state, data, sheet)
        share_win(sheet, seats, i, shares)
        for seat in range(seats):
            scores[i, seat] = sheet[seat, len(rules.ITEMS) - 1]


@rule
def share_win(sheet: Numbers, seats: int, game: int, shares: Numbers) -> None:
    """Divide the win among the seats that nobody beats by (total, tie-break keys …)."""
    winners = 0
    for seat in range(seats):
        shares[game, seat] = 1
        for other in range(seats):
            if is_ahead(sheet, other, seat, len(rules.ITEMS) - 1):
                shares[game, seat] = 0
        winners += int(shares[game, seat])
    for seat in range(seats):
        shares[game, seat] = int(shares[game, seat]) * SHARE // winners
