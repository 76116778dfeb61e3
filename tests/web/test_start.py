"""Start page: a table is found by its code however it is written, and a late answer does not draw over a table."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.web.browser import PHONE
from tests.web.conftest import Visit
from tests.web.test_together import opened_by


def test_a_code_is_found_however_it_is_written(visit: Visit) -> None:
    host, guest = visit(), visit(size=PHONE)
    code = opened_by(host, "keltis-card").rsplit("=", 1)[1]
    page = guest.open("/")
    field, join = page.get_by_label(guest.says("code")), page.locator("form.say button")
    field.fill("nope 2345")
    with guest.provoking():
        join.click()
        expect(page.locator(".doors .refusal")).to_contain_text("NOPE2345")
    expect(field).to_have_value("nope 2345")  # to be mended, not to be written again
    field.fill(f" {code[:4].lower()} – {code[4:]}-")
    join.click()
    page.wait_for_selector(".joining form")
    assert page.url.split("#")[0].endswith(host.page.url.rsplit("/", 1)[1])


def test_it_is_said_as_long_as_rules_are_still_compiled(visit: Visit) -> None:
    guest = visit(size=PHONE)
    answers = [True]

    def games(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "preparing": bool(answers and answers.pop())})

    guest.page.route("**/api/games", games)
    guest.page.clock.install()
    page = guest.open("/")
    said = page.get_by_role("status").filter(has_text=guest.says("preparing"))
    expect(said).to_be_visible()
    assert not guest.is_too_wide()
    guest.page.clock.fast_forward(10_000)
    expect(said).to_have_count(0)


def test_a_late_answer_does_not_draw_the_start_page_over_a_table(visit: Visit) -> None:
    guest = visit()
    held: list[Route] = []
    guest.page.route("**/api/player/tables", lambda route: held.append(route))
    guest.open("/?play=keltis-dice")
    guest.page.wait_for_selector(".dock .die")
    assert len(held) == 1
    with guest.page.expect_response("**/api/player/tables") as answer:
        held[0].continue_()
    answer.value.finished()
    guest.settle()
    expect(guest.page.locator(".shelf")).to_have_count(0)
    expect(guest.page.locator(".dock .die")).to_have_count(3)
