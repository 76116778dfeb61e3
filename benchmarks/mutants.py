"""Would the tests notice a broken rule? Each mutant breaks one, and that rule's own numbered tests must fail.

    python benchmarks/mutants.py            all of them
    python benchmarks/mutants.py KC-9 …     those of some rules

A mutant is caught if the tests marked with its rule fail (pytest's exit status 1). It survives if they pass. Anything
else, such as a module that cannot be imported any more, makes it no good: it proves nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "wishstone"
TESTS = ROOT / "tests" / "rules" / "test_keltis_card.py"
AT_A_TIME = 2
LIMIT_S = 120

RULES = "games/keltis_card/rules.py"
ROWS = "games/shared/rows.py"
RESULT = "game/result.py"

Fate = Literal["caught", "survived", "no good", "stale"]


class Mutant(NamedTuple):
    """One broken rule: in `file`, `old` becomes `new`, and the tests of `rule` must fail."""

    rule: str
    wrong: str
    file: str
    old: str
    new: str


MUTANTS = (
    Mutant("KC-1", "only one 7 in each colour", RULES, "0b1000_1111_1000", "0b1000_0111_1000"),
    Mutant("KC-1", "two 8s in each colour", RULES, "0b1000_1111_1000", "0b1001_1111_1000"),
    Mutant("KC-2", "only one end card in each colour", RULES, "0b1000_1111_1000", "0b0000_1111_1000"),
    Mutant(
        "KC-3", "no point card 10", RULES, "state.unseen_points = ALL_NUMBERS", "state.unseen_points = ALL_NUMBERS >> 1"
    ),
    Mutant("KC-4", "no wish stone 9", RULES, "0b11_1111_1110", "0b01_1111_1110"),
    Mutant("KC-4", "a wish stone 10", RULES, "0b11_1111_1110", "0b111_1111_1110"),
    Mutant("KC-5", "seven cards each", RULES, "HAND = 8", "HAND = 7"),
    Mutant("KC-5", "seat 0 always begins", RULES, "state.turn = state.first", "state.turn = 0"),
    Mutant("KC-6", "29 cards put away", RULES, "REMOVED = 30", "REMOVED = 29"),
    Mutant(
        "KC-6", "three players put cards away", RULES, "CARDS - REMOVED if seats == 2", "CARDS - REMOVED if seats <= 3"
    ),
    Mutant(
        "KC-7", "every discard turns into a 0", RULES, "state.pile_size[suit]] = face", "state.pile_size[suit]] = 0"
    ),
    Mutant(
        "KC-7",
        "point cards cannot be discarded",
        RULES,
        "list_moves(DISCARD + POINT, int(state.hand_points[seat]), out, count)",
        "count",
    ),
    Mutant("KC-8", "wish stones never run out", RULES, "int(state.wish_row) & ~(1 << number)", "int(state.wish_row)"),
    Mutant("KC-8", "two copies of a card are no pair", RULES, "if (twice >> (FACES * a + number)) & 1", "if False"),
    Mutant("KC-8", "a point card makes no pair", RULES, "if (points >> number) & 1", "if False"),
    Mutant("KC-8", "yellow makes no pair", RULES, "range(a + 1, COLOURS)", "range(a + 1, COLOURS - 1)"),
    Mutant("KC-9", "equal numbers do not rise", RULES, "~((1 << number) - 1)", "~((2 << number) - 1)"),
    Mutant("KC-9", "equal numbers do not fall", RULES, "(2 << number) - 1\n", "(1 << number) - 1\n"),
    Mutant("KC-9", "rising rows fall", RULES, "RISING if number > last", "RISING if number < last"),
    Mutant("KC-9", "any number fits", RULES, "numbers | (1 << END)", "ALL_FACES"),
    Mutant("KC-9", "rows only rise", RULES, "numbers = (2 << number) - 1", "numbers = 0"),
    Mutant("KC-10", "an equal number fixes the direction", RULES, " and number != last:", ":"),
    Mutant("KC-10", "the first number fixes the direction", RULES, "OPEN and last >= 0 and", "OPEN and"),
    Mutant(
        "KC-10",
        "an open row only rises",
        RULES,
        "numbers = ALL_NUMBERS\n",
        "numbers = ALL_NUMBERS & ~((1 << number) - 1) & ALL_NUMBERS\n",
    ),
    Mutant("KC-11", "equal numbers do not rise", RULES, "~((1 << number) - 1)", "~((2 << number) - 1)"),
    Mutant("KC-12", "no end card after a number", RULES, "numbers | (1 << END)", "numbers"),
    Mutant(
        "KC-12",
        "no end card into a falling row",
        RULES,
        "numbers | (1 << END)",
        "numbers | (0 if state.direction[seat, colour] == FALLING else 1 << END)",
    ),
    Mutant(
        "KC-13",
        "no end card into an empty row",
        RULES,
        "state.takes[seat] = ALL_CARDS",
        "state.takes[seat] = sum(ALL_NUMBERS << FACES * colour for colour in range(COLOURS))",
    ),
    Mutant(
        "KC-13",
        "a row of an end card alone is none of the five",
        RULES,
        "state.end_rows += 1",
        "state.end_rows += 1 if state.length[seat, colour] else 0",
    ),
    Mutant("KC-14", "numbers after an end card", RULES, "colour, 1 << END)", "colour, ALL_FACES)"),
    Mutant("KC-14", "no second end card", RULES, "colour, 1 << END)", "colour, 0)"),
    Mutant(
        "KC-14",
        "numbers after the second end card",
        RULES,
        "set_takes(state, seat, colour, 0)",
        "set_takes(state, seat, colour, ALL_FACES)",
    ),
    Mutant(
        "KC-15",
        "the neutral row must rise",
        RULES,
        "list_moves(LAY + POINT, points, out, count)",
        "list_moves(LAY + POINT, points & -(1 << int(state.neutral[seat]).bit_length()), out, count)",
    ),
    Mutant(
        "KC-16",
        "a point card fits any number",
        RULES,
        "if last >= 0 and (points >> last) & 1 and",
        "last = lowest(points)\n            if",
    ),
    Mutant(
        "KC-16",
        "a point card does not lengthen the row",
        RULES,
        "state.length[seat, colour] += 1\n        return",
        "return",
    ),
    Mutant(
        "KC-16",
        "a point card makes the row rise",
        RULES,
        "leave_hand(state, seat, POINT + number)",
        "leave_hand(state, seat, POINT + number)\n        state.direction[seat, colour] = RISING",
    ),
    Mutant("KC-17", "a point card after an end card", RULES, " and not has_end_card(state, seat, colour)", ""),
    Mutant("KC-18", "one draw after a wish", RULES, "state.draws = 2", "state.draws = 1"),
    Mutant("KC-18", "two draws after a discard", RULES, "state.draws = 1", "state.draws = 2"),
    Mutant(
        "KC-18",
        "the last card of a pile is not given",
        RULES,
        "pile_size[suit] > 0 and not",
        "pile_size[suit] > 1 and not",
    ),
    Mutant(
        "KC-18",
        "a pile gives its lowest card",
        RULES,
        "face = int(state.pile[suit, state.pile_size[suit]])",
        "face = int(state.pile[suit, 0])",
    ),
    Mutant("KC-19", "piles are never closed", RULES, "| (1 << suit)", "| 0"),
    Mutant("KC-19", "only the second pile of a wish is closed", RULES, "int(state.closed) | (1 << suit)", "1 << suit"),
    Mutant(
        "KC-19", "piles stay closed", RULES, "state.step = PLAYING\n        state.closed = 0", "state.step = PLAYING"
    ),
    Mutant(
        "KC-20",
        "the turn passes the other way round",
        RULES,
        "\n    state.turn += 1\n    if state.turn == state.seats:\n        state.turn = 0",
        "\n    state.turn -= 1\n    if state.turn < 0:\n        state.turn = state.seats - 1",
    ),
    Mutant("KC-21", "four rows end the game", RULES, "END_ROWS = 5", "END_ROWS = 4"),
    Mutant("KC-21", "six rows end the game", RULES, "END_ROWS = 5", "END_ROWS = 6"),
    Mutant(
        "KC-21",
        "a row with two end cards counts twice",
        RULES,
        "set_takes(state, seat, colour, 0)",
        "set_takes(state, seat, colour, 0)\n        state.end_rows += 1",
    ),
    Mutant(
        "KC-21",
        "whoever ends the game draws",
        RULES,
        "finish(state, BY_END_CARDS)",
        "state.end = BY_END_CARDS",
    ),
    Mutant("KC-22", "one card is left in the draw pile", RULES, "if state.draw_pile == 0:", "if state.draw_pile == 1:"),
    Mutant(
        "KC-22", "the cards in the box are drawn too", RULES, "if state.draw_pile == 0:", "if state.draw_pile == -30:"
    ),
    Mutant(
        "KC-23",
        "the second draw is still due",
        RULES,
        "if state.draw_pile == 0:",
        "if state.draw_pile <= 0 and state.draws == 1:",
    ),
    Mutant("KC-24", "one card after the end", RULES, "AFTER_END = 2", "AFTER_END = 1"),
    Mutant("KC-24", "three cards after the end", RULES, "AFTER_END = 2", "AFTER_END = 3"),
    Mutant("KC-24", "no laying after the end", RULES, "state.step = LAYING\n", "state.step = DONE\n"),
    Mutant(
        "KC-25",
        "the first seat lays first",
        RULES,
        "state.end = end\n",
        "state.end = end\n    state.turn = state.first\n",
    ),
    Mutant("KC-25", "the next seat lays first", RULES, "state.end = end\n", "state.end = end\n    next_seat(state)\n"),
    Mutant(
        "KC-25",
        "the next lays before one has finished",
        RULES,
        "< AFTER_END:\n            return",
        "< AFTER_END:\n            next_seat(state)\n            return",
    ),
    Mutant(
        "KC-25",
        "nobody may stop who can lay",
        RULES,
        "out[count] = STOP\n",
        "if count:\n            return count\n        out[count] = STOP\n",
    ),
    Mutant(
        "KC-25",
        "a fifth row afterwards changes the end",
        RULES,
        "state.finished += 1",
        "state.finished += 1\n    if state.end_rows >= END_ROWS:\n        state.end = BY_END_CARDS",
    ),
    Mutant("KC-26", "one card costs 3", ROWS, "(0, -4,", "(0, -3,"),
    Mutant("KC-26", "four cards are worth nothing", ROWS, "-2, 1, 2,", "-2, 0, 2,"),
    Mutant("KC-26", "nine cards are worth 9", ROWS, "7, 10)", "7, 9)"),
    Mutant("KC-26", "nine cards count like eight", ROWS, "min(length, 9)", "min(length, 8)"),
    Mutant(
        "KC-26",
        "ten cards are too many",
        ROWS,
        "ROW_POINTS[min(length, 9)]",
        "ROW_POINTS[length] if length < 10 else 0",
    ),
    Mutant(
        "KC-27",
        "a neutral card is worth 2",
        RULES,
        "neutral = size(int(state.neutral[seat]))",
        "neutral = 2 * size(int(state.neutral[seat]))",
    ),
    Mutant(
        "KC-27",
        "a neutral card 0 is worth nothing",
        RULES,
        "neutral = size(int(state.neutral[seat]))",
        "neutral = size(int(state.neutral[seat]) >> 1)",
    ),
    Mutant("KC-28", "no wish stone costs nothing", RULES, "(-4, -1, 0, 4, 6, 10)", "(0, -1, 0, 4, 6, 10)"),
    Mutant("KC-28", "a fourth wish stone adds nothing", RULES, "(-4, -1, 0, 4, 6, 10)", "(-4, -1, 0, 4, 4, 10)"),
    Mutant(
        "KC-28",
        "five wish stones count like four",
        RULES,
        "state.wish_stones[seat])), 5)",
        "state.wish_stones[seat])), 4)",
    ),
    Mutant("KC-29", "fewest points win", RESULT, "list(other) > list(key)", "list(other) < list(key)"),
    Mutant(
        "KC-29",
        "equal points share the lower place",
        RESULT,
        "1 + sum(list(other) > list(key)",
        "sum(list(other) >= list(key)",
    ),
    Mutant(
        "KC-30",
        "the neutral row must rise",
        RULES,
        "list_moves(LAY + POINT, points, out, count)",
        "list_moves(LAY + POINT, points & -(1 << int(state.neutral[seat]).bit_length()), out, count)",
    ),
    Mutant("KC-31", "a simulation cuts off after 200", RULES, "MAX_DECISIONS = 2000", "MAX_DECISIONS = 200"),
    Mutant(
        "KC-31",
        "an unused draw pile shrinks by itself",
        RULES,
        "enter_hand(state, seat, kind)\n    if suit == POINTS:",
        "enter_hand(state, seat, kind)\n    state.draw_pile -= 1\n    if suit == POINTS:",
    ),
)

# Run in the mutant's own process: its rules must be the broken ones, even where wishstone is installed.
RUN = """
import sys
folder, *arguments = sys.argv[1:]
try:
    from wishstone.games.keltis_card import rules, table
    from wishstone.games.shared import rows
    from wishstone.game import result
