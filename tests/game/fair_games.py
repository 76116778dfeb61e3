"""Fair-dice games for tests: played as a server would lead them, with moves taken back."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from typing import Any

from wishstone.game.contract import CHANCE, OVER, Game
from wishstone.game.fairness import Fairness, draw, first_by_lot
from wishstone.game.match import Match
from wishstone.game.record import write
from wishstone.games import load

SECRET = hashlib.sha256(b"the secret of these tests").hexdigest()
NUMBERS = tuple(hashlib.sha256(f"seat {seat}".encode()).hexdigest()[:32] for seat in range(6))


def make_fairness(seats: int) -> Fairness:
    """The secret of these tests with a number for each seat."""
    return Fairness.of(SECRET, NUMBERS[:seats])


@dataclass
class FairGame:
    """A game with fair dice, as a server would lead it."""

    game: Game
    seats: int
    lot: bool
    match: Match = field(init=False)
    draws: list[int] = field(default_factory=list)  # of each event, -1 for a move
    undone: list[int] = field(default_factory=list)
    next_draw: int = 0

    def __post_init__(self) -> None:
        first = first_by_lot(make_fairness(self.seats), self.seats) if self.lot else 0
        self.next_draw = 1 if self.lot else 0
        self.match = Match(self.game, self.seats, first)
        self.let_happen()

    def let_happen(self) -> None:
        while self.match.actor == CHANCE:
            self.match.play(draw(self.game, self.match.state, make_fairness(self.seats), self.next_draw))
            self.draws.append(self.next_draw)
            self.next_draw += 1

    def move(self, rng: random.Random) -> None:
        self.match.play(rng.choice(self.game.legal(self.match.state)))
        self.draws.append(-1)
        self.let_happen()

    def undo(self, keep: int) -> None:
        """Take back all events but the first ones, and so the outcomes among them."""
        events, self.match = self.match.events[:keep], Match(self.game, self.seats, self.match.first)
        for event in events:
            self.match.play(event.move)
        self.undone += [number for number in self.draws[keep:] if number >= 0]
        del self.draws[keep:]

    def record(self, agreed: bool = False, fair: Fairness | None = None, **options: Any) -> bytes:
        names = [f"seat {seat}" for seat in range(self.seats)]
        options = {"result": self.match.result(agreed=agreed), **options}
        fair = fair or make_fairness(self.seats)
        return write(self.match, names, fairness=fair, draws=self.draws, undone=self.undone, **options).encode()


def play_fair_game(id: str, seats: int, lot: bool = True, undos: int = 3, seed: int = 1, moves: int = 2000) -> FairGame:
    """A game of random moves in which a few moves are undone together with the outcomes after them."""
    rng = random.Random(seed)
    game = FairGame(load(id), seats, lot)
    for number in range(moves):
        if game.match.actor == OVER:
            break
        game.move(rng)
        if game.match.actor != OVER and number % 7 == 6 and undos > 0:
            undos -= 1
            bys = [event.by for event in game.match.events]
            game.undo(rng.choice([n for n in range(len(bys) - 1) if bys[n] != CHANCE == bys[n + 1]][-2:]))
    return game
