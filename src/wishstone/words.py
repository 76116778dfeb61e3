"""Texts of the command line: every sentence in English and German, by key."""

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
    "help-cmd-new-game": (
        "Write a distribution with a tiny, complete game, to be turned into a game of your own.",
        "Eine Distribution mit einem winzigen, ganzen Spiel schreiben, aus dem ein eigenes werden kann.",
    ),
    "help-new-game-id": ("the new game's id, such as my-game", "die Kennung des neuen Spiels, etwa mein-spiel"),
    "help-new-game-folder": ("where to write it; ./ID", "wohin damit; ./ID"),
    "new-game-written": (
        "{path} holds a game that can be played. Next:\n"
        "  pip install --editable {path}\n  wishstone play {id}\n  python -m pytest {path}",
        "In {path} liegt ein Spiel, das sich spielen lässt. Weiter geht es mit:\n"
        "  pip install --editable {path}\n  wishstone play {id}\n  python -m pytest {path}",
    ),
    "new-game-id": (
        "«{id}» cannot be a game's id: that is a word of at most {most} small letters and digits, or several with "
        "hyphens between them, and begins with a letter",
        "«{id}» kann keine Kennung eines Spiels sein: Das ist ein Wort aus höchstens {most} Kleinbuchstaben und "
        "Ziffern, oder mehrere mit Bindestrichen dazwischen, und beginnt mit einem Buchstaben",
    ),
    "new-game-taken": (
        "there is a game called «{id}» already; choose another id",
        "ein Spiel namens «{id}» gibt es schon; wähle eine andere Kennung",
    ),
    "new-game-exists": (
        "{path} exists already; move it away, or name another place with --folder",
        "{path} gibt es schon; räum es weg, oder nenne mit --folder einen anderen Ort",
    ),
    "help-cmd-play": (
        "Play in the browser; with GAME or --terminal in the terminal, against bots.",
        "Im Browser spielen; mit GAME oder --terminal im Terminal, gegen Bots.",
    ),
    "help-terminal": ("Play in the terminal.", "Im Terminal spielen."),
    "help-browser": (
        "Open the page in a browser, or only serve it and print its address.",
        "Die Seite im Browser öffnen, oder sie nur bereitstellen und die Adresse nennen.",
    ),
    "help-play-lan": (
        "Let other devices in the local network join; a phone reads their link from the page.",
        "Andere Geräte im lokalen Netz mitspielen lassen; ein Handy liest den Link von der Seite.",
    ),
    "help-play-port": ("The first port to try; 8420.", "Der Port, der zuerst versucht wird; 8420."),
    "play-no-display": (
        "There is no browser to open here, so this is the terminal's table; './play --no-browser' serves the page.",
        "Hier lässt sich kein Browser öffnen, darum im Terminal; './play --no-browser' stellt die Seite bereit.",
    ),
    "play-both": (
        "{browser} is about the page in the browser, and {terminal} about a game in the terminal; ask for one of them",
        "{browser} betrifft die Seite im Browser, {terminal} ein Spiel im Terminal; wähle eines von beiden",
    ),
    "help-cmd-record": ("Let bots play a game and write its record.", "Bots spielen lassen und den Bericht schreiben."),
    "help-cmd-replay": ("Tell a recorded game as a story.", "Ein aufgezeichnetes Spiel erzählen."),
    "help-cmd-verify": (
        "Check a record: every event, the footer, the digest, and fair dice where it has them.",
        "Einen Bericht prüfen: jedes Ereignis, Fuß und Prüfsumme, und faire Würfel, wo er sie hat.",
    ),
    "help-cmd-simulate": ("Let bots play many games and add up the results.", "Bots viele Spiele spielen lassen."),
    "help-cmd-arena": (
        "Find out how strong bots are: every deal with all seatings, so that luck cancels.",
        "Herausfinden, wie stark Bots sind: jede Austeilung in allen Sitzordnungen, damit sich Glück aufhebt.",
    ),
    "help-cmd-analyse": (
        "Find the moves of a recorded game that lost most, and what would have been better.",
        "Die Züge eines aufgezeichneten Spiels finden, die am meisten kosteten, und was besser gewesen wäre.",
    ),
    "help-cmd-serve": (
        "Serve tables to play at, in the browser or by programs.",
        "Tische zum Spielen bereitstellen, für Browser und Programme.",
    ),
    "help-cmd-backup": ("Copy all tables into one file, while the server runs.", "Alle Tische in eine Datei sichern."),
    "help-cmd-restore": (
        "Bring back a backup into an empty database.",
        "Eine Sicherung in eine leere Datenbank holen.",
    ),
    "help-host": ("the address to listen at; 127.0.0.1", "die Adresse, an der gelauscht wird; 127.0.0.1"),
    "help-port": ("the port to listen at; 8420", "der Port, an dem gelauscht wird; 8420"),
    "help-lan": (
        "listen at this machine's address in the local network, and print it",
        "an der Adresse dieses Rechners im lokalen Netz lauschen und sie nennen",
    ),
    "help-database": (
        "where tables are kept: a file, or postgresql://…; a file in your data folder",
        "wo die Tische liegen: eine Datei oder postgresql://…; sonst eine Datei in deinem Datenordner",
    ),
    "help-workers": ("processes in which bots think; 1", "Prozesse, in denen Bots nachdenken; 1"),
    "help-tls-cert": ("a certificate, for https", "ein Zertifikat, für https"),
    "help-tls-key": ("the key of the certificate", "der Schlüssel des Zertifikats"),
    "help-settings": ("a TOML file with more settings; docs/serving.md", "eine TOML-Datei mit mehr; docs/serving.md"),
    "help-server-settings": (
        "the settings of the server, which say where tables are kept",
        "die Einstellungen des Servers; sie sagen, wo die Tische liegen",
    ),
    "help-watch-page": (
        "serve edited files of the page without a restart, to work on it",
        "geänderte Dateien der Seite ohne Neustart ausliefern, um an ihr zu arbeiten",
    ),
    "help-backup-file": ("the file to write", "die Datei, die geschrieben wird"),
    "help-restore-file": ("a file that `backup` has written", "eine Datei, die `backup` geschrieben hat"),
    "backup-done": ("all tables are in {path}", "alle Tische sind in {path}"),
    "restore-done": ("all tables of {path} are back", "alle Tische aus {path} sind wieder da"),
    "help-cmd-report": (
        "A report for designers: length, points, seats, leads and house rules of many games, as a page with pictures"
        " and tables (docs/report.md).",
        "Ein Bericht für Entwickler: Länge, Punkte, Plätze, Führung und Hausregeln vieler Spiele, als Seite mit Bildern"
        " und Tabellen (docs/report.md).",
    ),
    "help-cmd-dataset": (
        "A dataset for learning: every decision of many games by bots, as Parquet files (docs/datasets.md).",
        "Ein Datensatz zum Lernen: jede Entscheidung vieler Spiele von Bots, als Parquet-Dateien (docs/datasets.md).",
    ),
    "help-dataset-out": (
        "the folder to write; one that is there is continued",
        "der Ordner, der geschrieben wird; einer, den es gibt, wird fortgesetzt",
    ),
    "help-reward": (
        "what a game is worth: `margin`, the lead in points, or `win`",
        "was ein Spiel wert ist: `margin`, der Vorsprung in Punkten, oder `win`, der Sieg",
    ),
    "dataset-playing": ("Playing", "Es wird gespielt"),
    "dataset-done": (
        "{games} games are in {path}, {played} of them new.",
        "{games} Spiele sind in {path}, {played} davon neu.",
    ),
    "help-cmd-game-check": (
        "Check a game with everything that the product does with it.",
        "Ein Spiel mit allem prüfen, was das Programm damit tut.",
    ),
    "help-cmd-bench": (
        "Measure how fast random games run, beside OpenSpiel.",
        "Messen, wie schnell Zufallsspiele laufen, neben OpenSpiel.",
    ),
    "help-cmd-bot-check": (
        "Check a bot of your own: let it play whole games from every seat (docs/bots.md).",
        "Einen eigenen Bot prüfen: Er spielt ganze Spiele von jedem Platz aus (docs/bots.md).",
    ),
    "help-game": ("The game: {known}.", "Das Spiel: {known}."),
    "help-seats": (
        "How many sit at the table; as few as the game needs, unless you say.",
        "Wie viele am Tisch sitzen; sagst du nichts, so wenige wie nötig.",
    ),
    "help-bots": (
        "Who plays: random, greedy, fitted, odds, search, novice, easy, medium, hard or expert; also with"
        " simulations or a style, search:500 or hard+bold, or run:COMMAND. One name for all seats, or one for each.",
        "Wer spielt: random, greedy, fitted, odds, search, novice, easy, medium, hard oder expert; auch mit"
        " Simulationen oder Stil, search:500 oder hard+bold, oder run:BEFEHL. Ein Name für alle Plätze oder für jeden"
        " einer.",
    ),
    "help-level": (
        "How strong the bots are: novice, easy, medium, hard or expert; also with a style: hard+bold.",
        "Wie stark die Bots sind: novice, easy, medium, hard oder expert; auch mit Stil: hard+bold.",
    ),
    "level-and-bots": (
        "give --level for all bots or --bots for each of them, not both",
        "gib --level für alle Bots oder --bots für jeden einzelnen an, nicht beides",
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
    "help-arena-games": (
        "How many games, rounded up to whole deals.",
        "Wie viele Spiele, aufgerundet auf ganze Austeilungen.",
    ),
    "help-line-up": (
        "One line-up, a bot for each seat; a name given twice has two seats.",
        "Eine Besetzung, ein Bot für jeden Platz; ein Name, der zweimal kommt, hat zwei Plätze.",
    ),
    "help-pool": (
        "A round robin: every line-up of different bots of this pool.",
        "Jeder gegen jeden: alle Besetzungen mit verschiedenen Bots dieses Felds.",
    ),
    "help-save": (
        "A file that keeps each finished deal; the same command goes on from there.",
        "Eine Datei, die jede fertige Austeilung behält; derselbe Befehl macht dort weiter.",
    ),
    "help-simulate-save": (
        "A file that keeps what is played; the same command goes on from there.",
        "Eine Datei, die behält, was gespielt ist; derselbe Befehl macht dort weiter.",
    ),
    "help-cluster": (
        "A Dask cluster to play on: its scheduler's address, or «local».",
        "Ein Dask-Cluster, auf dem gespielt wird: die Adresse des Schedulers oder «local».",
    ),
    "help-gpu": (
        "Play on the GPU of this machine; the result is the same.",
        "Auf der GPU dieses Rechners spielen; das Ergebnis ist dasselbe.",
    ),
    "help-analyse-seat": ("Only this seat's moves; all, unless you say.", "Nur die Züge dieses Platzes; sonst alle."),
    "help-simulations": (
        "How many games to think through for each decision.",
        "Wie viele Spiele für jede Entscheidung durchgedacht werden.",
    ),
    "help-worst": ("How many moves to show at most.", "Wie viele Züge höchstens gezeigt werden."),
    "help-jobs": (
        "How many cores; all, unless you say. The result does not depend on it.",
        "Auf wie vielen Kernen; sagst du nichts, auf allen. Das Ergebnis hängt nicht davon ab.",
    ),
    "help-compare": (
        "Two folders of reports: say what differs between them, and whether that is beyond chance.",
        "Zwei Ordner von Berichten: was sie unterscheidet, und ob das mehr als Zufall ist.",
    ),
    "help-house-rules": (
        "Whether to try every option of the game, too.",
        "Ob auch jede Option des Spiels ausprobiert wird.",
    ),
    "help-report-out": (
        "The folder to write; report-GAME without it, or report-compared.",
        "Der Ordner; sonst report-SPIEL oder report-compared.",
    ),
    "help-seconds": ("How long to measure, all together.", "Wie lange gemessen wird, insgesamt."),
    "help-command": (
        "The command that runs your bot, as one argument: 'python3 bot.py'.",
        "Der Befehl, der deinen Bot startet, als ein Argument: 'python3 bot.py'.",
    ),
    "help-rounds": ("How many games from each seat.", "Wie viele Spiele von jedem Platz aus."),
    # games
    "games-id": ("game", "Spiel"),
    "games-players": ("players", "Personen"),
    "games-minutes": ("minutes", "Minuten"),
    "games-title": ("title", "Titel"),
    "game-traceback": (
        "a game has failed; for those who write it, {path} has the traceback",
        "ein Spiel ist gescheitert; für die, die es schreiben, steht in {path} der Traceback",
    ),
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
    "verify-dice": (
        "the dice are proved, {draws} draws: each follows from the secret and the seats’ numbers",
        "die Würfel sind bewiesen, {draws} Ziehungen: Jede folgt aus dem Geheimnis und den Zahlen der Plätze",
    ),
    "verify-dice-lot": ("the first of them chose who begins", "die erste davon hat bestimmt, wer beginnt"),
    "verify-dice-undone": (
        "undone draws, of which only the numbers are accounted for: {count}",
        "zurückgenommene Ziehungen, von denen nur die Nummern belegt sind: {count}",
    ),
    "verify-dice-sealed": (
        "the dice cannot be checked yet: the secret is not in this record",
        "die Würfel lassen sich noch nicht prüfen: Das Geheimnis steht nicht in diesem Bericht",
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
    "progress": (
        "{doing}: {done} of {total} games after {spent}, about {left} to go",
        "{doing}: {done} von {total} Spielen nach {spent}, noch etwa {left}",
    ),
    "progress-begun": (
        "{doing}: {done} of {total} games after {spent}; how long it takes cannot be said yet",
        "{doing}: {done} von {total} Spielen nach {spent}; wie lange es dauert, lässt sich noch nicht sagen",
    ),
    "progress-waiting": (
        "{doing} {spent} so far; what is compiled is kept for the next time",
        "{doing} {spent} bisher; was übersetzt ist, bleibt für das nächste Mal",
    ),
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
    "simulate-resumed": (
        "{games} games are in {path} already; the simulation goes on from there.",
        "{games} Spiele sind schon in {path}; die Simulation macht dort weiter.",
    ),
    "simulate-more": (
        "That is more than the {asked} that were asked for; what follows is of all of them.",
        "Das sind mehr als die verlangten {asked}; das Folgende gilt für alle.",
    ),
    "simulate-stopped": (
        "Stopped after {games} games; what follows is of these.",
        "Nach {games} Spielen angehalten; das Folgende gilt für diese.",
    ),
    # arena
    "arena-title": (
        "{game}, {seats} seats, {games} games, seed {seed}",
        "{game}, {seats} Plätze, {games} Spiele, Saat {seed}",
    ),
    "arena-deals": (
        "{deals} deals, each played {seatings} times: with every seating, and with the same luck",
        "{deals} Austeilungen, jede {seatings}-mal gespielt: in jeder Sitzordnung, mit demselben Glück",
    ),
    "arena-rounded": (
        "Whole deals only, so {games} games instead of {asked}.",
        "Nur ganze Austeilungen, also {games} Spiele statt {asked}.",
    ),
    "arena-elo": ("Elo", "Elo"),
    "arena-wins": ("wins", "Siege"),
    "arena-interval": ("95 %", "95 %"),
    "arena-margin": ("margin", "Vorsprung"),
    "arena-score": ("score", "Punkte"),
    "arena-speed": ("moves/s", "Züge/s"),
    "arena-cross": (
        "How often the bot of a row came before that of a column, ties being half",
        "Wie oft der Bot einer Zeile vor dem einer Spalte lag; Gleichstand zählt halb",
    ),
    "arena-fair": (
        "A fair share of the wins is {share}. Intervals are of 95 %, over deals.",
        "Ein gerechter Anteil der Siege ist {share}. Alle Bereiche gelten mit 95 %, über Austeilungen.",
    ),
    "arena-replaced": (
        "{name} failed: its fallback made {replaced} of its {moves} moves. «wishstone bot-check» tells why.",
        "{name} versagte: {replaced} seiner {moves} Züge machte der Ersatz. «wishstone bot-check» sagt, warum.",
    ),
    "arena-cut-off": (
        "{games} games did not end and were cut off; they count as they stood.",
        "{games} Spiele endeten nicht und wurden abgebrochen; sie zählen, wie sie standen.",
    ),
    "arena-resumed": (
        "{games} games are in {path} already; the arena goes on from there.",
        "{games} Spiele sind schon in {path}; die Arena macht dort weiter.",
    ),
    "arena-stopped": (
        "Stopped after {games} games.",
        "Nach {games} Spielen angehalten.",
    ),
    "arena-go-on": (
        "They are in {path}; the same command goes on from there.",
        "Sie sind in {path}; derselbe Befehl macht dort weiter.",
    ),
    "arena-save": (
        "They are not kept; with --save FILE the same command goes on where it was stopped.",
        "Sie werden nicht aufgehoben; mit --save DATEI macht derselbe Befehl weiter, wo er angehalten wurde.",
    ),
    # analyse
    "analyse-thinking": ("Thinking", "Denke nach"),
    "analyse-stopped": (
        "Stopped after {done} of {decisions} decisions; what follows is of these.",
        "Nach {done} von {decisions} Entscheidungen angehalten; das Folgende gilt für diese.",
    ),
    "analyse-title": (
        "{title}: {decisions} decisions, {simulations} simulations each, seed {seed}",
        "{title}: {decisions} Entscheidungen, je {simulations} Simulationen, Saat {seed}",
    ),
    "analyse-nothing": (
        "There was no decision with more than one legal move.",
        "Es gab keine Entscheidung mit mehr als einem erlaubten Zug.",
    ),
    "analyse-decisions": ("decisions", "Entscheidungen"),
    "analyse-agreed": ("best move", "bester Zug"),
    "analyse-loss": ("mean loss", "Verlust im Mittel"),
    "analyse-points": ("in points", "in Punkten"),
    "analyse-mistakes": ("mistakes", "Fehler"),
    "analyse-meaning": (
        "A loss is of the chance to win. A mistake is a move whose loss is clear beyond the error of 95 %.",
        "Verloren geht Siegchance. Ein Fehler ist ein Zug, dessen Verlust klar über dem Fehlerbereich von 95 % liegt.",
    ),
    "analyse-flawless": (
        "No move lost anything that can be told.",
        "Kein Zug hat erkennbar etwas gekostet.",
    ),
    "analyse-worst": ("The moves that lost most", "Die Züge, die am meisten kosteten"),
    "analyse-mistake": ("a mistake", "ein Fehler"),
    "analyse-doubtful": ("may be chance", "vielleicht Zufall"),
    "analyse-decision": (
        "{number:>4}  {name}, event {event}: lost {loss} ± {error}, {verdict}",
        "{number:>4}  {name}, Ereignis {event}: kostete {loss} ± {error}, {verdict}",
    ),
    "analyse-played": ("played:", "gespielt:"),
    "analyse-better": ("better:", "besser:"),
    "analyse-figures": ("{chance} to win, {points} points", "{chance} Siegchance, {points} Punkte"),
    "analyse-why": ("what makes the difference, in points:", "was den Unterschied macht, in Punkten:"),
    "analyse-line": ("what would have followed:", "was wohl gefolgt wäre:"),
    # bot-check
    "bot-check-played": (
        "{name} played {games} games of {game} at a table of {seats} against greedy and won {won}.",
        "{name} hat {games} Spiele {game} zu {seats} gegen greedy gespielt und {won} gewonnen.",
    ),
    "bot-check-time": (
        "It had {decisions} decisions; the slowest took {slowest} s, starting included.",
        "Es waren {decisions} Entscheidungen; die langsamste hat {slowest} s gebraucht, samt Start.",
    ),
    "bot-check-good": (
        "All is well: every answer was a legal move in time.",
        "Alles gut: stets ein Zug, stets in Zeit.",
    ),
    "bot-check-bad": (
        "{fallback} had to move for it {replaced} times. What went wrong:",
        "{fallback} musste {replaced}-mal für ihn ziehen. Was schiefging:",
    ),
    "bot-check-last-words": ("What it said on standard error:", "Was er auf der Standardfehlerausgabe gesagt hat:"),
    # bench
    "bench-engine": ("engine", "Maschine"),
    "bench-game": ("game", "Spiel"),
    "bench-speed": ("decisions a second", "Entscheidungen je Sekunde"),
    "bench-missing": (
        "OpenSpiel is not installed, so there is nobody to compare with; in Wishstone's folder: pip install '.[bench]'",
        "OpenSpiel ist nicht installiert, also fehlt der Vergleich; im Ordner von Wishstone: pip install '.[bench]'",
    ),
}
