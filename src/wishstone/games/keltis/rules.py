"""The rules of Keltis and of New Paths, New Goals: every K and every N rule, over one flat record and one board.

The pages `docs/rules/keltis.md` and `docs/rules/keltis-new-paths.md` number the rules; the numbers stand here where a
rule is carried out. The two games differ in their `Data` alone: the board, its tiles, and a few settings. What is
hidden from whom is in `knowledge.py`.

Cards. A *kind* is a number: `11 · colour + number`. A set of cards is the bits of one 64-bit integer, a bit for each
kind; a second set, `…_twice`, holds the kinds that are there in both copies.

Stones are numbered in the order of the board file, from 1; 0 is the start field. A set of stones is one integer, too.
A *way* leads from a stone to one that follows it; ways are numbered by the stone they lead from, the start's first.
"""

from __future__ import annotations

import numpy as np

from wishstone.api import (
    ALL_NUMBERS,
    CHANCE,
    FALLING,
    NUMBERS,
    OPEN,
    OVER,
    RISING,
    Generator,
    Numbers,
    Position,
    Settings,
    below,
    clear_hands,
    clear_piles,
    count_copies,
    deal_on,
    direction_after,
    draw_unseen,
    find_unseen,
    list_cards,
    list_copies,
    list_draws,
    lowest,
    numbers_after,
    pass_turn,
    put_on_pile,
    rule,
    take_from_hand,
    take_from_pile,
    take_seen,
    with_card,
    without_card,
)

SEATS = (2, 4)

# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────

COLOURS = 5
KINDS = COLOURS * NUMBERS
ALL_CARDS = (1 << KINDS) - 1
COLOUR_CARDS = 2 * NUMBERS  # K-1: two of each
CARDS = COLOURS * COLOUR_CARDS
HAND = 8  # K-6
REMOVED = 30  # K-6, N-3: with two players

# ── The board ────────────────────────────────────────────────────────────────────────────────────────────────────

START = 0  # the start field, where figures are worth 0 (K-2)
MOST_STONES = 62  # on a board, the start field not counted
STONES = MOST_STONES + 1
MOST_WAYS = 128
MOST_WAYS_ON = 8  # from one stone
MOST_PLACES = 25  # for tiles (K-4)
NAME = 12  # letters of a stone's name, at most
JOKER = COLOURS  # the colour of a stone for cards of any colour (N-9)
SMALL = 4  # K-2: small figures of a player, besides the large one
GOAL_FIGURES = 5  # K-16, N-19

NO_TILE, CLOVER, POINTS, WISH, PLAIN_WISH, CARD_DISCARD = 0, 1, 2, 5, 10, 11  # POINTS + n - 1 is worth n
TILE_KINDS = 11  # after NO_TILE: clover; 1, 2, 3 points; a wish stone of each colour; one without colour; card-discard
NO_COLOUR = PLAIN_WISH - WISH  # the «colour» of the base game's wish stones
WISH_COLOURS = NO_COLOUR + 1
STONE_POINTS = (-4, -3, 2, 3, 6, 10)  # K-19, N-22: by wish stones held, or by their colours; more count like 5
SET_STONES = 3  # N-23: so many wish stones of one colour
SET_POINTS = 10

# ── Moves: an id means the same move in every position; which stones a way connects is the board's matter ────────────

DISCARD = 0  # + kind
LAY = DISCARD + KINDS  # + kind
STEP = LAY + KINDS  # + way: a small figure
STEP_LARGE = STEP + MOST_WAYS  # + way
STAY = STEP_LARGE + MOST_WAYS  # no step by clover
DROP = STAY + 1  # + colour: the last card of a row, for a card-discard
KEEP = DROP + COLOURS  # no card for a card-discard
DRAW = KEEP + 1  # + 0 for the draw pile, + 1 + colour for a discard pile
MOVES = DRAW + 1 + COLOURS

CARD = 0  # + kind: an outcome that came off the draw pile
DEAL = CARD + KINDS  # + KINDS · seat + kind: an outcome of the opening deal
TILE = DEAL + SEATS[1] * KINDS  # + TILE_KINDS · place + tile - 1
OUTCOMES = TILE + MOST_PLACES * TILE_KINDS

