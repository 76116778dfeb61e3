"""Messages of simulation jobs and clusters: every refusal in English and German, by key."""

from __future__ import annotations

from wishstone.game.words import Lexicon

WORDS: dict[str, tuple[str, str]] = {
    "series-file": (
        "{path} is not a file of a simulation (its first line should have the format {format}); name another one",
        "{path} ist keine Datei einer Simulation (die erste Zeile sollte das Format {format} haben); nenne eine andere",
    ),
    "series-busy": (
        "another simulation is adding to {path} just now; wait for its end, or name another file",
        "eine andere Simulation schreibt gerade in {path}; warte ihr Ende ab oder nenne eine andere Datei",
    ),
    "series-other": (
        "{path} holds another simulation: its {key} is {found}, not {wanted}; name another file, or ask for the same",
        "{path} enthält eine andere Simulation: {key} ist dort {found}, nicht {wanted}; nenne eine andere Datei",
    ),
    "series-line": (
        "line {line} of {path} does not say how this simulation stands; name another file, or delete the line",
        "Zeile {line} von {path} sagt nicht, wie diese Simulation steht; nenne eine andere Datei oder lösche die Zeile",
    ),
    "places-two": (
        "{one} and {other} both say where to play; name only one of them",
        "{one} und {other} sagen beide, wo gespielt wird; nenne nur eines davon",
    ),
    "cluster-package": (
        "a cluster needs the package distributed; in Wishstone's folder: pip install '.[cluster]'",
        "ein Cluster braucht das Paket distributed; im Ordner von Wishstone: pip install '.[cluster]'",
    ),
    "cluster-address": (
        "«{address}» is no scheduler's address; name one as in tcp://HOST:8786, or say: --cluster local",
        "«{address}» ist keine Adresse eines Schedulers; nenne eine wie tcp://HOST:8786 oder sag: --cluster local",
    ),
    "cluster-nobody": (
        "no Dask scheduler answers at «{address}» ({reason}); name one as in tcp://HOST:8786, or say: --cluster local",
        "unter «{address}» antwortet kein Dask-Scheduler ({reason}); nenne einen wie tcp://HOST:8786 oder sag: "
        "--cluster local",
    ),
    "cluster-died": (
        "the workers of the cluster kept dying over the same piece of work ({reason}), perhaps for want of memory",
        "die Worker des Clusters starben wiederholt an derselben Arbeit ({reason}), vielleicht aus Speichernot",
    ),
    "cluster-game": (
        "the worker {worker} has no game {game}; install it there",
        "der Worker {worker} hat kein Spiel {game}; installiere es dort",
    ),
    "cluster-version": (
        "the worker {worker} has other rules or bots ({theirs}) than this machine ({ours}); install the same version",
        "der Worker {worker} hat andere Regeln oder Bots ({theirs}) als dieser Rechner ({ours}); installiere dort "
        "dieselbe Version",
    ),
}
LEXICON = Lexicon(WORDS)
