"""Array bounds: the compiled rules stay within their arrays, played with Numba's bounds checks on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"

CONFORMS = """
from wishstone.game.conformance import assert_conforms
from wishstone.game.conformance.walk import random_walk
from wishstone.games import load

card = load("keltis-card", engine="compiled")
assert_conforms(card, games=1, every=64)
for seats in (2, 3, 4):
    for number in range(10, 40):
        walk = random_walk(card, seats, number)
        assert not walk.trouble, walk.trouble
        for place in walk.places[::8]:
            place.scoring, place.chances, place.redealt(number % seats), place.observation(number % seats)
"""

# The rules as they are, and one more that may write to the row after the last seat's.
ONE_TOO_FAR = """
from wishstone.game.rule import bound
from wishstone.games import load
import one_too_far

card = load("keltis-card", engine="compiled")
rules = bound(one_too_far, "compiled", "card", rules=card.rules)
state = card.start(4)
rules.lengthen(state, card.data, SEAT)
print(state.last.tolist())
"""
RULE = """
from wishstone.game.rule import rule

@rule
def lengthen(state, data, seat):
    if rules.actor(state, data) < 0:
        state.length[seat, 4] += 1
"""


def run(script: str, folder: Path, *, checked: bool, **names: str) -> subprocess.CompletedProcess[str]:
    """Run a script with bounds checks on or off, and with more names in its environment; `folder` holds its modules."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"NUMBA_BOUNDSCHECK": "1"} if checked else {}
    environment |= {"PYTHONPATH": os.pathsep.join([str(SOURCE), str(folder)])} | names
    return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)


def test_the_card_game_conforms_with_bounds_checks(tmp_path: Path) -> None:
    done = run(CONFORMS, tmp_path, checked=True)
    assert done.returncode == 0, done.stderr


def test_a_rule_that_writes_too_far_is_caught(tmp_path: Path) -> None:
    (tmp_path / "one_too_far.py").write_text(RULE)
    within, too_far = (ONE_TOO_FAR.replace("SEAT", seat) for seat in ("3", "4"))

    own_cache = {"WISHSTONE_CACHE": str(tmp_path / "cache")}
    assert run(within, tmp_path, checked=True, **own_cache).returncode == 0
    done = run(too_far, tmp_path, checked=True, **own_cache)
    assert done.returncode != 0
    assert "IndexError" in done.stderr, done.stderr

    unchecked = run(too_far, tmp_path, checked=False, **own_cache)
    assert unchecked.returncode == 0, "without the checks nothing is noticed"
    assert "[-1, -1, -1, -1, 0]" in unchecked.stdout, "and the next field is written to"
