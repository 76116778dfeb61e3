"""Routes for tables: open, find and join one, its record and its replay. The game is played over the WebSocket."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response, WebSocket

from wishstone.bots.levels import LEVELS
from wishstone.bots.policies import policy_of
from wishstone.game.package import GamePackage
from wishstone.game.words import LANGUAGES
from wishstone.games import load
from wishstone.server.http.access_control import (
    can_view,
    check_seat,
    player_of,
    reservation_check,
    set_seat_cookie,
    watch_secret_of,
)
from wishstone.server.http.openapi import PROBLEMS
from wishstone.server.http.request_models import (
    CodeRequest,
    JoinRequest,
    NewcomerRequest,
    OpenTableRequest,
    PlayerRequest,
    SeatRequest,
    SecretRequest,
    TakeOverRequest,
)
from wishstone.server.http.static_content import StaticContent
from wishstone.server.live.hub import Hub
from wishstone.server.live.live_table import LiveTable
from wishstone.server.live.lobby import MOST_LISTED, listed_to_json
from wishstone.server.live.networks import client_address
from wishstone.server.live.player_data import export, forget, statistics
from wishstone.server.live.webhooks import check_url
from wishstone.server.store.interface import Webhook
from wishstone.server.table import commands, decisions, entries, history_views, proposals, setup_decisions, views
from wishstone.server.table.decision_types import Decision
from wishstone.server.table.refusal import Missing, Refusal
from wishstone.server.table.secrets import hash_secret, new_secret
from wishstone.server.table.state import NOBODY, TableState
from wishstone.server.table.visible_text import check_name

router = APIRouter(prefix="/api", responses=PROBLEMS)
TableId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
Onlooker = Annotated[int, Query(ge=NOBODY, le=9)]


def hub_of(asked: Request | WebSocket) -> Hub:
    """The hub of the server that received a request."""
    hub: Hub = asked.app.state.hub
    return hub


# ── What there is ────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/games", response_model=dict[str, Any])
async def games(request: Request) -> Response:
    """The games, who can play them, and their options."""
    hub = hub_of(request)
    told = {
        "games": list(_games_to_json(hub)),
        "levels": LEVELS,
        "bots": hub.bot_pool.outside_bots,
        "phrases": commands.PHRASES,
        "secure": request.url.scheme == "https",
        "preparing": hub.settings.compile and hub.games.is_preparing,
    }
    return StaticContent.of_json(told, "no-store").response(request)


def _games_to_json(hub: Hub) -> Iterator[dict[str, Any]]:
    """Every game that is played here; an installed one that cannot be told is left out."""
    for about in hub.games.catalogue():
        try:
            yield game_to_json(hub.games.find(about.id), about.id in hub.games.compiled)
        except Exception as error:
            if hub.note_failure(error, suspect=about.id) is None:
                raise


def game_to_json(package: GamePackage, is_compiled: bool) -> dict[str, Any]:
    """A game as the page gets it: its entry in the catalogue, and which parts it has."""
    about = package.about
    return {
        "id": about.id,
        "title": dict(zip(LANGUAGES, about.title, strict=True)),
        "line": dict(zip(LANGUAGES, about.line, strict=True)),
        "seats": about.seats,
        "minutes": about.minutes,
        "rule_prefix": about.rule_prefix,
        "rulebook": package.has("rulebook"),
        "lesson": package.has("lesson"),
        "options": {option.name: option.values for option in about.options},
        "files": about.files,
        "styles": tuple(policy_of(package.folder, "interpreted").STYLES),
        "compiled": is_compiled,
    }


@router.get("/words/{game}", response_model=dict[str, Any])
async def words(
    game: Annotated[str, Path(max_length=40)], request: Request, language: Literal["en", "de"] | None = None
) -> Response:
    """Every sentence and term of a game, in every language or in one; stories refer to them by key."""
    hub_of(request).games.find(game)
    return words_of(game, (language,) if language else LANGUAGES).response(request)


@cache
def words_of(game: str, languages: tuple[str, ...]) -> StaticContent:
    """The answer with the sentences and terms of a game."""
    lexicon = load(game, engine="interpreted").lexicon

    def told(texts: tuple[str, ...]) -> dict[str, str]:
        return {name: text for name, text in zip(LANGUAGES, texts, strict=True) if name in languages}

    return StaticContent.of_json(
        {
            "languages": languages,
            "words": {key: told(texts) for key, texts in lexicon.words.items()},
            "terms": {key: told(texts) for key, texts in lexicon.terms.items()},
        }
    )


@router.get("/tables", response_model=dict[str, Any])
async def lobby(request: Request) -> Response:
    """The public tables that one can join or watch, those whose host is there first."""
    return Response(await hub_of(request).lobby.to_json(), media_type="application/json")


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────


@router.post("/tables", status_code=201)
async def open_table(wish: OpenTableRequest, request: Request, response: Response) -> dict[str, Any]:
    """Open a table and sit down at it."""
    hub = hub_of(request)
    check_name(wish.name, hub.settings.limits.name_length)
    await check_openings(request)
    origin = _admit(hub, request, wish)
    live, watch = await hub.open_table(_table_setup(wish, hub), bots=_bots_by_seat(wish))
    mine = wish.seats.index("me")
    decision = await hub.change(live, lambda table: _sit(table, mine, wish, origin))
    set_seat_cookie(request, response, live.table.id, mine, decision.secret)
    if wish.start and not live.table.free_seats():
        await hub.change(live, setup_decisions.start)
    table = live.table
    return {
        "table": table.id,
        "seat": mine,
        "secret": decision.secret,
        "code": table.opened.code,
        "watch": watch if table.setup.onlookers else "",
        "commitment": table.opened.commitment,
    }


def _table_setup(wish: OpenTableRequest, hub: Hub) -> entries.TableSetup:
    seats = len(wish.seats)
    low, high = hub.games.find(wish.game).about.seats
    if not low <= seats <= high:
        raise Refusal("seats-wrong", 422, game=wish.game, seats=seats, low=low, high=high)
    if wish.seats.count("me") != 1:
        raise Refusal("seats-me", 422)
    if wish.first >= seats:
        raise Refusal("first-wrong", 422, first=wish.first, last=seats - 1)
    clock = None if wish.clock is None else entries.Clock(wish.clock.kind, wish.clock.seconds, wish.clock.increment)
    return entries.TableSetup(
        game=wish.game,
        rules=hub.games.rules_of(wish.game),
        seats=seats,
        options=dict(wish.options),
        files=wish.files,
        first=wish.first,
        clock=clock,
        grace=wish.grace,
        public=wish.public,
        onlookers=wish.onlookers,
        hints=wish.hints,
        rated=wish.rated,
    )


def _bots_by_seat(wish: OpenTableRequest) -> dict[int, str]:
    return {seat: name for seat, name in enumerate(wish.seats) if name not in ("me", "open")}


def _sit(
    table: TableState,
    seat: int | None,
    wish: NewcomerRequest,
    origin: str,
    is_kept: Callable[[int], bool] = lambda seat: False,
) -> Decision:
    decision = setup_decisions.sit(table, seat, wish.name.strip(), _player_of(wish), wish.number_hash or "", is_kept)
    return msgspec.structs.replace(decision, origin=origin)


def _player_of(wish: NewcomerRequest) -> str:
    return hash_secret(wish.player) if wish.player else ""


def _admit(hub: Hub, request: Request, wish: NewcomerRequest) -> str:
    """Refuse somebody who is banned from the server; returns the origin of anybody else."""
    address = client_address(request.scope)
    hub.bans.check(address, _player_of(wish))
    return hub.origins.origin_of(address)


async def check_openings(request: Request) -> None:
    """Refuse a request whose address has opened too many tables."""
    await hub_of(request).limits.openings.spend_from(client_address(request.scope), "too-many-tables")


@router.get("/tables/{id}")
async def look(id: TableId, request: Request, response: Response) -> dict[str, Any]:
    """What a table is about, and who sits there."""
    hub, live = await _visible_table(request, id)
    secret = watch_secret_of(request, live.table)
    if live.table.is_secret_of(NOBODY, secret):  # so that an onlooker can follow to the next rematch, too
        set_seat_cookie(request, response, id, NOBODY, secret)
    return _table_to_json(hub, live)


@router.post("/look")
async def look_by_code(wish: CodeRequest, request: Request) -> dict[str, Any]:
    """The table with this code."""
    hub = hub_of(request)
    return _table_to_json(hub, await _by_code(hub, wish.code))


@router.post("/tables/{id}/join")
async def join(id: TableId, wish: JoinRequest, request: Request, response: Response) -> dict[str, Any]:
    """Take a seat."""
    hub = hub_of(request)
    check_name(wish.name, hub.settings.limits.name_length)
    origin = _admit(hub, request, wish)
    live = await hub.get_table(id)
    table = live.table
    is_kept = await reservation_check(hub, table, request)
    code = (wish.code or "").upper()
    if not (code == table.opened.code or await can_view(hub, live, request)):
        raise Missing("no-table")

    def take_seat(table: TableState) -> Decision:
        live.check_origin(origin, hub.now())  # here, since another process may have blocked it in the meantime
        return _sit(table, wish.seat, wish, origin, is_kept)

    decision = await hub.change(live, take_seat)
    sat = decision.bodies[0]
    assert isinstance(sat, entries.Sat)
    set_seat_cookie(request, response, id, sat.seat, decision.secret)
    return {"table": id, "seat": sat.seat, "secret": decision.secret, "commitment": table.opened.commitment}


@router.post("/tables/{id}/session")
async def session(id: TableId, wish: SecretRequest, request: Request, response: Response) -> dict[str, Any]:
    """Exchange the secret of a link for a cookie that no script can read."""
    hub = hub_of(request)
    live = await hub.get_table(id)
    for seat in range(NOBODY, len(live.table.seats)):
        if live.table.is_secret_of(seat, wish.secret):
            set_seat_cookie(request, response, id, seat, wish.secret)
            return {"table": id, "seat": seat}
    raise Missing("no-table")


@router.post("/tables/{id}/renew")
async def renew(id: TableId, wish: SeatRequest, request: Request, response: Response) -> dict[str, Any]:
    """Issue a new link to one's seat; the old link and every other device lose access."""
    hub = hub_of(request)
    live = await hub.get_table(id)
    secret = check_seat(live, wish.seat, request)
    decision = await hub.change(live, lambda table: decisions.renew(table, wish.seat, secret))
    set_seat_cookie(request, response, id, wish.seat, decision.secret)
    return {"table": id, "seat": wish.seat, "secret": decision.secret}


