"""Step loop of the vector environment: one compiled loop that writes into the arrays that a learner reads.

`rules` and `choice` are bound to one game. Everything is written into arrays that the caller made once: game `i` has
row `i` in each of them. Place `i` of `n` plays the games numbered `i`, `i + n`, `i + 2 · n` … of its seed, each with
the outcomes that `wishstone simulate` would give it. A game that ends is followed by the next in the same step.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.choice import RANDOM
from wishstone.game.chance import DEALER, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.game.tie_break import is_ahead
from wishstone.lab.playing import BOTS, BY_LOT

rules: Rules = TO_BE_BOUND
choice: ModuleType = TO_BE_BOUND

LEARNER = -1  # as the bot of a seat: whoever calls decides
MARGIN, WIN = range(2)  # what the end of a game is worth to a seat
ALL_LEGAL = -1

SETTINGS = 6  # numbers in `settings`, by their places:
SEATS, FIRST, SEED, SKIP_FORCED, MOST_DECISIONS, REWARD = range(SETTINGS)


@rule
def first_illegal(masks: Numbers, moves: Numbers) -> int:
    """The first game whose move is not legal, or `ALL_LEGAL`."""
    for i in range(len(moves)):
        if not 0 <= moves[i] < rules.MOVES or not masks[i, moves[i]]:
            return i
    return ALL_LEGAL


@rule
def step(
    moves: Numbers,
    fresh: bool,
    states: Numbers,
    data: Settings,
    settings: Numbers,
    bots: Numbers,
    tools: Numbers,
    mind: Numbers,
    sheet: Numbers,
    dealers: Numbers,
    players: Numbers,
    numbers: Numbers,
    decisions: Numbers,
    legal: Numbers,
    counts: Numbers,
    actors: Numbers,
    observations: Numbers,
    masks: Numbers,
    rewards: Numbers,
    scores: Numbers,
    terminations: Numbers,
    truncations: Numbers,
    finals: Numbers,
) -> None:
    """Make a move in every game and go on to a learner's next decision; where `fresh`, begin all games instead.

    Outcomes, bots and forced moves happen on the way. A game that ends is rewarded, what the learners see then goes
    into `finals`, and the next one of its row begins. It is one long function, since passing this many arrays on would
    cost as much as the rules do.
    """
    skip_forced, most = settings[SKIP_FORCED], settings[MOST_DECISIONS]
    for i in range(len(states)):
        state, dealer, moves_here = states[i], dealers[i], legal[i]
        for place in range(counts[i]):
            masks[i, moves_here[place]] = 0
        if terminations[i] or truncations[i]:
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
            terminations[i] = 0
            truncations[i] = 0
        if fresh:
            numbers[i] += len(states)
            begin(i, states, data, settings, dealers, players, numbers, decisions)
        else:
            rules.apply(state, data, int(moves[i]))
            decisions[i] += 1
        count = 0
        while True:
            who = rules.actor(state, data)
            if who == CHANCE:
                rules.apply(state, data, rules.sample(state, data, dealer))
                continue
            if who == OVER or decisions[i] >= most:
                if not fresh:
                    terminations[i] = who == OVER
                    truncations[i] = who != OVER
                    reward(i, states, data, settings, sheet, rewards, scores)
                    learner = 0
                    for seat in range(len(bots)):
                        if bots[seat] == LEARNER:
                            rules.observe(state, data, seat, finals[i, learner])
                            learner += 1
                numbers[i] += len(states)
                begin(i, states, data, settings, dealers, players, numbers, decisions)
                continue
            if bots[who] == LEARNER:
                count = rules.legal(state, data, moves_here)
                if count > 1 or not skip_forced:
                    break
                move = int(moves_here[0])
            elif bots[who] == RANDOM:
                move = choice.random_move(state, data, players[i], tools)
            else:
                move = choice.think(state, data, who, players[i], tools, mind)
            rules.apply(state, data, move)
            decisions[i] += 1
        counts[i] = count
        actors[i] = who
        for place in range(count):
            masks[i, moves_here[place]] = 1
        rules.observe(state, data, who, observations[i])


@rule
def begin(
    i: int,
    states: Numbers,
    data: Settings,
    settings: Numbers,
    dealers: Numbers,
    players: Numbers,
    numbers: Numbers,
    decisions: Numbers,
) -> None:
    """The next game of a row, before anything random has happened but who begins."""
    seats, first, seed = int(settings[SEATS]), int(settings[FIRST]), int(settings[SEED])
    seed_stream(dealers[i], seed, int(numbers[i]), DEALER)
    seed_stream(players[i], seed, int(numbers[i]), BOTS)
    lot = below(dealers[i], seats)
    rules.setup(states[i], data, seats, lot if first == BY_LOT else first)
    decisions[i] = 0


@rule
def reward(
    i: int, states: Numbers, data: Settings, settings: Numbers, sheet: Numbers, rewards: Numbers, scores: Numbers
) -> None:
    """What a game that has ended is worth to each seat: its lead over the others' mean, or its share of the win."""
    seats = int(settings[SEATS])
    total = len(rules.ITEMS) - 1
    rules.score(states[i], data, sheet)
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
        if settings[REWARD] == WIN:
            rewards[i, seat] /= winners
        else:
            own = int(sheet[seat, total])
            rewards[i, seat] = own - (everything - own) / (seats - 1)
