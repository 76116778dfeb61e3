"""The rules of Quartz, the dice game: every Q rule, over one flat record.

The page `docs/rules/quartz-dice.md` numbers the rules; the numbers stand here where a rule is carried out. Nothing is
hidden in this game.

Crystals. A *kind* is a number from 0 to 6 in the order of Q-1, the black ones last; the bag, every cart and every chest
count how many they hold of each. The five dice are one *throw*, as `games/shared/dice.py` keeps it.
"""

from __future__ import annotations

import numpy as np

from wishstone.api import (
    CHANCE,
    FIRST,
    OVER,
    THROWS,
    WAYS,
    Generator,
    Numbers,
    Position,
    Settings,
    below,
    dice_of,
    is_part,
    number_of,
    roll,
    rule,
    shown,
)

SEATS = (3, 6)

# ── Crystals and dice ────────────────────────────────────────────────────────────────────────────────────────────

REAL = 6  # kinds of real crystals: quartz, rubellite, emerald, sapphire, ruby, amber
BLACK = REAL  # the kind of the worthless ones
KINDS = REAL + 1
CRYSTALS = np.array([16, 14, 11, 8, 5, 3, 13], np.int8)
TAKEN_OUT = np.array([(4, 4, 3, 3, 3, 2), (3, 3, 2, 2, 2, 1), (2, 2, 1, 1, 1, 1), (0,) * REAL], np.int8)
PAIRS = 6  # black crystals beside the bag, in pairs
ROUNDS = 6

DICE = 5
PICKAXE, JACKHAMMER, CHEST, TRANSPORT, CLAW, HELMET = range(6)
FACES = 6
FREE_THROWS = 3  # the first, and two more; each further one costs a marker

POINTS = (2, 3, 4, 5, 7, 9, -3)  # Q-26, by kind
SET_POINTS = (0, 0, 0, 3, 6, 10)  # Q-27, by crystals in one set
FEWEST = -5


def _best_splits(most: int) -> list[int]:
    """What so many crystals of a kind are worth in sets, split in the best way (Q-28)."""
    best = [0]
    for count in range(1, most + 1):
        best.append(max(best[count - taken] + SET_POINTS[taken] for taken in range(min(count, 5) + 1) if taken != 0))
    return best


SETS = np.array(_best_splits(int(CRYSTALS.max())), np.int8)

# ── Moves: an id means the same move in every position ───────────────────────────────────────────────────────────

THROW_NUMBERS = int(FIRST[DICE + 1])  # throws of one to five dice
MOST_HAMMERED = 5  # per die, all five dice draw

REROLL = 0  # + number of the throw that is thrown again
KEEP = REROLL + THROW_NUMBERS
DIG = KEEP + 1  # one draw for a pickaxe
HAMMER = DIG  # + 1 … + MOST_HAMMERED: draws together, or dice
RETURN = HAMMER + MOST_HAMMERED + 1  # + kind
STORE = RETURN + KINDS  # + kind: from the cart into the chest
SEND = STORE + KINDS  # + seat: a black crystal to that cart
STEAL = SEND + SEATS[1]  # + REAL · seat + kind
STOP = STEAL + SEATS[1] * REAL
NAME = STOP + 1  # + seat
MOVES = NAME + SEATS[1]

DRAW = 0  # + kind: an outcome out of the bag
ROLL = DRAW + KINDS  # + number of the throw: an outcome of the dice just thrown
OUTCOMES = ROLL + THROW_NUMBERS

# With one pair of helmets everything may be possible: one way to dig, four to hammer, seven kinds to store,
# five carts to send to, five carts of six kinds to steal from, and to stop.
MAX_LEGAL = 1 + 4 + KINDS + 5 + 5 * REAL + 1
MAX_DECISIONS = 2000

# What may be thrown again of each throw of five dice: numbers of throws in rising order, one list after the other.
_AGAIN = [
    [number for number in range(THROW_NUMBERS) if is_part(int(THROWS[number]), int(THROWS[whole]))]
    for whole in range(FIRST[DICE], FIRST[DICE + 1])
]
AGAIN = np.array([number for numbers in _AGAIN for number in numbers], np.int16)
AGAIN_FROM = np.array([sum(map(len, _AGAIN[:whole])) for whole in range(len(_AGAIN) + 1)], np.int16)

