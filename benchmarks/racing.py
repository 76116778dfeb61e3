"""Endgame solver for Keltis and New Paths: bounds for the race to the last two cards, with two seats.

`rules` is bound to the game (see `game/rule.py`). Lines are followed by a loop, not by functions that call themselves:
Numba's cache on disk gives such functions back broken. Three facts of these games make the bounds short to compute:

- Cards in the hand score nothing, and no move takes points from the other seat. So whoever has the turn while *one*
  card is left can end the game at once with the best play of the hand (K-17, N-20). If that is a lead, it is a win; if
  it stays behind, the other seat wins, which discards any card and ends the game the turn after. Only if it is a tie
  is there anything left to think of, and then we only use that the seat on turn has half a win at least.
- So whoever takes a card from the draw pile while *two* are left hands the last word over, and the card that came does
  not matter. What matters is whose play is when, hence the discard piles, and what the other seat holds.
- Points are open. A plan that only looks at points and at one's own hand is therefore a plan that one can really
  follow without knowing what the other seat hides.

The bound from below: `me` plays out this turn in the best way that is the same for all hands that the other seat may
hold (`endings.py` sees to that), and from then on by a plain plan: most points at once, then the draw pile. The other
seat sees everything and does its worst. The bound from above: `me` sees everything and does its best; the other seat
takes from the draw pile at once, or in its turn after next, with the best play for that. It may know all that it needs
for this, because `me` holds only cards that everyone has seen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wishstone.game.contract import CHANCE, OVER, Game, MoveNumber, Numbers, Position, Settings
from wishstone.game.registry import rules_of
from wishstone.game.rule import TO_BE_BOUND, bound, rule

rules: ModuleType = TO_BE_BOUND

Worlds = Sequence[tuple[Position, float]]  # positions that look alike to a seat, each with its probability
Bounds = tuple[float, float]  # from below and from above

LOW, HIGH = range(2)  # which bound is asked for
MOST_PATIENCE = 1  # turns that the other seat may take from a discard pile, in the bound from above
HURRY, PATIENCE, COUNT, NEXT = range(4)  # what is kept of a position in a line
DEEPEST = 64  # events of a line
BIG = 1 << 20


class Memory(NamedTuple):
    """All that a race needs, allocated once; every array but the sheet by depth."""

    stack: Numbers  # the positions of the line that is looked at
    moves: NDArray[np.int16]
    plan: NDArray[np.int64]  # of a position in that line: `HURRY`, `PATIENCE`, `COUNT`, `NEXT`
    look: NDArray[np.int64]  # the same for a look at one turn alone: `COUNT`, `NEXT`
    found: NDArray[np.float64]
    sheet: NDArray[np.int16]


@rule
def value(bound_: int, hurry: bool, patience: int, me: int, data: Settings, memory: Memory) -> float:
    """A bound of what the position `stack[0]` is worth to `me`; in a `hurry`, the seat on turn must draw."""
    stack, plan, found = memory.stack, memory.plan, memory.found
    plan[0, HURRY], plan[0, PATIENCE] = hurry, patience
    depth = 0
    down = True
    while True:
        if down:
            found[depth] = known(depth, bound_, me, data, memory)
            plan[depth, NEXT] = 0
            plan[depth, COUNT] = 0 if found[depth] >= 0.0 else choices(depth, me, data, memory)
        who = rules.actor(stack[depth], data)
        settled = found[depth] == (1.0 if who == me else 0.0)
        if plan[depth, NEXT] == plan[depth, COUNT] or settled:
            if depth == 0:
                return float(found[0])
            depth -= 1
            who = rules.actor(stack[depth], data)
            got = found[depth + 1]
            if found[depth] < 0.0:
                found[depth] = got
            else:
                found[depth] = max(found[depth], got) if who == me else min(found[depth], got)
            down = False
            continue
        stack[depth + 1] = stack[depth]
        rules.apply(stack[depth + 1], data, int(memory.moves[depth, plan[depth, NEXT]]))
        plan[depth, NEXT] += 1
        turn = int(stack[depth + 1].turn)
        plan[depth + 1, HURRY], plan[depth + 1, PATIENCE] = plan[depth, HURRY], plan[depth, PATIENCE]
        if turn != stack[depth].turn:
            plan[depth + 1, HURRY] = in_a_hurry(turn, bound_, int(plan[depth, PATIENCE]), me)
            plan[depth + 1, PATIENCE] -= turn != me
        depth += 1
        down = True


@rule
def known(depth: int, bound_: int, me: int, data: Settings, memory: Memory) -> float:
    """The bound where it is known at once: at the end, or at the start of a turn with one card left; otherwise -1."""
    state = memory.stack[depth]
    who = rules.actor(state, data)
    if who == OVER:
        return worth(lead(state, me, data, memory.sheet))
    if state.draw_pile > 1 or state.step != rules.PLAYING:
        return -1.0
    margin = most_ahead(depth, who, data, memory)
    if margin == 0:
        return (0.5 if who == me else 0.0) + (0.5 if bound_ == HIGH else 0.0)
    return worth(margin if who == me else -margin)


@rule
def choices(depth: int, me: int, data: Settings, memory: Memory) -> int:
    """List what is to be tried at this depth; returns how many moves."""
    state = memory.stack[depth]
    who = rules.actor(state, data)
    if who == CHANCE:  # any card will do
        rules.chances(state, data, memory.moves[depth], memory.moves[depth + 1])
        return 1
    count = int(rules.legal(state, data, memory.moves[depth]))
    if not memory.plan[depth, HURRY]:
        return count
    if state.step == rules.DRAWING:
        return 1  # the draw pile
    if who == me:
        memory.moves[depth, 0] = memory.moves[depth, plain(depth, count, who, data, memory)]
        return 1
    return count


@rule
def in_a_hurry(turn: int, bound_: int, patience: int, me: int) -> bool:
    """Whether a seat whose turn begins keeps to its plan: `me` from below, the other one from above."""
    if bound_ == LOW:
        return turn == me
    return turn != me and patience <= 0


@rule
def plain(depth: int, count: int, who: int, data: Settings, memory: Memory) -> int:
    """Which of the moves leads to most points at once, the first one of several."""
    best = 0
    most = -BIG
    for i in range(count):
        memory.stack[depth + 1] = memory.stack[depth]
        rules.apply(memory.stack[depth + 1], data, int(memory.moves[depth, i]))
        margin = most_ahead(depth + 1, who, data, memory)
        if margin > most:
            best, most = i, margin
    return best


@rule
def most_ahead(start: int, who: int, data: Settings, memory: Memory) -> int:
    """How far ahead a seat can be once it has played a card, with all that follows but the draw."""
    stack, look = memory.stack, memory.look
    most = -BIG
    depth = start
    down = True
    while depth >= start:
        state = stack[depth]
        if down:
            look[depth, NEXT] = 0
            look[depth, COUNT] = 0
            if rules.actor(state, data) != who or state.step == rules.DRAWING:
                most = max(most, lead(state, who, data, memory.sheet))
            else:
                look[depth, COUNT] = rules.legal(state, data, memory.moves[depth])
        down = look[depth, NEXT] < look[depth, COUNT]
        if down:
            stack[depth + 1] = stack[depth]
            rules.apply(stack[depth + 1], data, int(memory.moves[depth, look[depth, NEXT]]))
            look[depth, NEXT] += 1
            depth += 1
        else:
            depth -= 1
    return most


@rule
def lead(state: Position, seat: int, data: Settings, sheet: Numbers) -> int:
    """How many points a seat is ahead of the other."""
    rules.score(state, data, sheet)
    total = len(rules.ITEMS) - 1
    return int(sheet[seat, total]) - int(sheet[1 - seat, total])


@rule
def worth(margin: int) -> float:
    """A seat's share of the win, by how many points it is ahead at the end."""
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


