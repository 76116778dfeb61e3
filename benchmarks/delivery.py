"""Delivery of the page: bytes as they travel, and times until something is seen, on a slow network and a slow machine.

    python benchmarks/delivery.py [--base CHECKOUT] [--runs 5] [--games keltis,quartz-dice] [--json]

In Chromium, each time with a new profile: nothing is cached, and no service worker is there. The network is Chromium's
own throttling (1.6 Mbit/s, 150 ms from a request to its answer; WebSockets too, handshakes of TCP not), the slow
machine its own, too (four times slower, network as it is). `--base` is the folder of another checkout
(`git worktree add`); runs of the two take turns, and medians are told. Bytes are those of bodies, as they were sent;
«on the wire» is all that a TCP connection carried to the browser, with heads, WebSockets and the service worker.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
from playwright.sync_api import Browser, CDPSession, Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.processes import running  # noqa: E402 (the tests are a folder, not a package)
from tests.web.browser import GAMES, PHONE, chromium_running  # noqa: E402

KILO = 1000
LIMITS = {"start, bytes": 40 * KILO, "table, bytes": 90 * KILO, "first picture": 1.2, "play now": 1.8}
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOW_MACHINE = 4
PATIENCE = 60_000  # milliseconds
USABLE, PLAYABLE, SHOWN = ".shelf [data-key] .btn.go", "#page .dock .ask", "#page main *"

# When each of these was first there, and when something was last tapped, in milliseconds since the page was asked for.
CLOCK = f"""(() => {{
  const marks = (window.marks = {{}}), watched = {json.dumps([USABLE, PLAYABLE, SHOWN])};
  const look = () => {{
    for (const each of watched)
      if (!(each in marks) && document.querySelector(each)) marks[each] = performance.now();
  }};
  new MutationObserver(look).observe(document, {{ subtree: true, childList: true }});
  addEventListener("click", () => (marks.tap = performance.now()), true);
}})()"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


class Proxy:
    """Passes everything on to a server, and counts what comes back."""

    def __init__(self, port: int) -> None:
        self.to, self.count, self.url = port, 0, ""
        self._loop = asyncio.new_event_loop()
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        Thread(target=self._loop.run_forever, daemon=True).start()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection("127.0.0.1", self.to)
        await asyncio.gather(self._pass(reader, forth, False), self._pass(back, writer, True))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, counted: bool) -> None:
        try:
            while data := await reader.read(1 << 16):
                self.count += len(data) if counted else 0
                writer.write(data)
                await writer.drain()
        except OSError:
            pass  # the browser has gone
        finally:
            writer.close()


class Visitor:
    """A new browser profile: what it was sent, and when it saw something."""

    def __init__(self, browser: Browser, proxy: Proxy) -> None:
        self._proxy = proxy
        self.context = browser.new_context(
            base_url=proxy.url, viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en-GB"
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(CLOCK)
        self._tools: CDPSession = self.context.new_cdp_session(self.page)
        self._bodies: dict[str, int] = {}
        self._unsent: set[str] = set()  # the browser had them, and the server said that they are as they were
        self.sent: dict[str, int] = {}
        self._tools.on("Network.responseReceived", self._answered)
        self._tools.on("Network.responseReceivedExtraInfo", self._told_status)
        self._tools.on("Network.loadingFinished", self._finished)
        self._tools.send("Network.enable")
        self.count()

    def throttle(self, network: bool = False, machine: bool = False) -> None:
        """Make the network or the machine slow."""
        if network:
            self._tools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
        if machine:
            self._tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_MACHINE})

    def _answered(self, event: dict[str, Any]) -> None:
        answer = event["response"]
        cached = answer.get("fromDiskCache") or answer.get("fromServiceWorker") or answer["status"] == 304
        headers = {name.lower(): value for name, value in answer["headers"].items()}
        if not cached and not answer["url"].startswith("data:"):
            self._bodies[event["requestId"]] = int(headers.get("content-length", 0))

    def _told_status(self, event: dict[str, Any]) -> None:
        if event["statusCode"] == 304:  # which is told to a module that fetches as 200, with the body from the cache
            self._unsent.add(event["requestId"])

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._bodies and event["encodedDataLength"]:
            self.sent[event["requestId"]] = self._bodies[event["requestId"]]

    def count(self) -> tuple[int, int, int]:
        """Requests, bytes of their bodies, and bytes on the wire since it was last asked."""
        bodies = [size for request, size in self.sent.items() if request not in self._unsent]
        told = len(bodies), sum(bodies), self._proxy.count
        self.sent.clear()
        self._proxy.count = 0
        return told

    def seen(self, selector: str) -> float:
        """Wait for something; the seconds since the page was asked for until it was there."""
        self.page.wait_for_selector(selector)
        return float(self.page.evaluate("(each) => window.marks[each]", selector)) / 1000

    def first_picture(self) -> float:
        """Seconds until something was painted: a text, a drawing."""
        self.page.wait_for_function(PAINTED)
        return float(self.page.evaluate(PAINTED)) / 1000

    def settle(self) -> None:
        """Wait until nothing more is loaded, the service worker's files included."""
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(700)


