"""Messages of Keltis, the dice game: every sentence in English and German, by key."""

from __future__ import annotations

from itertools import combinations_with_replacement

from wishstone.api import CARD_TERMS, COLOUR_TERMS, ROW_WORDS

FACES = ("1", "2", "3", "4", "5", "*")  # in the notation; * is the stone

_DICE = [faces for dice in (1, 2, 3) for faces in combinations_with_replacement(FACES, dice)]
_DICE_TERMS: dict[str, tuple[str, str]] = {
    " ".join(faces): ("-".join(faces).replace("*", "stone"), "-".join(faces).replace("*", "Stein")) for faces in _DICE
}

TERMS: dict[str, tuple[str, str]] = {
    **COLOUR_TERMS,
    **_DICE_TERMS,
    **CARD_TERMS,
    "stones": ("stones", "Steine"),
    "bonus": ("bonus points", "Bonuspunkte"),
    "leprechauns": ("leprechauns", "Kobolde"),
    "total": ("total", "Summe"),
    "end tiles": ("the last tile of a colour is taken", "das letzte Plättchen einer Farbe ist genommen"),
    "end stones": ("the last stone is taken", "der letzte Stein ist genommen"),
}

WORDS: dict[str, tuple[str, str]] = {
    **ROW_WORDS,
    # the story of a move; with -you it is told to whoever makes it
    "story-roll-you": ("You roll {dice}.", "Du würfelst {dice}."),
    "story-roll": ("{who} rolls {dice}.", "{who} würfelt {dice}."),
    "story-reroll-you": ("You throw {dice} again.", "Du wirfst {dice} noch einmal."),
    "story-reroll": ("{who} throws {dice} again.", "{who} wirft {dice} noch einmal."),
    "story-rerolled-you": ("You roll {dice} and have {all}.", "Du würfelst {dice} und hast {all}."),
    "story-rerolled": ("{who} rolls {dice} and has {all}.", "{who} würfelt {dice} und hat {all}."),
    "story-rerolled-all-you": ("You roll {dice}.", "Du würfelst {dice}."),
    "story-rerolled-all": ("{who} rolls {dice}.", "{who} würfelt {dice}."),
    "story-keep-you": ("You keep {dice}.", "Du lässt {dice} liegen."),
    "story-keep": ("{who} keeps {dice}.", "{who} lässt {dice} liegen."),
    "story-begin-you": (
        "You begin the {colour} row with {tile}: {after}.{symbol}",
        "Du beginnst die Reihe {colour} mit {tile}: {after}.{symbol}",
    ),
    "story-begin": (
        "{who} begins the {colour} row with {tile}: {after}.{symbol}",
        "{who} beginnt die Reihe {colour} mit {tile}: {after}.{symbol}",
    ),
    "story-take-you": (
        "You take {tile}: {count} tiles, from {before} to {after}.{symbol}",
        "Du nimmst {tile}: {count} Plättchen, von {before} auf {after}.{symbol}",
    ),
    "story-take": (
        "{who} takes {tile}: {count} tiles, from {before} to {after}.{symbol}",
        "{who} nimmt {tile}: {count} Plättchen, von {before} auf {after}.{symbol}",
    ),
    "story-stone-you": ("You take a stone and have {held}.", "Du nimmst einen Stein und hast {held}."),
    "story-stone": ("{who} takes a stone and has {held}.", "{who} nimmt einen Stein und hat {held}."),
    "story-stones-you": ("You take {count} stones and have {held}.", "Du nimmst {count} Steine und hast {held}."),
    "story-stones": ("{who} takes {count} stones and has {held}.", "{who} nimmt {count} Steine und hat {held}."),
    "story-nothing-you": ("You take nothing.", "Du nimmst nichts."),
    "story-nothing": ("{who} takes nothing.", "{who} nimmt nichts."),
    # what the symbol on a tile does, told after it was taken
    "symbol-stone": (" A stone comes with it: {held}.", " Ein Stein kommt dazu: {held}."),
    "symbol-clover": (" Its clover adds a tile face down.", " Sein Kleeblatt bringt ein Plättchen verdeckt dazu."),
    "symbol-leprechaun": (" Leprechauns: {held}.", " Kobolde: {held}."),
    "symbol-bonus": (" Bonus: {points}.", " Bonus: {points}."),
    # why a move is refused
    "why-dice-first": (
        "first you throw dice again, or keep them all",
        "erst wirfst du Würfel noch einmal oder lässt alle liegen",
    ),
    "why-result-stands": ("the result of your dice stands", "das Ergebnis deiner Würfel steht"),
    "why-not-shown": ("your dice show {dice}", "deine Würfel zeigen {dice}"),
    "why-no-sum": ("{dice} cannot make {value}", "aus {dice} wird keine {value}"),
    "why-no-zero": ("only a stone makes 0, and you have {dice}", "nur ein Stein macht 0, und du hast {dice}"),
    "why-tile-gone": ("{tile} has been taken", "{tile} ist schon genommen"),
    "why-no-stones": ("none of your dice shows a stone", "keiner deiner Würfel zeigt einen Stein"),
    # what is wrong with a tiles file
    "tiles-table": (
        "a tiles file is a table from colour to symbols, with {colours} (KD-23)",
        "eine Plättchendatei ist eine Tabelle von Farben zu Symbolen, mit {colours} (KD-23)",
    ),
    "tiles-colour-unknown": (
        "the tiles file has a colour «{colour}»; the colours are {colours} (KD-23)",
        "die Plättchendatei hat eine Farbe «{colour}»; die Farben sind {colours} (KD-23)",
    ),
    "tiles-colour-missing": (
        "the tiles file lacks the colour {colour}; each of the five is there once (KD-23)",
        "der Plättchendatei fehlt die Farbe {colour}; jede der fünf kommt einmal vor (KD-23)",
    ),
    "tiles-list": (
        "in the tiles file {colour} is no list; it should list eleven symbols, for 0 to 10 (KD-23)",
        "in der Plättchendatei ist {colour} keine Liste; dort stehen elf Symbole, für 0 bis 10 (KD-23)",
    ),
    "tiles-count": (
        "in the tiles file {colour} has {count} symbols; it should have eleven, for 0 to 10 (KD-23)",
        "in der Plättchendatei hat {colour} {count} Symbole; es sollten elf sein, für 0 bis 10 (KD-23)",
    ),
    "tiles-symbol": (
        "in the tiles file {tile} has the symbol {symbol}; a symbol is one of these texts: {known} (KD-23)",
        "in der Plättchendatei hat {tile} das Symbol {symbol}; ein Symbol ist einer dieser Texte: {known} (KD-23)",
    ),
}
