"""Messages and translations: sentences by key, in English and German."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Union

LANGUAGES = ("en", "de")

Value = Union[str, int, "Sentence"]


class Say(Protocol):
    """A function that gives sentences in one language, by key and values."""

    def __call__(self, key: str, **values: Value) -> str:
        """A sentence by its key and values."""


@dataclass(frozen=True)
class Sentence:
    """Something to be said: a key and what goes into it. Values may be sentences themselves."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


def sentence(key: str, **values: Value) -> Sentence:
    """A sentence with its values by name; terms of the notation among them are put into the language spoken."""
    return Sentence(key, values)


class Lexicon:
    """The words of a program or a game: sentences by key, and terms of the notation, each in every language."""

    def __init__(
        self, words: Mapping[str, tuple[str, str]], terms: Mapping[str, tuple[str, str]] | None = None
    ) -> None:
        self.words = {**MESSAGES, **words}
        self.terms = dict(terms or {})

    def say(self, what: Sentence, language: str = "en", who: str = "", names: Sequence[str] = ()) -> str:
        """The sentence in this language; `who` is the name of the person it is about.

        With the names by seat, a second person that it is about, the seat `other`, has a name too.
        """
        values = {name: self._value(value, language, who, names) for name, value in what.values.items()}
        values["who"] = who
        other = what.values.get("other")
        if names and isinstance(other, int):
            values["other"] = names[other]
        return self.words[what.key][LANGUAGES.index(language)].format(**values)

    def saying(self, language: str) -> Say:
        """A function that gives sentences in this language, by key and values."""
        return lambda key, **values: self.say(sentence(key, **values), language)

    def term(self, term: str, language: str = "en") -> str:
        """A term of the notation (`red 3`) in this language."""
        return self.terms[term][LANGUAGES.index(language)] if term in self.terms else term

    def end(self, end: str, language: str = "en") -> str:
        """Why a game ended (`draw-pile`) in this language; the term is `end …` where the word alone means more."""
        return self.term(f"end {end}" if f"end {end}" in self.terms else end, language)

    def _value(self, value: Value, language: str, who: str, names: Sequence[str]) -> str:
        if isinstance(value, Sentence):
            return self.say(value, language, who, names)
        return self.term(value, language) if isinstance(value, str) else number(value)


def number(value: int, sign: bool = False) -> str:
    """A number as people write it, with a real minus sign."""
    return f"{value:+d}".replace("-", "−") if sign else str(value).replace("-", "−")


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the user's locale, English where we do not speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "de" if value.lower().startswith("de") else "en"
    return "en"


