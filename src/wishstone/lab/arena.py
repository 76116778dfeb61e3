"""Arena: bots play every deal in all seatings of their line-up, so that luck cancels.

The games of a deal depend on the plan and the deal's number alone: luck comes from the deal (`fair_deal.py`), and each
seat has a stream for whatever its bot leaves to chance, keyed by the seed, the deal and the seat. So it does not matter
in what order, in how many processes or at how many sittings deals are played. And since the stream is the seat's,
whoever sits there, bots that play alike have the same game in every seating and cancel exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wishstone.bots.bot import Bot
from wishstone.bots.deciding import OUTSIDE
from wishstone.bots.outside import game_over
from wishstone.bots.own import make_any
from wishstone.game.chance import DEALER
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.result import places, result_of
from wishstone.games import GAMES
from wishstone.lab.clock import TickWatch
from wishstone.lab.executor import SerialExecutor
from wishstone.lab.fair_deal import stream_of
from wishstone.lab.plan import Plan
from wishstone.lab.seating import DUPLICATE, GameLoop

Make = Callable[[str, Game], Bot]
WARM_UP = 2  # moves of a bot that is asked, before the clock counts: what it has to get ready, it does then


@dataclass(frozen=True)
class ArenaGame:
    """The result of one game of a deal, by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]  # by points and tie-break keys; equals share one
    moves: tuple[int, ...]  # that a bot was asked for; forced ones are not
    seconds: tuple[float, ...]  # that it took for them
    replaced: tuple[int, ...]  # moves that a fallback made, where the bot is a program of others that failed
    cut_off: bool  # after the most decisions a game may have; it counts as it stands


@dataclass(frozen=True)
class DealResult:
    """The result of one deal: a game for every seating of the plan, in its order."""

    number: int
    games: tuple[ArenaGame, ...]


class ArenaRunner:
    """Runner of an arena: the game and its bots, made once, to play many deals."""

    def __init__(self, plan: Plan, make: Make = make_any, game: Game | None = None) -> None:
        self.plan = plan
        self.game = game or GAMES.load(plan.game, plan.options, plan.engine, plan.files, plan.rules_version)
        self.bots: dict[str, Bot] = {}
        try:
            for name in plan.bots:
                self.bots[name] = make(name, self.game)
            seatings = [[self.bots[name] for name in seating] for seating in plan.seatings]
            self.loop = GameLoop(self.game, seatings, plan.seed, convention=DUPLICATE)
        except BaseException:
            self.close()
            raise
        self._watch = TickWatch(self.loop.bound.ticks)

    def __enter__(self) -> ArenaRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let all bots give back what they hold."""
        for bot in self.bots.values():
            bot.close()

    def warm_up(self) -> None:
        """Compile what is not compiled yet; who is asked for moves makes the first ones, which nobody counts."""
        self.loop.play(0, self.loop.outcomes(0))
        for bot in self.bots.values():
            if self.loop.kind_of(bot) == OUTSIDE:
                self._greet(bot)

    def _greet(self, bot: Bot) -> None:
        """Ask a bot for the first moves of a game."""
        rng, state = stream_of(self.plan.seed, 0, DEALER), self.game.start(self.plan.seats)
        asked = 0
        while asked < WARM_UP and (who := self.game.actor(state)) != OVER:
            if who == CHANCE:
                move = self.game.sample(state, rng)
            else:
                move, asked = bot.choose(self.game.redealt(state, who, rng), rng), asked + 1
            self.game.apply(state, move)
        game_over([bot], lambda: result_of(self.game, state, cut_off=asked))

    def report_to(self, hear: Callable[[float], None]) -> None:
        """Tell now and then how many games of a deal are played."""
        self.loop.hear = hear

    def play(self, number: int) -> DealResult:
        """One deal with all its seatings."""
        self._watch.start()
        outcomes = self.loop.outcomes(len(self.plan.seatings))
        self.loop.play(number, outcomes)
        seconds = self._watch.seconds_by_tick()
        games = (self._result(outcome, place, seconds) for place, outcome in enumerate(outcomes))
        return DealResult(number, tuple(games))

    def _result(self, outcome: Position, place: int, seconds: float) -> ArenaGame:
        seats, total = self.plan.seats, len(self.game.rules.ITEMS) - 1
        rows = outcome["sheet"][:seats, total:].tolist()
        spent, replaced = self.loop.asides[place] if self.loop.asides else ([0.0] * seats, [0] * seats)
        ticks = outcome["spent"][:seats].tolist()
        return ArenaGame(
            scores=tuple(row[0] for row in rows),
            places=places(rows),
            moves=tuple(outcome["asked"][:seats].tolist()),
            seconds=tuple(round(spent[seat] + ticks[seat] * seconds, 6) for seat in range(seats)),
            replaced=tuple(replaced),
            cut_off=not outcome["end"],
        )


class SerialArena(SerialExecutor[int, DealResult]):
    """Runs an arena in this process, one deal after the other."""

    def __init__(self, plan: Plan, make: Make = make_any, game: Game | None = None) -> None:
        super().__init__(_PreparedArena(plan, make, game))


@dataclass(frozen=True)
class _PreparedArena:
    """An arena whose game may be there already, and whose bots are made by somebody else."""

    plan: Plan
    make: Make
    game: Game | None

    def open(self) -> ArenaRunner:
        """The game and its bots, ready to play deals."""
        return ArenaRunner(self.plan, self.make, self.game)
