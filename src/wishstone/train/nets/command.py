"""Commands of the trainer: what is said, and with which status they end, where they cannot do what was asked."""

from __future__ import annotations

import sys
from collections.abc import Callable

from wishstone.game.errors import WishstoneError

WRONG = 2  # the status


def run(main: Callable[[], None]) -> None:
    """Run a command. An error of the user's, and a package that is missing, is one line with its code."""
    try:
        main()
    except WishstoneError as error:
        print(f"wishstone: {error.text()} [{error.code}]", file=sys.stderr)
        sys.exit(WRONG)
    except ImportError as error:
        if error.name != "torch":
            raise
        print(f"wishstone: {error} [train-torch]", file=sys.stderr)
        sys.exit(WRONG)