@router.post("/tables/{id}/ask")
async def ask_for_seat(id: TableId, wish: TakeOverRequest, request: Request, response: Response) -> dict[str, Any]:
    """Ask the people at a table for a bot's seat; the secret becomes valid once all have agreed."""
    hub, live = await _visible_table(request, id)
    check_name(wish.name, hub.settings.limits.name_length)
    await hub.limits.asks.spend_from(client_address(request.scope), within=id)
    origin = _admit(hub, request, wish)

    def ask(table: TableState) -> Decision:
        live.check_origin(origin, hub.now())
        return proposals.ask_for_seat(table, wish.seat, wish.name.strip(), _player_of(wish))

    decision = await hub.change(live, ask)
    set_seat_cookie(request, response, id, wish.seat, decision.secret)
    return {"table": id, "seat": wish.seat, "secret": decision.secret}


@router.get("/tables/{id}/record", response_class=Response)
async def record(id: TableId, request: Request, seat: Onlooker = NOBODY, legal: bool = False) -> Response:
    """The record of a game: complete once it is over, before that as this seat has seen it.

    With `legal`, every event carries what else could have happened, which is what the dice are proved with.
    """
    hub = hub_of(request)
    live = await hub.get_table(id)
    if live.table.status == "over":
        if not await can_view(hub, live, request):
            raise Missing("no-table")
    else:
        check_seat(live, seat, request)
    if live.table.match is None:
        raise Refusal("table-not-playing")
    if live.table.is_temporary:
        raise Refusal("no-record")
    headers = {"content-disposition": f'attachment; filename="wishstone-{live.table.setup.game}-{id}.jsonl"'}
    return Response(history_views.record(live.table, seat, legal), media_type="application/jsonl", headers=headers)


