"""Arena: bots play every deal in all seatings of their line-up, so that luck cancels.

The games of a deal depend on the plan and the deal's number alone: luck comes from the deal (`fair_deal.py`), and each
seat has a stream for whatever its bot leaves to chance, keyed by the seed, the deal and the seat. So it does not matter
in what order, in how many processes or at how many sittings deals are played. And since the stream is the seat's,
whoever sits there, bots that play alike have the same game in every seating and cancel exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter

from wishstone import bots
from wishstone.bots.bot import Bot
from wishstone.bots.outside import game_over
from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.errors import WishstoneError
from wishstone.game.result import places, result_of
from wishstone.games import GAMES
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.fair_deal import BOTS, FairDeal, stream_of
from wishstone.lab.plan import Plan, Seating

Make = Callable[[str, Game], Bot]
WARM_UP = 2  # moves of each bot before the clock counts: what is not compiled yet is compiled then


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

    def __init__(self, plan: Plan, make: Make = bots.make, game: Game | None = None) -> None:
        self.plan = plan
        self.game = game or GAMES.load(plan.game, plan.options, plan.engine, plan.files, plan.rules_version)
        self.bots: dict[str, Bot] = {}
        try:
            for name in plan.bots:
                self.bots[name] = make(name, self.game)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> ArenaRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let all bots give back what they hold."""
        for bot in self.bots.values():
            bot.close()

    def warm_up(self) -> None:
        """Have each bot make its first moves, which nobody counts."""
        for name in self.plan.bots:
            _GameInPlay(self, (name,) * self.plan.seats, 0).play(WARM_UP)

    def play(self, number: int) -> DealResult:
        """One deal with all its seatings."""
        games = (_GameInPlay(self, seating, number) for seating in self.plan.seatings)
        return DealResult(number, tuple(game.play(self.game.rules.MAX_DECISIONS) for game in games))


class _GameInPlay:
    """One game of a deal, while it is played."""

    def __init__(self, runner: ArenaRunner, seating: Seating, deal: int) -> None:
        seats, seed = len(seating), runner.plan.seed
        self._game = runner.game
        self._bots = [runner.bots[name] for name in seating]
        self._streams = [stream_of(seed, deal, BOTS + seat) for seat in range(seats)]
        self._deal = FairDeal(runner.game, seats, seed, deal)
        self._moves = [0] * seats
        self._seconds = [0.0] * seats
        self._replaced = [0] * seats

    def play(self, most: int) -> ArenaGame:
        """The game to its end, or until so many decisions are made."""
        game, decisions = self._game, 0
        state = game.start(len(self._bots), self._deal.first)
        while (who := game.actor(state)) != OVER and (who == CHANCE or decisions < most):
            if who == CHANCE:
                move = self._deal.outcome(state)
            else:
                move = self._decide(state, who)
                decisions += 1
            game.apply(state, move)
        game_over(self._bots, lambda: result_of(game, state, cut_off=None if who == OVER else decisions))
        total = len(game.rules.ITEMS) - 1
        rows = [row[total:] for row in game.score_rows(state)]
        return ArenaGame(
            scores=tuple(row[0] for row in rows),
            places=places(rows),
            moves=tuple(self._moves),
            seconds=tuple(round(seconds, 6) for seconds in self._seconds),
            replaced=tuple(self._replaced),
            cut_off=who != OVER,
        )

    def _decide(self, state: Position, seat: int) -> int:
        """The only move, or what the seat's bot chooses from what its seat can know."""
        legal = self._game.legal(state)
        if len(legal) == 1:
            return legal[0]
        bot, rng = self._bots[seat], self._streams[seat]
        move = self._timed(bot, self._game.redealt(state, seat, rng), seat, rng)
        if move not in legal:
            raise WishstoneError("arena-illegal", LEXICON, name=bot.name, move=str(move))
        return move

    def _timed(self, bot: Bot, position: Position, seat: int, rng: Generator) -> int:
        replaced = getattr(bot, "replaced", 0)
        begin = perf_counter()
        move = bot.choose(position, rng)
        self._seconds[seat] += perf_counter() - begin
        self._replaced[seat] += getattr(bot, "replaced", 0) - replaced
        self._moves[seat] += 1
        return move


class SerialArena:
    """Runs an arena in this process, one deal after the other."""

    def __init__(self, plan: Plan, make: Make = bots.make, game: Game | None = None) -> None:
        self._arguments = (plan, make, game)

    def run(self, deals: Iterable[int], keep: Callable[[DealResult], None]) -> None:
        """Play these deals in turn."""
        with ArenaRunner(*self._arguments) as runner:
            runner.warm_up()
            for number in deals:
                keep(runner.play(number))
