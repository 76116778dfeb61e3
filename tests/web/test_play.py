"""Each of the five games, from the start page to the score sheet, by taps, at a desk and on a phone."""

from __future__ import annotations

import pytest

from tests.web.browser import DESK, GAMES, PHONE, Size
from tests.web.conftest import Visit
from tests.web.player import Player


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_from_the_start_page_to_the_score_sheet(visit: Visit, game: str, size: Size) -> None:
    guest = visit(size=size, language="en" if size == DESK else "de")
    player = Player(guest)
    player.start(game)
    guest.check()
    player.play_until(12)
    guest.check()
    player.play()
    player.expect_sheet()
