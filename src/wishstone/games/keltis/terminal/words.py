"""Texts of Keltis and New Paths in the terminal, and the German words for the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Kit

EXAMPLES = {
    "keltis": {
        "en": ("lay red 3", "l r 3", "step large start red1", "draw deck"),
        "de": ("lege rot 3", "l ro 3", "ziehe groß start red1", "stapel"),
    },
    "keltis-new-paths": {
        "en": ("lay red 3", "l r 3", "step small start 1b", "draw deck"),
        "de": ("lege rot 3", "l ro 3", "ziehe klein start 1b", "stapel"),
    },
}


def examples(kit: Kit) -> tuple[str, ...]:
    """Moves as they may be typed."""
    return EXAMPLES[kit.game][kit.language]


# A bot's turn is told in one line, but for the step that ends the game. Tiles and hands are not told one by one, and
# what comes off the draw pile is told together with the move that drew it.
MERGE_RULES: dict[str, str | None] = {
    "story-tile": None,
    "story-deal": None,
    "story-deal-you": None,
    "story-deal-hidden": None,
    "story-card-hidden": None,
    "story-card-you": "drawn-you",
    "story-begin": "=turn-begin",
    "story-lay": "=turn-lay",
    "story-discard": "=turn-discard",
    "story-step": "+turn-step",
    "story-step-points": "+turn-step-points",
    "story-step-clover": "+turn-step-clover",
    "story-step-discard": "+turn-step",
    "story-step-wish": "+turn-step-wish",
    "story-step-wish-colour": "+turn-step-wish-colour",
    "story-stay": "+turn-stay",
    "story-drop": "+turn-drop",
    "story-keep": "+turn-keep",
    "story-draw": "+turn-draw",
    "story-draw-open": "+turn-draw-open",
}

VOCABULARY = {
    "de": {
        "verbs": {
            "lege": "lay",
            "legen": "lay",
            "ablegen": "discard",
            "abwerfen": "discard",
            "wirf": "discard",
            "schritt": "step",
            "gehe": "step",
            "ziehe": "step",
            "ziehen": "draw",
            "nimm": "draw",
            "stapel": "draw deck",
            "bleib": "stay",
            "bleibe": "stay",
            "streiche": "drop",
            "zurück": "drop",
            "behalte": "keep",
            "behalten": "keep",
        },
        "others": {
            "blau": "blue",
            "grün": "green",
            "gruen": "green",
            "rosa": "pink",
            "rs": "pink",
            "rot": "red",
            "ro": "red",
            "gelb": "yellow",
            "klein": "small",
            "kleine": "small",
            "groß": "large",
            "gross": "large",
            "große": "large",
            "stapel": "deck",
            "nachziehstapel": "deck",
        },
    }
}

WORDS: dict[str, tuple[str, str]] = {
    # in the story
    "drawn-you": ("You draw {card}.", "Du ziehst {card}."),
    "turn-begin": ("{who} begins {colour} with {card}", "{who} beginnt {colour} mit {card}"),
    "turn-lay": ("{who} lays {card}", "{who} legt {card}"),
    "turn-discard": ("{who} discards {card}", "{who} wirft {card} ab"),
    "turn-step": ("moves {figure} to {stone} ({worth})", "zieht {figure} nach {stone} ({worth})"),
    "turn-step-points": (
        "moves {figure} to {stone} ({worth}) and scores {points}",
        "zieht {figure} nach {stone} ({worth}) und bekommt {points}",
    ),
    "turn-step-clover": (
        "moves {figure} to {stone} ({worth}) with a clover",
        "zieht {figure} nach {stone} ({worth}) mit einem Kleeblatt",
    ),
    "turn-step-wish": (
        "moves {figure} to {stone} ({worth}) and takes the wish stone",
        "zieht {figure} nach {stone} ({worth}) und nimmt den Wunschstein",
    ),
    "turn-step-wish-colour": (
        "moves {figure} to {stone} ({worth}) and takes a {colour} wish stone",
        "zieht {figure} nach {stone} ({worth}) und nimmt einen Wunschstein: {colour}",
    ),
    "turn-stay": ("does not use the clover", "lässt das Kleeblatt ungenutzt"),
    "turn-drop": ("discards {card} from the row", "wirft {card} aus der Reihe ab"),
    "turn-keep": ("keeps all cards", "behält alle Karten"),
    "turn-draw": ("draws from the pile", "zieht vom Stapel"),
    "turn-draw-open": ("takes {card}", "nimmt {card}"),
    # on the table
    "goal-area": ("Goal area", "Zielbereich"),
    "of-figures": ("{count} of 5", "{count} von 5"),
    "start-field": ("Start", "Start"),
    "closed": ("closed", "zu"),
    "hand": ("Hand", "Hand"),
    "name-blue": ("Blue", "Blau"),
    "name-green": ("Green", "Grün"),
    "name-pink": ("Pink", "Rosa"),
    "name-red": ("Red", "Rot"),
    "name-yellow": ("Yellow", "Gelb"),
    # the asking line
    "ask-playing": (
        "Your turn. Lay a card and step, or discard one.",
        "Du bist am Zug. Lege eine Karte und zieh, oder wirf eine ab.",
    ),
    "ask-step": ("You laid {colour}. Which figure steps where?", "Du hast {colour} gelegt. Wer zieht wohin?"),
    "ask-lucky": (
        "A clover. Step with any figure, or stay.",
        "Ein Kleeblatt. Zieh mit einer Figur, oder bleib stehen.",
    ),
    "ask-shedding": (
        "A card-discard. Get rid of a card, or keep all.",
        "Ein Kartenabwurf. Werde eine Karte los, oder behalte alle.",
    ),
    "ask-draw": (
        "Draw a card: unseen, or the top of a discard pile.",
        "Zieh nach: verdeckt oder oben von einem Ablagestapel.",
    ),
    "ask-draw-first": (
        "Draw the first of two cards: unseen, or the top of a discard pile.",
        "Zieh die erste von zwei Karten: verdeckt oder oben von einem Stapel.",
    ),
    # the hand and the moves
    "your-hand": ("Hand", "Hand"),
    "lay": ("Lay, step to", "Legen, Zug nach"),
    "discard": ("Discard", "Abwurf"),
    "figure-small": ("small", "klein"),
    "figure-large": ("large", "groß"),
    "stay": ("stay", "stehen bleiben"),
    "keep": ("keep all", "alle behalten"),
    "from-row": ("from the row", "aus der Reihe"),
    "from-hand": ("from hand", "von der Hand"),
    "unseen": ("pile", "Stapel"),
    # a move in words
    "move-lay": ("lay {card}", "{card} legen"),
    "move-discard": ("discard {card}", "{card} abwerfen"),
    "move-step": ("move {figure} from {left} to {stone}", "{figure} von {left} nach {stone} ziehen"),
    "move-stay": ("leave the clover unused", "das Kleeblatt nicht nutzen"),
    "move-drop": ("take {card} off the row", "{card} aus der Reihe nehmen"),
    "move-keep": ("keep all cards", "alle Karten behalten"),
    "move-draw": ("draw from the draw pile", "vom Nachziehstapel ziehen"),
    "move-take": ("take {card} from its discard pile", "{card} vom Ablagestapel nehmen"),
    # the score sheet
    "item-track": ("On the way", "Unterwegs"),
    "item-figures": ("Figures", "Figuren"),
    "item-wish_stones": ("Wish stones", "Wunschsteine"),
    "item-wish_sets": ("Sets of three", "Dreiersätze"),
    # help and signs
    "help-cards": ("what lies in the discard piles and rows", "was in den Ablagestapeln und Reihen liegt"),
    "sign-clover": ("clover", "Kleeblatt"),
    "sign-points": ("points", "Punkte"),
    "sign-wish": ("wish stone", "Wunschstein"),
    "sign-discard": ("card-discard", "Kartenabwurf"),
    "sign-joker": ("joker", "Joker"),
    "sign-back": ("unseen card", "verdeckte Karte"),
    "sign-way": ("the row rises or falls", "die Reihe steigt oder fällt"),
    "sign-figures": (
        "Figures are letters: M large, m small. Numbers beside a stone are the moves that lead there.",
        "Figuren sind Buchstaben: M groß, m klein. Zahlen neben einem Stein sind Züge, die dorthin führen.",
    ),
    "pile-empty": ("empty", "leer"),
}
