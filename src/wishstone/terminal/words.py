"""Texts of the terminal client: every sentence of its own in English and German, by key."""

from __future__ import annotations

from wishstone.game.words import Lexicon

WORDS: dict[str, tuple[str, str]] = {
    # who is who
    "you": ("You", "Du"),
    "and": ("{first} and {last}", "{first} und {last}"),
    "bot-random": ("random bot", "Zufallsbot"),
    "bot-greedy": ("greedy bot", "gieriger Bot"),
    "story-also": ("{told}, {also}", "{told}, {also}"),
    # beginning and going on
    "begin-you": ("{title}: a new game. You begin.", "{title}: ein neues Spiel. Du beginnst."),
    "begin": ("{title}: a new game. {who} begins.", "{title}: ein neues Spiel. {who} beginnt."),
    "newcomer": (
        "New here? Type «rules» for the rules, «hint» for a suggestion, «?» for help.",
        "Neu hier? «regeln» zeigt die Regeln, «tipp» schlägt einen Zug vor, «?» hilft.",
    ),
    "getting-ready": (
        "Getting ready to think ahead; the first time on this machine that takes up to a minute …",
        "Das Vorausdenken wird vorbereitet; beim ersten Mal auf diesem Rechner dauert das bis zu einer Minute …",
    ),
    "moved-instead": (
        "{who} gave no move that counts; {instead} moved instead.",
        "{who} hat keinen gültigen Zug genannt; stattdessen zog {instead}.",
    ),
    "again": ("The game goes on where you left it.", "Das Spiel geht weiter, wo du aufgehört hast."),
    "ask-resume": (
        "A game of {title} against {others} is not finished ({date}). Go on with it?",
        "Ein Spiel {title} gegen {others} ist noch nicht zu Ende ({date}). Weiterspielen?",
    ),
    "ask-new": ("Begin a new game?", "Ein neues Spiel beginnen?"),
    "ask-another": ("Another game?", "Noch ein Spiel?"),
    "yes-no": ("[Y/n]", "[J/n]"),
    "say-yes-no": ("Please answer y or n.", "Bitte antworte mit j oder n."),
    "no-saved-game": (
        "There is no saved game; this is a new one.",
        "Es gibt kein gespeichertes Spiel; dies ist ein neues.",
    ),
    "earlier": ("… and {count} lines before; «log» shows them.", "… und {count} Zeilen davor; «verlauf» zeigt sie."),
    # the asking line and the answers to it
    "help-at-hand": ("? help", "? Hilfe"),
    "look-again": ("Enter shows the table again.", "Die Eingabetaste zeigt wieder den Tisch."),
    "number-wrong": (
        "There is no move {number} here; {choice}.",
        "Zug {number} gibt es hier nicht; {choice}.",
    ),
    "number-range": ("choose 1 to {last}", "wähle 1 bis {last}"),
    "number-only": ("1 is the only one", "der einzige ist 1"),
    "hint": (
        "Hint: {number}, {move}{change}: {chance} to win, about {points} points in the end.",
        "Tipp: {number}, {move}{change}: {chance} Siegchance, am Ende etwa {points} Punkte.",
    ),
    "hint-next": (
        "Next best: {number}, {move}: {chance}, that is {less} less.",
        "Danach: {number}, {move}: {chance}, also {less} weniger.",
    ),
    "hint-equal": (
        "As good, as far as can be told: {number}, {move}.",
        "Ebenso gut, soweit zu erkennen: {number}, {move}.",
    ),
    "hint-only": ("There is no other move.", "Einen anderen Zug gibt es nicht."),
    "hint-why": ("What makes the difference, in points:", "Was den Unterschied macht, in Punkten:"),
    "hint-thinking": ("Thinking …", "Ich denke nach …"),
    "hint-change": ("  ({change})", "  ({change})"),
    "log-empty": ("Nothing has happened yet.", "Noch ist nichts geschehen."),
    "log-count": (
        "After «log» comes how many lines to show, not «{text}».",
        "Nach «verlauf» kommt, wie viele Zeilen, nicht «{text}».",
    ),
    "rule-unknown": (
        "There is no rule {id}; «rules» shows them all.",
        "Es gibt keine Regel {id}; «regeln» zeigt alle.",
    ),
    "rules-none": ("This game has no rulebook here.", "Zu diesem Spiel gibt es hier keine Regeln."),
    "picture-failed": (
        "The picture of this game does not work ({reason}); this is a plain one.",
        "Das Bild dieses Spiels funktioniert nicht ({reason}); dies ist ein schlichtes.",
    ),
    # saving
    "farewell": (
        "The game is saved. Go on with it: {command} --resume",
        "Das Spiel ist gespeichert. Weiter geht es mit: {command} --resume",
    ),
    "farewell-unsaved": ("This game could not be saved.", "Dieses Spiel ließ sich nicht speichern."),
    "save-failed": (
        "This game cannot be saved ({reason}); it goes on without.",
        "Dieses Spiel lässt sich nicht speichern ({reason}); es geht trotzdem weiter.",
    ),
    "save-broken": (
        "A saved game cannot be read and was left as it is: {path}",
        "Ein gespeichertes Spiel lässt sich nicht lesen und bleibt, wie es ist: {path}",
    ),
    "save-reason": ("  {reason}", "  {reason}"),
    "save-person": (
        "line 1, the header, does not say which player is the person and which are bots",
        "Zeile 1, der Kopf, sagt nicht, wer der Mensch ist und wer Bots sind",
    ),
    "record-saved": ("The record of this game: {path}", "Der Bericht dieses Spiels: {path}"),
    # the end
    "over": ("The game is over: {reason}.", "Das Spiel ist aus: {reason}."),
    "win-you": ("You win with {points}.", "Du gewinnst mit {points}."),
    "win": ("{who} wins with {points}.", "{who} gewinnt mit {points}."),
    "win-shared": ("{who} share the first place with {points}.", "{who} teilen sich den ersten Platz mit {points}."),
    # the score sheet
    "sheet": ("Points", "Punkte"),
    "total": ("Total", "Summe"),
    "place": ("Place", "Platz"),
    # help
    "help-move": ("Your move", "Dein Zug"),
    "help-number": ("its number in the list", "seine Nummer in der Liste"),
    "help-written": ("or in words, shortened as you like: {examples}", "oder in Worten, beliebig gekürzt: {examples}"),
    "help-alone": ("or in words, shortened as you like", "oder in Worten, beliebig gekürzt"),
    "help-commands": ("Other words", "Andere Wörter"),
    "help-enter": ("Enter", "Eingabe"),
    "help-enter-does": ("shows the table again", "zeigt den Tisch noch einmal"),
    "help-help": ("this page", "diese Seite"),
    "help-rules": ("all rules; «rules {rule}» shows one", "alle Regeln; «regeln {rule}» zeigt eine"),
    "help-hint": ("the best move, and how good it is", "der beste Zug, und wie gut er ist"),
    "help-score": ("everybody’s points by item", "die Punkte aller, nach Posten"),
    "help-log": (
        "what has happened; «log 10» the last ten lines",
        "was geschehen ist; «verlauf 10» die letzten zehn Zeilen",
    ),
    "help-cards": ("what everybody has been shown", "was allen gezeigt wurde"),
    "help-quit": ("leave; the game is saved", "aufhören; das Spiel ist gespeichert"),
    "help-signs": ("Signs", "Zeichen"),
}

LEXICON = Lexicon(WORDS)
