"""Replays and records: a seat sees what it saw then and nothing of the future; after the end all is open."""

from __future__ import annotations

import msgspec

from tests.server.evenings import House, end_by_agreement, evening, make_moves
from wishstone.game.match import Match
from wishstone.game.record_reader import read, verify
from wishstone.games import GAMES


@evening
async def test_a_seat_replays_what_it_saw_then_and_nothing_of_the_future(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    views = {}
    for _ in range(6):
        match = inn.table(ann).match
        assert match is not None
        views[len(match.events)] = (match.game.view(match.state, 0), match.game.view(match.state, 1))
        await make_moves(inn, [ann, bob], 1)
    path = f"/tables/{ann.table}/replay"
    for keep, (anns, bobs) in views.items():
        for seat, (client, view) in enumerate(((ann, anns), (bob, bobs))):
            told = (await inn.ask("GET", f"{path}?keep={keep}&seat={seat}", secret=client.secret)).json()
            assert told["view"] == msgspec.json.decode(msgspec.json.encode(view))
            assert len(told["log"]) == told["keep"] == keep
            shown = [entry["move"] for entry in client.log if "n" in entry][:keep]
            assert [entry["move"] for entry in told["log"]] == shown


@evening
async def test_while_a_game_is_on_one_replays_ones_own_seat_only(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", public=True)
    path = f"/tables/{ann.table}/replay?keep=3"
    assert await inn.refused("GET", f"{path}&seat=1", secret=ann.secret) == (403, "no-key")
    assert await inn.refused("GET", f"{path}&seat=-2", secret=ann.secret) == (404, "no-table")
    assert await inn.refused("GET", f"{path}&seat=-2") == (404, "no-table")
    assert await inn.refused("GET", f"{path}&seat=0") == (404, "no-table")
    assert await inn.refused("GET", f"/tables/{ann.table}/replay?keep=9999&seat=0", secret=ann.secret) == (
        422,
        "keep-wrong",
    )
    assert await inn.refused("GET", f"/tables/{ann.table}/replay?keep=-1") == (422, "malformed")
    told = (await inn.ask("GET", path)).json()
    assert [entry["move"] for entry in told["log"]] == ["deal 0 ?"] * 3
    del bob


@evening
async def test_after_the_end_everything_is_open_to_who_sat_or_watched(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    await make_moves(inn, [ann, bob], 8)
    await end_by_agreement(inn, ann, bob)
    path = f"/tables/{ann.table}/replay?keep=16"
    other = (await inn.ask("GET", f"{path}&seat=1", secret=ann.secret)).json()
    assert [entry["move"] for entry in other["log"][:8]] == ["deal 0 ?"] * 8, "as that seat saw it then"
    whole = (await inn.ask("GET", f"{path}&seat=-2", secret=ann.secret)).json()
    assert not any("?" in entry["move"] for entry in whole["log"])
    assert await inn.refused("GET", f"{path}&seat=-2") == (404, "no-table")
    assert await inn.refused("GET", f"{path}&seat=5", secret=ann.secret) == (422, "seat-wrong")
    assert await inn.refused("GET", f"/tables/{ann.table}/record") == (404, "no-table")


@evening
async def test_a_record_of_a_live_game_is_what_its_seat_has_seen(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0, public=True)
    await make_moves(inn, [ann, bob], 8)
    for seat, client in ((0, ann), (1, bob), (-1, ann)):
        content = await inn.record(client, seat) if seat >= 0 else (await _public(inn, ann.table))
        reading = read(content)
        assert reading.seen_by == seat
        assert "secret" not in reading.header["fairness"]
        assert verify(reading, reading.load(GAMES), unfinished=True) is None
        dealt = [line.move for line in reading.lines[:16]]
        for number, move in enumerate(dealt):
            assert move.endswith(" ?") == (number // 8 != seat)
    assert await inn.refused("GET", f"/tables/{ann.table}/record?seat=1", secret=ann.secret) == (403, "no-key")
    assert await inn.refused("GET", f"/tables/{ann.table}/record?seat=0") == (404, "no-table")


async def _public(inn: House, table: str) -> bytes:
    return (await inn.ask("GET", f"/tables/{table}/record")).content


@evening
async def test_before_the_game_there_is_no_record(inn: House) -> None:
    (ann,) = await inn.sit("keltis-card", 1, ("novice",))
    for what in ("record?seat=0", "replay?keep=0&seat=0"):
        assert await inn.refused("GET", f"/tables/{ann.table}/{what}", secret=ann.secret) == (409, "table-not-playing")


@evening
async def test_the_record_after_the_end_is_whole_and_proves_its_dice(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    await make_moves(inn, [ann, bob], 2_000)
    answer = await inn.ask("GET", f"/tables/{ann.table}/record?seat=1", secret=bob.secret)
    assert answer.headers["content-type"] == "application/jsonl"
    assert answer.headers["content-disposition"] == f'attachment; filename="wishstone-keltis-dice-{ann.table}.jsonl"'
    reading = read(answer.content)
    assert reading.is_open
    assert reading.players == ["Ann", "Bob"]
    match = verify(reading, reading.load(GAMES))
    assert isinstance(match, Match)
    assert match.is_over
    assert reading.header["fairness"]["commitment"] == ann.about["commitment"]
    assert answer.content == await inn.record(ann), "the same for everybody"
