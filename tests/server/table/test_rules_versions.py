"""Tables of an older version of their game's rules: played on under it, to the end; what is new follows the newest.

`stored/keltis-new-paths-1.jsonl` is what a server stored of a table of a person and a bot when version 1 of the rules
was the only one: a line with the snapshot, and one for each entry.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec

from tests.server.clients import Client
from tests.server.evenings import LONGEST, House, done, evening
from wishstone.game.record_reader import read, verify
from wishstone.games import GAMES
from wishstone.server.store.interface import Change, Entry, Snapshot, TableSummary
from wishstone.server.table import entries
from wishstone.server.table.game_cache import layout_hash
from wishstone.server.workers import worker_tasks

HERE = Path(__file__).parent
GOLDEN = HERE.parents[1] / "golden"
OLD_WORTHS = [-4, -2, 0, 3, 5, 8, 7, 6, 10]
NEW_WORTHS = [-4, -2, 0, 2, 3, 5, 7, 6, 10]


def worths(view: dict[str, Any]) -> list[int]:
    """What the ranks are worth, as a table shows it."""
    return [view["stones"][f"{rank}a"]["worth"] for rank in range(1, 10)]


async def stored(inn: House, with_snapshot: bool = True, **setup: Any) -> Client:
    """The table of version 1, as it was stored; with another set-up if one is told."""
    content = (HERE / "stored" / "keltis-new-paths-1.jsonl").read_bytes()
    about, *lines = map(msgspec.json.decode, content.splitlines())
    lines[0]["body"]["setup"] |= setup
    kept = tuple(
        Entry(number, line["at"], line["kind"], msgspec.json.encode(line["body"])) for number, line in enumerate(lines)
    )
    summary = TableSummary("keltis-new-paths", "playing", listed=False, wake=None, about=b"{}")
    await inn.hub.store.append(Change(about["table"], 0, kept, summary))
    if with_snapshot:
        snapshot = about["snapshot"]
        state = Snapshot(snapshot["count"], snapshot["layout"], bytes.fromhex(snapshot["state"]))
        await inn.hub.store.save_snapshot(about["table"], state)
    return inn.client(about["table"], 0, about["secret"])


@evening
async def test_an_open_table_is_played_to_its_end_on_the_board_it_began_on(inn: House) -> None:
    ann = await (await stored(inn)).connect()
    assert ann.view is not None
    assert worths(ann.view) == OLD_WORTHS
    table = inn.table(ann)
    assert table.game.rules_version == 1
    chooser = random.Random(2)
    async with asyncio.timeout(LONGEST):
        while not ann.is_over:
            await ann.until(lambda: bool(ann.legal) or ann.is_over)
            if ann.legal:
                done(await ann.move(chooser.choice(ann.legal)))
    content = await inn.record(ann)
    reading = read(content)
    game = reading.load(GAMES)
    assert (reading.header["rules"], game.rules_version) == (1, 1)
    match = verify(reading, game)
    assert match is not None
    assert match.is_over
    done(await ann.do("rematch"))
    again = inn.hub.live_tables[str(ann.scene["again"])].table
    assert (again.setup.rules, again.game.rules_version) == (2, 2)


@evening
async def test_a_snapshot_of_that_time_is_still_of_use(inn: House) -> None:
    whole = await stored(inn)
    table = await inn.hub._read_table(whole.table)
    snapshot = await inn.hub.store.snapshot(whole.table)
    assert snapshot is not None
    assert snapshot.layout == layout_hash(table.game)
    assert table.match is not None
    replayed = table.position_after(len(table.match.events))
    assert table.match.state.tobytes() == replayed.tobytes()


@evening
async def test_bots_think_about_an_open_table_on_its_board(inn: House) -> None:
    ann = await (await stored(inn)).connect()
    task = inn.hub.turns.make_task(inn.table(ann), 0, "novice")
    game = worker_tasks.load_game(task)
    assert worths(game.view(game.start(2), -1)) == OLD_WORTHS


@evening
async def test_an_unknown_version_is_refused_with_those_that_are_known(inn: House) -> None:
    ann = await stored(inn, with_snapshot=False, rules=3)
    answer = await inn.ask("GET", f"/tables/{ann.table}?seat=0", secret=ann.secret)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (409, "rules-gone")
    assert told["text"]["en"].endswith("version 3 of its rules and cannot be played on; this server has: 1, 2")


@evening
async def test_a_record_of_version_1_is_read_in_and_goes_on_in_a_sandbox_on_its_board(inn: House) -> None:
    for folder, version, worth in (("keltis-new-paths-1", 1, OLD_WORTHS), ("keltis-new-paths", 2, NEW_WORTHS)):
        content = (GOLDEN / folder / "by-hand-2.jsonl").read_bytes()
        told = (await inn._http.post(f"{inn.url}/api/records", content=content)).json()
        table = inn.hub.live_tables[told["table"]].table
        assert (table.setup.rules, table.game.rules_version) == (version, version)
        wish = {"keep": 60, "seat": 0, "name": "Ann"}
        answer = await inn.ask("POST", f"/tables/{table.id}/sandbox", wish, secret=told["watch"])
        assert answer.status_code == 201, answer.text
        sandbox = answer.json()
        ann = await inn.client(sandbox["table"], 0, sandbox["secret"]).connect()
        assert ann.view is not None
        assert worths(ann.view) == worth


@evening
async def test_a_new_table_follows_the_newest_version(inn: House) -> None:
    ann = await inn.open("keltis-new-paths", ["me", "novice"])
    first = entries.decode_body((await inn.hub.store.entries(ann.table))[0])
    assert isinstance(first, entries.Opened)
    assert first.setup.rules == 2
    keltis = await inn.open("keltis", ["me", "novice"])
    first = entries.decode_body((await inn.hub.store.entries(keltis.table))[0])
    assert isinstance(first, entries.Opened)
    assert first.setup.rules == 1
