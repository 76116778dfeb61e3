"""Fair queue: whose work is next, so that no network, and in it no table, gets more time than others that wait, too.

Self-clocked fair queueing over a tree: networks, in an IPv6 network those inside it, and in an address its tables.
Every branch has a tag, the time that it has had by its weight, and of the branches where something waits the one with
the smallest tag is next. One that comes anew begins where the others are: nobody saves time up, and nobody is kept from
their turn by newcomers. What a piece of work takes is estimated when it is taken, and corrected once it is done.

Less urgent work waits as if its branch had had some seconds more. So a hint comes after every bot's turn, but not after
those of somebody who keeps all processes busy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from operator import attrgetter
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Urgency(IntEnum):
    """Kinds of work, the most urgent first."""

    QUICK = 0  # a move of a bot that looks once
    SEARCH = 1  # a move of a bot that thinks ahead
    HINT = 2
    RECORD = 3  # that is read in
    REVIEW = 4


HANDICAPS = (0.0, 0.0, 3.0, 0.0, 3.0)  # seconds that work seems to have had before, by urgency
KEPT = 64  # idle branches beside those where something waits, until they are looked through

Path = Sequence[tuple[str, int]]  # branches from the root on, each with the largest weight that it may have


@dataclass(eq=False)
class Work(Generic[Item]):
    """A piece of work that waits, or is being done."""

    item: Item
    urgency: Urgency
    rank: Callable[[], float]  # the smallest is first, among equally urgent ones of one branch
    branch: _Branch[Item]
    charged: list[tuple[_Branch[Item], float]] = field(default_factory=list)  # what was added to tags for it
    estimate: float = 0.0


class _Branch(Generic[Item]):
    """A network, an address or a table, with its branches or the work that waits there."""

    def __init__(self, parent: _Branch[Item] | None, name: str, most: int) -> None:
        self.parent, self.name, self.most = parent, name, most
        self.tag: float = 0.0 if parent is None else parent.level
        self.level: float = 0.0  # the largest tag of its branches, without estimates: where one that comes anew begins
        self.order = 0.0, 0  # the tag, later by what its most urgent work is worth less; and when it was taken last
        self.branches: dict[str, _Branch[Item]] = {}
        self.ready: dict[str, _Branch[Item]] = {}  # those of them where something waits
        self.works: list[Work[Item]] = []
        self.waiting = [0] * len(Urgency)  # in it, by urgency
        self.running = 0  # taken and not done
        self.taken = 0  # how many had been taken in all when something was taken here

    @property
    def is_active(self) -> bool:
        """Whether something in it waits or is being done."""
        return self.running > 0 or any(self.waiting)

    @property
    def weight(self) -> int:
        """How much it counts beside others: as much as what is active in it, up to its largest weight."""
        return 1 if self.most == 1 else max(1, min(self.most, self.active_weight))

    @property
    def active_weight(self) -> int:
        """What all its active branches weigh."""
        return sum(each.weight for each in self.branches.values() if each.is_active)

    def lineage(self) -> Iterator[tuple[_Branch[Item], _Branch[Item]]]:
        """This branch and those that it is in, each with its parent, from here to the root."""
        branch = self
        while branch.parent is not None:
            yield branch, branch.parent
            branch = branch.parent

    def branch_to(self, name: str, most: int) -> _Branch[Item]:
        """The branch of this name; one that was idle begins no earlier than the others are."""
        branch = self.branches.get(name)
        if branch is None:
            branch = self.branches[name] = _Branch(self, name, most)
        elif not branch.is_active:
            branch.tag = max(branch.tag, self.level)
        return branch

    def count(self, urgency: Urgency, change: int) -> None:
        """Have more or less work of a kind wait in it, and be ready as long as any does."""
        self.waiting[urgency] += change
        if self.parent is None:
            return
        if any(self.waiting):
            self.parent.ready[self.name] = self
        else:
            del self.parent.ready[self.name]
        self.charge(0.0)

    def charge(self, time: float) -> None:
        """Add to its tag."""
        self.tag += time
        late = next((late for late, count in zip(HANDICAPS, self.waiting, strict=True) if count), 0.0)
        self.order = self.tag + late, self.taken

    def forget_idle(self) -> None:
        """Drop idle branches; while others wait, one that has had more than they is remembered."""
        if self.ready and len(self.branches) <= 2 * len(self.ready) + KEPT:
            return
        for name, each in [*self.branches.items()]:
            if not each.is_active and (each.tag <= self.level or not self.ready):
                del self.branches[name]


class FairQueue(Generic[Item]):
    """Work that waits, and the time that everybody has had."""

    def __init__(self) -> None:
        self._root: _Branch[Item] = _Branch(None, "", 1)
        self._taken = 0

    def __len__(self) -> int:
        return sum(self._root.waiting)

    def count(self, urgency: Urgency) -> int:
        """How much work of a kind waits."""
        return self._root.waiting[urgency]

    def add(self, path: Path, item: Item, urgency: Urgency, rank: Callable[[], float] = lambda: 0.0) -> Work[Item]:
        """Have an item wait at the end of a path; `rank` is asked when it may be its turn."""
        branch = self._root
        for name, most in path:
            branch = branch.branch_to(name, most)
        work = Work(item, urgency, rank, branch)
        branch.works.append(work)
        self._count(work, 1)
        return work

    def remove(self, work: Work[Item]) -> None:
        """Have a piece of work wait no longer."""
        work.branch.works.remove(work)
        self._count(work, -1)

    def _count(self, work: Work[Item], change: int) -> None:
        for branch, _ in work.branch.lineage():
            branch.count(work.urgency, change)
        self._root.count(work.urgency, change)

    def take(self, estimate: Callable[[Work[Item]], float]) -> Work[Item] | None:
        """Take the work that is next, if there is any; `estimate` tells how many seconds it may take."""
        branch = self._root
        while branch.ready:
            branch = min(branch.ready.values(), key=attrgetter("order"))
        if not branch.works:
            return None
        work = min(branch.works, key=lambda work: (work.urgency, work.rank()))
        work.estimate = estimate(work)
        self.remove(work)
        self._taken += 1
        for branch, parent in work.branch.lineage():
            branch.running += 1
            branch.taken = self._taken
            weight = branch.weight
            work.charged.append((branch, weight))
            branch.charge(work.estimate / weight)
            parent.forget_idle()
        return work

    def share(self, work: Work[Item]) -> float:
        """The share of all time that a piece of work has beside what else waits or is being done."""
        share = 1.0
        for branch, parent in work.branch.lineage():
            share *= branch.weight / parent.active_weight
        return share

    def settle(self, work: Work[Item], seconds: float) -> None:
        """Correct the time that was estimated for a piece of work by what it took."""
        for branch, weight in work.charged:
            branch.running -= 1
            branch.charge((seconds - work.estimate) / weight)
            if branch.parent is not None:
                branch.parent.level = max(branch.parent.level, branch.tag)
