"""Texts of the dice game in the terminal, and the words for the notation."""

from __future__ import annotations

from wishstone.terminal.input_parser import Vocabulary

EXAMPLES = (("take red 3", "t r 3", "reroll 1 *"), ("nimm rot 3", "n ro 3", "würfle 1 *"))

# A bot's turn is told in one line. Of one's own, dice that are kept or thrown again are not told: they lie there.
MERGE_RULES: dict[str, str | None] = {
    "story-keep": None,
    "story-keep-you": None,
    "story-reroll": None,
    "story-reroll-you": None,
    "story-rerolled-you": "=again-you",
    "story-rerolled-all-you": "=again-all-you",
    "story-roll": "=turn-roll",
    "story-rerolled": "+turn-again",
    "story-rerolled-all": "+turn-again-all",
    "story-begin": "+turn-begin",
    "story-take": "+turn-take",
    "story-stone": "+turn-stone",
    "story-stones": "+turn-stones",
    "story-nothing": "+turn-nothing",
}

VOCABULARY = {
    "en": Vocabulary(verbs={"again": "reroll"}, others={"stone": "*"}),
    "de": Vocabulary(
        verbs={
            "würfle": "reroll",
            "würfeln": "reroll",
            "wuerfle": "reroll",
            "wirf": "reroll",
            "neu": "reroll",
            "behalte": "keep",
            "behalten": "keep",
            "liegen": "keep",
            "nimm": "take",
            "nehmen": "take",
            "steine": "stones",
            "nichts": "nothing",
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
            "stein": "*",
        },
    ),
}

WORDS: dict[str, tuple[str, str]] = {
    # in the story
    "again-you": ("Then you roll {dice} and have {all}.", "Dann würfelst du {dice} und hast {all}."),
    "again-all-you": ("Then you roll {dice}.", "Dann würfelst du {dice}."),
    "turn-roll": ("{who} rolls {dice}", "{who} würfelt {dice}"),
    "turn-again": ("then {dice}: {all}", "dann {dice}: {all}"),
    "turn-again-all": ("then {dice}", "dann {dice}"),
    "turn-begin": ("begins {tile}: {after}", "beginnt {tile}: {after}"),
    "turn-take": ("takes {tile}: {before} → {after}", "nimmt {tile}: {before} → {after}"),
    "turn-stone": ("takes a stone", "nimmt einen Stein"),
    "turn-stones": ("takes {count} stones", "nimmt {count} Steine"),
    "turn-nothing": ("takes nothing", "nimmt nichts"),
    # on the table
    "supply": ("Stone supply", "Steinvorrat"),
    "ends-by-tiles": ("ends with a colour or the stones", "endet mit einer Farbe oder den Steinen"),
    "ends-by-stones": ("ends with the stones only", "endet nur mit den Steinen"),
    "name-blue": ("Blue", "Blau"),
    "name-green": ("Green", "Grün"),
    "name-pink": ("Pink", "Rosa"),
    "name-red": ("Red", "Rot"),
    "name-yellow": ("Yellow", "Gelb"),
    "item-stones": ("Stones", "Steine"),
    "item-bonus": ("Bonus", "Bonus"),
    "item-leprechauns": ("Leprechauns", "Kobolde"),
    # the asking line
    "ask-dice": (
        "Your turn. Which dice do you throw again?",
        "Du bist am Zug. Welche Würfel wirfst du noch einmal?",
    ),
    "ask-take": ("Take a tile that your dice add up to.", "Nimm ein Plättchen, das deine Würfel ergeben."),
    "ask-take-stones": (
        "Take a tile that your dice add up to, or stones.",
        "Nimm ein Plättchen, das deine Würfel ergeben, oder Steine.",
    ),
    # the moves
    "keep": ("none", "keinen"),
    "nothing": ("nothing", "nichts"),
    "move-keep": ("keep all dice", "alle Würfel liegen lassen"),
    "move-reroll": ("throw {dice} again", "{dice} noch einmal werfen"),
    "move-take": ("take {tile}", "{tile} nehmen"),
    "move-stone": ("take {count} stone", "{count} Stein nehmen"),
    "move-stones": ("take {count} stones", "{count} Steine nehmen"),
    "move-nothing": ("take nothing", "nichts nehmen"),
    # help and signs
    "help-cards": ("all tiles with their symbols", "alle Plättchen mit ihren Symbolen"),
    "sign-stone": ("a stone", "ein Stein"),
    "sign-clover": ("a tile more in the row", "ein Plättchen mehr in der Reihe"),
    "sign-leprechaun": ("leprechaun", "Kobold"),
    "sign-bonus": ("bonus points", "Bonuspunkte"),
    "sign-way": ("the row rises or falls", "die Reihe steigt oder fällt"),
    "sign-back": ("tile face down", "verdecktes Plättchen"),
}
