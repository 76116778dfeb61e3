"""Information-set Monte-Carlo tree search (ISMCTS), for every game.

`rules` and `evaluator` are bound to one game. Each simulation deals anew what the seat cannot know, goes down a tree of
what each seat has seen, and adds one move to it; what that is worth says the evaluator. One plays the game to its end
by the fitted player's lottery (`rollout_evaluator.py`), the other asks a net (`net_evaluator.py`). Every seat has its
own tree, in which a node is what that seat has seen since the root: its choice depends on nothing else. Each seat
maximises its own result, which lies between 0 and 1 like the exploration term that is added to it.

The trees are one table of moves tried, found by a hash of (what the seat saw, move). It is allocated once and never
cleared: each search signs its entries with its own number.
"""

from __future__ import annotations

from math import sqrt
from types import ModuleType

import numpy as np

from wishstone.bots.net import NetShape, work_field
from wishstone.bots.rollout import rating_fields, sheet_field
from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.fields import record
from wishstone.game.limits import MOST_SEATS
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.game.tie_break import is_ahead

rules: Rules = TO_BE_BOUND
evaluator: ModuleType = TO_BE_BOUND

MOST_DEPTH = 64
PROBES = 16  # places of the table where an entry may be
HALF = (1 << 30) - 1
ROOT, TRIED = 0, 1  # positions in `mind`

Search = record(
    ("explore", np.float64),  # how much it is worth to try a likely move once more
    ("doubt", np.float64),  # by how much an untried move promises less than those tried
    ("evenness", np.float64),  # the part of the prior that is the same for all moves
    ("lead", np.float64),  # the part of a result that the lead decides, not the win
    ("far", np.float64),  # a lead of so many points is as good as it gets
    ("softness", np.int64),  # of the lottery in roll-outs, in rating units to a nat
    ("depth", np.int64),  # moves of a simulation that belong to the tree, at most
    ("outcomes", np.int64),  # whether outcomes tell nodes apart (1), or only the moves do (0)
    ("round_robin", np.int64),  # every so many simulations the first move is the next in turn; 0: never
    ("simulations", np.int64),  # that a decision is worth
    ("room", np.int64),  # entries of the table that it uses, a power of two
    # This search, and no longer how to search:
    ("number", np.int64),  # signs its entries
    ("seat", np.int64),  # whose decision it is
    ("done", np.int64),  # simulations so far
)
Edge = record(
    ("key", np.int64),  # of (what the seat saw, move)
    ("search", np.int64),  # whose entry it is; one of another search is free
    ("visits", np.int64),
    ("total", np.float64),  # of the results, for the seat that moved
)
Finding = record(
    ("visits", np.int64),
    ("total", np.float64),  # of the results
    ("wins", np.float64),  # shares of the win
    ("points", np.float64),  # the seat's final totals, where the game was played to its end
    ("ahead", np.float64),  # its final leads over the best other
)


def memory_dtype(of_game: Rules, scratch: int, shape: NetShape | None = None) -> np.dtype[np.void]:
    """The record that a search works in, with what it finds; for nets of a shape, and players who need `scratch`."""
    return record(
        ("mind", of_game.State, 2),
        ("searches", np.int64),  # so far, in this memory
        ("keys", np.int64, MOST_SEATS),  # what each seat has seen since the root
        ("path", np.int64, (MOST_DEPTH, 2)),  # of one simulation: entries, and who moved
        ("results", np.float64, (MOST_SEATS, 3)),
        ("findings", Finding, of_game.MAX_LEGAL),  # by the place of the first move among the legal ones
        ("items", np.float64, (of_game.MAX_LEGAL, len(of_game.ITEMS))),  # the seat's final points, summed up
        *rating_fields(of_game, scratch),
        work_field(shape),
        sheet_field(of_game),
    )


@rule
def begin(state: Position, search: Position, memory: Position, seat: int) -> None:
    """Begin the search for a seat that has to decide in a position."""
    memory.mind[ROOT] = state
    memory.searches += 1
    search.number = memory.searches
    search.seat = seat
    search.done = 0
    for place in range(rules.MAX_LEGAL):
        found = memory.findings[place]
        found.visits = 0
        found.total = 0.0
        found.wins = 0.0
        found.points = 0.0
        found.ahead = 0.0
        for item in range(len(rules.ITEMS)):
            memory.items[place, item] = 0.0


@rule
def simulate(
    count: int,
    search: Position,
    memory: Position,
    data: Settings,
    weights: Numbers,
    edges: Numbers,
    rng: Generator,
) -> None:
    """Simulate so many games more from position `mind[ROOT]`, for the seat that has to decide there."""
    path, results, seat = memory.path, memory.results, int(search.seat)
    seats, total = int(memory.mind[ROOT].seats), len(rules.ITEMS) - 1
    for _ in range(count):
        first, depth, decisions = go_down(search, memory, data, weights, edges, rng)
        found = memory.findings[first]
        if evaluator.evaluate(search, memory, data, weights, decisions, rng):
            rules.score(memory.mind[TRIED], data, memory.sheet)
            judge(memory.sheet, seats, search, results)
            found.points += memory.sheet[seat, total]
            for item in range(len(rules.ITEMS)):
                memory.items[first, item] += memory.sheet[seat, item]
        for step in range(depth):
            edges[path[step, 0]].visits += 1
            edges[path[step, 0]].total += results[path[step, 1], RESULT]
        found.visits += 1
        found.total += results[seat, RESULT]
        found.wins += results[seat, SHARE]
        found.ahead += results[seat, AHEAD]
        search.done += 1


