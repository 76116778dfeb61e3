"""Finding: one thing that the suite has found wrong, as a sentence with the check, the place and the detail."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something that a game does and may not do; `game` and `event` are numbers, None where it is not about one."""

    check: str
    seats: int | None
    game: int | None
    event: int | None
    detail: str

    def __str__(self) -> str:
        """The finding as a sentence.

        >>> print(Finding("legal_moves_rise", 3, 0, 41, "move 5 is followed by move 4"))
        legal_moves_rise, 3 seats, game 0, event 41: move 5 is followed by move 4
        """
        where = [
            f"{self.seats} seats" if self.seats is not None else "",
            f"game {self.game}" if self.game is not None else "",
            f"event {self.event}" if self.event is not None else "",
        ]
        return f"{', '.join([self.check, *filter(None, where)])}: {self.detail}"


def raised(error: Exception) -> str:
    """An exception as the detail of a finding, with the place it came from."""
    return f"{type(error).__name__} at {origin(error)}: {error}"


def origin(error: Exception) -> str:
    """The file and line where an exception was raised."""
    trace = error.__traceback__
    if trace is None:
        return "an unknown place"
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
