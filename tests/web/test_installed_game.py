"""Installed game in the browser: played by taps from the start page to the sheet, on the picture that any game has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cairns import install_once, path_with
from tests.conftest import thorough
from tests.server.processes import QUICK, Server, running
from tests.web.browser import DESK, PHONE, Size, name_of_size
from tests.web.conftest import Visit
from tests.web.player import Player


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Server]:
    """A server beside which a game is installed of which no source of ours knows."""
    path = path_with(install_once(pytestconfig))
    with running(tmp_path_factory.mktemp("server"), settings=QUICK, PYTHONPATH=path) as server:
        yield server


@pytest.mark.parametrize(
    ("level", "size"),
    [
        ("easy", DESK),
        thorough("hard", PHONE, why="by default it is played at a desk"),
        thorough("expert", DESK, why="by default it is played against an easy bot"),
        thorough("expert", PHONE, why="by default it is played at a desk"),
    ],
    ids=lambda value: name_of_size(value) or str(value),
)
def test_from_the_start_page_to_the_score_sheet(visit: Visit, level: str, size: Size) -> None:
    guest = visit(size=size, language="en" if size == DESK else "de")
    player = Player(guest)
    player.start("cairns", level)
    guest.check()
    player.play_until(3)
    if size == DESK:  # beside the table, what happened is told in lines
        heights = guest.run("() => [...document.querySelectorAll('.log li')].map((each) => each.offsetHeight)")
        assert max(heights) < 120, heights
    page = guest.page.locator("#page").inner_text()
    assert ("summit" in page) == (size == DESK), page
    assert ("Gipfel" in page) == (size == PHONE), page
    guest.check()
    player.play()
    player.expect_sheet()
