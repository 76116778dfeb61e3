"""Game cache: the games that tables play, each with its options, interpreted until its compiled rules are ready.

Compiling takes a while on a new machine. A worker process does it; as soon as the compiled rules are on disk they are
loaded, and every table goes on with them: the same rules over the same record.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec
import numpy as np

from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.fairness import Fairness, draw
from wishstone.game.rule import Engine
from wishstone.games import load
from wishstone.server.table.entries import TableSetup
from wishstone.server.table.fast_game import make_fast
from wishstone.server.table.refusal import Refusal

KEPT = 256  # games with different options or boards to keep
WARM_UP = 60  # decisions to play, so that everything is compiled


class GameCache:
    """The games that tables play, by id, options and data files."""

    def __init__(self) -> None:
        self.compiled: set[str] = set()  # the ids of games whose compiled rules are loaded
        self._load = lru_cache(2 * KEPT)(_load)

    def game(self, setup: TableSetup) -> Game:
        """The game of a table; raises a `UsageError` for wrong options or files, a `Refusal` if its rules are gone."""
        engine: Engine = "compiled" if setup.game in self.compiled else "interpreted"
        game = self._load(setup.game, _cache_key(setup.options), _cache_key(setup.files), engine)
        if setup.rules != game.rules.RULES:
            raise Refusal("rules-gone", began=setup.rules, known=game.rules.RULES)
        return game

    def rules_of(self, id: str) -> int:
        """The current version of a game's rules."""
        return self._load(id, _cache_key({}), _cache_key({}), "interpreted").rules.RULES

    def read_compiled(self, id: str) -> None:
        """Load the compiled rules of a game from disk, and compile them if they are not there."""
        warm_up(self._load(id, _cache_key({}), _cache_key({}), "compiled"))
        self.compiled.add(id)


def warm_up(game: Game) -> None:
    """Play for a while, so that everything a table calls is compiled and loaded."""
    fairness = Fairness.of("0" * 64, ["0" * 32] * game.about.seats[0])
    state = game.start(game.about.seats[0])
    for number in range(WARM_UP):
        if game.actor(state) == OVER:
            break
        if game.actor(state) == CHANCE:
            game.apply(state, draw(game, state, fairness, number))
            continue
        game.legal(state)
        touched = game.legal_touches(state)
        game.public(state)
        game.seen(state, 0, 0)
        game.redealt(state, game.actor(state), np.ones(4, np.int64))
        game.apply(state, game.moves_by_name[touched[number % len(touched)][0]])


def layout_hash(game: Game) -> str:
    """A hash of the record layout of a position; bytes with another layout are not readable."""
    described = f"{game.id} {game.rules.RULES} {game.rules.State.descr} {game.rules.State.itemsize}"
    return hashlib.sha256(described.encode()).hexdigest()[:16]


def decode_position(game: Game, raw: bytes) -> Position:
    """A position from its bytes."""
    state = game.empty()
    array = np.frombuffer(raw, game.rules.State)
    for name in game.rules.State.names or ():
        state[name] = array[0][name]
    return state


def _cache_key(value: object) -> bytes:
    return msgspec.json.encode(value)


def _load(id: str, options: bytes, files: bytes, engine: Engine) -> Game:
    game = load(id, msgspec.json.decode(options), engine=engine, files=msgspec.json.decode(files))
    return make_fast(game) if engine == "compiled" else game
