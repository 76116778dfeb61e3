"""The example of a net trained against `medium`: it learns, and plays in the arena, as its user would start it."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.env.test_examples import EXAMPLES

EXAMPLE = EXAMPLES / "train_and_play.py"


def test_a_net_is_trained_and_plays_in_the_arena() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 60
    command = [sys.executable, str(EXAMPLE), "keltis-dice", "4"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.partition(":")[0] for line in told] == ["net", "medium"]
    net, medium = (float(found[1]) for line in told if (found := re.search(r"wins ([\d.]+) %", line)))
    assert abs(net + medium - 100) < 0.2
