"""Fitted player of Keltis and New Paths: rates a move by the sum of the weights of its features.

A move is described by a few features, each one of a list: «brings the large figure onto the fourth rank, early in the
game», «skips two cards that may still come». Its rating is the sum of their weights, which self-play has fitted
(`train/`). A laid card is rated together with the step that looks best then. Whole numbers only, so that every engine
gives the same moves, and nothing is tried out, so that it is quick.
"""

from __future__ import annotations

from wishstone.api import (
    ALL_NUMBERS,
    FALLING,
    NUMBERS,
    OPEN,
    RISING,
    Numbers,
    Position,
    Settings,
    direction_after,
    lowest,
    numbers_after,
    rule,
)
from wishstone.games.keltis.rules import (
    CARD_DISCARD,
    CLOVER,
    COLOURS,
    DRAW,
    DRAWING,
    DROP,
    GOAL_FIGURES,
    JOKER,
    KEEP,
    LAY,
    LUCKY,
    NO_COLOUR,
    PLAYING,
    SET_STONES,
    SHEDDING,
    SMALL,
    START,
    STAY,
    STEP,
    STEP_LARGE,
    WISH,
    ahead,
)
from wishstone.games.keltis.situation import (
    BANDS,
    CLOSE_LEADS,
    FINDS,
    HALVES,
    LEADS,
    SKIPS,
    STAGES,
    STONES_HELD,
    band_of,
    close_lead,
    figures_begun,
    find_ahead,
    half_of,
    is_wanted,
    lead_of,
    lies_on,
    most_cards,
    next_seat,
    passed_over,
    stage_of,
    stones_of,
    wide_lead,
)

LAYOUT = 1
SOFTNESS = 64  # rating units to a nat: so much more makes a move e times as likely
ACTIVE = 15  # features of a move at most

SIZES = 2  # a small figure, the large one
RANKS = 11  # of a stone; 0 for none
HELD = 6  # cards in the hand
COMING = 8  # cards that may still come, by pairs
TILES = 5  # clover; 1, 2, 3 points; card-discard
PROSPECTS = 3 * FINDS  # cards for the next stone: none, one, more · what lies on it

