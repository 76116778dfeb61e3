"""Games side by side, for bots that look at many positions at once, such as a net: the game loop, in each in turn.

`rules` and `playing` are bound to one game.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from wishstone.bots.deciding import SEEN, Tools
from wishstone.game.contract import OVER, Numbers, Rules
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND


class Questions(NamedTuple):
    """What is asked in the games that wait, with a row for each place where one is played."""

    seats: Numbers  # who is asked; `OVER` where no game is left to be played
    observations: Numbers  # what that seat knows
    masks: Numbers  # the legal moves
    games: Numbers  # which of the games is played there
    begun: Numbers  # how many games have begun: one number


@rule
def go_on(
    plays: Numbers, tables: Numbers, memories: Numbers, tools: Tools, start: int, outcomes: Numbers, asked: Questions
) -> int:
    """Play on wherever a game does not wait, until all do or no game is left to begin; returns how many wait."""
    table, memory = tables[0], memories[0]
    waiting = 0
    for i in range(len(plays)):
        play = plays[i]
        asked.seats[i] = OVER
        while asked.seats[i] == OVER and (play.running or asked.begun[0] < len(outcomes)):
            if not play.running:
                asked.games[i] = asked.begun[0]
                asked.begun[0] += 1
                playing.begin(play, table, memory, start + int(asked.games[i]))
            who = playing.advance(play, table, memory, tools)
            if who == OVER:
                playing.note(play, table, memory, outcomes[asked.games[i]])
                continue
            asked.seats[i] = who
            rules.observe(memory.mind[SEEN], table.settings, who, asked.observations[i])
            for move in range(rules.MOVES):
                asked.masks[i, move] = False
            for place in range(rules.legal(memory.mind[SEEN], table.settings, memory.moves)):
                asked.masks[i, memory.moves[place]] = True
            waiting += 1
    return waiting


@rule
def make_moves(plays: Numbers, tables: Numbers, tools: Tools, places: Numbers, moves: Numbers) -> None:
    """Make a move in the game at each of some places."""
    for i in range(len(places)):
        playing.make(plays[places[i]], tables[0], tools, int(moves[i]))
