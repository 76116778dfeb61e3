"""Stages of the check of a game that need the engine alone: catalogue, conformance, luck, opponents, observations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from wishstone.bots.levels import LEVELS, recipe_of
from wishstone.bots.policies import is_fitted, policy_of
from wishstone.bots.rater import Rater
from wishstone.bots.weights import weights_of
from wishstone.env.layout import layout_of
from wishstone.game.chance import below, stream
from wishstone.game.conformance import check
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.luck import BAG, PACK, THROW
from wishstone.game_check.remarks import Remark, failed, missing, wrong
from wishstone.games import EVERY
from wishstone.lab.fair_deal import MOST_BAGS, MOST_CARDS, MOST_PACKS, FairDeal, luck_of

GAMES = 2  # random games of each stage and number of seats
FINDINGS = 3  # of one check that are told


def seat_counts(game: Game) -> range:
    """How many can play."""
    return range(game.rules.SEATS[0], game.rules.SEATS[1] + 1)


def random_positions(game: Game, seats: int, seed: int = 0) -> Iterator[Position]:
    """The positions of a random game; each is the same record, changed."""
    rng, state, decisions = stream(seed), game.start(seats), 0
    moves = np.zeros(game.rules.MAX_LEGAL, np.int32)
    while (who := game.actor(state)) != OVER and decisions < game.rules.MAX_DECISIONS:
        yield state
        decisions += who != CHANCE
        game.apply(
            state, game.sample(state, rng) if who == CHANCE else int(game.rules.pick(state, game.data, rng, moves))
        )
    yield state


def catalogue(game: Game) -> Iterator[Remark]:
    """The numbers of its rules are told from those of other games."""
    about = game.about
    if not about.rule_prefix:
        yield missing("check-no-prefix")
    for other in EVERY:
        if about.rule_prefix and other.id != about.id and other.rule_prefix == about.rule_prefix:
            yield wrong("check-prefix-taken", prefix=about.rule_prefix, other=other.id)


def conformance(game: Game) -> Iterator[Remark]:
    """The conformance suite finds nothing."""
    told: Counter[str] = Counter()
    for finding in check(game, games=GAMES):
        told[finding.check] += 1
        if told[finding.check] <= FINDINGS:
            yield wrong("check-finding", what=str(finding))


def luck(game: Game) -> Iterator[Remark]:
    """`luck.py` says how people come by every outcome, so that a deal can be arranged."""
    source = luck_of(game.folder)
    if source.BAGS.shape[0] > MOST_BAGS:
        yield wrong("check-bags", count=source.BAGS.shape[0], most=MOST_BAGS)
        return
    for seats in seat_counts(game):
        yield from _lucky_game(game, seats)


def _lucky_game(game: Game, seats: int) -> Iterator[Remark]:
    """One game whose outcomes are arranged beforehand."""
    source, deal, rng = luck_of(game.folder), FairDeal(game, seats, 0, 0), stream(1)
    state, decisions = game.start(seats), 0
    opened: set[int] = set()
    while (who := game.actor(state)) != OVER and decisions < game.rules.MAX_DECISIONS:
        if who != CHANCE:
            decisions += 1
            legal = game.legal(state)
            game.apply(state, legal[below(rng, len(legal))])
            continue
        found, chances = source.luck(state, game.data), dict(game.chances(state))
        if found.source not in (PACK, BAG, THROW) or not 0 <= found.number < (
            MOST_PACKS if found.source == PACK else MOST_BAGS if found.source == BAG else found.number + 1
        ):
            yield wrong("check-luck-source", source=found.source, number=found.number)
            return
        if found.source == PACK and found.number not in opened:
            opened.add(found.number)
            if sum(chances.values()) > MOST_CARDS:
                yield wrong("check-pack", cards=sum(chances.values()), most=MOST_CARDS)
                return
        outcome = deal.outcome(state)
        if outcome not in chances:
            yield wrong("check-luck", outcome=outcome, seats=seats)
            return
        game.apply(state, outcome)


def opponents(game: Game) -> Iterator[Remark]:
    """The players that come with a game fit its rules, and every level is made of something."""
    package = game.package
    if not package.has("greedy"):
        yield missing("check-no-greedy")
    if not package.has("policy"):
        yield missing("check-no-policy")
    else:
        without = [str(seats) for seats in seat_counts(game) if package.find_weights(seats) is None]
        if without:
            yield missing("check-no-weights", seats=", ".join(without))
    if not package.has("levels") and is_fitted(package):
        yield missing("check-no-levels")
    policy = policy_of(game.folder, "interpreted")
    for seats in seat_counts(game):
        try:
            weights = weights_of(game, seats)
        except Exception as error:
            yield failed(error)
            continue
        rater = Rater(game)
        for state in random_positions(game, seats):
            if game.actor(state) >= 0:
                rater.rate(state, weights)
    for level in LEVELS:
        for style in ("", *(f"+{name}" for name in policy.STYLES)):
            recipe_of(level + style, game)


def observations(game: Game) -> Iterator[Remark]:
    """The layout names what `observe` writes, and the numbers stay within its bounds."""
    layout = layout_of(game.id)
    if not game.package.has("layout"):
        yield missing("check-no-layout")
    named = [(field.name, field.size) for field in layout]
    if named != [(name, size) for name, size in game.rules.OBSERVATION]:
        yield wrong("check-layout")
        return
    outside: set[str] = set()
    for seats in seat_counts(game):
        for state in random_positions(game, seats, seed=seats):
            for seat in range(seats):
                seen = game.observation(state, seat)
                for field in layout:
                    part = seen[field.slice]
                    if field.name not in outside and (part.min() < field.low or part.max() > field.high):
                        outside.add(field.name)
                        found = f"{part.min():g}–{part.max():g}"
                        yield wrong("check-bounds", field=field.name, low=field.low, high=field.high, found=found)
