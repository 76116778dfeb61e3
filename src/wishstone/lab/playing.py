"""The game loop: a game played by bots, from the deal to its result, on every engine. There is no other.

`rules`, `luck` and `deciding` are bound to one game. `luck` says where outcomes come from: a stream of random numbers
(`streams.py`), or a deal arranged beforehand (`fair_deal.py`). `deciding` (`bots/deciding.py`) is the bots.

Everything that a game needs is in three records: the `Play` is the game itself, the `Table` says who plays by which
settings, and the memory is that of the thread. Outcomes and bots have streams of their own, keyed by the seed and the
game's number, so a game is the same wherever and in whatever order it is played.

The loop can be left and entered again. Where a bot is none of ours, or a search takes long, it says so and returns; a
move is made with `make`, and the loop goes on from there. So the same loop serves bots in Python, programs, learners in
an environment, and training. Whoever watches reads the log of events, looks at the position whenever the loop returns,
or takes the `Outcome`.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from wishstone.bots.choice import RANDOM
from wishstone.bots.deciding import ASK, Chair, Tools
from wishstone.bots.rollout import sheet_field
from wishstone.game.chance import DEALER, STREAM, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules
from wishstone.game.fields import record
from wishstone.game.limits import MOST_SEATS
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.game.tie_break import is_ahead

rules: Rules = TO_BE_BOUND
luck: ModuleType = TO_BE_BOUND
deciding: ModuleType = TO_BE_BOUND

BOTS = DEALER + 1  # the stream of the bots, and of the one in seat 0 where each has its own
BY_LOT = -1  # as the first seat: drawn by lot
SHARE = 60  # what a won game is worth, to be shared by up to six equals
PAUSED = -3  # nobody is waited for: the loop only returned to be entered again


def play_dtype(of_game: Rules, of_luck: ModuleType) -> np.dtype[np.void]:
    """The record of a game that is played."""
    return record(
        ("state", of_game.State),
        ("dealer", np.int64, STREAM),
        ("streams", np.int64, (MOST_SEATS, STREAM)),  # of the bots; `Chair.stream` says whose is which
        ("deal", of_luck.deal_dtype(of_game)),  # what is arranged beforehand
        ("number", np.int64),
        ("events", np.int64),
        ("decisions", np.int64),
        ("running", np.int64),  # whether it has begun and is not over
        ("waiting", np.int64),  # for the move of this seat, or `PAUSED`
    )


def table_dtype(of_game: Rules) -> np.dtype[np.void]:
    """The record of who plays, by which settings; a search leaves its traces here, so each thread has its own."""
    return record(
        ("settings", of_game.Data),
        ("seats", np.int64),
        ("first", np.int64),  # the seat that begins, or `BY_LOT`
        ("seed", np.int64),
        ("spacing", np.int64),  # numbers of streams that a game has to itself
        ("streams", np.int64),  # of the bots: one for all, or one for each seat
        ("most", np.int64),  # decisions after which a game is cut off
        ("chairs", Chair, MOST_SEATS),
    )


def outcome_dtype(of_game: Rules) -> np.dtype[np.void]:
    """The record of how a game went."""
    return record(
        ("first", np.int64),
        ("events", np.int64),
        ("decisions", np.int64),
        ("end", np.int64),  # why it ended; 0 where it was cut off
        ("shares", np.int64, MOST_SEATS),  # of the win, in parts of `SHARE`
        ("asked", np.int64, MOST_SEATS),  # by seat: how often its bot had a choice,
        ("spent", np.int64, MOST_SEATS),  # and how long that took, by the clock
        sheet_field(of_game),
    )


@rule
def begin(play: Position, table: Position, memory: Position, number: int) -> None:
    """The game of a number, before anything random has happened but who begins."""
    seats, seed, first = int(table.seats), int(table.seed), int(table.first)
    key = number * int(table.spacing)
    seed_stream(play.dealer, seed, key, DEALER)
    for stream in range(int(table.streams)):
        seed_stream(play.streams[stream], seed, key, BOTS + stream)
    lot = below(play.dealer, seats)
    rules.setup(play.state, table.settings, seats, lot if first == BY_LOT else first)
    luck.begin(play)
    play.number = number
    play.events = 0
    play.decisions = 0
    play.running = 1
    memory.thinking = 0
    for seat in range(MOST_SEATS):
        memory.asked[seat] = 0
        memory.spent[seat] = 0


@rule
def advance(play: Position, table: Position, memory: Position, tools: Tools) -> int:
    """Play on until the game is over or cut off (`OVER`), somebody outside decides (the seat), or it is `PAUSED`."""
    state, data, log, moves = play.state, table.settings, tools.log, memory.moves
    reach, events, decisions, most = len(log), int(play.events), int(play.decisions), int(table.most)
    while True:
        who = rules.actor(state, data)
        if who == CHANCE:
            move = luck.outcome(play, table)
        elif who == OVER or decisions >= most:
            who = OVER
            break
        else:
            chair = table.chairs[who]
            stream = play.streams[chair.stream]
            if chair.kind == RANDOM and not chair.redealt and not chair.spared:
                # Here, since a call of `decide` takes as long as the move itself.
                move = rules.pick(state, data, stream, moves)
            else:
                move = deciding.decide(state, data, who, chair, memory, tools, stream)
                if move < 0:
                    who = who if move == ASK else PAUSED
                    break
            decisions += 1
        rules.apply(state, data, move)
        if events < reach:
            log[events] = move
        events += 1
    play.events = events
    play.decisions = decisions
    play.waiting = who
    play.running = who != OVER
    return who


@rule
def make(play: Position, table: Position, tools: Tools, move: int) -> None:
    """Make the move of somebody outside, trusting that it is legal."""
    rules.apply(play.state, table.settings, move)
    if play.events < len(tools.log):
        tools.log[play.events] = move
    play.events += 1
    play.decisions += 1


@rule
def play_games(
    plays: Numbers, tables: Numbers, memories: Numbers, tools: Tools, start: int, done: int, outcomes: Numbers
) -> int:
    """Play the games of `outcomes` from place `done` on, numbered from `start`, each number at every table in turn.

    Returns how many are done: all, or those before the game that waits for somebody, as its `Play` says.
    """
    play, memory = plays[0], memories[0]
    for i in range(done, len(outcomes)):
        table = tables[i % len(tables)]
        if play.running == 0:
            begin(play, table, memory, start + i // len(tables))
        if advance(play, table, memory, tools) != OVER:
            return i
        note(play, table, memory, outcomes[i])
    return len(outcomes)


@rule
def note(play: Position, table: Position, memory: Position, outcome: Position) -> None:
    """How a game went that is over or cut off."""
    seats = int(table.seats)
    outcome.first = play.state.first
    outcome.events = play.events
    outcome.decisions = play.decisions
    outcome.end = play.state.end if rules.actor(play.state, table.settings) == OVER else 0
    rules.score(play.state, table.settings, outcome.sheet)
    share_win(outcome.sheet, seats, outcome.shares)
    for seat in range(seats):
        outcome.asked[seat] = memory.asked[seat]
        outcome.spent[seat] = memory.spent[seat]


@rule
def share_win(sheet: Numbers, seats: int, shares: Numbers) -> None:
    """Divide the win among the seats that nobody beats by (total, tie-break keys …)."""
    winners = 0
    for seat in range(seats):
        shares[seat] = 1
        for other in range(seats):
            if is_ahead(sheet, other, seat, len(rules.ITEMS) - 1):
                shares[seat] = 0
        winners += int(shares[seat])
    for seat in range(seats):
        shares[seat] = int(shares[seat]) * SHARE // winners


@rule
def ticks() -> int:
    """What the clock shows by which the bots' thinking is measured."""
    return int(deciding.clock.now())


# ── From Python, which has arrays of one record rather than records: Numba takes them over at a glance ──────────────


@rule
def make_in(plays: Numbers, tables: Numbers, place: int, tools: Tools, move: int) -> None:
    """Make the move that a game at one of the tables waits for."""
    make(plays[0], tables[place], tools, move)
