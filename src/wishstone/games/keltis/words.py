"""Messages of Keltis and New Paths: every sentence in English and German, by key."""

from __future__ import annotations

from wishstone.api import CARD_TERMS, CARD_WORDS, COLOUR_TERMS, PILE_WORDS, ROW_WORDS

TERMS: dict[str, tuple[str, str]] = {
    **COLOUR_TERMS,
    **CARD_TERMS,
    "joker": ("joker", "Joker"),
    "start": ("the start", "Start"),
    "small": ("a small figure", "eine kleine Figur"),
    "large": ("the large figure", "die große Figur"),
    "clover": ("a clover", "ein Kleeblatt"),
    "points 1": ("1 point", "1 Punkt"),
    "points 2": ("2 points", "2 Punkte"),
    "points 3": ("3 points", "3 Punkte"),
    "wish": ("a wish stone", "ein Wunschstein"),
    **{f"wish {name}": (f"a {name} wish stone", f"ein Wunschstein ({de})") for name, (_, de) in COLOUR_TERMS.items()},
    "discard": ("a card-discard", "ein Kartenabwurf"),
    "track": ("points on the way", "Punkte unterwegs"),
    "figures": ("figures", "Figuren"),
    "wish_stones": ("wish stones", "Wunschsteine"),
    "wish_sets": ("sets of wish stones", "Sätze von Wunschsteinen"),
    "total": ("total", "Summe"),
    "goal": ("five figures are in the goal area", "fünf Figuren sind im Zielbereich"),
    "draw-pile": ("the draw pile is empty", "der Nachziehstapel ist leer"),
}

