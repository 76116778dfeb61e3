"""Messages of the trainer: every sentence in English and German, by key."""

from __future__ import annotations

from wishstone.game.words import Lexicon

WORDS: dict[str, tuple[str, str]] = {
    "train-setting": (
        "{name} must be from 0 to 1, not {value}",
        "{name} muss zwischen 0 und 1 liegen, nicht bei {value}",
    ),
    "train-rate": (
        "--rate and --last-rate must be above 0",
        "--rate und --last-rate müssen über 0 liegen",
    ),
    "train-folder": (
        "{path} holds a training with {name} {found}, not {wanted}; choose another folder with --out",
        "{path} enthält ein Training mit {name} {found}, nicht {wanted}; wähle mit --out einen anderen Ordner",
    ),
    "train-checkpoint": (
        "{path} is no checkpoint that this version can go on from",
        "{path} ist kein Zwischenstand, mit dem diese Version weitermachen kann",
    ),
    "train-log": (
        "{path} holds no report of a training",
        "{path} enthält keinen Bericht eines Trainings",
    ),
    "train-plots": (
        "curves need matplotlib; in Wishstone's folder: pip install '.[report]'",
        "Kurven brauchen matplotlib; im Ordner von Wishstone: pip install '.[report]'",
    ),
}
LEXICON = Lexicon(WORDS)
