"""Every screen in both languages, light and dark: text fits, and everyone can read and reach it."""

from __future__ import annotations

import pytest

from tests.web.browser import DESK, NARROW, PHONE, SIDE, TABLET, Guest, Language
from tests.web.checks import missing, small, undrawn, unfit, violations
from tests.web.conftest import Visit
from tests.web.screens import walks

WALKS = walks()
Found = dict[str, list[str]]


def found(guest: Guest, screen: str, language: Language) -> Found:
    """Everything that is wrong with a screen, by what was looked at."""
    wrong: Found = {"missing": missing(guest), "not drawn": undrawn(guest)}
    guest.turn(NARROW)
    wrong["unfit at 360 px"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    guest.turn(TABLET)
    wrong["unfit at 820 px"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    guest.turn(SIDE)
    wrong["unfit on its side"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    guest.turn(PHONE)
    wrong["too small for a thumb"] = small(guest)
    if language == "en":
        guest.turn(PHONE, "dark")
        wrong["axe on a phone by night"] = violations(guest)
        guest.turn(DESK)
        wrong["axe at a desk by day"] = violations(guest)
    guest.turn(DESK)
    wrong["unfit at 1280 px"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    guest.turn(DESK, text=200)
    wrong["unfit at 200 %"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    guest.turn(PHONE, text=200)
    wrong["unfit at 200 % on a phone"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    guest.turn(NARROW)
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
