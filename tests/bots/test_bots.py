"""The bots: greedy is far better than random, and knows nothing that its seat cannot know."""

from __future__ import annotations

import pytest

from wishstone.bots import NAMES, decide, numbers_of
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, OVER
from wishstone.games import GAMES, load
from wishstone.lab.simulate import Player, simulate


@pytest.mark.parametrize("game", [about.id for about in GAMES])
def test_greedy_beats_random_nearly_always(game: str) -> None:
    """In 2,000 games against as few as can be it wins all but a few; the bound has room for forty losses."""
    loaded = load(game, engine="compiled")
    fewest = loaded.about.seats[0]
    player = Player(loaded, fewest, ["greedy", *["random"] * (fewest - 1)], seed=1)
    assert simulate(player, 2000).by_seat()[0].win_share > 0.98


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize("id", ["keltis-card", "keltis", "keltis-new-paths"])
def test_a_bots_move_does_not_depend_on_what_is_hidden(id: str, bot: str, seats: int) -> None:
    game = load(id)
    number = NAMES.index(bot)
    match = Player(game, seats, ["greedy"], seed=6).play()
    state = game.start(seats, match.first)
    asked = 0
    for at, event in enumerate(match.events):
        seat = game.actor(state)
        if seat not in (CHANCE, OVER) and at % 5 == 0:
            other = game.redealt(state, seat, stream(at))
            assert decide(game, number, state, stream(9, at)) == decide(game, number, other, stream(9, at))
            asked += 1
        game.apply(state, event.move)
    assert asked > 10


def test_names_stand_for_seats() -> None:
    assert numbers_of(["greedy"], 3) == (1, 1, 1)
    assert numbers_of(["random", "greedy"], 2) == (0, 1)
