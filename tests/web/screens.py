"""Which screens are there? Walks through the page that stop at each of them, and say its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.web.browser import GAMES, Guest
from tests.web.player import OVER, Player

Walk = Callable[[Guest], Iterator[str]]
SEED = 1


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


def game(name: str, whole: bool = False) -> Walk:
    """A game from its first turn to its score sheet; ended by agreement, unless it is to be played to the end."""

    def walk(guest: Guest) -> Iterator[str]:
        player = Player(guest, SEED)
        player.start(name)
        yield f"{name}-1-early"
        player.play_until(12)
        if choose(player):
            yield f"{name}-2-chosen"
        player.play_until(45 if whole else 24)
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
            continue
        player.tap()
    return False


def end_by_agreement(guest: Guest) -> None:
    """Propose to end the game; bots agree."""
    guest.button("settings").click()
    guest.button("propose-end").click()
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
    talk = guest.button("log-and-chat")
    if talk.is_visible():
        talk.click()
    page.get_by_label(guest.says("say-something")).fill("Good luck!")
    page.keyboard.press("Enter")
    page.wait_for_selector("li q")
    yield "talk"
    if talk.is_visible():
        talk.click()
    guest.button("all-moves").click()
    page.wait_for_selector(".moves")
    yield "moves"
    page.keyboard.press("Escape")
    page.locator(".vtile.rest, .vtile.blk").first.click()
    page.wait_for_selector(".dock .refusal")
    yield "refusal"


def readings(guest: Guest) -> Iterator[str]:
    """Rules and lessons, and addresses that lead nowhere."""
    for name in GAMES:
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
    """All of them by name; games played to their end, or ended by agreement."""
    games = {name: game(name, whole) for name in GAMES}
    return {"before": before, **games, "beside": beside, "readings": readings, "offline": offline}
