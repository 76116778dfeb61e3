"""Versions of the page: each process has the files of all, as long as any of them is in use."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.clients import http_client, quick_settings, serving
from tests.server.databases import execute
from wishstone.games import GAMES
from wishstone.server.http import page_versions
from wishstone.server.http.page_versions import KEPT, PageVersions, pack, unpack, version_of
from wishstone.server.http.pages import FOLDER, ClientFiles
from wishstone.server.store.factory import open_store
from wishstone.server.store.interface import Store
from wishstone.server.store.rating import rate

NOW = 1_800_000_000_000
CLIENT = ClientFiles(FOLDER, GAMES.packages())
OTHER = {"index.html": b"<!doctype html>", "js/main.js": b"let old;", "old.css": b"main { color: red }"}


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = open_store(url, rate)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def test_what_one_process_has_kept_another_hands_out(url: str) -> None:
    async def work() -> None:
        async with opened(url) as store:
            await PageVersions(store, lambda: NOW).keep(OTHER)
            files = await PageVersions(store, lambda: NOW).files(version_of(OTHER))
            assert files is not None
            assert {name: content.body for name, content in files.items()} == {
                name: body for name, body in OTHER.items() if name != "index.html"
            }
            assert await PageVersions(store, lambda: NOW).files("0123456789abcdef") is None
            assert await PageVersions(store, lambda: NOW).files("../../etc/passwd") is None

    asyncio.run(work())


def test_a_version_is_dropped_a_week_after_the_last_process_that_had_it(url: str) -> None:
    async def work() -> None:
        async with opened(url) as store:
            for days, is_there in ((0, True), (6, True), (13.5, False)):  # at the second it was in use again
                now = NOW + int(days * 24 * 3600 * 1000)
                if days == 6:
                    await PageVersions(store, lambda now=now: now).keep(OTHER)  # type: ignore[misc]
                elif not days:
                    await PageVersions(store, lambda: NOW).keep(OTHER)
                await PageVersions(store, lambda now=now: now).keep(CLIENT.bodies)  # type: ignore[misc]
                assert (await store.page_files(version_of(OTHER)) is not None) == is_there, days
            assert await store.page_files(CLIENT.version) == pack(CLIENT.bodies)

    assert KEPT == 7 * 24 * 3600
    asyncio.run(work())


def test_files_that_are_not_what_their_hash_says_are_not_handed_out(url: str) -> None:
    async def work() -> None:
        async with opened(url) as store:
            await store.keep_page_files(version_of(OTHER), pack({**OTHER, "js/main.js": b"alert(1)"}), NOW)
            assert await PageVersions(store, lambda: NOW).files(version_of(OTHER)) is None

    asyncio.run(work())


def test_no_more_than_a_few_versions_are_in_memory(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "t.db")) as store:
            versions = PageVersions(store, lambda: NOW)
            for number in range(page_versions.MOST + 2):
                bodies = {**OTHER, "number": str(number).encode()}
                await versions.keep(bodies)
                assert await versions.files(version_of(bodies)) is not None
            assert len(versions._files) == page_versions.MOST

    asyncio.run(work())


def test_a_version_is_read_once_however_many_of_its_files_are_asked_for_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "t.db")) as store:
            versions, reads = PageVersions(store, lambda: NOW), 0
            await versions.keep(OTHER)
            read = store.page_files

            async def counted(version: str) -> bytes | None:
                nonlocal reads
                reads += 1
                return await read(version)

            store.page_files = counted  # type: ignore[method-assign]
            await asyncio.gather(*(versions.files(version_of(OTHER)) for _ in range(20)))
            assert reads == 1

    asyncio.run(work())


def test_the_hash_is_that_of_the_page(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(FOLDER, tmp_path / "web"))
    assert version_of(unpack(pack(CLIENT.bodies))) == CLIENT.version == ClientFiles(copy, GAMES.packages()).version
    (copy / "table.css").write_text("main { color: red }", encoding="utf-8")
    assert version_of(ClientFiles(copy, GAMES.packages()).bodies) != CLIENT.version


@pytest.mark.parametrize("watch", [False, True])
def test_a_server_keeps_its_own_files_unless_they_may_be_edited(tmp_path: Path, watch: bool) -> None:
    async def work() -> None:
        settings = quick_settings(str(tmp_path / "t.db"), watch_page=watch)
        hub_of_page = ""
        async with serving(settings) as (address, hub), http_client() as http:
            kept = await hub.store.page_files(CLIENT.version)
            assert (kept is None) == watch
            hub_of_page = (await http.get(f"{address}/ready")).json()["page"]
            await hub.store.keep_page_files(version_of(OTHER), pack(OTHER), hub.now())
            answer = await http.get(f"{address}/v/{version_of(OTHER)}/old.css")
            assert (answer.status_code, answer.content) == (200, OTHER["old.css"])
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["content-type"] == "text/css; charset=utf-8"
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            missing = await http.get(f"{address}/v/{version_of(OTHER)}/nothing.css")
            assert (missing.status_code, missing.json()["code"]) == (404, "not-found")
            page = await http.get(f"{address}/v/{version_of(OTHER)}/index.html")
            assert page.status_code == 404
        assert hub_of_page == ("" if watch else CLIENT.version)

    asyncio.run(work())


def test_two_processes_have_one_copy(make_database: object) -> None:
    async def work(url: str) -> None:
        settings = quick_settings(url)
        async with serving(settings), serving(settings):
            assert await execute(url, "SELECT version FROM page_files") == [(CLIENT.version,)]

    assert callable(make_database)
    asyncio.run(work(make_database()))
