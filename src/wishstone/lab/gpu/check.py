"""Comparison of GPU and CPU: the same games, move for move and byte for byte, for every kind of kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.net_file import NetFile
from wishstone.game.contract import Game, MoveNumber, Numbers
from wishstone.lab.batch import Batch
from wishstone.lab.bot_mover import BotMover
from wishstone.lab.gpu.batch import BLOCK, DeviceArray, GpuBatch, zeros
from wishstone.lab.gpu.bot_kernels import GpuBotMover
from wishstone.lab.gpu.device import cuda
from wishstone.lab.gpu.kernels import kernels_on_gpu
from wishstone.lab.gpu.player import GpuPlayer, tables_on_gpu
from wishstone.lab.playing import BY_LOT
from wishstone.lab.random_net import random_net
from wishstone.lab.simulate import Player

BOT_MOVES: dict[str, Callable[[BotMover | GpuBotMover, DeviceArray], None]] = {
    "greedy": lambda mover, out: mover.greedy(out),
    "fitted": lambda mover, out: mover.fitted(out),
    "the fitted lottery": lambda mover, out: mover.fitted(out, 0.5),
}
EVENTS = 8  # events that there may be to a decision, at most


@dataclass(frozen=True)
class GpuComparison:
    """What one comparison showed."""

    game: str
    seats: int
    what: str
    compared: int
    difference: str = ""  # the first that was found; none, if there is nothing to be said


def check(game: Game, seats: int, games: int, steps: int, seed: int) -> Iterator[GpuComparison]:
    """Compare whole games of every quick bot, games step by step, and sums of many games."""
    mixed = [QUICK[(seat + 1) % len(QUICK)] for seat in range(seats)]
    for bots in (["random"] * seats, mixed):
        yield compare_games(game, seats, bots, games, seed)
    yield compare_steps(game, seats, games, steps, seed)
    for bots, count in ((["random"] * seats, 16 * games), (mixed, 2 * games)):
        yield compare_sums(game, seats, bots, count, seed)
    yield compare_bots(game, seats, games, steps // 4, seed)


def compare_games(game: Game, seats: int, bots: list[str], games: int, seed: int) -> GpuComparison:
    """Whole games: every event, and the last position byte for byte."""
    rules = game.rules
    reach = EVENTS * rules.MAX_DECISIONS
    batch, log, events = GpuBatch(game, seats, games, seed), zeros((games, reach), MoveNumber), zeros(games, np.int32)
    kernel = kernels_on_gpu(game).log_games[-(-games // BLOCK), BLOCK]
    kernel(tables_on_gpu(game, bots, seed, BY_LOT), batch.data, 0, batch.games, log, events)
    found = [array.copy_to_host() for array in (batch.states, log, events, batch.lengths)]

    player = Player(game, seats, bots, seed)
    loop, outcomes = player.loop, player.loop.outcomes(1)
    wanted = [np.zeros_like(array) for array in found]
    for i in range(games):
        loop.play(i, outcomes)
        wanted[0][i] = loop.plays["state"][0]
        wanted[2][i], wanted[3][i] = outcomes["events"][0], outcomes["decisions"][0]
        wanted[1][i, : wanted[2][i]] = loop.tools.log[: wanted[2][i]]
    names = ("positions", "events", "number of events", "number of decisions")
    told = difference(dict(zip(names, zip(wanted, found, strict=True), strict=True)))
    return GpuComparison(game.id, seats, f"whole games of {', '.join(bots)}: events", int(wanted[2].sum()), told)


def compare_steps(game: Game, seats: int, games: int, steps: int, seed: int) -> GpuComparison:
    """Games side by side: everything that a batch holds and tells, after every step."""
    here, there = Batch(game, seats, games, seed), GpuBatch(game, seats, games, seed)
    compared, ended = 0, 0
    for step in range(steps):
        moves = here.random_moves()
        pairs: dict[str, tuple[Numbers, DeviceArray]] = {
            "masks": (here.legal_mask(), there.legal_mask()),
            "observations": (here.observe(), there.observe()),
            "moves": (moves, there.random_moves()),
        }
        here.step(moves)
        there.step(cuda().to_device(moves))
        mine, its = here.results(), there.results()
        pairs |= {"points": (mine[0], its[0]), "shares": (mine[1], its[1])}
        over = here.renew()
        pairs["renewals"] = over, there.renew()
        for name in ("states", "dealers", "players", "numbers", "lengths", "actors"):
            pairs[name] = getattr(here, name), getattr(there, name)
        if told := difference({name: (a, b.copy_to_host()) for name, (a, b) in pairs.items()}):
            return GpuComparison(game.id, seats, "step by step", compared, f"after step {step}: {told}")
        compared += games
        ended += int(over.sum())
    return GpuComparison(game.id, seats, f"step by step, with {ended} games to their end: decisions", compared)


def compare_sums(game: Game, seats: int, bots: list[str], games: int, seed: int) -> GpuComparison:
    """Many games added up: points, wins, decisions, ends."""
    here, there = Player(game, seats, bots, seed), GpuPlayer(game, seats, bots, seed)
    mine, its = here.results(), there.results()
    here.batch(0, games, mine)
    there.batch(0, games, its)
    mine.seconds = its.seconds = 0.0
    told = "" if mine == its else f"on the CPU {mine}, on the GPU {its}"
    return GpuComparison(game.id, seats, f"sums of {', '.join(bots)}: games", games, told)


def compare_bots(game: Game, seats: int, games: int, steps: int, seed: int) -> GpuComparison:
    """Games side by side by random moves: what greedy, fitted and two random nets would do, and what nets foretell."""
    here, there = Batch(game, seats, games, seed), GpuBatch(game, seats, games, seed)
    mover, kernels = BotMover(here), GpuBotMover(there)
    nets = [random_net(game, seats, colours, seed) for colours in (0, 3)]
    compared = 0
    for step in range(steps):
        pairs: dict[str, tuple[Numbers, DeviceArray]] = {}
        for bot in BOT_MOVES:
            pairs[bot] = np.zeros(games, MoveNumber), zeros(games, MoveNumber)
            BOT_MOVES[bot](mover, pairs[bot][0])
            BOT_MOVES[bot](kernels, pairs[bot][1])
        for number, net in enumerate(nets):
            out = np.zeros(games, MoveNumber), zeros(games, MoveNumber)
            pairs[f"values of net {number}"] = mover.net(net, out[0]), kernels.net(net, out[1])
            pairs[f"moves of net {number}"] = out
        if told := difference({name: (a, b.copy_to_host()) for name, (a, b) in pairs.items()}):
            return GpuComparison(game.id, seats, "bots", compared, f"in step {step}: {told}")
        compared += games * len(pairs)
        moves = here.random_moves()
        there.random_moves()
        here.step(moves)
        there.step(cuda().to_device(moves))
        here.renew()
        there.renew()
    return GpuComparison(game.id, seats, "moves of greedy, fitted and nets: decisions", compared)


def compare_net(game: Game, net: NetFile, games: int, steps: int, seed: int) -> GpuComparison:
    """One net in games side by side, after so many random moves: its moves, and what it foretells."""
    here, there = Batch(game, max(net.seats), games, seed), GpuBatch(game, max(net.seats), games, seed)
    for _ in range(steps):
        moves = here.random_moves()
        here.step(moves)
        there.step(cuda().to_device(moves))
        here.renew()
        there.renew()
    mine, its = np.zeros(games, MoveNumber), zeros(games, MoveNumber)
    values = BotMover(here).net(net, mine), GpuBotMover(there).net(net, its).copy_to_host()
    told = difference({"moves": (mine, its.copy_to_host()), "values": values})
    return GpuComparison(game.id, max(net.seats), "a net: decisions", games, told)


def difference(pairs: dict[str, tuple[Numbers, Numbers]]) -> str:
    """The first place where two arrays differ, byte for byte; empty where none does."""
    for name, (wanted, found) in pairs.items():
        if wanted.dtype != found.dtype or wanted.shape != found.shape:
            return f"{name}: {wanted.dtype} {wanted.shape} and {found.dtype} {found.shape}"
        if wanted.dtype.names:  # by field: what lies between fields is nobody's
            fields = {f"{name}.{field}": (wanted[field], found[field]) for field in wanted.dtype.names}
            if told := difference(fields):
                return told
        elif wanted.tobytes() != found.tobytes():
            rows = [row.tobytes() != other.tobytes() for row, other in zip(wanted, found, strict=True)]
            place = rows.index(True)
            return f"{name} of game {place}: {wanted[place]} on the CPU and {found[place]} on the GPU"
    return ""