# ── What is asked for next ───────────────────────────────────────────────────────────────────────────────────────

# A crystal is mined; dice are thrown; throw again or keep; carry out actions; a crystal for a pickaxe, or for
# jackhammers; which of those goes back; who starts the next round.
MINING, THROWING, ROLLING, ACTING, DIGGING, HAMMERING, RETURNING, NAMING, DONE = range(9)
STEPS = ("mining", "throwing", "rolling", "acting", "digging", "hammering", "returning", "naming", "done")

ENDS = ("", "rounds", "bag")
NOT_ENDED, BY_ROUNDS, BY_BAG = range(3)

ITEMS = ("crystals", "sets", "chest", "total")
KEYS = ("quartz", "rubellite", "emerald", "sapphire", "ruby", "amber")
SCORE_RANGE = (-38, 322)  # all eleven black crystals that can come; all real ones of six players

_byte = np.int8
State = np.dtype(
    [
        ("dice", np.int32),  # the dice that lie on the table, as a throw
        ("again", np.int16),  # which throw of five it is: where `AGAIN_FROM` looks
        ("bag", _byte, KINDS),
        ("bag_size", _byte),
        ("cart", _byte, (6, KINDS)),
        ("chest", _byte, (6, KINDS)),
        ("markers", _byte, 6),  # for further throws
        ("actions", _byte, FACES),  # what is left to do: by pickaxe die, by jackhammer die, by pair of the others
        ("drawn", _byte, KINDS),  # what this turn's jackhammers drew and may still go back
        ("seats", _byte),
        ("first", _byte),
        ("start", _byte),  # the start player of this round
        ("turn", _byte),  # whose turn it is; while naming, the start player
        ("step", _byte),
        ("rounds", _byte),  # begun
        ("pairs", _byte),  # pairs of black crystals beside the bag
        ("throws", _byte),  # of this turn
        ("thrown", _byte),  # dice in the air
        ("hammered", _byte),  # the jackhammers have had their turn
        ("draws", _byte),  # crystals that they still draw,
        ("returns", _byte),  # and that go back then
        ("most", _byte),  # while naming: the seats with most real crystals, as a set
        ("end", _byte),
    ],
    align=True,
)
Data = np.dtype([("per_die", _byte)], align=True)  # the option `jackhammer`


@rule
def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    """The table before the first crystal is mined (Q-1 to Q-4)."""
    state.seats = seats
    state.first = first
    state.start = first
    state.turn = first
    state.rounds = 1
    state.pairs = PAIRS
    state.end = NOT_ENDED
    state.most = 0
    state.draws = 0
    state.returns = 0
    begin_turn(state)
    size = 1
    for kind in range(REAL):
        count = int(CRYSTALS[kind]) - int(TAKEN_OUT[seats - SEATS[0], kind])
        state.bag[kind] = count
        size += count
    state.bag[BLACK] = 1
    state.bag_size = size
    for kind in range(KINDS):
        state.drawn[kind] = 0
        for seat in range(SEATS[1]):
            state.cart[seat, kind] = 0
            state.chest[seat, kind] = 0
    for seat in range(SEATS[1]):
        state.markers[seat] = 0


@rule
def begin_turn(state: Position) -> None:
    """A turn before its first step (Q-5)."""
    state.step = MINING
    state.dice = 0
    state.again = 0
    state.throws = 0
    state.thrown = 0
    state.hammered = 0
    for face in range(FACES):
        state.actions[face] = 0


