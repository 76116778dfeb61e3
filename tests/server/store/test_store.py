"""Store interface: SQLite and PostgreSQL both keep to every method's promise."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.databases import change, counts, entry, stored, summary
from wishstone.server.store.factory import open_store
from wishstone.server.store.interface import (
    Attendance,
    Block,
    Change,
    Conflict,
    Entry,
    Finish,
    ListedTable,
    LobbyTable,
    PlayedGame,
    Sitting,
    Snapshot,
    Store,
    StoreDown,
    Webhook,
)
from wishstone.server.store.rating import NEWCOMER, rate


@stored
async def test_entries_come_back_as_they_were(store: Store) -> None:
    odd = Entry(0, 2**53, "said", '{"text":"Wünsche: ★ \\u0000 %s :name ?"}'.encode())
    await store.append(Change("a", 0, (odd, entry(1)), summary()))
    await store.append(change("a", 2, 3))
    assert await store.entries("a") == [odd, *(entry(number) for number in range(1, 5))]
    assert await store.entries("a", 3) == [entry(3), entry(4)]
    assert await store.entries("a", 5) == []
    assert await store.entries("nowhere") == []


@stored
async def test_a_change_that_comes_too_late_writes_nothing(store: Store) -> None:
    sitting = (Sitting("p", 0),)
    await store.append(change("a", count=2))
    for late in (
        change("a", sittings=sitting),
        change("a", 1, sittings=sitting),
        change("a", 3, sittings=sitting),
        change("new", 1, sittings=sitting),
        change("a", 1, 0, summary("over")),
    ):
        with pytest.raises(Conflict):
            await store.append(late)
    assert await counts(store, ["a", "new"]) == {"a": 2}
    assert [each.listed.summary.status for each in await store.lobby(0, 9)] == ["playing"]
    assert await store.tables_of("p", 9) == []


@stored
async def test_a_change_without_entries_changes_what_is_known(store: Store) -> None:
    await store.append(change("a", at=7))
    await store.append(change("a", 1, 0, summary(wake=99)))
    assert await store.due(99, 9) == [ListedTable("a", summary(wake=99), 1, 7, 7)]


@pytest.mark.parametrize(
    "wrong",
    [
        Change("a", 0, (entry(1),), summary()),
        Change("a", 1, (entry(1), entry(3)), summary()),
        Change("a", 0, (), summary()),
        Change("a", 1, (), summary("over"), finishes=(Finish("p", 0, 2, 1, 10, True),)),
    ],
)
def test_a_gap_is_a_mistake_of_the_program(wrong: Change, url: str) -> None:
    with pytest.raises(ValueError, match="a "):
        asyncio.run(open_store(url, rate).append(wrong))


@stored
async def test_of_a_hundred_who_race_one_wins(store: Store) -> None:
    await store.append(change("a"))
    for table, after in (("a", 1), ("b", 0)):
        racers = [Change(table, after, (entry(after, body=b'{"by":%d}' % number),), summary()) for number in range(100)]
        ends = await asyncio.gather(*(store.append(racer) for racer in racers), return_exceptions=True)
        winners = [racer for racer, end in zip(racers, ends, strict=True) if end is None]
        assert len(winners) == 1
        assert all(isinstance(end, Conflict) for end in ends if end is not None)
        assert await store.entries(table, after) == list(winners[0].entries)


@stored
async def test_changes_on_their_way_together_follow_one_another(store: Store) -> None:
    await asyncio.gather(*(store.append(change("a", 2 * number, 2)) for number in range(50)))
    assert await counts(store, ["a"]) == {"a": 100}
    assert [each.number for each in await store.entries("a")] == list(range(100))


@stored
async def test_one_bad_change_takes_no_other_with_it(store: Store) -> None:
    changes = [change(f"t{number}", sittings=(Sitting("p", 0),)) for number in range(40)]
    changes[17] = replace(changes[17], sittings=(Sitting("p", 0), Sitting("q", 0)))  # two on one seat
    changes[29] = replace(changes[29], after=1, entries=(entry(1),))  # of a table that is not there
    ends = await asyncio.gather(*(store.append(each) for each in changes), return_exceptions=True)
    assert isinstance(ends[17], Exception)
    assert not isinstance(ends[17], Conflict | StoreDown)
    assert isinstance(ends[29], Conflict)
    assert [number for number, end in enumerate(ends) if end is not None] == [17, 29]
    assert len(await counts(store, [each.table for each in changes])) == 38
    assert len(await store.tables_of("p", 99)) == 38


@stored
async def test_the_lobby_lists_the_newest_first(store: Store) -> None:
    for at, about in enumerate(
        [summary("open"), summary("playing"), summary("over"), summary(listed=False), summary("starting")], 1
    ):
        await store.append(change(f"t{at}", about=about, at=at))
    await store.append(change("t1", 1, about=summary("open", wake=5), at=100))
    assert await in_lobby(store) == ["t5", "t2", "t1"]
    assert [each.listed.table for each in await store.lobby(0, 2)] == ["t5", "t2"]
    assert (await store.lobby(0, 9))[2] == LobbyTable(ListedTable("t1", summary("open", wake=5), 2, 1, 100))
    assert await store.count_open_tables() == 4


async def in_lobby(store: Store, since: int = 0) -> list[str]:
    """The tables that the lobby lists."""
    return [each.listed.table for each in await store.lobby(since, 9)]


@stored
async def test_the_lobby_lists_hosts_that_were_seen_first_and_nothing_that_is_stale(store: Store) -> None:
    ann = (Attendance(0, "a1 a2 a3", True, 40), Attendance(1, "b", False, 90))
    await store.append(replace(change("a", at=10, sittings=(Sitting("p", 0), Sitting("q", 1))), attendance=ann))
    await store.append(replace(change("b", at=20), attendance=(Attendance(3, "", True, 20),)))
    await store.append(change("c", at=30))
    assert await in_lobby(store) == ["a", "b", "c"]
    assert (await store.lobby(0, 9))[0] == LobbyTable(ListedTable("a", summary(), 1, 10, 10), ann[0], "p")
    assert [(each.host, each.player) for each in (await store.lobby(0, 9))[1:]] == [
        (Attendance(3, "", True, 20), ""),
        (None, ""),
    ]
    assert await in_lobby(store, since=30) == ["a", "c"], "where the host was seen, or something happened"
    await store.note_seen(["b", "c", "nowhere"], 50)
    assert await in_lobby(store, since=41) == ["b"]
    assert await store.attendance("a") == list(ann)


@stored
async def test_who_is_at_a_table_is_replaced_as_a_whole_or_not_at_all(store: Store) -> None:
    there = (Attendance(0, "a", True, 1), Attendance(1, "b", False, 2))
    await store.append(replace(change("a"), attendance=there))
    await store.append(change("a", 1))
    assert await store.attendance("a") == list(there)
    with pytest.raises(Conflict):
        await store.append(replace(change("a", 1), attendance=()))
    await store.append(replace(change("a", 2), attendance=there[1:]))
    assert await store.attendance("a") == list(there[1:])
    await store.append(replace(change("a", 3), attendance=()))
    assert await store.attendance("a") == []


def block(id: str, table: str = "", began: int = 1, ends: int = 100, subject: str = "203.0.113.9/32") -> Block:
    """Somebody who is kept out."""
    return Block(id, table, "network", subject, began, ends, "Dora", "spam")


@stored
async def test_a_table_keeps_somebody_out_in_the_same_moment_in_which_they_leave(store: Store) -> None:
    await store.append(change("a"))
    await store.append(replace(change("a", 1), blocks=(block("x", "a"),)))
    with pytest.raises(Conflict):
        await store.append(replace(change("a", 1), blocks=(block("y", "a"),)))
    assert await store.blocks("a") == [block("x", "a")]
    assert await store.blocks() == await store.blocks("b") == []
    await store.delete_tables(["a"])
    assert await store.blocks("a") == []


@stored
async def test_who_is_kept_out_of_the_server_stays_out_until_it_ends_or_is_lifted(store: Store) -> None:
    bans = [block("x", ends=50), block("y", began=2), block("z", began=3)]
    for each in bans:
        await store.add_block(each)
    assert await store.blocks() == bans[::-1]
    assert await store.lift_block("z")
    assert not await store.lift_block("z")
    assert await store.delete_ended_blocks(49) == 0
    assert await store.delete_ended_blocks(50) == 1
    assert await store.blocks() == [bans[1]]


@stored
async def test_a_secret_is_made_once_and_shared(store: Store) -> None:
    first = await asyncio.gather(*(store.shared_secret("a") for _ in range(5)))
    assert len(set(first)) == 1
    assert len(bytes.fromhex(first[0])) == 32
    assert await store.shared_secret("b") not in first


@stored
async def test_a_table_by_its_code(store: Store) -> None:
    await store.append(change("a", about=replace(summary(), code="x")))
    await store.append(change("b"))
    assert await store.find_by_code("x") == "a"
    assert await store.find_by_code("y") is None
    assert await store.find_by_code("") is None
    await store.append(change("a", 1))
    assert await store.find_by_code("x") is None


@stored
async def test_what_is_due(store: Store) -> None:
    for table, wake in (("a", 30), ("b", 10), ("c", None), ("d", 20)):
        await store.append(change(table, about=summary(wake=wake)))
    assert [listed.table for listed in await store.due(25, 9)] == ["b", "d"]
    assert [listed.table for listed in await store.due(30, 2)] == ["b", "d"]
    assert await store.due(9, 9) == []


@stored
async def test_one_claims_what_is_due(store: Store) -> None:
    await store.append(change("a", about=summary(wake=10)))
    assert sum(await asyncio.gather(*(store.claim("a", 1, 10, 50 + number) for number in range(20)))) == 1
    assert await store.due(49, 9) == []
    (listed,) = await store.due(99, 9)
    assert listed.summary.wake is not None
    assert not await store.claim("a", 2, listed.summary.wake, 99)  # something was stored meanwhile
    assert not await store.claim("b", 1, 10, 99)


@stored
async def test_where_a_player_sits(store: Store) -> None:
    p, q = Sitting("p", 0), Sitting("q", 1)
    await store.append(change("a", at=1, sittings=(p, q)))
    await store.append(change("b", at=2, sittings=(p, Sitting("p", 1))))
    await store.append(change("c", at=3))
    await store.append(change("a", 1, at=4))
    assert [listed.table for listed in await store.tables_of("p", 9)] == ["a", "b"]
    assert [listed.table for listed in await store.tables_of("p", 1)] == ["a"]
    await store.append(change("a", 2, at=5, sittings=(q,)))
    await store.append(change("b", 1, at=6, sittings=()))
    assert await store.tables_of("p", 9) == []
    assert [listed.table for listed in await store.tables_of("q", 9)] == ["a"]


def finish(player: str, place: int, rated: bool = True, seat: int | None = None) -> Finish:
    return Finish(player, place - 1 if seat is None else seat, 3, place, 100 - place, rated)


async def finished(store: Store, table: str, *finishes: Finish, game: str = "keltis", at: int = 0) -> None:
    await store.append(change(table, about=summary("over", game=game), at=at, finishes=finishes))


@stored
async def test_finished_games_of_a_player(store: Store) -> None:
    first, second = finish("p", 1), finish("p", 2, rated=False)
    await finished(store, "a", first, finish("q", 2), at=5)
    await finished(store, "b", finish("q", 1), second, at=8, game="quartz-dice")
    assert await store.games_of("p", 9) == [
        PlayedGame("b", "quartz-dice", 8, second),
        PlayedGame("a", "keltis", 5, first),
    ]
    assert await store.games_of("p", 1) == [PlayedGame("b", "quartz-dice", 8, second)]
    assert await store.games_of("nobody", 9) == []


@stored
async def test_who_wants_a_rating_gets_one(store: Store) -> None:
    for player in ("p", "q", "r"):
        await store.set_rated(player, True)
    await store.set_rated("p", True)
    assert await store.is_rated("p")
    assert not await store.is_rated("s")
    await finished(store, "a", finish("q", 1), finish("p", 2), finish("s", 3))
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2])
    assert await store.ratings_of("q") == {"keltis": winner}
    assert await store.ratings_of("p") == {"keltis": loser}
    assert await store.ratings_of("r") == await store.ratings_of("s") == {}
    await finished(store, "b", finish("p", 1), finish("q", 2))
    assert await store.ratings_of("p") == {"keltis": rate([loser, winner], [1, 2])[0]}
    await finished(store, "c", finish("p", 1), finish("r", 2), game="quartz-dice")
    assert [*await store.ratings_of("p")] == ["keltis", "quartz-dice"]
    assert (await store.ratings_of("p"))["quartz-dice"] == winner


@stored
async def test_what_is_not_rated(store: Store) -> None:
    await store.set_rated("p", True)
    await store.set_rated("q", True)
    await finished(store, "alone", finish("p", 1), finish("s", 2))
    await finished(store, "friendly", finish("p", 1, rated=False), finish("q", 2, rated=False))
    await finished(store, "twice", finish("p", 1), finish("q", 2), finish("p", 3))
    assert await store.ratings_of("p") == await store.ratings_of("q") == {}
    assert len(await store.games_of("p", 9)) == 4


@stored
async def test_games_that_end_at_once_all_count(store: Store) -> None:
    for player in ("p", "q"):
        await store.set_rated(player, True)
    await asyncio.gather(*(finished(store, f"t{number}", finish("p", 1), finish("q", 2)) for number in range(20)))
    assert (await store.ratings_of("p"))["keltis"].games == 20


@stored
async def test_no_rating_any_more(store: Store) -> None:
    for player in ("p", "q"):
        await store.set_rated(player, True)
    await finished(store, "a", finish("p", 1), finish("q", 2))
    await store.set_rated("p", False)
    assert not await store.is_rated("p")
    assert await store.ratings_of("p") == {}
    assert [*await store.ratings_of("q")] == ["keltis"]
    assert len(await store.games_of("p", 9)) == 1


@stored
async def test_forget_a_player(store: Store) -> None:
    for player in ("p", "q"):
        await store.set_rated(player, True)
    await store.append(change("b", sittings=(Sitting("p", 0), Sitting("q", 1))))
    await finished(store, "a", finish("p", 1), finish("q", 2))
    await store.delete_player("p")
    assert await store.tables_of("p", 9) == []
    assert await store.games_of("p", 9) == []
    assert await store.ratings_of("p") == {}
    assert not await store.is_rated("p")
    assert len(await store.tables_of("q", 9)) == len(await store.games_of("q", 9)) == 1
    assert await counts(store, ["a", "b"]) == {"a": 1, "b": 1}


@stored
async def test_old_chat_is_found_until_it_is_emptied(store: Store) -> None:
    for table, at in (("a", 10), ("b", 5), ("c", 20)):
        said = (entry(0, at, "said", b'{"text":"hello"}'), entry(1, at), entry(2, at, "said", b"{}"))
        await store.append(Change(table, 0, said, summary()))
    old = [("b", entry(0, 5, "said", b'{"text":"hello"}')), ("a", entry(0, 10, "said", b'{"text":"hello"}'))]
    assert await store.old_chat("said", 20, 9) == old
    assert await store.old_chat("said", 20, 1) == old[:1]
    await store.rewrite("b", 0, b"{}")
    assert await store.old_chat("said", 20, 9) == old[1:]
    assert (await store.entries("b"))[0] == entry(0, 5, "said", b"{}")
    assert len(await store.old_chat("moved", 99, 9)) == 3
    with pytest.raises(ValueError, match="no kind"):
        await store.old_chat("x' OR '1'='1", 99, 9)


@stored
async def test_remove_tables(store: Store) -> None:
    for table in ("a", "b"):
        await store.append(change(table, sittings=(Sitting("p", 0),), finishes=(finish("p", 1),)))
        await store.save_snapshot(table, Snapshot(1, "x", b"y"))
    await store.delete_tables(["a", "never was"])
    await store.delete_tables([])
    assert await counts(store, ["a", "b"]) == {"b": 1}
    assert await store.entries("a") == []
    assert await store.snapshot("a") is None
    assert [listed.table for listed in await store.tables_of("p", 9)] == ["b"]
    assert [played.table for played in await store.games_of("p", 9)] == ["b"]
    await store.append(change("a"))
    assert await counts(store, ["a"]) == {"a": 1}


@stored
async def test_tables_that_never_began(store: Store) -> None:
    for at, status in enumerate(("open", "starting", "playing", "over", "open"), 1):
        await store.append(change(f"t{at}", about=summary(status), at=at))  # type: ignore[arg-type]
    assert await store.stale_open(5, 9) == ["t1", "t2"]
    assert await store.stale_open(5, 1) == ["t1"]
    await store.append(change("t1", 1, about=summary("open"), at=50))
    assert await store.stale_open(5, 9) == ["t2"]


@stored
async def test_tables_that_are_over(store: Store) -> None:
    for at, status in enumerate(("over", "playing", "over", "open"), 1):
        await store.append(change(f"t{at}", about=summary(status), at=at))  # type: ignore[arg-type]
    assert await store.stale_finished(9, 9) == ["t1", "t3"]
    assert await store.stale_finished(9, 1) == await store.stale_finished(3, 9) == ["t1"]


@stored
async def test_what_went_on_is_not_removed(store: Store) -> None:
    await store.append(change("a", at=5))
    await store.append(change("b", at=9))
    await store.delete_tables(["a", "b"], before=9)
    assert await counts(store, ["a", "b"]) == {"b": 1}


@stored
async def test_where_a_player_is_told(store: Store) -> None:
    assert await store.webhook_of("p") is None
    for url in ("https://example.org/1", "https://example.org/2"):
        await store.set_webhook("p", Webhook(url, "secret"))
        assert await store.webhook_of("p") == Webhook(url, "secret")
    await asyncio.gather(*(store.set_webhook("q", Webhook(str(number), "s")) for number in range(9)))
    await store.set_webhook("p", None)
    assert await store.webhook_of("p") is None
    await store.delete_player("q")
    assert await store.webhook_of("q") is None


@stored
async def test_the_latest_snapshot_is_kept(store: Store) -> None:
    await store.append(change("a"))
    assert await store.snapshot("a") is None
    await store.save_snapshot("a", Snapshot(1, "x", bytes(range(256))))
    assert await store.snapshot("a") == Snapshot(1, "x", bytes(range(256)))
    await store.save_snapshot("a", Snapshot(2, "z", b""))
    assert await store.snapshot("a") == Snapshot(2, "z", b"")
    await store.save_snapshot("gone", Snapshot(2, "z", b""))
    assert await store.snapshot("gone") is None


@stored
async def test_well(store: Store) -> None:
    assert await store.is_available()


def test_closed(url: str) -> None:
    async def work() -> None:
        store = open_store(url, rate)
        with pytest.raises(StoreDown):
            await store.append(change("a"))
        await store.open()
        under_way = [asyncio.create_task(store.append(change(f"t{number}"))) for number in range(9)]
        await asyncio.sleep(0)
        await store.close()  # finishes what is under way
        await store.close()
        await asyncio.gather(*under_way)
        for asked in (store.append(change("a")), store.entries("t0"), store.rewrite("t0", 0, b"{}")):
            with pytest.raises(StoreDown):
                await asked
        assert not await store.is_available()
        await store.open()
        assert len(await counts(store, [f"t{number}" for number in range(9)])) == 9
        await store.close()

    asyncio.run(work())


@stored
async def test_who_gives_up_disturbs_nobody(store: Store) -> None:
    tasks = [asyncio.create_task(store.append(change(f"t{number}"))) for number in range(20)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [end for end in ends if end is not None and not isinstance(end, asyncio.CancelledError)] == []
    assert set(await counts(store, [f"t{number}" for number in range(20)])) >= {f"t{n}" for n in range(1, 20, 2)}


Steps = st.lists(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 6), st.integers(0, 3)), max_size=8), max_size=6
)


def test_any_changes_in_any_order(url: str) -> None:
    """Changes that are on their way together are stored in their order, each if it fits."""
    with asyncio.Runner() as runner:
        store = open_store(url, rate)
        runner.run(store.open())
        examples = iter(range(10_000))

        @settings(max_examples=60, deadline=None)
        @given(Steps)
        def follows_the_model(steps: list[list[tuple[str, int, int]]]) -> None:
            example = next(examples)
            runner.run(play(store, [[(f"{t}{example}", after, count) for t, after, count in step] for step in steps]))

        try:
            follows_the_model()
        finally:
            runner.run(store.close())


async def play(store: Store, steps: list[list[tuple[str, int, int]]]) -> None:
    """Let the store and a dictionary do the same."""
    model: dict[str, int] = {}
    tables = sorted({table for step in steps for table, *_ in step})
    for step in steps:
        changes = [change(table, after, count if after else count + 1) for table, after, count in step]
        expected = []
        for each in changes:
            expected.append(model.get(each.table, 0) == each.after)
            if expected[-1]:
                model[each.table] = each.after + len(each.entries)
        ends = await asyncio.gather(*(store.append(each) for each in changes), return_exceptions=True)
        assert [end is None for end in ends] == expected
        assert await counts(store, tables) == model
    for table in tables:
        assert [each.number for each in await store.entries(table)] == list(range(model.get(table, 0)))
