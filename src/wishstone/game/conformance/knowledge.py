"""Conformance checks of hidden information: `seen`, `redeal`, `observe` and the views tell a seat what it may know.

Two ways lead to positions that a seat cannot tell apart. `redeal` makes them, and so it can be asked whether it kept
all that the seat knows. Play makes them too, where an outcome that the seat does not see could have been another one
(`Twins`), and so everything, `redeal` first of all, can be asked whether it knows the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wishstone.game.chance import stream
from wishstone.game.conformance.guarded_calls import (
    ask_chances,
    ask_legal,
    ask_observation,
    content,
    differences,
    field_at,
    first_difference,
)
from wishstone.game.conformance.walk import CHECKER, Twins, VisitedPosition, Walk
from wishstone.game.contract import CHANCE, HIDDEN, ONLOOKER, Game
from wishstone.game.record import compact

# ── What is seen ─────────────────────────────────────────────────────────────────────────────────────────────────


def seen_is_the_event_or_hidden(place: VisitedPosition) -> Iterator[str]:
    """What a seat or an onlooker sees of an event is the event itself, or nothing."""
    for seat, seen in _seen(place).items():
        if seen not in (place.move, HIDDEN):
            yield f"of event {place.move} seat {seat} sees {seen}"


def own_moves_are_seen(place: VisitedPosition) -> Iterator[str]:
    """Whoever makes a move sees it."""
    if place.is_decision and _seen(place).get(place.actor) == HIDDEN:
        yield f"seat {place.actor} does not see its own move {place.move}"


def onlookers_see_no_more(place: VisitedPosition) -> Iterator[str]:
    """An onlooker sees only what every seat sees."""
    seen = _seen(place)
    if seen.pop(ONLOOKER, HIDDEN) != HIDDEN and HIDDEN in seen.values():
        yield f"onlookers see event {place.move}, and not every seat does: {seen}"


def open_games_hide_nothing(place: VisitedPosition) -> Iterator[str]:
    """Where the catalogue says that nothing is hidden, everybody sees every event."""
    if place.game.about.is_open and HIDDEN in _seen(place).values():
        yield f"the catalogue says that nothing is hidden, and not everybody sees event {place.move}"


def _seen(place: VisitedPosition) -> dict[int, int]:
    if place.move is None:
        return {}
    return {seat: place.game.seen(place.state, place.move, seat) for seat in range(ONLOOKER, place.seats)}


# ── What a redeal keeps ──────────────────────────────────────────────────────────────────────────────────────────


def redeal_keeps_the_turn(place: VisitedPosition) -> Iterator[str]:
    """After a redeal the same seat is asked for the same moves, the end is the same, and as much is left to chance."""
    game = place.game
    for seat in place.viewers:
        redealt = place.redealt(seat)
        if game.actor(game.copy(redealt)) != place.actor or redealt.end != place.state.end:
            yield f"redealt for seat {seat}, the position has another actor or end"
        elif seat == place.actor and ask_legal(game, redealt).moves != place.legal:
            yield f"redealt for seat {seat}, its position has other legal moves"
        elif place.actor == CHANCE and sum(ask_chances(game, redealt).weights) != sum(place.chances.weights):
            yield f"redealt for seat {seat}, the position has other weights in all"


def redeal_keeps_the_view(place: VisitedPosition) -> Iterator[str]:
    """After a redeal a seat sees what it saw before, and so do onlookers."""
    for seat in place.viewers:
        redealt = VisitedPosition(place.walk, place.event, place.redealt(seat), place.actor)
        for viewer in (seat, ONLOOKER):
            if redealt.view(viewer) != place.view(viewer):
                yield f"redealt for seat {seat}, the position has another view for {viewer}"


def redeal_keeps_the_observation(place: VisitedPosition) -> Iterator[str]:
    """After a redeal a seat observes what it observed before."""
    for seat in place.viewers:
        after, _ = ask_observation(place.game, place.redealt(seat), seat)
        if not np.array_equal(after, place.observation(seat)):
            yield f"redealt for seat {seat}, it observes another {_where(place.game, after, place.observation(seat))}"


def redeal_depends_on_what_is_known(place: VisitedPosition) -> Iterator[str]:
    """Redealing a redealt position gives the same as redealing the true one."""
    for seat in place.viewers:
        once = place.redealt(seat)
        twice = place.game.redealt(place.redealt(seat, number=1), seat, stream(place.walk.seed, 0, CHECKER))
        if content(once) != content(twice):
            yield f"redealt twice for seat {seat}, the position has other {differences(once, twice)}"


def redeal_remembers_what_was_seen(place: VisitedPosition) -> Iterator[str]:
    """A seat that has seen which of two outcomes happened is never dealt the same position after both."""
    game = place.game
    if place.actor != CHANCE or len(place.chances.moves) < 2:
        return
    outcomes = (place.chances.moves[0], place.chances.moves[-1])
    after = [game.copy(place.state) for _ in outcomes]
    for state, outcome in zip(after, outcomes, strict=True):
        game.apply(state, outcome)
    if content(after[0]) == content(after[1]):
        return
    for seat in range(place.seats):
        if all(game.seen(place.state, outcome, seat) == outcome for outcome in outcomes):
            one, other = (content(game.redealt(state, seat, place.rng)) for state in after)
            if one == other:
                yield f"seat {seat} sees whether outcome {outcomes[0]} or {outcomes[1]} happens, and a redeal does not"


def redeal_deals_anew(walks: Sequence[Walk]) -> Iterator[str]:
    """Where something is hidden, two redeals of one position are not always the same."""
    pairs = [twins for walk in walks for twins in walk.twins if content(twins.place.state) != content(twins.other)]
    for twins in pairs:
        deals = {content(twins.place.redealt(twins.seat, number)) for number in range(5)}
        if len(deals) > 1:
            return
    if pairs:
        yield f"in {len(pairs)} positions with something hidden, every redeal gave the same"


# ── What nothing may tell ────────────────────────────────────────────────────────────────────────────────────────


def legal_keeps_secrets(twins: Twins) -> Iterator[str]:
    """Whose decision it is, and which moves a seat has, do not depend on what it cannot know."""
    one, other = twins.place, twins.twin
    if one.actor != other.actor:
        yield f"seat {twins.seat} cannot tell two positions apart, and the actors are {one.actor} and {other.actor}"
    elif one.actor == twins.seat and one.legal != other.legal:
        yield f"seat {twins.seat} cannot tell two positions apart, and has the moves {one.legal} and {other.legal}"


def touches_keep_secrets(twins: Twins) -> Iterator[str]:
    """What a move touches, and its story, do not tell the one who makes it what it cannot know."""
    if twins.place.actor == twins.seat:
        for move in twins.place.legal:
            if _describe(twins.place, move) != _describe(twins.twin, move):
                yield f"what move {move} touches tells seat {twins.seat} what it cannot know"


def views_keep_secrets(twins: Twins) -> Iterator[str]:
    """What a seat and onlookers are sent does not depend on what they cannot know."""
    for seat in (twins.seat, ONLOOKER):
        if twins.place.view(seat) != twins.twin.view(seat):
            yield f"the view of {seat} tells what seat {twins.seat} cannot know"


def observe_keeps_secrets(twins: Twins) -> Iterator[str]:
    """What a seat observes does not depend on what it cannot know."""
    one, other = twins.place.observation(twins.seat), twins.twin.observation(twins.seat)
    if not np.array_equal(one, other):
        yield f"seat {twins.seat} observes in {_where(twins.game, one, other)} what it cannot know"


def redeal_keeps_secrets(twins: Twins) -> Iterator[str]:
    """Positions that a seat cannot tell apart are the same after a redeal."""
    one, other = twins.place.redealt(twins.seat), twins.twin.redealt(twins.seat)
    if content(one) != content(other):
        yield f"redealt for seat {twins.seat}, positions that are alike to it differ in {differences(one, other)}"


def _describe(place: VisitedPosition, move: int) -> str:
    game, state = place.game, place.game.copy(place.state)
    story = game.table.story(state, game.data, move, place.actor)
    return compact([game.touches(state, move), story.key, repr(story.values)])


def _where(game: Game, one: NDArray[np.float32], other: NDArray[np.float32]) -> str:
    return field_at(game.rules.OBSERVATION, first_difference(one, other))


AT_PLACES: tuple[Callable[[VisitedPosition], Iterator[str]], ...] = (
    seen_is_the_event_or_hidden,
    own_moves_are_seen,
    onlookers_see_no_more,
    open_games_hide_nothing,
)

CLOSELY: tuple[Callable[[VisitedPosition], Iterator[str]], ...] = (
    redeal_keeps_the_turn,
    redeal_keeps_the_view,
    redeal_keeps_the_observation,
    redeal_depends_on_what_is_known,
    redeal_remembers_what_was_seen,
)

OF_TWINS: tuple[Callable[[Twins], Iterator[str]], ...] = (
    legal_keeps_secrets,
    touches_keep_secrets,
    views_keep_secrets,
    observe_keeps_secrets,
    redeal_keeps_secrets,
)

OF_ALL: tuple[Callable[[Sequence[Walk]], Iterator[str]], ...] = (redeal_deals_anew,)
