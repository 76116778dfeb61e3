"""Command-line client for a Wishstone server: it opens a table with bots, and you play. See docs/protocol.md.

pip install websockets
python examples/client.py http://127.0.0.1:8420 keltis-dice easy medium
"""

import argparse
import hashlib
import json
import random
import secrets
import urllib.error
import urllib.request

from websockets.sync.client import connect


def post(url: str, body: dict) -> dict:
    """Ask the server for something that can wait."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:  # every refusal has a code, and a sentence in two languages
        raise SystemExit(json.load(error)["text"]["en"]) from None


def choose(moves: list[str], chance: random.Random | None) -> str:
    """The move that you want, or one by chance."""
    if chance:
        return chance.choice(moves)
    for number, move in enumerate(moves, 1):
        print(f"  {number}: {move}")
    while not ((text := input("your move: ")).isdecimal() and 1 <= int(text) <= len(moves)):
        print(f"a number from 1 to {len(moves)}, please")
    return moves[int(text) - 1]


def play(server: str, game: str, bots: list[str], chance: random.Random | None) -> None:
    """Open a table, begin, and play until the game is over."""
    number = secrets.token_hex(16)  # what we add to the dice; first only its hash is shown
    sealed = hashlib.sha256(bytes.fromhex(number)).hexdigest()
    ours = post(f"{server}/api/tables", {"game": game, "seats": ["me", *bots], "name": "You", "number_hash": sealed})
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{ours['table']}/socket?seat={ours['seat']}"
    headers = {"Authorization": f"Bearer {ours['secret']}"}
    with connect(address, additional_headers=headers, subprotocols=["wishstone.1"], max_size=None) as socket:
        send = lambda **command: socket.send(json.dumps(command))  # noqa: E731
        send(do="start")
        for told in map(json.loads, socket):
            if told["type"] == "refused":
                print(told["text"]["en"])
            for entry in told.get("entries", []):
                if entry["kind"] == "starting":
                    send(do="number", number=number)
                if "move" in entry:
                    print(f"{entry['by']}: {entry['move']}")
            if told.get("you", {}).get("legal"):
                moves = [move for move, _ in told["you"]["legal"]]
                send(do="move", move=choose(moves, chance), basis=told["scene"]["basis"])
            if told.get("scene", {}).get("status") == "over":
                secret = bytes.fromhex(told["scene"]["fairness"]["secret"])
                is_kept = hashlib.sha256(secret).hexdigest() == ours["commitment"]
                print("scores:", told["scene"]["result"]["scores"], "· the secret is", "right" if is_kept else "WRONG")
                return


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play at a Wishstone server.")
    parser.add_argument("server", help="its address, such as http://127.0.0.1:8420")
    parser.add_argument("game", help="such as keltis-dice; /api/games lists them")
    parser.add_argument("bots", nargs="+", help="their levels, one for each other seat: novice, easy, medium, …")
    parser.add_argument("--random", type=int, metavar="SEED", help="let chance play for you")
    given = parser.parse_args()
    play(
        given.server.rstrip("/"), given.game, given.bots, None if given.random is None else random.Random(given.random)
    )