@rule
def actor(state: Position, data: Settings) -> int:
    """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
    step = int(state.step)
    if step == ROLLING or step == ACTING or step == RETURNING or step == NAMING:
        return int(state.turn)
    if step == DONE:
        return OVER
    return CHANCE


# ── What a player may do ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def legal(state: Position, data: Settings, out: Numbers) -> int:
    """The legal moves of the seat whose decision it is, in rising order; returns how many."""
    step = int(state.step)
    if step == ROLLING:
        return legal_throws(state, out)
    if step == ACTING:
        return legal_actions(state, data, out)
    if step == RETURNING:
        return legal_returns(state, out)
    if step == NAMING:
        return legal_names(state, out)
    return 0


@rule
def legal_throws(state: Position, out: Numbers) -> int:
    """Throw any of the dice again, the third time the last without a marker, or keep them (Q-7, Q-8)."""
    count = 0
    if can_throw(state):
        begin, end = int(AGAIN_FROM[int(state.again)]), int(AGAIN_FROM[int(state.again) + 1])
        for place in range(begin, end):
            out[count] = REROLL + AGAIN[place]
            count += 1
    out[count] = KEEP
    return count + 1


@rule
def pick(state: Position, data: Settings, rng: Generator, out: Numbers) -> int:
    """The legal move at a place drawn by lot; what may be thrown again is a table already."""
    if state.step != ROLLING:
        return int(out[below(rng, legal(state, data, out))])
    begin, again = int(AGAIN_FROM[int(state.again)]), 0
    if can_throw(state):
        again = int(AGAIN_FROM[int(state.again) + 1]) - begin
    place = below(rng, again + 1)
    return KEEP if place == again else REROLL + int(AGAIN[begin + place])


@rule
def can_throw(state: Position) -> bool:
    """Whether there is one more throw: a free one (Q-7), or for a marker (Q-8)."""
    return bool(state.throws < FREE_THROWS or state.markers[state.turn] > 0)


@rule
def legal_actions(state: Position, data: Settings, out: Numbers) -> int:
    """What the dice still give, in any order, or nothing more (Q-9 to Q-18)."""
    seat = int(state.turn)
    helmets = int(state.actions[HELMET])
    count = 0
    if int(state.actions[PICKAXE]) + helmets > 0:
        out[count] = DIG
        count += 1
    if not state.hammered:
        for number in range(2 if data.per_die else 1, most_hammered(state, data) + 1):
            out[count] = HAMMER + number
            count += 1
    if int(state.actions[CHEST]) + helmets > 0:
        for kind in range(KINDS):
            if state.cart[seat, kind] > 0:
                out[count] = STORE + kind
                count += 1
    if int(state.actions[TRANSPORT]) + helmets > 0 and state.cart[seat, BLACK] > 0:
        for other in range(int(state.seats)):
            if other != seat:
                out[count] = SEND + other
                count += 1
    if int(state.actions[CLAW]) + helmets > 0:
        for other in range(int(state.seats)):
            if other != seat:
                for kind in range(REAL):
                    if state.cart[other, kind] > 0:
                        out[count] = STEAL + REAL * other + kind
                        count += 1
    out[count] = STOP
    return count + 1


@rule
def most_hammered(state: Position, data: Settings) -> int:
    """The most draws that jackhammers and helmets give together (Q-11, Q-12, Q-18)."""
    dice, helmets = int(state.actions[JACKHAMMER]), int(state.actions[HELMET])
    if data.per_die:
        return dice + 2 * helmets
    return dice // 2 + helmets


@rule
def helmets_hammered(state: Position, data: Settings, number: int) -> int:
    """How many pairs of helmets so many draws use up, after the jackhammers (Q-18)."""
    dice = int(state.actions[JACKHAMMER])
    if data.per_die:
        return max(number - dice + 1, 0) // 2
    return max(number - dice // 2, 0)


@rule
def legal_returns(state: Position, out: Numbers) -> int:
    """Any of the crystals that the jackhammers drew (Q-12)."""
    count = 0
    for kind in range(KINDS):
        if state.drawn[kind] > 0:
            out[count] = RETURN + kind
            count += 1
    return count


@rule
def legal_names(state: Position, out: Numbers) -> int:
    """Any of those with most real crystals (Q-20, Q-21)."""
    count = 0
    for seat in range(int(state.seats)):
        if (int(state.most) >> seat) & 1:
            out[count] = NAME + seat
            count += 1
    return count


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    """Every throw with the number of ways to it, or every kind in the bag with how many there are."""
    count = 0
    if state.step == THROWING:
        dice = int(state.thrown)
        for number in range(int(FIRST[dice]), int(FIRST[dice + 1])):
            moves[count] = ROLL + number
            weights[count] = WAYS[number]
            count += 1
        return count
    for kind in range(KINDS):
        if state.bag[kind] > 0:
            moves[count] = DRAW + kind
            weights[count] = state.bag[kind]
            count += 1
    return count


@rule
def sample(state: Position, data: Settings, rng: Generator) -> int:
    """A throw of fair dice, or one crystal of the bag, each as likely."""
    if state.step == THROWING:
        return ROLL + number_of(roll(int(state.thrown), rng))
    left = below(rng, int(state.bag_size)) - int(state.bag[0])
    kind = 0
    while left >= 0:
        kind += 1
        left -= int(state.bag[kind])
    return DRAW + kind


# ── A move and what follows ──────────────────────────────────────────────────────────────────────────────────────


@rule
def apply(state: Position, data: Settings, move: int) -> None:
    """The position after a move or an outcome. It trusts that the move is legal: `play()` is the checked door."""
    step = int(state.step)
    if step == ROLLING:
        throw_again(state, move)
    elif step == THROWING:
        throw(state, move - ROLL)
    elif step == ACTING:
        act(state, data, move)
    elif step == MINING:
        mine(state, move - DRAW)
    elif step == DIGGING:
        draw(state, move - DRAW)
        look_into_bag(state)
    elif step == HAMMERING:
        hammer(state, move - DRAW)
    elif step == RETURNING:
        put_back(state, move - RETURN)
    else:
        begin_round(state, move - NAME)


@rule
def draw(state: Position, kind: int) -> None:
    """A crystal from the bag onto the cart of the seat whose turn it is."""
    state.bag[kind] -= 1
    state.bag_size -= 1
    state.cart[state.turn, kind] += 1


@rule
def look_into_bag(state: Position) -> None:
    """After a completed draw: an empty bag ends the game at once, otherwise the actions go on (Q-24, Q-25)."""
    state.step = ACTING
    if state.bag_size == 0:
        finish(state, BY_BAG)


@rule
def mine(state: Position, kind: int) -> None:
    """The first step of a turn: a crystal, and for a black one a marker; then all dice are thrown (Q-5 to Q-7)."""
    draw(state, kind)
    if kind == BLACK:
        state.markers[state.turn] += 1
    state.thrown = DICE
    state.step = THROWING
    if state.bag_size == 0:
        finish(state, BY_BAG)


@rule
def throw(state: Position, number: int) -> None:
    """Dice come to rest among the others."""
    dice = int(state.dice) + int(THROWS[number])
    state.dice = dice
    state.again = (number if state.thrown == DICE else number_of(dice)) - int(FIRST[DICE])
    state.throws += 1
    state.thrown = 0
    state.step = ROLLING


@rule
def throw_again(state: Position, move: int) -> None:
    """Some dice go up again, or all are kept and give their actions (Q-7 to Q-9)."""
    if move == KEEP:
        keep(state)
        return
    if state.throws >= FREE_THROWS:
        state.markers[state.turn] -= 1
    part = int(THROWS[move - REROLL])
    state.dice = int(state.dice) - part
    state.thrown = dice_of(part)
    state.step = THROWING


@rule
def keep(state: Position) -> None:
    """What the dice give: each pickaxe an action, every two of the others one, a die left over nothing (Q-9, Q-18)."""
    dice = int(state.dice)
    state.actions[PICKAXE] = shown(dice, PICKAXE)
    state.actions[JACKHAMMER] = shown(dice, JACKHAMMER)  # counted when they are used
    for face in range(CHEST, HELMET + 1):
        state.actions[face] = shown(dice, face) // 2
    state.step = ACTING


@rule
def act(state: Position, data: Settings, move: int) -> None:
    """One action, or none any more (Q-9)."""
    seat = int(state.turn)
    if move == STOP:
        end_turn(state)
    elif move >= STEAL:
        pay(state, CLAW)
        other = (move - STEAL) // REAL
        kind = (move - STEAL) % REAL
        state.cart[other, kind] -= 1
        state.cart[seat, kind] += 1
    elif move >= SEND:
        pay(state, TRANSPORT)
        state.cart[seat, BLACK] -= 1
        state.cart[move - SEND, BLACK] += 1
    elif move >= STORE:
        pay(state, CHEST)
        state.cart[seat, move - STORE] -= 1
        state.chest[seat, move - STORE] += 1
    elif move == DIG:
        pay(state, PICKAXE)
        state.step = DIGGING
    else:
        number = move - HAMMER
        state.actions[HELMET] -= helmets_hammered(state, data, number)
        state.actions[JACKHAMMER] = 0
        state.hammered = 1
        draws = min(number, int(state.bag_size))  # what is there
        state.draws = draws
        state.returns = draws // 2
        state.step = HAMMERING


@rule
def pay(state: Position, face: int) -> None:
    """An action is used up: of one's own dice, and where there are none, of a pair of helmets (Q-17, Q-18)."""
    state.actions[face if state.actions[face] > 0 else HELMET] -= 1


