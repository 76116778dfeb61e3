"""Routes for finished games: step-by-step replay, review, sandboxes, and games from an uploaded record."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from wishstone.server.http.access_control import can_view, set_seat_cookie
from wishstone.server.http.openapi import PROBLEMS
from wishstone.server.http.request_models import Name, RequestModel, SeatNumber
from wishstone.server.http.table_routes import TableId, check_openings, hub_of
from wishstone.server.live import temporary_tables
from wishstone.server.live.hub import Hub
from wishstone.server.live.networks import client_address
from wishstone.server.live.reviews import ReviewService
from wishstone.server.table import history_views, views
from wishstone.server.table.refusal import Missing, Refusal
from wishstone.server.table.state import NOBODY, TableState
from wishstone.server.table.visible_text import check_name

EVERYTHING = -2  # as a seat: a viewer from whom nothing is hidden
AT_ONCE = 16  # events to encode before other tasks run
KEPT = 16 * 2**20  # bytes of the cache of encoded games

StepsKey = tuple[str, int, bool]  # table, seat, with views

router = APIRouter(prefix="/api", responses=PROBLEMS)


class SandboxRequest(RequestModel):
    """Where a sandbox starts: after `keep` events of a finished game, for one of its seats."""

    keep: Annotated[int, Field(ge=0, le=1 << 31)]
    seat: SeatNumber
    name: Name


@router.get("/tables/{id}/steps")
async def steps(
    id: TableId,
    request: Request,
    seat: Annotated[int, Query(ge=EVERYTHING, le=9)] = EVERYTHING,
    with_views: Annotated[bool, Query(alias="views")] = True,
) -> Response:
    """A finished game event by event, as a seat saw it at the time (-1: an onlooker, -2: everything open).

    Without `views` there are only the scores.
    """
    _, table = await _finished_table(request, id)
    if seat >= len(table.seats):
        raise Refusal("seat-wrong", 422, seat=seat, last=len(table.seats) - 1)
    known: OrderedDict[StepsKey, bytes] = request.app.state.steps
    key = table.id, seat, with_views
    told = known.get(key)
    if told is None:
        told = await _encode_steps(table, None if seat == EVERYTHING else seat, with_views)
        cache_steps(known, key, told)
    scene = views.encode(views.scene(table, [False] * len(table.seats), 0))
    about = views.encode(views.about(table))
    raw = {"about": msgspec.Raw(about), "scene": msgspec.Raw(scene), "steps": msgspec.Raw(told)}
    return Response(views.encode(raw), media_type="application/json")


def cache_steps(known: OrderedDict[StepsKey, bytes], key: StepsKey, told: bytes) -> None:
    """Cache the encoded steps of a game, and drop the oldest ones once the cache is full."""
    known[key] = told
    while len(known) > 1 and sum(map(len, known.values())) > KEPT:
        known.popitem(last=False)


async def _encode_steps(table: TableState, seat: int | None, with_views: bool) -> bytes:
    """Encode all steps, and let other tasks run in between."""
    found = []
    for number, step in enumerate(history_views.steps(table, seat, with_views)):
        found.append(msgspec.Raw(views.encode(step)))
        if number % AT_ONCE == AT_ONCE - 1:
            await asyncio.sleep(0)
    return views.encode(found)


@router.post("/tables/{id}/review")
async def review(id: TableId, request: Request) -> dict[str, Any]:
    """How lucky each seat was in a finished game, and which moves cost most; the first request starts the review."""
    hub, table = await _finished_table(request, id)
    reviews: ReviewService = request.app.state.reviews
    address = client_address(request.scope)
    if reviews.needs_review(table):
        await hub.limits.reviews.spend_from(address)
    return reviews.get_or_start(table, hub.origins.origin_of(address)).to_json()


@router.post("/tables/{id}/sandbox", status_code=201)
async def sandbox(id: TableId, wish: SandboxRequest, request: Request, response: Response) -> dict[str, Any]:
    """Go on with a finished game in another way, at a new table, with what the seat could not know dealt anew."""
    hub, table = await _finished_table(request, id)
    name = check_name(wish.name, hub.settings.limits.name_length)
    await check_openings(request)
    origin = hub.origins.origin_of(client_address(request.scope))
    live, secret = await temporary_tables.open_sandbox(hub, table, wish.keep, wish.seat, name, origin)
    set_seat_cookie(request, response, live.table.id, wish.seat, secret)
    return {"table": live.table.id, "seat": wish.seat, "secret": secret}


RECORD_BODY = {
    "requestBody": {
        "required": True,
        "description": "a record, as `/api/tables/{id}/record` gives it and docs/record.md describes it",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


@router.post("/records", status_code=201, openapi_extra=RECORD_BODY)
async def read_record(request: Request, response: Response) -> dict[str, Any]:
    """Check an uploaded record, and keep its game for a day as a finished table."""
    hub = hub_of(request)
    content = await request.body()
    await check_openings(request)
    origin = hub.origins.origin_of(client_address(request.scope))
    live, watch = await temporary_tables.open_record(hub, content, origin)
    set_seat_cookie(request, response, live.table.id, NOBODY, watch)
    return {"table": live.table.id, "watch": watch}


async def _finished_table(request: Request, id: str) -> tuple[Hub, TableState]:
    """A table that is over and that the request may see; a game that still runs is refused here."""
    hub = hub_of(request)
    live = await hub.get_table(id)
    if not await can_view(hub, live, request):
        raise Missing("no-table")
    if live.table.status != "over" or live.table.match is None:
        raise Refusal("table-not-over")
    return hub, live.table
