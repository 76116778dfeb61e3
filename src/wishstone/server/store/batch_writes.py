"""Batched writes: stores many changes in one transaction, with the same SQL in both databases.

A change is refused if its table has grown since it was decided. In SQLite there is no other writer; in PostgreSQL the
rows of the tables are locked first, always in the same order, so that two servers cannot deadlock.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from wishstone.server.store.interface import Block, Change, Finish, Rate, Rating
from wishstone.server.store.rating import NEWCOMER
from wishstone.server.store.sql import Row, SqlSession

TABLE = "tables (id, game, status, listed, count, wake, about, code, created, updated)"
ENTRY = "entries (table_id, number, at, kind, body)"
VISIT = "visits (player, table_id)"
SITTING = "sittings (table_id, seat, player)"
FINISH = "finishes (table_id, seat, player, game, ended, seats, place, score, rated)"
ATTENDANCE = "attendance (table_id, seat, origin, is_host, seen)"
BLOCK = "blocks (id, table_id, kind, subject, began, ends, done_by, why)"
RATING = "ratings (player, game, mean, deviation, games)"

# `created` stays as it is, and `updated` never goes back, even if the clocks of two servers differ. What an operator
# has unlisted stays so: a table that was not listed from the beginning, or is over, never is again.
TABLE_AGAIN = """ON CONFLICT (id) DO UPDATE SET game = excluded.game, status = excluded.status,
    listed = (tables.listed AND excluded.listed), count = excluded.count, wake = excluded.wake, about = excluded.about,
    code = excluded.code,
    updated = CASE WHEN excluded.updated > tables.updated THEN excluded.updated ELSE tables.updated END"""
RATING_AGAIN = """ON CONFLICT (player, game) DO UPDATE SET
    mean = excluded.mean, deviation = excluded.deviation, games = excluded.games"""


def check_change(change: Change) -> None:
    """Reject a change that would leave a gap in a table: a bug of ours, not a user's mistake."""
    if [entry.number for entry in change.entries] != list(range(change.after, change.after + len(change.entries))):
        raise ValueError(f"the entries of {change.table} do not follow on number {change.after}")
    if not change.entries and (change.after == 0 or change.finishes):
        raise ValueError(f"{change.table} cannot begin or end without an entry")


def store_changes(session: SqlSession, changes: Sequence[Change], rate: Rate) -> list[bool]:
    """Store, in order, every change that still fits its table; returns for each whether it was stored."""
    before = counts_of(session, {change.table for change in changes})
    counts, fits = dict(before), []
    for change in changes:
        fits.append(counts.get(change.table, 0) == change.after)
        if fits[-1]:
            counts[change.table] = change.after + len(change.entries)
    stored = [change for change, fit in zip(changes, fits, strict=True) if fit]
    _write_tables(session, stored, before)
    _insert(session, ENTRY, [(c.table, e.number, e.at, e.kind, e.body) for c in stored for e in c.entries])
    _write_sittings(session, stored)
    _write_attendance(session, stored)
    _insert(session, BLOCK, [block_row(block) for change in stored for block in change.blocks])
    visits = sorted({(player, change.table) for change in stored for player in change.visitors})
    _insert(session, VISIT, visits, "ON CONFLICT (player, table_id) DO NOTHING")
    _write_finishes(session, [change for change in stored if change.finishes], rate)
    return fits


def counts_of(session: SqlSession, tables: Iterable[str]) -> dict[str, int]:
    """The number of entries of each of these tables that exists."""
    # All in one row: for every row, SQLite's module must take the GIL again, for which other threads compete.
    ((counts,),) = session.select(session.dialect.counts, ids=session.dialect.ids(sorted(tables)))
    return cast(dict[str, int], json.loads(counts))


