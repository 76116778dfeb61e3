"""What does the command line say? Every sentence in English and German, by key."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "lang-unknown": (
        "--lang cannot be «{name}»; it can be: {known}",
        "--lang kann nicht «{name}» sein; möglich: {known}",
    ),
    "cli-help": (
        "A table for games about stones: play them, record them, verify them, run them by the billion. "
        "--lang en|de, with any command, chooses the language.",
        "Ein Tisch für Spiele um Steine: zum Spielen, Aufzeichnen, Nachprüfen und milliardenfachen Durchspielen. "
        "--lang en|de bei jedem Befehl wählt die Sprache.",
    ),
    "help-cmd-games": ("List the games.", "Die Spiele aufzählen."),
    "help-cmd-play": ("Play a game in the terminal, against bots.", "Ein Spiel im Terminal spielen, gegen Bots."),
    "help-cmd-record": ("Let bots play a game and write its record.", "Bots spielen lassen und den Bericht schreiben."),
    "help-cmd-replay": ("Tell a recorded game as a story.", "Ein aufgezeichnetes Spiel erzählen."),
    "help-cmd-verify": (
        "Check a record: every event, the footer, the digest.",
        "Einen Bericht prüfen: jedes Ereignis, den Fuß, die Prüfsumme.",
    ),
    "help-cmd-simulate": ("Let bots play many games and add up the results.", "Bots viele Spiele spielen lassen."),
    "help-cmd-bench": (
        "Measure how fast random games run, beside OpenSpiel.",
        "Messen, wie schnell Zufallsspiele laufen, neben OpenSpiel.",
    ),
    "help-game": ("The game: {known}.", "Das Spiel: {known}."),
    "help-seats": (
        "How many sit at the table; as few as the game needs, unless you say.",
        "Wie viele am Tisch sitzen; sagst du nichts, so wenige wie nötig.",
    ),
    "help-bots": (
        "Who plays: random or greedy; one name for all seats, or one for each.",
        "Wer spielt: random oder greedy; ein Name für alle Plätze oder für jeden einer.",
    ),
    "help-seed": ("The seed of all chance; the same seed gives the same game.", "Gleiche Saat, gleiches Spiel."),
    "help-first": ("Which seat begins; drawn by lot without it.", "Welcher Platz beginnt; sonst entscheidet das Los."),
    "help-option": ("A house rule; may be given several times.", "Eine Hausregel; mehrmals möglich."),
    "help-board": ("A board file that replaces the game's own.", "Eine Brettdatei anstelle der eigenen."),
    "help-tiles": ("A tiles file that replaces the game's own.", "Eine Plättchendatei anstelle der eigenen."),
    "help-json": ("Print JSON.", "JSON ausgeben."),
    "help-version": ("Print the version.", "Die Fassung ausgeben."),
    "help-seat": ("Where you sit.", "Wo du sitzt."),
    "help-name": ("What you are called.", "Wie du heißt."),
    "help-resume": ("Go on with the last unfinished game.", "Das letzte unfertige Spiel fortsetzen."),
    "help-new": ("Begin a new game without asking.", "Ohne Rückfrage ein neues Spiel beginnen."),
    "help-number": ("Which game of this seed, counted from 0.", "Das wievielte Spiel dieser Saat, ab 0."),
    "help-legal": (
        "With every event, list all that could have happened.",
        "Bei jedem Ereignis alles aufzählen, was möglich war.",
    ),
    "help-seen-by": (
        "Only what this seat sees (-1: an onlooker).",
        "Nur, was dieser Platz sieht (-1: ein Zuschauer).",
    ),
    "help-output": ("The file to write; standard output without it.", "Die Datei; sonst die Standardausgabe."),
    "help-file": ("A game record; - for standard input.", "Ein Spielbericht; - für die Standardeingabe."),
    "help-files": ("Game records; - for standard input.", "Spielberichte; - für die Standardeingabe."),
    "help-unfinished": (
        "Accept a record without a footer.",
        "Auch einen Bericht ohne Fuß annehmen.",
    ),
    "help-games": ("How many games.", "Wie viele Spiele."),
    "help-seconds": ("How long to measure, all together.", "Wie lange gemessen wird, insgesamt."),
    # games
    "games-id": ("game", "Spiel"),
    "games-players": ("players", "Personen"),
    "games-minutes": ("minutes", "Minuten"),
    "games-title": ("title", "Titel"),
    "games-next": (
        "Play one with: wishstone play {game}",
        "Spiele eines mit: wishstone play {game}",
    ),
    # verify
    "verify-good": (
        "good: {events} events follow the rules, the footer and the digest are right; points: {scores}",
        "gut: {events} Ereignisse folgen den Regeln, Fuß und Prüfsumme stimmen; Punkte: {scores}",
    ),
    "verify-unfinished": (
        "good so far: {events} events follow the rules; the game is unfinished and nothing proves that it is whole",
        "gut so weit: {events} Ereignisse folgen den Regeln; das Spiel ist unfertig, und nichts beweist, was fehlt",
    ),
    "verify-seen": (
        "well-formed: {events} events as seat {seat} saw them, the digest is right; hidden cards cannot be checked",
        "wohlgeformt: {events} Ereignisse, wie Platz {seat} sie sah, die Prüfsumme stimmt; Verdecktes nicht prüfbar",
    ),
    "verify-summary": ("{failed} of {files} records failed", "{failed} von {files} Berichten sind durchgefallen"),
    # replay
    "replay-header": (
        "{title}: {players}. Seat {first} begins.",
        "{title}: {players}. Platz {first} beginnt.",
    ),
    "replay-seen": (
        "This is what seat {seat} saw; hidden cards are shown as ?.",
        "So hat es Platz {seat} gesehen; Verdecktes steht als ?.",
    ),
    "replay-end": ("The game has ended: {end}.", "Das Spiel ist aus: {end}."),
    "replay-cut-off": (
        "The game was cut off after {decisions} decisions.",
        "Abgebrochen nach {decisions} Entscheidungen.",
    ),
    "replay-agreed": ("All agreed to end the game.", "Alle waren einverstanden, das Spiel zu beenden."),
    "replay-unfinished": ("The game is unfinished.", "Das Spiel ist unfertig."),
    "seat-name": ("{name} (seat {seat})", "{name} (Platz {seat})"),
    "sheet-player": ("player", "Spieler"),
    "sheet-place": ("place", "Rang"),
    # simulate
    "simulate-compiling": ("Preparing the rules …", "Die Regeln werden vorbereitet …"),
    "simulate-playing": ("Playing", "Spiele"),
    "simulate-title": (
        "{game}, {games} games, {decisions} decisions",
        "{game}, {games} Spiele, {decisions} Entscheidungen",
    ),
    "simulate-seat": ("seat", "Platz"),
    "simulate-bot": ("bot", "Bot"),
    "simulate-score": ("mean score", "Punkte im Mittel"),
    "simulate-share": ("win share", "Siegesanteil"),
    "simulate-speed": (
        "{seconds} s: {decisions} decisions and {games} games a second",
        "{seconds} s: {decisions} Entscheidungen und {games} Spiele je Sekunde",
    ),
    "simulate-ends": ("How games ended: {ends}", "Wie Spiele endeten: {ends}"),
    "simulate-cut-off": ("cut off", "abgebrochen"),
    "simulate-stopped": (
        "Stopped after {games} games; what follows is of these.",
        "Nach {games} Spielen angehalten; das Folgende gilt für diese.",
    ),
    # bench
    "bench-engine": ("engine", "Maschine"),
    "bench-game": ("game", "Spiel"),
    "bench-speed": ("decisions a second", "Entscheidungen je Sekunde"),
    "bench-missing": (
        "OpenSpiel is not installed, so there is nobody to compare with: pip install 'wishstone[bench]'",
        "OpenSpiel ist nicht installiert, also fehlt der Vergleich: pip install 'wishstone[bench]'",
    ),
}
