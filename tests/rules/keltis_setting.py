"""Test positions of Keltis and New Paths, reached by real play with named tiles, hands and draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from wishstone.game.contract import CHANCE
from wishstone.game.errors import IllegalMove
from wishstone.game.match import Match
from wishstone.games import load
from wishstone.games.keltis.rules import STEPS

KELTIS, NEW_PATHS = "keltis", "keltis-new-paths"
COLOURS = ("blue", "green", "pink", "red", "yellow")
BAG = {  # K-4, N-1; those that stop nobody first, and then what a test will hardly miss
    KELTIS: Counter({"clover": 9, "wish": 9, "points 1": 2, "points 2": 3, "points 3": 2}),
    NEW_PATHS: Counter(
        {"discard": 5, "clover": 5, "points 2": 5, "points 3": 2} | {f"wish {colour}": 1 for colour in COLOURS}
    ),
}
SPARE_COLOURS = ("yellow", "pink", "green", "blue", "red")  # the order in which cards that do not matter are used up
SPARE_NUMBERS = (5, 6, 4, 7, 3, 8, 2, 9, 1, 10, 0)


def cards(text: str) -> list[str]:
    """Cards from a list such as `red 3, red 4`."""
    return [card.strip() for card in text.split(",") if card.strip()]


def route(figure: str, stones: str, laid: str) -> list[str]:
    """Turns that lead a figure along stones, with a card for each step: `lay red 3; step small start 1b`, …"""
    way = stones.split()
    steps = zip(way[:-1], way[1:], cards(laid), strict=True)
    return [f"lay {card}; step {figure} {left} {to}" for left, to, card in steps]


class Sitting:
    """A game that a test plays. Tiles and hands are named as far as they matter and filled up with spare ones.

    `keep` names cards that are not to be used up as spare ones, because the test wants them from the draw pile.
    """

    def __init__(
        self,
        game: str,
        *hands: str,
        seats: int = 2,
        first: int = 0,
        tiles: Mapping[str, str] | None = None,
        keep: str = "",
        options: Mapping[str, bool] | None = None,
    ) -> None:
        self.match = Match(load(game, options, engine="interpreted"), seats, first)
        self._lay_out(dict(tiles or {}), BAG[game].copy())
        self.spare = [f"{colour} {number}" for number in SPARE_NUMBERS for colour in SPARE_COLOURS for _ in range(2)]
        self.spare_held: list[list[str]] = [[] for _ in range(seats)]
        named = [cards(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
        for card in [*cards(keep), *(card for hand in named for card in hand)]:
            self.spare.remove(card)
        for seat, hand in enumerate(named):
            self.spare_held[seat] = [self.spare.pop(0) for _ in range(8 - len(hand))]
            for card in hand + self.spare_held[seat]:
                self.match.play(f"deal {seat} {card}")

    def _lay_out(self, named: dict[str, str], bag: Counter[str]) -> None:
        bag.subtract(named.values())
        assert min(bag.values()) >= 0, "there are not so many tiles"
        while self.step == "tiling":
            stone = next(iter(self.chances())).split()[1]
            if stone in named:
                tile = named.pop(stone)
            else:
                tile = next(bag.elements())
                bag[tile] -= 1
            self.match.play(f"tile {stone} {tile}")
        assert not named, f"{named} are not tile places"

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self, *events: str) -> None:
        """Moves and outcomes, one after the other."""
        for event in events:
            self.match.play(event)

    def turn(self, moves: str, *draws: str) -> None:
        """A whole turn: its moves; then each draw as a card that the draw pile gives, or as `draw COLOUR`.

        A clover or a card-discard that the moves say nothing of is not used.
        """
        seat = self.actor
        self.play(*(move.strip() for move in moves.split(";")))
        if self.step in ("lucky", "shedding"):
            self.play("stay" if self.step == "lucky" else "keep")
        sources = list(draws)
        while self.actor == seat and self.step == "drawing":
            self.draw(sources.pop(0) if sources else None)
        assert not sources, f"{moves} is not followed by so many draws: {sources} were left"

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

    def idle(self) -> None:
        """A turn in which a spare card is discarded, and another one drawn."""
        self.turn(f"discard {self.spare_held[self.actor].pop()}")

    def pass_to(self, seat: int) -> None:
        """Turns in which nothing happens, until it is this seat's."""
        while self.actor != seat:
            self.idle()

    def follow(self, *plans: Sequence[str]) -> None:
        """Every seat follows its plan, a turn each, and idles without one, until all plans are done or the game is."""
        rest = [list(plan) for plan in plans] + [[] for _ in range(self.match.seats - len(plans))]
        while any(rest) and not self.match.is_over:
            seat = self.actor
            if not rest[seat]:
                self.idle()
                continue
            moves = rest[seat].pop(0)
            held = Counter(self.hand(seat)) - Counter(needed([moves]))
            self.turn(moves, *first_missing(needed(rest[seat]), held))

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def actor(self) -> int:
        """Whose decision comes next."""
        return self.match.actor

    @property
    def step(self) -> str:
        """What is asked for next."""
        return STEPS[int(self.match.state.step)]

    def view(self, seat: int = -1) -> dict[str, Any]:
        """What a seat sees."""
        return self.match.game.view(self.match.state, seat)

    def player(self, seat: int, seen_by: int | None = None) -> dict[str, Any]:
        """What lies before a seat, and its hand, as it sees it itself or as another one does."""
        found: dict[str, Any] = self.view(seat if seen_by is None else seen_by)["players"][seat]
        return found

    def hand(self, seat: int) -> list[str]:
        """The cards that a seat holds."""
        return list(self.player(seat)["hand"])

    def row(self, seat: int, colour: str) -> dict[str, Any]:
        """A seat's row of a colour."""
        found: dict[str, Any] = self.player(seat)["rows"][colour]
        return found

    def figures(self, seat: int) -> tuple[list[str], str]:
        """The stones of a seat's small figures, and of the large one."""
        player = self.player(seat)
        return player["small"], player["large"]

    def stone(self, name: str) -> dict[str, Any]:
        """A stone and what lies on it."""
        found: dict[str, Any] = self.view()["stones"][name]
        return found

    def pile(self, colour: str) -> list[str]:
        """A discard pile, its top last."""
        return list(self.view()["piles"][colour])

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


def needed(turns: Sequence[str]) -> list[str]:
    """The cards that these turns lay or discard, in order."""
    moves = [move.strip() for turn in turns for move in turn.split(";")]
    return [move.split(" ", 1)[1] for move in moves if move.split()[0] in ("lay", "discard")]


def first_missing(wanted: Sequence[str], held: Counter[str]) -> list[str]:
    """The first of these cards that is not held, if there is one."""
    for at, card in enumerate(wanted):
        if wanted[: at + 1].count(card) > held[card]:
            return [card]
    return []


def followed(
    game: str,
    *plans: Sequence[str],
    seats: int = 2,
    first: int = 0,
    tiles: Mapping[str, str] | None = None,
    options: Mapping[str, bool] | None = None,
    keep: str = "",
) -> Sitting:
    """A game in which every seat has followed its plan, with the cards that it needs in time."""
    hands = [", ".join(needed(plan)[:8]) for plan in plans]
    later = ", ".join(card for plan in plans for card in needed(plan)[8:])
    sitting = Sitting(
        game,
        *hands,
        seats=seats,
        first=first,
        tiles=tiles,
        options=options,
        keep=", ".join(filter(None, (later, keep))),
    )
    sitting.follow(*plans)
    return sitting
