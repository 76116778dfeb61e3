"""Messages about outside bots: every sentence in English and German, by key.

The key of a fault is its stable code.
"""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    # how one is asked for
    "outside-form": (
        "«{text}» is not how a bot of your own is named; write run:COMMAND, or, with a bot that moves instead where "
        "yours fails, a time for a move and one process for all games, run[greedy 5s keep]:COMMAND",
        "«{text}» nennt keinen eigenen Bot; schreib run:BEFEHL oder, mit einem Bot, der zieht, wo deiner versagt, "
        "einer Zeit für einen Zug und einem Prozess für alle Spiele, run[greedy 5s keep]:BEFEHL",
    ),
    "outside-missing": (
        "there is no program «{program}» to run as a bot; name one by its path, or one on the PATH",
        "es gibt kein Programm «{program}», das als Bot laufen könnte; nenne eines mit Pfad oder eines auf dem PATH",
    ),
    "outside-system": (
        "bots of your own run on Linux and macOS only; on Windows use them inside WSL",
        "eigene Bots laufen nur unter Linux und macOS; unter Windows geht es innerhalb von WSL",
    ),
    # what can go wrong with it
    "outside-start": (
        "it could not be started: {reason}",
        "er ließ sich nicht starten: {reason}",
    ),
    "outside-ended": (
        "it ended by itself with exit status {status}",
        "er endete von selbst mit dem Rückgabewert {status}",
    ),
    "outside-killed": (
        "it was ended by signal {signal}",
        "er wurde von Signal {signal} beendet",
    ),
    "outside-closed": (
        "it closed its standard output, or was killed",
        "er hat seine Standardausgabe geschlossen oder wurde abgeschossen",
    ),
    "outside-timeout": (
        "it did not answer within {seconds} s",
        "er hat nicht innerhalb von {seconds} s geantwortet",
    ),
    "outside-late": (
        "it answered decision {number} when that was over",
        "er hat auf Entscheidung {number} geantwortet, als sie vorbei war",
    ),
    "outside-malformed": (
        'its line is not an object {{"id": NUMBER, "move": TEXT}}: «{line}»',
        'seine Zeile ist kein Objekt {{"id": NUMMER, "move": TEXT}}: «{line}»',
    ),
    "outside-number": (
        "it answered decision {found}, which nobody had asked for; it was asked for {wanted}",
        "er hat auf Entscheidung {found} geantwortet, um die niemand gebeten hatte; gefragt war {wanted}",
    ),
    "outside-illegal": (
        "its move «{move}» is not among the legal moves, which begin with «{example}»",
        "sein Zug «{move}» ist nicht unter den erlaubten, deren erster «{example}» ist",
    ),
    "outside-flood": (
        "it wrote more than anyone asked for: over {lines} lines for one decision, or a line of over {bytes} bytes",
        "er hat zu viel geschrieben: über {lines} Zeilen zu einer Entscheidung oder eine von über {bytes} Bytes",
    ),
    "outside-deaf": (
        "it does not read what it is told",
        "er liest nicht, was man ihm sagt",
    ),
    "outside-given-up": (
        "it failed {times} times and is not started again; {fallback} plays on",
        "er ist {times}-mal ausgefallen und wird nicht mehr gestartet; {fallback} spielt weiter",
    ),
}
