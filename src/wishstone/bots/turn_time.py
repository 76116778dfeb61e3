"""Turn time: what a bot may think about one decision, where all decisions of its turn share their time.

A turn is the unbroken run of decisions of one seat. How many are to come nobody knows, so each may have a part of what
is left: the first ones, which mostly weigh more, have more, and there is always something for the next.
"""

from __future__ import annotations

SECONDS = 3.0  # for a turn, where a person waits for it
PART = 0.5  # of what is left, for each decision


def decision_seconds(left: float) -> float:
    """The seconds that a decision may take where so many are left for its turn."""
    return PART * max(0.0, left)
