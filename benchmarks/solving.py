"""Endgame solver: brute force over the game contract, with a lower and an upper bound on a position's value.

`rules` is bound to one game (see `game/rule.py`). Chance is summed exactly, and `me`, the seat that asks, maximises its
share of the win. With two seats the other one minimises it. With more, the others maximise their own share first;
where several moves are worth the same to them, the bound from below supposes the one that is worst for `me`, and the
bound from above the best. Where a line is cut off after so many turns, its bounds are 0 and 1. So the true value lies
between the bounds, whatever happens beyond.

Positions met again are looked up in a table that holds them whole: a coincidence of hashes cannot spoil a value.
Lines are followed by a loop, not by a function that calls itself: Numba's cache on disk gives such functions back
broken.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wishstone.game.contract import CHANCE, OVER, Game, MoveNumber, Numbers, Position, Rules, Settings
from wishstone.game.registry import rules_of
from wishstone.game.rule import TO_BE_BOUND, bound, rule

rules: Rules = TO_BE_BOUND

Worlds = Sequence[tuple[Position, float]]  # positions that look alike to a seat, each with its probability
Bounds = tuple[float, float]  # from below and from above

LOW, HIGH, RIVAL = range(3)  # what is known of a position: bounds of one's own share, and the share of who acts next
VALUES = 3
LEFT, WHO, PLACE, COUNT, NEXT = range(5)  # what is kept of a position in a line; moves from `NEXT` on are done
NOWHERE = -1  # a place that is not in the table
SAME = 1e-9  # shares closer than this are equal
DEEPEST = 400  # events from the position that is solved to the end of a line
ROOM = 8  # places of the stack that are kept for cards laid after the end
BIG = 1 << 20
FULL = -1  # instead of a place, where the table has no more room
LONGEST_PROBE = 64  # places of the table that are tried for a position
HASH_FACTOR = 0x9E3779B1
HASH_MASK = 0x7FFF_FFFF


class Memory(NamedTuple):
    """All that solving needs, allocated once; the first seven arrays by depth."""

    stack: Numbers  # the positions of the line that is looked at
    words: NDArray[np.int32]  # the same memory as numbers
    moves: NDArray[np.int16]
    weights: NDArray[np.int16]
    line: NDArray[np.int64]  # of a position in that line: `LEFT`, `WHO`, `PLACE`, `COUNT`, `NEXT`
    found: NDArray[np.float64]  # its bounds and the rival's share,
    total: NDArray[np.float64]  # and the weight of the outcomes so far
    sheet: NDArray[np.int16]
    keys: NDArray[np.int32]  # the table: positions with the turns that were left, as numbers,
    values: NDArray[np.float64]  # what was found out of them,
    used: NDArray[np.int32]  # and which run of the solver it was


@rule
def solve(turns: int, me: int, run: int, data: Settings, memory: Memory) -> bool:
    """Find the bounds of the position `stack[0]`, with so many turns until lines are cut off; they go to `found[0]`.

    Returns whether the table had room for it.
    """
    stack, line = memory.stack, memory.line
    line[0, LEFT] = turns
    depth = 0
    down = True
    while True:
        if down and not is_known(depth, me, data, memory):
            place = find(depth, int(line[depth, LEFT]), run, memory)
            if place == FULL:
                return False
            open_up(depth, place, data, memory)
        if line[depth, NEXT] == 0:
            close(depth, memory)
            if depth == 0:
                return True
            depth -= 1
            add(depth, me, memory)
            down = False
            continue
        line[depth, NEXT] -= 1
        stack[depth + 1] = stack[depth]
        rules.apply(stack[depth + 1], data, int(memory.moves[depth, line[depth, NEXT]]))
        line[depth + 1, LEFT] = line[depth, LEFT]
        if stack[depth + 1].turn != stack[depth].turn:
            line[depth + 1, LEFT] -= 1
        depth += 1
        down = True


@rule
def is_known(depth: int, me: int, data: Settings, memory: Memory) -> bool:
    """Whether the bounds are known at once, as where the game is over or the line is cut off; they are noted then."""
    state = memory.stack[depth]
    line, found = memory.line, memory.found
    who = rules.actor(state, data)
    line[depth, WHO] = who
    line[depth, NEXT] = 0
    line[depth, PLACE] = NOWHERE
    if who == OVER or (who != CHANCE and state.end):
        finish_alone(depth, me, data, memory)
        return True
    if line[depth, LEFT] < 0 or depth + ROOM >= len(memory.stack):
        found[depth, LOW], found[depth, HIGH], found[depth, RIVAL] = 0.0, 1.0, 0.0
        return True
    return False


@rule
def open_up(depth: int, place: int, data: Settings, memory: Memory) -> None:
    """Take the bounds from the table, or list what may happen at this depth."""
    line, found = memory.line, memory.found
    if place >= len(memory.used):
        for i in range(VALUES):
            found[depth, i] = memory.values[place - len(memory.used), i]
        return
    line[depth, PLACE] = place
    if line[depth, WHO] == CHANCE:
        count = rules.chances(memory.stack[depth], data, memory.moves[depth], memory.weights[depth])
    else:
        count = rules.legal(memory.stack[depth], data, memory.moves[depth])
    # From the last move to the first: the last ones settle most, to stop, or to lay rather than to discard.
    line[depth, NEXT] = count
    line[depth, COUNT] = count
    for i in range(VALUES):
        found[depth, i] = 0.0
    memory.total[depth] = 0.0


@rule
def add(depth: int, me: int, memory: Memory) -> None:
    """What was found out of a position that follows counts for the one at this depth."""
    line, found = memory.line, memory.found
    low, high, rival = found[depth, LOW], found[depth, HIGH], found[depth, RIVAL]
    a, b, c = found[depth + 1, LOW], found[depth + 1, HIGH], found[depth + 1, RIVAL]
    who = line[depth, WHO]
    two = memory.stack[depth].seats == 2
    if who == CHANCE:
        weight = float(memory.weights[depth, line[depth, NEXT]])
        low, high, rival = low + weight * a, high + weight * b, rival + weight * c
        memory.total[depth] += weight
    elif line[depth, NEXT] == line[depth, COUNT] - 1:
        low, high, rival = a, b, c
    elif who == me:
        rival = c if a > low else rival
        low, high = max(low, a), max(high, b)
    elif two:
        low, high = min(low, a), min(high, b)
    elif c > rival + SAME:
        low, high, rival = a, b, c
    elif c >= rival - SAME:
        low, high, rival = min(low, a), max(high, b), max(rival, c)
    found[depth, LOW], found[depth, HIGH], found[depth, RIVAL] = low, high, rival
    if who != CHANCE and (low >= 1.0 if who == me else high <= 0.0 if two else rival >= 1.0):
        line[depth, NEXT] = 0  # nothing is better than a certain win


@rule
def close(depth: int, memory: Memory) -> None:
    """Everything that may follow is known: the bounds of this position go to the table."""
    line, found = memory.line, memory.found
    place = line[depth, PLACE]
    if place == NOWHERE:
        return
    for i in range(VALUES):
        if line[depth, WHO] == CHANCE:
            found[depth, i] /= memory.total[depth]
        memory.values[place, i] = found[depth, i]


@rule
def find(depth: int, left: int, run: int, memory: Memory) -> int:
    """The place in the table of the position `stack[depth]`, taken for it where it is new.

    Where it is known, the size of the table is added; where there is no room, `FULL`.
    """
    width = memory.words.shape[1]
    mixed = left + 1
    for i in range(width):
        mixed = ((mixed ^ int(memory.words[depth, i])) * HASH_FACTOR) & HASH_MASK
        mixed ^= mixed >> 15
    size = len(memory.used)
    for step in range(LONGEST_PROBE):
        place = (mixed + step) % size
        if memory.used[place] != run:
            for i in range(width):
                memory.keys[place, i] = memory.words[depth, i]
            memory.keys[place, width] = left
            memory.used[place] = run
            return place
        same = memory.keys[place, width] == left
        i = 0
        while same and i < width:
            same = memory.keys[place, i] == memory.words[depth, i]
            i += 1
        if same:
            return size + place
    return FULL


@rule
def finish_alone(depth: int, me: int, data: Settings, memory: Memory) -> None:
    """The share of the win where the game has ended but for cards that each seat may still lay (KC-24).

    What one seat lays then changes nothing for another, so each takes the most points that it can.
    """
    who = rules.actor(memory.stack[depth], data)
    while who != OVER:
        lay_most(depth, who, data, memory)
        memory.stack[depth] = memory.stack[len(memory.stack) - 1]
        who = rules.actor(memory.stack[depth], data)
    share_out(depth, me, data, memory)


@rule
def lay_most(start: int, who: int, data: Settings, memory: Memory) -> None:
    """A seat makes those of its moves that bring most points; the position after them goes to the end of the stack."""
    stack, line = memory.stack, memory.line
    most = -BIG
    depth = start + 1
    stack[depth] = stack[start]
    down = True
    while depth > start:
        if down:
            line[depth, NEXT] = 0
            if rules.actor(stack[depth], data) == who:
                line[depth, NEXT] = rules.legal(stack[depth], data, memory.moves[depth])
            else:
                rules.score(stack[depth], data, memory.sheet)
                points = int(memory.sheet[who, len(rules.ITEMS) - 1])
                if points > most:
                    stack[len(stack) - 1] = stack[depth]
                    most = points
        down = line[depth, NEXT] > 0
        if down:
            line[depth, NEXT] -= 1
            stack[depth + 1] = stack[depth]
            rules.apply(stack[depth + 1], data, int(memory.moves[depth, line[depth, NEXT]]))
            depth += 1
        else:
            depth -= 1


@rule
def share_out(depth: int, me: int, data: Settings, memory: Memory) -> None:
    """The shares of the win in a game that is over: of `me`, and of whoever had the last turn."""
    state = memory.stack[depth]
    rules.score(state, data, memory.sheet)
    mine = share(memory.sheet, int(state.seats), me)
    memory.found[depth, LOW] = mine
    memory.found[depth, HIGH] = mine
    memory.found[depth, RIVAL] = share(memory.sheet, int(state.seats), int(state.turn))


@rule
def share(sheet: Numbers, seats: int, seat: int) -> float:
    """A seat's share of the win: it is divided among those whom nobody beats."""
    equals = 0
    for other in range(seats):
        order = 0
        column = len(rules.ITEMS) - 1
        while order == 0 and column < len(rules.ITEMS) + len(rules.KEYS):
            order = int(sheet[other, column]) - int(sheet[seat, column])
            column += 1
        if order > 0:
            return 0.0
        if order == 0:
            equals += 1
    return 1.0 / equals