@rule
def hammer(state: Position, kind: int) -> None:
    """A crystal that the jackhammers draw; after the last one some go back, and only then the bag counts (Q-12)."""
    draw(state, kind)
    state.drawn[kind] += 1
    state.draws -= 1
    if state.draws == 0:
        if state.returns > 0:
            state.step = RETURNING
        else:
            end_hammering(state)


@rule
def put_back(state: Position, kind: int) -> None:
    """One of the crystals just drawn goes back into the bag (Q-11, Q-12)."""
    state.cart[state.turn, kind] -= 1
    state.drawn[kind] -= 1
    state.bag[kind] += 1
    state.bag_size += 1
    state.returns -= 1
    if state.returns == 0:
        end_hammering(state)


@rule
def end_hammering(state: Position) -> None:
    """All that the jackhammers drew and did not put back stays on the cart (Q-12)."""
    for kind in range(KINDS):
        state.drawn[kind] = 0
    look_into_bag(state)


# ── Turns and rounds ─────────────────────────────────────────────────────────────────────────────────────────────


@rule
def end_turn(state: Position) -> None:
    """The next seat clockwise, until the round is over."""
    turn = int(state.turn) + 1
    if turn == state.seats:
        turn = 0
    if turn == state.start:
        end_round(state)
    else:
        state.turn = turn
        begin_turn(state)


