"""Worker tasks: what is computed in a worker process, such as a bot's move, an evaluation of moves, or compilation.

A bot is sent a position whose hidden parts were dealt anew for its seat, and never anything else. What takes long to
make, such as bots and analysts, is kept in the process from one task to the next.
"""

from __future__ import annotations

import signal
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from wishstone.bots import make
from wishstone.bots.analyse import Analyst
from wishstone.bots.bot import Bot
from wishstone.bots.outside import OutsideBot, is_outside
from wishstone.game.chance import stream
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.game.registry import on_engine
from wishstone.games import load
from wishstone.server.table.fast_game import make_fast
from wishstone.server.table.game_cache import decode_position, warm_up

Argument = TypeVar("Argument")
Result = TypeVar("Result")

FALLBACK = "greedy"
HINT_SIMULATIONS = 2000
KEPT_BOTS = 16  # bots that a worker process keeps; one that thinks ahead has some 2 MiB
KEPT_OUTSIDE = 8  # of them, those with a process of their own
KEPT_ANALYSTS = 8  # for hints


@dataclass(frozen=True)
class BotTask:
    """A position for a bot, with everything that the worker process needs to know of its table."""

    game: str
    rules: int  # the version under which the table plays
    options: Mapping[str, Any]
    files: Mapping[str, Any]
    bot: str  # a name, or `run:` and the command of an outside bot
    state: bytes
    seed: int
    seconds: float
    owner: str  # table and seat: each has its own process of an outside bot
    simulations: int = 0  # how far the bot thinks ahead
    is_compiled: bool = False  # whether the search of the game is, so that it can
    stand_in: str = FALLBACK  # the bot that moves where this one cannot, or has no time


class Choice(NamedTuple):
    """A move, and the bot that chose it where a program of others failed."""

    move: int
    instead: str = ""
    reason: str = ""  # what failed, for the log


class BotUnavailable(Exception):
    """A bot cannot be created here, as when its program is missing; unlike our own errors, it can be pickled."""


_bots: OrderedDict[tuple[object, ...], Bot] = OrderedDict()
_analysts: OrderedDict[tuple[object, ...], Analyst] = OrderedDict()


def import_module() -> None:
    """Do nothing: unpickling this function has imported the module."""


def load_game(task: BotTask) -> Game:
    """The game of a task; what runs compiled rules takes them by itself."""
    return load(task.game, task.options, "interpreted", task.files, task.rules)


def _game_key(task: BotTask) -> tuple[object, ...]:
    """The game of a task among those that are kept."""
    return task.game, task.rules, repr(task.options), repr(task.files)


def run_within(job: Callable[[Argument], Result], seconds: float, matter: Argument) -> Result:
    """Run a function with a time limit."""
    if not seconds or not hasattr(signal, "setitimer"):  # on Windows
        return job(matter)
    signal.signal(signal.SIGALRM, _raise_timeout)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return job(matter)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _raise_timeout(*_: object) -> None:
    raise TimeoutError


def choose_move(task: BotTask) -> Choice:
    """A bot's move."""
    outside = is_outside(task.bot)
    key = (*_game_key(task), task.bot, task.owner if outside else "")
    game = load_game(task)
    try:
        bot = _bots.pop(key, None) or make(task.bot, game)
    except UsageError as error:
        raise BotUnavailable(str(error)) from None
    _bots[key] = bot
    _close_oldest_bots()
    state = decode_position(game, task.state)
    if not isinstance(bot, OutsideBot):
        return Choice(int(bot.choose(state, stream(task.seed), task.seconds)))
    reports, replaced = bot.reports, bot.replaced
    move = int(bot.choose(state, stream(task.seed), task.seconds))
    new = [each.text() for each in bot.reports if each not in reports]  # without those of an earlier, abandoned move
    if bot.replaced == replaced:
        return Choice(move)
    return Choice(move, bot.fallback.name, "; ".join(new))


def _close_oldest_bots() -> None:
    """Close the bots that were not used for longest."""
    outside = [key for key in _bots if is_outside(str(key[4]))]
    while len(_bots) > KEPT_BOTS or len(outside) > KEPT_OUTSIDE:
        key = outside.pop(0) if len(outside) > KEPT_OUTSIDE else next(iter(_bots))
        _bots.pop(key).close()


def analyse(task: BotTask) -> dict[str, Any]:
    """An evaluation of the legal moves."""
    key = _game_key(task)
    analyst = _analysts.pop(key, None) or Analyst(on_engine(load_game(task), "compiled"), HINT_SIMULATIONS)
    _analysts[key] = analyst
    while len(_analysts) > KEPT_ANALYSTS:
        _analysts.popitem(last=False)
    analyst.search(decode_position(analyst.game, task.state), stream(task.seed), task.seconds)
    analyst.settle(task.seconds / 2)
    return analyst.analysis(walks=24).to_json()


def compile_game(game: str) -> None:
    """Compile the rules and the search of a game."""
    compiled = load(game, engine="compiled")
    Analyst(compiled, HINT_SIMULATIONS).get_ready()
    warm_up(make_fast(compiled))


def load_compiled(game: str) -> None:
    """Load the rules and the search of a game that are compiled by now, so that no bot's turn has to wait for it."""
    Analyst(load(game, engine="compiled"), 1).get_ready()


def fallback_move(task: BotTask) -> int:
    """The move of the quickest bot."""
    game = load_game(task)
    return int(make(FALLBACK, game).choose(decode_position(game, task.state), stream(task.seed)))
