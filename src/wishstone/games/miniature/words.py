"""Messages of the miniature: every sentence in English and German, by key."""

from __future__ import annotations

from wishstone.api import CARD_WORDS, COLOUR_TERMS

NAMES = ("blue", "green")

TERMS: dict[str, tuple[str, str]] = {
    **{name: COLOUR_TERMS[name] for name in NAMES},
    **{f"{name} {n}": (f"{name} {n}", f"{COLOUR_TERMS[name][1]} {n}") for name in NAMES for n in (1, 2)},
    "lay": ("lay", "legen"),
    "discard": ("discard", "abwerfen"),
    "draw": ("draw", "ziehen"),
    "take": ("take", "nehmen"),
    "clovers": ("clovers", "Kleeblätter"),
    "total": ("total", "Summe"),
    "cards": ("both have played their last card", "beide haben ihre letzte Karte gespielt"),
}

WORDS: dict[str, tuple[str, str]] = {
    **CARD_WORDS,
    "story-card-you": ("You draw {card}.", "Du ziehst {card}."),
    "story-card": ("{who} draws {card}.", "{who} zieht {card}."),
    "story-card-hidden": ("{who} draws a card.", "{who} zieht eine Karte."),
    "story-take-you": ("You take {card} from the discards.", "Du nimmst {card} vom Ablagestapel."),
    "story-take": ("{who} takes {card} from the discards.", "{who} nimmt {card} vom Ablagestapel."),
    "story-lay-you": ("You lay {card}: from {before} to {after}.", "Du legst {card}: von {before} auf {after}."),
    "story-lay": ("{who} lays {card}: from {before} to {after}.", "{who} legt {card}: von {before} auf {after}."),
    # why a move is refused
    "why-draw-first": ("you draw first and play then", "erst ziehst du, dann spielst du"),
    "why-play-now": ("you have drawn, now you play a card", "du hast gezogen, jetzt spielst du eine Karte"),
    "why-must-lay": ("the last card is laid where it fits", "die letzte Karte wird gelegt, wo sie passt"),
    "why-nothing": ("there is nothing to draw", "es gibt nichts zu ziehen"),
    "why-higher": ("your {colour} row ends at {last}", "deine Reihe {colour} endet bei {last}"),
}
