"""Messages of the game: every sentence in English and German, by key."""

from __future__ import annotations

STONES = ("round", "flat 1", "flat 2", "flat 3")  # by kind, as the notation names them

TERMS: dict[str, tuple[str, str]] = {
    "throw": ("throw", "werfen"),
    "stop": ("stop", "aufhören"),
    "round": ("round", "rund"),
    "flat 1": ("flat 1", "flach 1"),
    "flat 2": ("flat 2", "flach 2"),
    "flat 3": ("flat 3", "flach 3"),
    "skips": ("skips", "Sprünge"),
    "total": ("total", "Summe"),
    "turns": ("everybody has had all turns", "alle haben alle Züge gehabt"),
}

WORDS: dict[str, tuple[str, str]] = {
    # the story of a move; with -you it is told to whoever makes it
    "story-throw-you": ("You throw a stone.", "Du wirfst einen Stein."),
    "story-throw": ("{who} throws a stone.", "{who} wirft einen Stein."),
    "story-skip": ("It is {stone}: skips in this turn {skips}.", "Er ist {stone}: Sprünge in diesem Zug {skips}."),
    "story-sink-you": (
        "It is round, and sinks. You get nothing for {skips}.",
        "Er ist rund und geht unter. Für {skips} bekommst du nichts.",
    ),
    "story-sink": (
        "It is round, and sinks. {who} gets nothing for {skips}.",
        "Er ist rund und geht unter. Für {skips} bekommt {who} nichts.",
    ),
    "story-stop-you": ("You stop and keep {skips}.", "Du hörst auf und behältst {skips}."),
    "story-stop": ("{who} stops and keeps {skips}.", "{who} hört auf und behält {skips}."),
    # what lies on the table, and what is asked for
    "view-bag": ("In the bag", "Im Beutel"),
    "view-skips": ("Skips in this turn", "Sprünge in diesem Zug"),
    "view-turns": ("Turns left", "Züge übrig"),
    "ask-choosing": ("Your turn. Throw a stone, or stop?", "Du bist am Zug. Wirfst du, oder hörst du auf?"),
    # why a move is refused
    "why-throw-first": ("you throw at least one stone", "einen Stein wirfst du mindestens"),
}
