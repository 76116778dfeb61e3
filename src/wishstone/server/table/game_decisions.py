"""Game decisions: moves, and the random outcomes that follow them.

A person's move, a bot's, and one that the clock forces all go through `move`.
"""

from __future__ import annotations

from typing import Literal

from wishstone.game.contract import CHANCE, OVER, Position
from wishstone.game.errors import MoveError
from wishstone.game.fairness import Fairness, draw
from wishstone.game.move_check import check_move, find_error
from wishstone.server.table import commands, entries
from wishstone.server.table.decision_types import CommandContext, Decision, require_current, require_playing
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.refusal import Refusal
from wishstone.server.table.state import TableState

Via = Literal["person", "bot", "time"]


def move_command(table: TableState, command: commands.Move, context: CommandContext) -> Decision:
    """Make a person's move, if it was meant for the present position."""
    require_playing(table)
    if table.seats[context.seat].bot:
        raise Refusal("bot-plays-for-you")
    require_current(table, command.basis)
    return move(table, command.move, context.seat, "person")


def move(table: TableState, text: str | int, seat: int, via: Via, instead: str = "") -> Decision:
    """A seat's move, whoever chose it, and everything that follows until the next decision.

    `instead` is the bot that chose it where that is not the one that was to.
    """
    assert table.match is not None
    game, state = table.game, table.match.state
    chosen = check_move(game, state, text, seat)
    bodies: list[EntryBody] = [entries.Moved(seat, game.move_names[chosen], via, instead)]
    after = game.copy(state)
    game.apply(after, chosen)
    draw_outcomes(table, after, fairness_of(table), table.next_draw, bodies)
    return Decision(bodies, after)


def fairness_of(table: TableState) -> Fairness:
    """The source of the table's random outcomes."""
    return Fairness(table.opened.commitment, tuple(seat.number for seat in table.seats), table.opened.secret)


def draw_outcomes(table: TableState, state: Position, fairness: Fairness, number: int, bodies: list[EntryBody]) -> None:
    """Draw outcomes until a seat has to decide or the game is over."""
    game = table.game
    who = game.actor(state)
    while who == CHANCE:
        outcome = draw(game, state, fairness, number)
        bodies.append(entries.Drawn(game.outcome_names[outcome], number))
        game.apply(state, outcome)
        number += 1
        who = game.actor(state)
    if who == OVER:
        bodies.append(entries.Finished("rules"))


def explain_move(table: TableState, text: str, seat: int) -> MoveError | None:
    """The rule that forbids a seat's move, if any, without making it."""
    require_playing(table)
    assert table.match is not None
    return find_error(table.game, table.match.state, text, seat)
