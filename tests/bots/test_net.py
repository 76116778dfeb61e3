"""Nets in whole numbers: equal on both engines, kept in files that are checked, and played as the bot `net`."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import amount, thorough
from wishstone.bots import NAMES, make
from wishstone.bots.net_bot import NetBot, NetEvaluator
from wishstone.bots.net_file import ABOUT, NetFile, find_net, format_net, load_net, net_digests, parse_net
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.errors import UsageError
from wishstone.games import GAMES, load
from wishstone.lab.arena import SerialArena
from wishstone.lab.plan import plan_of
from wishstone.lab.random_net import random_net


def positions(game: Game, seats: int, count: int) -> list[Position]:
    """Positions of a random game in which somebody decides."""
    found: list[Position] = []
    rng, choice, state = stream(7), np.random.default_rng(3), game.start(seats)
    while len(found) < count and (who := game.actor(state)) != OVER:
        if who == CHANCE:
            game.apply(state, game.sample(state, rng))
            continue
        found.append(game.copy(state))
        game.apply(state, int(choice.choice(game.legal(state))))
    return found


def saved(net: NetFile, folder: Path) -> Path:
    path = folder / "some.net"
    path.write_bytes(format_net(net))
    return path


@pytest.mark.parametrize(
    ("id", "seats", "colours"),
    [
        ("keltis-card", 2, 3),
        ("keltis-card", 2, 0),
        thorough("quartz-dice", 3, 0, why="by default colours or none in one game"),
        thorough("quartz-dice", 3, 3, why="by default colours or none in one game"),
    ],
)
def test_both_engines_come_to_the_same_numbers(id: str, seats: int, colours: int) -> None:
    interpreted, compiled = load(id, engine="interpreted"), load(id, engine="compiled")
    net = random_net(compiled, seats, colours)
    slow, fast = NetEvaluator(interpreted, net), NetEvaluator(compiled, net)
    different: set[int] = set()
    for position in positions(compiled, seats, 24)[:: amount(8, 3)]:
        count = fast.rate(position)
        assert slow.rate(position) == count == len(compiled.legal(position))
        assert slow.moves[:count].tolist() == fast.moves[:count].tolist() == compiled.legal(position)
        assert slow.ratings[:count].tolist() == fast.ratings[:count].tolist()
        assert slow.values == fast.values
        different |= {*fast.ratings[:count].tolist(), *fast.values}
    assert len(different) > 10


def test_a_file_holds_all_of_a_net_and_what_is_said_about_it(tmp_path: Path) -> None:
    game = load("keltis-dice", engine="compiled")
    net = random_net(game, 2, 3)
    read = load_net(game, saved(net, tmp_path))
    assert read.shape == net.shape
    for name in net.numbers.dtype.names or ():
        assert (read.numbers[name] == net.numbers[name]).all(), name
    assert set(read.about) == set(ABOUT)
    assert (read.game, read.seats) == ("keltis-dice", (2,))
    kind, told, _ = (tmp_path / "some.net").read_bytes().split(b"\n", 2)
    assert kind == b"wishstone-net/1"
    assert json.loads(told)["rules"] == game.rules_version


def test_what_is_no_net_is_refused(tmp_path: Path) -> None:
    game = load("keltis-dice", engine="compiled")
    net = random_net(game, 2, 3)
    content = format_net(net)
    kind, told, body = content.split(b"\n", 2)
    astray = NetFile(net.about, net.shape, net.numbers.copy())
    astray.numbers[0]["row"][5] = 1000
    for broken in (
        b"",
        b"GIF89a",
        content[:-40],
        content.replace(b"wishstone-net/1", b"wishstone-net/9"),
        b"\n".join((kind, told.replace(b'"figures"', b'"fingers"'), body)),
        b"\n".join((kind, told.replace(b'"width": 32', b'"width": 31'), body)),
        b"\n".join((kind, told, zlib.compress(zlib.decompress(body) + b"0"))),
        format_net(astray),
    ):
        with pytest.raises(UsageError) as error:
            parse_net(broken, "some.net")
        assert error.value.code == "net-form"
    with pytest.raises(UsageError) as error:
        load_net(game, tmp_path / "missing.net")
    assert error.value.code == "file-unreadable"
    with pytest.raises(UsageError) as error:
        load_net(load("keltis-card"), saved(net, tmp_path))
    assert error.value.code == "net-game"
    older = replace(net, about={**net.about, "rules": 0})
    with pytest.raises(UsageError) as error:
        load_net(game, saved(older, tmp_path))
    assert error.value.code == "net-rules"


@pytest.mark.parametrize("id", [about.id for about in GAMES])
def test_without_a_net_there_is_no_such_bot(id: str) -> None:
    if find_net(id) is not None:
        return
    for name in ("net", "nets", "net+bold"):
        with pytest.raises(UsageError) as error:
            make(name, load(id))
        assert error.value.code == "bot-unknown"
        assert error.value.values["known"] == ", ".join(NAMES)


@pytest.mark.parametrize("id", [about.id for about in GAMES])
def test_a_net_that_comes_with_a_game_is_small_and_rates_its_moves(id: str) -> None:
    if (found := find_net(id)) is None:
        return
    game = load(id, engine="interpreted")
    net = load_net(game, found)
    assert len(found.read_bytes()) <= 250_000
    evaluator = NetEvaluator(game, net)
    for seats in net.seats:
        position = positions(game, seats, 1)[0]
        assert evaluator.moves[: evaluator.rate(position)].tolist() == game.legal(position)


@pytest.mark.parametrize(
    "id",
    [
        about.id if about.id == "keltis-dice" else thorough(about.id, why="by default one plays, and the others rate")
        for about in GAMES
    ],
)
def test_a_net_that_comes_with_a_game_plays_it(id: str) -> None:
    if (found := find_net(id)) is None:
        return
    game = load(id)
    for seats in load_net(game, found).seats:
        position = positions(game, seats, 1)[0]
        assert make("net", game).choose(position, stream(1)) in game.legal(position)


def test_a_net_in_a_file_plays_in_an_arena(tmp_path: Path) -> None:
    game = load("keltis-dice", engine="compiled")
    name = f"net:{saved(random_net(game, 2, 3), tmp_path)}"
    plan = plan_of(game, [name, "random"], None, None, seed=1)
    deals: list[object] = []
    SerialArena(plan, game=game).run(range(2), deals.append)
    assert len(deals) == 2
    assert list(net_digests(plan.bots)) == [name]
    bot = make(name, game)
    with pytest.raises(UsageError, match="was not trained for 3 seats, but for: 2"):
        bot.choose(positions(game, 3, 1)[0], stream(1))


@pytest.mark.parametrize(
    "id", ["keltis-card", thorough("keltis-new-paths", why="what is hidden there is as in the card game")]
)
def test_a_net_sees_only_what_its_seat_can_know(id: str) -> None:
    game = load(id, engine="compiled")
    seats = game.rules.SEATS[0]
    bot = NetBot(game, "net", random_net(game, seats, 3))
    for number, position in enumerate(positions(game, seats, 40)[::4]):
        seat = game.actor(position)
        chosen = {bot.choose(game.redealt(position, seat, stream(number, n)), stream(n)) for n in range(3)}
        assert len(chosen) == 1
        assert chosen <= set(game.legal(position))
