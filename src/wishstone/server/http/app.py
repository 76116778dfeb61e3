"""ASGI application: routes, middleware and error handlers around a hub, and what starts and ends with them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Match, WebSocketRoute

from wishstone import __version__
from wishstone.game.errors import WishstoneError
from wishstone.server.http.finished_game_routes import router as after_router
from wishstone.server.http.learning_routes import router as learning
from wishstone.server.http.middleware import RECORDS, RequestGuard
from wishstone.server.http.occupancy import Occupancy
from wishstone.server.http.openapi import ANYWHERE, PROBLEMS, build_schema
from wishstone.server.http.pages import Site, add_pages
from wishstone.server.http.report_routes import router as reporting
from wishstone.server.http.request_models import Readiness
from wishstone.server.http.table_routes import router
from wishstone.server.http.websocket_endpoint import WebSocketEndpoint
from wishstone.server.live.hub import Hub
from wishstone.server.live.retention import run_hourly
from wishstone.server.live.reviews import ReviewService
from wishstone.server.store.interface import StoreDown
from wishstone.server.table.refusal import Busy, Missing, Refusal, error_to_json

log = logging.getLogger("wishstone.app")

METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")  # and HEAD wherever GET is


def make_app(hub: Hub, occupancy: Occupancy) -> FastAPI:
    """Build the ASGI application around a hub."""
    app = FastAPI(title="Wishstone", version=__version__, lifespan=_lifespan, docs_url=None, redoc_url=None)
    app.openapi = partial(build_schema, app)  # type: ignore[method-assign] # as FastAPI has it
    app.state.hub = hub
    app.state.steps = OrderedDict()  # of finished games, by table and seat
    app.state.reviews = ReviewService(hub)
    app.include_router(router)
    app.router.routes.append(WebSocketRoute(WebSocketEndpoint.PATH, WebSocketEndpoint(hub)))
    app.include_router(learning)
    app.include_router(after_router)
    app.include_router(reporting)
    _add_operation_routes(app, hub, occupancy)
    app.state.site = add_pages(app, hub)
    hub.page_version = "" if hub.settings.watch_page else app.state.site.version
    app.add_exception_handler(WishstoneError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(StoreDown, _store_down)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(RequestGuard, hub=hub, occupancy=occupancy)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the database, resume what was under way, and compile in the background; at the end, close everything."""
    hub: Hub = app.state.hub
    site: Site = app.state.site
    await hub.open()
    await site.share()
    if hub.settings.compile:
        hub.bot_pool.start()
    work = [
        hub.resume(),
        hub.follow_changes(),
        hub.sweep(),
        run_hourly(hub),
        site.share_hourly(),
        *([compile_games(hub)] if hub.settings.compile else []),
    ]
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        with suppress(Exception):
            await asyncio.gather(*tasks, return_exceptions=True)
        await hub.close()
        await hub.store.close()


async def compile_games(hub: Hub) -> None:
    """Compile the rules of all games in worker processes, and switch the tables to them as they become ready."""
    games = [about.id for about in hub.games.catalogue()]
    async for game in hub.bot_pool.compile_games(games):
        try:
            await asyncio.gather(asyncio.to_thread(hub.games.read_compiled, game), hub.bot_pool.load_compiled(game))
        except Exception as error:  # the others are compiled all the same
            if not hub.note_failure(error):
                log.exception("a compiled game could not be loaded and stays interpreted", extra={"game": game})
        else:
            hub.use_compiled(game)
    hub.games.interpreted.update(set(games) - hub.games.compiled)


# ── Operation ────────────────────────────────────────────────────────────────────────────────────────────────────