MAX_LEGAL = (SMALL + 1) * MOST_WAYS_ON + 1  # steps, or none
MAX_DECISIONS = 2000  # K-21

# ── What is asked for next ───────────────────────────────────────────────────────────────────────────────────────

# TILING: a tile is laid out; STEPPING: the step that a laid card owes; LUCKY: a clover's step, or none;
# SHEDDING: a card for a card-discard, or none; TURNING: a card off the draw pile.
TILING, DEALING, PLAYING, STEPPING, LUCKY, SHEDDING, DRAWING, TURNING, DONE = range(9)
STEPS = ("tiling", "dealing", "playing", "stepping", "lucky", "shedding", "drawing", "turning", "done")

ENDS = ("", "goal", "draw-pile")
NOT_ENDED, BY_GOAL, BY_DRAW_PILE = range(3)

ITEMS = ("track", "figures", "wish_stones", "wish_sets", "total")  # wish sets: only New Paths has them
KEYS = ()  # K-20: nothing breaks a tie
SCORE_RANGE = (-64, 200)  # with every rank worth from -10 to 10, as the loader checks

_byte, _small, _set = np.int8, np.int16, np.int64
State = np.dtype(
    [
        ("unseen", _set),  # what no event has shown: the draw pile, and the cards of K-6 that went into the box
        ("unseen_twice", _set),
        ("hand", _set, 4),
        ("hand_twice", _set, 4),
        ("known", _set, 4),  # the part of a hand that was taken from a discard pile: everyone has seen it
        ("known_twice", _set, 4),
        ("row", _set, 4),  # a seat's five rows in one set
        ("row_twice", _set, 4),
        ("takes", _set, 4),  # the cards that a seat's rows still take (K-8)
        ("last", _byte, (4, COLOURS)),  # the last number of a row; -1 without one
        ("direction", _byte, (4, COLOURS)),
        ("small", _byte, (4, SMALL)),  # the stones of a seat's small figures, in rising order
        ("large", _byte, 4),  # the stone of its large one
        ("track", _byte, 4),  # points scored on the way
        ("wish_stones", _byte, (4, WISH_COLOURS)),  # those a seat holds, by colour
        ("tile", _byte, MOST_PLACES),  # what lies on each tile place
        ("tiles_left", _byte, TILE_KINDS),  # how many of each kind are still to be laid out
        ("stack", _byte, COLOURS),  # wish stones left on each stack (N-2)
        ("pile", _byte, (COLOURS, COLOUR_CARDS)),  # numbers in the order of discarding, the top last
        ("pile_size", _byte, COLOURS),
        ("unseen_of", _byte, COLOURS),  # how many unseen cards each colour has
        ("draw_pile", _byte),  # how many cards it holds
        ("hand_size", _byte, 4),
        ("seats", _byte),
        ("first", _byte),
        ("turn", _byte),  # whose turn it is; while dealing, who gets the next card
        ("step", _byte),
        ("laid", _byte),  # while tiles are laid out, how many lie there; while a step is owed, the card's colour
        ("draws", _byte),  # cards still to be drawn in this turn
        ("closed", _byte),  # the colours this turn was discarded to (K-15, N-17)
        ("in_goal", _byte),  # figures in the goal area, all seats together
        ("end", _byte),
    ],
    align=True,
)
Data = np.dtype(
    [
        ("takes", _set, COLOURS),  # by colour: the stones that a card of it leads onto (N-8, N-9)
        ("next", _set, STONES),  # by stone: the stones that follow
        ("shuts", _set, STONES),  # by stone: those that a figure here shuts to the player's others (K-10; N-11: none)
        ("goal", _set),  # the stones of the goal area
        ("first_way", _small, STONES + 1),  # by stone: the first way from it; the next stone's is beyond its last
        ("way_from", _byte, MOST_WAYS),
        ("way_to", _byte, MOST_WAYS),
        ("colour", _byte, STONES),  # or JOKER
        ("rank", _byte, STONES),
        ("worth", _byte, STONES),  # a small figure's points there
        ("place", _byte, STONES),  # the tile place on a stone; -1 for none
        ("stack", _byte, STONES),  # the colour of the wish-stone stack on it; -1 for none
        ("place_at", _byte, MOST_PLACES),  # the stone of each tile place
        ("tiles", _byte, TILE_KINDS),  # how many of each kind there are (K-4, N-1)
        ("stones", _byte),
        ("places", _byte),
        ("stack_size", _byte),  # wish stones on each stack at first (N-2)
        ("moves_another", _byte),  # a figure on an end stone lets another one step (K-11; N-12: no)
        ("wish_colours", _byte),  # wish stones count by their colours (N-22, N-23; K-19: no)
        ("open_wish_stones", _byte),  # everyone is shown everyone's: an option, without effect on moves
        ("new_paths", _byte),  # which page a refusal cites
        ("name", np.uint8, (STONES, NAME)),  # letters
        ("x", _small, STONES),  # where a stone is drawn, in hundredths
    ],
    align=True,
)


