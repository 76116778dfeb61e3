"""Test positions of Quartz, reached by real play; where many crystals matter, they are laid out."""

from __future__ import annotations

from typing import Any

import pytest

from wishstone.game.contract import CHANCE
from wishstone.game.errors import IllegalMove
from wishstone.game.match import Match
from wishstone.games import load

KINDS = ("quartz", "rubellite", "emerald", "sapphire", "ruby", "amber", "black")
FACES = {"P": "pickaxe", "J": "jackhammer", "C": "chest", "T": "transport", "W": "claw", "H": "helmet"}
NOTHING = "JCTWH"  # five dice that give no action


def faces(letters: str) -> str:
    """Dice by their letters, in the order of the notation: `PWW` is `pickaxe claw claw`."""
    return " ".join(name for letter, name in FACES.items() for _ in range(letters.count(letter)))


class Mine:
    """A game of Quartz that a test plays."""

    def __init__(self, seats: int = 3, first: int = 0, jackhammer: str = "pairs") -> None:
        self.match = Match(load("quartz-dice", {"jackhammer": jackhammer}, engine="interpreted"), seats, first)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self, *events: str) -> None:
        """Moves and outcomes, one after the other."""
        for event in events:
            self.match.play(event)

    def rolled(self, dice: str, mined: str = "quartz") -> None:
        """A turn up to its first throw."""
        self.play(f"draw {mined}", f"roll {faces(dice)}")

    def kept(self, dice: str, mined: str = "quartz") -> None:
        """A turn up to its actions."""
        self.rolled(dice, mined)
        self.play("keep")

    def idle(self, turns: int = 1, mined: str = "quartz") -> None:
        """Turns in which a crystal is mined and nothing else happens."""
        for _ in range(turns):
            self.kept(NOTHING, mined)
            self.play("done")

    def lay_out(self, place: str, seat: int, **crystals: int) -> None:
        """Move crystals from the bag onto a cart or into a chest."""
        for kind, count in crystals.items():
            self.match.state[place][seat, KINDS.index(kind)] += count
            self.match.state.bag[KINDS.index(kind)] -= count
            self.match.state.bag_size -= count
            assert self.match.state.bag[KINDS.index(kind)] >= 0

    def last_round(self) -> None:
        """As if this were the sixth round."""
        self.match.state.rounds = 6

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def actor(self) -> int:
        """Whose decision comes next."""
        return self.match.actor

    @property
    def view(self) -> dict[str, Any]:
        """What everyone sees."""
        return self.match.game.view(self.match.state, -1)

    def cart(self, seat: int) -> dict[str, int]:
        """The crystals on a cart."""
        return self._held(seat, "cart")

    def chest(self, seat: int) -> dict[str, int]:
        """The crystals in a chest."""
        return self._held(seat, "chest")

    def _held(self, seat: int, place: str) -> dict[str, int]:
        return {kind: count for kind, count in self.view["players"][seat][place].items() if count}

    def markers(self, seat: int) -> int:
        """The markers of a seat."""
        return int(self.view["players"][seat]["markers"])

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
