"""Messages of Quartz, the dice game: every sentence in English and German, by key."""

from __future__ import annotations

KINDS = ("quartz", "rubellite", "emerald", "sapphire", "ruby", "amber", "black")
FACES = ("pickaxe", "jackhammer", "chest", "transport", "claw", "helmet")

TERMS: dict[str, tuple[str, str]] = {
    "quartz": ("quartz", "Quarz"),
    "rubellite": ("rubellite", "Rubellit"),
    "emerald": ("emerald", "Smaragd"),
    "sapphire": ("sapphire", "Saphir"),
    "ruby": ("ruby", "Rubin"),
    "amber": ("amber", "Bernstein"),
    "black": ("black", "Schwarz"),
    "pickaxe": ("pickaxe", "Spitzhacke"),
    "jackhammer": ("jackhammer", "Presslufthammer"),
    "chest": ("chest", "Truhe"),
    "transport": ("transport", "Transport"),
    "claw": ("claw", "Greifer"),
    "helmet": ("helmet", "Helm"),
    "crystals": ("crystals", "Kristalle"),
    "sets": ("sets", "Sätze"),
    "total": ("total", "Summe"),
    "rounds": ("six rounds have been played", "sechs Runden sind gespielt"),
    "bag": ("the bag is empty", "der Beutel ist leer"),
}

