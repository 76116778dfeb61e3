"""The contract of a game: a record, its data and ten functions for the engines, and the same game for people.

`Rules` is what `games/<game>/rules.py` offers; its functions run interpreted and compiled (see `rule.py`).
`Presentation` is what `games/<game>/table.py` offers; it is ordinary Python. `Game` is both together with one choice of
options, and what the rest of the program works with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from wishstone.game.about import About, OptionValue
from wishstone.game.chance import Generator
from wishstone.game.fields import named
from wishstone.game.package import GamePackage
from wishstone.game.rule import Engine
from wishstone.game.state_reader import reader
from wishstone.game.words import Lexicon, Sentence

Position = np.record  # one record of a game's `State`: the position
Settings = np.record  # one record of a game's `Data`: options and boards, read-only
Numbers = NDArray[Any]  # a buffer that the caller provides

CHANCE = -1  # an actor: the next event is an outcome
OVER = -2  # an actor: nothing follows
HIDDEN = -1  # what `seen` gives for a move or outcome that a seat does not see
ONLOOKER = -1  # the seat of somebody who only watches

MoveNumber = np.int16  # how lists of moves, weights and points are kept


class Rules(Protocol):
    """A game's rules: see «A game is a record, its data and ten functions» in docs/adding-a-game.md."""

    SEATS: tuple[int, int]
    MOVES: int
    OUTCOMES: int
    MAX_LEGAL: int
    MAX_DECISIONS: int
    ENDS: tuple[str, ...]
    ITEMS: tuple[str, ...]
    KEYS: tuple[str, ...]
    SCORE_RANGE: tuple[int, int]
    OBSERVATION: tuple[tuple[str, int], ...]
    State: np.dtype[np.void]
    Data: np.dtype[np.void]

    def setup(self, state: Position, data: Settings, seats: int, first: int) -> None:
        """The position before anything random has happened."""

    def actor(self, state: Position, data: Settings) -> int:
        """Whose decision comes next: a seat, `CHANCE` or `OVER`."""

    def legal(self, state: Position, data: Settings, out: Numbers) -> int:
        """The legal moves of that seat in rising order; returns how many."""

    def pick(self, state: Position, data: Settings, rng: Generator, out: Numbers) -> int:
        """The legal move at a place drawn by lot; rules may leave it out, or know it without listing all of them."""

    def chances(self, state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
        """The possible outcomes where the actor is `CHANCE`, with whole-number weights; returns how many."""

    def sample(self, state: Position, data: Settings, rng: Generator) -> int:
        """One outcome drawn by those weights."""

    def apply(self, state: Position, data: Settings, move: int) -> None:
        """The position after a move or an outcome; trusts that it is legal."""

    def score(self, state: Position, data: Settings, sheet: Numbers) -> None:
        """Every seat's points by item, the total, and the keys that break ties."""

    def seen(self, state: Position, data: Settings, move: int, seat: int) -> int:
        """A move or outcome as a seat sees it, or `HIDDEN`."""

    def redeal(self, state: Position, data: Settings, seat: int, rng: Generator) -> None:
        """The same position with everything that a seat cannot know dealt anew."""

    def observe(self, state: Position, data: Settings, seat: int, out: Numbers) -> None:
        """What a seat knows, as numbers for a network."""


class Presentation(Protocol):
    """A game for people: names, views, sentences; a position may also come in plain numbers, as a `Reader` gives it."""

    WORDS: Mapping[str, tuple[str, str]]
    TERMS: Mapping[str, tuple[str, str]]

    def make_data(
        self, game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
    ) -> Settings:
        """All options of a game and its replaced data files, as the record that this version of the rules reads.

        Raises a `DataError` for a file that is not as its rule page demands.
        """

    def move_name(self, data: Settings, move: int) -> str:
        """A move in the notation of the record."""

    def outcome_name(self, data: Settings, outcome: int) -> str:
        """An outcome in the notation of the record."""

    def hidden_name(self, state: Position, data: Settings) -> str:
        """The next event in the notation of the record, for somebody who does not see it."""

    def sheet(self, data: Settings, row: Sequence[int]) -> dict[str, Any]:
        """One seat's score sheet, from its row of `score`."""

    def secret_items(self, state: Position, data: Settings) -> tuple[str, ...]:
        """The items of a score sheet that only its owner may know now."""

    def public(self, state: Position, data: Settings) -> dict[str, Any]:
        """The position as everybody may know it, ready for JSON: `seats` first, `players` without their sheets.

        In the entry of a player stands None for what `own` tells.
        """

    def own(self, state: Position, data: Settings, seat: int) -> dict[str, Any]:
        """What only this seat knows of itself: what stands in its entry of `players` instead of what all may know."""

    def touches(self, state: Position, data: Settings, move: int) -> dict[str, Any]:
        """What a legal move takes, and where it puts it."""

    def story(self, state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
        """What happens with this move or outcome, told to a seat (-1: an onlooker) before it is applied.

        With None it is told as after the game, when everything is open. The value `seat` is whom it is about,
        and `other`, where there is one, whom it is done to.
        """

    def why(self, state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
        """The rule that forbids a move here, and what it says."""


@dataclass(frozen=True)
class Game:
    """A game with its options, ready to be played: rules and table bound to their data."""

    about: About
    folder: str
    rules: Rules
    table: Presentation
    data: Settings
    engine: Engine
    options: Mapping[str, OptionValue] = field(default_factory=dict)  # only those that differ from the default
    files: Mapping[str, object] = field(default_factory=dict)  # data files that were replaced
    rules_version: int = 1  # one of those that `about` names

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds the game's folder and data, and its code is looked up again."""
        data = self.data.tobytes()
        return _again, (self.about, self.folder, self.engine, data, self.options, self.files, self.rules_version)

    def __deepcopy__(self, memo: object) -> Game:
        """The game itself, since nothing of it ever changes."""
        return self

    @property
    def id(self) -> str:
        """The game's id, as in a record."""
        return self.about.id

    @property
    def package(self) -> GamePackage:
        """The folder with everything of the game."""
        return GamePackage(self.about, self.folder)

    @property
    def margin(self) -> int:
        """A lead of so many points is as good as it gets: what the catalogue says, or a quarter of all scores."""
        low, high = self.rules.SCORE_RANGE
        return self.about.margin or max(1, (high - low) // 4)

    def start(self, seats: int, first: int = 0) -> Position:
        """The position before anything random has happened."""
        state = self.empty()
        self.rules.setup(state, self.data, seats, first)
        return state

    def empty(self) -> Position:
        """A position with nothing in it, to be written to."""
        return new_record(self.rules.State)

    def array(self, count: int) -> Numbers:
        """So many empty positions in a row."""
        return self.records(self.rules.State, count)

    def records(self, layout: np.dtype[np.void], count: int) -> Numbers:
        """So many empty records in a row, as the loops on this game's engine want them."""
        return np.zeros(count, layout if self.engine == "compiled" else named(layout))

    def copy(self, state: Position) -> Position:
        """The same position a second time."""
        return copy_record(state)

    def actor(self, state: Position) -> int:
        """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
        return int(self.rules.actor(state, self.data))

    def legal(self, state: Position) -> list[int]:
        """The legal moves of that seat, in rising order."""
        out = np.zeros(self.rules.MAX_LEGAL, MoveNumber)
        return cast(list[int], out[: self.rules.legal(state, self.data, out)].tolist())

    def chances(self, state: Position) -> list[tuple[int, int]]:
        """The possible outcomes with their weights."""
        moves, weights = self._chances(state)
        return list(zip(moves.tolist(), weights.tolist(), strict=True))

    def shares(self, state: Position) -> tuple[Numbers, Numbers]:
        """The possible outcomes in the order of a record's `chances`, and where the share of each ends in the total."""
        moves, weights = self._chances(state)
        order = self.outcome_ranks[moves].argsort()
        return moves[order], weights[order].cumsum()

    def _chances(self, state: Position) -> tuple[Numbers, Numbers]:
        moves = np.zeros(self.rules.OUTCOMES, MoveNumber)
        weights = np.zeros(self.rules.OUTCOMES, MoveNumber)
        count = self.rules.chances(state, self.data, moves, weights)
        return moves[:count], weights[:count]

    def sample(self, state: Position, rng: Generator) -> int:
        """One outcome drawn by its weight."""
        return int(self.rules.sample(state, self.data, rng))

    def apply(self, state: Position, move: int) -> None:
        """Change a position by a move or an outcome, trusting that it is legal."""
        self.rules.apply(state, self.data, move)

    def seen(self, state: Position, move: int, seat: int) -> int:
        """A move or outcome as a seat sees it, or `HIDDEN`."""
        return int(self.rules.seen(state, self.data, move, seat))

    def redealt(self, state: Position, seat: int, rng: Generator) -> Position:
        """A copy with everything that a seat cannot know dealt anew."""
        copy = self.copy(state)
        self.rules.redeal(copy, self.data, seat, rng)
        return copy

    def observation(self, state: Position, seat: int) -> NDArray[np.float32]:
        """What a seat knows, as numbers laid out as `OBSERVATION` says."""
        out = np.zeros(sum(length for _, length in self.rules.OBSERVATION), np.float32)
        self.rules.observe(state, self.data, seat, out)
        return out

    def end(self, state: Position) -> str:
        """Why the game ended, by its rules; empty while it has not."""
        return self.rules.ENDS[int(state.end)]

    def score_rows(self, state: Position) -> list[list[int]]:
        """A row for each seat: points by item, the total, tie-break keys."""
        sheet = np.zeros((self.rules.SEATS[1], len(self.rules.ITEMS) + len(self.rules.KEYS)), MoveNumber)
        self.rules.score(state, self.data, sheet)
        return cast(list[list[int]], sheet[: int(state["seats"])].tolist())

    def plain(self, state: Position) -> Position:
        """A position in plain numbers, for a table that is asked several things about it."""
        return cast(Position, reader(self.rules.State)(state))

    # What people see. Parts of these answers are kept and given again, so they are to be read, never changed.

    def view(self, state: Position, seat: int | None) -> dict[str, Any]:
        """The position as one seat or an onlooker may know it, ready for JSON; with None, all of it."""
        view = self.public(state)
        view["seat"] = seat
        for each, player in enumerate(view["players"]):
            if seat in (each, None):
                player.update(self.own(state, each))
        return view

    def public(self, state: Position) -> dict[str, Any]:
        """The view of an onlooker: what every seat may know."""
        view = self.table.public(state, self.data)
        secret = self.table.secret_items(state, self.data)
        sheets = [self.table.sheet(self.data, row) for row in self.score_rows(state)]
        players = [
            {**player, "sheet": _without(sheet, secret)} for player, sheet in zip(view["players"], sheets, strict=True)
        ]
        return {"seats": view["seats"], "seat": ONLOOKER, **view, "players": players}

    def own(self, state: Position, seat: int) -> dict[str, Any]:
        """What a seat's view says of that player and the onlooker's does not."""
        own = self.table.own(state, self.data, seat)
        if self.table.secret_items(state, self.data):
            own["sheet"] = self.table.sheet(self.data, self.score_rows(state)[seat])
        return own

    def touches(self, state: Position, move: int) -> dict[str, Any]:
        """What a legal move takes, where it puts it, and the points that it changes, each before and after."""
        seat = self.actor(state)
        return self._touches(state, move, seat, self.score_rows(state)[seat])

    def legal_touches(self, state: Position) -> list[tuple[str, dict[str, Any]]]:
        """The legal moves of the seat whose decision it is, by their notation, and what each of them touches."""
        moves, seat = self.legal(state), self.actor(state)
        before = self.score_rows(state)[seat]
        return [(self.move_names[move], self._touches(state, move, seat, before)) for move in moves]

    def _touches(self, state: Position, move: int, seat: int, before: list[int]) -> dict[str, Any]:
        after = self.copy(state)
        self.apply(after, move)
        points = zip(self.rules.ITEMS, before, self.score_rows(after)[seat], strict=False)
        return {
            **self.table.touches(state, self.data, move),
            "points": {item: (old, new) for item, old, new in points if old != new},
        }

    def describe_event(
        self, state: Position, move: int, seat: int | None, names: Sequence[str], language: str = "en"
    ) -> str:
        """A sentence for what happens with this move or outcome."""
        story = self.table.story(state, self.data, move, seat)
        return self.lexicon.say(story, language, who=names[cast(int, story.values["seat"])], names=names)

    def name(self, state: Position, move: int) -> str:
        """A move or outcome in the notation of the record."""
        names = self.outcome_names if self.actor(state) == CHANCE else self.move_names
        return names[move]

    @cached_property
    def move_names(self) -> tuple[str, ...]:
        """The notation of every move, by its id."""
        return tuple(self.table.move_name(self.data, move) for move in range(self.rules.MOVES))

    @cached_property
    def outcome_names(self) -> tuple[str, ...]:
        """The notation of every outcome, by its id."""
        return tuple(self.table.outcome_name(self.data, outcome) for outcome in range(self.rules.OUTCOMES))

    @cached_property
    def outcome_ranks(self) -> Numbers:
        """Where every outcome, by its id, stands among all of them sorted as text, as a record's `chances` are."""
        ranks = np.zeros(self.rules.OUTCOMES, np.int32)
        ranks[sorted(range(self.rules.OUTCOMES), key=self.outcome_names.__getitem__)] = range(self.rules.OUTCOMES)
        return ranks

    @cached_property
    def moves_by_name(self) -> dict[str, int]:
        """The id of every move, by its notation."""
        return {name: move for move, name in enumerate(self.move_names)}

    @cached_property
    def outcomes_by_name(self) -> dict[str, int]:
        """The id of every outcome, by its notation."""
        return {name: outcome for outcome, name in enumerate(self.outcome_names)}

    @cached_property
    def lexicon(self) -> Lexicon:
        """Every sentence that can be said about this game."""
        return Lexicon(self.table.WORDS, self.table.TERMS)


def _again(
    about: About,
    folder: str,
    engine: Engine,
    data: bytes,
    options: Mapping[str, OptionValue],
    files: Mapping[str, object],
    rules_version: int,
) -> Game:
    """A game that was pickled."""
    from wishstone.game.registry import rules_of  # which imports this module

    rules = cast(Rules, rules_of(folder, engine))
    table = cast(Presentation, import_module(f"{folder}.table"))
    settings = copy_record(cast(np.record, np.frombuffer(data, rules.Data)[0]))
    return Game(about, folder, rules, table, settings, engine, options, files, rules_version)


def _without(sheet: dict[str, Any], items: Sequence[str]) -> dict[str, Any]:
    """A score sheet without these items, and without their points in its total."""
    if not items:
        return sheet
    rest = {item: points for item, points in sheet.items() if item not in items}
    return {**rest, "total": sheet["total"] - sum(sheet[item] for item in items)}


def starts_of(fields: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Where each field of an `OBSERVATION` begins."""
    return {name: sum(length for _, length in fields[:place]) for place, (name, _) in enumerate(fields)}


def new_record(dtype: np.dtype[np.void]) -> np.record:
    """One empty record with attribute access, as rule functions want it."""
    return cast(np.record, np.zeros(1, named(dtype))[0])


def copy_record(record: np.record) -> np.record:
    """The same record a second time."""
    array = np.zeros(1, named(record.dtype))
    array[0] = record
    return cast(np.record, array[0])
