"""Simulated games: the same for a seed on every engine, and added up correctly."""

from __future__ import annotations

import pytest

from wishstone.game.errors import UsageError
from wishstone.games import load
from wishstone.lab.simulate import BATCH, Player, simulate

INTERPRETED, COMPILED = load("keltis-card"), load("keltis-card", engine="compiled")


@pytest.mark.parametrize(("seats", "bots"), [(2, "greedy,random"), (3, "random"), (4, "greedy,greedy,random,random")])
def test_both_engines_play_the_same_games(seats: int, bots: str) -> None:
    slow, fast = (Player(game, seats, bots.split(","), seed=11) for game in (INTERPRETED, COMPILED))
    for number in (0, 1, 2**32 + 5):
        one, other = slow.play(number), fast.play(number)
        assert one.events == other.events
        assert one.state.tobytes() == other.state.tobytes()


def test_a_simulation_is_the_sum_of_its_games() -> None:
    player = Player(COMPILED, 3, ["greedy", "random", "random"], seed=4)
    results = simulate(player, 40)
    matches = [player.play(number) for number in range(40)]
    played = [match.result() for match in matches]
    assert results.games == 40
    assert results.decisions == sum(match.decisions for match in matches)
    assert results.points == [sum(result.scores[seat] for result in played) for seat in range(3)]
    assert [seat.win_share for seat in results.by_seat()] == pytest.approx(
        [sum((seat in result.winners) / len(result.winners) for result in played) / 40 for seat in range(3)], abs=1e-5
    )
    assert results.ends == {end: sum(result.end == end for result in played) for end in ("end-cards", "draw-pile")}


def test_batches_do_not_change_the_result() -> None:
    player = Player(COMPILED, 2, ["random"], seed=9)
    done: list[int] = []
    whole = simulate(player, BATCH + 100, done.append)
    parts = player.results()
    for start, games in ((0, 7), (7, 1000), (1007, BATCH + 100 - 1007)):
        player.batch(start, games, parts)
    assert done == [BATCH, BATCH + 100]
    assert (whole.points, whole.shares, whole.decisions, whole.ends) == (
        parts.points,
        parts.shares,
        parts.decisions,
        parts.ends,
    )


def test_the_first_seat_is_drawn_by_lot_or_named() -> None:
    player = Player(COMPILED, 4, ["random"], seed=0)
    by_lot = {player.play(number).first for number in range(20)}
    assert by_lot == {0, 1, 2, 3}
    assert Player(INTERPRETED, 4, ["random"], seed=0, first=2).play().first == 2


def test_a_game_that_does_not_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(INTERPRETED.rules, "MAX_DECISIONS", 25)
    player = Player(INTERPRETED, 2, ["random"], seed=1)
    match = player.play()
    assert (match.decisions, match.is_over) == (25, False)
    results = simulate(player, 3)
    assert (results.cut_off, results.decisions) == (3, 75)


def test_ctrl_c_keeps_what_there_is() -> None:
    player = Player(COMPILED, 2, ["random"], seed=1)

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    assert simulate(player, 10 * BATCH, stop).games == BATCH


@pytest.mark.parametrize(
    ("seats", "bots", "seed", "first", "code"),
    [
        (1, "random", 0, 0, "seats-wrong"),
        (5, "random", 0, 0, "seats-wrong"),
        (3, "random,greedy", 0, 0, "bots-count"),
        (2, "random,grandmaster", 0, 0, "bot-unknown"),
        (2, "random", -1, 0, "count-wrong"),
        (2, "random", 2**63, 0, "count-wrong"),
        (2, "random", 0, 2, "first-wrong"),
    ],
)
def test_what_cannot_be_played_is_refused(seats: int, bots: str, seed: int, first: int, code: str) -> None:
    with pytest.raises(UsageError) as caught:
        Player(INTERPRETED, seats, bots.split(","), seed, first)
    assert caught.value.code == code
