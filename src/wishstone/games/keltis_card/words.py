"""Messages of Keltis, the card game: every sentence in English and German, by key."""

from __future__ import annotations

from wishstone.api import COLOUR_TERMS

TERMS: dict[str, tuple[str, str]] = {
    **COLOUR_TERMS,
    "point": ("points", "Punkte"),
    **{f"{name} {n}": (f"{name} {n}", f"{de} {n}") for name, (_, de) in COLOUR_TERMS.items() for n in range(11)},
    **{f"{name} end": (f"{name} end card", f"Endkarte {de}") for name, (_, de) in COLOUR_TERMS.items()},
    **{f"point {n}": (f"point card {n}", f"Punktekarte {n}") for n in range(11)},
    "points": ("points", "Punkte"),
    "wish_stones": ("wish stones", "Wunschsteine"),
    "total": ("total", "Summe"),
    "end-cards": ("five rows hold an end card", "fünf Reihen tragen eine Endkarte"),
    "draw-pile": ("the draw pile is empty", "der Nachziehstapel ist leer"),
}

WORDS: dict[str, tuple[str, str]] = {
    # the story of a move; with -you it is told to whoever makes it
    "story-deal-you": ("You are dealt {card}.", "Du bekommst {card}."),
    "story-deal": ("{who} is dealt {card}.", "{who} bekommt {card}."),
    "story-deal-hidden": ("{who} is dealt a card.", "{who} bekommt eine Karte."),
    "story-card-you": ("It is {card}.", "Es ist {card}."),
    "story-card": ("It is {card}.", "Es ist {card}."),
    "story-card-hidden": ("Only {who} sees it.", "Nur {who} sieht sie."),
    "story-discard-you": ("You discard {card}.", "Du wirfst {card} ab."),
    "story-discard": ("{who} discards {card}.", "{who} wirft {card} ab."),
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
    "story-draw-you": ("You draw from the draw pile.", "Du ziehst vom Nachziehstapel."),
    "story-draw": ("{who} draws from the draw pile.", "{who} zieht vom Nachziehstapel."),
    "story-draw-open-you": ("You take {card} from its discard pile.", "Du nimmst {card} vom Ablagestapel."),
    "story-draw-open": ("{who} takes {card} from its discard pile.", "{who} nimmt {card} vom Ablagestapel."),
    "story-stop-you": ("You lay no more.", "Du legst nichts mehr."),
    "story-stop": ("{who} lays no more.", "{who} legt nichts mehr."),
    # why a move is refused
    "why-after-end": ("the game has ended, and cards can only be laid", "das Spiel ist aus, es wird nur noch gelegt"),
    "why-no-stop": ("stopping is for after the end", "aufhören kann man erst nach dem Ende"),
    "why-draw-now": ("you have played, now you draw", "du hast gespielt, jetzt ziehst du nach"),
    "why-play-first": ("you play first and draw then", "erst spielst du, dann ziehst du nach"),
    "why-not-held": ("you hold no {card}", "«{card}» hast du nicht auf der Hand"),
    "why-held-once": ("you hold only one {card}", "«{card}» hast du nur einmal"),
    "why-pile-empty": ("the {colour} pile is empty", "der Stapel {colour} ist leer"),
    "why-pile-closed": (
        "you discarded to the {colour} pile in this turn",
        "du hast in diesem Zug auf den Stapel {colour} abgeworfen",
    ),
    "why-stone-gone": ("wish stone {number} has been taken", "Wunschstein {number} ist schon genommen"),
    "why-row-ended": ("your {colour} row holds an end card", "deine Reihe {colour} trägt eine Endkarte"),
    "why-row-empty": ("your {colour} row has no number yet", "deine Reihe {colour} hat noch keine Zahl"),
    "why-rising": (
        "your {colour} row is rising and ends at {last}",
        "deine Reihe {colour} steigt und endet bei {last}",
    ),
    "why-falling": (
        "your {colour} row is falling and ends at {last}",
        "deine Reihe {colour} fällt und endet bei {last}",
    ),
    "why-not-last": (
        "your {colour} row ends at {last}, and the point card must be equal",
        "deine Reihe {colour} endet bei {last}, und die Punktekarte muss gleich sein",
    ),
}
