"""How are Keltis and New Paths played? Their rules in short, by their numbers."""

from __future__ import annotations

from wishstone.terminal.rulebook import Rulebook, Section

MATERIAL = Section(
    ("Before the game", "Vor dem Spiel"),
    {
        "K-1": ("110 cards: 0 to 10 twice in each of five colours.", "110 Karten: 0 bis 10 zweimal in fünf Farben."),
        "K-2": (
            "Everybody has four small figures and a large one on the start field, worth 0.",
            "Alle haben vier kleine Figuren und eine große auf dem Startfeld, Wert 0.",
        ),
        "K-3": (
            "Five straight paths of nine stones, worth −4, −3, −2, 1, 2, 3, 6, 7, 10. The last three ranks are the goal"
            " area.",
            "Fünf gerade Pfade mit neun Steinen, Wert −4, −3, −2, 1, 2, 3, 6, 7, 10. Die letzten drei Stufen sind der"
            " Zielbereich.",
        ),
        "K-4": (
            "25 tiles lie face up on 20 dark stones and the 5 end stones: 9 wish stones, 9 clovers, 7 with points.",
            "25 Plättchen liegen offen auf 20 dunklen Steinen und den 5 Endsteinen: 9 Wunschsteine, 9 Kleeblätter, 7"
            " mit Punkten.",
        ),
        "K-5": (
            "Dark are ranks 2, 4, 6, 8 of blue, pink and yellow and 1, 3, 5, 7 of green and red.",
            "Dunkel sind die Stufen 2, 4, 6, 8 von Blau, Rosa und Gelb und 1, 3, 5, 7 von Grün und Rot.",
        ),
        "K-6": (
            "Everybody is dealt eight cards. With two players, 30 cards are put aside unseen first.",
            "Alle bekommen acht Karten. Zu zweit kommen vorher 30 Karten ungesehen beiseite.",
        ),
    },
)
TURN = Section(
    ("Your turn: play a card, then draw", "Dein Zug: eine Karte spielen, dann nachziehen"),
    {
        "K-7": ("Discard a card onto the pile of its colour.", "Wirf eine Karte auf den Stapel ihrer Farbe ab."),
        "K-8": (
            "Or lay it into your row of its colour: rising or falling, equal numbers allowed; the first different"
            " number decides. Then a figure steps.",
            "Oder lege sie in deine Reihe ihrer Farbe: steigend oder fallend, gleiche Zahlen erlaubt; die erste andere"
            " Zahl entscheidet. Dann zieht eine Figur.",
        ),
        "K-9": (
            "Your figure on that path goes one stone forward. Without one there you bring one from the start, small or"
            " large.",
            "Deine Figur auf diesem Pfad geht einen Stein vor. Ist dort keine, kommt eine vom Start, klein oder groß.",
        ),
        "K-10": ("Only one of your figures on each path.", "Nur eine deiner Figuren auf jedem Pfad."),
        "K-11": (
            "Is your figure on the end stone, the card moves any other one instead; that cannot be declined.",
            "Steht deine Figur auf dem Endstein, zieht die Karte stattdessen eine andere; ablehnen geht nicht.",
        ),
        "K-12": (
            "Figures only go forward; players may share a stone.",
            "Figuren gehen nur vorwärts; mehrere Spieler dürfen auf einem Stein stehen.",
        ),
        "K-13": (
            "Entering a stone: points count at once, never doubled; a clover moves any figure of yours one stone, and"
            " so on; a wish stone is yours if you are the first.",
            "Beim Betreten: Punkte zählen sofort, nie doppelt; ein Kleeblatt zieht eine deiner Figuren weiter, und so"
            " fort; ein Wunschstein gehört dir, wenn du zuerst kommst.",
        ),
        "K-14": (
            "A clover is optional, and may bring in a new figure.",
            "Ein Kleeblatt ist freiwillig und kann auch eine neue Figur bringen.",
        ),
        "K-15": (
            "Then draw a card: from the draw pile or a discard pile, but not the card that you just discarded.",
            "Dann zieh eine Karte nach: vom Nachziehstapel oder einem Ablagestapel, nur nicht die eben abgeworfene.",
        ),
    },
)
END = Section(
    ("The end, and what counts", "Das Ende, und was zählt"),
    {
        "K-16": (
            "At once when the fifth figure of all players is in the goal area; its tile is not carried out.",
            "Sofort, wenn die fünfte Figur aller Spieler im Zielbereich ist; ihr Plättchen gilt nicht mehr.",
        ),
        "K-17": (
            "Or when the last card of the draw pile is drawn.",
            "Oder wenn die letzte Karte des Nachziehstapels gezogen ist.",
        ),
        "K-21": (
            "A game may go on for ever; all players together may end it.",
            "Ein Spiel kann ewig dauern; alle zusammen dürfen es beenden.",
        ),
        "K-18": (
            "Points on the way, and what each figure's rank is worth, twice for the large one.",
            "Punkte unterwegs, und der Wert der Stufe jeder Figur, für die große doppelt.",
        ),
        "K-19": (
            "Wish stones: 0 → −4, 1 → −3, 2 → 2, 3 → 3, 4 → 6, 5 or more → 10.",
            "Wunschsteine: 0 → −4, 1 → −3, 2 → 2, 3 → 3, 4 → 6, ab 5 → 10.",
        ),
        "K-20": (
            "The most points win; equals share the place.",
            "Die meisten Punkte gewinnen; Gleiche teilen den Platz.",
        ),
    },
)
RULEBOOK = Rulebook((MATERIAL, TURN, END))

