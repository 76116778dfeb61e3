"""Sentences that several games say alike, in English and German, by key."""

from __future__ import annotations

# Cards that are dealt, drawn and discarded.
CARD_WORDS: dict[str, tuple[str, str]] = {
    "story-deal-you": ("You are dealt {card}.", "Du bekommst {card}."),
    "story-deal": ("{who} is dealt {card}.", "{who} bekommt {card}."),
    "story-deal-hidden": ("{who} is dealt a card.", "{who} bekommt eine Karte."),
    "story-discard-you": ("You discard {card}.", "Du wirfst {card} ab."),
    "story-discard": ("{who} discards {card}.", "{who} wirft {card} ab."),
    "story-draw-you": ("You draw from the draw pile.", "Du ziehst vom Nachziehstapel."),
    "story-draw": ("{who} draws from the draw pile.", "{who} zieht vom Nachziehstapel."),
    "why-not-held": ("you hold no {card}", "«{card}» hast du nicht auf der Hand"),
}

# A draw pile, and discard piles that one can draw from in the second half of a turn.
PILE_WORDS: dict[str, tuple[str, str]] = {
    "story-card-you": ("It is {card}.", "Es ist {card}."),
    "story-card": ("It is {card}.", "Es ist {card}."),
    "story-card-hidden": ("Only {who} sees it.", "Nur {who} sieht sie."),
    "story-draw-open-you": ("You take {card} from its discard pile.", "Du nimmst {card} vom Ablagestapel."),
    "story-draw-open": ("{who} takes {card} from its discard pile.", "{who} nimmt {card} vom Ablagestapel."),
    "why-draw-now": ("you have played, now you draw", "du hast gespielt, jetzt ziehst du nach"),
    "why-play-first": ("you play first and draw then", "erst spielst du, dann ziehst du nach"),
    "why-pile-empty": ("the {colour} pile is empty", "der Stapel {colour} ist leer"),
    "why-pile-closed": (
        "you discarded to the {colour} pile in this turn",
        "du hast in diesem Zug auf den Stapel {colour} abgeworfen",
    ),
}

# Rows that rise or fall.
ROW_WORDS: dict[str, tuple[str, str]] = {
    "why-rising": (
        "your {colour} row is rising and ends at {last}",
        "deine Reihe {colour} steigt und endet bei {last}",
    ),
    "why-falling": (
        "your {colour} row is falling and ends at {last}",
        "deine Reihe {colour} fällt und endet bei {last}",
    ),
}
