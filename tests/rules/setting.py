"""Test positions of the card game, reached by real play with named hands and draws."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from wishstone.game.contract import CHANCE
from wishstone.game.errors import IllegalMove
from wishstone.game.match import Match
from wishstone.games import load

COLOURS = ("blue", "green", "pink", "red", "yellow")
SPARE_COLOURS = ("yellow", "pink", "green", "blue", "red")  # the order in which cards that do not matter are used up
SPARE_NUMBERS = (0, 10, 1, 9, 2, 8, 3, 4, 5, 6, 7, 3, 4, 5, 6, 7)


def all_cards() -> list[str]:
    """The 101 cards of KC-1 to KC-3 as the page counts them, those that matter least in a test first."""
    numbers = [f"{colour} {number}" for colour in SPARE_COLOURS for number in SPARE_NUMBERS]
    points = [f"point {number}" for number in range(11)]
    return numbers + points + 2 * [f"{colour} end" for colour in COLOURS]


def cards(text: str) -> list[str]:
    """Cards from a list such as `red 3, red end`."""
    return [card.strip() for card in text.split(",") if card.strip()]


class Sitting:
    """A game that a test plays. Each hand is named as far as it matters and filled up with spare cards.

    `keep` names cards that are not to be used up as spare ones, because the test wants them from the draw pile.
    """

    def __init__(self, *hands: str, seats: int = 2, first: int = 0, keep: str = "") -> None:
        self.match = Match(load("keltis-card", engine="interpreted"), seats, first)
        self.spare = all_cards()
        self.spare_held: list[list[str]] = [[] for _ in range(seats)]
        named = [cards(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
        for card in [*cards(keep), *(card for hand in named for card in hand)]:
            self.spare.remove(card)
        for seat, hand in enumerate(named):
            self.spare_held[seat] = [self.spare.pop(0) for _ in range(8 - len(hand))]
            for card in hand + self.spare_held[seat]:
                self.match.play(f"deal {seat} {card}")

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self, *events: str) -> None:
        """Moves and outcomes, one after the other."""
        for event in events:
            self.match.play(event)

    def turn(self, move: str, *draws: str) -> None:
        """A whole turn: a move, then each draw as a card that the draw pile gives, or as `draw COLOUR`."""
        seat = self.actor
        self.play(move)
        sources = list(draws)
        while self.actor == seat and self.step == "drawing":
            self.draw(sources.pop(0) if sources else None)
        assert not sources, f"{move} is not followed by so many draws: {sources} were left"

    def draw(self, source: str | None = None) -> None:
        """One draw: `draw COLOUR`, a card that the draw pile gives, or a spare card."""
        if source and source.startswith("draw "):
            self.play(source)
            return
        seat = self.actor
        self.play("draw deck")
        if not source:
            source = self.spare.pop(0)
            self.spare_held[seat].append(source)
        elif source in self.spare:
            self.spare.remove(source)
        self.play(f"card {source}")

    def pass_to(self, seat: int) -> None:
        """Turns in which nothing happens, until it is this seat's: a spare card is discarded, and one drawn."""
        while self.actor != seat:
            self.idle()

    def idle(self) -> None:
        """A turn in which a spare card is discarded, and another one drawn."""
        self.turn(f"discard {self.spare_held[self.actor].pop()}")

    def build(self, seat: int, moves: str) -> None:
        """Lay these, a turn each, while the others idle: `red 3, point 3 on red`; cards not yet held are drawn."""
        rest = cards(moves)
        while rest:
            self.pass_to(seat)
            move = rest.pop(0)
            missing = Counter(card.partition(" on ")[0] for card in rest) - Counter(self.hand(seat))
            self.turn(f"lay {move}", *list(missing)[:1])

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def actor(self) -> int:
        """Whose decision comes next."""
        return self.match.actor

    @property
    def step(self) -> str:
        """What is asked for next."""
        return str(self.view()["step"])

    def view(self, seat: int = -1) -> dict[str, Any]:
        """What a seat sees."""
        return self.match.game.view(self.match.state, seat)

    def player(self, seat: int) -> dict[str, Any]:
        """What lies before a seat, and its hand."""
        found: dict[str, Any] = self.view(seat)["players"][seat]
        return found

    def hand(self, seat: int) -> list[str]:
        """The cards that a seat holds."""
        return list(self.player(seat)["hand"])

    def row(self, seat: int, colour: str) -> dict[str, Any]:
        """A seat's row of a colour."""
        found: dict[str, Any] = self.player(seat)["rows"][colour]
        return found

    def pile(self, suit: str) -> list[str]:
        """A discard pile, its top last."""
        return list(self.view()["piles"][suit])

    def sheet(self, seat: int) -> dict[str, Any]:
        """A seat's points by item."""
        return self.match.result().sheets[seat]

    def legal(self, beginning: str = "") -> list[str]:
        """The legal moves that begin with these words."""
        game, state = self.match.game, self.match.state
        names = [game.move_names[move] for move in game.legal(state)]
        return [name for name in names if not beginning or f"{name} ".startswith(f"{beginning} ")]

    def chances(self) -> dict[str, int]:
        """The outcomes that may come next, with their weights."""
        assert self.actor == CHANCE
        game, state = self.match.game, self.match.state
        return {game.outcome_names[outcome]: weight for outcome, weight in game.chances(state)}

    def refused(self, move: str) -> IllegalMove:
        """What the door says to this move, which it must not let pass; the position stays as it was."""
        before = self.match.state.tobytes()
        with pytest.raises(IllegalMove) as caught:
            self.match.play(move)
        assert self.match.state.tobytes() == before
        assert move not in caught.value.moves
        return caught.value


def ended(hand: str = "", other: str = "") -> Sitting:
    """A game of two that seat 0 has just ended with its third end card; seat 1 has laid a red and a yellow one."""
    sitting = Sitting(f"blue end, green end, pink end, {hand}", f"red end, yellow end, {other}")
    for colour in ("blue", "red", "green", "yellow", "pink"):
        sitting.turn(f"lay {colour} end")
    return sitting
