"""Loop shares: what a client takes of the event loop is measured, and a network waits for more than its part."""

from __future__ import annotations

import asyncio
import time

import pytest

from wishstone.server.live import loop_shares
from wishstone.server.live.loop_shares import LEAST, TOGETHER, LoopClient, LoopShares, Measured, charged
from wishstone.server.table.refusal import Busy

HERE, THERE = "203.0.113.9", "198.51.100.1"


def work_for(seconds: float) -> None:
    """Take time of the processor."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def nothing() -> None:
    """Take hardly any time."""


async def work(seconds: float) -> str:
    """Take time of the processor, before and after waiting for something else."""
    work_for(seconds / 2)
    await asyncio.sleep(0.05)
    work_for(seconds / 2)
    return "done"


def test_only_the_time_in_which_it_runs_itself_is_measured() -> None:
    async def measure() -> float:
        charged: list[float] = []
        others = asyncio.create_task(work(0.1))
        assert await Measured(work(0.02), charged.append) == "done"
        await others
        assert len(charged) == 2
        return sum(charged)

    assert 0.02 <= asyncio.run(measure()) < 0.1


def test_errors_and_cancellations_go_through() -> None:
    seen: list[str] = []

    async def fail() -> None:
        await asyncio.sleep(0)
        raise KeyError("why")

    async def hang() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def whole() -> None:
        with pytest.raises(KeyError, match="why"):
            await Measured(fail(), lambda _: None)
        task = asyncio.ensure_future(Measured(hang(), lambda _: None))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(whole())
    assert seen == ["cancelled"]


def test_what_a_task_of_its_own_does_for_somebody_is_charged_to_them() -> None:
    async def whole() -> None:
        shares = LoopShares()
        await shares.run(shares.client(THERE), nothing())
        client, other = shares.client(HERE), shares.client("203.0.113.10")

        async def ask(cost: float) -> str:
            return await asyncio.shield(charged(work(cost)))

        done = await asyncio.gather(shares.run(client, ask(0.03)), shares.run(other, ask(0.005)), ask(0.02))
        assert list(done) == ["done"] * 3
        assert 0.025 <= client.taken_lately(time.monotonic()) < 0.05, "some of it is forgotten already"
        assert 0.004 <= other.taken_lately(time.monotonic()) < 0.02

    asyncio.run(whole())


async def taken(shares: LoopShares, clients: list[LoopClient], cost: float, seconds: float) -> float:
    """How much these clients take within some seconds, each with one command after the other."""
    total = 0.0

    async def command() -> None:
        nonlocal total
        work_for(cost)
        total += cost
        await asyncio.sleep(0)

    async def ask(client: LoopClient) -> None:
        while True:
            await shares.run(client, command())

    tasks = [asyncio.create_task(ask(client)) for client in clients]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return total


def no_credit(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody has taken little so far."""
    monkeypatch.setattr(loop_shares, "CREDIT", 0.01)


def test_a_network_alone_has_the_whole_loop() -> None:
    async def whole() -> None:
        shares = LoopShares()
        began = time.thread_time()
        total = await taken(shares, [shares.client(HERE) for _ in range(3)], 0.001, 0.3)
        assert total > 0.8 * (time.thread_time() - began)

    asyncio.run(whole())


