"""Batch steps: rule functions that take the game at one place of a batch a step further.

A batch is a few arrays with one place for each game: the positions in one record array, the streams of the outcomes and
of a random mover, the game's number, the decisions made, and whose decision is next. Outcomes happen as soon as they
are due, so the next actor is a seat, or `OVER`. The functions are those of the contract with a place `i` in front; a
loop over the places runs them on a CPU (below), and one thread for each place on a GPU (`gpu/kernels.py`).

`rules` and `playing` are bound to one game. The streams are those of `playing.play_game`: the same seed and number
give the same game here and there.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.lab.playing import BOTS, BY_LOT

rules: Rules = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND

NO_MOVE = -1  # what a random mover says of a game that is over

# Where the sums of many games stand: decisions, games cut off, points by seat, shares by seat, and games by their end.
DECISIONS, CUT_OFF, BY_SEAT = range(3)


@rule
def let_happen(state: Position, data: Settings, dealer: Generator) -> int:
    """Let outcomes happen until a seat decides or the game is over; returns who is next."""
    who = rules.actor(state, data)
    while who == CHANCE:
        rules.apply(state, data, rules.sample(state, data, dealer))
        who = rules.actor(state, data)
    return who


@rule
def reset_one(
    i: int,
    states: Numbers,
    dealers: Numbers,
    players: Numbers,
    numbers: Numbers,
    lengths: Numbers,
    actors: Numbers,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    number: int,
) -> None:
    """Begin the game of this number at a place, up to its first decision."""
    dealer = dealers[i]
    seed_stream(dealer, seed, number, DEALER)
    seed_stream(players[i], seed, number, BOTS)
    lot = below(dealer, seats)
    rules.setup(states[i], data, seats, lot if first == BY_LOT else first)
    numbers[i] = number
    lengths[i] = 0
    actors[i] = let_happen(states[i], data, dealer)


@rule
def step_one(
    i: int, states: Numbers, dealers: Numbers, lengths: Numbers, actors: Numbers, data: Settings, move: int
) -> None:
    """Make a move, trusting that it is legal, and let outcomes happen; a game that is over stays as it is."""
    if actors[i] == OVER:
        return
    rules.apply(states[i], data, move)
    lengths[i] += 1
    actors[i] = let_happen(states[i], data, dealers[i])


@rule
def legal_mask_one(i: int, states: Numbers, actors: Numbers, data: Settings, moves: Numbers, mask: Numbers) -> None:
    """Write 1 for every legal move and 0 for all others; `moves` is where they are listed first."""
    for move in range(rules.MOVES):
        mask[i, move] = 0
    if actors[i] == OVER:
        return
    for place in range(rules.legal(states[i], data, moves)):
        mask[i, int(moves[place])] = 1


@rule
def observe_one(i: int, states: Numbers, actors: Numbers, data: Settings, out: Numbers) -> None:
    """What the seat that decides knows; of a game that is over, what seat 0 knows."""
    rules.observe(states[i], data, max(int(actors[i]), 0), out[i])


@rule
def random_move_one(i: int, states: Numbers, actors: Numbers, players: Numbers, data: Settings, moves: Numbers) -> int:
    """Any legal move, as the random bot with this stream would choose it; `NO_MOVE` where the game is over."""
    if actors[i] == OVER:
        return NO_MOVE
    return int(moves[below(players[i], rules.legal(states[i], data, moves))])


@rule
def result_one(
    i: int, states: Numbers, data: Settings, seats: int, sheet: Numbers, scores: Numbers, shares: Numbers
) -> None:
    """Every seat's points and its share of the win, as the position stands."""
    rules.score(states[i], data, sheet)
    playing.share_win(sheet, seats, i, shares)
    for seat in range(seats):
        scores[i, seat] = sheet[seat, len(rules.ITEMS) - 1]


@rule
def add_up_one(
    i: int,
    states: Numbers,
    lengths: Numbers,
    actors: Numbers,
    data: Settings,
    seats: int,
    sheet: Numbers,
    scores: Numbers,
    shares: Numbers,
    sums: Numbers,
) -> None:
    """Add the result of a game that is over or cut off to the sums of many."""
    result_one(i, states, data, seats, sheet, scores, shares)
    sums[DECISIONS] += lengths[i]
    for seat in range(seats):
        sums[BY_SEAT + seat] += scores[i, seat]
        sums[BY_SEAT + rules.SEATS[1] + seat] += shares[i, seat]
    if actors[i] == OVER:
        sums[BY_SEAT + 2 * rules.SEATS[1] + states[i].end] += 1
    else:
        sums[CUT_OFF] += 1


@rule
def renew_one(
    i: int,
    states: Numbers,
    dealers: Numbers,
    players: Numbers,
    numbers: Numbers,
    lengths: Numbers,
    actors: Numbers,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    stride: int,
) -> bool:
    """Begin the game `stride` numbers on where this one is over or cut off; tells whether it was."""
    if actors[i] != OVER and lengths[i] < rules.MAX_DECISIONS:
        return False
    number = int(numbers[i]) + stride
    reset_one(i, states, dealers, players, numbers, lengths, actors, data, seats, first, seed, number)
    return True


# ── All places, one after the other ──────────────────────────────────────────────────────────────────────────────


@rule
def reset(
    states: Numbers,
    dealers: Numbers,
    players: Numbers,
    numbers: Numbers,
    lengths: Numbers,
    actors: Numbers,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    start: int,
) -> None:
    """Begin the games numbered from `start`."""
    for i in range(len(states)):
        reset_one(i, states, dealers, players, numbers, lengths, actors, data, seats, first, seed, start + i)


@rule
def step(states: Numbers, dealers: Numbers, lengths: Numbers, actors: Numbers, data: Settings, moves: Numbers) -> None:
    """Make a move in every game that is not over."""
    for i in range(len(states)):
        step_one(i, states, dealers, lengths, actors, data, int(moves[i]))


@rule
def legal_mask(states: Numbers, actors: Numbers, data: Settings, moves: Numbers, mask: Numbers) -> None:
    """The legal moves of every game, as ones in a row of noughts."""
    for i in range(len(states)):
        legal_mask_one(i, states, actors, data, moves, mask)


@rule
def observe(states: Numbers, actors: Numbers, data: Settings, out: Numbers) -> None:
    """What the seat that decides knows, in every game."""
    for i in range(len(states)):
        observe_one(i, states, actors, data, out)


@rule
def random_moves(
    states: Numbers, actors: Numbers, players: Numbers, data: Settings, moves: Numbers, out: Numbers
) -> None:
    """The random bot's next move in every game."""
    for i in range(len(states)):
        out[i] = random_move_one(i, states, actors, players, data, moves)


@rule
def results(states: Numbers, data: Settings, seats: int, sheet: Numbers, scores: Numbers, shares: Numbers) -> None:
    """Every game's points and shares of the win, by seat."""
    for i in range(len(states)):
        result_one(i, states, data, seats, sheet, scores, shares)


@rule
def renew(
    states: Numbers,
    dealers: Numbers,
    players: Numbers,
    numbers: Numbers,
    lengths: Numbers,
    actors: Numbers,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    stride: int,
    renewed: Numbers,
) -> None:
    """Begin another game wherever one is over or cut off, and note where."""
    for i in range(len(states)):
        renewed[i] = renew_one(i, states, dealers, players, numbers, lengths, actors, data, seats, first, seed, stride)
