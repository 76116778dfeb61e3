"""Messages about databases and backups, in English and German; the key is the error's stable code."""

from __future__ import annotations

from wishstone.game.words import Lexicon

STORE_WORDS: dict[str, tuple[str, str]] = {
    "database-url": (
        "«{given}» names no database; write a path, sqlite:///PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME",
        "«{given}» nennt keine Datenbank; schreib einen Pfad, sqlite:///PFAD oder"
        " postgresql://NAME:PASSWORT@RECHNER:PORT/DATENBANK",
    ),
    "database-file": (
        "cannot use {path} as a database: {reason}; name a file in a folder that exists and may be written to",
        "{path} taugt nicht als Datenbank: {reason}; gib eine Datei in einem Ordner an, den es gibt und in den man"
        " schreiben darf",
    ),
    "database-held": (
        "another server is using {path}; end it first, name another file, or let several servers share a PostgreSQL",
        "{path} wird schon von einem anderen Server benutzt; beende ihn, gib eine andere Datei an oder lass mehrere"
        " Server eine PostgreSQL-Datenbank teilen",
    ),
    "database-not": (
        "{path} is not a database; name another file, or one that does not exist yet",
        "{path} ist keine Datenbank; gib eine andere Datei an oder eine, die es noch nicht gibt",
    ),
    "database-foreign": (
        "{where} holds the tables of another program; give Wishstone a database of its own",
        "{where} enthält Tabellen eines anderen Programms; gib Wishstone eine eigene Datenbank",
    ),
    "database-newer": (
        "{where} was written by a newer Wishstone (version {found} of the schema, this one knows up to {known});"
        " update this program, or use another database",
        "{where} stammt von einem neueren Wishstone (Fassung {found} des Schemas, dieses kennt bis {known});"
        " bring dieses Programm auf den neuen Stand oder nimm eine andere Datenbank",
    ),
    "database-older-program": (
        "{where} is in use by an older Wishstone, which could not go on with what this one changes there; end all older"
        " processes, then start this one",
        "{where} wird von einem älteren Wishstone benutzt, das nach der Änderung durch dieses nicht weiterarbeiten"
        " könnte; beende alle älteren Prozesse, dann starte diesen",
    ),
    "database-refused": (
        "{where} cannot be used: {reason}; look at the user, the password and the name of the database",
        "{where} lässt sich nicht benutzen: {reason}; prüf Benutzer, Passwort und Namen der Datenbank",
    ),
    "database-extra": (
        "PostgreSQL needs {module}, which is not installed; in Wishstone's folder: pip install '.[postgres]'",
        "PostgreSQL braucht {module}, und das ist nicht installiert; im Ordner von Wishstone:"
        " pip install '.[postgres]'",
    ),
    "database-unreachable": (
        "{where} does not answer: {reason}; see whether it runs and can be reached from here",
        "{where} antwortet nicht: {reason}; sieh nach, ob sie läuft und von hier erreichbar ist",
    ),
    "database-missing": (
        "there is no database at {where}; name one that exists",
        "bei {where} gibt es keine Datenbank; gib eine an, die es gibt",
    ),
    "database-in-use": (
        "{where} already holds tables; a backup is restored only into an empty database, so name a new one",
        "{where} enthält schon Tische; eine Sicherung kommt nur in eine leere Datenbank, gib also eine neue an",
    ),
    "backup-exists": (
        "{path} exists already and was left as it is; name a new file for the backup",
        "{path} gibt es schon und blieb, wie es ist; gib für die Sicherung eine neue Datei an",
    ),
    "backup-not": (
        "{path} is not a backup: {reason}; name a file that «wishstone backup» wrote",
        "{path} ist keine Sicherung: {reason}; gib eine Datei an, die «wishstone backup» geschrieben hat",
    ),
    "backup-failed": (
        "the backup {path} was not made: {reason}",
        "die Sicherung {path} kam nicht zustande: {reason}",
    ),
}

LEXICON = Lexicon(STORE_WORDS)
