"""How is the dice game played? Its rules in short, by their numbers."""

from __future__ import annotations

from wishstone.terminal.rulebook import Rulebook, Section

MATERIAL = Section(
    ("The table", "Der Tisch"),
    {
        "KD-1": (
            "Three dice with 1, 2, 3, 4, 5 and a stone (●). 55 value tiles, 0 to 10 in five colours. 30 stones.",
            "Drei Würfel mit 1, 2, 3, 4, 5 und Stein (●). 55 Wertplättchen, 0 bis 10 in fünf Farben. 30 Steine.",
        ),
        "KD-2": (
            "The value tiles lie open in the middle. The stone supply: 24 for two, 27 for three, 30 for four.",
            "Die Wertplättchen liegen offen in der Mitte. Der Steinvorrat: 24 zu zweit, 27 zu dritt, 30 zu viert.",
        ),
    },
)
TURN = Section(
    ("Your turn: roll, then do one of these", "Dein Zug: würfeln, dann eines davon"),
    {
        "KD-3": (
            "Roll three dice. Then throw none, one, two or all of them again, once.",
            "Wirf drei Würfel. Dann wirf keinen, einen, zwei oder alle noch einmal, ein einziges Mal.",
        ),
        "KD-4": (
            "Take a value tile: add up one, two or three of your dice, a stone counting 0, and lay the tile of that"
            " value, in any colour, into your row.",
            "Nimm ein Wertplättchen: Zähl einen, zwei oder drei deiner Würfel zusammen, ein Stein zählt 0, und leg das"
            " Plättchen mit diesem Wert, gleich welcher Farbe, in deine Reihe.",
        ),
        "KD-5": (
            "So 5-1-1 makes 1, 2, 5, 6, 7, and 3-stone-4 makes 0, 3, 4, 7. Only a stone makes 0.",
            "So ergibt 5-1-1 die 1, 2, 5, 6, 7 und 3-Stein-4 die 0, 3, 4, 7. Nur ein Stein ergibt 0.",
        ),
        "KD-6": (
            "A row rises or falls, without repeats. The second tile settles which.",
            "Eine Reihe steigt oder fällt, ohne Wiederholung. Das zweite Plättchen legt es fest.",
        ),
        "KD-7": (
            "Or take stones: one from the supply for each die that shows one.",
            "Oder nimm Steine: einen aus dem Vorrat für jeden Würfel, der einen zeigt.",
        ),
        "KD-8": (
            "At least one die must show a stone. If the supply has fewer, you take what is left.",
            "Mindestens ein Würfel muss einen Stein zeigen. Hat der Vorrat weniger, nimmst du den Rest.",
        ),
        "KD-9": ("Or take nothing.", "Oder nimm nichts."),
        "KD-14": ("Then the next player clockwise has the turn.", "Dann geht es im Uhrzeigersinn weiter."),
    },
)
SYMBOLS = Section(
    ("The symbols on the tiles", "Die Symbole auf den Plättchen"),
    {
        "KD-10": (
            "● brings a stone from the supply at once.",
            "● bringt sofort einen Stein aus dem Vorrat.",
        ),
        "KD-11": (
            "∴ (a clover) puts a stone from the supply face down (▒) into the row: it counts as one more tile there,"
            " not as a stone.",
            "∴ (ein Kleeblatt) legt einen Stein aus dem Vorrat verdeckt (▒) in die Reihe: Er zählt dort als ein"
            " Plättchen mehr, nicht als Stein.",
        ),
        "KD-12": (
            "So the green 9 brings a stone, and the red 2 a tile more for the red row.",
            "So bringt die grüne 9 einen Stein und die rote 2 ein Plättchen mehr für die rote Reihe.",
        ),
        "KD-13": (
            "The supply always has that stone: an empty one has ended the game.",
            "Diesen Stein hat der Vorrat immer: Ein leerer hätte das Spiel beendet.",
        ),
        "KD-23": (
            "Which tile has which symbol is a table of our own; play with another one by --tiles FILE.",
            "Welches Plättchen welches Symbol hat, steht in einer eigenen Tabelle; mit --tiles DATEI gilt eine andere.",
        ),
    },
)
END = Section(
    ("The end", "Das Ende"),
    {
        "KD-15": (
            "The game ends when the last value tile of a colour or the last stone of the supply is taken. That turn is"
            " finished, and nobody gets another.",
            "Das Spiel endet, wenn das letzte Wertplättchen einer Farbe oder der letzte Stein des Vorrats genommen"
            " wird. Dieser Zug wird beendet, dann ist Schluss.",
        ),
        "KD-16": (
            "With the option end=stones only the last stone ends the game.",
            "Mit der Option end=stones endet das Spiel nur mit dem letzten Stein.",
        ),
        "KD-17": (
            "Nobody has to take anything, so a game may go on; all together may end it.",
            "Niemand muss etwas nehmen, ein Spiel kann also dauern; alle zusammen dürfen es beenden.",
        ),
    },
)
SCORING = Section(
    ("Points", "Punkte"),
    {
        "KD-18": (
            "A row by its tiles, those face down included: 1 → −4, 2 → −3, 3 → −2, 4 → 1, 5 → 2, 6 → 3, 7 → 6, 8 → 7,"
            " 9 or more → 10. No row: nothing.",
            "Eine Reihe nach ihren Plättchen, auch verdeckten: 1 → −4, 2 → −3, 3 → −2, 4 → 1, 5 → 2, 6 → 3, 7 → 6,"
            " 8 → 7, ab 9 → 10. Keine Reihe: nichts.",
        ),
        "KD-19": (
            "Stones: 0 → −7, 1 → −4, 2 → −3, 3 → −2, 4 → 1, 5 → 2, 6 → 3, 7 → 6, 8 → 7, 9 or more → 10.",
            "Steine: 0 → −7, 1 → −4, 2 → −3, 3 → −2, 4 → 1, 5 → 2, 6 → 3, 7 → 6, 8 → 7, ab 9 → 10.",
        ),
        "KD-20": ("The bonus points on your tiles.", "Die Bonuspunkte auf deinen Plättchen."),
        "KD-21": (
            "Leprechauns (☺): the most get 3 points, the fewest lose 3, equals alike; nobody, if all have as many.",
            "Kobolde (☺): Die meisten bringen 3 Punkte, die wenigsten kosten 3, bei Gleichstand alle; haben alle gleich"
            " viele, niemand.",
        ),
        "KD-22": (
            "The most points win; equals share the win.",
            "Die meisten Punkte gewinnen; Gleiche teilen den Sieg.",
        ),
    },
)

RULEBOOK = Rulebook((MATERIAL, TURN, SYMBOLS, END, SCORING))
