"""Browser driver: Debian's Chromium, watched for everything that must not happen in it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, sync_playwright

ROOT = Path(__file__).parents[2]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    # Chromium reads only the last of these switches, so it repeats what Playwright leaves out, and adds the pages of
    # the address bar: every new window loaded two, which nobody sees and which took more time than many a test.
    "--disable-features="
    "AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning,"
    "AimEnabled,WebUIOmniboxAimPopup,WebUIOmniboxPopup",
]
PATIENCE = 60_000  # milliseconds: only a safety net, for busy machines
# Nothing is kept for times without a network: no service worker, which would fetch all of the page once more.
UNKEPT = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });"
# Chromium's clock speaks, not the page: on a busy machine what was preloaded is used after more than its few seconds.
# That nothing is preloaded in vain is counted by test_delivery.py.
LATE = "was preloaded using link preload but not used within a few seconds"
PAINTED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  setTimeout(() => done(false), 3000);
})"""

Size = tuple[int, int]
DESK: Size = (1280, 800)
TABLET: Size = (820, 1180)
PHONE: Size = (390, 844)
NARROW: Size = (360, 740)
SIDE: Size = (844, 390)
SIZES = {DESK: "desk", TABLET: "tablet", PHONE: "phone", NARROW: "narrow", SIDE: "on its side"}
GAMES = ("keltis-card", "keltis", "keltis-new-paths", "keltis-dice", "quartz-dice")
Language = Literal["en", "de"]
Theme = Literal["light", "dark"]


def name_of_size(value: object) -> str | None:
    """What a size is called in the name of a test; other parameters name themselves."""
    return SIZES.get(value) if isinstance(value, tuple) else None


