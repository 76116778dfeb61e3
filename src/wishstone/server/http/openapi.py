"""OpenAPI schema: the error answers and security schemes that `/openapi.json` lists beyond the routes themselves."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from wishstone.server.http.request_models import Problem

PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "what was sent is not HTTP or JSON"},
    401: {"model": Problem, "description": "a player key is needed"},
    403: {"model": Problem, "description": "the one who asks may not"},
    404: {"model": Problem, "description": "there is no such thing, or none that the one who asks may know of"},
    408: {"model": Problem, "description": "the request was not here whole in time"},
    409: {"model": Problem, "description": "it cannot be done as things stand"},
    413: {"model": Problem, "description": "too large"},
    421: {"model": Problem, "description": "the server does not know the name by which it was asked for"},
    422: {"model": Problem, "description": "what was sent is not as it must be"},
    429: {"model": Problem, "description": "too much in too short a time"},
    431: {"model": Problem, "description": "the head of the request is too large"},
    503: {"model": Problem, "description": "nothing can be stored right now"},
}
ANYWHERE: dict[int | str, dict[str, Any]] = {status: PROBLEMS[status] for status in (400, 408, 413, 429, 431)}

SCHEMES = {
    "seat-cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "wishstone-TABLE-SEAT",
        "description": "the secret of a seat, as a browser has it: TABLE is the table's id, SEAT the seat's number, or "
        "`watch` for onlookers; over TLS the name begins with `__Host-`",
    },
    "seat-secret": {
        "type": "http",
        "scheme": "bearer",
        "description": "the secret of a seat or of onlookers, as a program has it: `Authorization: Bearer SECRET`",
    },
    "player-key": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "the player key, 16 to 100 characters that its owner has chosen: `Authorization: Player KEY`",
    },
}
PLAYER: list[dict[str, list[str]]] = [{"player-key": []}]
SEAT: list[dict[str, list[str]]] = [{"seat-cookie": []}, {"seat-secret": []}, {}]  # {}: none, for public tables
WITHOUT = ("/api/tables/{id}/session",)  # here the secret is in the body


def build_schema(app: FastAPI) -> dict[str, Any]:
    """Build the OpenAPI schema, once."""
    if app.openapi_schema is None:
        told = get_openapi(title=app.title, version=app.version, routes=app.routes)
        told["components"]["securitySchemes"] = SCHEMES
        for path, operations in told["paths"].items():
            for operation in operations.values():
                if path.startswith("/api/player"):
                    operation["security"] = PLAYER
                elif path.startswith("/api/tables/{id}") and path not in WITHOUT:
                    operation["security"] = SEAT
        app.openapi_schema = told
    return app.openapi_schema
