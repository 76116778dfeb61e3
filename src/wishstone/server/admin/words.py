"""Messages of `wishstone admin`, in English and German; the key of an error is its stable code."""

from __future__ import annotations

from wishstone.game.words import Lexicon

ADMIN_WORDS: dict[str, tuple[str, str]] = {
    # the way to a server
    "admin-none": (
        "no server of yours runs on this machine (looked in {folders}); if it runs as another user, run this as that "
        "user: sudo -u USER wishstone admin …; if its sockets are elsewhere, name their folder with WISHSTONE_ADMIN",
        "auf diesem Rechner läuft kein Server von dir (gesucht in {folders}); läuft er unter einem anderen Benutzer, "
        "ruf dies als dieser auf: sudo -u NAME wishstone admin …; liegen seine Sockets anderswo, nenne ihren Ordner "
        "mit WISHSTONE_ADMIN",
    ),
    "admin-owner": (
        "{path} belongs to {owner}, and only they may administer that server: sudo -u {owner} wishstone admin …",
        "{path} gehört {owner}, und nur {owner} darf diesen Server verwalten: sudo -u {owner} wishstone admin …",
    ),
    "admin-stranger": (
        "this server belongs to user {owner}, and you are user {uid}; only its owner and root may administer it",
        "dieser Server gehört Benutzer {owner}, und du bist Benutzer {uid}; nur sein Besitzer und root dürfen ihn "
        "verwalten",
    ),
    "admin-several": (
        "servers with different databases run here; name one of them with --server: {known}",
        "hier laufen Server mit verschiedenen Datenbanken; nenne einen davon mit --server: {known}",
    ),
    "admin-server": (
        "no server that runs here is at port {port}; there is: {known}",
        "kein Server, der hier läuft, ist an Port {port}; es gibt: {known}",
    ),
    "admin-silent": (
        "the server at {path} does not answer within {seconds} seconds",
        "der Server an {path} antwortet nicht binnen {seconds} Sekunden",
    ),
    "admin-version": (
        "this command and the server do not understand each other ({reason}); use the wishstone that serves",
        "dieser Befehl und der Server verstehen einander nicht ({reason}); nimm das wishstone, mit dem er läuft",
    ),
    "admin-folder": (
        "wishstone admin will not reach this server: {path} {reason}",
        "wishstone admin erreicht diesen Server nicht: {path} {reason}",
    ),
    "folder-foreign": ("belongs to somebody else", "gehört jemand anderem"),
    "folder-system": ("cannot have Unix sockets on this system", "kann auf diesem System keine Unix-Sockets haben"),
    "folder-none": ("is no folder", "ist kein Ordner"),
    "folder-unusable": ("cannot be used: {reason}", "lässt sich nicht benutzen: {reason}"),
    # what is asked for
    "admin-table": ("there is no table «{table}»", "es gibt keinen Tisch «{table}»"),
    "admin-listed": (
        "the lobby does not show table {table}: it is private, over, or unlisted already",
        "der Tisch {table} steht nicht in der Liste: er ist privat, zu Ende oder schon herausgenommen",
    ),
    "admin-seat": (
        "nobody sits at seat {seat} of table {table}",
        "an Platz {seat} von Tisch {table} sitzt niemand",
    ),
    "admin-unknown": (
        "neither a player key nor an address is known of {who}; ban the address that «wishstone admin who» shows",
        "von {who} ist weder ein Spielerschlüssel noch eine Adresse bekannt; sperr die Adresse, die «wishstone admin "
        "who» zeigt",
    ),
    "admin-whom": (
        "«{text}» is nobody who can be banned; write an address (203.0.113.7), a network (203.0.113.0/24), a player "
        "(the 64 digits of the hash), a seat (TABLE:SEAT) or a report",
        "«{text}» ist niemand, den man sperren kann; schreib eine Adresse (203.0.113.7), ein Netz (203.0.113.0/24), "
        "einen Spieler (die 64 Ziffern des Hashs), einen Platz (TISCH:PLATZ) oder eine Meldung",
    ),
    "admin-network": (
        "{network} is too large to be banned at once; the largest are /{v4} in IPv4 and /{v6} in IPv6",
        "{network} ist zu groß für eine Sperre; am größten sind /{v4} in IPv4 und /{v6} in IPv6",
    ),
    "admin-span": (
        "«{text}» is no time; write a number and a unit, 30m, 12h, 7d or 4w, of at most 366 days",
        "«{text}» ist keine Zeit; schreib eine Zahl und eine Einheit, 30m, 12h, 7d oder 4w, höchstens 366 Tage",
    ),
    "admin-sentence": (
        "a reason or an announcement has 1 to {most} letters",
        "ein Grund oder eine Ansage hat 1 bis {most} Buchstaben",
    ),
    "admin-ban": ("no ban «{ban}» holds", "es gilt keine Sperre «{ban}»"),
    "admin-report": ("there is no report «{report}»", "es gibt keine Meldung «{report}»"),
    "admin-settled": ("report {report} is settled already", "Meldung {report} ist schon erledigt"),
    # help
    "help-admin": (
        "Look after a running server: who is there, tables, bans, reports, announcements (docs/serving.md).",
        "Einen laufenden Server betreuen: wer da ist, Tische, Sperren, Meldungen, Ansagen (docs/serving.md).",
    ),
    "help-admin-servers": ("List the servers that run here.", "Die Server aufzählen, die hier laufen."),
    "help-admin-who": ("List who is connected to a table.", "Aufzählen, wer mit einem Tisch verbunden ist."),
    "help-admin-tables": ("List the tables that are not over.", "Die Tische aufzählen, die nicht zu Ende sind."),
    "help-admin-table": (
        "Show how a table stands: seats, addresses, progress; never cards or what was said.",
        "Zeigen, wie ein Tisch steht: Plätze, Adressen, Verlauf; nie Karten oder Gesagtes.",
    ),
    "help-admin-unlist": ("Take a table out of the lobby for good.", "Einen Tisch für immer aus der Liste nehmen."),
    "help-admin-close": (
        "End a table; those who sit there are told your reason.",
        "Einen Tisch beenden; wer dort sitzt, erfährt deinen Grund.",
    ),
    "help-admin-ban": (
        "Keep somebody out until a time: an address, a network, a player, a seat (TABLE:SEAT) or whom a report is "
        "about.",
        "Jemanden bis zu einer Zeit aussperren: eine Adresse, ein Netz, einen Spieler, einen Platz (TISCH:PLATZ) oder "
        "wen eine Meldung betrifft.",
    ),
    "help-admin-lift": ("Lift a ban before its end.", "Eine Sperre vor ihrem Ende aufheben."),
    "help-admin-bans": ("List the bans that hold.", "Die Sperren aufzählen, die gelten."),
    "help-admin-reports": (
        "Show what players have reported, with the last lines of that table's chat.",
        "Zeigen, was gemeldet wurde, mit den letzten Zeilen aus dem Gespräch an jenem Tisch.",
    ),
    "help-admin-settle": ("Mark a report as settled.", "Eine Meldung als erledigt abhaken."),
    "help-admin-announce": (
        "Tell everybody at a table a sentence, now and until a time.",
        "Allen an einem Tisch einen Satz sagen, jetzt und bis zu einer Zeit.",
    ),
    "help-admin-log": ("Show what operators did.", "Zeigen, was Betreiber getan haben."),
    "help-port": ("The port of the server that is meant.", "Der Port des Servers, der gemeint ist."),
    "help-table": ("The table's id, or its address.", "Die Kennung des Tischs, oder seine Adresse."),
    "help-who-table": ("Only at this table.", "Nur an diesem Tisch."),
    "help-whom": (
        "An address, a network, a player's hash, TABLE:SEAT, or a report.",
        "Eine Adresse, ein Netz, der Hash eines Spielers, TISCH:PLATZ oder eine Meldung.",
    ),
    "help-why": ("Why; it is logged.", "Warum; es kommt ins Protokoll."),
    "help-why-told": ("Why; the players are told.", "Warum; die Spieler erfahren es."),
    "help-for": ("For how long: 30m, 12h, 7d, 4w.", "Wie lange: 30m, 12h, 7d, 4w."),
    "help-ban-id": ("The ban, as «bans» lists it.", "Die Sperre, wie «bans» sie nennt."),
    "help-report-id": ("The report, as «reports» lists it.", "Die Meldung, wie «reports» sie nennt."),
    "help-settled": ("Those that are settled.", "Die erledigten."),
    "help-limit": ("How many rows at most.", "Wie viele Zeilen höchstens."),
    "help-text": ("What is announced.", "Was angesagt wird."),
    "help-german": ("The same in German, for those who read the page so.", "Dasselbe auf Deutsch; sonst gilt TEXT."),
    "help-withdraw": ("Withdraw what was announced before.", "Die letzte Ansage zurücknehmen."),
    "help-json": ("Print JSON.", "JSON ausgeben."),
    # what is printed
    "head-server": ("server", "Server"),
    "head-table": ("table", "Tisch"),
    "head-game": ("game", "Spiel"),
    "head-seat": ("seat", "Platz"),
    "head-name": ("name", "Name"),
    "head-player": ("player", "Spieler"),
    "head-address": ("address", "Adresse"),
    "head-since": ("since", "seit"),
    "head-status": ("status", "Stand"),
    "head-seats": ("seats", "Plätze"),
    "head-here": ("here", "da"),
    "head-entries": ("entries", "Einträge"),
    "head-updated": ("last", "zuletzt"),
    "head-ban": ("ban", "Sperre"),
    "head-whom": ("whom", "wen"),
    "head-ends": ("until", "bis"),
    "head-by": ("by", "von"),
    "head-why": ("why", "warum"),
    "head-at": ("when", "wann"),
    "head-act": ("what", "was"),
    "head-about": ("about", "betrifft"),
    "head-database": ("database", "Datenbank"),
    "head-version": ("version", "Fassung"),
    "head-connected": ("connected", "verbunden"),
    "onlooker": ("watching", "schaut zu"),
    "nobody": ("Nobody is here.", "Niemand ist da."),
    "no-tables": ("There are no tables.", "Es gibt keine Tische."),
    "no-bans": ("There are no bans.", "Es gibt keine Sperren."),
    "no-reports": ("There are no reports.", "Es gibt keine Meldungen."),
    "no-acts": ("Nothing was done.", "Nichts wurde getan."),
    "shown-of": ("{shown} of {all} tables", "{shown} von {all} Tischen"),
    "table-title": (
        "{game}, {status}; entries: {entries}, events of the game: {events}, watching: {watching}",
        "{game}, {status}; Einträge: {entries}, Ereignisse des Spiels: {events}, Zuschauer: {watching}",
    ),
    "status-open": ("open", "offen"),
    "status-starting": ("starting", "fängt an"),
    "status-playing": ("playing", "im Spiel"),
    "status-over": ("over", "zu Ende"),
    "listed": ("listed", "in der Liste"),
    "absent": ("away", "weg"),
    "present": ("here", "da"),
    "reported-words": ("what was said", "was gesagt wurde"),
    "reported-name": ("a name", "ein Name"),
    "reported-play": ("how somebody plays", "wie jemand spielt"),
    "reported-other": ("something else", "etwas anderes"),
    "report-about-seat": ("about «{name}», seat {seat}", "über «{name}», Platz {seat}"),
    "report-about-chat": ("about what was said at the table", "über das, was am Tisch gesagt wurde"),
    "report-by": ("by «{name}», seat {seat}", "von «{name}», Platz {seat}"),
    "report-by-onlooker": ("by an onlooker", "von jemandem, der zuschaut"),
    "report-settled": ("settled {at}", "erledigt {at}"),
    "report-player": ("player {player}", "Spieler {player}"),
    "report-address": ("address {address}", "Adresse {address}"),
    "operator": ("operator", "Betreiber"),
    "done-unlist": ("The lobby does not show table {table} any more.", "Tisch {table} steht nicht mehr in der Liste."),
    "done-close": ("Table {table} is closed.", "Tisch {table} ist beendet."),
    "done-ban": ("Ban {ban}: {subject} until {ends}.", "Sperre {ban}: {subject} bis {ends}."),
    "done-lift": ("Ban {ban} of {subject} is lifted.", "Sperre {ban} von {subject} ist aufgehoben."),
    "done-settle": ("Report {report} is settled.", "Meldung {report} ist erledigt."),
    "done-announce": ("Everybody is told, until {until}.", "Alle erfahren es, bis {until}."),
    "done-withdraw": ("The announcement is withdrawn.", "Die Ansage ist zurückgenommen."),
    "admin-text": ("write a sentence to announce, or --withdraw", "schreib einen Satz zum Ansagen, oder --withdraw"),
}

LEXICON = Lexicon(ADMIN_WORDS)
