"""Siege: attacks on a public server, one at a time, and what an honest player feels beside each of them.

    python benchmarks/siege.py [--attacks NAME …] [--seconds 20] [--rounds 3] [--rest 60] [--json]

Each attack is a module of `benchmarks/sieges/`, and is played from a process of its own, bounded in its rate and in
time, on one core. The server is a real `wishstone serve` with its default limits, compiled rules and one worker, in a
process of its own; everything is on loopback, the attackers at other addresses than the honest player, who plays
against `easy` while newcomers ask for pages, each over a connection of their own.

One round of an attack: the honest player alone, which is the baseline; the same beside the attack; and then some rest,
after which the memory is looked at once more. Memory is that of the server and all its processes. Of all rounds the
worst is told, and held against the bars: the worst answer at most 500 ms or five times the baseline's, the worst move
of the `easy` bot at most 3 s, nothing refused, at most 128 MiB more at the peak and 64 MiB more after the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import sieges
from benchmarks.honest_player import Felt, HonestPlayer
from benchmarks.serving import Server, children, end_in_peace, make_certificate, open_files, rss_mib

WARM_UP = 5.0  # seconds in which everything is used once, before anything is counted
LOOK_EVERY = 0.1  # seconds between two looks at the server's memory
ANSWER_MS, TIMES_BASELINE, BOT_MOVE_S = 500.0, 5.0, 3.0
PEAK_MIB, LATER_MIB = 128.0, 64.0


class Held(NamedTuple):
    """What the server holds."""

    mib: float
    files: int


class Watch:
    """Looks at what a server holds, all its processes together, and remembers the most."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.most = self.now()

    def now(self) -> Held:
        """What it holds now."""
        memory = rss_mib(self.pid)
        for child in children(self.pid):
            with suppress(OSError):  # it has just ended
                memory += rss_mib(child)
        return Held(memory, open_files(self.pid))

    async def run(self) -> None:
        """Look again and again."""
        while True:
            now = self.now()
            self.most = Held(max(self.most.mib, now.mib), max(self.most.files, now.files))
            await asyncio.sleep(LOOK_EVERY)


class Times(NamedTuple):
    """How long everything takes, in seconds."""

    attack: float
    baseline: float
    rest: float


async def one_round(name: str, folder: Path, times: Times, compiled: bool = True) -> dict[str, Any]:
    """Play an attack once at a new server; what came of it."""
    setup: sieges.Setup = sieges.load(name).SETUP
    settings = (f'proxies = ["{sieges.PROXY}"]\n' if setup.proxy else "") + setup.settings
    certificate = make_certificate(folder) if setup.tls else None
    server = Server(folder, compiled=compiled, settings=settings, certificate=certificate, open_files=setup.open_files)
    try:
        await asyncio.to_thread(server.start)
        async with HonestPlayer(server.url, sieges.HONEST, server.trust).playing() as player:
            await asyncio.sleep(WARM_UP)
            player.begin_anew()
            await asyncio.sleep(times.baseline)
            alone = player.begin_anew()
            watch = Watch(server.pid)
            before = watch.most
            watching = asyncio.create_task(watch.run())
            attacked = await _attack(name, server.url, times.attack)
            beside = player.begin_anew()
        watching.cancel()
        await asyncio.sleep(times.rest)
        held = {"before": before, "peak": watch.most, "later": watch.now()}
        return {
            **_felt(alone, beside),
            "memory_mib": {when: round(each.mib) for when, each in held.items()},
            "open_files": {when: each.files for when, each in held.items()},
            "attack": attacked,
            "faults": server.faults(),
        }
    finally:
        await asyncio.to_thread(server.stop)


def _felt(alone: Felt, beside: Felt) -> dict[str, Any]:
    return {"baseline": alone.to_json(), "beside": beside.to_json()}


