"""Texts of the card game in the terminal, and the German words for the notation."""

from __future__ import annotations

from wishstone.terminal.input_parser import Vocabulary

EXAMPLES = (("lay red 3", "l r 3", "draw deck"), ("lege rot 3", "l ro 3", "ziehe stapel"))

# What comes off the draw pile is told together with the move that drew it, and the deal not card by card.
MERGE_RULES: dict[str, str | None] = {
    "story-deal": None,
    "story-deal-you": None,
    "story-deal-hidden": None,
    "story-card-hidden": None,
    "story-card-you": "drawn-you",
}

VOCABULARY = {
    "de": Vocabulary(
        verbs={
            "lege": "lay",
            "legen": "lay",
            "ablegen": "discard",
            "abwerfen": "discard",
            "wirf": "discard",
            "abwirf": "discard",
            "wunsch": "wish",
            "wunschstein": "wish",
            "ziehe": "draw",
            "ziehen": "draw",
            "nimm": "draw",
            "stapel": "draw deck",
            "halt": "stop",
            "stopp": "stop",
        },
        others={
            "blau": "blue",
            "grün": "green",
            "gruen": "green",
            "rosa": "pink",
            "rs": "pink",
            "rot": "red",
            "ro": "red",
            "gelb": "yellow",
            "punkte": "point",
            "punktekarte": "point",
            "ende": "end",
            "endkarte": "end",
            "auf": "on",
            "und": "+",
            "stapel": "deck",
            "nachziehstapel": "deck",
        },
    )
}

WORDS: dict[str, tuple[str, str]] = {
    "drawn-you": ("You draw {card}.", "Du ziehst {card}."),
    # on the table
    "wish-stones": ("Wish stones", "Wunschsteine"),
    "rows-ended": ("Rows ended", "Reihen beendet"),
    "of-rows": ("{rows} of 5", "{rows} von 5"),
    "draw-pile-short": ("Draw pile", "Stapel"),
    "closed": ("closed", "gesperrt"),
    "stones": ("Stones", "Steine"),
    "hand": ("Hand", "Hand"),
    "name-blue": ("Blue", "Blau"),
    "name-green": ("Green", "Grün"),
    "name-pink": ("Pink", "Rosa"),
    "name-red": ("Red", "Rot"),
    "name-yellow": ("Yellow", "Gelb"),
    "name-point": ("Points", "Punkte"),
    # the asking line
    "ask-play": ("Your turn. Lay or discard a card.", "Du bist am Zug. Lege oder wirf eine Karte ab."),
    "ask-play-wish": (
        "Your turn. Lay, discard, or give a pair for a wish stone.",
        "Du bist am Zug. Lege, wirf ab oder gib ein Paar für einen Wunschstein.",
    ),
    "ask-draw": (
        "Draw a card: unseen, or the top of a discard pile.",
        "Zieh nach: verdeckt oder oben von einem Ablagestapel.",
    ),
    "ask-draw-first": (
        "Draw the first of two cards: unseen, or the top of a discard pile.",
        "Zieh die erste von zwei Karten: verdeckt oder oben von einem Stapel.",
    ),
    "ask-lay-two": (
        "The game has ended. You may still lay two cards.",
        "Das Spiel ist aus. Du darfst noch zwei Karten legen.",
    ),
    "ask-lay-one": (
        "The game has ended. You may still lay one card.",
        "Das Spiel ist aus. Du darfst noch eine Karte legen.",
    ),
    # the hand and the moves
    "your-hand": ("Hand", "Hand"),
    "lay": ("Lay", "Legen"),
    "discard": ("Discard", "Abwerfen"),
    "wish": ("Pair for a wish stone", "Paar für Wunschstein"),
    "stone": ("stone", "Stein"),
    "unseen": ("pile", "Stapel"),
    "stop": ("lay no more", "nichts mehr legen"),
    # a move in words
    "move-lay": ("lay {card}", "{card} legen"),
    "move-lay-on": ("lay {card} into the {colour} row", "{card} in die Reihe {colour} legen"),
    "move-discard": ("discard {card}", "{card} abwerfen"),
    "move-wish": (
        "give {first} and {second} for wish stone {number}",
        "{first} und {second} für Wunschstein {number} geben",
    ),
    "move-draw": ("draw from the draw pile", "vom Nachziehstapel ziehen"),
    "move-take": ("take {card} from its discard pile", "{card} vom Ablagestapel nehmen"),
    "move-stop": ("lay no more", "nichts mehr legen"),
    # signs
    "sign-end": ("end card", "Endkarte"),
    "sign-back": ("unseen card", "verdeckte Karte"),
    "sign-way": ("the row rises or falls", "die Reihe steigt oder fällt"),
    "pile-empty": ("empty", "leer"),
}
