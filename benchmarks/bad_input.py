"""Fuzz test of a running server: messages of every kind by the hundred thousand; no failure, no memory kept.

    python benchmarks/bad_input.py --messages 100000

A server in a process of its own, and over real sockets what `tests/server/mischief.py` thinks of: any JSON, any bytes,
commands in any order by anybody. Every message must get one answer; nothing may be logged as an error; every table must
be what its entries say; and when all have gone, the memory must be back to where it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.server.clients import quick_settings, serving
from tests.server.mischief import PLANS, Quick, Sent, complaints, inconsistencies, misbehave
from wishstone.server.live import hub as hubs
from wishstone.server.ops.serve import make_hub
from wishstone.server.table import state as tables

WARM_UP = 5_000  # messages before the memory is first looked at
AT_ONCE = 8  # tables
PLANS_EACH = 4  # lists of messages that are sent at one table
MIB = 1 << 20


def main() -> None:
    """Send, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given_ = parser.parse_args()
    if given_.serve:
        asyncio.run(serve(given_.serve))
        return
    with tempfile.TemporaryDirectory() as folder:
        told = send_all(f"{folder}/tables.db", given_.messages, given_.seed)
    print(json.dumps(told) if given_.json else "\n".join(f"{name:>12} {value}" for name, value in told.items()))
    sys.exit(bool(told["complaints"] or told["inconsistent"]))


def send_all(database: str, messages: int, first: int) -> dict[str, Any]:
    """Start a server, send it so many messages, and see how it is afterwards."""
    command = [sys.executable, __file__, "--serve", database]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        url = json.loads(server.stdout.readline())["url"]
        answers: Counter[str] = Counter()
        began = time.perf_counter()

        def ask(word: str) -> Any:
            print(word, file=server.stdin, flush=True)
            assert server.stdout is not None
            return json.loads(server.stdout.readline())

        before = 0
        while answers["(sent)"] < messages:
            answers += some(url, first + answers["(sent)"])
            if not before and answers["(sent)"] >= min(WARM_UP, messages // 2):
                before = ask("rest")["rss"]
        seconds = time.perf_counter() - began
        after = ask("rest")["rss"]
        ended = ask("end")
    return {
        "messages": answers.pop("(sent)"),
        "answers": dict(answers.most_common()),
        "rss_before": before,
        "rss_after": after,
        "seconds": round(seconds),
        **ended,
    }


def some(url: str, number: int) -> Counter[str]:
    """Messages at some tables at once."""
    plans: list[tuple[str, list[Sent]]] = []

    @settings(
        max_examples=AT_ONCE * PLANS_EACH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @seed(number)
    @given(PLANS)
    def note(plan: tuple[str, list[Sent]]) -> None:
        plans.append(plan)

    note()

    async def send() -> list[Counter[str]]:
        evenings = [plans[place::AT_ONCE] for place in range(AT_ONCE)]
        return await asyncio.gather(
            *(misbehave(url, evening[0][0], [sent for _, each in evening for sent in each]) for evening in evenings)
        )

    return sum(asyncio.run(send()), Counter())


async def serve(database: str) -> None:
    """The server: after `rest` it tells its memory once nobody is there any more, after `end` what was wrong."""
    hubs.IDLE, hubs.SWEEP = 3.0, 0.5  # seconds: tables are put away soon
    tables.SHOWING = 3_000  # milliseconds: and nobody waits long for numbers
    hub = make_hub(quick_settings(database))
    hub.bot_pool = Quick(1)
    wrong: set[str] = set()
    with complaints() as lines:
        async with serving(hub.settings, hub) as (url, _):
            tell({"url": url})
            watching = asyncio.create_task(keep_looking(hub, wrong))
            while await asyncio.to_thread(sys.stdin.readline) == "rest\n":
                while hub.live_tables:
                    await asyncio.sleep(0.1)
                tell({"rss": rss()})
            watching.cancel()
    tell({"complaints": lines, "inconsistent": sorted(wrong)})


async def keep_looking(hub: hubs.Hub, wrong: set[str]) -> None:
    """See again and again whether every table is what its entries say."""
    while True:
        wrong.update(await inconsistencies(hub))
        await asyncio.sleep(0.25)


def rss() -> float:
    """The memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return round(pages * 4096 / MIB, 1)


def tell(what: Any) -> None:
    """A line to whoever started this."""
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main()
