"""Player data: games, statistics and a rating hang on the player key; all of it can be exported and deleted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.clients import Client, begin, quick_settings
from tests.server.evenings import House, done, end_by_agreement, evening, house, make_moves

ANN, BOB = "ann-" + "a" * 28, "bob-" + "b" * 28


async def known(inn: House, rated: bool = True, **wishes: bool) -> tuple[Client, Client]:
    """Two players with their keys, at a table where the game has just begun."""
    ann = await (await inn.open("keltis-dice", ["me", "open"], player=ANN, rated=rated, **wishes)).connect()
    bob = await (await inn.join(ann.table, code=ann.you["code"], player=BOB)).connect()
    await inn.settled(ann, bob)
    await begin(ann, bob)
    await inn.settled(ann, bob)
    return ann, bob


@evening
async def test_without_a_key_nothing_is_known(inn: House) -> None:
    for method, path in (("GET", ""), ("PUT", ""), ("GET", "/tables"), ("GET", "/export"), ("DELETE", "")):
        body = {"rated": True} if method == "PUT" else None
        assert await inn.refused(method, f"/player{path}", body) == (401, "no-player")
        assert await inn.refused(method, f"/player{path}", body, player="short") == (401, "no-player")
    told = (await inn.ask("GET", "/player", player=ANN)).json()
    assert not any(told.values()), "nothing is known of a key that never played"
    assert await inn.refused("PUT", "/player", {"rated": "yes"}, player=ANN) == (422, "malformed")


@evening
async def test_a_rating_is_for_those_who_want_one(inn: House) -> None:
    assert (await inn.ask("PUT", "/player", {"rated": True}, player=ANN)).json()["rated"]
    ann, bob = await known(inn)
    await make_moves(inn, [ann, bob], 2_000)
    mine = (await inn.ask("GET", "/player", player=ANN)).json()
    assert mine["ratings"] == {}, "a game against somebody who wants none says nothing"
    assert mine["games"]["keltis-dice"]["played"] == 1
    await inn.ask("PUT", "/player", {"rated": True}, player=BOB)
    ann, bob = await known(inn)
    await make_moves(inn, [ann, bob], 2_000)
    scores, places = ann.scene["result"]["scores"], ann.scene["result"]["places"]
    told = [(await inn.ask("GET", "/player", player=key)).json() for key in (ANN, BOB)]
    for seat, each in enumerate(told):
        sums, rating = each["games"]["keltis-dice"], each["ratings"]["keltis-dice"]
        assert sums["played"] == 2
        assert sums["best_score"] >= scores[seat]
        assert rating["games"] == 1
        assert rating["deviation"] < 25 / 3
        if places[0] != places[1]:
            assert (rating["mean"] > 25) == (places[seat] == 1)
    assert (await inn.ask("PUT", "/player", {"rated": False}, player=ANN)).json()["ratings"] == {}


@evening
async def test_only_what_is_played_to_its_end_counts_and_only_if_the_table_is_rated(inn: House) -> None:
    for key in (ANN, BOB):
        await inn.ask("PUT", "/player", {"rated": True}, player=key)
    ann, bob = await known(inn)
    await make_moves(inn, [ann, bob], 4)
    await end_by_agreement(inn, ann, bob)
    assert (await inn.ask("GET", "/player", player=ANN)).json()["games"] == {}
    ann, bob = await known(inn, rated=False)
    await make_moves(inn, [ann, bob], 2_000)
    told = (await inn.ask("GET", "/player", player=ANN)).json()
    assert told["games"]["keltis-dice"]["played"] == 1
    assert told["ratings"] == {}


@evening
async def test_a_key_finds_its_tables_and_a_name_finds_nothing(inn: House) -> None:
    ann, bob = await known(inn)
    tables = (await inn.ask("GET", "/player/tables", player=ANN)).json()["tables"]
    assert [each["table"] for each in tables] == [ann.table]
    assert (await inn.ask("GET", "/player/tables", player="x" * 32)).json()["tables"] == []
    text = (await inn.ask("GET", "/player/tables", player=ANN)).text
    assert ann.secret not in text
    assert bob.secret not in text
    for key in (ANN, BOB):
        assert not any(key in received for client in (ann, bob) for received in client.received)


@evening
async def test_an_export_has_all_that_is_ones_own_and_nothing_else(inn: House) -> None:
    ann, bob = await known(inn)
    done(await ann.do("say", text="good luck, Bob"))
    done(await bob.do("say", text="the secret of the Celts"))
    await inn.settled(ann, bob)
    await make_moves(inn, [ann, bob], 6)
    answer = await inn.ask("GET", "/player/export", player=ANN)
    mine = answer.json()["tables"][ann.table]
    assert "the secret of the Celts" not in answer.text
    assert [entry["text"] for entry in mine if entry["kind"] == "said"] == ["good luck, Bob"]
    assert [entry["name"] for entry in mine if entry["kind"] == "sat"] == ["Ann"]
    moves = [entry["move"] for entry in ann.log if entry["kind"] == "moved" and entry["by"] == 0]
    assert [entry["move"] for entry in mine if entry["kind"] == "moved"] == moves
    assert ann.secret not in answer.text


def _files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def test_what_is_deleted_is_gone_from_everything(tmp_path: Path) -> None:
    """From every later snapshot, the record, the lobby, the other's list, and from the very bytes of the database."""
    name, words = "Zebedee-Quux", "marmalade-and-zithers"

    async def whole() -> None:
        async with house(quick_settings(str(tmp_path / "tables.db"))) as inn:
            ann = await inn.open("keltis-dice", ["me", "open"], player=ANN, public=False, name=name)
            bob = await (await inn.join(ann.table, code=ann.you["code"], player=BOB)).connect()
            await ann.connect()
            await begin(ann, bob)
            done(await ann.do("say", text=words))
            await inn.settled(ann, bob)
            await make_moves(inn, [ann, bob], 3)
            before = bob.view
            assert (await inn.ask("DELETE", "/player", player=ANN)).status_code == 204
            for client in (ann, bob):
                await client.close()
                await client.connect()
                assert name not in client.received[-2] + client.received[-1]
                assert words not in client.received[-2] + client.received[-1]
                assert client.view == before
                client.received.clear()
            await make_moves(inn, [ann, bob], 2)
            await end_by_agreement(inn, ann, bob)
            assert name.encode() not in await inn.record(bob)
            assert name not in (await inn.ask("GET", "/player/tables", player=BOB)).text
            told = (await inn.ask("GET", "/player/export", player=ANN)).json()
            assert not any(told["statistics"].values())
            assert told["played"] == []
            assert told["tables"] == {}
            said = [entry for entry in bob.log if entry["kind"] == "said"]
            assert [(entry["text"], entry["phrase"]) for entry in said] == [("", "")]

    asyncio.run(whole())
    content = _files(tmp_path)
    assert name.encode() not in content
    assert words.encode() not in content


