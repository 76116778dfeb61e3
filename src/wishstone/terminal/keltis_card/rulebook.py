"""How is the card game played? Its rules in short, by their numbers."""

from __future__ import annotations

from wishstone.terminal.rulebook import Rulebook, Section

MATERIAL = Section(
    ("The cards", "Die Karten"),
    {
        "KC-1": (
            "80 number cards: in each of five colours 0, 1, 2, 8, 9, 10 once and 3, 4, 5, 6, 7 twice.",
            "80 Zahlenkarten: in jeder der fünf Farben 0, 1, 2, 8, 9, 10 einmal und 3, 4, 5, 6, 7 zweimal.",
        ),
        "KC-2": ("10 end cards (π), two in each colour.", "10 Endkarten (π), zwei in jeder Farbe."),
        "KC-3": (
            "11 point cards (◊) without a colour, 0 to 10 once each.",
            "11 Punktekarten (◊) ohne Farbe, 0 bis 10 je einmal.",
        ),
        "KC-4": ("9 wish stones, 1 to 9.", "9 Wunschsteine, 1 bis 9."),
    },
)
SETUP = Section(
    ("Before the game", "Vor dem Spiel"),
    {
        "KC-5": (
            "The wish stones lie open in the middle. Everybody is dealt eight cards; the rest is the draw pile.",
            "Die Wunschsteine liegen offen in der Mitte. Alle bekommen acht Karten; der Rest ist der Nachziehstapel.",
        ),
        "KC-6": (
            "With two players, 30 cards are put aside unseen first.",
            "Zu zweit kommen vorher 30 Karten ungesehen beiseite.",
        ),
    },
)
TURN = Section(
    ("Your turn: first play in one way …", "Dein Zug: erst eines davon …"),
    {
        "KC-7": (
            "Discard a card onto its pile. There is one for each colour and one for point cards.",
            "Wirf eine Karte auf ihren Stapel ab. Jede Farbe hat einen, die Punktekarten auch.",
        ),
        "KC-8": (
            "Or give a pair: discard two cards of one number, of any colour, point cards too, and take the wish stone"
            " of that number while it is there. End cards have no number; for 0 and 10 there is no stone.",
            "Oder gib ein Paar: Wirf zwei Karten derselben Zahl ab, gleich welcher Farbe, auch Punktekarten, und nimm"
            " seinen Wunschstein, solange er daliegt. Endkarten haben keine Zahl; für 0 und 10 gibt es keinen.",
        ),
        "KC-9": (
            "Or lay a number card into your row of its colour. A row rises or falls; equal numbers may follow each"
            " other.",
            "Oder lege eine Zahlenkarte in deine Reihe ihrer Farbe. Eine Reihe steigt oder fällt; gleiche Zahlen dürfen"
            " aufeinander folgen.",
        ),
        "KC-10": (
            "Which way a row goes is open until two different numbers lie in it.",
            "Wohin eine Reihe geht, ist offen, bis zwei verschiedene Zahlen darin liegen.",
        ),
        "KC-11": ("So 3 3 6 7 7 rises and 9 8 8 5 3 falls.", "So steigt 3 3 6 7 7, und 9 8 8 5 3 fällt."),
        "KC-12": (
            "Or lay an end card into your row of its colour; that is always allowed.",
            "Oder lege eine Endkarte in deine Reihe ihrer Farbe; das ist immer erlaubt.",
        ),
        "KC-13": (
            "Even into an empty row: it then is a row of one card.",
            "Auch in eine leere Reihe: Sie ist dann eine Reihe mit einer Karte.",
        ),
        "KC-14": (
            "After an end card, nothing follows in that row but its second end card.",
            "Nach einer Endkarte folgt in dieser Reihe nur noch die zweite Endkarte.",
        ),
        "KC-15": (
            "Or lay a point card into your point row, in any order.",
            "Oder lege eine Punktekarte in deine Punktereihe, in beliebiger Ordnung.",
        ),
        "KC-30": ("So 3 5 2 8 is a point row.", "So ist 3 5 2 8 eine Punktereihe."),
        "KC-16": (
            "Or lay a point card into a colour row whose last number is the same. The row gets one"
            " card longer; its last number and its direction stay.",
            "Oder lege eine Punktekarte in eine Farbreihe, deren letzte Zahl gleich ist. Die Reihe wird"
            " um eine Karte länger; ihre letzte Zahl und ihre Richtung bleiben.",
        ),
        "KC-17": ("Not into a row that holds an end card.", "Nicht in eine Reihe mit Endkarte."),
    },
)
DRAW = Section(
    ("… then draw", "… dann ziehst du nach"),
    {
        "KC-18": (
            "Draw one card, or two after a pair: from the draw pile, or the top of a discard pile. You see the first"
            " before you choose the second.",
            "Zieh eine Karte, nach einem Paar zwei: vom Nachziehstapel oder oben von einem Ablagestapel. Du siehst die"
            " erste, bevor du die zweite wählst.",
        ),
        "KC-19": (
            "A pile that you discarded to in this turn is closed to you until the next.",
            "Ein Stapel, auf den du in diesem Zug abgeworfen hast, ist dir bis zum nächsten gesperrt.",
        ),
        "KC-20": ("Then the next player clockwise has the turn.", "Dann geht es im Uhrzeigersinn weiter."),
    },
)
END = Section(
    ("The end", "Das Ende"),
    {
        "KC-21": (
            "The game ends at once when five rows hold an end card, all players’ rows together; a row counts once.",
            "Das Spiel endet sofort, wenn fünf Reihen eine Endkarte tragen, die Reihen aller zusammen; eine Reihe zählt"
            " einmal.",
        ),
        "KC-22": (
            "It also ends when the last card of the draw pile is drawn.",
            "Es endet auch, wenn die letzte Karte des Nachziehstapels gezogen ist.",
        ),
        "KC-23": (
            "If that was the first of two cards, there is no second.",
            "War das die erste von zwei Karten, gibt es keine zweite.",
        ),
        "KC-24": (
            "Then everybody may still lay up to two cards.",
            "Danach dürfen alle noch bis zu zwei Karten legen.",
        ),
        "KC-25": (
            "Whoever ended the game lays first, then the others clockwise.",
            "Wer das Spiel beendet hat, legt zuerst, dann die anderen im Uhrzeigersinn.",
        ),
        "KC-31": (
            "Nobody has to draw from the draw pile, so a game can last; all together may agree to end it.",
            "Niemand muss vom Nachziehstapel ziehen, ein Spiel kann also dauern; alle zusammen dürfen es beenden.",
        ),
    },
)
SCORING = Section(
    ("Points", "Punkte"),
    {
        "KC-26": (
            "A colour row by its cards: 1 → −4, 2 → −3, 3 → −2, 4 → 1, 5 → 2, 6 → 3, 7 → 6, 8 → 7, 9 or more → 10."
            " An empty row: nothing.",
            "Eine Farbreihe nach ihren Karten: 1 → −4, 2 → −3, 3 → −2, 4 → 1, 5 → 2, 6 → 3, 7 → 6, 8 → 7, ab 9 → 10."
            " Eine leere Reihe: nichts.",
        ),
        "KC-27": ("Each card in the point row: 1.", "Jede Karte in der Punktereihe: 1."),
        "KC-28": (
            "Wish stones: 0 → −4, 1 → −1, 2 → 0, 3 → 4, 4 → 6, 5 or more → 10.",
            "Wunschsteine: 0 → −4, 1 → −1, 2 → 0, 3 → 4, 4 → 6, ab 5 → 10.",
        ),
        "KC-29": (
            "The most points win; equals share the place.",
            "Die meisten Punkte gewinnen; Gleiche teilen den Platz.",
        ),
    },
)

RULEBOOK = Rulebook((MATERIAL, SETUP, TURN, DRAW, END, SCORING))
