"""Game cache: the games that tables play, each with its options, interpreted until its compiled rules are ready.

Compiling takes a while on a new machine. A worker process does it; as soon as the compiled rules are on disk they are
loaded, and every table goes on with them: the same rules over the same record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np

from wishstone.game.about import About
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.errors import UsageError
from wishstone.game.fairness import Fairness, draw
from wishstone.game.package import GamePackage
from wishstone.game.registry import versions_text
from wishstone.game.rule import Engine
from wishstone.games import GAMES, load
from wishstone.server.table.entries import TableSetup
from wishstone.server.table.fast_game import make_fast
from wishstone.server.table.refusal import Refusal

KEPT = 256  # games with different options or boards to keep
WARM_UP = 60  # decisions to play, so that everything is compiled


class GameCache:
    """The games that tables play, by id, version, options and data files."""

    def __init__(self, served: Sequence[str] = ()) -> None:
        self._served = served  # the ids of the games that the settings name; empty: all that there are
        self.compiled: set[str] = set()  # the ids of games whose compiled rules are loaded
        self.interpreted: set[str] = set()  # of those that could not be compiled
        self._load = lru_cache(2 * KEPT)(_load)

    def catalogue(self) -> list[About]:
        """The games that are played here."""
        return [about for about in GAMES if not self._served or about.id in self._served]

    def find(self, id: str) -> GamePackage:
        """A game that is played here."""
        known = [about.id for about in self.catalogue()]
        if self._served and id not in self._served:
            raise UsageError("game-unknown", name=id, known=", ".join(known))
        return GAMES.find(id)

    @property
    def is_preparing(self) -> bool:
        """Whether rules are still being compiled."""
        return any(about.id not in self.compiled | self.interpreted for about in self.catalogue())

    def game(self, setup: TableSetup) -> Game:
        """The game of a table under the version of its rules that the table began with.

        Raises a `UsageError` for wrong options or files, a `Refusal` if that version cannot be played any more, or the
        game is not there: then its tables are kept until it is back.
        """
        try:
            about = self.find(setup.game).about
        except UsageError as error:
            raise Refusal("game-missing", 503, game=setup.game) from error
        if setup.rules not in about.rules_versions:
            raise Refusal("rules-gone", began=setup.rules, known=versions_text(about))
        engine: Engine = "compiled" if setup.game in self.compiled else "interpreted"
        return self._load(setup.game, setup.rules, _cache_key(setup.options), _cache_key(setup.files), engine)

    def rules_of(self, id: str) -> int:
        """The version of a game's rules that new tables follow."""
        return self.find(id).about.rules_versions[0]

    def read_compiled(self, id: str) -> None:
        """Load the compiled rules of a game from disk, and compile them if they are not there."""
        warm_up(self._load(id, self.rules_of(id), _cache_key({}), _cache_key({}), "compiled"))
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
    described = f"{game.id} {game.rules_version} {game.rules.State.descr} {game.rules.State.itemsize}"
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


def _load(id: str, rules: int, options: bytes, files: bytes, engine: Engine) -> Game:
    game = load(id, msgspec.json.decode(options), engine, msgspec.json.decode(files), rules)
    return make_fast(game) if engine == "compiled" else game
