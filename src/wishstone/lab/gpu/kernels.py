"""CUDA kernels: the functions of `batch_steps.py` and `playing.py`, one thread for each place or game.

The kernels only say which thread takes which game. What happens in it is the compiled rule functions' own doing:
numba-cuda compiles their source for the GPU. Arrays that a thread needs for itself lie in its local memory.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numba import from_dtype

from wishstone.bots.choice import MIND
from wishstone.bots.quick import choice_of
from wishstone.game.chance import STREAM
from wishstone.game.contract import OVER, Game, MoveNumber, Numbers
from wishstone.game.registry import on_engine, rules_of
from wishstone.game.rule import TO_BE_BOUND
from wishstone.lab.batch import kernels_of
from wishstone.lab.batch_steps import BY_SEAT
from wishstone.lab.gpu.device import cuda as find_cuda
from wishstone.lab.simulate import loop_of

cuda: Any = TO_BE_BOUND  # a global, since Numba's simulator looks for it among the globals of a kernel


def kernels_on_gpu(game: Game) -> SimpleNamespace:
    """All kernels for one game; its options and boards are data that they are handed."""
    return _kernels(game.folder, choice_of(on_engine(game, "compiled")))


def sum_places(rules: Any) -> int:
    """How many sums `add_up_one` keeps."""
    return BY_SEAT + 2 * int(rules.SEATS[1]) + len(rules.ENDS)


@cache
def _kernels(folder: str, choice: ModuleType) -> SimpleNamespace:
    global cuda
    cuda = find_cuda()
    rules, one = rules_of(folder, "compiled"), kernels_of(folder, "compiled")
    loop = loop_of(folder, "compiled", choice)
    state_type, move_type = from_dtype(rules.State), from_dtype(np.dtype(MoveNumber))
    most_legal, most_decisions, sums_size = rules.MAX_LEGAL, rules.MAX_DECISIONS, sum_places(rules)
    sheet_size = rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)
    row_size = 1, rules.SEATS[1]

    def reset(
        states: Numbers,
        dealers: Numbers,
        players: Numbers,
        numbers: Numbers,
        lengths: Numbers,
        actors: Numbers,
        data: Numbers,
        seats: int,
        first: int,
        seed: int,
        start: int,
    ) -> None:
        i = cuda.grid(1)
        if i < len(states):
            one.reset_one(i, states, dealers, players, numbers, lengths, actors, data[0], seats, first, seed, start + i)

    def step(
        states: Numbers, dealers: Numbers, lengths: Numbers, actors: Numbers, data: Numbers, moves: Numbers
    ) -> None:
        i = cuda.grid(1)
        if i < len(states):
            one.step_one(i, states, dealers, lengths, actors, data[0], int(moves[i]))

    def legal_mask(states: Numbers, actors: Numbers, data: Numbers, mask: Numbers) -> None:
        i = cuda.grid(1)
        moves = cuda.local.array(most_legal, move_type)
        if i < len(states):
            one.legal_mask_one(i, states, actors, data[0], moves, mask)

    def observe(states: Numbers, actors: Numbers, data: Numbers, out: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(states):
            one.observe_one(i, states, actors, data[0], out)

    def random_moves(states: Numbers, actors: Numbers, players: Numbers, data: Numbers, out: Numbers) -> None:
        i = cuda.grid(1)
        moves = cuda.local.array(most_legal, move_type)
        if i < len(states):
            out[i] = one.random_move_one(i, states, actors, players, data[0], moves)

    def results(states: Numbers, data: Numbers, seats: int, scores: Numbers, shares: Numbers) -> None:
        i = cuda.grid(1)
        sheet = cuda.local.array(sheet_size, move_type)
        if i < len(states):
            one.result_one(i, states, data[0], seats, sheet, scores, shares)

    def renew(
        states: Numbers,
        dealers: Numbers,
        players: Numbers,
        numbers: Numbers,
        lengths: Numbers,
        actors: Numbers,
        data: Numbers,
        seats: int,
        first: int,
        seed: int,
        stride: int,
        renewed: Numbers,
    ) -> None:
        i = cuda.grid(1)
        if i < len(states):
            renewed[i] = one.renew_one(
                i, states, dealers, players, numbers, lengths, actors, data[0], seats, first, seed, stride
            )

    def log_games(
        states: Numbers,
        data: Numbers,
        seats: int,
        first: int,
        seed: int,
        start: int,
        bots: Numbers,
        log: Numbers,
        events: Numbers,
        lengths: Numbers,
    ) -> None:
        """Whole games, one for each thread, with all their moves and outcomes."""
        i = cuda.grid(1)
        dealer = cuda.local.array(STREAM, np.int64)
        player = cuda.local.array(STREAM, np.int64)
        moves = cuda.local.array(most_legal, move_type)
        mind = cuda.local.array(MIND, state_type)
        if i < len(states):
            events[i], lengths[i] = loop.play_game(
                states[i], data[0], seats, first, seed, start + i, bots, dealer, player, moves, mind, log[i]
            )

    def sum_games(
        data: Numbers, seats: int, first: int, seed: int, start: int, count: int, bots: Numbers, sums: Numbers
    ) -> None:
        """Whole games of quick bots of any kind, added up."""
        dealer = cuda.local.array(STREAM, np.int64)
        player = cuda.local.array(STREAM, np.int64)
        moves = cuda.local.array(most_legal, move_type)
        states = cuda.local.array(1, state_type)
        mind = cuda.local.array(MIND, state_type)
        lengths = cuda.local.array(1, np.int32)
        actors = cuda.local.array(1, np.int8)
        sheet = cuda.local.array(sheet_size, move_type)
        scores = cuda.local.array(row_size, move_type)
        shares = cuda.local.array(row_size, move_type)
        own = cuda.local.array(sums_size, np.int64)
        for place in range(sums_size):
            own[place] = 0
        state, settings = states[0], data[0]
        for i in range(cuda.grid(1), count, cuda.gridsize(1)):
            _, lengths[0] = loop.play_game(
                state, settings, seats, first, seed, start + i, bots, dealer, player, moves, mind, moves[:0]
            )
            actors[0] = rules.actor(state, settings)
            one.add_up_one(0, states, lengths, actors, settings, seats, sheet, scores, shares, own)
        for place in range(sums_size):
            if own[place] != 0:
                cuda.atomic.add(sums, place, own[place])

    def sum_random_games(
        data: Numbers, seats: int, first: int, seed: int, start: int, count: int, sums: Numbers
    ) -> None:
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
        for i in range(cuda.grid(1), count, cuda.gridsize(1)):
            # Threads wait here until their neighbours' games are over. To go on without waiting is slower: then
            # neighbours are never at the same point of a game, and take different ways through the rules.
            one.reset_one(
                0, states, dealers, players, numbers, lengths, actors, settings, seats, first, seed, start + i
            )
            while actors[0] != OVER and lengths[0] < most_decisions:
                move = one.random_move_one(0, states, actors, players, settings, moves)
                one.step_one(0, states, dealers, lengths, actors, settings, move)
            one.add_up_one(0, states, lengths, actors, settings, seats, sheet, scores, shares, own)
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