async def _attack(name: str, url: str, seconds: float) -> dict[str, int]:
    """Play an attack in a process of its own, on one core; what it did, and what it was answered."""
    command = [sys.executable, __file__, "--play", name, "--url", url, "--seconds", str(seconds)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        told, _ = await asyncio.wait_for(process.communicate(), seconds + 60)
    finally:
        if process.returncode is None:
            process.kill()
    counted: dict[str, int] = json.loads(told)
    return counted


def play(name: str, url: str, seconds: float) -> None:
    """Be the process that attacks."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(json.dumps(asyncio.run(sieges.play(name, url, seconds))))


# ── What came of it ──────────────────────────────────────────────────────────────────────────────────────────────


def worst_of(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The worst figures of several rounds, and which bars they miss."""
    baseline_ms = max(each["baseline"]["worst_answer_ms"] for each in rounds)
    answer_ms = max(each["beside"]["worst_answer_ms"] for each in rounds)
    bot_s = max(each["beside"]["worst_bot_move_s"] for each in rounds)
    refusals = max(sum(each["beside"]["refusals"].values()) for each in rounds)
    growth = {when: max(_growth(each, when) for each in rounds) for when in ("peak", "later")}
    bars: dict[str, Callable[[], bool]] = {
        "answer": lambda: answer_ms <= max(ANSWER_MS, TIMES_BASELINE * baseline_ms),
        "bot_move": lambda: bot_s <= BOT_MOVE_S and all(each["beside"]["bot_moves"] for each in rounds),
        "refusals": lambda: refusals == 0,
        "peak": lambda: growth["peak"] <= PEAK_MIB,
        "later": lambda: growth["later"] <= LATER_MIB,
        "faults": lambda: not any(each["faults"] for each in rounds),
    }
    return {
        "worst_answer_ms": answer_ms,
        "baseline_worst_answer_ms": baseline_ms,
        "worst_bot_move_s": bot_s,
        "baseline_worst_bot_move_s": max(each["baseline"]["worst_bot_move_s"] for each in rounds),
        "refusals": refusals,
        "peak_mib_more": growth["peak"],
        "later_mib_more": growth["later"],
        "most_open_files": max(each["open_files"]["peak"] for each in rounds),
        "misses": [name for name, holds in bars.items() if not holds()],
    }


def _growth(one: dict[str, Any], when: str) -> int:
    grown: int = one["memory_mib"][when] - one["memory_mib"]["before"]
    return grown


def table_of(told: dict[str, dict[str, Any]]) -> str:
    """The results as people read them."""
    lines = [
        f"{'':<22}{'worst answer':>14}{'alone':>9}{'easy moves':>12}{'alone':>8}{'refused':>9}"
        f"{'peak':>8}{'later':>8}{'files':>7}  misses"
    ]
    for name, one in told.items():
        worst = one["worst"]
        lines.append(
            f"{name:<22}{worst['worst_answer_ms']:>11.0f} ms{worst['baseline_worst_answer_ms']:>6.0f} ms"
            f"{worst['worst_bot_move_s']:>10.2f} s{worst['baseline_worst_bot_move_s']:>6.2f} s{worst['refusals']:>9}"
            f"{worst['peak_mib_more']:>+8}{worst['later_mib_more']:>+8}{worst['most_open_files']:>7}"
            f"  {', '.join(worst['misses']) or '-'}"
        )
    return "\n".join([*lines, "", *(f"{name}: {one['about']}" for name, one in told.items())])


async def besiege(asked: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Play all attacks that are asked for."""
    told: dict[str, dict[str, Any]] = {}
    times = Times(asked.seconds, asked.baseline or asked.seconds / 2, asked.rest)
    for name in asked.attacks or sieges.names():
        rounds = []
        for number in range(asked.rounds):
            with tempfile.TemporaryDirectory(prefix="wishstone-siege-") as folder:
                rounds.append(await one_round(name, Path(folder), times, not asked.interpreted))
            print(f"{name} {number + 1}: {json.dumps(rounds[-1])}", file=sys.stderr, flush=True)
        told[name] = {"about": sieges.load(name).ABOUT, "worst": worst_of(rounds), "rounds": rounds}
    return told


def main() -> int:
    """Play the attacks, and print what came of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--attacks", nargs="*", choices=sieges.names(), help="all of them, unless some are named")
    parser.add_argument("--seconds", type=float, default=20.0, help="of an attack")
    parser.add_argument("--baseline", type=float, default=0.0, help="seconds without; half of those of an attack")
    parser.add_argument("--rest", type=float, default=60.0, help="seconds until the memory is looked at again")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--interpreted", action="store_true", help="for a quick try: rules are not compiled")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        play(asked.play, asked.url, asked.seconds)
        return 0
    end_in_peace()
    told = asyncio.run(besiege(asked))
    print(json.dumps(told) if asked.json else table_of(told))
    return 1 if any(one["worst"]["misses"] for one in told.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
