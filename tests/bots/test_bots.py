"""Bots: greedy is far better than random, and no bot uses anything that its seat cannot know."""

from __future__ import annotations

import pytest

from tests.conftest import spread
from wishstone.bots import NAMES, make, seated
from wishstone.bots.levels import STYLES
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, OVER
from wishstone.game.errors import UsageError
from wishstone.games import GAMES, load
from wishstone.lab.simulate import Player, simulate

IDS = [about.id for about in GAMES]
THINKING = {"search": "search:24", "hard": "hard:24", "expert": "expert:24"}  # enough to choose, and quick


@pytest.mark.parametrize("game", IDS)
def test_greedy_beats_random_nearly_always(game: str) -> None:
    """In 2,000 games against as few as can be it wins all but a few; the bound has room for forty losses."""
    loaded = load(game, engine="compiled")
    fewest = loaded.about.seats[0]
    player = Player(loaded, fewest, ["greedy", *["random"] * (fewest - 1)], seed=1)
    assert simulate(player, 2000).by_seat()[0].win_share > 0.98


@pytest.mark.parametrize(
    ("id", "name", "seats"), spread(["keltis-card", "keltis", "keltis-new-paths"], [*NAMES, "hard+spiteful"], [2, 4])
)
def test_a_bots_move_does_not_depend_on_what_is_hidden(id: str, name: str, seats: int) -> None:
    """In two true positions that look alike to a seat it chooses the same, seed for seed."""
    game = load(id, engine="compiled")
    bot = make(THINKING.get(name, name.replace("hard+", "hard:24+")), game)
    match = Player(game, seats, ["greedy"], seed=6).play()
    state = game.start(seats, match.first)
    asked = 0
    for at, event in enumerate(match.events):
        seat = game.actor(state)
        if seat not in (CHANCE, OVER) and at % 5 == 0:
            other = game.redealt(state, seat, stream(at))
            assert other.tobytes() != state.tobytes() or asked > 0
            rng, same = stream(9, at), stream(9, at)
            chosen = bot.choose(game.redealt(state, seat, rng), rng)
            assert chosen == bot.choose(game.redealt(other, seat, same), same)
            asked += 1
        game.apply(state, event.move)
    assert asked > 10


@pytest.mark.parametrize(
    ("id", "name"), spread(IDS, ["search:40", "novice", "easy", "medium", "hard:40+bold", "medium+cautious"])
)
def test_a_seed_repeats_every_move(id: str, name: str) -> None:
    game = load(id, engine="compiled")
    seats = game.about.seats[1]
    games = [Player(game, seats, [name], seed=3) for _ in range(2)]
    first, second = (player.play(1) for player in games)
    assert first.events == second.events
    assert first.is_over


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("style", STYLES)
def test_a_style_is_known_in_every_game(id: str, style: str) -> None:
    assert make(f"medium+{style}", load(id)).name == f"medium+{style}"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("grredy", "bot-unknown"),
        ("", "bot-unknown"),
        ("search:0", "bot-simulations"),
        ("search:many", "bot-simulations"),
        ("search:٣", "bot-simulations"),
        ("search:99999999999999999999", "bot-simulations"),
        ("medium:100", "bot-thoughtless"),
        ("hard+angry", "bot-style"),
    ],
)
def test_a_name_that_means_nothing_is_refused(name: str, code: str) -> None:
    with pytest.raises(UsageError) as refusal:
        make(name, load("keltis-card"))
    assert refusal.value.code == code
    assert name in refusal.value.text("de")


def test_names_stand_for_seats() -> None:
    assert seated(["greedy"], 3) == ("greedy", "greedy", "greedy")
    assert seated(["random", "greedy"], 2) == ("random", "greedy")
    with pytest.raises(UsageError):
        seated(["random", "greedy"], 3)
