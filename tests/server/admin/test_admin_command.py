"""`wishstone admin`: the real command, with real servers in processes of their own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import http_request, join_table, open_table
from tests.server.processes import Server, command, running
from wishstone.cli import main
from wishstone.game.errors import UsageError
from wishstone.server.admin.admin_session import parse_span, parse_table
from wishstone.server.admin.words import ADMIN_WORDS, LEXICON

Run = Callable[..., tuple[int, str, str]]
MakeDatabase = Callable[[], str]
PLAYER = "a player key of somebody"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the servers."""
    return tmp_path_factory.mktemp("admin")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """One server for all tests that need no other."""
    with running(folder) as server:
        yield server


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], folder: Path) -> Run:
    """Run a command of the operator's in this process; returns its status, output and errors."""
    monkeypatch.setenv("WISHSTONE_ADMIN", str(folder / "wishstone" / "admin"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["wishstone", "admin", *map(str, arguments)])
        try:
            main()
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        else:
            status = 0
        return (status, *capfd.readouterr())

    return run


def done(run: Run, *arguments: object) -> str:
    """What a command prints that succeeds."""
    status, out, err = run(*arguments)
    assert (status, err) == (0, ""), err
    return out


def told(run: Run, *arguments: object) -> Any:
    """What a command prints as JSON."""
    return json.loads(done(run, *arguments, "--json"))


def code_of(run: Run, *arguments: object) -> str:
    """The code with which a command is refused, in both languages."""
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err != run(*arguments, "--lang", "de")[2]
    return err.rsplit("[", 1)[1].rstrip("]\n")


def together(url: str, **wishes: Any) -> tuple[str, str, str]:
    """A table of two people, who are not connected; its id and their secrets."""

    async def sit() -> tuple[str, str, str]:
        ann = await open_table(url, "keltis-dice", ["me", "open"], **wishes)
        bob = await join_table(url, ann.table, name="[red]Bob", code=ann.you["code"])
        return ann.table, ann.secret, bob.secret

    return asyncio.run(sit())


def report(url: str, table: str, secret: str, **wishes: Any) -> str:
    wish = {"seat": 0, "about": 1, "reason": "name", "text": "such a name", **wishes}
    answer = http_request(
        "POST", f"{url}/api/tables/{table}/report", json=wish, headers={"Authorization": f"Bearer {secret}"}
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["report"])


def test_from_a_report_to_a_ban(run: Run, server: Server) -> None:
    """What an operator reads in one table can be copied into the next command."""
    table, ann, _ = together(server.url, public=True, player=PLAYER)
    id = report(server.url, table, ann)
    shown = done(run, "reports")
    assert id in shown
    assert "«[red]Bob», seat 1" in shown, "what strangers write is not read as markup"
    assert "«such a name»" in shown
    listed = done(run, "tables")
    assert table in listed
    assert "Ann, [red]Bob" in listed
    assert "✓" in listed
    assert "[red]Bob" in done(run, "table", f"{server.url}/t/{table}")
    assert told(run, "table", table)["seats"][1]["name"] == "[red]Bob"
    assert code_of(run, "ban", id, "--why", "rude") == "admin-unknown", "he has no key, and is not connected"
    assert f"table {table}" in done(run, "unlist", table, "--why", "rude")
    assert f"Table {table} is closed" in done(run, "close", table, "--why", "rude")
    (ban,) = told(run, "ban", f"{table}:0", "--why", "her, too", "--for", "2h")["bans"]
    assert ban["kind"] == "player"
    assert ban["ends"] - ban["began"] == pytest.approx(2 * 3600 * 1000, abs=60_000)
    assert ban["id"] in done(run, "bans")
    assert f"Ban {ban['id']}" in done(run, "lift", ban["id"], "--why", "not her")
    assert "There are no bans." in done(run, "bans")
    assert f"Report {id} is settled" in done(run, "settle", id)
    assert "There are no reports." in done(run, "reports")
    assert id in done(run, "reports", "--settled")
    acts = told(run, "log")["acts"]
    assert [each["act"] for each in reversed(acts)] == ["unlist", "close", "ban", "lift", "settle"]
    assert {each["uid"] for each in acts} == {os.getuid()}
    assert [each["why"] for each in reversed(acts)] == ["rude", "rude", "her, too", "not her", ""]
    assert "warum" in done(run, "log", "--lang", "de")


def test_who_is_connected_can_be_banned_by_the_seat(run: Run, server: Server) -> None:
    async def whole() -> None:
        ann = await (await open_table(server.url, "keltis-dice", ["me", "open"])).connect()
        people = told(run, "who", "--table", ann.table)["people"]
        assert [(each["seat"], each["name"], each["address"]) for each in people] == [(0, "Ann", "127.0.0.1")]
        assert "Ann" in done(run, "who")
        announced = told(run, "announce", "A restart at ten", "--german", "Neustart um zehn", "--for", "30s")
        assert announced["text"] == {"en": "A restart at ten", "de": "Neustart um zehn"}
        await ann.until(lambda: any("A restart at ten" in message for message in ann.received))
        assert "withdrawn" in done(run, "announce", "--withdraw")
        (ban,) = told(run, "ban", f"{ann.table}:0", "--why", "spam")["bans"]
        assert (ban["kind"], ban["subject"]) == ("network", "127.0.0.1/32")
        assert ann.socket is not None
        await ann.socket.wait_closed()
        assert ann.socket.close_code == 4403
        wish = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"}
        assert http_request("POST", f"{server.url}/api/tables", json=wish).json()["code"] == "banned"
        done(run, "lift", ban["id"], "--why", "enough")
        assert http_request("POST", f"{server.url}/api/tables", json=wish).status_code == 201
        await ann.close()

    asyncio.run(whole())


def test_what_cannot_be_asked_for(run: Run, server: Server) -> None:
    unknown = "0123456789abcdef"
    for arguments, code in (
        (("table", unknown), "admin-table"),
        (("close", unknown, "--why", "x"), "admin-table"),
        (("ban", "somebody", "--why", "x"), "admin-report"),
        (("ban", "some body", "--why", "x"), "admin-whom"),
        (("ban", f"{unknown}:0", "--why", "x"), "admin-table"),
        (("ban", "203.0.113.7", "--why", "x", "--for", "0h"), "admin-span"),
        (("ban", "203.0.113.7", "--why", "x", "--for", "forever"), "admin-span"),
        (("ban", "203.0.113.7", "--why", "x", "--for", "367d"), "admin-span"),
        (("ban", "203.0.113.7", "--why", " "), "admin-sentence"),
        (("close", unknown, "--why", "x" * 301), "admin-sentence"),
        (("lift", "00000000", "--why", "x"), "admin-ban"),
        (("settle", "AAAAAAAA"), "admin-report"),
        (("announce",), "admin-text"),
        (("announce", "text", "--withdraw"), "admin-text"),
        (("who", "--server", "1"), "admin-server"),
    ):
        assert code_of(run, *arguments) == code, arguments
    status, _, err = run("ban", "203.0.113.7")
    assert status == 2, "nobody is banned without a reason"
    assert "--why" in err


def test_the_program_itself(server: Server, folder: Path) -> None:
    """Found by the data folder, without any variable; in a pipe nothing is cut."""
    table, _, _ = together(server.url)
    listed = command(folder, "admin", "tables")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert table in listed.stdout
    shown = command(folder, "admin", "servers", "--json")
    (about,) = json.loads(shown.stdout)["servers"]
    assert about["pid"] == server.process.pid
    assert server.url.endswith(f":{about['port']}")
    assert about["database"] == str(folder / "wishstone" / "tables.sqlite")


def test_without_a_server(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WISHSTONE_ADMIN", str(tmp_path))
    for arguments in (("who",), ("servers",), ("ban", "203.0.113.7", "--why", "x")):
        assert code_of(run, *arguments) == "admin-none"
    assert str(tmp_path) in run("who")[2]


def test_a_server_that_was_killed_is_passed_over(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WISHSTONE_ADMIN", str(tmp_path / "wishstone" / "admin"))
    killed = Server(tmp_path, "--database", tmp_path / "killed.db")
    killed.end(signal.SIGKILL)
    assert len(list((tmp_path / "wishstone" / "admin").iterdir())) == 1
    assert code_of(run, "who") == "admin-none"
    with running(tmp_path, "--database", tmp_path / "killed.db"):
        assert len(told(run, "servers")["servers"]) == 1
        assert len(list((tmp_path / "wishstone" / "admin").iterdir())) == 1, "what was left is removed"
    assert list((tmp_path / "wishstone" / "admin").iterdir()) == [], "and in peace nothing is left"


def test_a_server_whose_folder_is_of_no_use_runs_without(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    with running(tmp_path, WISHSTONE_ADMIN=str(nowhere)) as server:
        assert http_request("GET", f"{server.url}/health").text == "alive\n"
    (line,) = [line for line in server.log if line["from"] == "wishstone.admin"]
    assert (line["level"], line["what"]) == ("warning", "operators cannot reach this server")
    assert str(nowhere) in line["reason"]


def test_servers_with_different_databases_are_told_apart(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WISHSTONE_ADMIN", str(tmp_path / "wishstone" / "admin"))
    with ExitStack() as stack:
        one, other = (stack.enter_context(running(tmp_path, "--database", tmp_path / f"{n}.db")) for n in range(2))
        table, _, _ = together(one.url)
        assert code_of(run, "tables") == "admin-several"
        ports = [each.url.rsplit(":", 1)[1] for each in (one, other)]
        assert table in done(run, "tables", "--server", ports[0])
        assert table not in done(run, "tables", "--server", ports[1])
        assert sorted(str(each["port"]) for each in told(run, "servers")["servers"]) == sorted(ports)


def test_two_servers_with_one_database_are_as_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_database: MakeDatabase
) -> None:
    """What is done at one holds at the other, and everybody at both is seen and told."""
    monkeypatch.setenv("WISHSTONE_ADMIN", str(tmp_path / "wishstone" / "admin"))
    database = make_database()

    async def whole(one: Server, other: Server) -> None:
        here, there = (int(each.url.rsplit(":", 1)[1]) for each in (one, other))
        ann = await open_table(one.url, "keltis-dice", ["me", "open"], player=PLAYER)
        code = ann.you["code"]
        await ann.connect()
        bob = await (await join_table(other.url, ann.table, code=code)).connect()
        people = told(run, "who")["people"]
        assert [(each["server"], each["seat"]) for each in people] == [(here, 0), (there, 1)]
        (row,) = told(run, "tables")["tables"]
        assert row["connected"] == 2
        assert [seat["address"] for seat in told(run, "table", ann.table)["seats"]] == ["127.0.0.1"] * 2

        report(other.url, ann.table, bob.secret, seat=1, about=0)
        assert len(told(run, "reports", "--server", here)["reports"]) == 1
        done(run, "announce", "to all", "--server", here)
        await ann.until(lambda: any("to all" in message for message in ann.received))
        await bob.until(lambda: any("to all" in message for message in bob.received))

        done(run, "ban", told(run, "who")["people"][0]["player"], "--why", "spam", "--server", there)
        assert ann.socket is not None
        await ann.socket.wait_closed()
        assert ann.socket.close_code == 4403
        wish = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann", "player": PLAYER}
        for url in (one.url, other.url):
            assert http_request("POST", f"{url}/api/tables", json=wish).json()["code"] == "banned"
        assert (await bob.do("ping"))["type"] == "pong"
        (ban,) = told(run, "bans", "--server", here)["bans"]
        done(run, "lift", ban["id"], "--why", "enough", "--server", here)
        while http_request("POST", f"{other.url}/api/tables", json=wish).status_code != 201:
            await asyncio.sleep(0.05)

        done(run, "close", ann.table, "--why", "enough", "--server", here)
        await bob.until(lambda: bob.is_over)
        assert bob.log[-2]["text"] == "enough"
        assert [each["act"] for each in told(run, "log", "--server", there)["acts"]] == [
            *("close", "lift", "ban", "announce")
        ]
        await ann.close()
        await bob.close()

    with running(tmp_path, "--database", database) as one, running(tmp_path, "--database", database) as other:
        asyncio.run(whole(one, other))


def test_spans_and_tables_as_they_are_written() -> None:
    assert [parse_span(text) for text in ("90s", "30m", "12h", "7d", "4w", "366d")] == [
        *(90, 1800, 43200, 604800, 2419200, 31622400)
    ]
    for text in ("", "7", "d", "-1d", "1.5h", "1 d", "07d", "1y", "999999999w", "367d", "٣d"):
        with pytest.raises(UsageError, match=r"no time"):
            parse_span(text)
    assert parse_table("https://example.org/t/0123456789abcdef#watch=x") == "0123456789abcdef"
    assert parse_table("nowhere") == "nowhere"


def test_every_sentence_in_both_languages() -> None:
    assert [key for key, texts in ADMIN_WORDS.items() if not all(texts)] == []
    values = [set(re.findall(r"{(\w+)}", text)) for texts in ADMIN_WORDS.values() for text in texts]
    assert values[::2] == values[1::2]
    assert LEXICON.words.keys() >= ADMIN_WORDS.keys()
