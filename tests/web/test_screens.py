"""Every screen in both languages, light and dark: text fits, and everyone can read and reach it."""

from __future__ import annotations

import pytest

from tests.conftest import is_thorough
from tests.web.browser import DESK, NARROW, PHONE, SIDE, TABLET, Guest, Language, Size
from tests.web.checks import missing, small, undrawn, unfit, violations
from tests.web.conftest import Visit
from tests.web.screens import walks

WALKS = walks()
Found = dict[str, list[str]]


def found(guest: Guest, screen: str, language: Language, night: bool) -> Found:
    """Everything that is wrong with a screen, by what was looked at.

    `--thorough` looks at all of it. By default one language has every other size, and axe the day or the night.
    """
    wrong: Found = {"missing": missing(guest), "not drawn": undrawn(guest)}

    def look(what: str, size: Size, text: int = 100, asked: str = language) -> None:
        if is_thorough() or asked == language:
            guest.turn(size, text=text)
            wrong[f"unfit {what}"] = unfit(guest) + ["sideways"] * guest.is_too_wide()

    look("at 360 px", NARROW)
    look("at 820 px", TABLET, asked="en")
    look("on its side", SIDE, asked="de")
    if is_thorough() or language == "en":
        guest.turn(PHONE)
        wrong["too small for a thumb"] = small(guest)
    if language == "en" and (is_thorough() or night):
        guest.turn(PHONE, "dark")
        wrong["axe on a phone by night"] = violations(guest)
    if language == "en" and (is_thorough() or not night):
        guest.turn(DESK)
        wrong["axe at a desk by day"] = violations(guest)
    look("at 1280 px", DESK, asked="de")
    look("at 200 %", DESK, text=200, asked="en")
    look("at 200 % on a phone", PHONE, text=200, asked="de")
    guest.turn(NARROW)
    return {f"{screen}, {what}": which for what, which in wrong.items() if which}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("walk", WALKS)
def test_every_screen(visit: Visit, walk: str, language: Language) -> None:
    guest = visit(kept=walk == "offline" or is_thorough(), size=NARROW, language=language)
    wrong: Found = {}
    for number, screen in enumerate(WALKS[walk](guest)):
        assert guest.run("() => document.documentElement.lang") == language
        wrong |= found(guest, screen, language, night=number % 2 == 0)
    assert not wrong, "\n".join(f"{where}: {each}" for where, which in wrong.items() for each in which)
