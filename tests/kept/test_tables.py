"""A kept database: every table is what it was for everybody, is played to its end, and its dice are proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import amount
from tests.kept.kept import VERSIONS, WHOLE, Kept, Run, differences
from tests.kept.party import (
    Inn,
    agree,
    check_blocked,
    come_and_begin,
    compared,
    play,
    play_again,
    play_to_the_end,
    return_to_seats,
    steps,
)

# Played to the end by default: all of the game whose rules have changed since, and some of each other; the rest is
# moved at. With --thorough all are.
PLAYED = (
    "new paths",
    "cards, two people",
    "keltis, an undo is asked for",
    "dice, a bank of time",
    "dice, days for a move",
    "dice, the rematch",
    "quartz, a seat is asked for",
)
AGAIN = ("new paths, over",)  # on the board that it was played on, whatever board a new game has

every_version = pytest.mark.parametrize("inn", VERSIONS, indirect=True, ids=str)
every_table = pytest.mark.parametrize(
    ("inn", "title"),
    [(kept, table["title"]) for kept in VERSIONS for table in kept.summary["tables"]],
    indirect=["inn"],
    ids=str,
)


@every_version
def test_the_lobby_and_the_players(inn: Inn) -> None:
    assert sorted(each["table"] for each in inn.lobby["tables"]) == inn.kept.summary["lobby"]
    for name, player in inn.kept.summary["players"].items():
        now = inn.players[name]
        assert differences(player["statistics"], now["statistics"]) == []
        assert sorted(each["table"] for each in now["tables"]) == player["tables"]


@every_table
def test_a_table_is_played_on(inn: Inn, title: str, run: Run, tmp_path: Path) -> None:
    table = inn.kept.table(title)

    async def whole() -> tuple[Path, str] | None:
        clients = await compared(inn, table)
        if table["status"] == "over":
            gone = await steps(inn, table)
            assert gone["steps"][-1]["scores"] == table["points"]
            if title in AGAIN:
                await play_again(inn, table, clients[0])
        else:
            await check_blocked(inn, table)
            await come_and_begin(inn, table, clients)
            await return_to_seats(clients)
            await agree(inn, table, clients)
            await (play_to_the_end if title.startswith(PLAYED) or amount(0, 1) else play)(clients)
        found = None
        if clients and (host := clients[min(clients)]).is_over and host.about["origin"] is None:
            file = tmp_path / "record.jsonl"
            file.write_bytes(await inn.house.record(host))
            found = file, host.scene["how"]
        for client in clients.values():
            await client.close()
        return found

    if found := inn.run(whole()):
        file, how = found
        status, out, _ = run("verify", file, *(["--unfinished"] if how == "abandoned" else []))
        assert (status, "the dice are proved" in out) == (0, True)


@pytest.mark.parametrize("kept", WHOLE, ids=str)
def test_every_kind_of_entry_is_kept(kept: Kept) -> None:
    """What is not there cannot be seen to be readable: all that could happen at a table happened at some."""
    kinds = {entry["kind"] for table in kept.seen.values() for seen in table.values() for entry in seen.get("log", ())}
    assert len(kinds) >= 23
