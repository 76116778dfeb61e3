"""Player data: the statistics, export and deletion of what is stored under the hash of a player key."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import Any

from wishstone.server.live.hub import Hub
from wishstone.server.live.reports import body_of
from wishstone.server.store.interface import PlayedGame, Store
from wishstone.server.table import entries
from wishstone.server.table.decision_types import Decision
from wishstone.server.table.refusal import Refusal

MOST = 10_000  # games to read


async def statistics(store: Store, player: str) -> dict[str, Any]:
    """Games, wins and scores by game, and the ratings of a player who wants them."""
    by_game: dict[str, list[PlayedGame]] = defaultdict(list)
    for played in await store.games_of(player, MOST):
        by_game[played.game].append(played)
    ratings = await store.ratings_of(player)
    return {
        "rated": await store.is_rated(player),
        "webhook": webhook.url if (webhook := await store.webhook_of(player)) else "",
        "games": {game: _summarize(played) for game, played in sorted(by_game.items())},
        "ratings": {
            game: {"mean": round(rating.mean, 2), "deviation": round(rating.deviation, 2), "games": rating.games}
            for game, rating in sorted(ratings.items())
        },
    }


def _summarize(played: list[PlayedGame]) -> dict[str, Any]:
    finishes = [each.finish for each in played]
    return {
        "played": len(finishes),
        "won": sum(finish.place == 1 for finish in finishes),
        "mean_score": round(sum(finish.score for finish in finishes) / len(finishes), 2),
        "best_score": max(finish.score for finish in finishes),
        "last": max(each.ended for each in played),
    }


async def export(store: Store, player: str) -> dict[str, Any]:
    """Everything stored about a player: statistics, finished games, what they said and did at their tables, reports."""
    tables = {}
    for table in await store.visited_tables(player):
        seats: set[int] = set()
        mine: list[dict[str, Any]] = []
        for entry in await store.entries(table):
            body = entries.decode_body(entry)
            if isinstance(body, entries.Sat):
                (seats.add if body.player == player else seats.discard)(body.seat)
            if getattr(body, "seat", None) in seats and isinstance(body, entries.Sat | entries.Moved | entries.Said):
                told = {"number": entry.number, "at": entry.at, "kind": entry.kind}
                fields = {"name": "name", "move": "move", "text": "text", "phrase": "phrase"}
                mine.append(told | {name: getattr(body, name) for name in fields if getattr(body, name, "")})
        tables[table] = mine
    played = [
        {
            "table": each.table,
            "game": each.game,
            "ended": each.ended,
            "place": each.finish.place,
            "score": each.finish.score,
        }
        for each in await store.games_of(player, MOST)
    ]
    reports = [
        {"table": each.table, "at": each.at, "reason": body.reason, "about": body.name, "text": body.text}
        for each in await store.reports_by(player)
        for body in [body_of(each)]
    ]
    return {"statistics": await statistics(store, player), "played": played, "tables": tables, "reports": reports}


async def forget(hub: Hub, player: str) -> None:
    """Delete everything stored under a player key: name and words at every table, games, ratings."""
    for table in await hub.store.visited_tables(player):
        await _forget_at(hub, table, player)
    await hub.store.delete_player(player)


async def _forget_at(hub: Hub, table: str, player: str) -> None:
    """Delete a player from one table; the key goes last, so that an interrupted deletion can be repeated."""
    seats: set[int] = set()
    named: list[tuple[int, entries.Sat]] = []
    for entry in await hub.store.entries(table):
        body = entries.decode_body(entry)
        if isinstance(body, entries.Sat):
            (seats.add if body.player == player else seats.discard)(body.seat)
            if body.player == player:
                named.append((entry.number, body))
        elif isinstance(body, entries.Said) and body.seat in seats:
            await hub.rewrite(table, entry.number, b"{}")
        elif isinstance(body, entries.Left) and body.blocked == player:
            await hub.rewrite(table, entry.number, entries.encode_body(entries.Left(body.seat, body.asked)))
        elif isinstance(body, entries.Asked) and body.player == player:
            unknown = entries.Asked(body.what, body.seat, body.keep, "", body.key)
            await hub.rewrite(table, entry.number, entries.encode_body(unknown))
    with suppress(Refusal):  # a game whose rules are gone is in no server's memory
        await _tell_forgotten(hub, table, player)
    for number, sat in named:
        nameless = entries.Sat(sat.seat, "", sat.key, "", sat.number_hash, sat.number)
        await hub.rewrite(table, number, entries.encode_body(nameless))


async def _tell_forgotten(hub: Hub, table: str, player: str) -> None:
    """Remove the name from the memory of every server, and from the lobby."""
    live = await hub.get_table(table)
    live.table.blocked.discard(player)
    await hub.change(
        live, lambda table: Decision([entries.Forgotten(n) for n, s in enumerate(table.seats) if s.player == player])
    )