WORDS: dict[str, tuple[str, str]] = {
    **CARD_WORDS,
    **PILE_WORDS,
    **ROW_WORDS,
    # the story of a move; with -you it is told to whoever makes it
    "story-tile": ("On {stone} lies {tile}.", "Auf {stone} liegt {tile}."),
    "story-begin-you": ("You begin the {colour} row with {card}.", "Du beginnst die Reihe {colour} mit {card}."),
    "story-begin": ("{who} begins the {colour} row with {card}.", "{who} beginnt die Reihe {colour} mit {card}."),
    "story-lay-you": ("You lay {card}.", "Du legst {card}."),
    "story-lay": ("{who} lays {card}.", "{who} legt {card}."),
    "story-step-you": (
        "You move {figure} from {left} to {stone}, worth {worth}.",
        "Du ziehst {figure} von {left} nach {stone}, Wert {worth}.",
    ),
    "story-step": (
        "{who} moves {figure} from {left} to {stone}, worth {worth}.",
        "{who} zieht {figure} von {left} nach {stone}, Wert {worth}.",
    ),
    "story-step-points-you": (
        "You move {figure} from {left} to {stone}, worth {worth}, and score {points}.",
        "Du ziehst {figure} von {left} nach {stone}, Wert {worth}, und bekommst {points}.",
    ),
    "story-step-points": (
        "{who} moves {figure} from {left} to {stone}, worth {worth}, and scores {points}.",
        "{who} zieht {figure} von {left} nach {stone}, Wert {worth}, und bekommt {points}.",
    ),
    "story-step-clover-you": (
        "You move {figure} from {left} to {stone}, worth {worth}: a clover, one more step.",
        "Du ziehst {figure} von {left} nach {stone}, Wert {worth}: ein Kleeblatt, noch ein Schritt.",
    ),
    "story-step-clover": (
        "{who} moves {figure} from {left} to {stone}, worth {worth}: a clover, one more step.",
        "{who} zieht {figure} von {left} nach {stone}, Wert {worth}: ein Kleeblatt, noch ein Schritt.",
    ),
    "story-step-discard-you": (
        "You move {figure} from {left} to {stone}, worth {worth}: you may get rid of a card.",
        "Du ziehst {figure} von {left} nach {stone}, Wert {worth}: Du darfst eine Karte loswerden.",
    ),
    "story-step-discard": (
        "{who} moves {figure} from {left} to {stone}, worth {worth}, and may get rid of a card.",
        "{who} zieht {figure} von {left} nach {stone}, Wert {worth}, und darf eine Karte loswerden.",
    ),
    "story-step-wish-you": (
        "You move {figure} from {left} to {stone}, worth {worth}, and take the wish stone.",
        "Du ziehst {figure} von {left} nach {stone}, Wert {worth}, und nimmst den Wunschstein.",
    ),
    "story-step-wish": (
        "{who} moves {figure} from {left} to {stone}, worth {worth}, and takes the wish stone.",
        "{who} zieht {figure} von {left} nach {stone}, Wert {worth}, und nimmt den Wunschstein.",
    ),
    "story-step-wish-colour-you": (
        "You move {figure} from {left} to {stone}, worth {worth}, and take a {colour} wish stone.",
        "Du ziehst {figure} von {left} nach {stone}, Wert {worth}, und nimmst einen Wunschstein: {colour}.",
    ),
    "story-step-wish-colour": (
        "{who} moves {figure} from {left} to {stone}, worth {worth}, and takes a {colour} wish stone.",
        "{who} zieht {figure} von {left} nach {stone}, Wert {worth}, und nimmt einen Wunschstein: {colour}.",
    ),
    "story-step-goal-you": (
        "You move {figure} from {left} to {stone}, worth {worth}: the fifth figure in the goal area ends the game.",
        "Du ziehst {figure} von {left} nach {stone}, Wert {worth}: Die fünfte Figur im Zielbereich beendet das Spiel.",
    ),
    "story-step-goal": (
        "{who} moves {figure} from {left} to {stone}, worth {worth}: the fifth figure in the goal area ends the game.",
        "{who} zieht {figure} von {left} nach {stone}, Wert {worth}:"
        " Die fünfte Figur im Zielbereich beendet das Spiel.",
    ),
    "story-stay-you": ("You do not use the clover.", "Du lässt das Kleeblatt ungenutzt."),
    "story-stay": ("{who} does not use the clover.", "{who} lässt das Kleeblatt ungenutzt."),
    "story-drop-you": (
        "You take {card} off your row and discard it.",
        "Du nimmst {card} aus deiner Reihe und wirfst die Karte ab.",
    ),
    "story-drop": (
        "{who} takes {card} off the row and discards it.",
        "{who} nimmt {card} aus der Reihe und wirft die Karte ab.",
    ),
    "story-keep-you": ("You keep all your cards.", "Du behältst alle Karten."),
    "story-keep": ("{who} keeps all cards.", "{who} behält alle Karten."),
    # why a move is refused
    "why-lay-first": ("a figure steps when you have laid a card", "erst legst du eine Karte, dann zieht eine Figur"),
    "why-step-now": ("you have laid a card, now a figure steps", "du hast gelegt, jetzt zieht eine Figur"),
    "why-no-clover": (
        "nothing but a clover lets you choose not to step",
        "nur bei einem Kleeblatt darf man stehen bleiben",
    ),
    "why-clover-now": (
        "you have found a clover: step with any figure, or stay",
        "du hast ein Kleeblatt: Zieh mit irgendeiner Figur, oder bleib stehen",
    ),
    "why-no-card-discard": ("that is for a card-discard tile", "das gehört zu einem Kartenabwurf"),
    "why-card-discard-now": (
        "you have found a card-discard: discard a card, drop the last one of a row, or keep all",
        "du hast einen Kartenabwurf: Wirf eine Karte ab, nimm die letzte aus einer Reihe oder behalte alle",
    ),
    "why-no-way": ("there is no such way on this board", "diesen Weg gibt es auf diesem Brett nicht"),
    "why-no-figure": ("you do not have {figure} on {stone}", "du hast auf {stone} nicht {figure}"),
    "why-path-taken": (
        "you already have a figure on the {colour} path",
        "du hast schon eine Figur auf dem Pfad {colour}",
    ),
    "why-other-path": (
        "you laid {laid}, so your figure on that path steps",
        "du hast {laid} gelegt, also zieht deine Figur auf diesem Pfad",
    ),
    "why-other-colour": (
        "you laid {laid}, and {stone} is {colour}",
        "du hast {laid} gelegt, und {stone} ist {colour}",
    ),
    "why-no-step": (
        "no figure of yours could step onto a stone of that colour",
        "keine deiner Figuren könnte auf einen Stein dieser Farbe ziehen",
    ),
    "why-row-empty": ("your {colour} row is empty", "deine Reihe {colour} ist leer"),
    # why a board file is refused
    "board-entry": (
        "the board's «{entry}» is missing or not what it should be ({rule})",
        "auf dem Brett fehlt «{entry}» oder ist nicht, was es sein soll ({rule})",
    ),
    "board-stones": (
        "the board has {count} stones, and there is room for {most} ({rule})",
        "das Brett hat {count} Steine, Platz ist für {most} ({rule})",
    ),
    "board-stone-entry": (
        "stone {stone}: «{entry}» is missing or not what it should be ({rule})",
        "Stein {stone}: «{entry}» fehlt oder ist nicht, was es sein soll ({rule})",
    ),
    "board-stone-unknown": (
        "stone {stone}: there is no entry called «{entry}» ({rule})",
        "Stein {stone}: einen Eintrag «{entry}» gibt es nicht ({rule})",
    ),
    "board-place": (
        "stone {stone} lies outside the picture: x goes from 0 to {width} ({rule})",
        "Stein {stone} liegt außerhalb des Bildes: x geht von 0 bis {width} ({rule})",
    ),
    "board-name": (
        "stone {stone}: a name is one word of at most {most} small letters and digits, and not «start» ({rule})",
        "Stein {stone}: Ein Name ist ein Wort aus höchstens {most} Kleinbuchstaben und Ziffern, nicht «start» ({rule})",
    ),
    "board-way-nowhere": (
        "a way leads from {stone} to {to}, and there is no such stone ({rule})",
        "ein Weg führt von {stone} nach {to}, und einen solchen Stein gibt es nicht ({rule})",
    ),
    "board-way-twice": (
        "two ways lead from {stone} to {to} ({rule})",
        "zwei Wege führen von {stone} nach {to} ({rule})",
    ),
    "board-ways-on": (
        "{count} ways lead on from {stone}, and at most {most} may ({rule})",
        "{count} Wege führen von {stone} weiter, höchstens {most} dürfen es sein ({rule})",
    ),
    "board-ways": (
        "the board has {count} ways, and there is room for {most} ({rule})",
        "das Brett hat {count} Wege, Platz ist für {most} ({rule})",
    ),
    "board-unreached": (
        "no way leads from the start field to {stone} ({rule})",
        "vom Startfeld führt kein Weg zu {stone} ({rule})",
    ),
    "board-way-rank": (
        "the way from {stone} to {to} leads from rank {rank} to rank {to_rank}, and not to the next one ({rule})",
        "der Weg von {stone} nach {to} führt von Stufe {rank} auf Stufe {to_rank} und nicht auf die nächste ({rule})",
    ),
    "board-starts": (
        "{count} stones follow the start field, and there should be {wanted} ({rule})",
        "dem Startfeld folgen {count} Steine, es sollten {wanted} sein ({rule})",
    ),
    "board-values": (
        "{count} values are given for {ranks} ranks of stones ({rule})",
        "für {ranks} Stufen von Steinen sind {count} Werte angegeben ({rule})",
    ),
    "board-few-ranks": (
        "the board has {ranks} ranks, and needs at least {least} ({rule})",
        "das Brett hat {ranks} Stufen, nötig sind mindestens {least} ({rule})",
    ),
    "board-value": (
        "rank {rank} ({stone}) cannot be worth {value} ({rule})",
        "Stufe {rank} ({stone}) kann nicht {value} wert sein ({rule})",
    ),
    "board-value-goal": (
        "rank {rank} ({stone}) is worth {value}, more than the goal area's least, which is {least} ({rule})",
        "Stufe {rank} ({stone}) ist {value} wert, mehr als das Geringste im Zielbereich, {least} ({rule})",
    ),
    "board-end-rank": (
        "no way leads on from {stone} on rank {rank}, and end fields are on rank {last} ({rule})",
        "von {stone} auf Stufe {rank} führt kein Weg weiter, und Endfelder liegen auf Stufe {last} ({rule})",
    ),
    "board-end-colour": (
        "end field {stone} is {colour}, and there should be one of each colour ({rule})",
        "Endfeld {stone} ist {colour}, und von jeder Farbe sollte es eines geben ({rule})",
    ),
    "board-ends": (
        "there are {count} end fields ({stone}), and there should be five ({rule})",
        "es gibt {count} Endfelder ({stone}), es sollten fünf sein ({rule})",
    ),
    "board-tiles": (
        "there are {count} places for tiles, and there should be {wanted}: {stone} ({rule})",
        "es gibt {count} Plätze für Plättchen, es sollten {wanted} sein: {stone} ({rule})",
    ),
    "board-stack-tile": (
        "stone {stone} has a stack and a place for a tile ({rule})",
        "Stein {stone} hat einen Stapel und einen Platz für ein Plättchen ({rule})",
    ),
    "board-stack-colour": (
        "stone {stone}: there is another {colour} stack ({rule})",
        "Stein {stone}: Es gibt noch einen Stapel {colour} ({rule})",
    ),
    "board-stacks": (
        "there are {count} stacks ({stone}), and there should be one of each colour ({rule})",
        "es gibt {count} Stapel ({stone}), und von jeder Farbe sollte es einen geben ({rule})",
    ),
    "board-path": (
        "stone {stone} should be followed by one stone, {colour} like itself ({rule})",
        "auf Stein {stone} sollte ein Stein folgen, {colour} wie er selbst ({rule})",
    ),
    "board-end-tile": (
        "end stone {stone} should have a tile ({rule})",
        "auf dem Endstein {stone} sollte ein Plättchen liegen ({rule})",
    ),
    "board-no-stack": (
        "stone {stone}: there are no stacks in this game ({rule})",
        "Stein {stone}: In diesem Spiel gibt es keine Stapel ({rule})",
    ),
}