def _write_tables(session: SqlSession, stored: Sequence[Change], before: Mapping[str, int]) -> None:
    latest: dict[str, Row] = {}
    for change in stored:
        created, updated = latest[change.table][-2:] if change.table in latest else (None, 0)
        if change.entries:
            created = change.entries[0].at if created is None else created
            updated = max(updated, change.entries[-1].at)
        summary, count = change.summary, change.after + len(change.entries)
        fixed = (change.table, summary.game, summary.status, summary.listed, count, summary.wake, summary.about)
        latest[change.table] = (*fixed, summary.code, created, updated)
    _insert(session, TABLE, [row for table, row in latest.items() if table not in before])
    again = [(*row[:-2], row[-2] or 0, row[-1]) for table, row in latest.items() if table in before]
    _insert(session, TABLE, again, TABLE_AGAIN)


def _write_sittings(session: SqlSession, stored: Sequence[Change]) -> None:
    latest = {change.table: change.sittings for change in stored if change.sittings is not None}
    if latest:
        ids = session.dialect.ids(list(latest))
        session.write(f"DELETE FROM sittings WHERE table_id {session.dialect.among}", ids=ids)
    _insert(session, SITTING, [(table, one.seat, one.player) for table, all in latest.items() for one in all])


def _write_attendance(session: SqlSession, stored: Sequence[Change]) -> None:
    latest = {change.table: change.attendance for change in stored if change.attendance is not None}
    if latest:
        ids = session.dialect.ids(list(latest))
        session.write(f"DELETE FROM attendance WHERE table_id {session.dialect.among}", ids=ids)
    rows = [(table, one.seat, one.origin, one.is_host, one.seen) for table, all in latest.items() for one in all]
    _insert(session, ATTENDANCE, rows)


def block_row(block: Block) -> Row:
    """A block as it is stored; one of the whole server belongs to no table."""
    where = (block.id, block.table or None, block.kind, block.subject)
    return (*where, block.began, block.ends, block.by, block.why)


def _write_finishes(session: SqlSession, ended: Sequence[Change], rate: Rate) -> None:
    if not ended:
        return
    _insert(session, FINISH, [_finish(change, finish) for change in ended for finish in change.finishes])
    wanted = _players_wanting_rating(session, {one.player for change in ended for one in change.finishes if one.rated})
    for change in ended:
        _rate_players(session, change.summary.game, _rated_finishes(change.finishes, wanted), rate)


def _finish(change: Change, one: Finish) -> Row:
    where = (change.table, one.seat, one.player, change.summary.game, change.entries[-1].at)
    return (*where, one.seats, one.place, one.score, one.rated)


def _players_wanting_rating(session: SqlSession, players: Iterable[str]) -> set[str]:
    """Those of these players who want a rating, with their rows locked against concurrent updates."""
    dialect = session.dialect
    sql = f"SELECT player FROM rated_players WHERE player {dialect.among} ORDER BY player{dialect.lock}"
    return {player for (player,) in session.select(sql, ids=dialect.ids(sorted(players)))}


def _rated_finishes(finishes: Sequence[Finish], wanted: set[str]) -> list[Finish]:
    """The results that change a rating. Somebody with two seats plays against themself, which says nothing."""
    seats = Counter(finish.player for finish in finishes)
    return [one for one in finishes if one.rated and one.player in wanted and seats[one.player] == 1]


def _rate_players(session: SqlSession, game: str, finishes: Sequence[Finish], rate: Rate) -> None:
    if len(finishes) < 2:
        return
    dialect = session.dialect
    sql = f"SELECT player, mean, deviation, games FROM ratings WHERE game = :game AND player {dialect.among}"
    rows = session.select(sql, game=game, ids=dialect.ids([finish.player for finish in finishes]))
    known = {player: Rating(*rating) for player, *rating in rows}
    ratings = [known.get(finish.player, NEWCOMER) for finish in finishes]
    after = rate(ratings, [finish.place for finish in finishes])
    new = [
        (one.player, game, rating.mean, rating.deviation, rating.games)
        for one, rating in zip(finishes, after, strict=True)
    ]
    _insert(session, RATING, new, RATING_AGAIN)


def _insert(session: SqlSession, into: str, rows: Sequence[Row], otherwise: str = "") -> None:
    if rows:
        session.insert(into, rows, otherwise)