except Exception as error:
    sys.exit(f"cannot be imported: {error!r}")
for module in (rules, table, rows, result):
    if not module.__file__.startswith(folder):
        sys.exit(f"{module.__file__} was imported, and should be in {folder}")
if "numba" in sys.modules:
    sys.exit("the rules were to be interpreted, and Numba was imported")
import pytest
sys.exit(100 + pytest.main(arguments))
"""
PASSED, FAILED = 100, 101  # pytest's 0 and 1, told apart from a Python that did not get so far


class Trial(NamedTuple):
    """What became of a mutant, and what there is to say about it."""

    mutant: Mutant
    fate: Fate
    said: str


def is_stale(mutant: Mutant, source: Path = SOURCE) -> str | None:
    """What is wrong with the text that a mutant changes; None if it stands there exactly once."""
    times = (source / mutant.file).read_text(encoding="utf-8").count(mutant.old)
    return None if times == 1 else f"{mutant.file} has {mutant.old!r} {times} times, and should have it once"


def tried(mutant: Mutant) -> Trial:
    """Break the rule in a copy of the source and run the rule's tests on it."""
    if stale := is_stale(mutant):
        return Trial(mutant, "stale", stale)
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        file = copied(Path(folder)) / mutant.file
        file.write_text(file.read_text(encoding="utf-8").replace(mutant.old, mutant.new), encoding="utf-8")
        status, said = run_tests(Path(folder), "--rule", mutant.rule)
    fates: dict[int, Fate] = {FAILED: "caught", PASSED: "survived"}
    return Trial(mutant, fates.get(status, "no good"), said)


