"""Messages of Cairns: every sentence in English and German, by key."""

from __future__ import annotations

STONES = range(1, 10)

TERMS: dict[str, tuple[str, str]] = {
    **{f"stone {weight}": (f"stone {weight}", f"Stein {weight}") for weight in STONES},
    "cairns": ("cairns", "Steinmännchen"),
    "scree": ("scree", "Geröll"),
    "brook": ("brook", "Bach"),
    "saddle": ("saddle", "Sattel"),
    "summit": ("summit", "Gipfel"),
    "heights": ("heights", "Höhen"),
    "crowns": ("crowns", "Kronen"),
    "falls": ("falls", "Stürze"),
    "total": ("total", "Summe"),
    "stones": ("all stones are set", "alle Steine sind gesetzt"),
}

WORDS: dict[str, tuple[str, str]] = {
    # the story of a move; with -you it is told to whoever makes it
    "story-deal-you": ("You are dealt {stone}.", "Du bekommst {stone}."),
    "story-deal": ("{who} is dealt {stone}.", "{who} bekommt {stone}."),
    "story-deal-hidden": ("{who} is dealt a stone.", "{who} bekommt einen Stein."),
    "story-draw-you": ("You draw {stone}.", "Du ziehst {stone}."),
    "story-draw": ("{who} draws {stone}.", "{who} zieht {stone}."),
    "story-draw-hidden": ("{who} draws a stone.", "{who} zieht einen Stein."),
    "story-begin-you": (
        "You begin a cairn with {stone} ({place}): {points}.",
        "Du beginnst ein Steinmännchen mit {stone} ({place}): {points}.",
    ),
    "story-begin": (
        "{who} begins a cairn with {stone} ({place}): {points}.",
        "{who} beginnt ein Steinmännchen mit {stone} ({place}): {points}.",
    ),
    "story-push-you": (
        "You push {top} away and begin anew with {stone} ({place}): {points}.",
        "Du schiebst {top} weg und beginnst neu mit {stone} ({place}): {points}.",
    ),
    "story-push": (
        "{who} pushes {top} away and begins anew with {stone} ({place}): {points}.",
        "{who} schiebt {top} weg und beginnt neu mit {stone} ({place}): {points}.",
    ),
    "story-set-you": (
        "You set {stone} onto {top} ({place}): {points}.",
        "Du setzt {stone} auf {top} ({place}): {points}.",
    ),
    "story-set": (
        "{who} sets {stone} onto {top} ({place}): {points}.",
        "{who} setzt {stone} auf {top} ({place}): {points}.",
    ),
    "story-crown-you": (
        "You finish a cairn with {stone} ({place}): {points}.",
        "Du vollendest ein Steinmännchen mit {stone} ({place}): {points}.",
    ),
    "story-crown": (
        "{who} finishes a cairn with {stone} ({place}): {points}.",
        "{who} vollendet ein Steinmännchen mit {stone} ({place}): {points}.",
    ),
    "story-fall-you": (
        "You set {stone} onto {top} ({place}): {fallen} stones fall, and you pick up {top}.",
        "Du setzt {stone} auf {top} ({place}): {fallen} Steine stürzen, und du hebst {top} auf.",
    ),
    "story-fall": (
        "{who} sets {stone} onto {top} ({place}): {fallen} stones fall, and {who} picks up {top}.",
        "{who} setzt {stone} auf {top} ({place}): {fallen} Steine stürzen, und {who} hebt {top} auf.",
    ),
    # why a move is refused
    "why-not-held": ("you hold no {stone}", "«{stone}» hast du nicht auf der Hand"),
}