@rule
def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    """The table before the first tile is laid out (K-1 to K-6, N-1 to N-3)."""
    state.seats = seats
    state.first = first
    state.turn = 0
    state.step = TILING
    state.laid = 0
    state.draws = 0
    state.in_goal = 0
    state.end = NOT_ENDED
    state.unseen = ALL_CARDS  # K-1
    state.unseen_twice = ALL_CARDS
    state.draw_pile = CARDS - REMOVED if seats == 2 else CARDS  # K-6, N-3
    for place in range(MOST_PLACES):
        state.tile[place] = NO_TILE
    for kind in range(TILE_KINDS):
        state.tiles_left[kind] = data.tiles[kind]
    for colour in range(COLOURS):
        state.stack[colour] = data.stack_size
        state.unseen_of[colour] = COLOUR_CARDS
    clear_piles(state, COLOUR_CARDS)
    clear_hands(state)
    for seat in range(4):
        state.row[seat] = 0
        state.row_twice[seat] = 0
        state.takes[seat] = ALL_CARDS
        state.large[seat] = START
        state.track[seat] = 0
        for colour in range(COLOURS):
            state.last[seat, colour] = -1
            state.direction[seat, colour] = OPEN
        for figure in range(SMALL):
            state.small[seat, figure] = START
        for colour in range(WISH_COLOURS):
            state.wish_stones[seat, colour] = 0


@rule
def actor(state: Position, data: Settings) -> int:
    """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
    step = int(state.step)
    if step <= DEALING or step == TURNING:
        return CHANCE
    if step == DONE:
        return OVER
    return int(state.turn)


# ── What a player may do ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def legal(state: Position, data: Settings, out: Numbers) -> int:
    """The legal moves of the seat whose decision it is, in rising order; returns how many."""
    step = int(state.step)
    seat = int(state.turn)
    if step == PLAYING:
        count = list_cards(DISCARD, int(state.hand[seat]), out, 0)  # K-7
        return list_cards(LAY, playable(state, data, seat), out, count)
    if step == DRAWING:
        return list_draws(state, DRAW, out)  # K-15, N-16, N-17
    if step == STEPPING:
        return legal_steps(state, data, targets(data, ahead(state, data, seat), int(state.laid)), out)
    if step == LUCKY:  # K-13, K-14, N-13
        count = legal_steps(state, data, ahead(state, data, seat), out)
        out[count] = STAY
        return count + 1
    if step == SHEDDING:
        return legal_sheds(state, out)
    return 0


@rule
def playable(state: Position, data: Settings, seat: int) -> int:
    """The cards that a seat can lay: they fit its row (K-8, N-7), and a figure can make the step (N-10)."""
    cards = int(state.hand[seat]) & int(state.takes[seat])
    stones = ahead(state, data, seat)
    for colour in range(COLOURS):
        if targets(data, stones, colour) == 0:
            cards &= ~(ALL_NUMBERS << (NUMBERS * colour))
    return cards


@rule
def ahead(state: Position, data: Settings, seat: int) -> int:
    """The stones that a seat's figures can reach with one step, whatever the colour (K-9, K-10, N-8)."""
    large = int(state.large[seat])
    stones = int(data.next[large])
    shut = int(data.shuts[large])
    for figure in range(SMALL):
        stone = int(state.small[seat, figure])
        stones |= int(data.next[stone])
        shut |= int(data.shuts[stone])
    return stones & ~shut


