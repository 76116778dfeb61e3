"""How is Quartz played? Its rules in short, by their numbers."""

from __future__ import annotations

from wishstone.terminal.rulebook import Rulebook, Section

MATERIAL = Section(
    ("Crystals and dice", "Kristalle und Würfel"),
    {
        "Q-1": (
            "70 crystals: 16 quartz, 14 rubellite, 11 emerald, 8 sapphire, 5 ruby, 3 amber, and 13 worthless black.",
            "70 Kristalle: 16 Quarz, 14 Rubellit, 11 Smaragd, 8 Saphir, 5 Rubin, 3 Bernstein und 13 wertlose schwarze.",
        ),
        "Q-2": (
            "Taken out before, in that order: with three players 4, 4, 3, 3, 3, 2; with four 3, 3, 2, 2, 2, 1;"
            " with five 2, 2, 1, 1, 1, 1; with six none.",
            "Vorher kommen in dieser Folge heraus: zu dritt 4, 4, 3, 3, 3, 2; zu viert 3, 3, 2, 2, 2, 1;"
            " zu fünft 2, 2, 1, 1, 1, 1; zu sechst keine.",
        ),
        "Q-3": (
            "The real ones and one black go into the bag; the other black ones lie beside it in six pairs.",
            "Die echten und ein schwarzer kommen in den Beutel; die anderen schwarzen liegen in sechs Paaren daneben.",
        ),
        "Q-4": (
            "Everybody has a cart and a chest. Five dice show pickaxe, jackhammer, chest, transport, claw, helmet.",
            "Alle haben eine Lore und eine Truhe. Fünf Würfel zeigen Spitzhacke, Presslufthammer, Truhe, Transport,"
            " Greifer, Helm.",
        ),
    },
)
THROWING = Section(
    ("Your turn: mine and roll …", "Dein Zug: schürfen und würfeln …"),
    {
        "Q-5": (
            "Draw a crystal onto your cart. For a black one you get a marker.",
            "Zieh einen Kristall auf deine Lore. Für einen schwarzen bekommst du einen Marker.",
        ),
        "Q-6": (
            "Only this draw gives markers. They stay until you use them, even at once.",
            "Nur dieser Zug aus dem Beutel gibt Marker. Sie bleiben, bis du sie nutzt, auch sofort.",
        ),
        "Q-7": (
            "Throw all five dice, then up to twice more any of them.",
            "Wirf alle fünf Würfel, dann bis zu zweimal noch beliebige davon.",
        ),
        "Q-8": ("A marker gives one more throw.", "Ein Marker gibt noch einen Wurf."),
    },
)
ACTING = Section(
    ("… and act", "… und handeln"),
    {
        "Q-9": (
            "Do what your dice give, in any order; leave out what you like.",
            "Tu, was deine Würfel hergeben, in beliebiger Folge; lass weg, was du willst.",
        ),
        "Q-10": ("Pickaxe, each die: draw a crystal.", "Spitzhacke, jeder Würfel: Zieh einen Kristall."),
        "Q-11": (
            "Jackhammer, every two dice: draw a crystal; half of them go back, rounded down.",
            "Presslufthammer, je zwei Würfel: Zieh einen Kristall; die Hälfte geht zurück, abgerundet.",
        ),
        "Q-12": (
            "That is one action, once a turn, and you choose what goes back. With the option per-die, each die draws,"
            " from two up.",
            "Das ist eine Aktion, einmal im Zug, und du wählst, was zurückgeht. Mit der Option per-die zieht jeder"
            " Würfel, ab zweien.",
        ),
        "Q-13": (
            "Chest, every two dice: move a crystal from your cart into your chest, where it stays.",
            "Truhe, je zwei Würfel: Leg einen Kristall von der Lore in die Truhe; dort bleibt er.",
        ),
        "Q-14": (
            "Transport, every two dice: move a black crystal from your cart to another one.",
            "Transport, je zwei Würfel: Schieb einen schwarzen Kristall von deiner Lore auf eine andere.",
        ),
        "Q-15": (
            "Claw, every two dice: take a real crystal from another cart onto yours.",
            "Greifer, je zwei Würfel: Nimm einen echten Kristall von einer anderen Lore auf deine.",
        ),
        "Q-16": ("You choose whose and which; chests are safe.", "Du wählst, wessen und welchen; Truhen sind sicher."),
        "Q-17": (
            "Helmet, every two dice: any one action.",
            "Helm, je zwei Würfel: eine beliebige Aktion.",
        ),
        "Q-18": (
            "Two helmets add one draw to the jackhammers. An action's own dice pay first; a single die does nothing.",
            "Zwei Helme geben den Presslufthämmern einen Kristall mehr. Zuerst zahlen die eigenen Würfel der Aktion;"
            " ein einzelner Würfel tut nichts.",
        ),
        "Q-19": (
            "Nobody draws from an empty bag: the game is over then.",
            "Aus einem leeren Beutel zieht niemand: Dann ist das Spiel aus.",
        ),
    },
)
END = Section(
    ("The end of a round, and of the game", "Rundenende und Spielende"),
    {
        "Q-20": (
            "Whoever has most real crystals starts the next round; in a tie the start player names one of them.",
            "Wer die meisten echten Kristalle hat, beginnt die nächste Runde; bei Gleichstand wählt der Startspieler.",
        ),
        "Q-21": (
            "Cart and chest count; you may name yourself.",
            "Lore und Truhe zählen; du darfst dich selbst benennen.",
        ),
        "Q-22": (
            "The new start player puts a black pair into the bag.",
            "Der neue Startspieler legt ein schwarzes Paar in den Beutel.",
        ),
        "Q-23": ("The game ends after six rounds.", "Das Spiel endet nach sechs Runden."),
        "Q-24": ("It ends at once when the bag is empty.", "Es endet sofort, wenn der Beutel leer ist."),
        "Q-25": (
            "That is looked at after each draw; with jackhammers, after what goes back.",
            "Nachgesehen wird nach jedem Ziehen; bei Presslufthämmern nach dem Zurücklegen.",
        ),
    },
)
SCORING = Section(
    ("Points, cart and chest together", "Punkte, Lore und Truhe zusammen"),
    {
        "Q-26": (
            "Quartz 2, rubellite 3, emerald 4, sapphire 5, ruby 7, amber 9, black −3.",
            "Quarz 2, Rubellit 3, Smaragd 4, Saphir 5, Rubin 7, Bernstein 9, Schwarz −3.",
        ),
        "Q-27": (
            "Sets of one real kind: 3 → 3, 4 → 6, 5 → 10 more.",
            "Sätze einer echten Art: 3 → 3, 4 → 6, 5 → 10 dazu.",
        ),
        "Q-28": (
            "Several sets of a kind count, in the best split: 6 → 10, 8 → 13, 9 → 16, 10 → 20.",
            "Auch mehrere Sätze einer Art zählen, bestmöglich geteilt: 6 → 10, 8 → 13, 9 → 16, 10 → 20.",
        ),
        "Q-29": (
            "Whoever has fewest crystals in the chest loses 5; in a tie all of them do.",
            "Wer am wenigsten Kristalle in der Truhe hat, verliert 5; bei Gleichstand alle davon.",
        ),
        "Q-30": ("Even if that is everybody.", "Auch wenn das alle sind."),
        "Q-31": (
            "The most points win; among equals more quartz, then more rubellite, and so on.",
            "Die meisten Punkte gewinnen; bei Gleichstand mehr Quarz, dann mehr Rubellit und so weiter.",
        ),
        "Q-32": ("Those still equal share the place.", "Wer dann noch gleich ist, teilt den Platz."),
    },
)

RULEBOOK = Rulebook((MATERIAL, THROWING, ACTING, END, SCORING))
