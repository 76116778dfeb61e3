"""Messages of the environments: every refusal in English and German, by key."""

from __future__ import annotations

from wishstone.game.errors import UsageError
from wishstone.game.words import Lexicon, Value

WORDS: dict[str, tuple[str, str]] = {
    "env-reward": (
        "the reward cannot be «{name}»; it can be: {known}",
        "der Lohn kann nicht «{name}» sein; möglich: {known}",
    ),
    "env-setting": (
        "{maker} got an unexpected keyword argument '{name}'; it has: {known}",
        "{maker} hat keine Einstellung «{name}»; es gibt: {known}",
    ),
    "env-told": ("{text}", "{text}"),
    "env-not-reset": (
        "the environment has not been reset yet: call reset() before {name}()",
        "die Umgebung ist noch nicht zurückgesetzt: erst reset(), dann {name}()",
    ),
    "env-resample": (
        "the past of {game} cannot be dealt anew: that needs hands of cards, `hand` and `known` in its OBSERVATION",
        "die Vergangenheit von {game} lässt sich nicht neu geben: dafür braucht es Kartenhände, `hand` und `known` in "
        "seiner OBSERVATION",
    ),
    "env-over": (
        "the game is over: call reset() before the next step()",
        "das Spiel ist aus: erst reset(), dann der nächste step()",
    ),
    "env-quick": (
        "«{name}» cannot play many games at once; here a bot can be: {known}",
        "«{name}» kann nicht viele Spiele zugleich spielen; möglich sind hier: {known}",
    ),
    "env-shapes": (
        "the net of «{name}» has another shape than the first net here; all nets that play here must have the same",
        "das Netz von «{name}» hat eine andere Form als das erste hier; alle, die hier spielen, brauchen dieselbe",
    ),
    "env-nobody": (
        "bots play all seats, so there is nothing to decide; leave a seat to the learner with None",
        "Bots spielen alle Plätze, es gibt nichts zu entscheiden; mit None bleibt ein Platz für den Lerner",
    ),
    "env-pool": (
        "a pool of opponents names one bot at least, and the learner is none of them",
        "eine Auswahl von Gegnern nennt mindestens einen Bot, und der Lerner gehört nicht dazu",
    ),
    "dataset-extra": (
        "a dataset needs pyarrow, which is not installed; in Wishstone's folder: pip install '.[report]'",
        "ein Datensatz braucht pyarrow, das nicht installiert ist; im Ordner von Wishstone: pip install '.[report]'",
    ),
    "dataset-folder": (
        "{path} holds something else already; name a new folder",
        "{path} enthält schon etwas anderes; nenne einen neuen Ordner",
    ),
    "dataset-other": (
        "{path} holds a dataset of other games, bots or settings; name another folder to keep both",
        "{path} enthält einen Datensatz anderer Spiele, Bots oder Einstellungen; nenne einen anderen Ordner",
    ),
    "env-moves": (
        "step() takes a whole number for each of the {count} games, as an array of the shape ({count},); this is {got}",
        "step() nimmt für jedes der {count} Spiele eine ganze Zahl, als Feld der Form ({count},); dies ist {got}",
    ),
    "env-illegal": (
        "game {place}, seat {seat}: {reason}",
        "Spiel {place}, Platz {seat}: {reason}",
    ),
    "env-count": (
        "there must be at least one game, not {count}",
        "es muss mindestens ein Spiel sein, nicht {count}",
    ),
    "env-illegal-id": (
        "game {place}, seat {seat}: the move {move} is not legal; env.masks has those that are",
        "Spiel {place}, Platz {seat}: der Zug {move} ist nicht erlaubt; env.masks zeigt, welche es sind",
    ),
}
LEXICON = Lexicon(WORDS)


class SettingError(UsageError, TypeError):
    """A setting that there is not: in Python's words, by which tools of others notice what they need not say.

    Gymnasium raises it anew, with the sentence and more; that is all there is to say then.
    """

    def __init__(self, code: str, **values: Value) -> None:
        if code in WORDS:
            super().__init__(code, LEXICON, **values)
        else:
            super().__init__("env-told", LEXICON, text=code)


def refuse(code: str, **values: Value) -> UsageError:
    """The error with this code, ready to be raised."""
    return UsageError(code, LEXICON, **values)
