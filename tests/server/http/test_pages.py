"""Delivery of the page: files are kept for ever under a prefix, the page is asked for anew, and all is compressed."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import os
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from tests.server.processes import running
from wishstone.games import GAMES
from wishstone.server.http.game_files import describe_games
from wishstone.server.http.page_versions import PageVersions
from wishstone.server.http.pages import ADDRESSES, FOLDER, IMPORTED, UNVERSIONED, ClientFiles, Site, import_graph
from wishstone.server.http.static_content import StaticContent, accepts_gzip
from wishstone.server.table.refusal import Missing

CLIENT = ClientFiles(FOLDER, GAMES.packages())
PREFIX = f"/v/{CLIENT.version}"
MODULES = {name: each for name, each in CLIENT.files.items() if Path(name).suffix in IMPORTED}
TYPES = {
    "js/main.js": "text/javascript; charset=utf-8",
    "table.css": "text/css; charset=utf-8",
    "symbols.svg": "image/svg+xml",
    "strings/start.de.json": "application/json",
}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Somebody who asks a server."""
    with (
        running(tmp_path_factory.mktemp("server")) as server,
        httpx.Client(base_url=server.url, trust_env=False) as client,
    ):
        yield client


# ── The page ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("address", [address.replace("{what}", "keltis") for address in ADDRESSES])
def test_every_address_has_the_one_page(http: httpx.Client, address: str) -> None:
    answer = http.get(address)
    assert answer.status_code == 200
    assert answer.text == CLIENT.page.body.decode()
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    head = http.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == answer.headers["content-length"]


def test_the_page_is_the_file_with_its_prefix_and_its_boot_script() -> None:
    page, source = CLIENT.page.body.decode(), (FOLDER / "index.html").read_text(encoding="utf-8")
    boot = (FOLDER / "js/boot.js").read_text(encoding="utf-8")
    assert "VERSION" not in page
    assert f"<script>{boot}</script>" in page
    assert page.count(f'"{PREFIX}/') == source.count('"/v/VERSION/') - 1
    told = json.loads(re.search(r'type="application/json">(.*?)</script>', page)[1])  # type: ignore[index]
    bodies = {name: each.body for name, each in CLIENT.files.items()}
    games = describe_games(GAMES.packages(), bodies)
    assert told == {"prefix": PREFIX, "imports": import_graph(bodies), "games": games}
    assert games["keltis-dice"] == {
        "title": {"en": "Keltis, the dice game", "de": "Keltis, das Würfelspiel"},
        "short": {"en": "The dice game", "de": "Das Würfelspiel"},
        "rules": "KD",
        "files": [f"keltis-dice.{each}" for each in ("cover.js", "css", "de.json", "en.json", "js", "svg")],
        "lesson": True,
    }


def test_the_policy_of_the_page_allows_its_boot_script_and_no_other(http: httpx.Client) -> None:
    answer = http.get("/")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    inline = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    allowed = [f"'sha256-{base64.b64encode(sha256(each.encode()).digest()).decode()}'" for each in inline]
    assert policy["script-src"].split() == ["'self'", *allowed]
    assert policy["default-src"] == "'none'"
    other = http.get("/api/games").headers["content-security-policy"]
    assert "script-src 'self';" in other


def test_a_page_that_has_not_changed_is_not_sent_again(http: httpx.Client) -> None:
    first = http.get("/")
    tag = first.headers["etag"]
    for told in (tag, f'"other", {tag}', "*", tag.removeprefix("W/")):
        again = http.get("/", headers={"if-none-match": told})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == "no-cache"
    assert http.get("/", headers={"if-none-match": '"other"'}).status_code == 200


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_file_of_the_client_is_there_for_ever_and_none_of_its_python(http: httpx.Client) -> None:
    served = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    served = {name for name in served if not name.endswith((".py", ".pyc", ".d.ts"))}
    for name in served - {"index.html", "package.json"}:
        answer = http.get(f"{PREFIX}/{name}")
        assert answer.status_code == 200, name
        assert answer.content == (FOLDER / name).read_bytes(), name
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["vary"] == "accept-encoding"
        head = http.head(f"{PREFIX}/{name}")
        assert (head.status_code, head.headers["content-length"]) == (200, answer.headers["content-length"])
    for name in ("__init__.py", "js/nothing.js", "..%2Fserver/http/app.py", "js/", "js/globals.d.ts", "package.json"):
        answer = http.get(f"{PREFIX}/{name}")
        assert answer.status_code == 404, name
        assert answer.json()["code"] == "not-found"


@pytest.mark.parametrize(("name", "kind"), TYPES.items())
def test_files_say_what_they_are(http: httpx.Client, name: str, kind: str) -> None:
    assert http.get(f"{PREFIX}/{name}").headers["content-type"] == kind


@pytest.mark.parametrize("path", [f"{PREFIX}/table.css", "/", "/sw.js", "/api/words/keltis", "/api/games"])
def test_what_is_sent_is_compressed_for_those_who_can_read_it(http: httpx.Client, path: str) -> None:
    plain = http.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(plain.content)
    for unread in ("gzip;q=0", "br, zstd", "gzip; q=0.0, deflate", "*;q=0"):
        assert "content-encoding" not in http.get(path, headers={"accept-encoding": unread}).headers, unread
    for read in ("gzip", "br, GZIP;q=0.5", "*", "deflate, x-gzip"):
        with http.stream("GET", path, headers={"accept-encoding": read}) as answer:
            sent = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip", read
        assert int(answer.headers["content-length"]) == len(sent) < len(plain.content)
        assert gzip.decompress(sent) == plain.content