@contextmanager
def chromium_running() -> Iterator[Browser]:
    """Chromium, without a window: Debian's, or the one that WISHSTONE_CHROMIUM names."""
    program = os.environ.get("WISHSTONE_CHROMIUM") or shutil.which("chromium")
    assert program, "there is no chromium on the PATH; ./test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class BrowserOfTheRun:
    """Chromium, started by the first test that asks and kept for all others, also where some between them use asyncio.

    Playwright's loop counts as running in this thread from its start to its end, and asyncio refuses to run another
    inside it. It runs only while Playwright is called, though: so for as long as nobody looks at pages it steps back.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Browser | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def in_use(self) -> Iterator[Browser]:
        """The browser, for one test."""
        if self._browser is None:
            self._browser = self._stack.enter_context(chromium_running())
            self._loop = asyncio.get_running_loop()
        asyncio._set_running_loop(self._loop)
        try:
            yield self._browser
        finally:
            asyncio._set_running_loop(None)

    def close(self) -> None:
        """End it, if it was started."""
        asyncio._set_running_loop(self._loop)
        self._stack.close()
        asyncio._set_running_loop(None)


class Guest:
    """Somebody with a browser of their own: its page, what it loaded, and what went wrong in it."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: Size = DESK,
        language: Language = "en",
        theme: Theme = "light",
        density: float = 1,
        kept: bool = True,
    ) -> None:
        touch = size[0] < 1000
        self.address = address
        self.language = language
        self.size = size
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            locale={"en": "en-GB", "de": "de-DE"}[language],
            color_scheme=theme,
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=density,
        )
        self.context.set_default_timeout(PATIENCE)
        if not kept:
            self.context.add_init_script(UNKEPT)
        self.troubles: list[str] = []
        self._under_way: set[Request] = set()
        self._provoked = False
        self._text = 100  # percent
        self.context.on("page", self._watch)  # also what is opened beside it
        self.page = self.context.new_page()
        self._tools = self.context.new_cdp_session(self.page)

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.note(f"error in the page: {error}"))
        page.on("request", self._asked)
        page.on("requestfinished", lambda request: self._under_way.discard(request))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def note(self, trouble: str) -> None:
        """Something went wrong, unless it was provoked."""
        if not self._provoked:
            self.troubles.append(trouble)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and LATE not in message.text:
            self.note(f"console {message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        self._under_way.add(request)
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and f"{parts.scheme}://{parts.netloc}" != self.address:
            self.note(f"asked somebody else: {request.url}")

    def _failed(self, request: Request) -> None:
        self._under_way.discard(request)
        if request.failure != "net::ERR_ABORTED":  # what the page let go of itself, by going elsewhere
            self.note(f"{request.method} {request.url} failed: {request.failure}")

    def _answered(self, response: Response) -> None:
        path = urlsplit(response.url).path
        if response.status >= 400:
            self.note(f"{response.request.method} {path} was answered with {response.status}")

    @contextmanager
    def provoking(self) -> Iterator[None]:
        """What goes wrong in here was meant to."""
        self._provoked = True
        try:
            yield
        finally:
            self._provoked = False

    def open(self, path: str = "/") -> Page:
        """Go to a page, and wait until it is drawn."""
        self.page.goto(path)
        self.ready()
        return self.page

    def ready(self) -> None:
        """Wait until the page is drawn and its fonts and pictures are there."""
        self.page.wait_for_function("() => document.querySelector('#page main') && document.fonts.status === 'loaded'")

    def paint(self) -> None:
        """Wait until the page is painted; without a window, Chromium may forget to after a change of its size."""
        if not self.run(PAINTED):
            self.page.screenshot()

    def settle(self) -> None:
        """Wait until nothing is loaded any more, and nothing that came asks for more."""
        until, calm = monotonic() + PATIENCE / 1000, 0
        while calm < 2:
            assert monotonic() < until, f"still loading: {[request.url for request in self._under_way]}"
            self.paint()
            calm = 0 if self._under_way else calm + 1

    def forget(self) -> None:
        """Become somebody whom nobody knows here."""
        self.run("() => localStorage.clear()")
        self.context.clear_cookies()
        self.page.goto("about:blank")

    def enlarge(self, percent: int) -> None:
        """Choose a size of text, as in the browser's settings."""
        if percent == self._text:
            return
        self._text = percent
        sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
        self._tools.send("Page.setFontSizes", {"fontSizes": sizes})

    def turn(self, size: Size, theme: Theme = "light", text: int = 100) -> None:
        """Have the same screen at another size, by day or by night, with larger text."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        self.enlarge(text)
        self.size = size
        self.paint()

    def says(self, key: str) -> str:
        """A sentence of the page in the guest's language, by its key."""
        parts = sorted((ROOT / "src/wishstone").glob(f"web/strings/*.{self.language}.json"))
        for file in (*parts, *sorted((ROOT / "src/wishstone").glob(f"games/*/web/*.{self.language}.json"))):
            sentences: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
            if key in sentences:
                return sentences[key]
        raise AssertionError(f"there is no sentence {key}")

    def short_of(self, game: str) -> str:
        """What a game is called where there is little room."""
        files = (ROOT / "src/wishstone").glob(f"games/*/web/{game}.{self.language}.json")
        return str(json.loads(next(files).read_text(encoding="utf-8"))["short"])

    def button(self, key: str) -> Locator:
        """The button that says this, or that is called so."""
        return self.page.get_by_role("button", name=self.says(key), exact=True)

    def run(self, script: str, argument: Any = None) -> Any:
        """Have the page work something out."""
        return self.page.evaluate(script, argument)

    def is_too_wide(self) -> bool:
        """Whether the page can be scrolled sideways."""
        return bool(self.run("() => document.scrollingElement.scrollWidth > innerWidth"))

    def check(self) -> None:
        """Nothing went wrong, and nothing scrolls sideways."""
        assert not self.troubles, "\n".join(self.troubles)
        assert not self.is_too_wide(), f"{self.page.url} scrolls sideways at {self.size[0]} px"

    def close(self) -> None:
        """Go."""
        self.context.close()