class Solver:
    """Solves positions of one game."""

    def __init__(self, game: Game, turns: Sequence[int], places: int) -> None:
        rules_ = game.rules
        name = game.folder.rpartition(".")[2]
        self.game = game
        self._solve = bound(sys.modules[__name__], game.engine, name, rules=rules_of(game.folder, game.engine)).solve
        stack = game.array(DEEPEST)
        words = np.asarray(stack).view(np.int32).reshape(DEEPEST, -1)
        width = max(rules_.MAX_LEGAL, rules_.OUTCOMES)
        self._memory = Memory(
            stack=stack,
            words=words,
            moves=np.zeros((DEEPEST, width), MoveNumber),
            weights=np.zeros((DEEPEST, width), MoveNumber),
            line=np.zeros((DEEPEST, 5), np.int64),
            found=np.zeros((DEEPEST, VALUES)),
            total=np.zeros(DEEPEST),
            sheet=np.zeros((rules_.SEATS[1], len(rules_.ITEMS) + len(rules_.KEYS)), MoveNumber),
            keys=np.zeros((places, words.shape[1] + 1), np.int32),
            values=np.zeros((places, VALUES)),
            used=np.zeros(places, np.int32),
        )
        self._run = 0
        self._me = -1
        self.turns = turns
        self._turns = 0

    def bounds(self, worlds: Worlds, worth_it: Callable[[Sequence[Bounds]], bool]) -> dict[int, Bounds]:
        """For every legal move its bounds, in positions that look alike to the seat on turn.

        It looks ahead further and further, as long as it may be `worth_it`; nothing where it is not.
        """
        first = worlds[0][0]
        found: dict[int, Bounds] = {}
        for turns in self.turns:
            self._turns = turns
            try:
                found = {move: self._bounds(worlds, move) for move in self.game.legal(first)}
            except MemoryError:
                return {}
            if not worth_it(list(found.values())):
                return {}
        return found

    def _bounds(self, worlds: Worlds, move: int) -> Bounds:
        me = int(worlds[0][0].turn)
        moved = [(after(self.game, position, move), weight) for position, weight in worlds]
        if len(moved) == 1:
            return self._of(moved[0][0], me)
        return self._committed(moved, me), sum(weight * self._of(position, me)[HIGH] for position, weight in moved)

    def _committed(self, worlds: Worlds, me: int) -> float:
        """What `me` can be sure of, with the rest of its turn the same in all positions that look alike to it."""
        state = worlds[0][0]
        who = self.game.actor(state)
        if who == OVER or state.turn != me or state.end or (who == CHANCE and state.draw_pile == 1):
            return sum(weight * self._of(position, me)[LOW] for position, weight in worlds)
        if who == me:
            return max(
                self._committed([(after(self.game, position, move), weight) for position, weight in worlds], me)
                for move in self.game.legal(state)
            )
        return sum(self._committed(drawn, me) for drawn in self._drawn(worlds))

    def _drawn(self, worlds: Worlds) -> Iterable[Worlds]:
        """What `me` draws it sees: the positions after each outcome."""
        drawn: dict[int, list[tuple[Position, float]]] = {}
        for position, weight in worlds:
            outcomes = self.game.chances(position)
            everything = sum(copies for _, copies in outcomes)
            for outcome, copies in outcomes:
                part = after(self.game, position, outcome), weight * copies / everything
                drawn.setdefault(outcome, []).append(part)
        return drawn.values()

    def _of(self, position: Position, me: int) -> Bounds:
        """The bounds of one position."""
        left = self._turns if position.turn == me else self._turns - 1
        for fresh in (False, True):
            if fresh or me != self._me:  # otherwise the table may well hold what is asked for
                self._me, self._run = me, self._run + 1
            self._memory.stack[0] = position
            if self._solve(left, me, self._run, self.game.data, self._memory):
                return float(self._memory.found[0, LOW]), float(self._memory.found[0, HIGH])
        raise MemoryError


def after(game: Game, state: Position, move: int) -> Position:
    """The position after a move."""
    copy = game.copy(state)
    game.apply(copy, move)
    return copy
