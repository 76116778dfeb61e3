"""Game loop of a report: plays each game and walks through it again, turn by turn, on every engine.

`rules`, `playing` and the bots' `choice` and `policy` are bound to one game.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.choice import MIND, RANDOM
from wishstone.bots.lottery import best_of, draw_ticket, give_tickets
from wishstone.game.chance import DEALER, Generator, below, seed_stream
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.game.tie_break import is_ahead
from wishstone.lab.playing import BOTS, BY_LOT

rules: Rules = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND
choice: ModuleType = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND

RATING = 2  # a bot, beside `RANDOM` and `GREEDY`, that rates every move once: `fitted`, and the levels without search
MINDS = MIND + 1  # positions that such a table needs: one redealt, and those that a greedy bot thinks in
STEPS = 10  # moments of a game at which its lead is kept, the last one being its end
NOBODY = -1  # leads, or has led for good: several do


@rule
def play_rated(
    state: Position,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    number: int,
    bots: Numbers,
    weights: Numbers,
    softness: Numbers,
    dealer: Generator,
    player: Generator,
    moves: Numbers,
    mind: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    log: Numbers,
) -> tuple[int, int]:
    """One game by bots of which some rate moves, the very game that `simulate` plays; returns events and decisions.

    `weights` and `softness` are by seat, the weights by the seat that began before.
    """
    seed_stream(dealer, seed, number, DEALER)
    seed_stream(player, seed, number, BOTS)
    lot = below(dealer, seats)
    begins = lot if first == BY_LOT else first
    rules.setup(state, data, seats, begins)
    events = 0
    decisions = 0
    while True:
        who = rules.actor(state, data)
        if who == CHANCE:
            move = rules.sample(state, data, dealer)
        elif who == OVER or decisions == rules.MAX_DECISIONS:
            break
        else:
            decisions += 1
            mind[MIND] = state
            rules.redeal(mind[MIND], data, who, player)
            if bots[who] == RATING:
                count = rules.legal(mind[MIND], data, moves)
                policy.rate(mind[MIND], data, weights[begins, who], moves, count, ratings, scratch)
                if softness[who] == 0:
                    place = best_of(ratings, count)
                else:
                    total = give_tickets(ratings, count, int(softness[who]), tickets)
                    place = draw_ticket(tickets, total, player)
                move = int(moves[place])
            elif bots[who] == RANDOM:
                move = choice.random_move(mind[MIND], data, player, moves)
            else:
                move = choice.think(mind[MIND], data, who, player, moves, mind)
        rules.apply(state, data, move)
        log[events] = move
        events += 1
    return events, decisions


@rule
def play_games(
    states: Numbers,
    data: Settings,
    seats: int,
    first: int,
    seed: int,
    start: int,
    quick: bool,
    bots: Numbers,
    weights: Numbers,
    softness: Numbers,
    dealer: Generator,
    player: Generator,
    moves: Numbers,
    mind: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    log: Numbers,
    sheets: Numbers,
    notes: Numbers,
    leaders: Numbers,
    gaps: Numbers,
    leading: Numbers,
    leads: Numbers,
    turns_of: Numbers,
) -> None:
    """Play a game for every position of `states`, numbered from `start`, and note what happened in each."""
    for game in range(len(states)):
        state = states[game]
        if quick:
            events, _ = playing.play_game(
                state, data, seats, first, seed, start + game, bots, dealer, player, moves, mind, log
            )
        else:
            events, _ = play_rated(
                state,
                data,
                seats,
                first,
                seed,
                start + game,
                bots,
                weights,
                softness,
                dealer,
                player,
                moves,
                mind,
                ratings,
                tickets,
                scratch,
                log,
            )
        walk(states, data, game, log, events, sheets, notes, leaders, gaps, leading, leads, turns_of)


@rule
def walk(
    states: Numbers,
    data: Settings,
    game: int,
    log: Numbers,
    events: int,
    sheets: Numbers,
    notes: Numbers,
    leaders: Numbers,
    gaps: Numbers,
    leading: Numbers,
    leads: Numbers,
    turns_of: Numbers,
) -> None:
    """Go through a game's events once more, and write into its row of `notes` and the rest what is asked of it.

    A turn is an unbroken run of decisions of one seat. `notes` are: who began, decisions, turns, rounds (the most turns
    that a seat had), why it ended (0 where it was cut off), lead changes, and the turn from which on its winner led.
    `leading` and `leads` are working memory: who leads after each turn, and by how many points.
    """
    state = states[game]
    sheet = sheets[game]
    seats = int(state.seats)
    first = int(state.first)
    rules.setup(state, data, seats, first)
    for seat in range(seats):
        turns_of[seat] = 0
    turn = NOBODY
    turns = 0
    decisions = 0
    for event in range(events):
        who = rules.actor(state, data)
        if who >= 0:
            decisions += 1
            if who != turn:
                if turns > 0:
                    note_lead(state, data, seats, sheet, leading, leads, turns - 1)
                turn = who
                turns += 1
                turns_of[who] += 1
        rules.apply(state, data, int(log[event]))
    note_lead(state, data, seats, sheet, leading, leads, turns - 1)
    rounds = 0
    for seat in range(seats):
        rounds = max(rounds, int(turns_of[seat]))
    notes[game, 0] = first
    notes[game, 1] = decisions
    notes[game, 2] = turns
    notes[game, 3] = rounds
    notes[game, 4] = state.end if rules.actor(state, data) == OVER else 0
    notes[game, 5] = lead_changes(leading, turns)
    notes[game, 6] = led_from(leading, turns)
    for step in range(STEPS):
        at = max((turns * (step + 1) + STEPS - 1) // STEPS, 1) - 1
        leaders[game, step] = leading[at]
        gaps[game, step] = leads[at]


@rule
def note_lead(
    state: Position, data: Settings, seats: int, sheet: Numbers, leading: Numbers, leads: Numbers, turn: int
) -> None:
    """Who would win if the game ended now, and how many points the next one has less."""
    rules.score(state, data, sheet)
    total = len(rules.ITEMS) - 1
    best = 0
    for seat in range(1, seats):
        if is_ahead(sheet, seat, best, total):
            best = seat
    alone = True
    second = NOBODY
    for seat in range(seats):
        if seat != best:
            alone = alone and is_ahead(sheet, best, seat, total)
            if second == NOBODY or sheet[seat, total] > sheet[second, total]:
                second = seat
    leading[turn] = best if alone else NOBODY
    leads[turn] = sheet[best, total] - sheet[second, total]


@rule
def lead_changes(leading: Numbers, turns: int) -> int:
    """How often somebody came to lead alone who was not the last to do so."""
    changes = 0
    last = NOBODY
    for turn in range(turns):
        leader = int(leading[turn])
        if leader != NOBODY and leader != last:
            if last != NOBODY:
                changes += 1
            last = leader
    return changes


@rule
def led_from(leading: Numbers, turns: int) -> int:
    """The turn, counted from 1, from which on the only winner led to the end; 0 where the win is shared."""
    winner = int(leading[turns - 1])
    if winner == NOBODY:
        return 0
    turn = turns - 1
    while turn > 0 and leading[turn - 1] == winner:
        turn -= 1
    return turn + 1
