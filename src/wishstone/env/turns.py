"""Single-game step: one compiled call takes a game from one decision of a seat to the next.

`rules` is bound to one game. A call of compiled code from Python costs as much as a move of the rules, so there is one
for each step, and what is legal stays in `legal` and `mask` for the next one to look at.
"""

from __future__ import annotations

from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.lab.playing import BOTS, BY_LOT

rules: Rules = TO_BE_BOUND

CUT_OFF = -3  # who decides, beside the seats and `OVER`: nobody, since the game has had its most decisions
REFUSED = -4  # and the move was not legal, so nothing has happened

COUNTS = 8  # numbers in `counts`, by their places: what is played, and how far it is
SEED, NUMBER, SEATS, FIRST, MOST_DECISIONS, SKIP_FORCED, DECISIONS, LEGAL = range(COUNTS)


@rule
def begin(
    state: Position,
    data: Settings,
    dealer: Generator,
    player: Generator,
    counts: Numbers,
    legal: Numbers,
    mask: Numbers,
) -> int:
    """Begin a game of a seed and go on to its first decision; returns who decides."""
    seats, first = int(counts[SEATS]), int(counts[FIRST])
    seed_stream(dealer, int(counts[SEED]), int(counts[NUMBER]), DEALER)
    seed_stream(player, int(counts[SEED]), int(counts[NUMBER]), BOTS)
    lot = below(dealer, seats)
    rules.setup(state, data, seats, lot if first == BY_LOT else first)
    counts[DECISIONS] = 0
    return go_on(state, data, dealer, counts, legal, mask)


@rule
def step(
    move: int, state: Position, data: Settings, dealer: Generator, counts: Numbers, legal: Numbers, mask: Numbers
) -> int:
    """Make a move of the seat that decides, if it is legal, and go on; returns who decides then."""
    if not 0 <= move < len(mask) or mask[move] == 0:
        return REFUSED
    rules.apply(state, data, move)
    counts[DECISIONS] += 1
    return go_on(state, data, dealer, counts, legal, mask)


@rule
def go_on(state: Position, data: Settings, dealer: Generator, counts: Numbers, legal: Numbers, mask: Numbers) -> int:
    """Let outcomes and, where they are skipped, forced moves happen; returns who decides then."""
    for place in range(counts[LEGAL]):
        mask[legal[place]] = 0
    counts[LEGAL] = 0
    while True:
        who = rules.actor(state, data)
        if who == CHANCE:
            rules.apply(state, data, rules.sample(state, data, dealer))
            continue
        if who == OVER:
            return OVER
        if counts[DECISIONS] >= counts[MOST_DECISIONS]:
            return CUT_OFF
        count = rules.legal(state, data, legal)
        if count > 1 or counts[SKIP_FORCED] == 0:
            break
        rules.apply(state, data, int(legal[0]))
        counts[DECISIONS] += 1
    counts[LEGAL] = count
    for place in range(count):
        mask[legal[place]] = 1
    return who


@rule
def happen(move: int, state: Position, data: Settings, legal: Numbers, counts: Numbers) -> int:
    """A move or an outcome, trusted to be possible; returns who decides then, chance included."""
    rules.apply(state, data, move)
    return look(state, data, legal, counts)


@rule
def look(state: Position, data: Settings, legal: Numbers, counts: Numbers) -> int:
    """Who decides in a position, chance included; what is legal goes into `legal` and `counts`."""
    who = rules.actor(state, data)
    counts[LEGAL] = rules.legal(state, data, legal) if who >= 0 else 0
    return who