@rule
def targets(data: Settings, stones: int, colour: int) -> int:
    """Those of the stones ahead that a card of a colour leads onto.

    In the base game a player always has a figure on the colour's path or one to bring there, so there is none only
    where the figure stands on the end stone; then any other figure may step (K-11). In New Paths it may not (N-12).
    """
    fitting = stones & int(data.takes[colour])
    if fitting == 0 and data.moves_another:
        return stones
    return fitting


@rule
def legal_steps(state: Position, data: Settings, stones: int, out: Numbers) -> int:
    """The steps of a seat's figures onto these stones; figures of one size on one stone are one move (K-9, N-8)."""
    seat = int(state.turn)
    count = 0
    before = -1
    for figure in range(SMALL):
        stone = int(state.small[seat, figure])
        if stone != before:
            count = list_ways(data, STEP, stone, stones, out, count)
        before = stone
    return list_ways(data, STEP_LARGE, int(state.large[seat]), stones, out, count)


@rule
def list_ways(data: Settings, base: int, stone: int, stones: int, out: Numbers, count: int) -> int:
    """Append a move for every way from a stone onto one of these; returns how many moves there are now."""
    if int(data.next[stone]) & stones:
        for way in range(int(data.first_way[stone]), int(data.first_way[stone + 1])):
            if (stones >> int(data.way_to[way])) & 1:
                out[count] = base + way
                count += 1
    return count


@rule
def legal_sheds(state: Position, out: Numbers) -> int:
    """What a card-discard may take: a card from hand, the last card of one's row, or nothing (N-13)."""
    seat = int(state.turn)
    count = list_cards(DISCARD, int(state.hand[seat]), out, 0)
    for colour in range(COLOURS):
        if state.last[seat, colour] >= 0:
            out[count] = DROP + colour
            count += 1
    out[count] = KEEP
    return count + 1


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def outcome_base(state: Position) -> int:
    """The outcome of kind 0: of the tile for the next place, dealt to a seat, or off the draw pile."""
    step = int(state.step)
    if step == TILING:
        return TILE + TILE_KINDS * int(state.laid)
    return DEAL + KINDS * int(state.turn) if step == DEALING else CARD


@rule
def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    """Every kind of tile or card that may come next, with how many of it there are; returns how many kinds."""
    base = outcome_base(state)
    if state.step != TILING:
        return list_copies(base, int(state.unseen), int(state.unseen_twice), KINDS, moves, weights, 0)
    count = 0
    for kind in range(TILE_KINDS):
        weight = int(state.tiles_left[kind])
        if weight:
            moves[count] = base + kind
            weights[count] = weight
            count += 1
    return count


@rule
def unseen_copies(state: Position, kind: int) -> int:
    """How many cards of a kind no event has shown yet."""
    return count_copies(state.unseen, state.unseen_twice, kind)


@rule
def sample(state: Position, data: Settings, rng: Generator) -> int:
    """One tile that is not laid out yet, or one unseen card, each as likely."""
    if state.step == TILING:
        n = below(rng, int(data.places) - int(state.laid))
        kind = 0
        while n >= state.tiles_left[kind]:
            n -= int(state.tiles_left[kind])
            kind += 1
        return outcome_base(state) + kind
    removed = REMOVED if state.seats == 2 else 0
    return outcome_base(state) + nth_unseen(state, below(rng, int(state.draw_pile) + removed))


@rule
def nth_unseen(state: Position, n: int) -> int:
    """The kind of the n-th unseen card, counted by kind."""
    return find_unseen(state, NUMBERS, n)


# ── A move and what follows ──────────────────────────────────────────────────────────────────────────────────────


@rule
def apply(state: Position, data: Settings, move: int) -> None:
    """The position after a move or an outcome. It trusts that the move is legal: `play()` is the checked door."""
    step = int(state.step)
    if step == PLAYING:
        play_card(state, move)
    elif step == DRAWING:
        draw(state, move - DRAW)
    elif step == TURNING:
        turn_up(state, move - CARD)
    elif step == STEPPING or step == LUCKY:
        make_step(state, data, move)
    elif step == SHEDDING:
        shed(state, move)
    elif step == DEALING:
        deal(state, move - outcome_base(state))
    else:
        lay_out(state, data, move - outcome_base(state))


