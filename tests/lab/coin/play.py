"""Arena of the coin game: bots that always name the number that they are called by."""

from __future__ import annotations

from typing import cast

from tests.lab.coin import rules
from wishstone.game.about import About
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Position, Presentation, Rules, new_record
from wishstone.lab.arena import DealResult, Make, SerialArena
from wishstone.lab.plan import LineUp, Plan

ABOUT = About("coin", ("Coin", "Münze"), ("", ""), (2, 2), (1, 1))
COIN = Game(
    ABOUT, "tests.lab.coin", cast(Rules, rules), cast(Presentation, None), new_record(rules.Data), "interpreted"
)


class Namer:
    """A bot that names a number: one called 60 beats one called 40 in six of ten games."""

    def __init__(self, name: str, game: Game) -> None:
        self.name, self.closed = name, False

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        return int(self.name)

    def close(self) -> None:
        self.closed = True


def plan_for(*line_ups: LineUp, seed: int = 1) -> Plan:
    return Plan("coin", line_ups, seed, engine="interpreted")


def play(plan: Plan, deals: range, make: Make = Namer) -> list[DealResult]:
    played: list[DealResult] = []
    SerialArena(plan, make, COIN).run(deals, played.append)
    return played