# The lay-out of the weights: where each list of features begins. Number 0 stands for no feature.
STEP_RANK = 1  # a step: size · rank · stage
STEP_LEAD = STEP_RANK + SIZES * (RANKS - 1) * STAGES  # rank · lead, from the third stage on
BEGIN_COUNT = STEP_LEAD + (RANKS - 1) * LEADS  # from the start field: figures on their way · stage
BEGIN_HELD = BEGIN_COUNT + (SMALL + 1) * STAGES  # size · cards held for the next stone · stage
ON_HELD = BEGIN_HELD + SIZES * HELD * STAGES  # later: band · cards held for the next stone · stage
ON_COMING = ON_HELD + (BANDS - 1) * HELD * STAGES  # unseen cards for the next stone · stage
PROSPECT = ON_COMING + COMING * STAGES  # what lies on the next stone, and cards for it · half
TILE = PROSPECT + PROSPECTS * HALVES  # clover; points; card-discard: which · stage
CLOVER_TO = TILE + TILES * STAGES  # a clover: what lies one step ahead of any figure
WISH_NEW = CLOVER_TO + FINDS  # a wish stone that counts: held · stage
WISH_SET = WISH_NEW + STONES_HELD * STAGES  # one of a colour that is held: how often · stage
WISH_RACE = WISH_SET + SET_STONES * STAGES  # a wish stone that another figure could enter next, by half
GOAL = WISH_RACE + HALVES  # into the goal area: figures there · lead
GOAL_LAST = GOAL + (GOAL_FIGURES - 1) * LEADS  # as the last one, by the lead then
LUCKY_HELD = GOAL_LAST + CLOSE_LEADS  # by clover: size · cards held for this very step · half
NO_STEP = LUCKY_HELD + SIZES * HELD * HALVES  # the clover not used, by stage
LAY_LOST_HELD = NO_STEP + STAGES  # a card laid: cards of the hand that no longer fit · stage
LAY_LOST_COMING = LAY_LOST_HELD + HELD * STAGES  # cards passed over · band of the step's rank · half
LAY_STILL_HELD = LAY_LOST_COMING + SKIPS * BANDS * HALVES  # cards of the hand that fit behind it · stage
LAY_STILL_COMING = LAY_STILL_HELD + HELD * STAGES  # unseen cards that fit behind it · row begun
LAY_OTHER = LAY_STILL_COMING + COMING * 2  # its figure is at the end, so another one steps (K-11), by stage
DISCARD_ONE = LAY_OTHER + STAGES  # by stage
LOSE_FIT = DISCARD_ONE + STAGES  # a card leaves the hand that fits a row begun: passed over · stage
LOSE_NEW = LOSE_FIT + SKIPS * STAGES  # that could begin a row: held · stage
LOSE_DEAD = LOSE_NEW + HELD * STAGES  # that fits nowhere, by stage
LOSE_STEP = LOSE_DEAD + STAGES  # the rank of the step it could make · half
LOSE_TWIN = LOSE_STEP + RANKS * HALVES  # the other copy stays in the hand
LOSE_OTHER = LOSE_TWIN + 1  # it could make another figure step (K-11), by stage
GIVE_FIT = LOSE_OTHER + STAGES  # the next seat's row takes it: passed over · stage
GIVE_NEW = GIVE_FIT + SKIPS * STAGES  # the next seat has no such row, by stage
GIVE_STEP = GIVE_NEW + STAGES  # the rank of the step that the next seat could make by it: size · rank · half
COVER = GIVE_STEP + SIZES * RANKS * HALVES  # it hides a card that fits a row: of the next seat's, of one's own, of both
SHED_ONE = COVER + 3  # a card-discard takes a card from hand, by stage
SHED_ROW = SHED_ONE + STAGES  # the last card of a row, by stage
SHED_HELD = SHED_ROW + STAGES  # that row takes more cards of the hand then
SHED_COMING = SHED_HELD + HELD  # and more unseen ones
BLIND = SHED_COMING + COMING  # from the draw pile, by stage
BLIND_LATE = BLIND + STAGES  # late: lead · last stage
BLIND_LAST = BLIND_LATE + LEADS * 2  # its last card, by the lead
GAIN_FIT = BLIND_LAST + CLOSE_LEADS  # a card from a discard pile that fits a row begun: passed over · stage
GAIN_NEW = GAIN_FIT + SKIPS * STAGES  # that can begin a row: held · stage
GAIN_DEAD = GAIN_NEW + HELD * STAGES  # by stage
GAIN_STEP = GAIN_DEAD + STAGES  # the rank of the step it can make · half
DENY_FIT = GAIN_STEP + RANKS * HALVES  # the next seat's row would have taken it: passed over
DENY_STEP = DENY_FIT + SKIPS  # the rank of the step that the next seat could have made by it
LIKED = DENY_STEP + RANKS  # a card of this colour is laid or taken
WEIGHTS = LIKED + COLOURS

# The working memory: the features of a move, then what holds for all moves of a decision.
HELD_AT = ACTIVE  # by colour: cards of the hand that its row takes; for a joker, all of them
COMING_AT = HELD_AT + COLOURS + 1  # the same of unseen cards
BEST_AT = COMING_AT + COLOURS + 1  # by colour: the best step that a card of it makes, or -1
BEST_RATING_AT = BEST_AT + COLOURS  # by colour: its rating
STAGE_AT = BEST_RATING_AT + COLOURS
LEAD_AT = STAGE_AT + 1
OTHER_AT = LEAD_AT + 1  # by colour: size and rank of the next seat's step by a card of it
SCRATCH = OTHER_AT + COLOURS

NEVER = -(1 << 30)