NEW_BOARD = Section(
    ("New Paths: the board", "Neue Wege: das Brett"),
    {
        "N-1": (
            "22 tiles lie face up on marked stones: 5 clovers, 5 wish stones, 7 with points (2 or 3), 5 card-discards.",
            "22 Plättchen liegen offen auf Steinen: 5 Kleeblätter, 5 Wunschsteine, 7 mit Punkten (2 oder 3), 5"
            " Kartenabwürfe.",
        ),
        "N-2": (
            "Five stones carry a stack of five wish stones of one colour.",
            "Auf fünf Steinen liegt ein Stapel von fünf Wunschsteinen einer Farbe.",
        ),
        "N-3": ("Two players put 30 cards aside here too.", "Zu zweit kommen auch hier 30 Karten beiseite."),
        "N-4": (
            "Four ways branch and meet, up to an end field of each colour. Every stone has a colour or is a joker.",
            "Vier Wege teilen und treffen sich, bis zu einem Endfeld jeder Farbe. Jeder Stein hat eine Farbe oder ist"
            " ein Joker.",
        ),
        "N-5": (
            "The first two ranks cost points, the third is worth 0, all others pay; the last three are the goal area.",
            "Die ersten zwei Stufen kosten Punkte, die dritte zählt 0, alle anderen bringen welche; die letzten drei"
            " sind der Zielbereich.",
        ),
        "N-6": (
            "The ranks are worth −4, −2, 0, 3, 5, 8, 7, 6, 10; you can play on a board of your own.",
            "Die Stufen zählen −4, −2, 0, 3, 5, 8, 7, 6, 10; du kannst auf einem eigenen Brett spielen.",
        ),
    },
)
NEW_TURN = Section(
    ("New Paths: your turn", "Neue Wege: dein Zug"),
    {
        "N-7": ("Rows as in Keltis (K-8).", "Reihen wie bei Keltis (K-8)."),
        "N-8": (
            "A laid card moves a figure along a way onto a stone of its colour.",
            "Eine gelegte Karte zieht eine Figur einen Weg entlang auf einen Stein ihrer Farbe.",
        ),
        "N-9": ("Onto a joker (?) with any colour.", "Auf einen Joker (?) mit jeder Farbe."),
        "N-10": ("Without such a step a card cannot be laid.", "Ohne solchen Schritt kann man nicht legen."),
        "N-11": ("Any number of figures may share a stone.", "Beliebig viele Figuren dürfen auf einem Stein stehen."),
        "N-12": (
            "A figure on an end field lets no other one step.",
            "Eine Figur auf einem Endfeld lässt keine andere ziehen.",
        ),
        "N-13": (
            "Points count at once; a clover moves any figure of yours along any way, and so on; a card-discard lets you"
            " discard a card from hand or the last one of a row; a wish stone goes to the first.",
            "Punkte zählen sofort; ein Kleeblatt zieht eine deiner Figuren auf irgendeinem Weg, und so fort; beim"
            " Kartenabwurf darfst du eine Karte von der Hand oder die letzte einer Reihe abwerfen; ein Wunschstein"
            " gehört, wer zuerst kommt.",
        ),
        "N-14": (
            "From a stack you take the top wish stone. They lie face down before you.",
            "Von einem Stapel nimmst du den obersten Wunschstein. Sie liegen verdeckt vor dir.",
        ),
        "N-15": (
            "A shortened row ends at the card now on top; with one card or equal ones its direction is open again.",
            "Eine verkürzte Reihe endet bei der Karte, die nun oben liegt; mit einer oder lauter gleichen Karten ist"
            " sie wieder offen.",
        ),
        "N-16": (
            "Then draw up to eight: two cards if a card-discard took one from your hand.",
            "Dann zieh auf acht nach: zwei Karten, wenn der Kartenabwurf eine von der Hand nahm.",
        ),
        "N-17": (
            "A pile that you discarded to in this turn is closed to you; drawing stops when the draw pile runs out.",
            "Ein Stapel, auf den du in diesem Zug abgeworfen hast, ist dir gesperrt; ist der Nachziehstapel leer, endet"
            " das Ziehen.",
        ),
        "N-18": (
            "So with the blue 3 onto a card-discard you may discard that very 3: the row is as it was.",
            "So darfst du mit der blauen 3 auf einem Kartenabwurf ebendiese 3 abwerfen: Die Reihe ist wie zuvor.",
        ),
    },
)
NEW_END = Section(
    ("New Paths: the end, and what counts", "Neue Wege: das Ende, und was zählt"),
    {
        "N-19": (
            "At once when the fifth figure of all is in the goal area; what lies there is not carried out.",
            "Sofort, wenn die fünfte Figur von allen im Zielbereich ist; was dort liegt, gilt nicht mehr.",
        ),
        "N-20": (
            "Or when the last card of the draw pile is drawn.",
            "Oder wenn die letzte Karte des Nachziehstapels gezogen ist.",
        ),
        "N-21": (
            "Points on the way, and what each figure's rank is worth, twice for the large one.",
            "Punkte unterwegs, und der Wert der Stufe jeder Figur, für die große doppelt.",
        ),
        "N-22": (
            "Wish stones by different colours: 0 → −4, 1 → −3, 2 → 2, 3 → 3, 4 → 6, 5 → 10.",
            "Wunschsteine nach verschiedenen Farben: 0 → −4, 1 → −3, 2 → 2, 3 → 3, 4 → 6, 5 → 10.",
        ),
        "N-23": (
            "And 10 for each colour of which you hold three or more.",
            "Und 10 für jede Farbe, von der du drei oder mehr hast.",
        ),
        "N-24": (
            "So four colours with three blue ones: 6 + 10.",
            "So bringen vier Farben mit drei blauen: 6 + 10.",
        ),
    },
)
_KEPT = ("K-1", "K-2", "K-6", "K-7", "K-8", "K-12", "K-14", "K-15", "K-17", "K-20", "K-21")
BASE = Section(
    ("Kept from Keltis", "Wie bei Keltis"),
    {id: text for section in (MATERIAL, TURN, END) for id, text in section.rules.items() if id in _KEPT},
)
NEW_PATHS = Rulebook((NEW_BOARD, NEW_TURN, NEW_END, BASE))
