"""Screen catalogue: walks through the page that stop at every screen and give its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests.web.browser import GAMES, PHONE, Guest
from tests.web.player import OVER, Player

if TYPE_CHECKING:
    from playwright.sync_api import Route, WebSocketRoute

Walk = Callable[[Guest], Iterator[str]]
SEED = 1
GOLDEN = Path(__file__).parents[1] / "golden"
LOOKING_BACK = 600_000  # milliseconds in which a whole game is thought about

# Somebody else, at a place of their own: takes a seat by the code, and says or proposes what they are told to.
SOMEBODY = """async ([table, code, name]) => {
  const headers = { "content-type": "application/json" };
  const asked = { method: "POST", headers, body: JSON.stringify({ name, code }) };
  const { seat } = await (await fetch(`/api/tables/${table}/join`, asked)).json();
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket?seat=${seat}`, "wishstone.1");
  let basis = 0, ask = () => {};
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    basis = said.scene?.basis ?? said.basis ?? basis;
    if (said.code === "stale") ask(); // something happened before it came
  };
  await new Promise((done) => (socket.onopen = done));
  window.somebody = (what, more) => {
    ask = () => socket.send(JSON.stringify({ do: what, id: "1", ...(more ?? { basis }) }));
    ask();
  };
}"""

# A table that somebody opens, for others to find.
OPENED = """async (wish) => {
  const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) };
  await fetch("/api/tables", asked);
}"""
LOBBY: list[dict[str, Any]] = [
    {"game": "keltis-new-paths", "name": "Maren", "seats": ["me", "open", "open"], "public": True},
    {"game": "quartz-dice", "name": "Tomás", "seats": ["me", "medium", "open"], "public": True},
    {"game": "keltis-dice", "name": "Noor", "seats": ["me", "hard"], "public": True, "start": True},
]


def before(guest: Guest) -> Iterator[str]:
    """From the five games to a table that waits, and to somebody who comes with its link."""
    page = guest.page
    guest.open("/")
    page.wait_for_selector("[data-key='quartz-dice']")
    yield "start"
    page.locator("[data-key='keltis-new-paths'] .btn:has(use[href='#settings'])").click()
    page.wait_for_selector("dialog")
    yield "choosing"
    page.locator("dialog .places select").first.select_option("open")
    page.locator("dialog .btn.go:not([aria-pressed])").click()
    page.wait_for_selector(".gathering")
    yield "gathering"
    link = page.locator("a[href*='#join=']").first.get_attribute("href")
    assert link is not None
    guest.forget()
    page.goto(link)
    page.wait_for_selector(".joining form")
    yield "joining"
    guest.open("/you")
    yield "you"


def company(guest: Guest, invented: bool = True) -> Iterator[str]:
    """Games to return to and tables to join; a public one with somebody else, who talks, proposes, and goes."""
    page = guest.page
    if invented:
        answering_hints(guest)
    player = Player(guest, SEED)
    player.start("keltis-card")
    player.play_until(9)
    guest.button("hint").click()
    page.wait_for_selector(".dock .hint")
    yield "hint"
    line = page.locator(".log a.line").first.get_attribute("href")
    assert line is not None
    guest.open(line)
    page.wait_for_selector(".replaying .rep")
    yield "looking-back"
    for wish in LOBBY:
        guest.run(OPENED, wish)
    guest.open("/")
    page.wait_for_selector(".doors .list ~ .list, .doors section:nth-child(2) .list")
    yield "lobby"
    page.locator("[data-key='keltis-dice'] .btn:has(use[href='#settings'])").click()
    page.locator("dialog .places select").first.select_option("open")
    page.locator("dialog input[type=checkbox]").first.check()
    guest.button("open-table").click()
    page.wait_for_selector(".gathering .code")
    table, code = page.url.rsplit("/", 1)[1], page.locator(".code").inner_text()
    guest.run(SOMEBODY, [table, code, "Ada"])
    guest.button("start").click()
    page.wait_for_selector(".dock")
    guest.run("() => somebody('say', { phrase: 'good-luck' })")
    guest.run("() => somebody('end')")
    page.wait_for_selector(".proposal .btn")
    yield "proposal"
    guest.button("no").click()
    page.wait_for_selector(".proposal", state="detached")
    guest.button("settings").click()
    guest.button("propose-end").click()
    page.wait_for_selector(".proposal")
    yield "proposal-mine"
    guest.button("withdraw").click()
    page.wait_for_selector(".proposal", state="detached")
    guest.run("() => somebody('stand', {})")
    page.wait_for_selector(".others .tag.warn")
    open_talk(guest)
    yield "public"
    guest.button("report").click()
    page.wait_for_selector("dialog.reporting form")
    guest.settle()
    yield "report"


def sharing(guest: Guest) -> Iterator[str]:
    """Two people at one device, which goes from hand to hand."""
    page = guest.page
    guest.open("/")
    page.locator("[data-key='keltis-card'] .btn:has(use[href='#settings'])").click()
    page.locator("dialog .places select").first.select_option("here")
    yield "choosing-here"
    page.locator("dialog .btn.go:not([aria-pressed])").click()
    page.wait_for_selector(".cover")
    yield "cover"


def afterwards(guest: Guest, invented: bool = True) -> Iterator[str]:
    """A record that is read in, what was found about its game, its replay, another way to go on, and a proof."""
    page = guest.page
    if invented:
        page.route("**/review", found)
    guest.open("/replay")
    yield "import"
    page.locator("input[type=file]").set_input_files(GOLDEN / "keltis-new-paths" / "greedy-3.jsonl")
    page.wait_for_selector(".cost li", timeout=LOOKING_BACK)
    guest.run("() => addEventListener('resize', () => document.querySelector('.luck')?.scrollIntoView())")
    yield "review"
    table = page.url.rsplit("/", 1)[1]
    guest.open(f"/replay/{table}?seat=0&n=150")
    page.wait_for_selector(".replaying .rep")
    yield "replay"
    guest.button("try-here").click()
    page.wait_for_selector(".bar a .tag.warn")
    Player(guest).wait()
    yield "sandbox"
    page.unroute_all()
    Player(guest, SEED).start("keltis-dice")
    end_by_agreement(guest)
    guest.button("check-dice").click()
    page.wait_for_selector(".after p.good")
    page.locator(".after p.good").scroll_into_view_if_needed()
    yield "proof"


GREATER = {"rows.green": 1.6, "wish_stones": -0.4}  # what makes the difference between two moves


def answering_hints(guest: Guest, moves: int = 2, why: Mapping[str, float] = GREATER) -> dict[str, Any]:
    """Have hints answered at once: thinking about them needs compiled rules, which no test waits for.

    What is `legal` now, of which the first is called best, and the move that was `made` last.
    """
    known: dict[str, Any] = {}

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(text: str | bytes) -> None:
            told = json.loads(text)
            if told.get("type") in ("table", "news"):
                known.update(basis=told["scene"]["basis"], legal=told["you"].get("legal"))
            line.send(text)

        def ask(text: str | bytes) -> None:
            asked = json.loads(text)
            if asked["do"] == "move":
                known["made"] = asked["move"]
            if asked["do"] != "hint":
                return server.send(text)
            chances = {"chance": 0.58, "ci95": [0.54, 0.62]}, {"chance": 0.57, "ci95": [0.52, 0.62]}
            pairs = zip(known["legal"], chances[:moves], strict=False)
            rows = [{"move": move, "score": 17.4, **chance} for (move, _), chance in pairs]
            answer = {"basis": known["basis"], "moves": rows, "why": why}
            return line.send(json.dumps({"id": asked["id"], "type": "hint", **answer}))

        server.on_message(hear)
        line.on_message(ask)

    guest.page.route_web_socket("**/socket?*", between)
    return known


def found(route: Route) -> None:
    """What might have been found about a game of three: luck, event by event, and the moves that cost most."""
    lot = Random(SEED)
    luck = [{"n": n, "gains": [lot.gauss(0, 0.8) for _ in range(3)], "errors": [0.1] * 3} for n in range(60, 540, 6)]
    cost = {"decision": 12, "seat": 0, "error": 0.012, "mistake": True, "why": {"track": 2.2, "wish_stones": -0.6}}
    said = {"key": "story-discard", "values": {"seat": 0, "card": "red 4"}}
    better = {"key": "story-lay", "values": {"seat": 0, "card": "green 6"}}
    worst = [
        {**cost, "n": 100 + 40 * n, "loss": 0.09 / (n + 1), "story": said, "better": better, "mistake": n < 2}
        for n in range(3)
    ]
    told = {"status": "done", "done": 9, "of": 9, "rounds": 2048, "simulations": 1000}
    route.fulfill(json={**told, "luck": luck, "worst": worst})


def open_talk(guest: Guest) -> None:
    """Open the drawer with the story and what people say; where there is room for it, it is open."""
    page, size = guest.page, guest.page.viewport_size
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    guest.button("log-and-chat").click()
    page.set_viewport_size(size or {"width": PHONE[0], "height": PHONE[1]})


def game(name: str, whole: bool = False) -> Walk:
    """A game from its first turn to its score sheet; ended by agreement, unless it is to be played to the end."""

    def walk(guest: Guest) -> Iterator[str]:
        player = Player(guest, SEED)
        player.start(name)
        yield f"{name}-1-early"
        player.play_until(12)
        assert choose(player), "there is a screen on which something is chosen"
        yield f"{name}-2-chosen"
        player.play_until(24)
        yield f"{name}-3-middle"
        if whole:
            player.play()
        elif not player.is_over:
            end_by_agreement(guest)
        guest.page.wait_for_selector(OVER)
        guest.settle()
        yield f"{name}-4-over"

    return walk


def choose(player: Player) -> bool:
    """Choose something with which a move can be made; whether that was possible."""
    things = ".hand button.card[aria-pressed=false], button.diebox[aria-pressed=false], .act.can, button.vtile.lit"
    for _ in range(30):
        if not player.wait():
            return False
        offered = player.page.locator(things)
        if offered.count() and not player.page.locator("[data-place=deck].lit").count():
            offered.nth(min(2, offered.count() - 1)).click()
            player.page.wait_for_timeout(300)  # what was still under way when it was chosen lets go of it
            if player.page.locator(".dock [aria-pressed=true], .vtile.pick, .targets").count():
                return True
        player.tap()  # also where it was refused: a step is owed, or something is to be put away
    return False


def end_by_agreement(guest: Guest) -> None:
    """Propose to end the game, and mean it; bots agree."""
    guest.button("settings").click()
    guest.button("propose-end").click()
    guest.button("yes").click()
    guest.page.wait_for_selector(OVER, state="attached")
    guest.page.keyboard.press("Escape")


def beside(guest: Guest) -> Iterator[str]:
    """What can be opened beside a game, and what it answers."""
    page = guest.page
    player = Player(guest, SEED)
    player.start("keltis-dice")
    for name in ("settings", "invite"):
        guest.button(name).click()
        page.wait_for_selector("dialog, .drawer")
        guest.settle()
        yield name
        guest.button("close").click()
    open_talk(guest)
    page.get_by_label(guest.says("say-something")).fill("Good luck!")
    page.keyboard.press("Enter")
    page.wait_for_selector("li q")
    yield "talk"
    page.keyboard.press("Escape")  # out of the field …
    page.locator("h1").click()
    page.keyboard.press("Escape")
    guest.button("all-moves").click()
    page.wait_for_selector(".moves")
    yield "moves"
    page.keyboard.press("Escape")
    page.locator(".vtile.rest, .vtile.blk").first.click()
    page.wait_for_selector(".dock .refusal")
    yield "refusal"


def readings(guest: Guest) -> Iterator[str]:
    """Rules and lessons, and addresses that lead nowhere."""
    for name in (*GAMES, "fair-dice"):
        guest.open(f"/rules/{name}")
        guest.settle()
        yield f"rules-{name}"
    for name in GAMES:
        guest.open(f"/learn/{name}")
        guest.settle()
        yield f"lesson-{name}"
    with guest.provoking():
        guest.page.goto("/t/0123456789abcdef")
        guest.page.wait_for_selector("[role=alert]")
        guest.settle()
    yield "no-table"


def offline(guest: Guest) -> Iterator[str]:
    """The network is gone, and comes back."""
    player = Player(guest, SEED)
    player.start("keltis-card")
    with guest.provoking():
        guest.context.set_offline(True)
        guest.page.wait_for_selector(".bar .tag.warn", timeout=60_000)
        yield "offline"
        guest.context.set_offline(False)
        guest.page.wait_for_selector(".bar .tag.warn", state="detached")


def walks(whole: bool = False) -> dict[str, Walk]:
    """All of them by name: games played to their end and really thought about, or ended by agreement and made up."""
    games = {name: game(name, whole) for name in GAMES}
    thought: dict[str, Walk] = {
        "company": partial(company, invented=not whole),
        "afterwards": partial(afterwards, invented=not whole),
    }
    beside_games = {"sharing": sharing, "beside": beside, **thought}
    return {"before": before, **games, **beside_games, "readings": readings, "offline": offline}