@rule
def total(
    worlds: Numbers,
    weights: Numbers,
    path: Numbers,
    bound_: int,
    patience: int,
    me: int,
    data: Settings,
    memory: Memory,
) -> float:
    """The bound of positions that look alike, each with its weight, after the same moves of `me` in all of them."""
    everything = 0.0
    state = memory.stack[0]
    for i in range(len(worlds)):
        memory.stack[0] = worlds[i]
        for j in range(len(path)):
            if rules.actor(state, data) == CHANCE:  # any card will do
                rules.chances(state, data, memory.moves[0], memory.moves[1])
                rules.apply(state, data, int(memory.moves[0, 0]))
            rules.apply(state, data, int(path[j]))
        turn = int(state.turn)
        hurry = turn != me and in_a_hurry(turn, bound_, patience, me)
        found = value(bound_, hurry, patience if turn == me else patience - 1, me, data, memory)
        everything += float(weights[i]) * found
    return everything


class Race:
    """Bounds moves in positions of Keltis and New Paths with two cards in the draw pile."""

    def __init__(self, game: Game) -> None:
        self.game = game
        folder = game.folder
        self._total = bound(
            sys.modules[__name__], game.engine, folder.rpartition(".")[2], rules=rules_of(folder, game.engine)
        ).total
        self._memory = Memory(
            stack=game.array(DEEPEST),
            moves=np.zeros((DEEPEST, max(game.rules.MAX_LEGAL, game.rules.OUTCOMES)), MoveNumber),
            plan=np.zeros((DEEPEST, 4), np.int64),
            look=np.zeros((DEEPEST, 4), np.int64),
            found=np.zeros(DEEPEST),
            sheet=np.zeros((game.rules.SEATS[1], len(game.rules.ITEMS)), MoveNumber),
        )

    def bounds(self, worlds: Worlds, worth_it: Callable[[Sequence[Bounds]], bool]) -> dict[int, Bounds]:
        """For every legal move its bounds, in positions that look alike to the seat on turn."""
        array, weights = self.game.array(len(worlds)), np.array([weight for _, weight in worlds])
        for i, (position, _) in enumerate(worlds):
            array[i] = position
        first = worlds[0][0]
        me = int(first.turn)
        found: dict[int, Bounds] = {}
        for move in self.game.legal(first):
            found[move] = (self._low(array, weights, first, move), self._sum(array, weights, [move], HIGH, 0, me))
        if not worth_it(list(found.values())):
            return {}
        for move, (low, high) in found.items():
            if high > low:
                found[move] = (low, min(high, self._sum(array, weights, [move], HIGH, MOST_PATIENCE, me)))
        return found

    def _low(self, worlds: Numbers, weights: Numbers, first: Position, move: int) -> float:
        """What `me` can be sure of after a move: by the best turn that is the same in all positions."""
        me = int(first.turn)
        state = self.game.copy(first)
        self.game.apply(state, move)
        return max(self._sum(worlds, weights, path, LOW, 0, me) for path in self._paths(state, [move], me))

    def _paths(self, state: Position, path: list[int], me: int) -> Iterator[list[int]]:
        """All ways to go on with a turn: the decisions, without the cards that may come in between."""
        if self.game.actor(state) == CHANCE:
            self.game.apply(state, self.game.chances(state)[0][0])
        if self.game.actor(state) != me:
            yield path
            return
        for move in self.game.legal(state):
            copy = self.game.copy(state)
            self.game.apply(copy, move)
            yield from self._paths(copy, [*path, move], me)

    def _sum(
        self, worlds: Numbers, weights: Numbers, path: Sequence[int], bound_: int, patience: int, me: int
    ) -> float:
        moves = np.array(path, MoveNumber)
        return float(self._total(worlds, weights, moves, bound_, patience, me, self.game.data, self._memory))
