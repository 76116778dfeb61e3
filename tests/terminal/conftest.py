"""Fixture: hints of few simulations, since most tests of the terminal only need that there are any."""

import pytest

from wishstone.terminal.renderer import GameRenderer


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.terminal.hints.SIMULATIONS", 64)


@pytest.fixture(autouse=True)
def no_picture_fails(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A picture of ours that fails is an error, and nothing that the generic one may hide."""
    if "breaks_a_picture" not in request.fixturenames:

        def fail(self: GameRenderer, error: Exception) -> None:
            raise error

        monkeypatch.setattr(GameRenderer, "_give_up", fail)


@pytest.fixture
def breaks_a_picture() -> None:
    """Lets a test break a picture, as a game from outside may."""
