"""Random games for the checks, recorded whole: every position, and the event that followed it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wishstone.game.chance import DEALER, Generator, below, stream
from wishstone.game.conformance.finding import raised
from wishstone.game.conformance.guarded_calls import Listing, ask_chances, ask_legal, ask_observation, ask_score
from wishstone.game.contract import CHANCE, HIDDEN, OVER, Game, MoveNumber, Position
from wishstone.game.record import compact

PLAYER = 1  # whose stream the moves of all seats come from
CHECKER = 200  # whose stream the checks draw from; beyond every seat's
OUTCOMES_IN_A_ROW = 1_000  # more without a decision between them, and nobody is ever asked again


class Where(NamedTuple):
    """Where in the random games something was found."""

    seats: int | None = None
    game: int | None = None
    event: int | None = None


@dataclass(eq=False)
class VisitedPosition:
    """A position of a random game: what is asked there, and the event that followed, if one did."""

    walk: Walk
    event: int
    state: Position  # never changed by a check; `ask_…` work on copies
    actor: int = OVER
    move: int | None = None
    is_first_of_its_kind: bool = False
    _redealt: dict[tuple[int, int], Position] = field(default_factory=dict)
    _views: dict[int, str] = field(default_factory=dict)
    _observations: dict[int, NDArray[np.float32]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.walk.game

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.walk.seats

    @property
    def where(self) -> Where:
        """This place in words for a finding."""
        return Where(self.walk.seats, self.walk.number, self.event)

    @property
    def is_decision(self) -> bool:
        """Whether a seat is asked."""
        return self.actor not in (CHANCE, OVER)

    @property
    def before(self) -> VisitedPosition | None:
        """The place one event earlier."""
        return self.walk.places[self.event - 1] if self.event else None

    @property
    def after(self) -> VisitedPosition | None:
        """The place one event later."""
        return self.walk.places[self.event + 1] if self.event + 1 < len(self.walk.places) else None

    @property
    def rng(self) -> Generator:
        """A generator for whoever checks this place; the same one every time."""
        return stream(self.walk.seed, (self.walk.number << 16) + self.event, CHECKER)

    @property
    def viewers(self) -> list[int]:
        """Two seats to look through: the one that is asked, and its neighbour."""
        seat = self.actor if self.is_decision else self.event % self.seats
        return [seat, (seat + 1) % self.seats]

    @cached_property
    def listing(self) -> Listing:
        """What `legal` writes here."""
        return ask_legal(self.game, self.state)

    @cached_property
    def chances(self) -> Listing:
        """What `chances` writes here."""
        return ask_chances(self.game, self.state)

    @cached_property
    def scoring(self) -> tuple[NDArray[MoveNumber], bool]:
        """What `score` writes here, and whether it wrote beside its sheet."""
        return ask_score(self.game, self.state)

    @property
    def legal(self) -> list[int]:
        """The legal moves of the seat that is asked."""
        return self.listing.moves if self.is_decision else []

    @cached_property
    def kind(self) -> tuple[object, ...]:
        """What sort of position this is, as far as one can tell without knowing the game."""
        if self.actor == CHANCE:
            names, ids = self.game.outcome_names, [-1 if self.move is None else self.move]
        else:
            names, ids = self.game.move_names, self.legal
        verbs = frozenset(names[id].split()[0] for id in ids if 0 <= id < len(names))
        return min(self.actor, 0), verbs, int(self.state.end)

    def redealt(self, seat: int, number: int = 0) -> Position:
        """This position redealt for a seat; another number gives another deal."""
        if (seat, number) not in self._redealt:
            self._redealt[seat, number] = self.game.redealt(self.state, seat, stream(self.walk.seed, number, CHECKER))
        return self._redealt[seat, number]

    def view(self, seat: int) -> str:
        """What a seat sees here, as JSON."""
        if seat not in self._views:
            self._views[seat] = compact(self.game.view(self.game.copy(self.state), seat))
        return self._views[seat]

    def observation(self, seat: int) -> NDArray[np.float32]:
        """What a seat observes here."""
        if seat not in self._observations:
            self._observations[seat] = ask_observation(self.game, self.state, seat)[0]
        return self._observations[seat]


@dataclass(eq=False)
class Walk:
    """One random game from its start, or from any position, to its end."""

    game: Game
    seats: int
    number: int
    seed: int
    start: Position
    data_before: bytes  # the content of its data when it began
    places: list[VisitedPosition] = field(default_factory=list)
    trouble: str = ""  # why play could not go on

    @property
    def where(self) -> Where:
        """This game in words for a finding."""
        return Where(self.seats, self.number)

    @property
    def rng(self) -> Generator:
        """A generator for whoever checks this game; the same one every time."""
        return stream(self.seed, self.number, CHECKER)

    @cached_property
    def twins(self) -> list[Twins]:
        """Pairs of positions that a seat cannot tell apart."""
        return list(_twins(self))


def random_walk(game: Game, seats: int, number: int = 0, seed: int = 0, start: Position | None = None) -> Walk:
    """Play one game at random; what goes wrong ends it and is noted in `trouble`."""
    data_before = game.data.tobytes()
    if start is None:
        start = game.start(seats, number % seats)
    walk = Walk(game, seats, number, seed, start, data_before)
    try:
        _play(walk)
    except Exception as error:  # a game may be broken in any way
        walk.trouble = raised(error)
    return walk


def _play(walk: Walk) -> None:
    game, state = walk.game, walk.game.copy(walk.start)
    dealer, player = stream(walk.seed, walk.number, DEALER), stream(walk.seed, walk.number, PLAYER)
    decisions = in_a_row = 0
    for event in count():
        place = VisitedPosition(walk, event, game.copy(state))
        walk.places.append(place)
        place.actor = game.actor(game.copy(state))
        if place.actor == OVER or not CHANCE <= place.actor < walk.seats:
            return
        if decisions == game.rules.MAX_DECISIONS:
            return
        if place.actor == CHANCE:
            place.move = game.sample(game.copy(state), dealer)
            in_a_row += 1
            if in_a_row > OUTCOMES_IN_A_ROW:
                walk.trouble = f"after {OUTCOMES_IN_A_ROW} outcomes in a row nobody has been asked"
                return
        else:
            if not place.legal:
                walk.trouble = f"at event {event} seat {place.actor} is asked and has no legal move"
                return
            place.move = place.legal[below(player, len(place.legal))]
            decisions += 1
            in_a_row = 0
        game.apply(state, place.move)


# ── Twins ────────────────────────────────────────────────────────────────────────────────────────────────────────

BIRTHS = 6  # pairs that are followed in each game, until what happened to one cannot happen to the other,
LONGEST = 2  # and those of them that are looked at
LOOKS = 4  # how often each pair is looked at, and again when its seat is asked


@dataclass(eq=False)
class Twins:
    """The true position, and one that follows from other outcomes which a seat has not seen: it cannot tell them apart.

    They are made by play alone, so that they do not depend on what `redeal` thinks a seat knows.
    """

    place: VisitedPosition
    seat: int
    other: Position

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.place.game

    @property
    def where(self) -> Where:
        """The true position in words for a finding."""
        return self.place.where

    @cached_property
    def twin(self) -> VisitedPosition:
        """The other position as a place of its own."""
        actor = self.game.actor(self.game.copy(self.other))
        return VisitedPosition(self.place.walk, self.place.event, self.other, actor)


def _twins(walk: Walk) -> Iterator[Twins]:
    hidden = [
        (place, seat)
        for place in walk.places
        if place.actor == CHANCE and place.move is not None
        for seat in range(walk.seats)
        if walk.game.seen(place.state, place.move, seat) == HIDDEN
    ]
    rng = walk.rng
    births = [hidden[below(rng, len(hidden))] for _ in range(BIRTHS if hidden else 0)]
    lives = [list(_grow_apart(place, seat, rng)) for place, seat in births]
    for life in sorted(lives, key=len)[-LONGEST:]:
        yield from _spread(life)
        yield from _spread([twins for twins in life if twins.place.actor == twins.seat])


def _spread(pairs: list[Twins]) -> list[Twins]:
    """A few of many, the first and the last among them."""
    last = len(pairs) - 1
    return [pairs[index] for index in sorted({last * look // (LOOKS - 1) for look in range(LOOKS)})] if pairs else []


def _grow_apart(place: VisitedPosition, seat: int, rng: Generator) -> Iterator[Twins]:
    """After another outcome at this place, the same game as long as it can be the same."""
    game = place.game
    other = game.copy(place.state)
    outcome = _hidden_outcome(game, other, seat, rng, instead_of=place.move)
    while outcome is not None and place.after is not None:
        game.apply(other, outcome)
        place = place.after
        yield Twins(place, seat, game.copy(other))
        if place.move is None or game.actor(game.copy(other)) != place.actor:
            return
        if place.actor == CHANCE and game.seen(place.state, place.move, seat) == HIDDEN:
            outcome = _hidden_outcome(game, other, seat, rng, if_not=place.move)
        else:
            possible = ask_chances(game, other) if place.actor == CHANCE else ask_legal(game, other)
            outcome = place.move if place.move in possible.moves else None


def _hidden_outcome(
    game: Game, state: Position, seat: int, rng: Generator, instead_of: int | None = None, if_not: int | None = None
) -> int | None:
    """An outcome that a seat does not see: any but one, or that one if it is possible; None if there is none."""
    possible = [
        outcome
        for outcome in ask_chances(game, state).moves
        if outcome != instead_of and game.seen(game.copy(state), outcome, seat) == HIDDEN
    ]
    if if_not in possible:
        return if_not
    return possible[below(rng, len(possible))] if possible else None
