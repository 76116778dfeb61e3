"""How does one find a table? By its code, however it was written down."""

from __future__ import annotations

from playwright.sync_api import expect

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
