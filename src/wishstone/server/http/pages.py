"""Browser client: its files under a prefix with a hash of their content, and the one HTML page that refers to them.

`/v/HASH/…` never changes, so it is kept for ever. The page is asked for anew each time, and names the prefix of now.
Under the prefixes of other versions there is what `page_versions.py` has kept of them.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

import wishstone.web
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
IMPORTED = re.compile(r'^(?:import|export)\s(?:[^"\';()]*\sfrom\s)?"(\.{1,2}/[^"]+)";', re.MULTILINE)


class ClientFiles:
    """All files of the client as they were at one moment."""

    def __init__(self, folder: Path) -> None:
        names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]
        bodies = {name: (folder / name).read_bytes() for name in names if not NOT_SERVED.search(name)}
        page = (folder / PAGE).read_text(encoding="utf-8")
        self.bodies = {PAGE: page.encode(), **bodies}
        self.version = version_of(self.bodies)
        self.files = make_files(bodies)
        self.unversioned = {name: StaticContent(bodies[name], media_type(name)) for name in UNVERSIONED}
        boot = bodies[BOOT].decode()
        allowed = base64.b64encode(sha256(boot.encode()).digest()).decode()
        policy = CONTENT_SECURITY.replace("script-src 'self'", f"script-src 'self' 'sha256-{allowed}'")
        described = {"prefix": f"/v/{self.version}", "imports": import_graph(bodies)}
        before, between, after = PLACES.split(page)  # where the description belongs, and the boot script
        html = f"{before}{_in_html(described)}{between}<script>{boot}</script>{after}"
        html = html.replace("/v/VERSION/", f"/v/{self.version}/")
        self.page = StaticContent(html.encode(), "text/html", content_security_policy=policy)


def import_graph(bodies: dict[str, bytes]) -> dict[str, list[str]]:
    """The modules that each module imports before it runs, by their paths below `js/` without suffix."""
    graph = {}
    for name, body in bodies.items():
        if name.startswith("js/") and name.endswith(".js"):
            found = (posixpath.join(posixpath.dirname(name), each) for each in IMPORTED.findall(body.decode()))
            graph[_module(name)] = [_module(posixpath.normpath(each)) for each in found]
    return {name: needed for name, needed in graph.items() if needed}


def _module(name: str) -> str:
    return name.removeprefix("js/").removesuffix(".js")


def _in_html(content: object) -> str:
    """JSON that can stand between the tags of a script."""
    return json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")


class Site:
    """Answers for the page and the files of the client: as they were at the start, or with `watch` as they are now."""

    def __init__(self, others: PageVersions, folder: Path = FOLDER, watch: bool = False) -> None:
        self._others, self._folder, self._watch = others, folder, watch
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
        stats = [path.stat() for path in [*files, self._folder / PAGE]]
        return _read(self._folder, tuple((each.st_mtime_ns, each.st_size, each.st_ino) for each in stats))

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
def _read(folder: Path, _stats: tuple[tuple[int, int, int], ...]) -> ClientFiles:
    """The files of a folder, read again only if they were edited."""
    return ClientFiles(folder)


def add_pages(app: FastAPI, hub: Hub) -> Site:
    """Serve the browser client."""
    site = Site(PageVersions(hub.store, hub.now), watch=hub.settings.watch_page)
    for address in ADDRESSES:
        app.add_route(address, site.page, include_in_schema=False)
    for name in UNVERSIONED:
        app.add_route(f"/{name}", site.unversioned, include_in_schema=False)
    app.add_route("/v/{version}/{name:path}", site.file, include_in_schema=False)
    app.router.redirect_slashes = False  # an address has one form
    return site
