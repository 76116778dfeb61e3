"""Messages of the server, in English and German; the key of a refusal is its stable code."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    # who may what
    "no-table": (
        "there is no such table, or you have no link to it",
        "diesen Tisch gibt es nicht, oder dir fehlt sein Link",
    ),
    "no-code": (
        "no table has the code «{text}»; look at it again",
        "kein Tisch hat den Code «{text}»; schau noch einmal hin",
    ),
    "no-key": (
        "this link is not valid here: there is a newer one, or not everybody has agreed yet",
        "dieser Link gilt hier nicht: Es gibt einen neueren, oder noch nicht alle haben zugestimmt",
    ),
    "no-player": ("this needs your player key", "dafür braucht es deinen Spielerschlüssel"),
    "no-onlookers": ("nobody can watch at this table", "an diesem Tisch kann niemand zuschauen"),
    "onlooker-only": (
        "you are watching; only those with a seat can do this",
        "du schaust zu; das können nur die am Tisch",
    ),
    "onlookers-silent": ("onlookers cannot speak at the table", "wer zuschaut, kann am Tisch nichts sagen"),
    "host-only": ("only seat {seat}, the host, can do this", "das kann nur Platz {seat}, der Gastgeber"),
    "blocked": (
        "the host has asked you not to come back to this table",
        "der Gastgeber möchte dich an diesem Tisch nicht sehen",
    ),
    "blocked-address": (
        "the host has asked somebody from your network not to come back to this table",
        "der Gastgeber möchte jemanden aus deinem Netz an diesem Tisch nicht sehen",
    ),
    "banned": (
        "the operator of this server does not let you play here until {until}",
        "der Betreiber dieses Servers lässt dich hier bis {until} nicht mitspielen",
    ),
    "muted": ("the host has muted you", "der Gastgeber hat dich stummgeschaltet"),
    "origin-wrong": (
        "this page comes from {origin}, which may not use this server; its settings name the addresses that may",
        "diese Seite kommt von {origin} und darf diesen Server nicht benutzen; seine Einstellungen nennen, wer darf",
    ),
    "host-wrong": (
        'this server does not know the name {host}; its operator can allow it: hosts = ["{host}"] in its settings',
        'dieser Server kennt den Namen {host} nicht; sein Betreiber kann ihn erlauben: hosts = ["{host}"] in den '
        "Einstellungen",
    ),
    # seats
    "seats-me": (
        "the seats must have «me» once, «open» for people, and the names of bots",
        "unter den Plätzen muss einmal «me» stehen, «open» für Leute, und die Namen von Bots",
    ),
    "seat-taken": ("seat {seat} is taken; choose a free one", "Platz {seat} ist besetzt; wähle einen freien"),
    "seat-free": ("seat {seat} is free already", "Platz {seat} ist schon frei"),
    "table-full": ("there is no free seat at this table", "an diesem Tisch ist kein Platz frei"),
    "seats-empty": (
        "there are seats without a player; wait for people, or put bots there",
        "es sind noch Plätze leer; warte auf Leute oder setz Bots hin",
    ),
    "bot-unknown-here": (
        "there is no bot called «{name}» on this server",
        "auf diesem Server gibt es keinen Bot namens «{name}»",
    ),
    "dismiss-self": (
        "you cannot ask yourself to leave; leave instead",
        "du kannst dich nicht selbst hinausbitten; steh einfach auf",
    ),
    "bot-plays-for-you": (
        "a bot is playing for you; take your seat back first",
        "ein Bot spielt für dich; übernimm zuerst wieder deinen Platz",
    ),
    "bot-plays-there": ("a bot is playing at seat {seat} already", "an Platz {seat} spielt schon ein Bot"),
    "not-handed": ("you are playing for yourself already", "du spielst schon selbst"),
    "not-away": (
        "a bot can take seat {seat} only when it is its turn and its owner has been away for {grace} seconds",
        "ein Bot kann Platz {seat} erst nehmen, wenn er am Zug und {grace} Sekunden niemand da ist",
    ),
    # the course of a table
    "table-not-open": ("this table is not open any more", "dieser Tisch ist nicht mehr offen"),
    "table-not-playing": ("no game is being played at this table", "an diesem Tisch läuft kein Spiel"),
    "table-not-over": ("the game is not over yet", "das Spiel ist noch nicht aus"),
    "table-over": ("the game is over", "das Spiel ist aus"),
    "rules-gone": (
        "this game began under version {began} of its rules and cannot be played on; this server has: {known}",
        "dieses Spiel begann unter Fassung {began} seiner Regeln und geht nicht weiter; der Server hat: {known}",
    ),
    "game-missing": (
        "this is a table of {game}, a game that this server has not got now; the table is kept until it is back",
        "das ist ein Tisch für {game}, ein Spiel, das dieser Server gerade nicht hat; der Tisch bleibt, bis es da ist",
    ),
    "not-starting": ("the table is not about to start", "der Tisch ist nicht dabei anzufangen"),
    "number-shown": ("your number is shown already", "deine Zahl ist schon aufgedeckt"),
    "sealed": ("the hash of your number is there already", "die Prüfsumme deiner Zahl ist schon da"),
    "seal-missing": (
        "numbers were shown for nothing, and seat {seats} has to give the hash of a new one",
        "Zahlen wurden umsonst aufgedeckt, und Platz {seats} muss die Prüfsumme einer neuen geben",
    ),
    "number-wrong": (
        "this is not the number whose hash you gave",
        "das ist nicht die Zahl, deren Prüfsumme du gegeben hast",
    ),
    "rematch-there": ("there is a rematch already, at table {table}", "es gibt schon eine Revanche, an Tisch {table}"),
    "stale": (
        "this was meant for entry {number}, and the game is at entry {current}; look again and choose anew",
        "das war für Eintrag {number} gedacht, und das Spiel ist bei Eintrag {current}; schau hin und wähle neu",
    ),
    # undo and consent
    "nothing-to-undo": ("you have no move to take back", "du hast keinen Zug, den du zurücknehmen könntest"),
    "undo-chance": (
        "event {keep} is an outcome; only moves can be taken back",
        "Ereignis {keep} ist ein Zufall; nur Züge lassen sich zurücknehmen",
    ),
    "undo-rated": (
        "at a rated table only what nobody has answered can be taken back",
        "an einem gewerteten Tisch geht nur zurück, worauf noch nichts folgte",
    ),
    "proposal-pending": ("another proposal is waiting for answers", "ein anderer Vorschlag wartet noch auf Antworten"),
    "no-proposal": ("there is no such proposal any more", "diesen Vorschlag gibt es nicht mehr"),
    "not-asked": ("you are not asked, or have answered already", "du bist nicht gefragt oder hast schon geantwortet"),
    "not-yours": ("this is not your proposal", "das ist nicht dein Vorschlag"),
    "nobody-to-ask": ("nobody is playing here who could agree", "hier spielt niemand, der zustimmen könnte"),
    # talking and hints
    "say-what": ("say something, or one of the phrases, not both", "sag etwas oder eine der Wendungen, nicht beides"),
    "phrases-only": (
        "at a public table you can say only the fixed phrases",
        "an einem öffentlichen Tisch gibt es nur feste Wendungen",
    ),
    "report-self": ("you cannot report yourself", "dich selbst kannst du nicht melden"),
    "report-nobody": (
        "nobody who could be reported sits at seat {seat}",
        "auf Platz {seat} sitzt niemand, den man melden könnte",
    ),
    "report-empty": ("say in a few words what happened", "sag in ein paar Worten, was geschehen ist"),
    "hints-off": ("there are no hints at this table", "an diesem Tisch gibt es keine Tipps"),
    "hint-not-ready": (
        "hints are still being made ready on this machine; try again in a minute",
        "Tipps werden auf diesem Rechner noch vorbereitet; versuch es in einer Minute wieder",
    ),
    "sandbox-over": (
        "the game is over at this point; go back a little to try something else",
        "an dieser Stelle ist das Spiel schon aus; geh ein wenig zurück, um etwas anderes zu versuchen",
    ),
    "no-record": (
        "this game did not begin at this table, so it has no record that could be verified",
        "dieses Spiel hat nicht an diesem Tisch begonnen und hat daher keine Aufzeichnung, die sich prüfen ließe",
    ),
    "hint-not-now": ("a hint can be had when it is your turn", "einen Tipp gibt es, wenn du am Zug bist"),
    # what was sent
    "malformed": ("this cannot be read: {reason}", "das lässt sich nicht lesen: {reason}"),
    "too-large": (
        "this is too large; at most {most} bytes are read",
        "das ist zu groß; gelesen werden höchstens {most} Bytes",
    ),
    "record-slow": (
        "checking this record takes too long here; «wishstone verify» has the time for it",
        "diesen Bericht zu prüfen dauert hier zu lang; «wishstone verify» nimmt sich die Zeit",
    ),
    "not-found": ("there is nothing at this address", "unter dieser Adresse ist nichts"),
    "other-version": (
        "the server has another version of the page by now; load it again",
        "der Server hat inzwischen eine andere Version der Seite; lade sie noch einmal",
    ),
    "table-newer": (
        "this table goes on in a newer version of the server ({kind}); try again in a moment",
        "dieser Tisch geht in einer neueren Version des Servers weiter ({kind}); versuch es gleich noch einmal",
    ),
    "wrong-method": ("this address cannot be asked in this way", "diese Adresse lässt sich so nicht ansprechen"),
    "name-wrong": ("a name has 1 to {most} letters that can be printed", "ein Name hat 1 bis {most} druckbare Zeichen"),
    "name-invisible": (
        "a name has at least one letter, number or sign that can be seen, and none that cannot",
        "ein Name hat mindestens einen Buchstaben, eine Ziffer oder ein Zeichen, das man sieht, und keines, das man"
        " nicht sieht",
    ),
    "keep-wrong": ("the game has {count} events so far", "das Spiel hat bisher {count} Ereignisse"),
    # limits
    "too-fast": (
        "that was too much at once; wait {seconds} seconds",
        "das war zu viel auf einmal; warte {seconds} Sekunden",
    ),
    "too-slow": (
        "the request was not here whole within {seconds} seconds",
        "die Anfrage war nach {seconds} Sekunden noch nicht ganz da",
    ),
    "head-too-large": (
        "the head of the request is too large; with its cookies it has at most {most} bytes",
        "der Kopf der Anfrage ist zu groß; mit seinen Cookies hat er höchstens {most} Bytes",
    ),
    "files-too-large": (
        "the files of a table have at most {most} bytes in all; leave out what the game does not read",
        "die Dateien eines Tischs haben zusammen höchstens {most} Bytes; lass weg, was das Spiel nicht liest",
    ),
    "table-long": (
        "this game is too long to be kept: it has more than {most} entries",
        "dieses Spiel ist zu lang, um aufgehoben zu werden: es hat mehr als {most} Einträge",
    ),
    "hint-thinking": (
        "the hint that you asked for before is still being thought about",
        "über den Tipp, den du vorher wolltest, wird noch nachgedacht",
    ),
    "hint-late": (
        "so many bots are thinking that there is no time for a hint; try again in {seconds} seconds",
        "es denken so viele Bots nach, dass für einen Tipp keine Zeit ist; versuch es in {seconds} Sekunden wieder",
    ),
    "too-many-tables": (
        "you have opened too many tables within an hour; wait a little",
        "du hast in einer Stunde zu viele Tische geöffnet; warte ein wenig",
    ),
    "too-many-reports": (
        "you have sent several reports within an hour, and they will be read; wait a little before you send more",
        "du hast in einer Stunde mehrere Meldungen geschickt, und sie werden gelesen; warte ein wenig mit weiteren",
    ),
    "reports-full": (
        "so many reports are waiting to be read that no more can be taken; try again tomorrow",
        "es warten so viele Meldungen darauf, gelesen zu werden, dass keine mehr hineinpasst; versuch es morgen wieder",
    ),
    "too-many-connections": (
        "there are too many connections from your address",
        "von deiner Adresse gibt es zu viele Verbindungen",
    ),
    "server-full": (
        "this server has as many tables as it can hold; try again later",
        "dieser Server hat so viele Tische, wie er fassen kann; versuch es später",
    ),
    "store-down": (
        "this cannot be stored right now; nothing was lost, try again in a moment",
        "das lässt sich gerade nicht speichern; nichts ging verloren, versuch es gleich noch einmal",
    ),
    "webhook-wrong": (
        "this address cannot be notified: {reason}",
        "diese Adresse lässt sich nicht benachrichtigen: {reason}",
    ),
    "webhooks-off": (
        "this server sends no notices to other addresses",
        "dieser Server schickt keine Nachrichten an andere Adressen",
    ),
    "webhook-url": (
        "it is not a plain address such as https://example.org/turn",
        "es ist keine einfache Adresse wie https://example.org/turn",
    ),
    "webhook-https": ("it has to begin with https://", "sie muss mit https:// beginnen"),
    "webhook-host": (
        "the operator of this server does not allow {host}",
        "der Betreiber dieses Servers erlaubt {host} nicht",
    ),
    "failed": (
        "something went wrong on our side; it is noted, and nothing was changed",
        "bei uns ist etwas schiefgegangen; es ist notiert, und nichts wurde geändert",
    ),
}

# What is answered where nothing was refused.
ANSWERS: dict[str, tuple[str, str]] = {
    "report-thanks": (
        "Thank you for telling us. Whoever runs this server will look at it, with what was said at this table. Nobody "
        "at the table is told.",
        "Danke, dass du es uns sagst. Wer diesen Server betreibt, sieht es sich an, mit dem, was an diesem Tisch "
        "gesagt wurde. Am Tisch erfährt es niemand.",
    ),
}
