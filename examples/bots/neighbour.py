"""Example bot for every game of Wishstone: it lays what lies close to its rows. See docs/bots.md.

wishstone bot-check keltis-card 'python3 examples/bots/neighbour.py'
"""

import json
import sys

# The first words of moves, those that we like best first.
LIKED = ("step", "pickaxe", "chest", "transport", "lay", "take", "stones", "return", "keep", "wish", "draw", "discard")
FAR = 4  # a row is not worth this many numbers left out


def dislike(move: str, position: dict, seat: int) -> tuple:
    """How little we like a move: by its first word, and by how many numbers it leaves out in our row."""
    verb, *words = move.split()
    gap = 0
    if verb in ("lay", "take") and words[1:] and words[1].isdigit():
        row = position["players"][seat]["rows"].get(words[0], {"last": None})
        gap = abs(int(words[1]) - row["last"]) if row["last"] is not None else min(int(words[1]), 10 - int(words[1]))
    return gap >= FAR, LIKED.index(verb) if verb in LIKED else len(LIKED), gap


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"name": "neighbour"}), flush=True)
    elif told["type"] == "decide":
        move = min(told["legal"], key=lambda move: dislike(move, told["position"], told["seat"]))
        print(json.dumps({"id": told["id"], "move": move}), flush=True)
