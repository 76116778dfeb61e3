"""Static files: serves the browser client."""

from __future__ import annotations

import os
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import wishstone.web

FOLDER = Path(wishstone.web.__file__).parent
router = APIRouter(include_in_schema=False)


@router.get("/")
@router.get("/t/{what}")
@router.get("/rules/{what}")
@router.get("/learn/{what}")
@router.get("/replay")
@router.get("/replay/{what}")
@router.get("/you")
async def page(what: str = "") -> FileResponse:
    """The client's single page; it decides by its address what to show."""
    return FileResponse(FOLDER / "index.html", headers={"cache-control": "no-cache"})


def add_pages(app: FastAPI) -> None:
    """Serve the browser client."""
    app.include_router(router)
    app.mount("/", ClientFiles(directory=FOLDER), name="web")


class ClientFiles(StaticFiles):
    """Static files that a browser revalidates before it uses them; Python files are not served."""

    def lookup_path(self, path: str) -> tuple[str, object]:  # type: ignore[override]
        """Find a file of the page; anything else does not exist."""
        if path.endswith((".py", ".pyc")) or "__pycache__" in path:
            return "", None
        return super().lookup_path(path)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, to be cached but revalidated."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response