def _add_operation_routes(app: FastAPI, hub: Hub, occupancy: Occupancy) -> None:
    @app.get("/health", response_class=PlainTextResponse, responses=ANYWHERE)
    async def health() -> str:
        """Whether the server runs."""
        return "alive\n"

    unready = {"model": Readiness, "description": "nothing can be stored right now"}

    @app.get("/ready", responses={**ANYWHERE, 503: unready}, response_model_exclude_none=True)
    async def ready(response: Response) -> Readiness:
        """Whether the server can be used: it is not about to end, and the database answers.

        Games that are not compiled yet are merely slower, and limits that are not shared merely larger.
        """
        well = not hub.is_draining and await hub.store.is_available()
        if not well:
            response.status_code = 503
        return Readiness(
            ready=well,
            compiled=sorted(hub.games.compiled),
            games=[about.id for about in hub.games.catalogue()],
            version=__version__,
            page=hub.page_version,
            shared_limits=hub.limits.are_shared,
        )

    @app.get("/metrics", response_class=PlainTextResponse, responses={**ANYWHERE, 503: PROBLEMS[503]})
    async def numbers() -> str:
        """Metrics for Prometheus."""
        return hub.metrics.to_prometheus(
            {
                "wishstone_transports": ("connections of any kind, silent ones too", occupancy.total),
                "wishstone_transports_most": ("connections that there can be", occupancy.capacity),
                "wishstone_live_tables": ("tables in memory", len(hub.live_tables)),
                "wishstone_open_tables": ("tables that are not over", await hub.store.count_open_tables()),
                "wishstone_moves_total": ("moves stored", hub.moves),
                "wishstone_reports_total": ("reports that players made", hub.metrics.reports),
                "wishstone_reports_waiting": ("reports that wait for an operator", await hub.store.count_reports()),
                "wishstone_thinking": ("positions that bots think about or that wait", hub.bot_pool.pending),
            },
            hub.page_version,
            hub.bot_pool.waiting,
        )


# ── Answers to what goes wrong ───────────────────────────────────────────────────────────────────────────────────


def _json_error(request: Request, error: WishstoneError) -> JSONResponse:
    status = error.status if isinstance(error, Refusal) else 422
    request.app.state.hub.metrics.refusals[error.code] += 1
    return JSONResponse(error_to_json(error), status)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, WishstoneError)
    return _json_error(request, error)


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(each) for each in first["loc"])
    return _json_error(request, Refusal("malformed", 422, reason=f"{where[:200]}: {first['msg']}"))


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        answer = _json_error(request, Refusal("wrong-method", 405))
    elif error.status_code == 404:
        answer = _json_error(request, Missing("not-found"))
    elif error.status_code == 413:
        limits = request.app.state.hub.settings.limits
        most = limits.record_bytes if request.url.path == RECORDS else limits.body_bytes
        answer = _json_error(request, Refusal("too-large", 413, most=most))
    elif error.status_code == 429:
        answer = _json_error(request, Busy("too-fast", seconds=1))
    else:
        answer = _json_error(request, Refusal("malformed", error.status_code, reason=str(error.detail)[:200]))
    answer.headers.update(error.headers or {})
    if error.status_code == 405:
        answer.headers["allow"] = ", ".join(_allowed_methods(request))  # Starlette names only the first route's
    return answer


def _allowed_methods(request: Request) -> list[str]:
    """The HTTP methods that an address supports."""
    scopes = {method: {**request.scope, "method": method} for method in METHODS}
    found = {
        name
        for name, scope in scopes.items()
        if any(each.matches(scope)[0] is Match.FULL for each in request.app.routes)
    }
    return sorted(found | ({"HEAD"} if "GET" in found else set()))


async def _gone(request: Request, error: Exception) -> Response:
    """Whoever asked hung up before the request was here whole: there is nobody to answer, and nothing to note."""
    return Response(status_code=400)


async def _store_down(request: Request, error: Exception) -> Response:
    return _json_error(request, Refusal("store-down", 503))


async def _failed(request: Request, error: Exception) -> Response:
    if (refusal := request.app.state.hub.note_failure(error)) is not None:
        return _json_error(request, refusal)
    log.error("a request failed", exc_info=error, extra={"path": request.url.path[:200]})
    return _json_error(request, Refusal("failed", 500))