def copied(folder: Path) -> Path:
    """A copy of the source in this folder."""
    return shutil.copytree(SOURCE, folder / "wishstone", ignore=shutil.ignore_patterns("__pycache__"))


def run_tests(folder: Path, *options: str) -> tuple[int, str]:
    """Run the numbered tests on the source in this folder: the exit status, and the last line that was said."""
    command = [sys.executable, "-c", RUN, str(folder.resolve()), str(TESTS), *options]
    command += ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    variables = {"PYTHONPATH": str(folder.resolve()), "PYTHONDONTWRITEBYTECODE": "1", "WISHSTONE_ENGINE": "interpreted"}
    try:
        run = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, f"the tests did not end within {LIMIT_S} seconds"
    return run.returncode, "".join((run.stdout + run.stderr).strip().splitlines()[-1:])


def main(rules: list[str]) -> int:
    """Try the mutants of these rules, or all of them, and print what became of each."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copied(Path(folder))
        status, said = run_tests(Path(folder))
    if status != PASSED:
        print(f"the tests do not even pass on the source as it is: {said}")
        return 1
    chosen = [mutant for mutant in MUTANTS if not rules or mutant.rule in rules]
    fates: list[Fate] = []
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for mutant, fate, said in pool.map(tried, chosen):
            fates.append(fate)
            print(f"{mutant.rule:6} {fate:9} {mutant.wrong}" + ("" if fate == "caught" else f"  ({said})"), flush=True)
    caught = fates.count("caught")
    seconds = time.monotonic() - start
    print(f"{caught} of {len(fates)} mutants caught by the tests of their own rule, in {seconds:.0f} s")
    return 0 if caught == len(fates) > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