def test_what_compression_makes_larger_is_sent_as_it_is() -> None:
    small = StaticContent(b"{}", "application/json")
    answer = small.response(request(accept_encoding="gzip"))
    assert answer.body == b"{}"
    assert "content-encoding" not in answer.headers


def test_nobody_who_says_nothing_is_sent_gzip() -> None:
    assert not accepts_gzip({})
    assert not accepts_gzip({"accept-encoding": "gzip;q=nonsense;q=0"})
    assert accepts_gzip({"accept-encoding": "gzip;q=nonsense"})


@pytest.mark.parametrize("name", UNVERSIONED)
def test_files_that_are_asked_for_without_a_version_stay_where_they_are(http: httpx.Client, name: str) -> None:
    answer = http.get(f"/{name}")
    assert answer.content == (FOLDER / name).read_bytes()
    assert answer.headers["cache-control"] == "no-cache"
    assert http.get(f"/{name}", headers={"if-none-match": answer.headers["etag"]}).status_code == 304


def test_a_version_that_nobody_had_is_refused_with_a_code_and_nobody_keeps_that(http: httpx.Client) -> None:
    answer = http.get("/v/0123456789abcdef/js/main.js")
    assert answer.status_code == 404
    assert answer.json()["code"] == "other-version"
    assert answer.headers["cache-control"] == "no-store"


def test_what_is_nowhere_is_refused_with_a_code(http: httpx.Client) -> None:
    for path in ("/nothing", "/js/main.js", "/__init__.py", "/you/", "/v/", f"/v/{CLIENT.version}"):
        answer = http.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["code"] == "not-found"
    answer = http.post("/")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


# ── Versions ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The client's files, to be edited."""
    return Path(shutil.copytree(FOLDER, tmp_path / "web"))


class NoOthers(PageVersions):
    """Nobody else has had a page."""

    def __init__(self) -> None: ...

    async def files(self, version: str) -> None: ...


NO_OTHERS = NoOthers()


def request(path: str = "/", **headers: str) -> Request:
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": path, "headers": told})


def test_the_version_is_that_of_the_content(copy: Path) -> None:
    assert ClientFiles(copy, GAMES.packages()).version == CLIENT.version
    (copy / "notes.py").write_text("nothing of the client", encoding="utf-8")
    os.utime(copy / "table.css", (1, 1))
    assert ClientFiles(copy, GAMES.packages()).version == CLIENT.version
    versions = {CLIENT.version}
    for name in ("table.css", "js/main.js", "js/boot.js", "index.html", "strings/start.de.json"):
        file = copy / name
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        versions.add(ClientFiles(copy, GAMES.packages()).version)
    (copy / "table.css").rename(copy / "tables.css")
    versions.add(ClientFiles(copy, GAMES.packages()).version)
    assert len(versions) == 7


def test_a_server_shows_what_it_began_with_unless_it_watches(copy: Path) -> None:
    still, watching = Site(NO_OTHERS, copy), Site(NO_OTHERS, copy, watch=True)
    (copy / "table.css").write_text("main { color: red }", encoding="utf-8")
    before = asyncio.run(still.page(request())).body
    assert before == CLIENT.page.body
    after = bytes(asyncio.run(watching.page(request())).body)
    version = re.search(rb"/v/(\w+)/table", after.replace(b"tokens", b"table"))
    assert version is not None
    assert version[1].decode() != CLIENT.version
    asked = request()
    asked.scope["path_params"] = {"version": version[1].decode(), "name": "table.css"}
    assert asyncio.run(watching.file(asked)).body == b"main { color: red }"
    with pytest.raises(Missing, match="another version"):
        asyncio.run(still.file(asked))


# ── Imports ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_imports_are_found_as_they_are_written() -> None:
    text = """// Begin.
import { a } from "./a.js";
import {
  b,
  c,
} from "../far/b.js";
import "./c.js";
export { d } from "./d.js";
/** @typedef {import("./e.js").E} E */
const f = () => import("./f.js");
const text = 'import { g } from "./g.js";';
export function from() { return "./h.js"; }
"""
    imported = ["js/near/a.js", "js/far/b.js", "js/near/c.js", "js/near/d.js"]
    others = dict.fromkeys([*imported, "js/near/e.js", "js/near/f.js", "games/x/y.css", "games/x/z.css"], b"let a;")
    style = b'/* Begin. */\n@import "./y.css";\n@import "../../../secret.css";\n'
    assert import_graph({**others, "js/near/main.js": text.encode(), "games/x/x.css": style}) == {
        "js/near/main.js": imported,
        "games/x/x.css": ["games/x/y.css"],  # what leaves the client is nobody's file
    }


def test_every_import_leads_to_a_module() -> None:
    graph = import_graph({name: each.body for name, each in CLIENT.files.items()})
    assert graph["js/main.js"]
    written = {name: IMPORTED[Path(name).suffix].findall(each.body.decode()) for name, each in MODULES.items()}
    assert {name: len(needed) for name, needed in graph.items()} == {
        name: len(each) for name, each in written.items() if each
    }
