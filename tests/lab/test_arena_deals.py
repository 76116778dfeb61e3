"""Fair deals of the arena: what they bring is legal, as likely as the rules say, and the same for every seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial

import pytest

from wishstone import bots
from wishstone.bots.bot import Bot
from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.luck import BAG, PACK, THROW, Luck
from wishstone.games import GAMES, load
from wishstone.games.shared.dice import THROW_FACES
from wishstone.lab.arena import ArenaRunner
from wishstone.lab.fair_deal import FairDeal, luck_of
from wishstone.lab.plan import Plan
from wishstone.lab.ranking import rank

TABLES = [(about.id, seats) for about in GAMES for seats in range(about.seats[0], about.seats[1] + 1)]
DECISIONS = 120  # that are looked at of each game


def played(game: Game, seats: int, deal: int, mover: int) -> list[tuple[Luck, int, tuple[tuple[int, int], ...]]]:
    """A game with moves at random by some mover: what luck came, where from, and what else could have come."""
    fair, rng = FairDeal(game, seats, 5, deal), stream(9, mover)
    state, decisions = game.start(seats, fair.first), 0
    came = []
    while (who := game.actor(state)) != OVER and decisions < DECISIONS:
        if who == CHANCE:
            could = tuple(game.chances(state))
            move = fair.outcome(state)
            assert move in dict(could)
            came.append((luck_of(game.folder).luck(state, game.data), move, could))
        else:
            legal = game.legal(state)
            move = legal[below(rng, len(legal))]
            decisions += 1
        game.apply(state, move)
    return came


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_luck_is_legal_and_the_same_whoever_sits_there(id: str, seats: int) -> None:
    game = load(id)
    one, other = played(game, seats, 3, mover=1), played(game, seats, 3, mover=2)
    assert one != other
    packs = [
        [(luck.number, move - luck.base) for luck, move, _ in came if luck.source == PACK] for came in (one, other)
    ]
    shorter = min(map(len, packs))
    assert packs[0][:shorter] == packs[1][:shorter]
    throws = [throws_of([(luck, move) for luck, move, _ in came], seats) for came in (one, other)]
    for place in set(throws[0]) & set(throws[1]):
        longer, part = sorted((throws[0][place], throws[1][place]), key=len, reverse=True)
        assert not Counter(part) - Counter(longer)  # the i-th die is the same, however many are thrown
    bags = [[(move, could) for luck, move, could in came if luck.source == BAG] for came in (one, other)]
    for (move, could), (other_move, other_could) in zip(*bags, strict=False):
        if could == other_could:
            assert move == other_move
    assert any(bags) or any(throws) or shorter > seats * 8


def cards_of(came: Sequence[tuple[Luck, int, object]]) -> list[tuple[int, int]]:
    """What came from packs, and from which, in this order."""
    return [(luck.number, move - luck.base) for luck, move, _ in came if luck.source == PACK]


def throws_of(came: Sequence[tuple[Luck, int]], seats: int) -> dict[tuple[int, int, int], tuple[int, ...]]:
    """The faces of every throw, by seat, turn and throw."""
    turns = [0] * seats
    found = {}
    for luck, move in came:
        if luck.source == THROW:
            turns[luck.seat] += luck.number == 0
            found[luck.seat, turns[luck.seat], luck.number] = THROW_FACES[move - luck.base]
            assert len(THROW_FACES[move - luck.base]) == luck.dice
    return found


@pytest.mark.parametrize("id", ["keltis-card", "keltis", "keltis-dice", "quartz-dice"])
def test_every_outcome_comes_as_often_as_the_rules_say(id: str) -> None:
    game = load(id)
    for state in early_positions(game, 60):
        chances = dict(game.chances(state))
        deals = 1000
        came = Counter(FairDeal(game, int(state.seats), 8, deal).outcome(state) for deal in range(deals))
        whole = sum(chances.values())
        spread = sum((came[move] - deals * w / whole) ** 2 / (deals * w / whole) for move, w in chances.items())
        degrees = len(chances) - 1
        assert set(came) <= set(chances)
        assert spread < degrees + 4 * (2 * degrees) ** 0.5 + 4  # chi-squared, four deviations above its mean


def early_positions(game: Game, events: int) -> list[Position]:
    """The first position where chance decides, and one of each later kind."""
    rng, found = stream(2), dict[object, Position]()
    state = game.start(game.about.seats[0])
    for _ in range(events):
        if game.actor(state) == CHANCE:
            luck = luck_of(game.folder).luck(state, game.data)
            kind = (luck.source, luck.number, luck.dice)
            found.setdefault(kind, game.copy(state))
            game.apply(state, game.sample(state, rng))
        else:
            legal = game.legal(state)
            game.apply(state, legal[below(rng, len(legal))])
    return list(found.values())


def test_the_first_seat_is_drawn_by_lot_for_each_deal() -> None:
    game = load("keltis-dice")
    firsts = Counter(FairDeal(game, 4, 1, deal).first for deal in range(400))
    assert all(70 <= firsts[seat] <= 130 for seat in range(4))
    assert [FairDeal(game, 4, 1, deal).first for deal in range(9)] == [FairDeal(game, 4, 1, d).first for d in range(9)]


def test_a_crystal_that_returns_is_not_the_next_to_come_out() -> None:
    """Each draw has an order of its own: with the bag as before, the next draw is independent of the last."""
    game = load("quartz-dice")
    state = game.start(3)
    again = 0
    for deal in range(600):
        fair = FairDeal(game, 3, 4, deal)
        again += fair.outcome(state) == fair.outcome(state)
    weights = dict(game.chances(state)).values()
    expected = 600 * sum(weight**2 for weight in weights) / sum(weights) ** 2
    assert abs(again - expected) < 4 * expected**0.5


@pytest.mark.parametrize(
    ("id", "bot"), [*((about.id, "random") for about in GAMES), ("keltis-card", "greedy"), ("quartz-dice", "greedy")]
)
def test_bots_that_play_alike_cancel_exactly(id: str, bot: str) -> None:
    """One bot under several names has the same game in every seating of a deal, since a seat's luck is the seat's.

    So every seat has the same points in each of them, and the margins of the names add up to nothing.
    """

    def twin(name: str, game: Game) -> Bot:
        return bots.make(bot, game)

    seats = GAMES.find(id).about.seats[0]
    plan = Plan(id, (("a", "b", "c")[:seats],), 6, engine="interpreted")
    with ArenaRunner(plan, twin) as runner:
        deals = [runner.play(0), runner.play(7)]
    for deal in deals:
        assert len(deal.games) == factorial(seats)
        assert len({(game.scores, game.places, game.moves) for game in deal.games}) == 1
    assert deals[0].games[0] != deals[1].games[0]
    for standing in rank(plan, deals).bots:
        assert standing.ci95 == pytest.approx((1 / seats, 1 / seats), abs=1e-6)
        assert standing.elo == 1000.0
    if seats == 2:
        assert [standing.margin_ci95 for standing in rank(plan, deals).bots] == [(0.0, 0.0), (0.0, 0.0)]
