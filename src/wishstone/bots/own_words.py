"""Messages about bots of one's own in Python: every refusal in English and German, by key."""

from __future__ import annotations

from wishstone.game.words import Lexicon

WORDS: dict[str, tuple[str, str]] = {
    "own-broken": (
        "the bot «{name}» could not be made: {reason}; its module is imported, and a class is called with the game "
        "if it takes an argument, and without one otherwise",
        "der Bot «{name}» ließ sich nicht herstellen: {reason}; sein Modul wird importiert, und eine Klasse wird mit "
        "dem Spiel aufgerufen, wenn sie ein Argument nimmt, und sonst ohne",
    ),
    "own-kind": (
        "«{name}» is no bot: it should have a method choose(position, rng) or many(observations, masks), or be "
        "callable with (observation, mask)",
        "«{name}» ist kein Bot: er sollte eine Methode choose(position, rng) oder many(observations, masks) haben "
        "oder mit (observation, mask) aufrufbar sein",
    ),
    "own-missing": (
        "there is no bot «{name}» ({reason}); it is looked for in this folder and among the installed packages",
        "es gibt keinen Bot «{name}» ({reason}); gesucht wird in diesem Ordner und unter den installierten Paketen",
    ),
}
LEXICON = Lexicon(WORDS)