@router.get("/tables/{id}/replay")
async def replay(
    id: TableId,
    request: Request,
    keep: Annotated[int, Query(ge=0, le=1 << 31)],
    seat: Annotated[int, Query(ge=-2, le=9)] = -1,
) -> dict[str, Any]:
    """The game after its first `keep` events, as a seat saw it (-1: an onlooker, -2: everything, after the end)."""
    hub = hub_of(request)
    live = await hub.get_table(id)
    over = live.table.status == "over"
    if not (over and await can_view(hub, live, request)):
        check_seat(live, seat, request) if seat >= NOBODY else _no_table()
    if live.table.match is None:
        raise Refusal("table-not-playing")
    if seat >= len(live.table.seats):
        raise Refusal("seat-wrong", 422, seat=seat, last=len(live.table.seats) - 1)
    if keep > len(live.table.match.events):
        raise Refusal("keep-wrong", 422, count=len(live.table.match.events))
    return history_views.replay(live.table, None if seat == -2 else seat, keep)


async def _visible_table(request: Request, id: str) -> tuple[Hub, LiveTable]:
    """The hub, and a table that the request may see."""
    hub = hub_of(request)
    live = await hub.get_table(id)
    if not await can_view(hub, live, request):
        _no_table()
    return hub, live


def _no_table() -> None:
    raise Missing("no-table")


