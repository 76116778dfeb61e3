"""Lead of a game, turn by turn: plays each game of a report and goes through its events again, on every engine.

`rules` and `playing` are bound to one game.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

import numpy as np

from wishstone.bots.deciding import Tools
from wishstone.game.contract import OVER, Numbers, Position, Rules, Settings
from wishstone.game.fields import record
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.game.tie_break import is_ahead

rules: Rules = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND

STEPS = 10  # moments of a game at which its lead is kept, the last one being its end
NOBODY = -1  # leads, or has led for good: several do

Turns = record(
    ("turns", np.int64),
    ("rounds", np.int64),  # the most turns that a seat had
    ("lead_changes", np.int64),
    ("led_from", np.int64),  # the turn from which on the winner led
    ("leaders", np.int64, STEPS),
    ("gaps", np.int64, STEPS),  # the points by which they lead
)


def found_dtype(of_game: Rules, outcome: np.dtype[np.void]) -> np.dtype[np.void]:
    """The record of what is kept of a game."""
    return record(("outcome", outcome), ("turns", Turns), ("state", of_game.State, 1))


class Leads(NamedTuple):
    """Working memory: the lead after each turn of a game."""

    leading: Numbers  # who leads
    by: Numbers  # by how many points
    turns_of: Numbers  # by seat: the turns that it had
    states: Numbers  # the position that is gone through
    sheets: Numbers


@rule
def play_games(
    plays: Numbers,
    tables: Numbers,
    memories: Numbers,
    tools: Tools,
    span: tuple[int, int],
    found: Numbers,
    leads: Leads,
) -> int:
    """Play games and note what happened in each; `span` is the number of the first, and how many are done."""
    play, table, memory = plays[0], tables[0], memories[0]
    start, done = span
    for i in range(done, len(found)):
        if play.running == 0:
            playing.begin(play, table, memory, start + i)
        if playing.advance(play, table, memory, tools) != OVER:
            return i
        playing.note(play, table, memory, found[i].outcome)
        found[i].state[0] = play.state
        walk(play, table, tools.log, found[i].turns, leads)
    return len(found)


@rule
def walk(play: Position, table: Position, log: Numbers, noted: Position, leads: Leads) -> None:
    """Go through a game's events once more, and note its turns and who led after each.

    A turn is an unbroken run of decisions of one seat.
    """
    state, data, turns_of = leads.states[0], table.settings, leads.turns_of
    seats = int(table.seats)
    rules.setup(state, data, seats, int(play.state.first))
    for seat in range(seats):
        turns_of[seat] = 0
    turn = NOBODY
    turns = 0
    for event in range(int(play.events)):
        who = rules.actor(state, data)
        if who >= 0 and who != turn:
            if turns > 0:
                note_lead(state, data, leads, turns - 1)
            turn = who
            turns += 1
            turns_of[who] += 1
        rules.apply(state, data, int(log[event]))
    note_lead(state, data, leads, turns - 1)
    rounds = 0
    for seat in range(seats):
        rounds = max(rounds, int(turns_of[seat]))
    noted.turns = turns
    noted.rounds = rounds
    noted.lead_changes = lead_changes(leads.leading, turns)
    noted.led_from = led_from(leads.leading, turns)
    for step in range(STEPS):
        at = max((turns * (step + 1) + STEPS - 1) // STEPS, 1) - 1
        noted.leaders[step] = leads.leading[at]
        noted.gaps[step] = leads.by[at]


@rule
def note_lead(state: Position, data: Settings, leads: Leads, turn: int) -> None:
    """Who would win if the game ended now, and how many points the next one has less."""
    sheet = leads.sheets[0]
    rules.score(state, data, sheet)
    total = len(rules.ITEMS) - 1
    seats = int(state.seats)
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
    leads.leading[turn] = best if alone else NOBODY
    leads.by[turn] = sheet[best, total] - sheet[second, total]


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
