"""Resampled histories: a past that leads to another position and that a player cannot tell from the true one.

`redeal` gives a position that looks the same to a player. For algorithms that remember whole games, such as those of
OpenSpiel, that is not enough: the cards that others drew unseen must fit it, too. Each of them was played later, or is
still in that hand; a card that was played must have been drawn before, and that is all there is to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wishstone.env.layout import layout_of
from wishstone.env.words import refuse
from wishstone.game.chance import Generator, below
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.game.match import Event


def resample_history(
    game: Game, seats: int, first: int, events: Sequence[Event], now: Position, player: int, rng: Generator
) -> list[int]:
    """The moves and outcomes that lead to `now`, a position redealt for `player`; those it saw are the true ones."""
    moves = [event.move for event in events]
    if game.about.is_open:
        return moves
    if not {"hand", "known"} <= dict(game.rules.OBSERVATION).keys() or "turn" not in (game.rules.State.names or ()):
        raise refuse("env-resample", game=game.id)
    drawn: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(seats)}  # (event, kind) not yet played
    state = game.start(seats, first)
    secrets = {seat: _secret(game, state, seat) for seat in range(seats)}
    for number, event in enumerate(events):
        who = int(state["turn"])
        game.apply(state, event.move)
        if who == player:
            continue
        before, secrets[who] = secrets[who], _secret(game, state, who)
        for kind in np.flatnonzero(change := secrets[who] - before):
            if change[kind] > 0:  # drawn, and nobody else has seen it
                drawn[who].append((number, int(kind)))
            for _ in range(-change[kind]):  # played: it was one of those drawn before, each as likely
                place, true_kind = drawn[who].pop(below(rng, len(drawn[who])))
                moves[place] += int(kind) - true_kind
    for seat, left in drawn.items():
        if seat != player:
            held = [kind for kind, count in enumerate(_secret(game, now, seat)) for _ in range(count)]
            for place, true_kind in left:
                moves[place] += held.pop(below(rng, len(held))) - true_kind
    if not _leads_to(game, game.start(seats, first), moves, now):
        raise refuse("env-resample", game=game.id)
    return moves


def _leads_to(game: Game, state: Position, moves: Sequence[int], now: Position) -> bool:
    """Whether the moves are possible, and lead to a position."""
    for move in moves:
        found = [outcome for outcome, _ in game.chances(state)] if game.actor(state) == CHANCE else game.legal(state)
        if move not in found:
            return False
        game.apply(state, move)
    return bool(state == now)


def _secret(game: Game, state: Position, seat: int) -> NDArray[np.int8]:
    """By kind: the cards in a hand that nobody else has seen."""
    size, hand, known = _places(game.id)
    out = np.zeros(size, np.int8)
    game.rules.observe(state, game.data, seat, out)
    return out[hand] - out[known]


@cache
def _places(game: str) -> tuple[int, slice, slice]:
    """How long an observation is, and where in it the observer's hand is, and the part of it that others know."""
    layout = layout_of(game)
    hand, known = layout["hand"], layout["known"].start
    return layout.size, hand.slice, slice(known, known + hand.size)
