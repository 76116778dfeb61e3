"""Games of a report: those of the lab, the same on any number of cores, and followed correctly."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from wishstone.bots.bot import Bot
from wishstone.bots.deciding import OUTSIDE
from wishstone.game.contract import CHANCE, Game
from wishstone.game.errors import UsageError
from wishstone.game.match import Match
from wishstone.game.result import places
from wishstone.games import load
from wishstone.lab.simulate import Player
from wishstone.report.games import Games
from wishstone.report.play import BATCH, play
from wishstone.report.walk import NOBODY, STEPS

DICE = load("keltis-dice", engine="compiled")
MIXED = ["medium", "greedy", "random", "novice"]


def player(bots: list[str], seed: int = 5, first: int = -1) -> Callable[[], Player]:
    return lambda: Player(DICE, 4, bots, seed, first)


def same(one: Games, other: Games) -> bool:
    return (
        all((one.notes[name] == values).all() for name, values in other.notes.items())
        and bool((one.sheets == other.sheets).all())
        and bool((one.leaders == other.leaders).all())
        and bool((one.gaps == other.gaps).all())
    )


@pytest.mark.parametrize("bots", [["greedy"], MIXED], ids=["quick", "rating"])
def test_the_games_are_those_of_the_lab(bots: list[str]) -> None:
    games = play(player(bots), 12)
    lab = player(bots)()
    for number in range(12):
        match = lab.play(number)
        result = match.result()
        assert games.scores[number].tolist() == list(result.scores)
        assert games.places[number].tolist() == list(result.places)
        assert games.notes["decisions"][number] == match.decisions
        assert games.notes["first"][number] == match.first
        assert games.setting.ends[games.notes["end"][number]] == result.end


def test_the_number_of_cores_changes_nothing() -> None:
    one, three = (play(player(["greedy"]), 3 * BATCH + 7, jobs) for jobs in (1, 3))
    assert len(three) == 3 * BATCH + 7
    assert same(one, three)


def test_both_engines_walk_alike() -> None:
    interpreted = load("keltis-dice")
    slow = play(lambda: Player(interpreted, 4, MIXED, 5), 3, jobs=1)
    assert same(slow, play(player(MIXED), 3))


def test_bots_of_any_kind_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = play(player(MIXED), 4)
    monkeypatch.setattr("wishstone.lab.seating.kind_of", as_stranger)
    assert same(play(player(MIXED), 4, 2), fast)


def as_stranger(bot: Bot | None, game: Game) -> int:
    """What is known of a bot that is asked for every move, such as a program."""
    return OUTSIDE


def leads_of(match: Match) -> tuple[list[int], list[int]]:
    """Who leads after each turn, and by how much: the same question, asked of the events in plain Python."""
    game, again = match.game, Match(match.game, match.seats, match.first)
    leaders, gaps, turn = [], [], None
    total = len(game.rules.ITEMS) - 1

    def note() -> None:
        rows = [row[total:] for row in game.score_rows(again.state)]
        found = places(rows)
        leaders.append(found.index(1) if found.count(1) == 1 else NOBODY)
        points = sorted(row[0] for row in rows)
        gaps.append(points[-1] - points[-2])

    for event in match.events:
        if event.by not in (CHANCE, turn):
            if turn is not None:
                note()
            turn = event.by
        again.play(event.move)
    note()
    return leaders, gaps


@pytest.mark.parametrize("game", ["keltis-dice", "quartz-dice"])
def test_leads_are_noted_after_every_turn(game: str) -> None:
    loaded = load(game)

    def make() -> Player:
        return Player(loaded, 3, ["random"], 2)

    games = play(make, 3, jobs=1)
    for number in range(3):
        match = make().play(number)
        leaders, gaps = leads_of(match)
        turns = len(leaders)
        assert games.notes["turns"][number] == turns
        at = [-(-turns * step // STEPS) - 1 for step in range(1, STEPS + 1)]
        assert games.leaders[number].tolist() == [leaders[turn] for turn in at]
        assert games.gaps[number].tolist() == [gaps[turn] for turn in at]
        alone = [leader for leader in leaders if leader != NOBODY]
        assert games.notes["lead_changes"][number] == sum(a != b for a, b in pairwise(alone))
        led = int(games.notes["led_from"][number])
        if leaders[-1] == NOBODY:
            assert led == 0
        else:
            assert set(leaders[led - 1 :]) == {leaders[-1]}
            assert led == 1 or leaders[led - 2] != leaders[-1]
        if game == "quartz-dice":
            assert games.notes["rounds"][number] == match.state["rounds"]


def test_ctrl_c_keeps_the_games_before_the_first_that_is_missing() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    some = play(player(["greedy"]), 40 * BATCH, 2, stop)
    assert 2 <= len(some) < 40 * BATCH
    assert same(some, play(player(["greedy"]), len(some)))


def test_without_two_games_there_is_nothing_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.lab.seating.kind_of", as_stranger)
    monkeypatch.setattr("wishstone.report.play.wait", stop_at_once)
    with pytest.raises(KeyboardInterrupt):
        play(player(["greedy"]), 2 * BATCH, 1)


def stop_at_once(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("games", "jobs"), [(1, 1), (1_000_001, 1), (10, 0), (10, 5000)])
def test_counts_that_cannot_be_are_refused(games: int, jobs: int) -> None:
    with pytest.raises(UsageError) as caught:
        play(player(["random"]), games, jobs)
    assert caught.value.code == "count-wrong"


def test_shares_and_orders() -> None:
    games = play(player(["greedy"], first=2), 60)
    assert (games.order == [2, 3, 0, 1]).all()
    assert np.allclose(games.shares.sum(axis=1), 1)
    assert np.allclose(games.shares_by_order, games.shares[:, [2, 3, 0, 1]])
    assert games.setting.first == 2
