"""Protocol check of an outside bot: it plays whole games from every seat against `greedy`."""

from __future__ import annotations

import time
from dataclasses import dataclass

from wishstone.bots import make
from wishstone.bots.bot import Bot
from wishstone.bots.outside import FALLBACK, OutsideBot, game_over
from wishstone.game.chance import DEALER, stream
from wishstone.game.contract import CHANCE, OVER, Game
from wishstone.game.errors import UsageError
from wishstone.game.match import Match
from wishstone.game.result import Result


@dataclass
class Check:
    """What a bot did in some games."""

    games: int = 0
    won: int = 0  # shared wins are won, too
    slowest: float = 0.0  # seconds of its slowest decision


def check(game: Game, bot: OutsideBot, seats: int, rounds: int, seed: int) -> Check:
    """Play so many games with the bot in each seat; what went wrong is in its reports."""
    low, high = game.rules.SEATS
    if not low <= seats <= high:
        raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)
    done, other = Check(), make(FALLBACK, game)
    for number in range(rounds * seats):
        seat = number % seats
        line_up = [bot if place == seat else other for place in range(seats)]
        result = _play(game, line_up, seed, number, done)
        done.games += 1
        done.won += seat in result.winners
    return done


def _play(game: Game, bots: list[Bot], seed: int, number: int, done: Check) -> Result:
    """One game to its end, or until it is cut off."""
    match = Match(game, len(bots), number // len(bots) % len(bots))
    dealer = stream(seed, number, DEALER)
    minds = [stream(seed, number, 1 + seat) for seat in range(len(bots))]
    decisions = 0
    while (who := match.actor) != OVER and decisions < game.rules.MAX_DECISIONS:
        if who == CHANCE:
            match.let_happen(dealer)
            continue
        decisions += 1
        begin = time.monotonic()
        match.play(bots[who].choose(game.redealt(match.state, who, minds[who]), minds[who]), who)
        if isinstance(bots[who], OutsideBot):
            done.slowest = max(done.slowest, time.monotonic() - begin)
    result = match.result(cut_off=None if match.is_over else decisions)
    game_over(bots, lambda: result)
    return result
