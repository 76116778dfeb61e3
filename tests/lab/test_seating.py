"""The game loop from Python: entered again wherever it paused, and telling how far a long game is."""

from __future__ import annotations

from pathlib import Path

import pytest

from wishstone.bots.bot import Bot
from wishstone.bots.deciding import OUTSIDE
from wishstone.bots.net_file import format_net
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.games import load
from wishstone.lab.arena import ArenaRunner
from wishstone.lab.plan import Plan
from wishstone.lab.random_net import random_net
from wishstone.lab.simulate import Player, Simulation

CARD = load("keltis-card", engine="compiled")
THINKERS = ["search:6", "greedy"]


def played(bots: list[str], games: int = 2) -> Simulation:
    """The sums of a few games, without the time."""
    player = Player(CARD, 2, bots, seed=4)
    results = player.results()
    player.batch(0, games, results)
    results.seconds = 0.0
    return results


def test_how_often_a_search_is_interrupted_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played(THINKERS)
    monkeypatch.setattr("wishstone.lab.seating.PORTION", 1)
    assert played(THINKERS) == whole


def test_a_long_game_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.lab.seating.PORTION", 10)
    player, told = Player(CARD, 2, THINKERS, seed=4), list[float]()
    player.loop.hear = told.append
    player.batch(0, 2, player.results())
    assert len(told) > 20
    assert told == sorted(told)
    assert 0 < told[len(told) // 4] < 1 < told[-2] < 2


def test_a_batch_that_is_stopped_has_the_games_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.lab.seating.PORTION", 10)
    player = Player(CARD, 2, THINKERS, seed=4)
    asked = iter([False] * 300 + [True])
    outcomes = player.loop.outcomes(1000)
    done = player.loop.play(0, outcomes, lambda: next(asked))
    assert 0 < done < 1000
    assert (outcomes["decisions"][:done] > 0).all()
    assert not outcomes["decisions"][done:].any()


# ── Nets ─────────────────────────────────────────────────────────────────────────────────────────────────────────

DICE = load("keltis-dice", engine="compiled")


@pytest.fixture
def nets(tmp_path: Path) -> list[str]:
    """Four bots that play by three nets; the last one is of another shape than the first two."""
    names = []
    for number, width in enumerate((8, 8, 12)):
        path = tmp_path / f"{number}.net"
        path.write_bytes(format_net(random_net(DICE, 2, 3, seed=number, width=width, context=4, narrow=4)))
        names.append(f"net:{path}")
    return [*names, names[0].replace("net:", "net-search:5:")]


def as_stranger(bot: Bot | None, game: Game) -> int:
    """What is known of a bot that is asked for every move, such as a program."""
    return OUTSIDE


@pytest.mark.parametrize("places", [(0, 1), (3, 0), (0, 2), (2, 3)])
def test_nets_play_in_the_loop_as_when_they_are_asked(
    places: tuple[int, int], nets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = [nets[place] for place in places]
    plan = Plan(DICE.id, (tuple(bots),), seed=5)
    found, asking = [], []
    for _ in range(2):
        player = Player(DICE, 2, bots, seed=3)
        with ArenaRunner(plan) as arena:
            deal = [(game.scores, game.moves) for game in arena.play(1).games]
            asking += [player.loop.is_asking, arena.loop.is_asking]
        found.append(([[event.move for event in player.play(number).events] for number in (0, 4)], deal))
        monkeypatch.setattr("wishstone.lab.seating.kind_of", as_stranger)
    assert found[0] == found[1]
    assert asking == [2 in places, 2 in places, True, True]  # one whose shape is another's is asked


def test_an_arena_knows_how_long_a_net_thinks(nets: list[str]) -> None:
    with ArenaRunner(Plan(DICE.id, ((nets[3], "random"),), seed=5)) as arena:
        (game, other) = arena.play(0).games
    assert 0 < game.seconds[0] > game.seconds[1]
    assert 0 < other.seconds[1] > other.seconds[0]


def test_a_net_for_other_seats_is_refused_before_a_game(nets: list[str]) -> None:
    for name in (nets[0], nets[3]):
        with pytest.raises(UsageError, match="was not trained for 3 seats, but for: 2"):
            Player(DICE, 3, [name, "greedy", "greedy"], seed=1)
