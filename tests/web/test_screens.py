"""On every screen, in both languages, by day and by night: text that fits, and that everyone can read and reach."""

from __future__ import annotations

import pytest

from tests.web.browser import DESK, NARROW, PHONE, TABLET, Guest, Language, Size, Theme
from tests.web.checks import missing, small, undrawn, unfit, violations
from tests.web.conftest import Visit
from tests.web.screens import walks

WALKS = walks()
Found = dict[str, list[str]]


def seen(guest: Guest, size: Size, theme: Theme = "light", text: int = 100) -> None:
    """Have the same screen at another size, by day or by night, with larger text."""
    guest.page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    guest.enlarge(text)
    guest.size = size
    guest.paint()


def found(guest: Guest, screen: str, language: Language) -> Found:
    """Everything that is wrong with a screen, by what was looked at."""
    wrong: Found = {"missing": missing(guest), "not drawn": undrawn(guest)}
    seen(guest, NARROW)
    wrong["unfit at 360 px"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    seen(guest, TABLET)
    wrong["unfit at 820 px"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    seen(guest, PHONE)
    wrong["too small for a thumb"] = small(guest)
    if language == "en":
        seen(guest, PHONE, "dark")
        wrong["axe on a phone by night"] = violations(guest)
        seen(guest, DESK)
        wrong["axe at a desk by day"] = violations(guest)
    seen(guest, DESK)
    wrong["unfit at 1280 px"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    seen(guest, DESK, text=200)
    wrong["unfit at 200 %"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    seen(guest, PHONE, text=200)
    wrong["unfit at 200 % on a phone"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    seen(guest, NARROW)
    return {f"{screen}, {what}": which for what, which in wrong.items() if which}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("walk", WALKS)
def test_every_screen(visit: Visit, walk: str, language: Language) -> None:
    guest = visit(size=NARROW, language=language)
    wrong: Found = {}
    for screen in WALKS[walk](guest):
        assert guest.run("() => document.documentElement.lang") == language
        wrong |= found(guest, screen, language)
    assert not wrong, "\n".join(f"{where}: {each}" for where, which in wrong.items() for each in which)
