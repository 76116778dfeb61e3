"""Each of the five games, from the start page to the score sheet, by taps, at a desk and on a phone."""

from __future__ import annotations

import pytest

from tests.web.browser import DESK, GAMES, PHONE, SIDE, Size
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


# How much of what the game is about is to be seen: of the piles, the tiles, the dice.
SEEN = """() => {
  const { top, bottom } = document.querySelector(".piles, .tiles, .throwing").getBoundingClientRect();
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const end = dock.top > top ? Math.min(dock.top, innerHeight) : innerHeight;
  return (Math.min(bottom, end) - top) / (bottom - top);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_on_its_side_the_middle_is_seen_above_the_hand(visit: Visit, game: str) -> None:
    guest = visit(size=SIDE, language="de")
    player = Player(guest)
    player.start(game)
    assert guest.run(SEEN) > 0.9
    player.play_until(10)
    guest.check()
