"""Messages of the arena: every refusal in English and German, by key."""

from __future__ import annotations

from wishstone.game.words import Lexicon

WORDS: dict[str, tuple[str, str]] = {
    "arena-nobody": (
        "nobody plays yet; name one bot for each seat with --bots, as in: wishstone arena {game} --bots {example}",
        "noch spielt niemand; nenne mit --bots für jeden Platz einen, etwa: wishstone arena {game} --bots {example}",
    ),
    "arena-both": (
        "--bots is one line-up and --pool a round robin; name only one of them",
        "--bots ist eine Besetzung, --pool ein Turnier jeder gegen jeden; nenne nur eines davon",
    ),
    "arena-seats": (
        "--seats says {seats}, and --bots names {count}; in the arena each seat has a bot of its own",
        "--seats sagt {seats}, --bots nennt {count}; in der Arena hat jeder Platz seinen eigenen Bot",
    ),
    "arena-twice": (
        "«{name}» is in the pool twice; name everyone once",
        "«{name}» steht zweimal im Feld; nenne jeden einmal",
    ),
    "arena-pool": (
        "a round robin for {seats} seats needs {seats} different bots at least, and the pool has {count}",
        "ein Turnier mit {seats} Plätzen braucht mindestens {seats} verschiedene Bots, und das Feld hat {count}",
    ),
    "arena-illegal": (
        "the bot «{name}» chose move {move}, which is not legal; the arena cannot go on with it",
        "der Bot «{name}» wählte Zug {move}, der nicht erlaubt ist; so kann die Arena nicht weitergehen",
    ),
    "arena-died": (
        "a process that played ended by itself with status {status}, perhaps for want of memory; try fewer --jobs",
        "ein Prozess, der spielte, endete mit Status {status}, vielleicht aus Speichernot; nimm weniger --jobs",
    ),
    "arena-file": (
        "{path} is not a file of an arena (its first line should have the format {format}); name another one",
        "{path} ist keine Datei einer Arena (die erste Zeile sollte das Format {format} haben); nenne eine andere",
    ),
    "arena-busy": (
        "another arena is adding to {path} just now; wait for its end, or name another file",
        "eine andere Arena schreibt gerade in {path}; warte ihr Ende ab oder nenne eine andere Datei",
    ),
    "arena-other": (
        "{path} holds another arena: its {key} is {found}, not {wanted}; name another file, or ask for the same",
        "{path} enthält eine andere Arena: {key} ist dort {found}, nicht {wanted}; nenne eine andere Datei",
    ),
    "arena-line": (
        "line {line} of {path} is not a deal of this arena; name another file, or delete the line",
        "Zeile {line} von {path} ist keine Austeilung dieser Arena; nenne eine andere Datei oder lösche die Zeile",
    ),
}
LEXICON = Lexicon(WORDS)
