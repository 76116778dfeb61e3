"""Links to rules: a number leads to the rulebook of the game that it begins with the letters of, without a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from wishstone.games import GAMES
from wishstone.server.http.game_files import describe_games, read_game_files

ROOT = Path(__file__).parents[2]
ASKED = ("K-3", "N-12", "KC-9", "KD-1", "Q-20", "P-3", "SHA-256")


def test_the_number_of_a_rule_leads_to_its_game() -> None:
    packages = list(GAMES.packages())
    games = describe_games(packages, read_game_files(packages))
    games["pebbles"] = {"title": {}, "files": [], "rules": "P"}
    program = f"""
        globalThis.wishstone = {{ games: {json.dumps(games)} }};
        const {{ gameOfRule, ruled }} = await import("./src/wishstone/web/js/rule-links.js");
        const found = {json.dumps(ASKED)}.map((id) => gameOfRule(id) ?? null);
        console.log(JSON.stringify([found, ruled("by KC-9, (P-3)", (id) => [id])]));
    """
    line = ["node", "--input-type=module", "-e", program]
    told = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    found, parts = json.loads(told)
    assert found == ["keltis", "keltis-new-paths", "keltis-card", "keltis-dice", "quartz-dice", "pebbles", None]
    assert parts == ["by ", ["KC-9"], ", (", ["P-3"], ")"]
