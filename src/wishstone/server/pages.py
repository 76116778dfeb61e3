"""Where does the page come from? From the files of the browser client, without the comments that only readers need."""

from __future__ import annotations

import os
import re
from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

import wishstone.web

FOLDER = Path(wishstone.web.__file__).parent
# What a browser has no use for: comments, types in comments, layout; in a module, what is in quotes is found too, and
# kept. A test has TypeScript read the same out of both, another has Chromium do so for the stylesheets.
COMMENTS = {
    ".js": re.compile(
        r"/\*\*.*?\*/ ?|^\s*//.*?\n|(?<=[;,{)]) // .*?$|(?<=[;},([{])\n\s*(?!\s*//)|^\s+|(?<=\{) (?=\S)|(?<=\S) (?=\})"
        r"|(?<=\)) (?=\{)|(?<=\bif) (?=\()|(?<=\bfor) (?=\()|(?<=[\w\"]:) (?=\S)"
        r"| (?=(?:[=?:]|=>|[=!]==|&&|\|\||\?\?) )|(?:(?<= [=?:])|(?<= [=!]==)|(?<= (?:=>|&&|\|\||\?\?))) "
        r'|("(?:[^"\\\n]|\\.)*")|(?<=[\w")\]}],) (?=[\w"({[!])',
        re.DOTALL | re.MULTILINE,
    ),
    ".css": re.compile(r"/\*.*?\*/|^\s+|;\s*(?=\})|(?<=[{};,:>~])\s+|\s+(?=[{}>~!])", re.DOTALL | re.MULTILINE),
    ".svg": re.compile(r"<!--.*?-->\n?", re.DOTALL),
    ".json": re.compile(r'\n|(?<=[^\\]":) '),
}
router = APIRouter(include_in_schema=False)


@router.get("/")
@router.get("/t/{what}")
@router.get("/rules/{what}")
@router.get("/learn/{what}")
@router.get("/replay")
@router.get("/replay/{what}")
@router.get("/you")
async def page(what: str = "") -> FileResponse:
    """The one page; it finds out by its address what to show."""
    return FileResponse(FOLDER / "index.html", headers={"cache-control": "no-cache"})


def add_pages(app: FastAPI) -> None:
    """Serve the browser client."""
    app.include_router(router)
    app.mount("/", Files(directory=FOLDER), name="web")


class Files(StaticFiles):
    """Files that a browser asks for anew only when they have changed; none of them is Python."""

    def lookup_path(self, path: str) -> tuple[str, object]:  # type: ignore[override]
        """Where a file is; what is no part of the page is not there."""
        if path.endswith((".py", ".pyc")) or "__pycache__" in path:
            return "", None
        return super().lookup_path(path)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The answer, with leave to keep it as long as it is asked about."""
        path = Path(full_path)
        if path.suffix not in COMMENTS:
            response: Response = super().file_response(full_path, stat_result, scope, status_code)
        else:
            text, tag = bare(path, stat_result.st_mtime_ns)
            response = Response(text, status_code, {"etag": tag}, guess_type(path.name)[0])
            if self.is_not_modified(response.headers, Headers(scope=scope)):
                response = NotModifiedResponse(response.headers)
        response.headers["cache-control"] = "no-cache"
        return response


@cache
def bare(path: Path, changed: int) -> tuple[bytes, str]:
    """A file without what only its readers need, and a tag for how it was when it changed."""
    kept = r"\1" if path.suffix == ".js" else ""
    text = COMMENTS[path.suffix].sub(kept, path.read_text(encoding="utf-8")).encode()
    return text, f'"{sha256(text).hexdigest()[:32]}"'