# What makes weaker players and other tempers (see `bots/levels.py`).
TASTES = COLOURS
OTHERS = ((WISH_RACE, GOAL), (GIVE_FIT, SHED_ONE), (DENY_FIT, LIKED))
STYLES = {
    "cautious": ((BEGIN_COUNT, BEGIN_HELD, -120),),  # brings figures into play later
    "bold": ((BEGIN_COUNT, BEGIN_HELD, 120),),  # and earlier
    "spiteful": ((GIVE_FIT, GIVE_STEP, -80), (DENY_FIT, DENY_STEP, 80)),  # keeps cards from the next seat
}


@rule
def rate(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """How good each of the legal moves looks to the seat whose decision it is."""
    prepare(state, data, weights, scratch)
    for i in range(count):
        move = int(moves[i])
        rating = sum_of(weights, scratch, describe_alone(state, data, move, scratch))
        if LAY <= move < STEP:
            rating += int(scratch[BEST_RATING_AT + (move - LAY) // NUMBERS])
        ratings[i] = rating


@rule
def describe(state: Position, data: Settings, move: int, out: Numbers) -> int:
    """The features of a legal move as it was just rated: `out` is the memory of that rating; returns how many."""
    count = describe_alone(state, data, move, out)
    if LAY <= move < STEP:
        return describe_step(state, data, int(out[BEST_AT + (move - LAY) // NUMBERS]), out, count)
    return count


@rule
def describe_alone(state: Position, data: Settings, move: int, out: Numbers) -> int:
    """The features of a move, of a laid card without its step; returns how many."""
    stage = int(out[STAGE_AT])
    if move < LAY:
        out[0] = (SHED_ONE if state.step == SHEDDING else DISCARD_ONE) + stage
        return describe_gift(state, move, out, describe_loss(state, data, move, out, 1))
    if move < STEP:
        return describe_lay(state, data, move - LAY, out)
    if move < STAY:
        return describe_step(state, data, move, out, 0)
    if move == STAY:
        out[0] = NO_STEP + stage
        return 1
    if move < KEEP:
        return describe_drop(state, move - DROP, out)
    if move == KEEP:
        return 0
    return describe_blind(state, out) if move == DRAW else describe_gain(state, data, move - DRAW - 1, out)


@rule
def sum_of(weights: Numbers, features: Numbers, count: int) -> int:
    """The weights of so many features together."""
    total = 0
    for k in range(count):
        total += int(weights[features[k]])
    return total


# ── What holds for all moves of a decision ───────────────────────────────────────────────────────────────────────


@rule
def prepare(state: Position, data: Settings, weights: Numbers, scratch: Numbers) -> None:
    """The stage, the cards for each colour, and the best step that a card of each colour makes."""
    seat = int(state.turn)
    scratch[STAGE_AT] = stage_of(state)
    scratch[LEAD_AT] = lead_of(state, data, seat)
    scratch[HELD_AT + JOKER] = 0
    scratch[COMING_AT + JOKER] = 0
    for colour in range(COLOURS):
        shift = NUMBERS * colour
        takes = (int(state.takes[seat]) >> shift) & ALL_NUMBERS
        up, down = takes, takes
        last = int(state.last[seat, colour])
        if last >= 0 and state.direction[seat, colour] == OPEN:
            up, down = numbers_after(RISING, last), numbers_after(FALLING, last)
        held = most_cards(int(state.hand[seat]) >> shift, int(state.hand_twice[seat]) >> shift, up, down)
        coming = most_cards(int(state.unseen) >> shift, int(state.unseen_twice) >> shift, up, down)
        scratch[HELD_AT + colour] = held
        scratch[COMING_AT + colour] = coming
        scratch[HELD_AT + JOKER] += held
        scratch[COMING_AT + JOKER] += coming
    if state.step == PLAYING or state.step == DRAWING or state.step == SHEDDING:
        rate_steps(state, data, seat, weights, scratch)
        note_next_seat(state, data, next_seat(state), scratch)


@rule
def rate_steps(state: Position, data: Settings, seat: int, weights: Numbers, scratch: Numbers) -> None:
    """Find the best step for a card of each colour (K-9, N-8)."""
    for colour in range(COLOURS):
        scratch[BEST_AT + colour] = -1
        scratch[BEST_RATING_AT + colour] = NEVER
    stones = ahead(state, data, seat)
    before = -1
    for figure in range(SMALL):
        stone = int(state.small[seat, figure])
        if stone != before:
            rate_ways(state, data, STEP, stone, stones, weights, scratch)
        before = stone
    rate_ways(state, data, STEP_LARGE, int(state.large[seat]), stones, weights, scratch)
    if data.moves_another:  # K-11
        best = 0
        for colour in range(1, COLOURS):
            if scratch[BEST_RATING_AT + colour] > scratch[BEST_RATING_AT + best]:
                best = colour
        for colour in range(COLOURS):
            if scratch[BEST_AT + colour] < 0:
                scratch[BEST_AT + colour] = scratch[BEST_AT + best]
                scratch[BEST_RATING_AT + colour] = scratch[BEST_RATING_AT + best]


@rule
def rate_ways(
    state: Position, data: Settings, base: int, stone: int, stones: int, weights: Numbers, scratch: Numbers
) -> None:
    """Rate the steps from a stone onto some others, and keep those that are the best for a colour."""
    if not int(data.next[stone]) & stones:
        return
    for way in range(int(data.first_way[stone]), int(data.first_way[stone + 1])):
        to = int(data.way_to[way])
        if not (stones >> to) & 1:
            continue
        rating = sum_of(weights, scratch, describe_step(state, data, base + way, scratch, 0))
        for colour in range(COLOURS):
            if (int(data.takes[colour]) >> to) & 1 and rating > scratch[BEST_RATING_AT + colour]:
                scratch[BEST_RATING_AT + colour] = rating
                scratch[BEST_AT + colour] = base + way


@rule
def best_rank(data: Settings, colour: int, scratch: Numbers) -> int:
    """The rank onto which a card of a colour leads best; 0 without a step."""
    move = int(scratch[BEST_AT + colour])
    if move < 0:
        return 0
    way = move - STEP_LARGE if move >= STEP_LARGE else move - STEP
    return min(int(data.rank[data.way_to[way]]), RANKS - 1)


@rule
def steps_on_colour(data: Settings, colour: int, scratch: Numbers) -> bool:
    """Whether a card of a colour leads onto a stone that takes it, and does not move another figure instead (K-11)."""
    move = int(scratch[BEST_AT + colour])
    way = move - STEP_LARGE if move >= STEP_LARGE else move - STEP
    return move < 0 or bool((int(data.takes[colour]) >> int(data.way_to[way])) & 1)


@rule
def note_next_seat(state: Position, data: Settings, seat: int, scratch: Numbers) -> None:
    """The size and the rank of the farthest step that the next seat could make by a card of each colour."""
    for colour in range(COLOURS):
        scratch[OTHER_AT + colour] = 0
    stones = ahead(state, data, seat)
    large = int(state.large[seat])
    before = -1
    for figure in range(SMALL):
        stone = int(state.small[seat, figure])
        if stone != before and stone != large:
            note_ways(data, 0, stone, stones, scratch)
        before = stone
    note_ways(data, RANKS if large != START else 0, large, stones, scratch)


@rule
def note_ways(data: Settings, size_at: int, stone: int, stones: int, scratch: Numbers) -> None:
    """Keep the farthest steps from a stone onto some others."""
    stones &= int(data.next[stone])
    while stones:
        to = lowest(stones)
        stones &= stones - 1
        place = size_at + min(int(data.rank[to]), RANKS - 1)
        for colour in range(COLOURS):
            if (int(data.takes[colour]) >> to) & 1 and place > scratch[OTHER_AT + colour]:
                scratch[OTHER_AT + colour] = place


# ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def describe_step(state: Position, data: Settings, move: int, out: Numbers, count: int) -> int:
    """A figure goes one stone forward: how far it is then, what it finds, and how it may go on."""
    seat = int(state.turn)
    stage = int(out[STAGE_AT])
    large = 1 if move >= STEP_LARGE else 0
    way = move - STEP_LARGE if large else move - STEP
    stone, left = int(data.way_to[way]), int(data.way_from[way])
    rank = min(int(data.rank[stone]), RANKS - 1) - 1
    out[count] = STEP_RANK + STAGES * ((RANKS - 1) * large + rank) + stage
    count += 1
    if stage >= 2:
        out[count] = STEP_LEAD + LEADS * rank + wide_lead(int(out[LEAD_AT]))
        count += 1
    count = describe_onward(state, data, large, left, stone, out, count)
    if state.step == LUCKY:
        held = min(int(out[HELD_AT + int(data.colour[stone])]), HELD - 1)
        out[count] = LUCKY_HELD + HALVES * (HELD * large + held) + half_of(stage)
        count += 1
    if (int(data.goal) >> stone) & ~(int(data.goal) >> left) & 1:
        lead = int(out[LEAD_AT])
        if state.in_goal == GOAL_FIGURES - 1:  # K-16, N-19: what lies there is not carried out any more
            gain = (1 + large) * (int(data.worth[stone]) - int(data.worth[left]))
            out[count] = GOAL_LAST + close_lead(lead + gain)
            return count + 1
        out[count] = GOAL + LEADS * int(state.in_goal) + wide_lead(lead)
        count += 1
    return describe_find(state, data, seat, stone, out, count)


@rule
def describe_onward(
    state: Position, data: Settings, large: int, left: int, stone: int, out: Numbers, count: int
) -> int:
    """How a figure may go on from the stone it steps onto: the cards for that, and what lies there."""
    seat = int(state.turn)
    stage = int(out[STAGE_AT])
    spent = int(data.colour[stone]) if state.step == PLAYING else -1
    held, coming, prospect = 0, 0, 0
    for on in range(int(data.first_way[stone]), int(data.first_way[stone + 1])):
        to = int(data.way_to[on])
        colour = int(data.colour[to])
        cards = int(out[HELD_AT + colour])
        if colour == spent and cards > 0:
            cards -= 1
        held = max(held, cards)
        coming = max(coming, int(out[COMING_AT + colour]))
        prospect = max(prospect, FINDS * min(cards, 2) + lies_on(state, data, seat, to))
    held = min(held, HELD - 1)
    if left == START:
        out[count] = BEGIN_COUNT + STAGES * figures_begun(state, seat) + stage
        out[count + 1] = BEGIN_HELD + STAGES * (HELD * large + held) + stage
        count += 2
    else:
        out[count] = ON_HELD + STAGES * (HELD * min(band_of(int(data.rank[stone])), BANDS - 2) + held) + stage
        count += 1
    out[count] = ON_COMING + STAGES * min(coming // 2, COMING - 1) + stage
    out[count + 1] = PROSPECT + HALVES * prospect + half_of(stage)
    return count + 2


@rule
def describe_find(state: Position, data: Settings, seat: int, stone: int, out: Numbers, count: int) -> int:
    """What a stone gives to a figure that enters it (K-13, N-13, N-14)."""
    stage = int(out[STAGE_AT])
    place = int(data.place[stone])
    wish = int(data.stack[stone])
    if wish >= 0 and state.stack[wish] == 0:
        wish = -1
    if place >= 0:
        tile = int(state.tile[place])
        if tile == CARD_DISCARD:
            out[count] = TILE + (TILES - 1) * STAGES + stage
            count += 1
        elif tile >= WISH:
            wish = tile - WISH
        elif tile >= CLOVER:  # or points
            out[count] = TILE + (tile - CLOVER) * STAGES + stage
            count += 1
            if tile == CLOVER:
                out[count] = CLOVER_TO + find_ahead(state, data, seat, stone)
                count += 1
    if wish < 0:
        return count
    held = int(state.wish_stones[seat, wish])
    if wish == NO_COLOUR or held == 0:
        out[count] = WISH_NEW + STAGES * stones_of(state, seat) + stage
    else:
        out[count] = WISH_SET + STAGES * (min(held, SET_STONES) - 1) + stage
    count += 1
    if is_wanted(state, data, seat, stone):
        out[count] = WISH_RACE + half_of(stage)
        count += 1
    return count


# ── Laying ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def describe_lay(state: Position, data: Settings, kind: int, out: Numbers) -> int:
    """A card into its row, without the step: what no longer fits behind it, and what does."""
    seat = int(state.turn)
    stage = int(out[STAGE_AT])
    colour = kind // NUMBERS
    number = kind - NUMBERS * colour
    shift = NUMBERS * colour
    takes = (int(state.takes[seat]) >> shift) & ALL_NUMBERS
    hand, twice = int(state.hand[seat]) >> shift, int(state.hand_twice[seat]) >> shift
    there, there_twice = int(state.unseen) >> shift, int(state.unseen_twice) >> shift
    last = int(state.last[seat, colour])
    direction = direction_after(int(state.direction[seat, colour]), last, number)
    after = numbers_after(direction, number)
    lost = takes & ~after
    lost_held = min(most_cards(hand, twice, lost, lost), HELD - 1)
    lost_coming = min(most_cards(there, there_twice, lost, lost), SKIPS - 1)
    rank = best_rank(data, colour, out)
    up, down = after, after
    if direction == OPEN:
        up, down = numbers_after(RISING, number), numbers_after(FALLING, number)
    held = min(most_cards(hand, twice, up, down) - 1, HELD - 1)
    coming = min(most_cards(there, there_twice, up, down) // 2, COMING - 1)
    out[0] = LAY_LOST_HELD + STAGES * lost_held + stage
    out[1] = LAY_LOST_COMING + HALVES * (BANDS * lost_coming + band_of(rank)) + half_of(stage)
    out[2] = LAY_STILL_HELD + STAGES * held + stage
    out[3] = LAY_STILL_COMING + 2 * coming + (1 if last >= 0 else 0)
    out[4] = LIKED + colour
    if steps_on_colour(data, colour, out):
        return 5
    out[5] = LAY_OTHER + stage
    return 6


# ── What leaves the hand, and who may use it ─────────────────────────────────────────────────────────────────────


@rule
def describe_loss(state: Position, data: Settings, kind: int, out: Numbers, count: int) -> int:
    """What a seat loses by a card that leaves its hand."""
    seat = int(state.turn)
    stage = int(out[STAGE_AT])
    colour = kind // NUMBERS
    if (int(state.hand_twice[seat]) >> kind) & 1:
        out[count] = LOSE_TWIN
        count += 1
    if not (int(state.takes[seat]) >> kind) & 1:
        out[count] = LOSE_DEAD + stage
        return count + 1
    if state.last[seat, colour] < 0:
        out[count] = LOSE_NEW + STAGES * min(int(out[HELD_AT + colour]), HELD - 1) + stage
    else:
        out[count] = LOSE_FIT + STAGES * passed_over(state, seat, colour, kind - NUMBERS * colour) + stage
    out[count + 1] = LOSE_STEP + HALVES * best_rank(data, colour, out) + half_of(stage)
    count += 2
    if not steps_on_colour(data, colour, out):
        out[count] = LOSE_OTHER + stage
        count += 1
    return count


@rule
def describe_gift(state: Position, kind: int, out: Numbers, count: int) -> int:
    """What the next seat gets by a card on a discard pile, and what lies below it from now on."""
    stage = int(out[STAGE_AT])
    seat = int(state.turn)
    other = next_seat(state)
    colour = kind // NUMBERS
    if (int(state.takes[other]) >> kind) & 1:
        out[count] = GIVE_STEP + HALVES * int(out[OTHER_AT + colour]) + half_of(stage)
        count += 1
        if state.last[other, colour] < 0:
            out[count] = GIVE_NEW + stage
        else:
            number = kind - NUMBERS * colour
            out[count] = GIVE_FIT + STAGES * passed_over(state, other, colour, number) + stage
        count += 1
    if state.pile_size[colour] > 0:
        below = NUMBERS * colour + int(state.pile[colour, state.pile_size[colour] - 1])
        use = 1 if state.last[other, colour] >= 0 and (int(state.takes[other]) >> below) & 1 else 0
        use += 2 if state.last[seat, colour] >= 0 and (int(state.takes[seat]) >> below) & 1 else 0
        if use > 0:
            out[count] = COVER + use - 1
            count += 1
    return count


@rule
def describe_drop(state: Position, colour: int, out: Numbers) -> int:
    """The last card of a row, for a card-discard: what the rest of the row takes again (N-13, N-15)."""
    seat = int(state.turn)
    shift = NUMBERS * colour
    number = int(state.last[seat, colour])
    left = (int(state.row[seat]) >> shift) & ALL_NUMBERS
    if not (int(state.row_twice[seat]) >> (shift + number)) & 1:
        left &= ~(1 << number)
    after = ALL_NUMBERS
    if left & (left - 1):
        direction = int(state.direction[seat, colour])
        if direction == RISING:
            while left & (left - 1):
                left &= left - 1
        after = numbers_after(direction, lowest(left))
    more = after & ~(int(state.takes[seat]) >> shift)
    held = most_cards(int(state.hand[seat]) >> shift, int(state.hand_twice[seat]) >> shift, more, more)
    coming = most_cards(int(state.unseen) >> shift, int(state.unseen_twice) >> shift, more, more)
    out[0] = SHED_ROW + int(out[STAGE_AT])
    out[1] = SHED_HELD + min(held, HELD - 1)
    out[2] = SHED_COMING + min((coming + 1) // 2, COMING - 1)
    return describe_gift(state, shift + number, out, 3)


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def describe_blind(state: Position, out: Numbers) -> int:
    """A card from the draw pile; the last one ends the game (K-17)."""
    stage = int(out[STAGE_AT])
    out[0] = BLIND + stage
    if not half_of(stage):
        return 1
    lead = int(out[LEAD_AT])
    if state.draw_pile == 1:
        out[1] = BLIND_LAST + close_lead(lead)
    else:
        out[1] = BLIND_LATE + LEADS * (stage - STAGES + 2) + wide_lead(lead)
    return 2


@rule
def describe_gain(state: Position, data: Settings, colour: int, out: Numbers) -> int:
    """The top card of a discard pile: what the seat can do with it, and what the next one could have."""
    seat = int(state.turn)
    stage = int(out[STAGE_AT])
    number = int(state.pile[colour, state.pile_size[colour] - 1])
    kind = NUMBERS * colour + number
    out[0] = LIKED + colour
    count = 2
    if not (int(state.takes[seat]) >> kind) & 1:
        out[1] = GAIN_DEAD + stage
    else:
        if state.last[seat, colour] < 0:
            out[1] = GAIN_NEW + STAGES * min(int(out[HELD_AT + colour]), HELD - 1) + stage
        else:
            out[1] = GAIN_FIT + STAGES * passed_over(state, seat, colour, number) + stage
        out[2] = GAIN_STEP + HALVES * best_rank(data, colour, out) + half_of(stage)
        count = 3
    other = next_seat(state)
    if state.last[other, colour] >= 0 and (int(state.takes[other]) >> kind) & 1:
        out[count] = DENY_FIT + passed_over(state, other, colour, number)
        out[count + 1] = DENY_STEP + int(out[OTHER_AT + colour]) % RANKS
        count += 2
    return count
