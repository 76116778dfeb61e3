"""Routes for reports: a player at a table, or what was said there, is reported to the operator."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from wishstone.game.words import LANGUAGES
from wishstone.server.http.access_control import check_seat
from wishstone.server.http.openapi import PROBLEMS
from wishstone.server.http.request_models import ReportRequest
from wishstone.server.http.table_routes import TableId, hub_of
from wishstone.server.live.networks import client_address
from wishstone.server.live.reports import Complaint, add_report
from wishstone.server.table.words import ANSWERS

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/tables/{id}/report", status_code=201)
async def report(id: TableId, wish: ReportRequest, request: Request) -> dict[str, Any]:
    """Tell the operator about a player or the chat of a table; they get the last lines of its chat with it."""
    hub = hub_of(request)
    live = await hub.get_table(id)
    check_seat(live, wish.seat, request)
    complaint = Complaint(wish.seat, wish.about, wish.reason, wish.text)
    made = await add_report(hub, live, complaint, client_address(request.scope))
    return {"report": made.id, "text": dict(zip(LANGUAGES, ANSWERS["report-thanks"], strict=True))}
