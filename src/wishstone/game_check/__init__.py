"""Check of a whole game, `wishstone game-check`: the conformance suite, then everything that the product does with it.

A stage (`engine.py`, `product.py`) is a function that is given a game and yields remarks: what is wrong, and what is
missing and has something that stands in for it.
"""

from __future__ import annotations

from wishstone.game_check.remarks import Remark
from wishstone.game_check.stages import Checked, check_game

__all__ = ["Checked", "Remark", "check_game"]
