"""Messages of Keltis, the card game: every sentence in English and German, by key."""

from __future__ import annotations

from wishstone.api import CARD_TERMS, CARD_WORDS, COLOUR_TERMS, PILE_WORDS, ROW_WORDS

TERMS: dict[str, tuple[str, str]] = {
    **COLOUR_TERMS,
    "point": ("points", "Punkte"),
    **CARD_TERMS,
    **{f"{name} end": (f"{name} end card", f"Endkarte {de}") for name, (_, de) in COLOUR_TERMS.items()},
    **{f"point {n}": (f"point card {n}", f"Punktekarte {n}") for n in range(11)},
    "points": ("points", "Punkte"),
    "wish_stones": ("wish stones", "Wunschsteine"),
    "total": ("total", "Summe"),
    "end-cards": ("five rows hold an end card", "fünf Reihen tragen eine Endkarte"),
    "draw-pile": ("the draw pile is empty", "der Nachziehstapel ist leer"),
}

WORDS: dict[str, tuple[str, str]] = {
    **CARD_WORDS,
    **PILE_WORDS,
    **ROW_WORDS,
    # the story of a move; with -you it is told to whoever makes it
    "story-wish-you": (
        "You put {first} and {second} away and take wish stone {number}.",
        "Du legst {first} und {second} weg und nimmst Wunschstein {number}.",
    ),
    "story-wish": (
        "{who} puts {first} and {second} away and takes wish stone {number}.",
        "{who} legt {first} und {second} weg und nimmt Wunschstein {number}.",
    ),
    "story-begin-you": (
        "You begin the {colour} row with {card}: {after}.",
        "Du beginnst die Reihe {colour} mit {card}: {after}.",
    ),
    "story-begin": (
        "{who} begins the {colour} row with {card}: {after}.",
        "{who} beginnt die Reihe {colour} mit {card}: {after}.",
    ),
    "story-lay-you": (
        "You lay {card}: {count} cards, from {before} to {after}.",
        "Du legst {card}: {count} Karten, von {before} auf {after}.",
    ),
    "story-lay": (
        "{who} lays {card}: {count} cards, from {before} to {after}.",
        "{who} legt {card}: {count} Karten, von {before} auf {after}.",
    ),
    "story-end-you": (
        "You end the {colour} row with an end card: {after}.",
        "Du beendest die Reihe {colour} mit einer Endkarte: {after}.",
    ),
    "story-end": (
        "{who} ends the {colour} row with an end card: {after}.",
        "{who} beendet die Reihe {colour} mit einer Endkarte: {after}.",
    ),
    "story-close-you": (
        "You close the {colour} row with its second end card: {after}.",
        "Du schließt die Reihe {colour} mit der zweiten Endkarte: {after}.",
    ),
    "story-close": (
        "{who} closes the {colour} row with its second end card: {after}.",
        "{who} schließt die Reihe {colour} mit der zweiten Endkarte: {after}.",
    ),
    "story-lay-neutral-you": (
        "You lay {card} into the point row: {count}.",
        "Du legst {card} in die Punktereihe: {count}.",
    ),
    "story-lay-neutral": (
        "{who} lays {card} into the point row: {count}.",
        "{who} legt {card} in die Punktereihe: {count}.",
    ),
    "story-lay-on-you": (
        "You lay {card} into the {colour} row: {count} cards, from {before} to {after}.",
        "Du legst {card} in die Reihe {colour}: {count} Karten, von {before} auf {after}.",
    ),
    "story-lay-on": (
        "{who} lays {card} into the {colour} row: {count} cards, from {before} to {after}.",
        "{who} legt {card} in die Reihe {colour}: {count} Karten, von {before} auf {after}.",
    ),
    "story-stop-you": ("You lay no more.", "Du legst nichts mehr."),
    "story-stop": ("{who} lays no more.", "{who} legt nichts mehr."),
    # why a move is refused
    "why-after-end": ("the game has ended, and cards can only be laid", "das Spiel ist aus, es wird nur noch gelegt"),
    "why-no-stop": ("stopping is for after the end", "aufhören kann man erst nach dem Ende"),
    "why-held-once": ("you hold only one {card}", "«{card}» hast du nur einmal"),
    "why-stone-gone": ("wish stone {number} has been taken", "Wunschstein {number} ist schon genommen"),
    "why-row-ended": ("your {colour} row holds an end card", "deine Reihe {colour} trägt eine Endkarte"),
    "why-row-empty": ("your {colour} row has no number yet", "deine Reihe {colour} hat noch keine Zahl"),
    "why-not-last": (
        "your {colour} row ends at {last}, and the point card must be equal",
        "deine Reihe {colour} endet bei {last}, und die Punktekarte muss gleich sein",
    ),
}
