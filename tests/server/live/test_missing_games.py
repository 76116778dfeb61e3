"""Tables of an installed game: kept while the game is not there, and no harm to others where it fails."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugins import OPPONENTS, PARTS, python_path, write_game
from tests.server.evenings import House, done, evening, make_moves, to_move
from wishstone.game.errors import UsageError
from wishstone.game.words import Lexicon
from wishstone.games import INSTALLED
from wishstone.server.config.settings import read_settings
from wishstone.server.live.hub import Hub
from wishstone.server.table.game_cache import GameCache

# What fails, once it is switched on: a place in the game's own files.
FAILING = """

def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    if os.environ.get("PEBBLES_FAIL"):
        raise ValueError("the stones are too heavy")
    return told_story(state, data, move, seat)
"""


class Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.records.append(record)


@pytest.fixture(autouse=True)
def _pebbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("PEBBLES_FAIL", raising=False)
    folder = write_game(tmp_path / "site", "pebbles", (*PARTS, *OPPONENTS))
    text = (folder / "table.py").read_text("utf-8").replace("def story(", "def told_story(")
    text = text.replace("from collections.abc", "import os\nfrom collections.abc", 1) + FAILING
    (folder / "table.py").write_text(text, "utf-8")
    with python_path(tmp_path / "site", tmp_path / "cache"):
        yield


def take_away() -> None:
    """Have the game not be there, as if it was uninstalled and the server started again."""
    os.environ["WISHSTONE_PLUGINS"] = "0"
    INSTALLED.forget()


def bring_back() -> None:
    """Have it there again."""
    del os.environ["WISHSTONE_PLUGINS"]
    INSTALLED.forget()


def forget_tables(hub: Hub) -> None:
    """Have all tables read from the database again."""
    for live in tuple(hub.live_tables.values()):
        hub.unload(live)


@evening
async def test_a_table_is_kept_while_its_game_is_missing_and_goes_on_when_it_is_back(inn: House) -> None:
    people = await inn.playing("pebbles", public=True)
    await make_moves(inn, people, 2)
    await inn.settled(*people)
    ann = people[0]
    count = inn.table(ann).count
    others = await inn.playing("keltis-dice", public=True)

    take_away()
    forget_tables(inn.hub)
    assert await inn.turned_away(ann.table, ann.seat, ann.secret) == ("game-missing", 4503)
    assert await inn.refused("GET", f"/tables/{ann.table}/record?seat=0", secret=ann.secret) == (503, "game-missing")
    told = (await inn.ask("GET", f"/tables/{ann.table}/record?seat=0", secret=ann.secret)).json()
    assert "a table of pebbles, a game that this server has not got now" in told["text"]["en"]
    body = {"game": "pebbles", "seats": ["me", "open"], "name": "Ann"}
    assert await inn.refused("POST", "/tables", body) == (422, "game-unknown")
    listed = (await inn.ask("GET", "/tables")).json()["tables"]
    assert [each["table"] for each in listed if each["game"] == "pebbles"] == []
    await inn.later(60)  # a sweep over what is due goes past it
    dice = [await inn.another(each) for each in others]
    await make_moves(inn, dice, 2)

    bring_back()
    again = [await inn.another(each) for each in people]
    await inn.settled(*again)
    assert inn.table(ann).count == count
    await make_moves(inn, again, 2)
    assert inn.table(ann).count > count


@evening
async def test_a_game_that_fails_is_left_out_and_its_neighbours_play_on(inn: House) -> None:
    people, others = await inn.playing("pebbles"), await inn.playing("keltis-dice")
    os.environ["PEBBLES_FAIL"] = "1"
    logged = Kept()
    logging.getLogger("wishstone.games").addHandler(logged)
    try:
        turn, _ = to_move(people)
        with pytest.raises(ConnectionError):
            await turn.do("move", move=turn.legal[0], basis=turn.scene["basis"])
    finally:
        logging.getLogger("wishstone.games").removeHandler(logged)
        del os.environ["PEBBLES_FAIL"]
    (left_out,) = INSTALLED.left_out
    assert "it failed with ValueError: the stones are too heavy (table.py:" in Lexicon({}).say(left_out.reason)
    (record,) = logged.records
    assert record.exc_info is not None
    assert record.__dict__["game"] == "pebbles"

    assert await inn.turned_away(turn.table, turn.seat, turn.secret) == ("game-missing", 4503)
    games = (await inn.ask("GET", "/games")).json()["games"]
    assert "pebbles" not in [each["id"] for each in games]
    assert len(games) == 5
    await make_moves(inn, others, 3)
    done(await others[0].do("say", text="hm"))


def test_a_server_serves_the_games_that_its_settings_name(tmp_path: Path) -> None:
    games = GameCache(["keltis-dice", "pebbles"])
    assert [about.id for about in games.catalogue()] == ["keltis-dice", "pebbles"]
    with pytest.raises(UsageError, match="no game called «keltis»; there is: keltis-dice, pebbles"):
        games.find("keltis")
    (tmp_path / "settings.toml").write_text('games = ["keltis-dice", "pebbles"]')
    assert read_settings(tmp_path / "settings.toml").games == ["keltis-dice", "pebbles"]
    (tmp_path / "settings.toml").write_text('games = ["keltis-dice", "pebble"]')
    with pytest.raises(UsageError, match=r"games has «pebble», and each there should be one of .*pebbles"):
        read_settings(tmp_path / "settings.toml")


def test_a_server_starts_without_a_broken_game_that_its_settings_name(tmp_path: Path) -> None:
    (tmp_path / "site" / "pebbles" / "rules.py").unlink()
    INSTALLED.forget()
    (tmp_path / "settings.toml").write_text('games = ["keltis-dice", "pebbles"]')
    assert [about.id for about in GameCache(read_settings(tmp_path / "settings.toml").games).catalogue()] == [
        "keltis-dice"
    ]
