"""Proved endings: the files hold what they promise, and search finds the best moves where greedy errs.

`benchmarks/endings.py` makes the files and says what is in them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from benchmarks.endings import (
    CLEAR,
    KINDS,
    LEGAL,
    Ending,
    best_moves,
    goes_on,
    greedy_move,
    hides,
    leads,
    may_matter,
    read,
    replay,
    worlds,
)
from benchmarks.racing import Race
from benchmarks.solving import Bounds, Solver, after
from tests.conftest import thorough
from wishstone.bots import make
from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.match import Match
from wishstone.games import GAMES, load

AT_LEAST = 50  # positions of each game
SEARCHERS = ("search:6000",)  # bots that must find the best moves,
FOUND = 0.95  # in so many of the positions, and every certain win
SOLVED_ANEW = {"quartz-dice": 1}  # of the positions; where nothing is said:
SOME = 3

ids = pytest.mark.parametrize("id", list(KINDS))


def some_ids(*chosen: str) -> pytest.MarkDecorator:
    """These games, and by `--thorough` the others, each of which would be compiled anew."""
    others = [
        thorough(id, why=f"it takes long; {' and '.join(chosen)} stand for it") for id in KINDS if id not in chosen
    ]
    return pytest.mark.parametrize("id", [*chosen, *others])


@cache
def positions(id: str) -> tuple[Game, list[tuple[Ending, Position]]]:
    header, endings = read(id)
    game = load(id, engine="compiled", rules_version=header["rules"])
    return game, [(ending, replay(game, header["seats"], ending)) for ending in endings]


def smallest(found: list[tuple[Ending, Position]]) -> list[tuple[Ending, Position]]:
    """Some positions with as few moves as there are."""
    return sorted(found, key=lambda each: len(each[0].values))[:SOME]


def move_of(id: str, bot: str, number: int) -> str:
    """What a bot chooses in a position, which it is handed as its seat sees it."""
    game, found = positions(id)
    _, state = found[number]
    chooser = make(bot, game)
    try:
        move = chooser.choose(game.redealt(state, game.actor(state), stream(0, number)), stream(1, number))
    finally:
        chooser.close()
    return game.move_names[move]


def test_every_game_has_its_endings() -> None:
    assert set(KINDS) == {about.id for about in GAMES}


@ids
def test_a_file_says_what_is_in_it(id: str) -> None:
    header, endings = read(id)
    assert header["game"] == id
    assert header["seats"] == KINDS[id].seats
    assert header["rules"] in load(id).about.rules_versions
    assert header["kept"] == len(endings) >= AT_LEAST
    assert header["greedy_errs"] == sum(ending.errs for ending in endings)
    assert header["looked_at"] >= header["proved"] >= header["kept"]
    assert len({tuple(ending.events) for ending in endings}) == len(endings)


@ids
def test_the_events_are_a_game_by_the_rules(id: str) -> None:
    game, found = positions(id)
    ending, state = found[below(stream(3), len(found))]
    match = Match(game, KINDS[id].seats, ending.first)
    for event in ending.events:
        match.play(event)
    assert match.state == state


@ids
def test_there_is_something_to_decide(id: str) -> None:
    """Three legal moves, and on some line four decisions by two seats, with chance or hidden cards among them."""
    game, found = positions(id)
    for ending, state in found:
        assert game.actor(state) == ending.seat != CHANCE
        assert [game.move_names[move] for move in game.legal(state)] == list(ending.values)
        assert len(ending.values) >= LEGAL
        assert goes_on(game, state)


@ids
def test_the_bounds_prove_which_moves_are_best(id: str) -> None:
    game, found = positions(id)
    for ending, _ in found:
        bounds = {game.moves_by_name[name]: both for name, both in ending.values.items()}
        assert all(0 <= low <= high + 1e-6 and high <= 1 for low, high in bounds.values())
        assert [game.move_names[move] for move in best_moves(bounds)] == ending.best
        assert set(ending.certain) <= set(ending.best)
        assert all(ending.values[name] == (1, 1) for name in ending.certain)
        surest = max(low for low, _ in bounds.values())
        assert all(high <= surest - CLEAR for name, (_, high) in ending.values.items() if name not in ending.best)


@pytest.mark.parametrize("id", ["keltis-card", "keltis", "keltis-new-paths"])
def test_hidden_cards_are_among_them(id: str) -> None:
    """The seat itself holds cards that everybody has seen, and the other one hides some in many of the positions."""
    _, found = positions(id)
    assert all(hides(state, ending.seat) == 0 for ending, state in found)
    hidden = [hides(state, 1 - ending.seat) for ending, state in found]
    assert all(count in KINDS[id].hidden for count in hidden)
    assert sum(count > 0 for count in hidden) >= len(found) / 4


@some_ids("keltis-dice", "keltis-new-paths")  # by the solver, and by the race
def test_a_sample_is_solved_anew(id: str) -> None:
    game, found = positions(id)
    solver, rng = KINDS[id].make(game), stream(4)
    for _ in range(SOLVED_ANEW.get(id, SOME)):
        ending, state = found[below(rng, len(found))]
        bounds = solver.bounds(worlds(game, KINDS[id], state), may_matter)
        named = {game.move_names[move]: both for move, both in bounds.items()}
        assert named.keys() == ending.values.keys()
        for name, both in named.items():
            assert both == pytest.approx(ending.values[name], abs=2e-6)


def plainly(game: Game, state: Position, left: int, me: int, known: dict[tuple[bytes, int], Bounds]) -> Bounds:
    """The bounds of a position for two seats, as anybody would write them down: for lines without hidden cards."""
    who = game.actor(state)
    if who == OVER:
        share = (0.0, 0.5, 1.0)[1 + np.sign(leads(game, state)[me])]
        return share, share
    if left < 0 and not state.end:
        return 0.0, 1.0
    key = state.tobytes(), left
    if key not in known:
        events = game.chances(state) if who == CHANCE else [(move, 1) for move in game.legal(state)]
        found = []
        for event, _ in events:
            following = after(game, state, event)
            found.append(plainly(game, following, left - int(following.turn != state.turn), me, known))
        lows, highs = zip(*found, strict=True)
        weights = [weight for _, weight in events]
        best = max if who == me else min
        known[key] = (
            (float(np.average(lows, weights=weights)), float(np.average(highs, weights=weights)))
            if who == CHANCE
            else (best(lows), best(highs))
        )
    return known[key]


@pytest.mark.parametrize(
    ("id", "turns"), [("keltis-dice", 2), thorough("keltis-card", 0, why="the same solver, compiled for another game")]
)
def test_the_solver_agrees_with_a_plain_recursion(id: str, turns: int) -> None:
    """It knows nothing of tables, and nothing of what seats want to lay after the end."""
    game, found = positions(id)
    solver = Solver(game, [turns], 1 << 16)
    for ending, state in smallest([each for each in found if len(worlds(game, KINDS[id], each[1])) == 1]):
        known: dict[tuple[bytes, int], Bounds] = {}
        for move, bounds in solver.bounds([(state, 1.0)], lambda _: True).items():
            following = after(game, state, move)
            left = turns - int(following.turn != ending.seat)
            assert plainly(game, following, left, ending.seat, known) == pytest.approx(bounds)


@pytest.mark.parametrize("id", ["keltis", "keltis-new-paths"])
def test_the_race_agrees_with_a_plain_recursion_where_all_is_open(id: str) -> None:
    """Both bound the same value from both sides, in quite different ways."""
    game, found = positions(id)
    race = Race(game)
    for ending, state in smallest(found):
        hand = worlds(game, KINDS[id], state)[0][0]
        known: dict[tuple[bytes, int], Bounds] = {}
        for move, bounds in race.bounds([(hand, 1.0)], lambda _: True).items():
            following = after(game, hand, move)
            low, high = plainly(game, following, int(following.turn == ending.seat), ending.seat, known)
            assert max(low, bounds[0]) <= min(high, bounds[1]) + 1e-9


@ids
def test_greedy_errs_in_half_of_them(id: str) -> None:
    game, found = positions(id)
    greedy = make("greedy", game)
    chosen = [game.move_names[greedy_move(game, greedy, state)] for _, state in found]
    assert chosen == [ending.greedy for ending, _ in found]
    assert sum(ending.errs for ending, _ in found) >= len(found) / 2


@some_ids("keltis-card", "keltis")
@pytest.mark.parametrize("bot", SEARCHERS)
def test_search_finds_the_best_moves_and_every_certain_win(id: str, bot: str) -> None:
    _, found = positions(id)
    right = [move_of(id, bot, number) in ending.best for number, (ending, _) in enumerate(found)]
    missed = [number for number, (ending, _) in enumerate(found) if ending.certain and not right[number]]
    assert not missed, f"certain wins missed in positions {missed}"
    assert sum(right) >= FOUND * len(found)


@ids
def test_greedy_would_fail_that_test(id: str) -> None:
    _, found = positions(id)
    right = [move_of(id, "greedy", number) in ending.best for number, (ending, _) in enumerate(found)]
    assert sum(right) < FOUND * len(found)