@rule
def go_down(
    search: Position, memory: Position, data: Settings, weights: Numbers, edges: Numbers, rng: Generator
) -> tuple[int, int, int]:
    """Go down the trees in `mind[TRIED]`, redealt, until a move was added to one of them; into `path` the entries met.

    Returns the place of the first move among the legal ones, how long the path is, and how many decisions were made.
    """
    state, seats, keys, moves = memory.mind[TRIED], int(memory.mind[ROOT].seats), memory.keys, memory.moves
    memory.mind[TRIED] = memory.mind[ROOT]
    rules.redeal(state, data, int(search.seat), rng)
    for other in range(seats):
        keys[other] = other
    first = -1
    depth = 0
    decisions = 0
    growing = True
    while growing and decisions < rules.MAX_DECISIONS:
        who = rules.actor(state, data)
        if who == OVER:
            break
        if who == CHANCE:
            move = rules.sample(state, data, rng)
            if search.outcomes:
                watch(state, data, move, keys, seats)
            rules.apply(state, data, move)
            continue
        decisions += 1
        legal = rules.legal(state, data, moves)
        place = 0
        if legal > 1:
            total = evaluator.prior(state, data, weights, memory, legal)
            place = select(search, memory, edges, int(keys[who]), legal, total)
            if first < 0 and search.round_robin and search.done % search.round_robin == 0:
                place = search.done // search.round_robin % legal
        move = int(moves[place])
        if first < 0:
            first = place
        if legal > 1:
            key = mixed(int(keys[who]), move)
            edge = find(edges, search, key)
            growing = edge >= 0
            if growing:
                if edges[edge].search != search.number:
                    edges[edge].search = search.number
                    edges[edge].key = key
                    edges[edge].visits = 0
                    edges[edge].total = 0.0
                    growing = False
                memory.path[depth, 0] = edge
                memory.path[depth, 1] = who
                depth += 1
                growing = growing and depth < search.depth
        if growing:
            watch(state, data, move, keys, seats)
        rules.apply(state, data, move)
    return first, depth, decisions


@rule
def best(memory: Position) -> int:
    """The place, among the legal moves, of the move that was tried most; of equal ones, the better one."""
    place = 0
    for other in range(1, rules.MAX_LEGAL):
        one, two = memory.findings[place], memory.findings[other]
        if two.visits > one.visits or (two.visits == one.visits and two.total > one.total):
            place = other
    return place


# ── The trees ────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def watch(state: Position, data: Settings, move: int, keys: Numbers, seats: int) -> None:
    """Every seat sees what it can of an event that is about to happen."""
    for seat in range(seats):
        keys[seat] = mixed(int(keys[seat]), rules.seen(state, data, move, seat))


@rule
def mixed(key: int, event: int) -> int:
    """What a seat has seen, with one more event: 60 bits, mixed in two halves so that no product leaves 63."""
    low = ((key & HALF) + event + 2) * 0x2C1B_3C6D
    low = (low ^ (low >> 30)) & HALF
    high = ((key >> 30) ^ low) * 0x297A_2D39
    return ((high ^ (high >> 30)) & HALF) << 30 | low


@rule
def find(edges: Numbers, search: Position, key: int) -> int:
    """The entry of a key: its own, or the free one where it would go; -1 if the table is full there."""
    mask = int(search.room) - 1
    place = (key ^ (key >> 30)) & mask
    for _ in range(PROBES):
        if edges[place].search != search.number or edges[place].key == key:
            return place
        place = (place + 1) & mask
    return -1


@rule
def select(search: Position, memory: Position, edges: Numbers, key: int, legal: int, total: int) -> int:
    """The place of the move that promises most: its mean result, and more the likelier and the less tried it is."""
    moves, tickets = memory.moves, memory.tickets
    visits = 0
    value = 0.0
    for i in range(legal):
        edge = find(edges, search, mixed(key, int(moves[i])))
        if edge >= 0 and edges[edge].search == search.number:
            visits += int(edges[edge].visits)
            value += float(edges[edge].total)
    untried = value / visits - search.doubt if visits > 0 else 0.0
    urge = search.explore * sqrt(visits + 1.0)
    best = 0
    best_promise = -1e9
    for i in range(legal):
        prior = (1.0 - search.evenness) * float(tickets[i]) / total + search.evenness / legal
        promise = untried + urge * prior
        edge = find(edges, search, mixed(key, int(moves[i])))
        if edge >= 0 and edges[edge].search == search.number and edges[edge].visits > 0:
            tried = int(edges[edge].visits)
            promise = float(edges[edge].total) / tried + urge * prior / (1.0 + tried)
        if promise > best_promise:
            best, best_promise = i, promise
    return best


# ── What an end is worth ─────────────────────────────────────────────────────────────────────────────────────────

RESULT, SHARE, AHEAD = range(3)  # columns of `results`


@rule
def judge(sheet: Numbers, seats: int, search: Position, results: Numbers) -> None:
    """What the end of a game is worth to each seat, from 0 to 1: its share of the win, and how far ahead it is."""
    total = len(rules.ITEMS) - 1
    winners = 0
    for seat in range(seats):
        best = -(1 << 30)
        wins = True
        for other in range(seats):
            if other != seat:
                best = max(best, int(sheet[other, total]))
                wins = wins and not is_ahead(sheet, other, seat, total)
        results[seat, AHEAD] = int(sheet[seat, total]) - best
        results[seat, SHARE] = 1.0 if wins else 0.0
        winners += 1 if wins else 0
    for seat in range(seats):
        results[seat, SHARE] /= winners
        lead = max(-1.0, min(1.0, results[seat, AHEAD] / search.far))
        results[seat, RESULT] = (1.0 - search.lead) * results[seat, SHARE] + search.lead * (0.5 + 0.5 * lead)