def test_what_is_deleted_is_gone_from_the_lobby_at_once(tmp_path: Path) -> None:
    async def whole() -> None:
        async with house(quick_settings(str(tmp_path / "tables.db"))) as inn:
            ann = await inn.open("keltis-dice", ["me", "open"], player=ANN, public=True, name="Zebedee")
            assert "Zebedee" in (await inn.ask("GET", "/tables")).text
            await inn.ask("DELETE", "/player", player=ANN)
            assert "Zebedee" not in (await inn.ask("GET", "/tables")).text
            assert "Zebedee" not in (await inn.ask("GET", f"/tables/{ann.table}")).text

    asyncio.run(whole())


@pytest.mark.parametrize("how", ["left", "dismissed", "refused"])
def test_who_sits_there_no_more_can_still_be_deleted(how: str, tmp_path: Path) -> None:
    """Somebody who left before the start, was asked to leave, or asked for a bot's seat in vain."""

    async def whole() -> None:
        async with house(quick_settings(str(tmp_path / "tables.db"))) as inn:
            (ann,) = await inn.sit("keltis-dice", 1, ("novice",), public=True)
            if how == "refused":
                await begin(ann)
                await inn.ask("POST", f"/tables/{ann.table}/ask", {"name": "Zebedee", "seat": 1, "player": BOB})
                await inn.settled(ann)
                done(await ann.do("answer", to=ann.scene["proposal"]["number"], yes=False))
            else:
                done(await ann.do("dismiss", seat=1))
                bob = await (await inn.join(ann.table, "Zebedee", player=BOB)).connect()
                await inn.settled(ann)
                done(await (bob.do("leave") if how == "left" else ann.do("dismiss", seat=1)))
            await inn.ask("DELETE", "/player", player=BOB)
            late = await inn.another(ann)
            assert "Zebedee" not in "".join(late.received)

    asyncio.run(whole())


@evening
async def test_deleting_holds_up_nobody_at_the_table(inn: House) -> None:
    """Even in the middle of a bot's turn: those connected go on, and the bot's move reaches them."""
    ann = await (await inn.open("keltis-dice", ["me", "novice"], player=ANN, first=1, sealing=False)).connect()
    done(await ann.do("start"))
    answer = await inn.ask("DELETE", "/player", player=ANN)
    assert answer.status_code == 204
    assert (await ann.do("ping"))["type"] == "pong", "the connection is still there"
    await ann.until(lambda: bool(ann.legal))
    done(await ann.move(ann.legal[0]))
