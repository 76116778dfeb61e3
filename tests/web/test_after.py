"""After a game: the result and its charts, the replay, the sandbox, the proof, and a record read in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.conftest import spread, thorough
from tests.web.browser import DESK, GAMES, NARROW, PHONE, TABLET, Guest, name_of_size
from tests.web.conftest import Visit
from tests.web.player import OVER, Player
from tests.web.screens import end_by_agreement
from wishstone.game.record_reader import read, verify
from wishstone.games import GAMES as RULES

GOLDEN = Path(__file__).parents[1] / "golden"
REVIEW: dict[str, Any] = {
    "status": "done",
    "done": 2,
    "of": 2,
    "luck": [{"n": 0, "gains": [1.25, -0.5, 0.1], "errors": [0.3, 0.4, 0.2]}],
    "worst": [],
    "rounds": 2048,
    "simulations": 1000,
}


def record_of(game: str) -> Path:
    """The record of a game among bots."""
    return GOLDEN / game / ("greedy-3.jsonl" if game == "quartz-dice" else "greedy-2.jsonl")


def footer_of(game: str) -> dict[str, Any]:
    """How that game ended."""
    footer: dict[str, Any] = json.loads(record_of(game).read_text(encoding="utf-8").splitlines()[-1])
    return footer


def read_in(guest: Guest, game: str) -> str:
    """Have a record read in by choosing its file; the table that it is shown at."""
    guest.open("/")
    guest.page.get_by_role("link", name=guest.says("look-record")).click()
    guest.page.locator("input[type=file]").set_input_files(record_of(game))
    guest.page.wait_for_selector(".after .chart")
    return guest.page.url.rsplit("/", 1)[1]


def minus(value: int) -> str:
    """A number as the page writes it."""
    return str(value).replace("-", "−")


def some_games(*chosen: str) -> pytest.MarkDecorator:
    """These games, and by `--thorough` the others."""
    why = f"each reads in a whole game; {', '.join(chosen)} stand for all"
    return pytest.mark.parametrize(
        "game", [*chosen, *(thorough(game, why=why) for game in GAMES if game not in chosen)]
    )


@pytest.mark.parametrize(("game", "size"), spread(GAMES, [DESK, PHONE]), ids=name_of_size)
def test_a_record_is_read_in_and_looked_at_from_its_result_to_every_event(
    visit: Visit, game: str, size: tuple[int, int]
) -> None:
    guest = visit(size=size)
    table = read_in(guest, game)
    page, footer = guest.page, footer_of(game)
    seats = page.locator(".sheet.end thead th").all_inner_texts()
    names = [name.strip() for name in seats if name.strip()]
    totals = page.locator(".sheet.end .sum td").all_inner_texts()
    assert totals == [minus(score) for score in footer["scores"]]
    assert len(names) == len(totals)
    assert page.locator(".sheet.end .place .tag.good").count() == footer["places"].count(1)
    assert page.locator(".chart .lb").count() == len(totals), "every line has its label"
    drawn = page.locator(".chart .ln").evaluate_all("lines => lines.map((line) => line.getTotalLength())")
    assert sum(length > 100 for length in drawn) == len(totals), "every seat has its line"
    assert not guest.is_too_wide()

    page.locator(".actrow a.btn").first.click()
    page.wait_for_selector(".replaying .rep")
    slider = page.locator(".rep input")
    first, last = int(slider.get_attribute("min") or 0), int(slider.get_attribute("max") or 0)
    assert f"n={first}" in page.url
    page.keyboard.press("End")
    assert f"n={last}" in page.url
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert f"n={last - 2}" in page.url
    page.keyboard.press("Home")
    assert f"n={first}" in page.url
    page.keyboard.press("ArrowRight")
    guest.button("forward").click()
    assert f"n={first + 2}" in page.url
    told = [int(number) for number in page.locator(".log .k").all_inner_texts()]
    assert told, "what has happened is told"
    assert max(told) == first + 2, "the future is hidden"
    assert not guest.is_too_wide()

    page.select_option(".eyes", "1")
    page.wait_for_url("**seat=1**")
    page.goto(f"/replay/{table}?seat=1&n={last // 2}")
    page.wait_for_selector(".replaying .rep")
    assert f"n={last // 2}" in page.url
    assert not guest.is_too_wide()


@some_games("keltis-card", "quartz-dice")
def test_the_sheets_are_there_at_every_size(visit: Visit, game: str) -> None:
    guest = visit()
    read_in(guest, game)
    assert guest.page.locator(".scene use[href='#quartz-dice--quartz']").count() == 3 * (game == "quartz-dice")
    for width, height in (DESK, TABLET, PHONE, NARROW):
        guest.page.set_viewport_size({"width": width, "height": height})
        head, body = (guest.page.locator(f".sheet.end {part}").bounding_box() for part in ("thead", "tbody"))
        assert head is not None, width
        assert body is not None, width
        assert head["y"] + head["height"] <= body["y"] + 1, "the names stand above their points"


def test_a_replay_plays_by_itself_and_stops(visit: Visit) -> None:
    guest = visit()
    table = read_in(guest, "keltis-dice")
    guest.open(f"/replay/{table}?n=20")
    guest.button("play-on").click()
    guest.page.wait_for_url("**n=22")
    guest.button("pause").click()
    at = guest.page.url
    guest.page.wait_for_timeout(1500)
    assert guest.page.url == at


def test_a_line_of_the_story_leads_to_its_event(visit: Visit) -> None:
    guest = visit()
    table = read_in(guest, "keltis-card")
    guest.open(f"/replay/{table}?seat=0&n=60")
    line = guest.page.locator(".log .line").nth(10)
    number = int(guest.page.locator(".log .k").nth(10).inner_text())
    line.click()
    guest.page.wait_for_url(f"**n={number}")
    assert number < 60


def test_what_one_seat_saw_and_what_all_could_have_seen(visit: Visit) -> None:
    guest = visit()
    table = read_in(guest, "keltis-card")
    guest.open(f"/replay/{table}?seat=-2&n=40")
    assert guest.page.locator(".openhand .chip").count() >= 7, "the other's hand is open"
    guest.open(f"/replay/{table}?seat=1&n=40")
    assert guest.page.locator(".openhand").count() == 0
    assert guest.page.locator(".dock .hand .card").count() >= 7, "one's own hand is there"


# How far the last of what lies on the table is under the controls of a replay, where the page is not scrolled.
UNDER = """() => {
  const bottom = (part) => document.querySelector(part).getBoundingClientRect().bottom;
  return bottom(".piles") - document.querySelector(".dock").getBoundingClientRect().top;
}"""


@pytest.mark.parametrize(
    "game", ["keltis-card", "keltis", thorough("keltis-new-paths", why="its table is laid out as that of Keltis")]
)
def test_on_a_phone_a_replay_of_three_or_four_shows_the_table_above_its_controls(visit: Visit, game: str) -> None:
    guest = visit(size=PHONE, language="de")
    page = guest.page
    for players, (width, height) in ((3, PHONE), (4, PHONE), (3, NARROW)):
        page.set_viewport_size({"width": width, "height": height})
        guest.open("/replay")
        page.locator("input[type=file]").set_input_files(GOLDEN / game / f"greedy-{players}.jsonl")
        page.wait_for_selector(".after .chart")
        table = page.url.rsplit("/", 1)[1]
        for seat in (-2, 0):
            guest.open(f"/replay/{table}?seat={seat}&n=120")
            page.wait_for_selector(".replaying .rep")
            assert guest.run(UNDER) <= 0, (players, seat)
            page.evaluate("() => scrollTo(0, 10000)")
            if game == "keltis-card":
                rows = page.locator(".mine").bounding_box()
                dock = page.locator(".dock").bounding_box()
                assert rows is not None
                assert dock is not None
                assert rows["y"] + rows["height"] <= dock["y"] + 1, "one scrolls to the ends of all rows"
            else:
                assert page.evaluate("() => scrollY") == 0, "all of it is seen at once"
        guest.open(f"/replay/{table}?n=120")
        hands = page.locator(".openhand, .dock .hand").locator("visible=true")
        assert hands.count() == players, "everybody's hand is there once"


@some_games("keltis-card", "keltis", "quartz-dice")
def test_another_way_is_tried_in_a_sandbox(visit: Visit, game: str) -> None:
    guest = visit()
    table = read_in(guest, game)
    guest.open(f"/replay/{table}?seat=0&n=70")
    guest.button("try-here").click()
    guest.page.wait_for_url("**/t/*")
    guest.page.wait_for_selector(f".bar a[href='/replay/{table}?n=70']")
    guest.button("all-moves").click()
    told = guest.page.locator(".log li").count()
    guest.page.locator(".moves button").first.click()
    expect(guest.page.locator(".log li").nth(told)).to_be_attached()


def test_the_end_of_a_game_can_only_be_looked_at(visit: Visit) -> None:
    guest = visit()
    table = read_in(guest, "keltis-dice")
    guest.open(f"/replay/{table}?n=99999")
    assert guest.button("try-here").is_disabled()
    assert guest.button("forward").is_disabled()


def test_a_broken_record_is_refused_with_its_line(visit: Visit, tmp_path: Path) -> None:
    lines = record_of("keltis-dice").read_bytes().split(b"\n")
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\n".join([*lines[:30], lines[30].replace(b'"n":29', b'"n":31'), *lines[31:]]))
    guest = visit(language="de")
    guest.open("/replay")
    with guest.provoking():
        guest.page.locator("input[type=file]").set_input_files(broken)
        alert = guest.page.get_by_role("alert")
        alert.filter(has_text="31").wait_for()
        guest.settle()
    assert "Zeile 31" in alert.inner_text()


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("de", "dark")])
def test_luck_and_costly_moves_are_shown_as_they_come(visit: Visit, language: str, theme: str) -> None:
    guest = visit(size=NARROW, language=language, theme=theme)
    asked: list[int] = []
    story = {"key": "story-keep", "values": {"seat": 0, "dice": "2 3 4"}}
    cost = {"n": 30, "decision": 12, "seat": 0, "loss": 0.186, "error": 0.037, "mistake": True, "why": {"stones": 2.2}}
    worst = [{**cost, "story": story, "better": story}]

    def review(route: Any) -> None:
        asked.append(1)
        thinking = {**REVIEW, "status": "thinking", "done": 1}
        route.fulfill(json=thinking if len(asked) == 1 else {**REVIEW, "worst": worst})

    guest.page.route("**/review", review)
    read_in(guest, "keltis-dice")
    guest.page.wait_for_selector(".luckline")
    guest.page.wait_for_selector(".cost li")
    assert len(asked) == 2
    point = "," if language == "de" else "."
    texts = guest.page.locator(".luck li strong").all_inner_texts()
    assert texts == [f"+1{point}3 ± 0{point}3", f"−0{point}5 ± 0{point}4"]
    lines = guest.page.locator(".luckline .good-luck").evaluate_all(
        "lines => lines.map((line) => line.attributes.d.value)"
    )
    assert ["V11.3H300V18z" in lines[0], "V20.7H300V18z" in lines[1]] == [True, True], "what is told is drawn"
    assert f"−18{point}6" in guest.page.locator(".cost li .num").inner_text()
    assert guest.page.locator("progress").count() == 0
    assert not guest.is_too_wide()
    guest.page.locator(".cost a").click()
    guest.page.wait_for_url("**n=30")


def test_the_points_of_any_moment_can_be_read_and_heard(visit: Visit) -> None:
    guest = visit()
    read_in(guest, "keltis-dice")
    slider = guest.page.locator(".after .rep input")
    slider.focus()
    before = slider.get_attribute("aria-valuetext")
    for _ in range(30):
        guest.page.keyboard.press("ArrowLeft")
    after = slider.get_attribute("aria-valuetext")
    assert after != before
    assert after is not None
    assert "greedy" in after
    guest.page.locator(".after summary").click()
    assert guest.page.locator(".after details tbody tr").count() > 20
    box = guest.page.locator(".chart").bounding_box()
    assert box is not None
    guest.page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    assert slider.get_attribute("aria-valuetext") != after


def test_a_game_that_goes_on_is_looked_back_at_with_ones_own_eyes(visit: Visit) -> None:
    guest = visit()
    player = Player(guest, 1)
    player.start("keltis-card")
    player.play_until(12)
    before = guest.page.url
    with guest.context.expect_page() as opened:
        guest.page.locator(".log a.line").nth(3).click()
    assert guest.page.url == before, "the game is not left"
    page = opened.value
    page.wait_for_selector(".replaying .rep")
    last = int(page.locator(".rep input").get_attribute("max") or 0)
    assert 0 < int(page.url.rsplit("=", 1)[1]) < last
    assert page.locator(".eyes, .openhand").count() == 0, "nobody else's hand is shown"
    assert page.locator(".dock .hand .card").count() >= 7
    page.keyboard.press("Home")
    page.wait_for_function("() => !document.querySelector('.log li')")
    assert page.locator(".dock .hand .card").count() == 8, "as it was dealt"
    page.get_by_role("button", name=guest.says("to-game"), exact=True).click()
    page.wait_for_selector(".dock .ask")
    page.close()


@pytest.mark.parametrize("size", [DESK, NARROW], ids=["desk", "narrow"])
def test_ones_own_game_ends_with_its_proof_and_the_next(visit: Visit, size: tuple[int, int]) -> None:
    guest = visit(size=size)
    guest.open("/")
    guest.button("play-now").first.click()
    guest.page.wait_for_selector(".dock")
    guest.button("settings").click()
    guest.button("propose-end").click()
    guest.button("yes").click()
    guest.page.wait_for_selector(".after .chart, .after .luck")
    assert guest.page.locator(".sheet.end .sum .own").count() == 1
    guest.button("check-dice").click()
    good = guest.page.locator(".after .good", has_text=guest.says("dice-good").split("{count}")[1].strip())
    good.wait_for()
    guest.button("see-table").click()
    guest.page.wait_for_selector(".others")
    guest.button("to-result").click()
    before = guest.page.url
    guest.button("rematch").click()
    guest.page.wait_for_url(lambda url: url != before)
    guest.page.wait_for_selector(OVER, state="detached")
    assert Player(guest).wait(), "one tap, and the next game goes on"


# A record as it was, and changed by somebody who would like other dice: is it called good?
PROVE = """async ([change, table, seat]) => {
  const kept = (name) => JSON.parse(localStorage.getItem(`wishstone.${name}.${table}`));
  const { prove } = await import(wishstone.prefix + "/js/fair.js");
  const { bytesOf, sha256 } = await import(wishstone.prefix + "/js/keep.js");
  const hashed = (byte) => sha256(bytesOf(byte.repeat(32)));
  const record = await (await fetch(`/api/tables/${table}/record?seat=${seat}&legal=true`)).text();
  const lines = record.trim().split("\\n").map((line) => JSON.parse(line));
  const drew = lines.filter(({ by }) => by === "chance");
  const changes = {
    nothing: () => {},
    secret: () => (lines[0].fairness.secret = "00".repeat(32)),
    other: async () => Object.assign(lines[0].fairness, { secret: "00".repeat(32), commitment: await hashed("00") }),
    number: () => (lines[0].fairness.numbers[seat] = "00".repeat(16)),
    again: () => lines.splice(1, 0, drew[0]),
    missing: () => lines.splice(lines.indexOf(drew[2]), 1),
    first: () => (lines[0].first = 1 - lines[0].first),
    undone: () => (lines.at(-1).undone = [drew[3].draw]),
    move: () => (drew[1].move = drew[1].chances.find(([name]) => name !== drew[1].move)[0]),
  };
  await changes[change]();
  const own = { [seat]: JSON.parse(localStorage.getItem(`wishstone.number.${table}.${seat}`)) };
  return await prove(lines.map((line) => JSON.stringify(line)).join("\\n"), kept("commitment"), own);
}"""


def test_a_forged_record_is_no_proof(visit: Visit) -> None:
    guest = visit()
    Player(guest, 2).start("keltis-card")
    guest.button("settings").click()
    guest.button("propose-end").click()
    guest.button("yes").click()
    guest.page.wait_for_selector(".after .chart, .after .luck")
    table = guest.page.url.rsplit("/", 1)[1].partition("?")[0]
    wrong = {"number": "dice-number", "again": "dice-order", "missing": "dice-order", "undone": "dice-order"}
    wrong |= {"first": "dice-order", "move": "dice-wrong", "secret": "dice-seal", "other": "dice-other"}
    assert guest.run(PROVE, ["nothing", table, 0])["good"]
    for change, why in wrong.items():
        found = guest.run(PROVE, [change, table, 0])
        assert not found["good"], change
        assert found["text"].startswith(guest.says(why).partition("{")[0]), change


def test_dice_that_were_changed_are_called_wrong_where_one_looks(visit: Visit) -> None:
    guest = visit()

    def forged(route: Route) -> None:
        lines = [json.loads(line) for line in route.fetch().text().splitlines()]
        drawn = next(line for line in lines if line.get("by") == "chance")
        drawn["move"] = next(name for name, _ in drawn["chances"] if name != drawn["move"])
        route.fulfill(body="\n".join(map(json.dumps, lines)))

    guest.page.route("**/record?*", forged)
    Player(guest, 2).start("keltis-card")
    end_by_agreement(guest)
    guest.button("check-dice").click()
    expect(guest.page.locator(".after .refusal")).to_contain_text(guest.says("dice-wrong").partition("{")[0])
    assert guest.page.locator(".after p.good").count() == 0


def test_a_record_is_downloaded_whole(visit: Visit, tmp_path: Path) -> None:
    guest = visit()
    Player(guest, 2).start("keltis-dice")
    end_by_agreement(guest)
    with guest.page.expect_download() as coming:
        guest.page.get_by_role("link", name=guest.says("record"), exact=True).click()
    coming.value.save_as(tmp_path / "record.jsonl")
    reading = read((tmp_path / "record.jsonl").read_bytes())
    assert reading.header["game"] == "keltis-dice"
    assert verify(reading, reading.load(RULES)) is not None