# The engine's own messages. The key of an error is its stable code.
MESSAGES: dict[str, tuple[str, str]] = {
    "game-unknown": (
        "there is no game called «{name}»; there is: {known}",
        "es gibt kein Spiel namens «{name}»; es gibt: {known}",
    ),
    "game-left-out": (
        "the game {name} is installed, and left out: {reason}",
        "das Spiel {name} ist installiert und bleibt weg: {reason}",
    ),
    "plugin-id": (
        "there is a game {id} already",
        "ein Spiel {id} gibt es schon",
    ),
    "plugin-package": (
        "there is no package {package}, a folder with an `__init__.py`",
        "es gibt kein Paket {package}, einen Ordner mit einer `__init__.py`",
    ),
    "plugin-slow": (
        "its check did not end within {seconds} seconds",
        "seine Prüfung war nach {seconds} Sekunden nicht zu Ende",
    ),
    "plugin-silent": (
        "its check ended without a verdict (status {status})",
        "seine Prüfung endete ohne Ergebnis (Status {status})",
    ),
    "plugin-raises": (
        "importing {module} fails with {error}",
        "das Importieren von {module} scheitert mit {error}",
    ),
    "plugin-outside": (
        "the file {file} leads out of its folder",
        "die Datei {file} führt aus seinem Ordner hinaus",
    ),
    "plugin-games": (
        "{package} has no `GAMES`, a tuple with an `About` for each game",
        "{package} hat kein `GAMES`, ein Tupel mit einem `About` für jedes Spiel",
    ),
    "plugin-contract": (
        "it is written for version {found} of wishstone.api, and this is version {known}",
        "es ist für Version {found} von wishstone.api geschrieben, und dies ist Version {known}",
    ),
    "plugin-about": (
        "its entry in the catalogue is wrong in {what}",
        "sein Eintrag im Katalog ist falsch in {what}",
    ),
    "plugin-imports": (
        "{file} imports {module}; a game imports wishstone.api, NumPy, Numba and its own folder",
        "{file} importiert {module}; ein Spiel importiert wishstone.api, NumPy, Numba und seinen eigenen Ordner",
    ),
    "plugin-part": (
        "it has no {part}.py",
        "es hat keine {part}.py",
    ),
    "plugin-failed": (
        "it failed with {error}",
        "es ist gescheitert mit {error}",
    ),
    "plugin-conforms": (
        "it does not conform: {finding}",
        "es erfüllt den Vertrag nicht: {finding}",
    ),
    "game-unfit": (
        "{game} cannot be played: {reason}",
        "{game} lässt sich nicht spielen: {reason}",
    ),
    "unfit-missing": (
        "its rules.py and knowledge.py do not define {names}",
        "in seiner rules.py und knowledge.py fehlt {names}",
    ),
    "unfit-seats": (
        "its SEATS are {low} to {high}, and games are for {fewest} to {most}",
        "seine SEATS gehen von {low} bis {high}, und Spiele sind für {fewest} bis {most}",
    ),
    "unfit-about": (
        "its SEATS are {low} to {high}, and its ABOUT says {about_low} to {about_high}",
        "seine SEATS gehen von {low} bis {high}, und sein ABOUT sagt {about_low} bis {about_high}",
    ),
    "unfit-count": (
        "its {name} is {value}, and has to be from 1 to {most}",
        "sein {name} ist {value} und muss von 1 bis {most} gehen",
    ),
    "unfit-field": (
        "its State has no single number called {name}",
        "sein State hat keine einzelne Zahl namens {name}",
    ),
    "unfit-bytes": (
        "its State has {bytes} bytes, more than {most}",
        "sein State hat {bytes} Bytes, mehr als {most}",
    ),
    "unfit-total": (
        "its ITEMS do not end with total",
        "seine ITEMS enden nicht mit total",
    ),
    "seats-wrong": (
        "{game} is played by {low} to {high}, not by {seats}",
        "{game} wird zu {low} bis {high} gespielt, nicht zu {seats}",
    ),
    "first-wrong": (
        "there is no seat {first} to begin; the seats are 0 to {last}",
        "es gibt keinen Platz {first}, der beginnen könnte; die Plätze sind 0 bis {last}",
    ),
    "seat-wrong": (
        "there is no seat {seat}; the seats are 0 to {last}",
        "es gibt keinen Platz {seat}; die Plätze sind 0 bis {last}",
    ),
    "onlooker-wrong": (
        "there is no seat {seat} to see it; the seats are 0 to {last}, and -1 is an onlooker",
        "es gibt keinen Platz {seat}, der es sähe; die Plätze sind 0 bis {last}, und -1 ist ein Zuschauer",
    ),
    "option-unknown": (
        "{game} has no option «{name}»; it has: {known}",
        "{game} hat keine Option «{name}»; es hat: {known}",
    ),
    "option-value": (
        "option {name} cannot be «{value}»; it can be: {known}",
        "die Option {name} kann nicht «{value}» sein; möglich: {known}",
    ),
    "data-unknown": (
        "{game} has no {name} to replace; it has: {known}",
        "{game} hat nichts Ersetzbares namens «{name}»; es hat: {known}",
    ),
    "data-form": (
        "{path} is not a {kind} file: {reason}",
        "{path} ist keine {kind}-Datei: {reason}",
    ),
    "option-form": (
        "an option is written NAME=VALUE, not «{text}»",
        "eine Option schreibt man NAME=WERT, nicht «{text}»",
    ),
    "rulebook-none": (
        "{game} has no rulebook",
        "{game} hat kein Regelheft",
    ),
    "lesson-none": (
        "{game} has no lesson",
        "{game} hat keine Lektion",
    ),
    "weights-other": (
        "{file} does not fit the policy.py of {game}: fit the weights anew with `python -m wishstone.train {game}`",
        "{file} passt nicht zur policy.py von {game}: bestimme die Gewichte neu mit `python -m wishstone.train {game}`",
    ),
    "policy-none": (
        "{game} has no policy.py, so there are no weights to fit",
        "{game} hat keine policy.py, also keine Gewichte zu bestimmen",
    ),
    "bot-unknown": (
        "there is no bot called «{name}»; there is: {known}",
        "es gibt keinen Bot namens «{name}»; es gibt: {known}",
    ),
    "bot-simulations": (
        "«{name}» asks for no number of simulations from 1 to {most}",
        "«{name}» nennt keine Zahl von Simulationen von 1 bis {most}",
    ),
    "bot-thoughtless": (
        "«{name}» cannot have a number of simulations: that bot does not think ahead; «search», «hard» and «expert» do",
        "«{name}» kann keine Simulationen haben: dieser Bot denkt nicht voraus; «search», «hard» und «expert» tun es",
    ),
    "bot-styleless": (
        "«{name}» cannot have a style: {game} has no fitted player",
        "«{name}» kann keinen Stil haben: {game} hat keinen trainierten Spieler",
    ),
    "bot-style": (
        "there is no style «{style}» for «{name}»; there is: {known}",
        "den Stil «{style}» für «{name}» gibt es nicht; es gibt: {known}",
    ),
    "weights-form": (
        "{path} holds no weights, as python -m wishstone.train writes them",
        "{path} enthält keine Gewichte, wie python -m wishstone.train sie schreibt",
    ),
    "weights-seats": (
        "the weights of «{name}» are for {known} seats, not for {seats}",
        "die Gewichte von «{name}» sind für {known} Plätze, nicht für {seats}",
    ),
    "net-form": (
        "{path} is not a net of the format {format}",
        "{path} ist kein Netz im Format {format}",
    ),
    "net-game": (
        "{path} is a net for {found}, not for {game}",
        "{path} ist ein Netz für {found}, nicht für {game}",
    ),
    "net-rules": (
        "{path} is a net for other rules of {game}, or for another layout of what a seat knows",
        "{path} ist ein Netz für andere Regeln von {game} oder für eine andere Anordnung dessen, was ein Platz weiß",
    ),
    "net-seats": (
        "«{name}» was not trained for {seats} seats, but for: {known}",
        "«{name}» wurde nicht für {seats} Plätze trainiert, sondern für: {known}",
    ),
    "bots-count": (
        "the bots have {seats} seats here, so name one for all or {seats}, not {count}",
        "die Bots haben hier {seats} Plätze: nenne einen für alle oder {seats}, nicht {count}",
    ),
    "count-wrong": (
        "{name} must be from {low} to {high}, not {value}",
        "{name} muss von {low} bis {high} gehen, nicht {value}",
    ),
    "file-unreadable": (
        "cannot read {path}: {reason}; name a file that exists and may be read",
        "{path} lässt sich nicht lesen: {reason}; gib eine Datei an, die es gibt und die lesbar ist",
    ),
    "file-unwritable": (
        "cannot write {path}: {reason}; nothing was written, name a place that may be written to",
        "{path} lässt sich nicht schreiben: {reason}; nichts wurde geschrieben, gib einen beschreibbaren Ort an",
    ),
    "rules-unknown": (
        "there is no version {found} of the rules of {game}; versions this program plays: {known}",
        "es gibt keine Fassung {found} der Regeln von {game}; Fassungen dieses Programms: {known}",
    ),
    "engine-unknown": (
        "{switch} is «{name}», and it can be: {known}",
        "{switch} ist «{name}», möglich ist: {known}",
    ),
    # moves
    "none": ("none", "keine"),
    "move-malformed": (
        "«{text}» is no move of this game; moves look like {examples}",
        "«{text}» ist kein Zug dieses Spiels; Züge sehen so aus: {examples}",
    ),
    "move-ambiguous": (
        "«{text}» can mean {candidates}; write more of it",
        "«{text}» kann {candidates} heißen; schreib mehr davon",
    ),
    "move-illegal": (
        "cannot {move}: {reason} ({rule}); allowed: {allowed}",
        "«{move}» geht nicht: {reason} ({rule}); erlaubt: {allowed}",
    ),
    "move-outcome": (
        "«{move}» cannot come now; possible: {allowed}",
        "«{move}» kann jetzt nicht kommen; möglich: {allowed}",
    ),
    "move-over": (
        "cannot {move}: the game is over; start another one",
        "«{move}» geht nicht: Das Spiel ist aus; fang ein neues an",
    ),
    "move-by": (
        "seat {by} cannot move now: it is the turn of {actor}",
        "Platz {by} kann jetzt nicht ziehen: Am Zug ist {actor}",
    ),
    "move-stale": (
        "this move was made for event {number}, and the game is at event {current}; look again and choose anew",
        "dieser Zug war für Ereignis {number} gedacht, das Spiel ist bei Ereignis {current}; schau hin und wähle neu",
    ),
    "actor-chance": ("chance", "der Zufall"),
    "actor-seat": ("seat {seat}", "Platz {seat}"),
    "actor-nobody": ("nobody", "niemand"),
    "and-more": ("{shown} and {count} more", "{shown} und {count} weitere"),
    # records
    "record-empty": (
        'the record is empty; its first line should be a header with "format":"wishstone-record/1"',
        'der Spielbericht ist leer; die erste Zeile sollte ein Kopf mit "format":"wishstone-record/1" sein',
    ),
    "record-bytes": (
        "line {line} is not UTF-8 text; a record is UTF-8 throughout",
        "Zeile {line} ist kein UTF-8-Text; ein Spielbericht ist durchweg UTF-8",
    ),
    "record-line": (
        "line {line} is not one JSON object ({reason}); every line should be one",
        "Zeile {line} ist kein JSON-Objekt ({reason}); jede Zeile sollte eines sein",
    ),
    "record-newline": (
        "line {line}, the last, does not end with a line feed; the record may have been cut off",
        "Zeile {line}, die letzte, endet nicht mit einem Zeilenvorschub; vielleicht ist der Bericht abgeschnitten",
    ),
    "record-format": (
        "line 1 has the format «{format}»; this program reads wishstone-record/1",
        "Zeile 1 hat das Format «{format}»; dieses Programm liest wishstone-record/1",
    ),
    "record-header": (
        "line 1, the header: «{key}» is {value}, and should be {wanted}",
        "Zeile 1, der Kopf: «{key}» ist {value} und sollte {wanted} sein",
    ),
    "record-game": ("line 1, the header: {reason}", "Zeile 1, der Kopf: {reason}"),
    "record-rules": (
        "line 1: the record follows version {found} of the rules of {game}; versions this program plays: {known}",
        "Zeile 1: Der Bericht folgt Fassung {found} der Regeln von {game}; Fassungen dieses Programms: {known}",
    ),
    "record-number": (
        "line {line}: the event has the number {found}, and should have {wanted}",
        "Zeile {line}: Das Ereignis hat die Nummer {found} und sollte {wanted} haben",
    ),
    "record-event": (
        'line {line}: an event needs "n", "by" and "move"; «{key}» is {value}, and should be {wanted}',
        'Zeile {line}: Ein Ereignis braucht "n", "by" und "move"; «{key}» ist {value} und sollte {wanted} sein',
    ),
    "record-by": (
        "line {line}: event {number} is by {found}, and the rules say it is the turn of {wanted}",
        "Zeile {line}: Ereignis {number} ist von {found}, und nach den Regeln ist {wanted} am Zug",
    ),
    "record-move": (
        "line {line}, event {number}: {reason}",
        "Zeile {line}, Ereignis {number}: {reason}",
    ),
    "record-legal": (
        "line {line}, event {number}: «{key}» does not list what the rules allow; entry {entry} should be {wanted}",
        "Zeile {line}, Ereignis {number}: «{key}» nennt nicht, was die Regeln erlauben; Eintrag {entry}: {wanted}",
    ),
    "record-after": (
        "line {line} stands after the footer; a record ends with its footer",
        "Zeile {line} steht nach dem Fuß; ein Bericht endet mit seinem Fuß",
    ),
    "record-footer": (
        "line {line}, the footer: «{key}» is {value}, and should be {wanted}",
        "Zeile {line}, der Fuß: «{key}» ist {value} und sollte {wanted} sein",
    ),
    "record-footer-form": (
        "line {line}, the footer, is not written as the format writes it: {wanted}",
        "Zeile {line}, der Fuß, ist nicht so geschrieben, wie das Format es tut: {wanted}",
    ),
    "record-digest": (
        "line {line}: the digest does not match the lines before it; something in them was changed",
        "Zeile {line}: Die Prüfsumme passt nicht zu den Zeilen davor; etwas darin wurde geändert",
    ),
    "record-unfinished": (
        "the record stops after line {line} without a footer; it may have been cut off",
        "der Bericht hört nach Zeile {line} ohne Fuß auf; vielleicht ist er abgeschnitten",
    ),
    "record-seen": (
        "this record shows only what seat {seat} saw, so its moves cannot be replayed; take the full record",
        "dieser Bericht zeigt nur, was Platz {seat} gesehen hat, er lässt sich nicht nachspielen; nimm den vollen",
    ),
    # fair dice
    "record-fairness": (
        "line 1, the header: «fairness.{key}» is {value}, and should be {wanted}",
        "Zeile 1, der Kopf: «fairness.{key}» ist {value} und sollte {wanted} sein",
    ),
    "fair-method": ("{method}, the only one known here", "{method}, das einzige hier bekannte"),
    "fair-commitment": ("a SHA-256, 64 digits of 0–9 and a–f", "ein SHA-256, 64 Ziffern aus 0–9 und a–f"),
    "fair-numbers": (
        "a list of {seats} numbers, one for each seat, each of 32 digits of 0–9 and a–f",
        "eine Liste von {seats} Zahlen, eine je Platz, jede aus 32 Ziffern aus 0–9 und a–f",
    ),
    "fair-secret": (
        "32 bytes, 64 digits of 0–9 and a–f, or left out",
        "32 Bytes, 64 Ziffern aus 0–9 und a–f, oder weggelassen",
    ),
    "record-secret": (
        "line 1, the header: «fairness.secret» is missing, and should be there: this game is over",
        "Zeile 1, der Kopf: «fairness.secret» fehlt und sollte dastehen: Dieses Spiel ist aus",
    ),
    "record-commitment": (
        "line 1, the header: the SHA-256 of the secret is {found}, and should be the commitment, {wanted}; "
        "one of the two is not what it was when the game began",
        "Zeile 1, der Kopf: Der SHA-256 des Geheimnisses ist {found} und sollte das Versprechen sein, {wanted}; "
        "eines von beiden ist nicht das, was es beim Beginn war",
    ),
    "record-first": (
        "line 1, the header: «first» is {found}, and should be {wanted}: that seat was drawn by lot, by draw 0",
        "Zeile 1, der Kopf: «first» ist {found} und sollte {wanted} sein: Diesen Platz hat das Los bestimmt, Ziehung 0",
    ),
    "record-draw": (
        "line {line}, event {number}: «draw» is {value}, and should be {wanted}",
        "Zeile {line}, Ereignis {number}: «draw» ist {value} und sollte {wanted} sein",
    ),
    "draw-number": ("the number of its draw, from 0", "die Nummer seiner Ziehung, ab 0"),
    "draw-none": ("left out: a seat's move is not drawn", "weggelassen: Der Zug eines Platzes wird nicht gezogen"),
    "draw-unproved": (
        "left out: line 1, the header, has no «fairness» to prove a draw by",
        "weggelassen: Zeile 1, der Kopf, hat kein «fairness», mit dem sich eine Ziehung prüfen ließe",
    ),
    "draw-start": ("0, or 1 where draw 0 chose who is first", "0, oder 1, wo Ziehung 0 bestimmt hat, wer beginnt"),
    "draw-next": (
        "{next}: since draw {last} no seat has moved, so nothing was undone",
        "{next}: Seit Ziehung {last} hat kein Platz gezogen, also wurde nichts zurückgenommen",
    ),
    "draw-later": (
        "{next} or more: draw {last} is used before, and no draw is used twice",
        "{next} oder mehr: Ziehung {last} ist davor verbraucht, und keine Ziehung gilt zweimal",
    ),
    "record-outcome": (
        "line {line}, event {number}: the outcome is «{found}», and should be «{wanted}»: draw {draw} gives that",
        "Zeile {line}, Ereignis {number}: Es kam «{found}», richtig ist «{wanted}»: Das ergibt Ziehung {draw}",
    ),
    "record-undone": (
        "line {line}, the footer: «undone» is {value}, and should be {wanted}",
        "Zeile {line}, der Fuß: «undone» ist {value} und sollte {wanted} sein",
    ),
    "undone-list": (
        "a list of numbers of draws, each greater than the one before",
        "eine Liste von Nummern von Ziehungen, jede größer als die davor",
    ),
    "undone-used": (
        "without {draw}: that draw stands in line {line}",
        "ohne {draw}: Diese Ziehung steht in Zeile {line}",
    ),
    "undone-start": (
        "without {draw}: before the first outcome there was nothing to undo",
        "ohne {draw}: Vor dem ersten Ergebnis gab es nichts zurückzunehmen",
    ),
    "record-draw-gap": (
        "line {line}, the footer: draw {draw} gave no outcome of this record, so «undone» should list it",
        "Zeile {line}, der Fuß: Ziehung {draw} ergab nichts in diesem Bericht, also sollte «undone» sie nennen",
    ),
}
