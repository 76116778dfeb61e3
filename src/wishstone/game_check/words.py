"""Sentences of the check of a game, in English and German, by key."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "check-raised": ("{what}", "{what}"),
    "check-finding": ("{what}", "{what}"),
    "check-no-prefix": (
        "ABOUT has no rule_prefix: the numbers of its rules lead nowhere",
        "ABOUT hat kein rule_prefix: die Nummern seiner Regeln führen nirgendwohin",
    ),
    "check-prefix-taken": (
        "the rule_prefix «{prefix}» is that of {other}",
        "das rule_prefix «{prefix}» gehört {other}",
    ),
    "check-width": (
        "a line of {file} is {cells} cells wide in a window of {width}",
        "eine Zeile von {file} ist in einem Fenster von {width} Zellen {cells} breit",
    ),
    "check-bags": (
        "luck.py has {count} bags, and there may be {most}",
        "luck.py hat {count} Beutel, und es dürfen {most} sein",
    ),
    "check-pack": (
        "luck.py has a pack of {cards} cards, and there may be {most}",
        "luck.py hat einen Stapel von {cards} Karten, und es dürfen {most} sein",
    ),
    "check-luck-source": (
        "luck.py names the source {source} with the number {number}, which there is not",
        "luck.py nennt die Quelle {source} mit der Nummer {number}, die es nicht gibt",
    ),
    "check-luck": (
        "by luck.py outcome {outcome} comes next, which cannot happen there ({seats} seats)",
        "nach luck.py kommt Ergebnis {outcome}, das dort nicht möglich ist ({seats} Plätze)",
    ),
    "check-no-greedy": (
        "no greedy.py: the greedy bot takes the best score at once",
        "keine greedy.py: der Bot greedy nimmt, was sofort am meisten zählt",
    ),
    "check-no-policy": (
        "no policy.py: levels and search rate all moves alike, and think ahead",
        "keine policy.py: Stufen und Suche halten alle Züge für gleich gut und denken voraus",
    ),
    "check-no-weights": (
        "no weights for {seats} seats: levels and search rate all moves alike, and think ahead",
        "keine Gewichte für {seats} Plätze: Stufen und Suche halten alle Züge für gleich gut und denken voraus",
    ),
    "check-no-levels": (
        "no levels.py: the levels are the usual ones, which nobody has measured",
        "keine levels.py: die Stufen sind die üblichen, die niemand gemessen hat",
    ),
    "check-no-layout": (
        "no layout.py: what is known of an observation are the names in OBSERVATION",
        "keine layout.py: bekannt sind von einer Beobachtung die Namen in OBSERVATION",
    ),
    "check-layout": (
        "layout.py and OBSERVATION differ in the names or sizes of their fields",
        "layout.py und OBSERVATION haben verschiedene Namen oder Größen der Felder",
    ),
    "check-bounds": (
        "the field {field} has {found}, and layout.py says {low} to {high}",
        "das Feld {field} hat {found}, und layout.py sagt {low} bis {high}",
    ),
    "check-no-rulebook": ("no rulebook: nothing leads to its rules", "kein Regelheft: nichts führt zu seinen Regeln"),
    "check-no-lesson": ("no lesson: newcomers are offered none", "keine Lektion: Neulingen wird keine angeboten"),
    "check-rulebook-prefix": (
        "no rule of the rulebook begins with {prefix}, the rule_prefix in ABOUT, but with {found}",
        "keine Regel im Regelheft beginnt mit {prefix}, dem rule_prefix in ABOUT, sondern mit {found}",
    ),
    "check-bot-move": (
        "the bot {name} made move {move}, which is not legal",
        "der Bot {name} machte Zug {move}, der nicht erlaubt ist",
    ),
    "check-extra": (
        "{name} is not checked: in Wishstone's folder, pip install '.[{extra}]'",
        "{name} ist nicht geprüft: im Ordner von Wishstone pip install '.[{extra}]'",
    ),
    "check-no-picture": (
        "no {file}: the generic picture is drawn",
        "keine {file}: gezeichnet wird das allgemeine Bild",
    ),
    "check-picture": (
        "{file} fails ({reason}), so the generic picture is drawn",
        "{file} scheitert ({reason}), gezeichnet wird das allgemeine Bild",
    ),
    "check-no-export": (
        "{file} has no «export default», the function that makes a picture from a kit",
        "{file} hat kein «export default», die Funktion, die aus einem Kit ein Bild macht",
    ),
    "check-strings": (
        "{file} is there, and not in every language: {others}",
        "{file} gibt es, und nicht in jeder Sprache: {others}",
    ),
    "check-string": (
        "the string {name} is not in all of {files}",
        "der Text {name} steht nicht in allen von {files}",
    ),
    "check-stage-files": ("files", "Dateien"),
    "check-stage-loading": ("loading", "Laden"),
    "check-stage-catalogue": ("catalogue", "Verzeichnis"),
    "check-stage-conformance": ("conformance suite", "Konformität"),
    "check-stage-luck": ("luck", "Glück"),
    "check-stage-opponents": ("opponents", "Gegner"),
    "check-stage-observations": ("observations", "Beobachtungen"),
    "check-stage-learning": ("rulebook and lesson", "Regelheft und Lektion"),
    "check-stage-bots": ("bots", "Bots"),
    "check-stage-records": ("records", "Berichte"),
    "check-stage-environments": ("environments", "Umgebungen"),
    "check-stage-terminal": ("terminal", "Terminal"),
    "check-stage-page": ("page", "Seite"),
    "check-good": ("good", "gut"),
    "check-wrong": ("wrong: {text}", "falsch: {text}"),
    "check-missing": ("not there: {text}", "nicht da: {text}"),
    "check-all-good": (
        "{game} is good; optional parts that are not there: {missing}",
        "{game} ist gut; freiwillige Teile, die nicht da sind: {missing}",
    ),
    "check-all-wrong": ("{game} has faults: {wrong}", "{game} hat Fehler: {wrong}"),
}
