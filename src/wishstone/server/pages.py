"""Where does the page come from? From the files of the browser client, as they are."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

import wishstone.web

FOLDER = Path(wishstone.web.__file__).parent
router = APIRouter(include_in_schema=False)


@router.get("/")
@router.get("/t/{id}")
async def page(id: str = "") -> FileResponse:
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

    def file_response(self, *arguments: object, **more: object) -> object:  # type: ignore[override]
        """The answer, with leave to keep it as long as it is asked about."""
        response = super().file_response(*arguments, **more)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response
