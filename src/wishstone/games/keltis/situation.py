"""Position features of the fitted player: the time left, the lead, what is one step ahead, the cards.

Whatever can be large is told as a place in a short list, so that a list of weights can be as long.
"""

from __future__ import annotations

from wishstone.api import ALL_NUMBERS, NUMBERS, Position, Settings, direction_after, lowest, numbers_after, rule, size
from wishstone.games.keltis.rules import (
    CARD_DISCARD,
    CLOVER,
    COLOURS,
    GOAL_FIGURES,
    NO_COLOUR,
    POINTS,
    SET_POINTS,
    SET_STONES,
    SMALL,
    START,
    STONE_POINTS,
    WISH,
    ahead,
)

STAGES = 6  # how many lays are left
HALVES = 2  # the first four stages, the last two
LEADS = 5  # from far behind to far ahead
CLOSE_LEADS = 13  # six points behind, or more, to six ahead, or more
BANDS = 4  # of ranks
STONES_HELD = 6  # wish stones, from none to five
FINDS = 5  # what lies on a stone
SKIPS = 8  # cards passed over

# ── How the game stands ──────────────────────────────────────────────────────────────────────────────────────────


@rule
def stage_of(state: Position) -> int:
    """How many lays a seat still has, roughly: the draw pile ends the game, or the figures in the goal area do."""
    lays = int(state.draw_pile) // int(state.seats)
    goal = int(state.in_goal)
    if lays == 0:
        return 5
    if lays < 3 or goal == GOAL_FIGURES - 1:
        return 4
    if lays < 7 or goal == GOAL_FIGURES - 2:
        return 3
    if lays < 12 or goal == GOAL_FIGURES - 3:
        return 2
    return 1 if lays < 18 or goal > 0 else 0


@rule
def half_of(stage: int) -> int:
    """Whether few lays are left (1)."""
    return 1 if stage >= STAGES - 2 else 0


@rule
def next_seat(state: Position) -> int:
    """Who has the next turn."""
    seat = int(state.turn) + 1
    return seat if seat < state.seats else 0


@rule
def lead_of(state: Position, data: Settings, seat: int) -> int:
    """How many points a seat is ahead of the best other."""
    best = -1000
    for other in range(int(state.seats)):
        if other != seat:
            best = max(best, points_of(state, data, other))
    return points_of(state, data, seat) - best


@rule
def points_of(state: Position, data: Settings, seat: int) -> int:
    """A seat's points as they stand."""
    points = int(state.track[seat]) + 2 * int(data.worth[state.large[seat]])
    for figure in range(SMALL):
        points += int(data.worth[state.small[seat, figure]])
    for colour in range(COLOURS):
        points += SET_POINTS if state.wish_stones[seat, colour] >= SET_STONES else 0
    return points + STONE_POINTS[stones_of(state, seat)]


@rule
def close_lead(lead: int) -> int:
    """A lead to the point, as a place in a list."""
    return min(max(lead + CLOSE_LEADS // 2, 0), CLOSE_LEADS - 1)


@rule
def wide_lead(lead: int) -> int:
    """A lead as a place in a list: far behind (0), behind, level, ahead, far ahead (4)."""
    if lead < -2:
        return 0 if lead < -8 else 1
    return 2 if lead <= 2 else 3 if lead <= 8 else 4


# ── Figures and stones ───────────────────────────────────────────────────────────────────────────────────────────


@rule
def figures_begun(state: Position, seat: int) -> int:
    """How many figures of a seat have left the start field."""
    begun = 1 if state.large[seat] != START else 0
    for figure in range(SMALL):
        begun += 1 if state.small[seat, figure] != START else 0
    return begun


@rule
def band_of(rank: int) -> int:
    """The band of a rank: where figures cost points (0), before the goal area, in it, at its end (3)."""
    return 0 if rank < 4 else 1 if rank < 7 else 2 if rank < 9 else 3


@rule
def stones_of(state: Position, seat: int) -> int:
    """How many wish stones a seat holds, or how many colours of them; more than five count like five (K-19, N-22)."""
    held = int(state.wish_stones[seat, NO_COLOUR])
    for colour in range(COLOURS):
        held += 1 if state.wish_stones[seat, colour] > 0 else 0
    return min(held, 5)


@rule
def lies_on(state: Position, data: Settings, seat: int, stone: int) -> int:
    """What lies on a stone: nothing (0), points (1), a card-discard (2), a clover (3), a wish stone to be had (4)."""
    wish = int(data.stack[stone])
    if wish >= 0 and state.stack[wish] == 0:
        wish = -1
    place = int(data.place[stone])
    if place >= 0:
        tile = int(state.tile[place])
        if tile == CLOVER:
            return 3
        if tile == CARD_DISCARD:
            return 2
        if POINTS <= tile < WISH:
            return 1
        if tile >= WISH:
            wish = tile - WISH
    return 4 if wish >= 0 and (wish == NO_COLOUR or state.wish_stones[seat, wish] < SET_STONES) else 0


@rule
def find_ahead(state: Position, data: Settings, seat: int, stone: int) -> int:
    """The best that lies one step ahead of a seat's figures, one of which has just come onto this stone."""
    stones = (ahead(state, data, seat) | int(data.next[stone])) & ~(1 << stone)
    best = 0
    while stones:
        best = max(best, lies_on(state, data, seat, lowest(stones)))
        stones &= stones - 1
    return best


@rule
def is_wanted(state: Position, data: Settings, seat: int, stone: int) -> bool:
    """Whether a figure of another seat is one step before a stone, and not on the start field."""
    for other in range(int(state.seats)):
        if other == seat:
            continue
        if state.large[other] != START and (int(data.next[state.large[other]]) >> stone) & 1:
            return True
        for figure in range(SMALL):
            if state.small[other, figure] != START and (int(data.next[state.small[other, figure]]) >> stone) & 1:
                return True
    return False


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def most_cards(once: int, twice: int, up: int, down: int) -> int:
    """How many cards of two sets are among some numbers, or among others if those are more."""
    cards = size(once & up) + size(twice & up)
    return cards if up == down else max(cards, size(once & down) + size(twice & down))


@rule
def passed_over(state: Position, seat: int, colour: int, number: int) -> int:
    """How many unseen cards, or of the seat whose turn it is also its own, a row cannot take after this one."""
    shift = NUMBERS * colour
    takes = (int(state.takes[seat]) >> shift) & ALL_NUMBERS
    direction = direction_after(int(state.direction[seat, colour]), int(state.last[seat, colour]), number)
    lost = takes & ~numbers_after(direction, number)
    if lost == 0:
        return 0
    cards = most_cards(int(state.unseen) >> shift, int(state.unseen_twice) >> shift, lost, lost)
    if seat == state.turn:
        cards += most_cards(int(state.hand[seat]) >> shift, int(state.hand_twice[seat]) >> shift, lost, lost)
    return min(cards, SKIPS - 1)
