"""Parallel play of a report's games: bots on all cores, a batch at a time, with the same result as on one.

Compiled code lets go of Python's lock, so threads are enough. A game depends on the seed and its number alone, and it
is the game that `wishstone record --number` writes down.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from queue import SimpleQueue
from threading import Event
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from wishstone import __version__
from wishstone.bots import choice_of
from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.levels import LevelBot
from wishstone.bots.outside import game_over
from wishstone.bots.policies import policy_of
from wishstone.game.chance import DEALER, STREAM, below, stream
from wishstone.game.contract import CHANCE, OVER, MoveNumber
from wishstone.game.errors import UsageError
from wishstone.game.registry import rules_of
from wishstone.game.result import result_of
from wishstone.game.rule import Engine, bound
from wishstone.lab import playing
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.playing import BOTS, BY_LOT
from wishstone.lab.process_pool import MOST_JOBS, cores
from wishstone.lab.simulate import Player
from wishstone.report import walk
from wishstone.report.games import NOTES, Games, Setting, joined

BATCH = 50  # games between two reports of progress
AHEAD = 2  # batches that wait for each core
MOST_GAMES = 1_000_000
FEWEST_GAMES = 2  # an interval needs a spread

Progress = Callable[[int], None]


def setting_of(player: Player) -> Setting:
    """What a player plays."""
    game, rules = player.game, player.game.rules
    return Setting(
        game=game.id,
        seats=player.seats,
        bots=player.names,
        seed=player.seed,
        first=None if player.first == BY_LOT else player.first,
        options=game.options,
        files=game.files,
        items=rules.ITEMS,
        keys=rules.KEYS,
        ends=rules.ENDS,
        version=__version__,
    )


def play(
    make: Callable[[], Player], games: int, jobs: int | None = None, progress: Progress = lambda done: None
) -> Games:
    """Play games 0 to `games` - 1 on so many cores, or all. Ctrl-C ends it with the games before the first missing.

    Each core has a player of its own, which `make` makes; `progress` hears how many games are done.
    """
    check_counts(games, jobs)
    starts = range(0, games, BATCH)
    jobs = min(jobs or cores(), len(starts))
    workers = [_Worker(make())]
    try:
        workers[0].warm_up()
        workers += [_Worker(make()) for _ in range(jobs - 1)]
        done = _play(workers, starts, games, progress)
    finally:
        for worker in workers:
            worker.close()
    whole = []
    for start in starts:
        if start not in done:
            break
        whole.append(done[start])
        if len(done[start]) < min(BATCH, games - start):
            break
    if sum(map(len, whole)) < FEWEST_GAMES:
        raise KeyboardInterrupt
    return joined(workers[0].setting, whole)


def check_counts(games: int, jobs: int | None) -> None:
    """Refuse numbers of games and cores that cannot be."""
    if not FEWEST_GAMES <= games <= MOST_GAMES:
        raise UsageError("count-wrong", name="--games", low=FEWEST_GAMES, high=str(MOST_GAMES), value=str(games))
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError("count-wrong", name="--jobs", low=1, high=MOST_JOBS, value=str(jobs))


def _play(workers: list[_Worker], starts: range, games: int, progress: Progress) -> dict[int, Games]:
    """Hand out batches to the workers, as they become free; by their starts, what came of them."""
    free: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)
    stop = Event()

    def batch(start: int) -> Games:
        worker = free.get()
        try:
            return worker.play(start, min(BATCH, games - start), stop)
        finally:
            free.put(worker)

    done: dict[int, Games] = {}
    pending: dict[Future[Games], int] = {}
    left = iter(starts)
    with ThreadPoolExecutor(len(workers)) as pool:
        try:
            while True:
                while len(pending) < AHEAD * len(workers) and (start := next(left, None)) is not None:
                    pending[pool.submit(batch, start)] = start
                if not pending:
                    break
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    done[pending.pop(future)] = future.result()
                progress(sum(map(len, done.values())))
        except BaseException as error:
            stop.set()
            pool.shutdown(cancel_futures=True)
            if not isinstance(error, KeyboardInterrupt):
                raise
            done |= {start: future.result() for future, start in pending.items() if not future.cancelled()}
    return done


class _Worker:
    """Worker of one core: all that it needs to play games and walk through them."""

    def __init__(self, player: Player) -> None:
        game, seats = player.game, player.seats
        self.setting = setting_of(player)
        self._player, self._game = player, game
        self._walk = _bound_walk(game.folder, game.engine, choice_of(game))
        policy = policy_of(game.folder, game.engine)
        most = game.rules.MAX_DECISIONS
        self._bots, self._softness = _bots(player, policy)
        self._weights = _weights(player, policy)
        self._streams = np.zeros((2, STREAM), np.int64)
        self._moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self._minds = game.array(walk.MINDS)
        self._ratings, self._tickets = np.zeros((2, game.rules.MAX_LEGAL), np.int64)
        self._scratch = np.zeros(policy.SCRATCH, np.int64)
        self._log = np.zeros(8 * most, MoveNumber)
        self._memory = (np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int64), np.zeros(seats, np.int64))

    def close(self) -> None:
        """Let the bots give back what they hold."""
        self._player.close()

    def warm_up(self) -> None:
        """Compile what is not compiled yet, or read it from the disk."""
        self.play(0, 0, Event())

    def play(self, start: int, games: int, stop: Event) -> Games:
        """Games numbered from `start`; fewer where `stop` was set meanwhile."""
        player, rules = self._player, self._game.rules
        states = self._game.array(games)
        columns = len(rules.ITEMS) + len(rules.KEYS)
        sheets = np.zeros((games, rules.SEATS[1], columns), MoveNumber)
        notes = np.zeros((games, len(NOTES)), np.int64)
        leaders, gaps = np.zeros((2, games, walk.STEPS), np.int64)
        found = (sheets, notes, leaders, gaps, *self._memory)
        if (self._bots >= 0).all():
            setting = (self._game.data, player.seats, player.first, player.seed, start, player.is_quick)
            who = (self._bots, self._weights, self._softness, *self._streams)
            tools = (self._moves, self._minds, self._ratings, self._tickets, self._scratch, self._log)
            self._walk.play_games(states, *setting, *who, *tools, *found)
        else:
            for game in range(games):
                events = self._play_slowly(states, game, start + game, stop)
                if events is None:
                    games = game
                    break
                self._walk.walk(states, self._game.data, game, self._log, events, *found)
        by_name = dict(zip(NOTES, notes[:games].T.copy(), strict=True))
        if "rounds" in (rules.State.names or ()):  # the game counts them itself
            by_name["rounds"] = states["rounds"][:games].astype(np.int64)
        return Games(
            self.setting,
            by_name,
            sheets[:games, : player.seats].astype(np.int64),
            leaders[:games],
            gaps[:games],
        )

    def _play_slowly(self, states: NDArray[np.void], place: int, number: int, stop: Event) -> int | None:
        """One game with bots of any kind, decision by decision; how many events it had, or None if it was stopped."""
        player, game = self._player, self._game
        dealer, lots = stream(player.seed, number, DEALER), stream(player.seed, number, BOTS)
        lot = below(dealer, player.seats)
        state = game.start(player.seats, lot if player.first == BY_LOT else player.first)
        events = decisions = 0
        while (who := game.actor(state)) != OVER and (who == CHANCE or decisions < game.rules.MAX_DECISIONS):
            if stop.is_set():
                return None
            if who == CHANCE:
                move = game.sample(state, dealer)
            else:
                decisions += 1
                move = player.bots[player.names[who]].choose(game.redealt(state, who, lots), lots)
                if move not in game.legal(state):
                    raise UsageError("arena-illegal", LEXICON, name=player.names[who], move=str(move))
            game.apply(state, move)
            self._log[events] = move
            events += 1
        game_over(player.bots.values(), lambda: result_of(game, state, None if who == OVER else decisions))
        states[place] = state
        return events


def _bots(player: Player, policy: ModuleType) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """By seat: which of the compiled bots sits there, -1 for any other; and how carelessly it picks."""
    kinds = np.full(player.seats, -1, np.int8)
    softness = np.zeros(player.seats, np.int64)
    for seat, name in enumerate(player.names):
        bot = player.bots[name]
        if name in QUICK:
            kinds[seat] = QUICK.index(name)
        elif isinstance(bot, LevelBot) and not bot.is_searching:
            kinds[seat] = walk.RATING
            if bot.recipe.softness:
                softness[seat] = max(1, round(bot.recipe.softness * policy.SOFTNESS))
    return kinds, softness


def _weights(player: Player, policy: ModuleType) -> NDArray[np.int32]:
    """By the seat that begins, and by seat: what the bot there weighs moves with, as far as it does."""
    game, seats = player.game, player.seats
    weights = np.zeros((seats, seats, policy.WEIGHTS), np.int32)
    if not any(isinstance(bot, LevelBot) for bot in player.bots.values()):
        return weights
    for first in range(seats):
        # A bot tells its weights for a position in which it decides: walk by chance until everybody has.
        rng, state, met = stream(0), game.start(seats, first), set[int]()
        while len(met) < seats:
            who = game.actor(state)
            if who == OVER:
                state = game.start(seats, first)
            elif who == CHANCE:
                game.apply(state, game.sample(state, rng))
            else:
                bot = player.bots[player.names[who]]
                if isinstance(bot, LevelBot) and who not in met:
                    weights[first, who] = bot.weights(state)
                met.add(who)
                legal = game.legal(state)
                game.apply(state, legal[below(rng, len(legal))])
    return weights


@cache
def _bound_walk(folder: str, engine: Engine, choice: ModuleType) -> ModuleType:
    label, rules = folder.rpartition(".")[2], rules_of(folder, engine)
    loop = bound(playing, engine, label, rules=rules, choice=choice)
    return bound(walk, engine, label, rules=rules, playing=loop, choice=choice, policy=policy_of(folder, engine))
