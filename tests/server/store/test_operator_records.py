"""Operator records: reports and acts are stored, found, settled and deleted, and a table is unlisted for good."""

from dataclasses import replace

from tests.server.databases import change, stored, summary
from wishstone.server.store.interface import Act, Report, Store


def report(id: str, at: int, player: str = "", settled: int | None = None) -> Report:
    return Report(id, at, "t", player, b'{"a":1}', settled)


@stored
async def test_reports_wait_until_they_are_settled(store: Store) -> None:
    late, early = report("late", 20, "p"), report("early", 10)
    assert await store.add_report(late, 9)
    assert await store.add_report(early, 9)
    assert await store.reports(9) == [early, late], "whoever waits longest comes first"
    assert await store.reports(1) == [early]
    assert await store.report("late") == late
    assert await store.report("never") is None
    assert await store.reports_by("p") == [late]
    assert await store.reports_by("") == [], "without a key nobody can be told apart"
    assert await store.count_reports() == 2
    assert await store.settle_report("early", 30)
    assert not await store.settle_report("early", 31), "it is settled once"
    assert not await store.settle_report("never", 31)
    assert await store.reports(9) == [late]
    assert await store.reports(9, settled=True) == [replace(early, settled=30)]
    assert await store.count_reports() == 1


@stored
async def test_no_more_reports_wait_than_are_allowed(store: Store) -> None:
    assert await store.add_report(report("a", 1), 2)
    assert await store.add_report(report("b", 2), 2)
    assert not await store.add_report(report("c", 3), 2)
    assert await store.report("c") is None
    await store.settle_report("a", 4)
    assert await store.add_report(report("c", 3), 2)


@stored
async def test_old_reports_and_acts_are_deleted(store: Store) -> None:
    for number in range(4):
        await store.add_report(report(f"r{number}", number), 9)
        await store.add_act(Act(f"a{number}", number, 1000, "ban", b"{}", "why"))
    await store.settle_report("r0", 9)
    assert await store.delete_reports(2) == 2, "settled or not"
    assert [each.id for each in await store.reports(9)] == ["r2", "r3"]
    assert await store.delete_acts(3) == 3
    assert [each.id for each in await store.acts(9)] == ["a3"]


@stored
async def test_acts_are_kept_in_order(store: Store) -> None:
    first, second = Act("a", 1, 0, "close", b'{"table":"t"}', "spam"), Act("b", 2, 1 << 31, "lift", b"{}", "")
    await store.add_act(first)
    await store.add_act(second)
    assert await store.acts(9) == [second, first], "the latest comes first"
    assert await store.acts(1) == [second]


@stored
async def test_the_reports_of_a_deleted_player_are_deleted(store: Store) -> None:
    await store.add_report(report("mine", 1, "p"), 9)
    await store.add_report(report("other", 2, "q"), 9)
    await store.delete_player("p")
    assert [each.id for each in await store.reports(9)] == ["other"]


@stored
async def test_a_table_that_was_unlisted_stays_so(store: Store) -> None:
    await store.append(change("a", about=summary("open"), at=5))
    await store.append(change("b", about=summary("open"), at=6))
    await store.unlist("a")
    assert [each.listed.table for each in await store.lobby(0, 9)] == ["b"]
    await store.append(change("a", 1, about=summary("open"), at=7))
    assert [each.listed.table for each in await store.lobby(0, 9)] == ["b"], "what happens there does not list it again"
    row = await store.listed_table("a")
    assert row is not None
    assert (row.summary.listed, row.count) == (False, 2)
    assert await store.listed_table("c") is None
    assert [each.table for each in await store.running_tables(9)] == ["a", "b"], "the one that changed last comes first"
    assert [each.table for each in await store.running_tables(1)] == ["a"]
    await store.append(change("a", 2, about=summary("over"), at=8))
    assert [each.table for each in await store.running_tables(9)] == ["b"]
