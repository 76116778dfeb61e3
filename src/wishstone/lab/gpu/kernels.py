"""CUDA kernels: the functions of `batch_steps.py` and `playing.py`, one thread for each place or game.

The kernels only say which thread takes which game. What happens in it is the compiled rule functions' own doing:
numba-cuda compiles their source for the GPU. Arrays that a thread needs for itself lie in its local memory.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import from_dtype

from wishstone.bots.deciding import Tools, memory_dtype
from wishstone.bots.rollout import sheet_shape
from wishstone.game.chance import STREAM
from wishstone.game.contract import OVER, Game, MoveNumber, Numbers
from wishstone.game.registry import rules_of
from wishstone.game.rule import TO_BE_BOUND
from wishstone.lab import streams
from wishstone.lab.batch import kernels_of
from wishstone.lab.batch_steps import BY_SEAT, GamesInPlay, Results, Setting
from wishstone.lab.gpu.device import cuda as find_cuda
from wishstone.lab.playing import play_dtype
from wishstone.lab.seating import quick_loop_of

cuda: Any = TO_BE_BOUND  # a global, since Numba's simulator looks for it among the globals of a kernel


def kernels_on_gpu(game: Game) -> SimpleNamespace:
    """All kernels for one game; its options and boards are data that they are handed."""
    return _kernels(game.folder)


def sum_places(rules: Any) -> int:
    """How many sums `add_up_one` keeps."""
    return BY_SEAT + 2 * int(rules.SEATS[1]) + len(rules.ENDS)


@cache
def _kernels(folder: str) -> SimpleNamespace:
    global cuda
    cuda = find_cuda()
    rules, one = rules_of(folder, "compiled"), kernels_of(folder, "compiled")
    loop = quick_loop_of(folder, "compiled")
    state_type, move_type = from_dtype(rules.State), from_dtype(np.dtype(MoveNumber))
    play_type, memory_type = from_dtype(play_dtype(rules, streams)), from_dtype(memory_dtype(rules, 0))
    most_legal, most_decisions, sums_size = rules.MAX_LEGAL, rules.MAX_DECISIONS, sum_places(rules)
    sheet_size = sheet_shape(rules)
    row_size = 1, rules.SEATS[1]

    def reset(games: GamesInPlay, data: Numbers, setting: Setting, start: int) -> None:
        i = cuda.grid(1)
        if i < len(games.states):
            one.reset_one(i, games, data[0], setting, start + i)

    def step(games: GamesInPlay, data: Numbers, moves: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(games.states):
            one.step_one(i, games, data[0], int(moves[i]))

    def legal_mask(games: GamesInPlay, data: Numbers, mask: Numbers) -> None:
        i = cuda.grid(1)
        moves = cuda.local.array(most_legal, move_type)
        if i < len(games.states):
            one.legal_mask_one(i, games, data[0], moves, mask)

    def observe(games: GamesInPlay, data: Numbers, out: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(games.states):
            one.observe_one(i, games, data[0], out)

    def random_moves(games: GamesInPlay, data: Numbers, out: Numbers) -> None:
        i = cuda.grid(1)
        moves = cuda.local.array(most_legal, move_type)
        if i < len(games.states):
            out[i] = one.random_move_one(i, games, data[0], moves)

    def results(games: GamesInPlay, data: Numbers, seats: int, scores: Numbers, shares: Numbers) -> None:
        i = cuda.grid(1)
        sheet = cuda.local.array(sheet_size, move_type)
        if i < len(games.states):
            one.result_one(i, games, data[0], seats, Results(sheet, scores, shares))

    def renew(games: GamesInPlay, data: Numbers, setting: Setting, stride: int, renewed: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(games.states):
            renewed[i] = one.renew_one(i, games, data[0], setting, stride)

    # Whole games of quick bots have neither weights nor nets nor searches: of the tools, only the log is looked at.

    def log_games(
        tables: Numbers, data: Numbers, start: int, games: GamesInPlay, log: Numbers, events: Numbers
    ) -> None:
        """Whole games, one for each thread, with all their moves and outcomes."""
        i = cuda.grid(1)
        plays = cuda.local.array(1, play_type)
        memories = cuda.local.array(1, memory_type)
        if i < len(games.states):
            loop.begin(plays[0], tables[0], memories[0], start + i)
            loop.advance(plays[0], tables[0], memories[0], Tools(log, log, log, log[i]))
            events[i] = one.take_over(i, plays, data[0], games)

    def sum_games(tables: Numbers, data: Numbers, seats: int, start: int, count: int, sums: Numbers) -> None:
        """Whole games of quick bots of any kind, added up."""
        plays = cuda.local.array(1, play_type)
        memories = cuda.local.array(1, memory_type)
        states = cuda.local.array(1, state_type)
        dealers = cuda.local.array((1, STREAM), np.int64)
        numbers = cuda.local.array(1, np.int64)
        lengths = cuda.local.array(1, np.int32)
        actors = cuda.local.array(1, np.int8)
        sheet = cuda.local.array(sheet_size, move_type)
        scores = cuda.local.array(row_size, move_type)
        shares = cuda.local.array(row_size, move_type)
        own = cuda.local.array(sums_size, np.int64)
        for place in range(sums_size):
            own[place] = 0
        games = GamesInPlay(states, dealers, dealers, numbers, lengths, actors)
        for i in range(cuda.grid(1), count, cuda.gridsize(1)):
            loop.begin(plays[0], tables[0], memories[0], start + i)
            loop.advance(plays[0], tables[0], memories[0], Tools(scores, scores, scores, shares[0, :0]))
            one.take_over(0, plays, data[0], games)
            one.add_up_one(0, games, data[0], seats, Results(sheet, scores, shares), own)
        for place in range(sums_size):
            if own[place] != 0:
                cuda.atomic.add(sums, place, own[place])

    def sum_random_games(data: Numbers, setting: Setting, start: int, count: int, sums: Numbers) -> None:
        """Whole games of the random bot alone, added up: no other bot's code weighs on them."""
        dealers = cuda.local.array((1, STREAM), np.int64)
        players = cuda.local.array((1, STREAM), np.int64)
        moves = cuda.local.array(most_legal, move_type)
        states = cuda.local.array(1, state_type)
        numbers = cuda.local.array(1, np.int64)
        lengths = cuda.local.array(1, np.int32)
        actors = cuda.local.array(1, np.int8)
        sheet = cuda.local.array(sheet_size, move_type)
        scores = cuda.local.array(row_size, move_type)
        shares = cuda.local.array(row_size, move_type)
        own = cuda.local.array(sums_size, np.int64)
        for place in range(sums_size):
            own[place] = 0
        settings = data[0]
        games = GamesInPlay(states, dealers, players, numbers, lengths, actors)
        for i in range(cuda.grid(1), count, cuda.gridsize(1)):
            # Threads wait here until their neighbours' games are over. To go on without waiting is slower: then
            # neighbours are never at the same point of a game, and take different ways through the rules.
            one.reset_one(0, games, settings, setting, start + i)
            while actors[0] != OVER and lengths[0] < most_decisions:
                one.step_one(0, games, settings, one.random_move_one(0, games, settings, moves))
            one.add_up_one(0, games, settings, setting.seats, Results(sheet, scores, shares), own)
        for place in range(sums_size):
            if own[place] != 0:
                cuda.atomic.add(sums, place, own[place])

    kernels = (
        reset,
        step,
        legal_mask,
        observe,
        random_moves,
        results,
        renew,
        log_games,
        sum_games,
        sum_random_games,
    )
    return SimpleNamespace(**{kernel.__name__: cuda.jit(kernel) for kernel in kernels})
