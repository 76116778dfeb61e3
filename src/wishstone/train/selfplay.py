"""Self-play loop of the policy gradient: whole games with the score function of every seat's moves, compiled.

`rules`, `policy` and `playing` are bound to one game; the game loop waits for every move to be made from here. For
every seat of every game the loop adds up in which direction the weights would have to move to make the moves that were
chosen more likely; what the seat won decides later whether they should.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.deciding import Tools
from wishstone.bots.lottery import draw_ticket, give_tickets
from wishstone.game.contract import OVER, Numbers, Rules
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND
playing: ModuleType = TO_BE_BOUND


@rule
def play_games(
    plays: Numbers, tables: Numbers, memories: Numbers, tools: Tools, start: int, slopes: Numbers, totals: Numbers
) -> None:
    """Play as many games as `totals` has places: each seat's final total, and its row of `slopes`.

    What is drawn by lot comes from the stream of the outcomes.
    """
    play, table, memory = plays[0], tables[0], memories[0]
    state, data, weights, tickets, scratch = (
        play.state,
        table.settings,
        tools.weights[0],
        memory.tickets,
        memory.scratch,
    )
    seats = int(table.seats)
    for game in range(len(totals)):
        playing.begin(play, table, memory, start + game)
        while playing.advance(play, table, memory, tools) != OVER:
            count = int(memory.count)
            policy.rate(state, data, weights, memory.moves, count, memory.ratings, scratch)
            total = give_tickets(memory.ratings, count, policy.SOFTNESS, tickets)
            chosen = draw_ticket(tickets, total, play.dealer)
            row = game * seats + int(play.waiting)
            for i in range(count):
                slope = -float(tickets[i]) / total
                if i == chosen:
                    slope += 1.0
                for k in range(policy.describe(state, data, int(memory.moves[i]), scratch)):
                    slopes[row, scratch[k]] += slope
            playing.make(play, table, tools, int(memory.moves[chosen]))
        rules.score(state, data, memory.sheet)
        for seat in range(seats):
            totals[game, seat] = memory.sheet[seat, len(rules.ITEMS) - 1]
