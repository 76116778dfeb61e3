"""Browser client: its files under a prefix with a hash of their content, and the one HTML page that refers to them.

`/v/HASH/…` never changes, so it is kept for ever. The page is asked for anew each time, and names the prefix of now.
Under the prefixes of other versions there is what `page_versions.py` has kept of them.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

import wishstone.web
from wishstone.game.package import GamePackage
from wishstone.games import GAMES
from wishstone.server.http.game_files import describe_games, read_game_files, watched_files
from wishstone.server.http.middleware import CONTENT_SECURITY
from wishstone.server.http.page_versions import PAGE, PageVersions, make_files, media_type, version_of
from wishstone.server.http.static_content import StaticContent
from wishstone.server.live.hub import Hub
from wishstone.server.table.refusal import Missing

FOLDER = Path(wishstone.web.__file__).parent
BOOT = "js/boot.js"  # in the page itself, so that nothing has to be fetched before it runs
ADDRESSES = ("/", "/t/{what}", "/rules/{what}", "/learn/{what}", "/replay", "/replay/{what}", "/you")
PLACES = re.compile(
    rf'(?<=<script id="client" type="application/json">)\s*{{}}\s*|<script src="/v/VERSION/{BOOT}"></script>'
)
# Asked for by browsers and systems that know of no version: at an address that stays.
UNVERSIONED = ("icon.svg", "icon-maskable.svg", "manifest.webmanifest", "sw.js")
NOT_SERVED = re.compile(r"\.pyc?$|\.d\.ts$|^package\.json$|^index\.html$")
# Statements alone: what is imported later by `import(…)`, or named in a comment, is not needed at once.
IMPORTED = {
    ".js": re.compile(r'^(?:import|export)\s(?:[^"\';()]*\sfrom\s)?"(\.{1,2}/[^"]+)";', re.MULTILINE),
    ".css": re.compile(r'^@import "(\.{1,2}/[^"]+)";', re.MULTILINE),
}


class ClientFiles:
    """All files of the client as they were at one moment, those of games among them."""

    def __init__(self, folder: Path, packages: Iterable[GamePackage]) -> None:
        packages = tuple(packages)
        names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]
        bodies = {name: (folder / name).read_bytes() for name in names if not NOT_SERVED.search(name)}
        bodies |= read_game_files(packages)
        page = (folder / PAGE).read_text(encoding="utf-8")
        self.bodies = {PAGE: page.encode(), **bodies}
        self.version = version_of(self.bodies)
        self.files = make_files(bodies)
        self.unversioned = {name: StaticContent(bodies[name], media_type(name)) for name in UNVERSIONED}
        boot = bodies[BOOT].decode()
        allowed = base64.b64encode(sha256(boot.encode()).digest()).decode()
        policy = CONTENT_SECURITY.replace("script-src 'self'", f"script-src 'self' 'sha256-{allowed}'")
        described = {
            "prefix": f"/v/{self.version}",
            "imports": import_graph(bodies),
            "games": describe_games(packages, bodies),
        }
        before, between, after = PLACES.split(page)  # where the description belongs, and the boot script
        html = f"{before}{_in_html(described)}{between}<script>{boot}</script>{after}"
        html = html.replace("/v/VERSION/", f"/v/{self.version}/")
        self.page = StaticContent(html.encode(), "text/html", content_security_policy=policy)


def import_graph(bodies: dict[str, bytes]) -> dict[str, list[str]]:
    """The files that each module or stylesheet imports before it is of use, by their names; none that is not there."""
    graph = {}
    for name, body in bodies.items():
        folder, suffix = posixpath.dirname(name), posixpath.splitext(name)[1]
        if suffix in IMPORTED:
            found = IMPORTED[suffix].findall(body.decode(errors="replace"))
            needed = (posixpath.normpath(posixpath.join(folder, each)) for each in found)
            graph[name] = [each for each in needed if each in bodies]
    return {name: needed for name, needed in graph.items() if needed}


def _in_html(content: object) -> str:
    """JSON that can stand between the tags of a script."""
    return json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")


class Site:
    """Answers for the page and the files of the client: as they were at the start, or with `watch` as they are now."""

    def __init__(
        self,
        others: PageVersions,
        folder: Path = FOLDER,
        watch: bool = False,
        packages: Iterable[GamePackage] | None = None,
    ) -> None:
        self._others, self._folder, self._watch = others, folder, watch
        self._packages = tuple(GAMES.packages() if packages is None else packages)
        self._client = self._read()

    @property
    def version(self) -> str:
        """The version of the page that is handed out."""
        return self._client.version

    async def share(self) -> None:
        """Keep our files where other processes find them. Edited ones are nobody else's."""
        if not self._watch:
            await self._others.keep(self._client.bodies)

    async def share_hourly(self) -> None:
        """See that our files stay there."""
        if not self._watch:
            await self._others.keep_hourly(self._client.bodies)

    def _read(self) -> ClientFiles:
        files = [path for path in self._folder.rglob("*") if path.is_file() and not NOT_SERVED.search(path.name)]
        stats = [path.stat() for path in [*files, self._folder / PAGE, *watched_files(self._packages)]]
        return _read(
            self._folder, self._packages, tuple((each.st_mtime_ns, each.st_size, each.st_ino) for each in stats)
        )

    async def page(self, request: Request) -> Response:
        """The one page; it finds out by its address what to show."""
        if self._watch:
            self._client = self._read()
        return self._client.page.response(request)

    async def unversioned(self, request: Request) -> Response:
        """A file whose address stays."""
        return self._client.unversioned[request.url.path.removeprefix("/")].response(request)

    async def file(self, request: Request) -> Response:
        """A file of this version, or of another one that is known; a page of any other has to start anew."""
        version = request.path_params["version"]
        files = self._client.files if version == self._client.version else await self._others.files(version)
        if files is None:
            raise Missing("other-version")
        if (content := files.get(request.path_params["name"])) is None:
            raise Missing("not-found")
        return content.response(request)


@lru_cache(maxsize=2)
def _read(folder: Path, packages: tuple[GamePackage, ...], _stats: tuple[tuple[int, int, int], ...]) -> ClientFiles:
    """The files of a folder and of games, read again only if they were edited."""
    return ClientFiles(folder, packages)


def add_pages(app: FastAPI, hub: Hub) -> Site:
    """Serve the browser client."""
    served = [hub.games.find(about.id) for about in hub.games.catalogue()]
    site = Site(PageVersions(hub.store, hub.now), watch=hub.settings.watch_page, packages=served)
    for address in ADDRESSES:
        app.add_route(address, site.page, include_in_schema=False)
    for name in UNVERSIONED:
        app.add_route(f"/{name}", site.unversioned, include_in_schema=False)
    app.add_route("/v/{version}/{name:path}", site.file, include_in_schema=False)
    app.router.redirect_slashes = False  # an address has one form
    return site
