"""Twin games: two games in lockstep that look the same to somebody, apart from cards that they cannot see.

Both begin alike. Where an outcome is seen by the one who looks on (a seat, or an onlooker), it is the same in both;
where it is not, it may be another one. Moves are those that can be made in both. So whatever is told about the one game
has to be told about the other, byte for byte.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from wishstone.game.contract import CHANCE, HIDDEN, OVER, Game, Position

MOST_DIFFERENT = 5  # outcomes that differ: with more of them there would soon be no move left that fits both
OFTEN = 0.3  # how likely an outcome that may differ does


@dataclass(frozen=True)
class Moment:
    """Both positions after so many events, and how many hidden outcomes differ between them."""

    one: Position
    other: Position
    different: int = 0


@dataclass
class Twins:
    """Two games that look the same to `viewer`, and the outcomes of all draws in each of them, undone ones too."""

    game: Game
    seats: int
    first: int
    viewer: int
    rng: random.Random
    moments: list[Moment] = field(default_factory=list)  # before each event, and now
    draws: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def __post_init__(self) -> None:
        start = self.game.start(self.seats, self.first)
        self.moments.append(Moment(start, self.game.copy(start)))

    @property
    def now(self) -> Moment:
        """Both positions."""
        return self.moments[-1]

    @property
    def events(self) -> int:
        """How many events there have been, without those taken back."""
        return len(self.moments) - 1

    @property
    def actor(self) -> int:
        """Whose decision is due in both."""
        return self.game.actor(self.now.one)

    def let_happen(self) -> bool:
        """Draw until somebody has to decide; False where the twins part, or the game is over."""
        while self.actor == CHANCE:
            if self.game.actor(self.now.other) != CHANCE or not self._draw():
                return False
        return self.actor != OVER and self.game.actor(self.now.other) == self.actor

    def _draw(self) -> bool:
        game, now = self.game, self.now
        ones = [outcome for outcome, _ in game.chances(now.one)]
        others = [outcome for outcome, _ in game.chances(now.other)]
        one = self.rng.choice([each for each in ones if each in others] or ones)
        if not self._sees(now.one, one) and now.different < MOST_DIFFERENT and self.rng.random() < OFTEN:
            other = self.rng.choice([each for each in others if not self._sees(now.other, each)])
        else:
            other = one
        if other not in others:
            return False
        for made, outcome in zip(self.draws, (one, other), strict=True):
            made.append(outcome)
        self._go_on(one, other, now.different + (one != other))
        return True

    def _sees(self, state: Position, move: int) -> bool:
        return self.game.seen(state, move, self.viewer) != HIDDEN

    def _go_on(self, one: int, other: int, different: int) -> None:
        after = Moment(self.game.copy(self.now.one), self.game.copy(self.now.other), different)
        self.game.apply(after.one, one)
        self.game.apply(after.other, other)
        self.moments.append(after)

    def moves(self) -> list[int]:
        """The moves that can be made in both games."""
        others = self.game.legal(self.now.other)
        return [move for move in self.game.legal(self.now.one) if move in others]

    def move(self) -> int | None:
        """Make any move that both games allow, and draw what follows; None where the twins part."""
        moves = self.moves()
        if not moves:
            return None
        move = self.rng.choice(moves)
        self._go_on(move, move, self.now.different)
        return move if self.let_happen() else None

    def undo(self, keep: int) -> None:
        """Go back to the first so many events."""
        del self.moments[keep + 1 :]
