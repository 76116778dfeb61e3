"""Conformance checks of whole random games, from the set-up to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from wishstone.game.chance import below
from wishstone.game.conformance.guarded_calls import content, differences, garbage
from wishstone.game.conformance.rules import BASIC
from wishstone.game.conformance.walk import Walk, random_walk
from wishstone.game.contract import OVER
from wishstone.game.errors import MoveError
from wishstone.game.limits import EVENTS
from wishstone.game.match import Match
from wishstone.game.result import result_of


def play_goes_on(walk: Walk) -> Iterator[str]:
    """Random play finds a move or an outcome wherever one is asked for, and no function raises."""
    if walk.trouble:
        yield walk.trouble


def data_stays(walk: Walk) -> Iterator[str]:
    """A game's data are only read."""
    if walk.game.data.tobytes() != walk.data_before:
        yield "the record of Data has been written to"


def setup_resets_everything(walk: Walk) -> Iterator[str]:
    """`setup` over a used position, or over garbage, gives the same as over an empty one."""
    game = walk.game
    used = [("a used position", game.copy(walk.places[-1].state))]
    used += [(f"a record full of {byte:#x}", garbage(game.rules.State, byte)) for byte in (0xFF, 0x5A)]
    for title, state in used:
        game.rules.setup(state, game.data, walk.seats, walk.number % walk.seats)
        if content(state) != content(walk.start):
            yield f"over {title}, setup leaves other {differences(state, walk.start)}"


def replay_leads_to_the_same(walk: Walk) -> Iterator[str]:
    """The events of a game, made again by name through the checked door, lead to the same positions."""
    match = Match(walk.game, walk.seats, walk.number % walk.seats)
    for place in walk.places:
        if content(match.state) != content(place.state):
            yield f"before event {place.event} the replay has other {differences(match.state, place.state)}"
            return
        if place.move is not None:
            try:
                match.play(walk.game.name(place.state, place.move), by=place.actor)
            except MoveError as error:
                yield f"the door refuses event {place.event}: {error}"
                return


def games_come_to_an_end(walks: Sequence[Walk]) -> Iterator[str]:
    """Of several random games at least one ends by its rules, not by being cut off."""
    if walks and not any(walk.places and walk.places[-1].actor == OVER for walk in walks):
        yield f"none of {len(walks)} random games came to an end within {walks[0].game.rules.MAX_DECISIONS} decisions"


def events_fit_the_log(walk: Walk) -> Iterator[str]:
    """A game has not many more events than decisions, so that those of a whole game can be kept."""
    most = EVENTS * walk.game.rules.MAX_DECISIONS
    if len(walk.places) > most:
        yield f"it has more than {most} events, {EVENTS} for each of MAX_DECISIONS"


def redealt_games_play_on(walk: Walk) -> Iterator[str]:
    """A position that was redealt for a seat is as good as any: it can be played to the end by the same checks."""
    decisions = [place for place in walk.places if place.is_decision]
    if not decisions or walk.trouble:
        return
    rng = walk.rng
    place = decisions[below(rng, len(decisions))]
    seat = below(rng, walk.seats)
    on = random_walk(walk.game, walk.seats, walk.number, walk.seed, start=place.redealt(seat))
    whence = f"redealt for seat {seat} at event {place.event}"
    for detail in play_goes_on(on):
        yield f"{whence}: {detail}"
    for later in on.places:
        for check in BASIC:
            for detail in check(later):
                yield f"{whence} and {later.event} events later, {check.__name__}: {detail}"
                return


def places_follow_the_scores(walk: Walk) -> Iterator[str]:
    """At the end somebody is first, and nobody with fewer points is placed before somebody with more."""
    result = result_of(walk.game, walk.game.copy(walk.places[-1].state))
    ranking = sorted(zip(result.places, result.scores, strict=True), key=lambda each: (each[0], -each[1]))
    if min(result.places) != 1 or any(one[1] < other[1] for one, other in pairwise(ranking)):
        yield f"the scores {result.scores} give the places {result.places}"


OF_WALKS: tuple[Callable[[Walk], Iterator[str]], ...] = (
    play_goes_on,
    data_stays,
    setup_resets_everything,
    places_follow_the_scores,
    replay_leads_to_the_same,
    redealt_games_play_on,
    events_fit_the_log,
)

OF_ALL: tuple[Callable[[Sequence[Walk]], Iterator[str]], ...] = (games_come_to_an_end,)