async def _by_code(hub: Hub, code: str) -> LiveTable:
    id = await hub.store.find_by_code(hash_secret(code.upper()))
    if id is None:
        raise Missing("no-code", text=code)
    return await hub.get_table(id)


def _table_to_json(hub: Hub, live: LiveTable) -> dict[str, Any]:
    scene = views.scene(live.table, live.seats_present(), live.watching)
    return {**views.about(live.table), **scene}


# ── Players ──────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/player")
async def player(request: Request) -> dict[str, Any]:
    """What is stored about a player: games, wins, and a rating if they want one."""
    return await statistics(hub_of(request).store, player_of(request))


@router.put("/player")
async def set_player(wish: PlayerRequest, request: Request) -> dict[str, Any]:
    """Choose whether to be rated; set a webhook, whose secret is returned here and never again."""
    hub, key = hub_of(request), player_of(request)
    told = {}
    if wish.webhook:
        check_url(wish.webhook, hub.settings.webhooks)
        told["webhook_secret"] = new_secret()
    if wish.webhook is not None:
        webhook = Webhook(wish.webhook, told["webhook_secret"]) if wish.webhook else None
        await hub.store.set_webhook(key, webhook)
    await hub.store.set_rated(key, wish.rated)
    return {**await statistics(hub.store, key), **told}


@router.get("/player/tables")
async def tables_of(request: Request) -> dict[str, Any]:
    """The tables where a player sits."""
    found = await hub_of(request).store.tables_of(player_of(request), MOST_LISTED)
    return {"tables": [listed_to_json(each) for each in found]}


@router.get("/player/export")
async def export_player(request: Request) -> dict[str, Any]:
    """Everything that is stored about a player."""
    return await export(hub_of(request).store, player_of(request))


@router.delete("/player", status_code=204, response_class=Response)
async def delete_player(request: Request) -> Response:
    """Delete everything that is stored about a player."""
    await forget(hub_of(request), player_of(request))
    return Response(status_code=204)
