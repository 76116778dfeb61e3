"""Local play: `wishstone play` runs a server on the first free port and opens its page in a browser."""

from __future__ import annotations

import json
import urllib.request
import webbrowser
from threading import Thread

import msgspec

from wishstone.game.errors import UsageError
from wishstone.game.words import sentence
from wishstone.games import GAMES
from wishstone.server.config.settings import ServerSettings
from wishstone.server.config.words import LEXICON
from wishstone.server.ops.serve import bind_socket, serve

PORTS = 20  # to try, one after the other
PATIENCE = 1.0  # seconds to wait for whatever already listens on a port


def play_locally(settings: ServerSettings, language: str, browser: bool) -> None:
    """Serve the page until Ctrl-C and open it; if a server already runs here, only open its page."""
    for port in range(settings.port, min(settings.port + PORTS, 65536)):
        settings = msgspec.structs.replace(settings, port=port)
        try:
            listening = bind_socket(settings)
        except UsageError:
            address = f"http://{settings.host}:{port}"
            if not _is_wishstone(address):
                continue
            print(LEXICON.say(sentence("served-already", address=address), language), flush=True)
            if browser:
                open_browser(address)
        else:
            serve(settings, language, listening, _open_browser_in_thread if browser else None)
        return
    raise UsageError("ports-taken", LEXICON, host=settings.host, first=settings.port - PORTS + 1, last=settings.port)


def _is_wishstone(address: str) -> bool:
    """Whether a Wishstone server answers at this address."""
    try:
        with urllib.request.urlopen(f"{address}/ready", timeout=PATIENCE) as answer:
            return not {about.id for about in GAMES}.isdisjoint(json.load(answer)["games"])
    except (OSError, ValueError, KeyError, TypeError):
        return False


def open_browser(address: str) -> None:
    """Open the page in the default browser; if there is none, the address was printed."""
    webbrowser.open(address)


def _open_browser_in_thread(address: str) -> None:
    """Open the page while the server starts: some browser commands return only when the browser is closed."""
    Thread(target=open_browser, args=(address,), daemon=True).start()
