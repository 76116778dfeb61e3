"""Messages of a report: every sentence in English and German, by key."""

from __future__ import annotations

from wishstone.game.words import Lexicon

WORDS: dict[str, tuple[str, str]] = {
    # errors
    "report-extra": (
        "a report needs Matplotlib and PyArrow; in Wishstone's folder: pip install '.[report]'",
        "ein Bericht braucht Matplotlib und PyArrow; im Ordner von Wishstone: pip install '.[report]'",
    ),
    "report-game": (
        "name a game to report on, or two reports: wishstone report --compare A B",
        "nenne ein Spiel, über das zu berichten ist, oder zwei Berichte: wishstone report --compare A B",
    ),
    "report-both": (
        "--compare A B reads two reports and plays nothing: leave out «{game}»",
        "--compare A B liest zwei Berichte und spielt nichts: lass «{game}» weg",
    ),
    "report-folder": (
        "{path} is not a folder of a report, and it is not empty; name another one with --out",
        "{path} ist kein Ordner eines Berichts und nicht leer; nenne mit --out einen anderen",
    ),
    "report-missing": (
        "{path} holds no report: there is no {file}; «wishstone report GAME --out FOLDER» makes one",
        "in {path} ist kein Bericht: {file} fehlt; «wishstone report SPIEL --out ORDNER» macht einen",
    ),
    "report-broken": (
        "the report in {path} cannot be read: {reason}",
        "der Bericht in {path} lässt sich nicht lesen: {reason}",
    ),
    "report-form": (
        "the report in {path} has form {form}, which this version does not read; make it anew",
        "der Bericht in {path} hat die Form {form}, die diese Fassung nicht liest; mach ihn neu",
    ),
    "report-apart": (
        "the two reports have nothing in common to compare",
        "die beiden Berichte haben nichts gemeinsam, das sich vergleichen ließe",
    ),
    # what the command prints
    "report-compiling": ("Preparing the rules …", "Die Regeln werden vorbereitet …"),
    "report-playing": ("Playing", "Spiele"),
    "report-varying": ("Playing with {option}", "Spiele mit {option}"),
    "report-drawing": ("Drawing …", "Zeichne …"),
    "report-stopped": (
        "Stopped after {games} of {asked} games; the report is of these.",
        "Nach {games} von {asked} Spielen angehalten; der Bericht handelt von diesen.",
    ),
    "report-nothing": (
        "Stopped; no report was written.",
        "Angehalten; es wurde kein Bericht geschrieben.",
    ),
    "report-skipped": (
        "Stopped while trying house rules; the report does without them.",
        "Beim Ausprobieren von Hausregeln angehalten; der Bericht kommt ohne sie aus.",
    ),
    "report-done": ("The report: {path}", "Der Bericht: {path}"),
    # what was played
    "title": ("{game}: a report", "{game}: ein Bericht"),
    "played": (
        "{games} games for {seats}, {bots}, seed {seed}{options}.",
        "{games} Spiele zu {seats}, {bots}, Saat {seed}{options}.",
    ),
    "played-all": ("{bot} at every seat", "{bot} auf allen Plätzen"),
    "played-each": ("by seat {bots}", "nach Plätzen {bots}"),
    "played-first": (", seat {seat} always begins", ", Platz {seat} beginnt immer"),
    "played-option": (", {name} = {value}", ", {name} = {value}"),
    "played-board": (", on a board of your own", ", auf eigenem Brett"),
    "played-tiles": (", with tiles of your own", ", mit eigenen Plättchen"),
    "seats-2": ("two", "zweit"),
    "seats-3": ("three", "dritt"),
    "seats-4": ("four", "viert"),
    "seats-5": ("five", "fünft"),
    "seats-6": ("six", "sechst"),
    "few": (
        "These are few games: all intervals are rough. Take 1,000 or more.",
        "Das sind wenige Spiele: Alle Bereiche sind grob. Nimm 1.000 oder mehr.",
    ),
    "stopped": (
        "The run was stopped; {asked} games had been asked for.",
        "Der Lauf wurde angehalten; verlangt waren {asked} Spiele.",
    ),
    "cut-off": (
        "{share} of the games did not end within {most} decisions and count as they stood.",
        "{share} der Spiele endeten nicht in {most} Entscheidungen und zählen, wie sie standen.",
    ),
    # in short
    "short": ("In short", "In Kürze"),
    "short-length": (
        "A game takes <b>{decisions} decisions</b> in {rounds} rounds; nine in ten take {low} to {high} decisions.",
        "Ein Spiel hat <b>{decisions} Entscheidungen</b> in {rounds} Runden; neun von zehn haben {low} bis {high}"
        " Entscheidungen.",
    ),
    "short-length-fixed": (
        "A game takes <b>{decisions} decisions</b>, always in {rounds} rounds; nine in ten take {low} to {high}"
        " decisions.",
        "Ein Spiel hat <b>{decisions} Entscheidungen</b>, stets in {rounds} Runden; neun von zehn haben {low} bis"
        " {high} Entscheidungen.",
    ),
    "short-seat": (
        "{place} wins <b>{share}</b> of the games for {seats}, where {fair} would be fair: {strength} {side}.",
        "{place} gewinnt <b>{share}</b> der Spiele zu {seats}; gerecht wären {fair}: {strength} {side}.",
    ),
    "short-seat-none": (
        "No seat is shown to be better: {place} wins <b>{share}</b> of the games for {seats}, and {fair} would be"
        " fair.",
        "Kein Platz ist nachweislich besser: {place} gewinnt <b>{share}</b> der Spiele zu {seats}; gerecht wären"
        " {fair}.",
    ),
    "short-seat-unknown": (
        "Whether it pays to begin cannot be told: one bot begins always, and the bots differ. Leave out --first.",
        "Ob Beginnen sich lohnt, ist nicht zu sagen: Stets beginnt derselbe, und die Bots sind verschieden. Lass"
        " --first weg.",
    ),
    "order-0": ("whoever begins", "wer beginnt"),
    "order-1": ("whoever comes second", "wer als Zweiter dran ist"),
    "order-2": ("whoever comes third", "wer als Dritter dran ist"),
    "order-3": ("whoever comes fourth", "wer als Vierter dran ist"),
    "order-4": ("whoever comes fifth", "wer als Fünfter dran ist"),
    "order-5": ("whoever comes sixth", "wer als Sechster dran ist"),
    "strength-small": ("a small", "ein kleiner"),
    "strength-clear": ("a clear", "ein deutlicher"),
    "strength-large": ("a large", "ein großer"),
    "side-up": ("advantage", "Vorteil"),
    "side-down": ("disadvantage", "Nachteil"),
    "short-bots": ("Wins by bot: {bots}.", "Siege nach Bots: {bots}."),
    "short-score": (
        "A seat makes <b>{score} points</b> on average, a winner {winner}; nine scores in ten lie from {low} to"
        " {high}.",
        "Ein Platz macht im Mittel <b>{score} Punkte</b>, ein Sieger {winner}; neun von zehn Ergebnissen liegen von"
        " {low} bis {high}.",
    ),
    "short-close": (
        "Half of the games are won by <b>{half} or fewer</b>, one in ten by more than {far}; {shared} end with a"
        " shared win.",
        "Die Hälfte der Spiele wird mit <b>höchstens {half}</b> Vorsprung gewonnen, eines von zehn mit mehr als {far};"
        " {shared} enden mit geteiltem Sieg.",
    ),
    "points-1": ("1 point", "1 Punkt"),
    "points-n": ("{points} points", "{points} Punkten"),
    "short-lead": (
        "The lead changes <b>{changes} times</b> a game. Whoever leads at half-time wins {half};"
        " half of the winners take the lead for good only after {decided} of all turns.",
        "Die Führung wechselt <b>{changes}-mal</b> im Spiel. Wer zur Halbzeit führt, gewinnt {half}; die Hälfte der"
        " Sieger führt erst nach {decided} aller Züge bis zum Schluss.",
    ),
    "short-lead-last": (
        "The lead changes <b>{changes} times</b> a game. Whoever leads at half-time wins {half};"
        " half of the winners take the lead only with the very last turn.",
        "Die Führung wechselt <b>{changes}-mal</b> im Spiel. Wer zur Halbzeit führt, gewinnt {half}; die Hälfte der"
        " Sieger übernimmt die Führung erst mit dem allerletzten Zug.",
    ),
    "short-ends": ("Why games end: {ends}.", "Warum Spiele enden: {ends}."),
    "short-end-one": ("Every game ends for one reason: {end}.", "Jedes Spiel endet aus demselben Grund: {end}."),
    "short-end": ("{end} ({share})", "{end} ({share})"),
    "short-items": (
        "Most points come from <b>{most}</b>: {mean} a seat. Winners stand out most by <b>{edge}</b>:"
        " {more} points more than the others.",
        "Die meisten Punkte bringt <b>{most}</b>: {mean} je Platz. Sieger heben sich am meisten ab durch <b>{edge}</b>:"
        " {more} Punkte mehr als die anderen.",
    ),
    "short-items-one": (
        "Most points come from <b>{most}</b>: {mean} a seat. Winners stand out most by them, too: {more} points more"
        " than the others.",
        "Die meisten Punkte bringt <b>{most}</b>: {mean} je Platz. Auch Sieger heben sich dadurch am meisten ab: {more}"
        " Punkte mehr als die anderen.",
    ),
    "short-variant": (
        "With <b>{option}</b>, {sure} of {all} figures differ beyond chance{most}.",
        "Mit <b>{option}</b> sind {sure} von {all} Angaben über den Zufall hinaus anders{most}.",
    ),
    "short-variant-same": (
        "With <b>{option}</b> these bots play the very same games.",
        "Mit <b>{option}</b> spielen diese Bots genau dieselben Spiele.",
    ),
    "short-variant-most": ("; {figure}: {one} becomes {other}", "; {figure}: aus {one} wird {other}"),
    "and": (" and ", " und "),
    "none": ("none", "keine"),
    "range": ("{low} to {high}", "{low} bis {high}"),
    # sections
    "bots": ("Who wins?", "Wer gewinnt?"),
    "seats": ("Does it matter where you sit?", "Ist es wichtig, wo man sitzt?"),
    "length": ("How long is a game?", "Wie lange dauert ein Spiel?"),
    "scores": ("How many points are made?", "Wie viele Punkte gibt es?"),
    "items": ("What do points come from?", "Woher kommen die Punkte?"),
    "score-seats": ("Who makes how many?", "Wer macht wie viele?"),
    "close": ("How close is it?", "Wie knapp ist es?"),
    "tension": ("How long is it open?", "Wie lange ist es offen?"),
    "changes": ("How often does the lead change?", "Wie oft wechselt die Führung?"),
    "ends": ("Why does it end?", "Warum endet es?"),
    "variants": ("What do house rules change?", "Was ändern Hausregeln?"),
    "pictures": ("Pictures", "Bilder"),
    "tables": ("Tables", "Tabellen"),
    "method": ("How this was found", "Wie das ermittelt wurde"),
    # captions
    "cap-seats": (
        "Share of the wins by place in the order of turns, with 95 % intervals; the line is a fair share.",
        "Anteil der Siege nach der Reihenfolge am Zug, mit 95-%-Bereichen; die Linie ist ein gerechter Anteil.",
    ),
    "cap-bots": (
        "Share of the wins by seat and bot, with 95 % intervals; the line is a fair share.",
        "Anteil der Siege nach Platz und Bot, mit 95-%-Bereichen; die Linie ist ein gerechter Anteil.",
    ),
    "cap-length": (
        "Games by their number of decisions; a line is a mean.",
        "Spiele nach der Zahl ihrer Entscheidungen; eine Linie ist ein Mittel.",
    ),
    "cap-scores": (
        "Points of all seats, and of the winners among them.",
        "Punkte aller Plätze und der Sieger darunter.",
    ),
    "cap-all-scores": (
        "Points of all seats; the lines are the means.",
        "Punkte aller Plätze; die Linien sind die Mittel.",
    ),
    "cap-score-seats": (
        "Points by place in the order of turns: the box holds the middle half, the whiskers nine in ten.",
        "Punkte nach der Reihenfolge am Zug: Der Kasten umfasst die mittlere Hälfte, die Striche neun von zehn.",
    ),
    "cap-items": (
        "Mean points of a seat by item, and of the winners; in brackets how many seats have any.",
        "Punkte eines Platzes im Mittel und der Sieger, nach Posten; in Klammern, wie viele Plätze welche haben.",
    ),
    "cap-margin": (
        "Games by the winner’s margin over the next seat.",
        "Spiele nach dem Vorsprung des Siegers vor dem nächsten Platz.",
    ),
    "cap-tension": (
        "How often whoever leads alone goes on to win, by the part of the turns that is over, with 95 % intervals.",
        "Wie oft gewinnt, wer gerade allein führt, nach dem Teil der Züge, der vorbei ist, mit 95-%-Bereichen.",
    ),
    "cap-changes": ("Games by how often the lead changes.", "Spiele danach, wie oft die Führung wechselt."),
    "cap-ends": ("Games by why they end.", "Spiele danach, warum sie enden."),
    "cap-forest": (
        "Differences in parts of a standard deviation, with 95 % intervals; filled where beyond chance.",
        "Unterschiede in Teilen einer Standardabweichung, mit 95-%-Bereichen; gefüllt, wo über dem Zufall.",
    ),
    "cap-differences": ("What differs most?", "Was ist am verschiedensten?"),
    # axes
    "axis-games": ("games", "Spiele"),
    "axis-seats": ("seats", "Plätze"),
    "axis-decisions": ("decisions", "Entscheidungen"),
    "axis-points": ("points", "Punkte"),
    "axis-margin": ("points ahead", "Punkte Vorsprung"),
    "axis-changes": ("lead changes", "Führungswechsel"),
    "axis-turns": ("turns that are over", "vergangene Züge"),
    "axis-wins": ("wins", "Siege"),
    "axis-leader": ("the leader wins", "Führende gewinnen"),
    "axis-nth-0": ("begins", "beginnt"),
    "axis-nth": ("{nth}.", "{nth}."),
    "axis-all": ("all", "alle"),
    "axis-winners": ("winners", "Sieger"),
    "axis-mean": ("mean {mean}", "Mittel {mean}"),
    "axis-seat": ("seat {seat}: {bot}", "Platz {seat}: {bot}"),
    # tables
    "col-figure": ("figure", "Angabe"),
    "col-mean": ("mean", "Mittel"),
    "col-interval": ("95 % interval", "95-%-Bereich"),
    "col-order": ("turn", "am Zug"),
    "col-wins": ("wins", "Siege"),
    "col-score": ("points", "Punkte"),
    "col-median": ("median", "Median"),
    "col-most": ("nine in ten", "neun von zehn"),
    "col-item": ("item", "Posten"),
    "col-points": ("points a seat", "Punkte je Platz"),
    "col-scored": ("seats that have it", "Plätze damit"),
    "col-gained": ("gain", "Gewinn"),
    "col-lost": ("loss", "Verlust"),
    "col-when": ("points if any", "Punkte, wenn"),
    "col-edge": ("winners’ edge", "Sieger voraus um"),
    "col-difference": ("difference", "Unterschied"),
    "col-verdict": ("verdict", "Urteil"),
    "table-figures": ("All figures", "Alle Angaben"),
    "table-seats": ("By turn", "Nach der Reihenfolge"),
    "table-items": ("By item of the score sheet", "Nach Posten der Wertung"),
    # figures
    "figure-decisions": ("decisions a game", "Entscheidungen je Spiel"),
    "figure-rounds": ("rounds a game", "Runden je Spiel"),
    "figure-score": ("points of a seat", "Punkte eines Platzes"),
    "figure-winner-score": ("points of the winner", "Punkte des Siegers"),
    "figure-margin": ("winner’s margin in points", "Vorsprung des Siegers in Punkten"),
    "figure-shared-win": ("games with a shared win", "Spiele mit geteiltem Sieg"),
    "figure-lead-changes": ("lead changes a game", "Führungswechsel je Spiel"),
    "figure-half-leader": ("leader at half-time wins", "Führende zur Halbzeit gewinnen"),
    "figure-decided": ("turns until the winner leads for good", "Züge, bis der Sieger endgültig führt"),
    "figure-win": ("wins of {order}", "Siege: {order}"),
    "figure-bot": ("wins of {bot}, by seat", "Siege von {bot}, je Platz"),
    "figure-end": ("end: {end}", "Ende: {end}"),
    "figure-points": ("points for {item}", "Punkte für {item}"),
    "figure-scored": ("seats with points for {item}", "Plätze mit Punkten für {item}"),
    "item-points": ("point cards", "Punktekarten"),
    "item-row": ("{colour} row", "Reihe {colour}"),
    "end-cut-off": ("cut off", "abgebrochen"),
    "percent-points": ("%-points", "%-Punkte"),
    "verdict-sure": ("beyond chance", "über dem Zufall"),
    "verdict-alone": ("may be chance", "vielleicht Zufall"),
    "verdict-none": ("none shown", "keiner gezeigt"),
    "verdict-same": ("the same", "gleich"),
    # house rules
    "variants-none": (
        "This game has no option to choose. {try_files}",
        "Dieses Spiel hat keine Option zur Wahl. {try_files}",
    ),
    "variants-file": (
        "You can try a change of the {name}: make a second report with --{name} FILE, and compare the two.",
        "Eine Änderung lässt sich ausprobieren: Mach einen zweiten Bericht mit --{name} DATEI und vergleiche.",
    ),
    "variants-left-out": ("House rules were not tried.", "Hausregeln wurden nicht ausprobiert."),
    "variant": (
        "With {option} instead of {usual}, {sure} of {all} figures differ beyond chance",
        "Mit {option} statt {usual} sind {sure} von {all} Angaben über den Zufall hinaus anders",
    ),
    "variant-same": (
        "With {option} instead of {usual} these bots play the very same games",
        "Mit {option} statt {usual} spielen diese Bots genau dieselben Spiele",
    ),
    "variant-all": ("All {all} comparisons", "Alle {all} Vergleiche"),
    # comparing
    "compare-title": ("Two reports compared", "Zwei Berichte verglichen"),
    "compare-a": ("A", "A"),
    "compare-b": ("B", "B"),
    "compare-some": (
        "<b>{sure} of {all} figures</b> differ beyond chance.",
        "<b>{sure} von {all} Angaben</b> sind über den Zufall hinaus verschieden.",
    ),
    "compare-none": (
        "<b>None of {all} figures</b> differs beyond chance.",
        "<b>Keine von {all} Angaben</b> ist über den Zufall hinaus verschieden.",
    ),
    "compare-same": (
        "The two reports are of the same games: every figure is the same.",
        "Beide Berichte handeln von denselben Spielen: Jede Angabe ist gleich.",
    ),
    "compare-line": (
        "{figure}: from {one} to {other}, <b>{difference}</b>.",
        "{figure}: von {one} auf {other}, <b>{difference}</b>.",
    ),
    "compare-more": ("And {more} more, in the table below.", "Und {more} weitere, in der Tabelle unten."),
    "compare-alone": (
        "These look different taken alone, but among {all} comparisons such differences come by chance: {figures}.",
        "Für sich genommen sehen diese verschieden aus, aber unter {all} Vergleichen kommt so etwas durch Zufall vor:"
        " {figures}.",
    ),
    "compare-unlike": (
        "The reports are of different games or numbers of seats; only figures that both have are compared.",
        "Die Berichte handeln von verschiedenen Spielen oder Platzzahlen; verglichen wird, was beide haben.",
    ),
    "compare-only": ("Only {side} has: {figures}.", "Nur {side} hat: {figures}."),
    "compare-table": ("Every figure side by side", "Jede Angabe nebeneinander"),
    # method
    "method-play": (
        "Every game follows from the seed and its number alone; «{command}» writes game 0 down, move by move.",
        "Jedes Spiel folgt allein aus der Saat und seiner Nummer; «{command}» schreibt Spiel 0 Zug für Zug auf.",
    ),
    "method-intervals": (
        "Intervals are of 95 %, each on its own, over games (Student’s t). What bots do is not what people do: look at"
        " differences rather than at the figures themselves, and try stronger bots.",
        "Bereiche gelten mit 95 %, jeder für sich, über Spiele (Student-t). Bots spielen nicht wie Menschen: Achte eher"
        " auf Unterschiede als auf die Angaben selbst, und versuche stärkere Bots.",
    ),
    "method-seats": (
        "Whether seats differ is asked once, for all together: Hotelling’s T² test against equal shares gives p = {p}.",
        "Ob Plätze sich unterscheiden, wird einmal für alle gefragt: Hotellings T²-Test gegen gleiche Anteile gibt p ="
        " {p}.",
    ),
    "method-lead": (
        "A leader is whoever would win if the game ended after this turn, alone, hidden points included. A turn is an"
        " unbroken run of decisions of one seat. A lead changes when somebody else comes to lead alone.",
        "Führend ist, wer allein gewänne, wenn das Spiel nach diesem Zug endete, verdeckte Punkte eingerechnet. Ein Zug"
        " ist eine ununterbrochene Folge von Entscheidungen eines Platzes. Die Führung wechselt, wenn ein anderer"
        " allein führt.",
    ),
    "method-pairs": (
        "Games of the same seed are compared in pairs (the paired t test).",
        "Spiele derselben Saat werden paarweise verglichen (gepaarter t-Test).",
    ),
    "method-welch": (
        "The games are independent of each other (Welch’s t test).",
        "Die Spiele sind voneinander unabhängig (Welchs t-Test).",
    ),
    "method-holm": (
        "With many comparisons some differ by chance alone. So a difference is called beyond chance only where its"
        " probability, corrected for the number of comparisons (Holm), is below 5 %; intervals are not corrected.",
        "Bei vielen Vergleichen sind manche durch bloßen Zufall verschieden. Über dem Zufall heißt ein Unterschied"
        " daher nur, wenn seine Wahrscheinlichkeit, berichtigt um die Zahl der Vergleiche (Holm), unter 5 % liegt; die"
        " Bereiche sind nicht berichtigt.",
    ),
    "method-files": (
        "The tables behind this are in tables/ as Parquet and CSV, the pictures in plots/ as SVG and PNG.",
        "Die Tabellen dahinter liegen in tables/ als Parquet und CSV, die Bilder in plots/ als SVG und PNG.",
    ),
    "made": ("Made with Wishstone {version}.", "Gemacht mit Wishstone {version}."),
}
LEXICON = Lexicon(WORDS)