@rule
def end_round(state: Position) -> None:
    """After six rounds the game ends; otherwise whoever has most real crystals starts the next (Q-20 to Q-23)."""
    if state.rounds == ROUNDS:
        finish(state, BY_ROUNDS)
        return
    best, most, starter = -1, 0, 0
    for seat in range(int(state.seats)):
        crystals = real_crystals(state, seat)
        if crystals > best:
            best, most, starter = crystals, 0, seat
        if crystals == best:
            most |= 1 << seat
    if most == 1 << starter:
        begin_round(state, starter)
    else:  # the start player of the round just played names one
        state.turn = state.start
        state.most = most
        state.step = NAMING


@rule
def real_crystals(state: Position, seat: int) -> int:
    """How many real crystals a seat has, cart and chest together (Q-21)."""
    count = 0
    for kind in range(REAL):
        count += int(state.cart[seat, kind]) + int(state.chest[seat, kind])
    return count


@rule
def begin_round(state: Position, starter: int) -> None:
    """The new start player puts a pair of black crystals into the bag and has the first turn (Q-22)."""
    state.most = 0
    state.start = starter
    state.turn = starter
    state.rounds += 1
    state.pairs -= 1
    state.bag[BLACK] += 2
    state.bag_size += 2
    begin_turn(state)


@rule
def finish(state: Position, end: int) -> None:
    """The game is over (Q-23, Q-24)."""
    state.end = end
    state.step = DONE
    state.thrown = 0


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def score(state: Position, data: Settings, sheet: Numbers) -> None:
    """Every seat's points by item, as `ITEMS` names them, and its crystals by kind, which break ties (Q-26 to Q-31)."""
    seats = int(state.seats)
    fewest = 100
    for seat in range(seats):
        fewest = min(fewest, in_chest(state, seat))
    for seat in range(seats):
        crystals = 0
        sets = 0
        for kind in range(KINDS):
            count = int(state.cart[seat, kind]) + int(state.chest[seat, kind])
            crystals += POINTS[kind] * count
            if kind < REAL:
                sets += int(SETS[count])
                sheet[seat, len(ITEMS) + kind] = count
        penalty = FEWEST if in_chest(state, seat) == fewest else 0
        sheet[seat, 0] = crystals
        sheet[seat, 1] = sets
        sheet[seat, 2] = penalty
        sheet[seat, 3] = crystals + sets + penalty


@rule
def in_chest(state: Position, seat: int) -> int:
    """How many crystals a chest holds, of any kind (Q-29)."""
    count = 0
    for kind in range(KINDS):
        count += int(state.chest[seat, kind])
    return count