def test_where_others_are_a_network_has_its_part_however_many_connections_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And whoever takes little waits for nothing."""
    no_credit(monkeypatch)

    async def whole() -> None:
        shares = LoopShares()
        honest, crowd = shares.client(THERE), [shares.client(HERE) for _ in range(50)]
        await shares.run(honest, nothing())
        began = time.monotonic()
        total, seconds = await taken(shares, crowd, 0.001, 1.0), time.monotonic() - began
        assert 0 < total <= 0.25 * seconds + 0.1, "a quarter of the loop, and what it could take at once"
        assert shares.part == TOGETHER / 2
        crowd[0].charge(1.0)
        greedy = asyncio.create_task(shares.run(crowd[1], nothing()))
        await asyncio.sleep(0)
        assert crowd[1].shares[0].waiting
        with pytest.raises(StopIteration):  # it is done at once
            shares.run(honest, nothing()).send(None)
        assert not greedy.done()
        await greedy

    asyncio.run(whole())


def test_an_ipv6_network_has_no_more_for_all_its_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    no_credit(monkeypatch)
    monkeypatch.setattr(loop_shares, "TOGETHER", 0.1)

    async def whole() -> None:
        shares = LoopShares()
        await shares.run(shares.client(THERE), work(0))
        crowd = [shares.client(f"2001:db8:1:{number:x}::1") for number in range(40)]
        began = time.monotonic()
        total, seconds = await taken(shares, crowd, 0.001, 1.0), time.monotonic() - began
        assert shares.part == 0.05
        assert 0 < total <= 0.05 * 4 * seconds + 0.12, (
            "four times as much as an address, and what they could take at once"
        )

    asyncio.run(whole())


def test_of_those_who_wait_in_a_network_whoever_has_taken_least_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    no_credit(monkeypatch)

    async def whole() -> None:
        shares = LoopShares()
        await shares.run(shares.client(THERE), work(0))
        greedy = [shares.client(HERE) for _ in range(30)]
        for client in greedy:
            client.charge(0.01)
        order: list[str] = []

        async def note(name: str) -> None:
            order.append(name)

        tasks = [asyncio.create_task(shares.run(client, note("greedy"))) for client in greedy]
        await asyncio.sleep(0)
        await shares.run(shares.client(HERE), note("modest"))
        assert order.index("modest") <= 1
        await asyncio.gather(*tasks)
        assert len(order) == 31

    asyncio.run(whole())


def test_somebody_who_goes_away_while_waiting_leaves_the_turn_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    no_credit(monkeypatch)

    async def whole() -> None:
        shares = LoopShares()
        await shares.run(shares.client(THERE), work(0))
        first, second = shares.client(HERE), shares.client(HERE)
        first.charge(0.03)
        tasks = [asyncio.create_task(shares.run(client, work(0))) for client in (first, second)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        assert await asyncio.wait_for(tasks[1], 10) == "done"

    asyncio.run(whole())


def test_who_would_have_to_wait_for_very_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_shares, "PATIENCE", 0.1)
    ran: list[bool] = []

    async def whole() -> None:
        shares = LoopShares()
        await shares.run(shares.client(THERE), work(0))
        greedy = shares.client(HERE)
        greedy.charge(60)

        async def run() -> None:
            ran.append(True)

        with pytest.raises(Busy) as refused:
            await shares.run(greedy, run())
        assert refused.value.code == "too-fast"
        with pytest.raises(Busy):
            await shares.run(shares.client(HERE), run())
        await shares.run(shares.client(THERE), run())

    asyncio.run(whole())
    assert ran == [True]


def test_a_network_counts_as_there_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_shares, "RECENT", 0.3)

    async def whole() -> None:
        shares = LoopShares()
        for address in (HERE, THERE):
            await shares.run(shares.client(address), nothing())
        assert shares.part == TOGETHER / 2
        await asyncio.sleep(0.5)
        greedy = shares.client(HERE)
        greedy.charge(60)
        await asyncio.wait_for(shares.run(greedy, work(0)), 5)
        assert shares.part == TOGETHER

    asyncio.run(whole())


def test_every_network_has_a_little_however_many_there_are() -> None:
    async def whole() -> None:
        shares = LoopShares()
        for number in range(200):
            await shares.run(shares.client(f"198.51.100.{number}"), nothing())
        assert shares.part == LEAST

    asyncio.run(whole())


def test_what_was_taken_is_forgotten_by_and_by() -> None:
    shares = LoopShares()
    client = shares.client(HERE)
    client.charge(1.0)
    now = time.monotonic()
    assert client.taken_lately(now) == pytest.approx(1.0, rel=0.1)
    assert client.taken_lately(now + loop_shares.FADES) == pytest.approx(0.5, rel=0.1)


def test_networks_that_were_not_seen_for_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_shares, "KEPT", 10)
    shares = LoopShares()
    first = shares.client("203.0.113.0")
    for number in range(50):
        shares.client(f"203.0.113.{number}")
    assert len(shares._shares) == 10
    assert shares.client("203.0.113.0").shares != first.shares
