"""Page versions: the files of every version of the browser client that is in use, kept in the database.

Behind one address, processes of two versions hand out pages of two versions, and a page may stay open for days. It asks
whoever answers for files under the hash of its own, so every process has to have the files of all.
"""

from __future__ import annotations

import asyncio
import logging
import mimetypes
import posixpath
import re
import zlib
from collections.abc import Callable, Mapping
from hashlib import sha256

import msgspec

from wishstone.server.http.static_content import StaticContent
from wishstone.server.live.rate_limits import HOUR
from wishstone.server.store.interface import Store, StoreDown

log = logging.getLogger("wishstone.pages")

PAGE = "index.html"
FOREVER = "public, max-age=31536000, immutable"
MEDIA_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
VERSION = re.compile("[0-9a-f]{16}")
KEPT = 7 * 24 * HOUR  # seconds, once no process has a version as its own any more
MOST = 3  # versions of other processes in memory

Bodies = Mapping[str, bytes]  # of the files by name, the page among them
Files = Mapping[str, StaticContent]


def version_of(bodies: Bodies) -> str:
    """The hash under which the files are served."""
    content = sha256(bodies[PAGE])
    for name, body in bodies.items():
        if name != PAGE:
            content.update(f"\0{name}\0{len(body)}\0".encode() + body)
    return content.hexdigest()[:16]


def make_files(bodies: Bodies) -> dict[str, StaticContent]:
    """The files as they are handed out."""
    return {name: StaticContent(body, media_type(name), FOREVER) for name, body in bodies.items() if name != PAGE}


def media_type(name: str) -> str:
    """The media type of a file, whatever the system that it runs on knows of it."""
    suffix = posixpath.splitext(name)[1]
    return MEDIA_TYPES.get(suffix) or mimetypes.guess_type(name, strict=True)[0] or "application/octet-stream"


def pack(bodies: Bodies) -> bytes:
    """All files of a version, as they are stored."""
    return zlib.compress(msgspec.msgpack.encode(dict(bodies)), 9)


def unpack(packed: bytes) -> dict[str, bytes]:
    """The files of a version, from how they are stored."""
    return msgspec.msgpack.decode(zlib.decompress(packed), type=dict[str, bytes])


class PageVersions:
    """The files of other processes' versions, as they are asked for; and our own, for them."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._files: dict[str, Files] = {}  # the latest read at the end
        self._reading = asyncio.Lock()

    async def keep(self, bodies: Bodies) -> None:
        """Keep our own files for other processes, and drop those that no process has had for long."""
        packed = await asyncio.to_thread(pack, bodies)
        now = self._now()
        try:
            await self._store.keep_page_files(version_of(bodies), packed, now)
            await self._store.drop_page_files(now - KEPT * 1000)
        except StoreDown:
            log.warning("the database does not answer")

    async def keep_hourly(self, bodies: Bodies) -> None:
        """Say once an hour that our own files are still in use."""
        while True:
            await asyncio.sleep(HOUR)
            await self.keep(bodies)

    async def files(self, version: str) -> Files | None:
        """The files of a version that some process has had; None if there are none."""
        if not VERSION.fullmatch(version):
            return None
        async with self._reading:  # a page asks for many at once
            if version not in self._files:
                packed = await self._store.page_files(version)
                found = await asyncio.to_thread(_read, version, packed) if packed else None
                if found is None:
                    return None
                self._files[version] = found
                if len(self._files) > MOST:
                    del self._files[next(iter(self._files))]
            return self._files[version]


def _read(version: str, packed: bytes) -> Files | None:
    """The files of a version from how they are stored, if they are the ones that its hash is of."""
    bodies = unpack(packed)
    if version_of(bodies) != version:
        log.error("the files of a page are damaged", extra={"version": version})
        return None
    return make_files(bodies)