@rule
def lay_out(state: Position, data: Settings, kind: int) -> None:
    """A tile onto the next tile place, face up (K-4, N-1)."""
    state.tile[state.laid] = kind + 1
    state.tiles_left[kind] -= 1
    state.laid += 1
    if state.laid == data.places:
        state.laid = 0
        state.step = DEALING


@rule
def deal(state: Position, kind: int) -> None:
    """A card to the next seat of the opening deal: eight to seat 0, then eight to seat 1, … (K-6)."""
    take_unseen(state, int(state.turn), kind)
    if deal_on(state, HAND):
        state.step = PLAYING


@rule
def play_card(state: Position, move: int) -> None:
    """The first half of a turn: discard, or lay a card and then step (K-7, K-8)."""
    seat = int(state.turn)
    state.draws = 1  # K-15
    if move < LAY:
        discard(state, seat, move - DISCARD)
        state.step = DRAWING
        return
    kind = move - LAY
    colour = kind // NUMBERS
    take_from_hand(state, seat, kind)
    continue_row(state, seat, colour, kind - NUMBERS * colour)
    state.row[seat], state.row_twice[seat] = with_card(int(state.row[seat]), int(state.row_twice[seat]), kind)
    state.laid = colour
    state.step = STEPPING


@rule
def discard(state: Position, seat: int, kind: int) -> None:
    """A card from the hand onto the pile of its colour, which is then closed to this player (K-7, K-15, N-17)."""
    take_from_hand(state, seat, kind)
    put_on_pile(state, kind // NUMBERS, kind % NUMBERS)


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def continue_row(state: Position, seat: int, colour: int, number: int) -> None:
    """A card continues a row; the first different number fixes its direction (K-8)."""
    direction = direction_after(int(state.direction[seat, colour]), int(state.last[seat, colour]), number)
    set_row(state, seat, colour, number, direction)


@rule
def set_row(state: Position, seat: int, colour: int, last: int, direction: int) -> None:
    """Set the end of a row and its direction, and so the cards that it takes from now on (K-8)."""
    state.last[seat, colour] = last
    state.direction[seat, colour] = direction
    shift = NUMBERS * colour
    rest = int(state.takes[seat]) & ~(ALL_NUMBERS << shift)
    state.takes[seat] = rest | (numbers_after(direction, last) << shift)


@rule
def shorten_row(state: Position, seat: int, colour: int) -> int:
    """Take the last card off a row, whose rest says how it goes on (N-15); returns the number of the card."""
    number = int(state.last[seat, colour])
    shift = NUMBERS * colour
    state.row[seat], state.row_twice[seat] = without_card(
        int(state.row[seat]), int(state.row_twice[seat]), shift + number
    )
    left = (int(state.row[seat]) >> shift) & ALL_NUMBERS
    direction = int(state.direction[seat, colour])
    if left == 0:
        set_row(state, seat, colour, -1, OPEN)
    elif left & (left - 1) == 0:  # one number, once or twice
        set_row(state, seat, colour, lowest(left), OPEN)
    elif direction == FALLING:
        set_row(state, seat, colour, lowest(left), FALLING)
    else:
        while left & (left - 1):
            left &= left - 1
        set_row(state, seat, colour, lowest(left), RISING)
    return number


# ── Figures and stones ───────────────────────────────────────────────────────────────────────────────────────────


@rule
def make_step(state: Position, data: Settings, move: int) -> None:
    """A figure goes one stone forward (K-9, K-12, N-8), or a clover is not used (K-14)."""
    if move == STAY:
        state.step = DRAWING
        return
    seat = int(state.turn)
    if move >= STEP_LARGE:
        stone = int(data.way_to[move - STEP_LARGE])
        left = int(data.way_from[move - STEP_LARGE])
        state.large[seat] = stone
    else:
        stone = int(data.way_to[move - STEP])
        left = int(data.way_from[move - STEP])
        move_small(state, seat, left, stone)
    if (int(data.goal) >> stone) & ~(int(data.goal) >> left) & 1:
        state.in_goal += 1
        if state.in_goal == GOAL_FIGURES:  # K-16, N-19: at once; the tile is not carried out, nobody draws
            finish(state, BY_GOAL)
            return
    enter(state, data, seat, stone)


@rule
def move_small(state: Position, seat: int, left: int, stone: int) -> None:
    """One of the small figures goes from one stone to another; their stones stay in rising order."""
    figure = 0
    while state.small[seat, figure] != left:
        figure += 1
    while figure + 1 < SMALL and state.small[seat, figure + 1] < stone:
        state.small[seat, figure] = state.small[seat, figure + 1]
        figure += 1
    while figure > 0 and state.small[seat, figure - 1] > stone:
        state.small[seat, figure] = state.small[seat, figure - 1]
        figure -= 1
    state.small[seat, figure] = stone


@rule
def enter(state: Position, data: Settings, seat: int, stone: int) -> None:
    """What a stone gives to a figure that enters it (K-13, N-13, N-14); only wish stones leave the board."""
    state.step = DRAWING
    place = int(data.place[stone])
    if place >= 0:
        tile = int(state.tile[place])
        if tile == CLOVER:
            state.step = LUCKY
        elif tile == CARD_DISCARD:
            state.step = SHEDDING
        elif tile >= WISH:
            state.tile[place] = NO_TILE
            state.wish_stones[seat, tile - WISH] += 1
        elif tile >= POINTS:
            state.track[seat] += tile - POINTS + 1
    colour = int(data.stack[stone])
    if colour >= 0 and state.stack[colour] > 0:
        state.stack[colour] -= 1
        state.wish_stones[seat, colour] += 1


@rule
def shed(state: Position, move: int) -> None:
    """A card-discard takes a card from hand, the last card of a row, or nothing (N-13)."""
    seat = int(state.turn)
    state.step = DRAWING
    if move < LAY:
        discard(state, seat, move - DISCARD)
        state.draws = 2  # N-16
    elif move < KEEP:
        colour = move - DROP
        put_on_pile(state, colour, shorten_row(state, seat, colour))


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def draw(state: Position, source: int) -> None:
    """The second half of a turn: a card from the draw pile or a discard pile (K-15, N-16)."""
    if source == 0:
        state.step = TURNING
        return
    colour = source - 1
    take_seen(state, int(state.turn), NUMBERS * colour + take_from_pile(state, colour))
    drawn(state)


@rule
def turn_up(state: Position, kind: int) -> None:
    """The card that came off the draw pile; the last one ends the game, with no second draw (K-17, N-17, N-20)."""
    take_unseen(state, int(state.turn), kind)
    if state.draw_pile == 0:
        finish(state, BY_DRAW_PILE)
    else:
        drawn(state)


@rule
def drawn(state: Position) -> None:
    """One card fewer to draw; after the last the next seat has the turn."""
    state.draws -= 1
    state.step = DRAWING
    if state.draws == 0:
        state.step = PLAYING
        state.closed = 0
        pass_turn(state)


@rule
def finish(state: Position, end: int) -> None:
    """The game is over (K-16, K-17)."""
    state.end = end
    state.step = DONE
    state.draws = 0
    state.closed = 0


# ── Cards off the draw pile ──────────────────────────────────────────────────────────────────────────────────────


@rule
def take_unseen(state: Position, seat: int, kind: int) -> None:
    """An unseen card comes off the draw pile into a hand."""
    draw_unseen(state, seat, kind // NUMBERS, kind)


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def score(state: Position, data: Settings, sheet: Numbers) -> None:
    """Every seat's points by item, as `ITEMS` names them (K-18 to K-20, N-21 to N-23)."""
    for seat in range(int(state.seats)):
        track = int(state.track[seat])
        figures = 2 * int(data.worth[state.large[seat]])  # K-18, N-21: the large figure counts double
        for figure in range(SMALL):
            figures += int(data.worth[state.small[seat, figure]])
        stones = int(state.wish_stones[seat, NO_COLOUR])
        sets = 0
        if data.wish_colours:
            for colour in range(COLOURS):
                held = int(state.wish_stones[seat, colour])
                stones += 1 if held > 0 else 0  # N-22: different colours
                sets += SET_POINTS if held >= SET_STONES else 0  # N-23
        wishes = STONE_POINTS[min(stones, 5)]
        sheet[seat, 0] = track
        sheet[seat, 1] = figures
        sheet[seat, 2] = wishes
        sheet[seat, 3] = sets
        sheet[seat, 4] = track + figures + wishes + sets
