"""Step loop of the vector environment: one compiled loop that writes into the arrays that a learner reads.

`rules` and `playing` are bound to one game; the game loop waits for the learner's moves. Everything is written into
arrays that the caller made once: game `i` has row `i` in each of them. Place `i` of `n` plays the games numbered `i`,
`i + n`, `i + 2 · n` … of its seed, each with the outcomes that `wishstone simulate` would give it. A game that ends is
followed by the next in the same step.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from wishstone.bots.deciding import OUTSIDE, Tools
from wishstone.game.contract import OVER, Numbers, Position, Rules
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.game.tie_break import is_ahead

rules: Rules = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND

MARGIN, WIN = range(2)  # what the end of a game is worth to a seat
ALL_LEGAL = -1


class Shown(NamedTuple):
    """What a learner is shown, with a row for each game."""

    legal: Numbers
    counts: Numbers
    actors: Numbers
    observations: Numbers
    masks: Numbers
    rewards: Numbers
    scores: Numbers
    terminations: Numbers
    truncations: Numbers
    finals: Numbers  # what each learner saw at the end of the last game
    rewarded: Numbers  # by what the end of a game is worth: the first number


@rule
def first_illegal(masks: Numbers, moves: Numbers) -> int:
    """The first game whose move is not legal, or `ALL_LEGAL`."""
    for i in range(len(moves)):
        if not 0 <= moves[i] < rules.MOVES or not masks[i, moves[i]]:
            return i
    return ALL_LEGAL


@rule
def step(
    moves: Numbers, fresh: bool, plays: Numbers, tables: Numbers, memories: Numbers, tools: Tools, shown: Shown
) -> None:
    """Make a move in every game and go on to a learner's next decision; where `fresh`, begin all games instead.

    Outcomes, bots and forced moves happen on the way. A game that ends is rewarded, what the learners see then goes
    into `finals`, and the next one of its row begins. Who plays is what one of the tables says, by the game's number.
    """
    memory = memories[0]
    legal, counts, masks, rewards = shown.legal, shown.counts, shown.masks, shown.rewards
    actors, observations, terminations = shown.actors, shown.observations, shown.terminations
    truncations, data = shown.truncations, tables[0].settings
    for i in range(len(plays)):
        play, moves_here = plays[i], legal[i]
        for place in range(counts[i]):
            masks[i, moves_here[place]] = 0
        if terminations[i] or truncations[i]:
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
            terminations[i] = 0
            truncations[i] = 0
        if fresh:
            begin(play, tables, memory, len(plays))
        else:
            playing.make(play, tables[0], tools, int(moves[i]))
        who = playing.advance(play, tables[play.number % len(tables)], memory, tools)
        while who == OVER:
            if not fresh:
                is_over = rules.actor(play.state, data) == OVER
                terminations[i] = is_over
                truncations[i] = not is_over
                reward(play, tables[0], memory.sheet, i, shown)
                show_end(play, tables[0], i, shown)
            begin(play, tables, memory, len(plays))
            who = playing.advance(play, tables[play.number % len(tables)], memory, tools)
        count = rules.legal(play.state, data, moves_here)
        counts[i] = count
        actors[i] = who
        for place in range(count):
            masks[i, moves_here[place]] = 1
        rules.observe(play.state, data, who, observations[i])


@rule
def begin(play: Position, tables: Numbers, memory: Position, places: int) -> None:
    """The next game of a row, so many numbers on, at the table whose turn it is."""
    number = int(play.number) + places
    playing.begin(play, tables[number % len(tables)], memory, number)


@rule
def show_end(play: Position, table: Position, i: int, shown: Shown) -> None:
    """What the learners see at the end of a game."""
    learner = 0
    for seat in range(int(table.seats)):
        if table.chairs[seat].kind == OUTSIDE:
            rules.observe(play.state, table.settings, seat, shown.finals[i, learner])
            learner += 1


@rule
def reward(play: Position, table: Position, sheet: Numbers, i: int, shown: Shown) -> None:
    """What a game that has ended is worth to each seat: its lead over the others' mean, or its share of the win."""
    rewards, scores, seats = shown.rewards, shown.scores, int(table.seats)
    total = len(rules.ITEMS) - 1
    rules.score(play.state, table.settings, sheet)
    everything = 0
    winners = 0
    for seat in range(seats):
        scores[i, seat] = sheet[seat, total]
        everything += int(sheet[seat, total])
        rewards[i, seat] = 1
        for other in range(seats):
            if is_ahead(sheet, other, seat, total):
                rewards[i, seat] = 0
        winners += int(rewards[i, seat])
    for seat in range(seats):
        if shown.rewarded[0] == WIN:
            rewards[i, seat] /= winners
        else:
            own = int(sheet[seat, total])
            rewards[i, seat] = own - (everything - own) / (seats - 1)