WORDS: dict[str, tuple[str, str]] = {
    # the story of a move; with -you it is told to whoever makes it, with -at-you to whom it is done
    "story-mine-you": ("You mine a crystal: {kind}.", "Du schürfst einen Kristall: {kind}."),
    "story-mine": ("{who} mines a crystal: {kind}.", "{who} schürft einen Kristall: {kind}."),
    "story-mine-black-you": (
        "You mine a crystal: {kind}. For that you get a marker.",
        "Du schürfst einen Kristall: {kind}. Dafür bekommst du einen Marker.",
    ),
    "story-mine-black": (
        "{who} mines a crystal: {kind}. For that there is a marker.",
        "{who} schürft einen Kristall: {kind}. Dafür gibt es einen Marker.",
    ),
    "story-draw-you": ("It is {kind}.", "Es ist {kind}."),
    "story-draw": ("It is {kind}.", "Es ist {kind}."),
    "story-hammer-you": ("It brings up {kind}.", "Er bringt {kind} herauf."),
    "story-hammer": ("It brings up {kind}.", "Er bringt {kind} herauf."),
    "story-roll-you": ("You roll {faces}.", "Du würfelst {faces}."),
    "story-roll": ("{who} rolls {faces}.", "{who} würfelt {faces}."),
    "story-roll-again-you": ("Now: {faces}.", "Jetzt: {faces}."),
    "story-roll-again": ("Now: {faces}.", "Jetzt: {faces}."),
    "story-reroll-you": ("You throw again: {faces}.", "Du wirfst noch einmal: {faces}."),
    "story-reroll": ("{who} throws again: {faces}.", "{who} wirft noch einmal: {faces}."),
    "story-reroll-marker-you": (
        "You hand in a marker and throw again: {faces}.",
        "Du gibst einen Marker ab und wirfst noch einmal: {faces}.",
    ),
    "story-reroll-marker": (
        "{who} hands in a marker and throws again: {faces}.",
        "{who} gibt einen Marker ab und wirft noch einmal: {faces}.",
    ),
    "story-keep-you": ("You keep the dice.", "Du behältst die Würfel."),
    "story-keep": ("{who} keeps the dice.", "{who} behält die Würfel."),
    "story-pickaxe-you": ("You swing the pickaxe.", "Du schwingst die Spitzhacke."),
    "story-pickaxe": ("{who} swings the pickaxe.", "{who} schwingt die Spitzhacke."),
    "story-jackhammer-you": (
        "You draw {count} crystals by jackhammer.",
        "Du holst {count} Kristalle mit dem Presslufthammer.",
    ),
    "story-jackhammer": (
        "{who} draws {count} crystals by jackhammer.",
        "{who} holt {count} Kristalle mit dem Presslufthammer.",
    ),
    "story-jackhammer-one-you": (
        "You draw a crystal by jackhammer.",
        "Du holst einen Kristall mit dem Presslufthammer.",
    ),
    "story-jackhammer-one": (
        "{who} draws a crystal by jackhammer.",
        "{who} holt einen Kristall mit dem Presslufthammer.",
    ),
    "story-return-you": ("You put back one: {kind}.", "Du legst einen zurück: {kind}."),
    "story-return": ("{who} puts back one: {kind}.", "{who} legt einen zurück: {kind}."),
    "story-chest-you": ("You lock up a crystal: {kind}.", "Du legst einen Kristall in die Truhe: {kind}."),
    "story-chest": ("{who} locks up a crystal: {kind}.", "{who} legt einen Kristall in die Truhe: {kind}."),
    "story-transport-you": (
        "You send a crystal to {other}: {kind}.",
        "Du schickst {other} einen Kristall: {kind}.",
    ),
    "story-transport": (
        "{who} sends a crystal to {other}: {kind}.",
        "{who} schickt {other} einen Kristall: {kind}.",
    ),
    "story-transport-at-you": (
        "{who} sends you a crystal: {kind}.",
        "{who} schickt dir einen Kristall: {kind}.",
    ),
    "story-claw-you": ("You steal a crystal from {other}: {kind}.", "Du stiehlst einen Kristall von {other}: {kind}."),
    "story-claw": (
        "{who} steals a crystal from {other}: {kind}.",
        "{who} stiehlt einen Kristall von {other}: {kind}.",
    ),
    "story-claw-at-you": (
        "{who} steals a crystal from you: {kind}.",
        "{who} stiehlt dir einen Kristall: {kind}.",
    ),
    "story-done-you": ("You are done.", "Du bist fertig."),
    "story-done": ("{who} is done.", "{who} ist fertig."),
    "story-name-you": ("You let {other} start the next round.", "Du lässt {other} die nächste Runde beginnen."),
    "story-name": (
        "{who} lets {other} start the next round.",
        "{who} lässt {other} die nächste Runde beginnen.",
    ),
    "story-name-at-you": ("{who} lets you start the next round.", "{who} lässt dich die nächste Runde beginnen."),
    "story-name-self-you": ("You keep the start for yourself.", "Du beginnst auch die nächste Runde."),
    "story-name-self": ("{who} starts the next round as well.", "{who} beginnt auch die nächste Runde."),
    # several dice in a sentence
    "faces-several": ("{count} × {face}", "{count} × {face}"),
    "faces-and": ("{faces}, {more}", "{faces}, {more}"),
    # why a move is refused
    "why-no-name": (
        "the next start player is named after a round, and only in a tie",
        "wer als Nächstes beginnt, wird nach einer Runde benannt, und nur bei Gleichstand",
    ),
    "why-name-now": (
        "the round is over, and you name who starts the next",
        "die Runde ist vorbei, du benennst, wer die nächste beginnt",
    ),
    "why-no-seat": ("nobody sits at seat {other}", "auf Platz {other} sitzt niemand"),
    "why-not-most": (
        "seat {other} is not among those with most real crystals",
        "Platz {other} hat nicht die meisten echten Kristalle",
    ),
    "why-return-now": (
        "first you put back what the jackhammers owe",
        "erst legst du zurück, was die Presslufthämmer schulden",
    ),
    "why-not-drawn": (
        "the jackhammers drew no {kind}",
        "die Presslufthämmer haben kein «{kind}» geholt",
    ),
    "why-no-return": ("there is nothing to put back", "es gibt nichts zurückzulegen"),
    "why-keep-first": ("you are still throwing; keep the dice first", "du würfelst noch; behalte erst die Würfel"),
    "why-no-dice": ("the dice do not show that", "das zeigen die Würfel nicht"),
    "why-no-marker": (
        "after three throws another one costs a marker, and you have none",
        "nach drei Würfen kostet jeder weitere einen Marker, und du hast keinen",
    ),
    "why-kept": ("you have kept the dice", "du hast die Würfel behalten"),
    "why-pickaxe": (
        "you have no {face} left, nor two helmets",
        "«{face}» hast du nicht mehr, auch keine zwei Helme",
    ),
    "why-pair": (
        "you have no two dice left that give {face}",
        "du hast keine zwei Würfel mehr für «{face}»",
    ),
    "why-not-in-cart": ("there is no {kind} on your cart", "auf deiner Lore liegt kein «{kind}»"),
    "why-own-cart": ("that is your own cart", "das ist deine eigene Lore"),
    "why-not-theirs": (
        "there is no {kind} on the cart of seat {other}",
        "auf der Lore von Platz {other} liegt kein «{kind}»",
    ),
    "why-hammered": (
        "the jackhammers have been used in this turn",
        "die Presslufthämmer waren in diesem Zug schon dran",
    ),
    "why-hammer-most": ("your dice give at most {most}", "deine Würfel geben höchstens {most} her"),
    "why-hammer-two": ("per die, it takes two or more", "je Würfel gerechnet braucht es zwei oder mehr"),
}
