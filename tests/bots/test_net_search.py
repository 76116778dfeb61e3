"""Search with nets: the same on both engines, worth what the net foretells, and blind to what is hidden from a seat."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.bots.test_net import positions, saved
from tests.conftest import thorough
from wishstone.bots import make
from wishstone.bots.net import WHOLE
from wishstone.bots.net_evaluator import foresee
from wishstone.bots.net_file import NetFile, NetName, net_digests
from wishstone.bots.net_search_bot import NetSearchBot
from wishstone.bots.search import AHEAD, RESULT, SHARE
from wishstone.game.chance import stream
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.games import EVERY, load
from wishstone.lab.random_net import random_net


def small_net(game: Game, seats: int) -> NetFile:
    return random_net(game, seats, 3, width=8, context=4, narrow=4)


def test_both_engines_search_alike() -> None:
    game = load("keltis-dice", engine="compiled")
    net = small_net(game, 2)
    fast = NetSearchBot(game, "fast", net, simulations=6)
    slow = NetSearchBot(game, "slow", net, simulations=6, engine="interpreted")
    (position,) = [each for each in positions(game, 2, 12) if len(game.legal(each)) > 2][:1]
    assert fast.choose(position, stream(3)) == slow.choose(position, stream(3))
    for field in ("visits", "total", "wins", "ahead"):
        assert fast.searcher.findings[field].tolist() == pytest.approx(slow.searcher.findings[field].tolist())
    assert int(fast.searcher.findings["visits"].sum()) == 6


def test_a_simulation_is_worth_what_the_net_foretells() -> None:
    values = [WHOLE // 2, WHOLE // 4, -WHOLE // 4, 0, -WHOLE // 4, -WHOLE // 4]  # of seat 1, 2, and 0
    work, manner = SimpleNamespace(values=np.array(values)), SimpleNamespace(lead=0.2, far=40.0)
    results = np.zeros((3, 3))
    foresee(work, 1, 3, manner, results)  # type: ignore[arg-type]
    assert results[:, SHARE] == pytest.approx([1 / 6, 2 / 3, 1 / 6])
    assert results[:, AHEAD] == pytest.approx([-10.0, 10.0, 0.0])
    assert results[1, RESULT] == pytest.approx(0.8 * 2 / 3 + 0.2 * 0.625)


@pytest.mark.parametrize(
    "id", ["keltis-card", thorough("quartz-dice", why="in the card game there is more that a seat does not know")]
)
def test_it_knows_only_what_its_seat_can_know_and_repeats_itself(id: str) -> None:
    game = load(id, engine="compiled")
    seats = game.rules.SEATS[0]
    bot = NetSearchBot(game, "bot", small_net(game, seats), simulations=40)
    for number, position in enumerate(positions(game, seats, 30)[::6]):
        seat = game.actor(position)
        chosen = {bot.choose(game.redealt(position, seat, stream(number, n)), stream(number)) for n in range(3)}
        assert len(chosen) == 1
        assert chosen <= set(game.legal(position))


def test_a_name_says_how_many_simulations_and_which_net(tmp_path: Path) -> None:
    assert NetName.of("net") == ("", "")
    assert NetName.of("net:a.net") == ("", "a.net")
    assert NetName.of("net-search:50") == ("50", "")
    assert NetName.of("net-search:50:a:b.net") == ("50", "a:b.net")
    assert NetName.of("search:50") is None
    game = load("keltis-dice", engine="compiled")
    name = f"net-search:7:{saved(small_net(game, 2), tmp_path)}"
    bot = make(name, game)
    assert isinstance(bot, NetSearchBot)
    assert (bot.name, bot.simulations) == (name, 7)
    assert list(net_digests([name, "net", "greedy"])) == [name]
    for wrong, code in (
        (name.replace(":7:", ":0:"), "bot-simulations"),
        (name.replace(":7:", ":many:"), "bot-simulations"),
    ):
        with pytest.raises(UsageError) as error:
            make(wrong, game)
        assert error.value.code == code
    with pytest.raises(UsageError) as error:  # no net comes with it
        make("net-search", EVERY.load("miniature", engine="compiled"))
    assert error.value.code == "bot-unknown"
    with pytest.raises(UsageError, match="was not trained for 3 seats, but for: 2"):
        bot.choose(next(each for each in positions(game, 3, 9) if len(game.legal(each)) > 1), stream(1))