@contextmanager
def visiting(browser: Browser, proxy: Proxy, **slow: bool) -> Iterator[Visitor]:
    """A visitor, for as long as it is needed."""
    visitor = Visitor(browser, proxy)
    visitor.throttle(**slow)
    try:
        yield visitor
    finally:
        visitor.context.close()


Figures = dict[str, float]


def weigh(browser: Browser, proxy: Proxy, games: list[str]) -> Figures:
    """What the start page and a table of each game weigh, for somebody who was never here."""
    told: Figures = {}
    with visiting(browser, proxy) as visitor:
        visitor.page.goto("/")
        visitor.seen(USABLE)
        visitor.settle()
        told["start, requests"], told["start, bytes"], told["start, on the wire"] = visitor.count()
        visitor.page.reload()
        visitor.seen(USABLE)
        visitor.settle()
        told["start again, requests"], told["start again, bytes"], told["start again, on the wire"] = visitor.count()
    for game in games:
        with visiting(browser, proxy) as visitor:
            visitor.page.goto(opened(proxy.url, game))
            visitor.seen(PLAYABLE)
            visitor.settle()
            told[f"table, requests ({game})"], told[f"table, bytes ({game})"], on_the_wire = visitor.count()
            told[f"table, on the wire ({game})"] = on_the_wire
    return told


def opened(url: str, game: str) -> str:
    """The link to a seat at a table of a game that has begun."""
    with httpx.Client(base_url=url, trust_env=False) as client:
        about = next(each for each in client.get("/api/games").json()["games"] if each["id"] == game)
        bots = ["novice"] * (max(about["seats"][0], 2) - 1)
        wish = {"game": game, "seats": ["me", *bots], "name": "Ann", "start": True, "first": 0}
        told = client.post("/api/tables", json=wish).json()
    return f"/t/{told['table']}#seat={told['secret']}"


def time_network(browser: Browser, proxy: Proxy, games: list[str]) -> Figures:
    """How long it takes over a slow network: the start page, a table from there, a table by its link."""
    told: Figures = {}
    for game in games:
        with visiting(browser, proxy, network=True) as visitor:
            visitor.page.goto("/", wait_until="commit")
            usable = visitor.seen(USABLE)
            if game == games[0]:
                told["first picture"], told["start usable"] = visitor.first_picture(), usable
            visitor.settle()
            visitor.page.locator(f"[data-key='{game}'] .btn.go").click()
            playable = visitor.seen(PLAYABLE)
            told[f"play now ({game})"] = playable - visitor.page.evaluate("() => window.marks.tap") / 1000
            if game == games[0]:
                visitor.settle()
                visitor.page.reload(wait_until="commit")
                told["table again"] = visitor.seen(PLAYABLE)
                visitor.page.goto("/", wait_until="commit")
                told["start again"] = visitor.seen(USABLE)
        with visiting(browser, proxy, network=True) as visitor:
            visitor.page.goto(opened(proxy.url, game), wait_until="commit")
            told[f"table by link ({game})"] = visitor.seen(PLAYABLE)
    return told


