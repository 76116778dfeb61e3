"""Terminal client: play a game against bots, in text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class PlayRequest:
    """What was given on the command line; None stands for what was left open."""

    game: str | None = None  # the newest saved game is offered, otherwise the first game there is
    seats: int | None = None  # one person, and bots on the others
    bots: tuple[str, ...] = ()  # one for each other seat, or one for all; easy
    seat: int = 0  # where the person sits
    seed: int | None = None
    first: int | None = None  # drawn by lot
    options: Mapping[str, str | bool] = field(default_factory=dict)
    files: Mapping[str, object] = field(default_factory=dict)  # data files that replace the game's own
    name: str | None = None
    language: str | None = None  # of a saved game its own, otherwise that of the locale
    resume: bool = False  # go on with the newest saved game without asking
    new: bool = False  # begin a new game without asking


def play(request: PlayRequest) -> int:
    """Play in this terminal until the game is over or put aside; returns the exit status.

    Raises a `UsageError` where the request cannot be met.
    """
    from wishstone.terminal.client import TerminalClient
    from wishstone.terminal.console import open_console
    from wishstone.terminal.saved_games import SaveFolder

    return TerminalClient(request, open_console(), SaveFolder()).run()
