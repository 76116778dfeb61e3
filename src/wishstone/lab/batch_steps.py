"""Batch steps: rule functions that take the game at one place of a batch a step further.

A batch is a few arrays with one place for each game: the positions in one record array, the streams of the outcomes and
of a random mover, the game's number, the decisions made, and whose decision is next. Outcomes happen as soon as they
are due, so the next actor is a seat, or `OVER`. The functions are those of the contract with a place `i` in front; a
loop over the places runs them on a CPU (below), and one thread for each place on a GPU (`gpu/kernels.py`).

This is not the game loop of `playing.py`, for two reasons: somebody outside makes every move, in all games at once, and
what is alike in many games lies side by side, as a GPU wants it. `rules` and `playing` are bound to one game. The
streams are those of the game loop: the same seed and number give the same game here and there.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.lab.playing import BOTS, BY_LOT

rules: Rules = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND

NO_MOVE = -1  # what a random mover says of a game that is over

# Where the sums of many games stand: decisions, games cut off, points by seat, shares by seat, and games by their end.
DECISIONS, CUT_OFF, BY_SEAT = range(3)


class GamesInPlay(NamedTuple):
    """The arrays of a batch, with a place for each game."""

    states: Numbers
    dealers: Numbers
    players: Numbers
    numbers: Numbers
    lengths: Numbers
    actors: Numbers


class Setting(NamedTuple):
    """What all games of a batch have in common."""

    seats: int
    first: int
    seed: int


class Results(NamedTuple):
    """Every seat's points and its share of the win, with a row for each game, and a sheet to score on."""

    sheet: Numbers
    scores: Numbers
    shares: Numbers


@rule
def let_happen(state: Position, data: Settings, dealer: Generator) -> int:
    """Let outcomes happen until a seat decides or the game is over; returns who is next."""
    who = rules.actor(state, data)
    while who == CHANCE:
        rules.apply(state, data, rules.sample(state, data, dealer))
        who = rules.actor(state, data)
    return who


@rule
def reset_one(i: int, games: GamesInPlay, data: Settings, setting: Setting, number: int) -> None:
    """Begin the game of this number at a place, up to its first decision."""
    state, dealer = games.states[i], games.dealers[i]
    seed_stream(dealer, setting.seed, number, DEALER)
    seed_stream(games.players[i], setting.seed, number, BOTS)
    lot = below(dealer, setting.seats)
    rules.setup(state, data, setting.seats, lot if setting.first == BY_LOT else setting.first)
    games.numbers[i] = number
    games.lengths[i] = 0
    games.actors[i] = let_happen(state, data, dealer)


@rule
def step_one(i: int, games: GamesInPlay, data: Settings, move: int) -> None:
    """Make a move, trusting that it is legal, and let outcomes happen; a game that is over stays as it is."""
    if games.actors[i] == OVER:
        return
    rules.apply(games.states[i], data, move)
    games.lengths[i] += 1
    games.actors[i] = let_happen(games.states[i], data, games.dealers[i])


@rule
def legal_mask_one(i: int, games: GamesInPlay, data: Settings, moves: Numbers, mask: Numbers) -> None:
    """Write 1 for every legal move and 0 for all others; `moves` is where they are listed first."""
    for move in range(rules.MOVES):
        mask[i, move] = 0
    if games.actors[i] == OVER:
        return
    for place in range(rules.legal(games.states[i], data, moves)):
        mask[i, int(moves[place])] = 1


@rule
def observe_one(i: int, games: GamesInPlay, data: Settings, out: Numbers) -> None:
    """What the seat that decides knows; of a game that is over, what seat 0 knows."""
    rules.observe(games.states[i], data, max(int(games.actors[i]), 0), out[i])


@rule
def random_move_one(i: int, games: GamesInPlay, data: Settings, moves: Numbers) -> int:
    """Any legal move, as the random bot with this stream would choose it; `NO_MOVE` where the game is over."""
    if games.actors[i] == OVER:
        return NO_MOVE
    return rules.pick(games.states[i], data, games.players[i], moves)


@rule
def result_one(i: int, games: GamesInPlay, data: Settings, seats: int, results: Results) -> None:
    """Every seat's points and its share of the win, as the position stands."""
    rules.score(games.states[i], data, results.sheet)
    playing.share_win(results.sheet, seats, results.shares[i])
    for seat in range(seats):
        results.scores[i, seat] = results.sheet[seat, len(rules.ITEMS) - 1]


@rule
def add_up_one(i: int, games: GamesInPlay, data: Settings, seats: int, results: Results, sums: Numbers) -> None:
    """Add the result of a game that is over or cut off to the sums of many."""
    result_one(i, games, data, seats, results)
    sums[DECISIONS] += games.lengths[i]
    for seat in range(seats):
        sums[BY_SEAT + seat] += results.scores[i, seat]
        sums[BY_SEAT + rules.SEATS[1] + seat] += results.shares[i, seat]
    if games.actors[i] == OVER:
        sums[BY_SEAT + 2 * rules.SEATS[1] + games.states[i].end] += 1
    else:
        sums[CUT_OFF] += 1


@rule
def take_over(i: int, plays: Numbers, data: Settings, games: GamesInPlay) -> int:
    """Take the game that the game loop has played over into a batch; returns how many events it had."""
    play = plays[0]
    games.states[i] = play.state
    games.lengths[i] = play.decisions
    games.actors[i] = rules.actor(play.state, data)
    return int(play.events)


@rule
def renew_one(i: int, games: GamesInPlay, data: Settings, setting: Setting, stride: int) -> bool:
    """Begin the game `stride` numbers on where this one is over or cut off; tells whether it was."""
    if games.actors[i] != OVER and games.lengths[i] < rules.MAX_DECISIONS:
        return False
    reset_one(i, games, data, setting, int(games.numbers[i]) + stride)
    return True


# ── All places, one after the other ──────────────────────────────────────────────────────────────────────────────


@rule
def reset(games: GamesInPlay, data: Settings, setting: Setting, start: int) -> None:
    """Begin the games numbered from `start`."""
    for i in range(len(games.states)):
        reset_one(i, games, data, setting, start + i)


@rule
def step(games: GamesInPlay, data: Settings, moves: Numbers) -> None:
    """Make a move in every game that is not over."""
    for i in range(len(games.states)):
        step_one(i, games, data, int(moves[i]))


@rule
def legal_mask(games: GamesInPlay, data: Settings, moves: Numbers, mask: Numbers) -> None:
    """The legal moves of every game, as ones in a row of noughts."""
    for i in range(len(games.states)):
        legal_mask_one(i, games, data, moves, mask)


@rule
def observe(games: GamesInPlay, data: Settings, out: Numbers) -> None:
    """What the seat that decides knows, in every game."""
    for i in range(len(games.states)):
        observe_one(i, games, data, out)


@rule
def random_moves(games: GamesInPlay, data: Settings, moves: Numbers, out: Numbers) -> None:
    """The random bot's next move in every game."""
    for i in range(len(games.states)):
        out[i] = random_move_one(i, games, data, moves)


@rule
def results(games: GamesInPlay, data: Settings, seats: int, results: Results) -> None:
    """Every game's points and shares of the win, by seat."""
    for i in range(len(games.states)):
        result_one(i, games, data, seats, results)


@rule
def renew(games: GamesInPlay, data: Settings, setting: Setting, stride: int, renewed: Numbers) -> None:
    """Begin another game wherever one is over or cut off, and note where."""
    for i in range(len(games.states)):
        renewed[i] = renew_one(i, games, data, setting, stride)
