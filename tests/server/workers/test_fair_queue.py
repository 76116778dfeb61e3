"""Fair queue: who is next, counted in pieces of work."""

from __future__ import annotations

from collections import Counter

import pytest

from wishstone.server.workers.fair_queue import FairQueue, Path, Urgency, Work

LIVE, HINT = Urgency.SEARCH, Urgency.HINT


def path(text: str) -> Path:
    """The branches that a text names, each of weight 1."""
    return [(name, 1) for name in text.split("/")]


def take(queue: FairQueue[str], seconds: float = 1.0) -> Work[str]:
    """What is next; it takes so long."""
    work = queue.take(lambda _: seconds)
    assert work is not None
    return work


def served(queue: FairQueue[str], count: int, seconds: float = 1.0) -> list[str]:
    """What is done by one process, one after the other."""
    done = []
    for _ in range(count):
        work = take(queue, seconds)
        queue.settle(work, seconds)
        done.append(work.item)
    return done


def test_an_address_with_many_tables_has_as_much_time_as_one_with_a_single_table() -> None:
    queue = FairQueue[str]()
    for table in range(45):
        queue.add(path(f"mallory/{table}"), "mallory", LIVE)
    for number in range(10):
        queue.add(path("ann/only"), f"ann {number}", LIVE)
    first = served(queue, 20)
    assert Counter(each.split()[0] for each in first) == {"mallory": 10, "ann": 10}
    assert first[0] == "mallory", "who came first"
    assert first[1] == "ann 0"
    assert len(queue) == 35


def test_the_tables_of_an_address_take_turns() -> None:
    queue = FairQueue[str]()
    for number in range(3):
        queue.add(path("ann/one"), f"one {number}", LIVE)
    for number in range(3):
        queue.add(path("ann/two"), f"two {number}", LIVE)
    assert served(queue, 6) == ["one 0", "two 0", "one 1", "two 1", "one 2", "two 2"]


def test_who_had_more_time_waits_longer_whatever_was_estimated() -> None:
    queue = FairQueue[str]()
    for name in ("ann", "bob"):
        for _ in range(6):
            queue.add(path(f"{name}/table"), name, LIVE)
    costs, done = {"ann": 0.1, "bob": 0.3}, []
    while len(queue):
        work = take(queue, 1.0)
        queue.settle(work, costs[work.item])
        done.append(work.item)
    assert done[:8].count("ann") == 6, "bob's take three times as long"


def test_nobody_saves_time_up() -> None:
    queue = FairQueue[str]()
    for _ in range(50):
        queue.add(path("ann/table"), "ann", LIVE)
    served(queue, 20)
    for _ in range(20):
        queue.add(path("bob/table"), "bob", LIVE)
    assert served(queue, 10).count("bob") == 5, "since he came, and not since she began"


def test_newcomers_do_not_come_before_somebody_for_ever() -> None:
    """However many there are, each with a single piece of work."""
    queue = FairQueue[str]()
    for _ in range(100):
        queue.add(path("ann/table"), "ann", LIVE)
    done = []
    for number in range(100):
        queue.add(path(f"{number}/table"), "somebody", LIVE)
        done += served(queue, 1)
    assert done.count("ann") > 10


def test_what_is_being_done_counts_before_it_is_done() -> None:
    """Several processes do not all go to whoever was first."""
    queue = FairQueue[str]()
    for name in ("ann", "bob"):
        for _ in range(2):
            queue.add(path(f"{name}/table"), name, LIVE)
    assert [take(queue).item for _ in range(4)] == ["ann", "bob", "ann", "bob"]
    assert queue.take(lambda _: 1.0) is None


@pytest.mark.parametrize("first", [LIVE, HINT])
def test_a_live_table_comes_before_a_hint(first: Urgency) -> None:
    """Whoever asked first, at one table, at one address and at different ones."""
    for one, other in (("ann/table", "ann/table"), ("ann/one", "ann/two"), ("ann/one", "bob/two")):
        queue = FairQueue[str]()
        second = HINT if first is LIVE else LIVE
        queue.add(path(one), first.name, first)
        queue.add(path(other), second.name, second)
        assert served(queue, 2) == ["SEARCH", "HINT"]


def test_a_hint_does_not_wait_for_ever_for_somebody_who_keeps_all_busy() -> None:
    queue = FairQueue[str]()
    for table in range(45):
        queue.add(path(f"mallory/{table}"), "mallory", LIVE)
    queue.add(path("ann/table"), "ann's hint", HINT)
    assert "ann's hint" in served(queue, 10)


def test_of_equal_work_that_with_the_smallest_rank_is_first() -> None:
    queue, ranks = FairQueue[str](), {"a": 1.0, "b": 2.0}
    for name in ranks:
        queue.add(path("ann"), name, Urgency.REVIEW, lambda name=name: ranks[name])  # type: ignore[misc]
    ranks["b"] = 0.0  # by now
    assert served(queue, 2) == ["b", "a"]


def test_a_network_counts_for_several_addresses_and_not_for_all_that_it_has() -> None:
    queue = FairQueue[str]()
    for number in range(64):
        queue.add([("2001:db8::/48", 4), (f"2001:db8:0:{number}::/64", 1), ("table", 1)], "network", LIVE)
    for _ in range(20):
        queue.add([("192.0.2.1", 1), ("table", 1)], "ann", LIVE)
    assert Counter(served(queue, 25)) == {"network": 20, "ann": 5}


def test_the_share_of_a_table_is_that_of_its_address_by_its_tables() -> None:
    queue = FairQueue[str]()
    for table in range(5):
        queue.add(path(f"mallory/{table}"), "mallory", LIVE)
    ann = queue.add(path("ann/table"), "ann", LIVE)
    assert queue.share(ann) == 1 / 2
    running = take(queue)
    assert running.item == "mallory"
    assert queue.share(running) == 1 / 10, "what is being done counts as well"


def test_what_waits_no_longer_is_not_counted() -> None:
    queue = FairQueue[str]()
    works = [queue.add(path("ann/table"), str(number), LIVE) for number in range(3)]
    queue.remove(works[0])
    assert (len(queue), queue.count(LIVE), queue.count(HINT)) == (2, 2, 0)
    assert served(queue, 2) == ["1", "2"]
    assert queue.take(lambda _: 1.0) is None


def test_nothing_is_kept_of_those_who_are_gone() -> None:
    """Neither after a while without much to do, nor in one in which there is always somebody who waits."""
    queue = FairQueue[str]()
    for number in range(1000):
        queue.add(path(f"{number}/table"), "", LIVE)
        served(queue, 1)
    assert len(queue._root.branches) <= 1
    for number in range(500):
        queue.add(path("mallory/table"), "", LIVE)
        queue.add(path(f"{number}/table"), "", LIVE)
        served(queue, 1)
    assert queue.count(LIVE) == 500
    served(queue, 490)
    assert len(queue._root.branches) < 200