def time_machine(browser: Browser, proxy: Proxy, games: list[str]) -> Figures:
    """How long every page takes on a slow machine."""
    told: Figures = {}
    game = games[0]
    pages = {
        "start": ("/", USABLE),
        "table": ("", PLAYABLE),
        "rules": (f"/rules/{game}", SHOWN),
        "lesson": (f"/learn/{game}", PLAYABLE),
        "you": ("/you", SHOWN),
        "record": ("/replay", SHOWN),
    }
    for name, (path, selector) in pages.items():
        with visiting(browser, proxy, machine=True) as visitor:
            visitor.page.goto(path or opened(proxy.url, game), wait_until="commit")
            told[f"{name}, slow machine"] = visitor.seen(selector)
            if name == "start":
                told["first picture, slow machine"] = visitor.first_picture()
                visitor.settle()
                visitor.page.locator(f"[data-key='{game}'] .btn.go").click()
                playable = visitor.seen(PLAYABLE)
                tap = visitor.page.evaluate("() => window.marks.tap") / 1000
                told["play now, slow machine"] = playable - tap
            visitor.settle()
            visitor.page.reload(wait_until="commit")
            told[f"{'table' if name == 'start' else name} again, slow machine"] = visitor.seen(
                PLAYABLE if name == "start" else selector
            )
    return told


def measured(sources: dict[str, Path], runs: int, games: list[str]) -> dict[str, Figures]:
    """All figures of each version: medians of runs that take turns."""
    found: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in sources}
    with tempfile.TemporaryDirectory() as folder:
        servers = []
        for name, source in sources.items():
            place = Path(folder, name)
            place.mkdir()
            servers.append(running(place, PYTHONPATH=str(source)))
        started = [server.__enter__() for server in servers]
        try:
            proxies = {
                name: Proxy(int(server.url.rsplit(":", 1)[1])) for name, server in zip(sources, started, strict=True)
            }
            with chromium_running() as browser:
                for run in range(runs):
                    for name, proxy in proxies.items():
                        figures = weigh(browser, proxy, games) if run == 0 else {}
                        figures |= time_network(browser, proxy, games) | time_machine(browser, proxy, games)
                        for what, value in figures.items():
                            found[name][what].append(value)
        finally:
            for server in servers:
                server.__exit__(None, None, None)
    return {name: {what: statistics.median(each) for what, each in told.items()} for name, told in found.items()}


def limit_of(what: str) -> float | None:
    """The most that a figure may be."""
    return LIMITS.get(what.split(" (")[0])


def main() -> int:
    """Measure, and print every figure beside its limit; the status tells whether all are kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--base", type=Path, metavar="CHECKOUT", help="the folder of another checkout")
    parser.add_argument("--runs", type=int, default=5, help="how often everything is timed; 5")
    parser.add_argument("--games", default=",".join(GAMES), help="separated by commas; all")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    games = asked.games.split(",")
    if unknown := set(games) - set(GAMES):
        parser.error(f"there is no game {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    sources = {"here": ROOT / "src"}
    if asked.base:
        if not (asked.base / "src" / "wishstone").is_dir():
            parser.error(f"{asked.base} is no checkout of Wishstone")
        sources["base"] = asked.base / "src"
    told = measured(sources, asked.runs, games)
    kept = True
    for what, value in told["here"].items():
        most = limit_of(what)
        kept &= most is None or value <= most
        if not asked.json:
            is_count = any(each in what for each in ("bytes", "requests", "wire"))
            form = "{:>9,.0f}      " if is_count else "{:>9.2f} s    "
            columns = [form.format(value), form.format(told["base"][what]) if asked.base else ""]
            print(f"{what:<38}", *columns, "" if most is None else f"at most {most:g}", flush=True)
    if asked.json:
        print(json.dumps({**told, "limits": LIMITS, "kept": kept}))
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
