"""Messages about starting a server and its settings, in English and German; the key is the error's code."""

from __future__ import annotations

from wishstone.bots.outside_words import WORDS as OUTSIDE_WORDS
from wishstone.game.words import Lexicon

STARTING_WORDS: dict[str, tuple[str, str]] = {
    # settings
    "settings-wrong": (
        "{reason}; docs/serving.md lists every setting",
        "{reason}; docs/serving.md nennt jede Einstellung",
    ),
    "setting-toml": ("{path} is not TOML: {reason}", "{path} ist kein TOML: {reason}"),
    "setting-unknown": ("{name}: there is no such setting", "{name}: diese Einstellung gibt es nicht"),
    "setting-value": ("{name} is {value}, and should be {wanted}", "{name} ist {value} und sollte sein: {wanted}"),
    "setting-item": (
        "{name} has {value}, and each there should be {wanted}",
        "{name} enthält {value}, und jedes dort sollte sein: {wanted}",
    ),
    "setting-command": (
        "{name} is {value}, which cannot be: {reason}",
        "{name} ist {value}, und so geht es nicht: {reason}",
    ),
    "setting-name": (
        "{name} cannot be called so: a bot's name has up to {most} letters, digits and hyphens, and is none of ours",
        "{name} kann nicht so heißen: Der Name eines Bots hat bis zu {most} Buchstaben, Ziffern und Bindestriche und "
        "ist keiner von unseren",
    ),
    # what a setting should be
    "a-whole-number": ("a whole number from {low} to {high}", "eine ganze Zahl von {low} bis {high}"),
    "a-number": ("a number from {low} to {high}", "eine Zahl von {low} bis {high}"),
    "a-text": ("a text in quotation marks", "ein Text in Anführungszeichen"),
    "a-truth": ("true or false", "true oder false"),
    "one-of": ("one of {known}", "eines von {known}"),
    "a-list": ('a list of texts, as in ["one", "two"]', 'eine Liste von Texten, wie in ["eins", "zwei"]'),
    "a-part": ("a table of settings, under [{name}]", "eine Tabelle von Einstellungen, unter [{name}]"),
    "a-host": (
        "an address to listen at, such as 127.0.0.1, or 0.0.0.0 for all of this machine's",
        "eine Adresse zum Lauschen, wie 127.0.0.1, oder 0.0.0.0 für alle dieses Rechners",
    ),
    "a-name": (
        "a name alone, such as games.example.org (no scheme, port or path), .example.org for all below it, or *",
        "ein bloßer Name wie games.example.org (ohne Schema, Port und Pfad), .example.org für alle darunter, oder *",
    ),
    "an-origin": (
        "the scheme and host of a page as browsers send it, in small letters and without a path or the usual port: "
        "https://example.org",
        "Schema und Rechner einer Seite, wie Browser sie senden, klein, ohne Pfad und ohne den üblichen Port: "
        "https://example.org",
    ),
    "a-network": (
        "an address or a network, such as 10.0.0.1 or 10.0.0.0/8",
        "eine Adresse oder ein Netz, wie 10.0.0.1 oder 10.0.0.0/8",
    ),
    "a-hook": (
        "a name alone, such as example.org (no scheme or path), example.org:8443 for another port than 443, or "
        ".example.org for all below it",
        "ein bloßer Name wie example.org (ohne Schema und Pfad), example.org:8443 für einen anderen Port als 443, "
        "oder .example.org für alle darunter",
    ),
    "a-shared-place": (
        "a Redis or Valkey, as in redis://localhost:6379/0",
        "ein Redis oder Valkey, wie in redis://localhost:6379/0",
    ),
    "a-bot": ("{known} or one of bots.outside", "{known} oder einer aus bots.outside"),
    "a-command": ("a command that starts a program", "ein Befehl, der ein Programm startet"),
    "limits-extra": (
        "limits that processes share need {module}, which is not installed; in Wishstone's folder:"
        " pip install '.[shared-limits]'",
        "Grenzen, die Prozesse gemeinsam haben, brauchen {module}, und das ist nicht installiert; im Ordner von"
        " Wishstone: pip install '.[shared-limits]'",
    ),
    # where it listens
    "address-taken": (
        "cannot listen at {address}: {reason}; choose another with --host and --port",
        "an {address} lässt sich nicht lauschen: {reason}; wähle mit --host und --port etwas anderes",
    ),
    "lan-host": (
        "--lan and --host {host} each name an address to listen at; give only one of them (0.0.0.0 is all of them)",
        "--lan und --host {host} nennen je eine Adresse zum Lauschen; gib nur eines davon an (0.0.0.0 heißt: alle)",
    ),
    "lan-none": (
        "this machine seems to be in no local network; name its address with --host",
        "dieser Rechner scheint in keinem lokalen Netz zu sein; nenn seine Adresse mit --host",
    ),
    "ports-taken": (
        "every port of {host} from {first} to {last} is taken; choose another with --port",
        "an {host} ist jeder Port von {first} bis {last} belegt; wähle mit --port einen anderen",
    ),
    # TLS
    "tls-half": (
        "--tls-cert and --tls-key belong together; give both or none",
        "--tls-cert und --tls-key gehören zusammen; gib beide an oder keines",
    ),
    "tls-cert": (
        "tls_cert: {path} is not a certificate; it should be PEM, with its chain (-----BEGIN CERTIFICATE-----)",
        "tls_cert: {path} ist kein Zertifikat; es sollte PEM sein, mit seiner Kette (-----BEGIN CERTIFICATE-----)",
    ),
    "tls-key": (
        "tls_key: {path} is not a key that can be read; it should be PEM (-----BEGIN PRIVATE KEY-----), and not "
        "encrypted with a password",
        "tls_key: {path} ist kein lesbarer Schlüssel; er sollte PEM sein (-----BEGIN PRIVATE KEY-----) und nicht "
        "mit einem Passwort verschlüsselt",
    ),
    "tls-pair": (
        "tls_key: {key} does not belong to the certificate in {cert}; name the key that it was made with",
        "tls_key: {key} gehört nicht zum Zertifikat in {cert}; nenne den Schlüssel, mit dem es gemacht wurde",
    ),
    "tls-weak": (
        "tls_cert: {path} is refused by this machine's TLS ({reason}); it should have a longer key or a newer "
        "signature",
        "tls_cert: {path} lehnt das TLS dieses Rechners ab ({reason}); nötig ist ein längerer Schlüssel oder eine "
        "neuere Signatur",
    ),
    # where it is
    "serving": (
        "Wishstone is at {address} (stop it with Ctrl-C)",
        "Wishstone ist unter {address} zu finden (Strg-C beendet es)",
    ),
    "serving-lan": (
        "others in the local network open {address}",
        "andere im lokalen Netz öffnen {address}",
    ),
    "serving-capacity": (
        "it has room for {connections} connections at once, by this machine's limit of {files} open files",
        "Platz ist für {connections} Verbindungen zugleich, denn dieser Rechner lässt {files} offene Dateien zu",
    ),
    "served-already": (
        "Wishstone is at {address} already",
        "Wishstone ist schon unter {address} zu finden",
    ),
    "serving-plain": (
        "without TLS other devices cannot install the page, copy links by a button, or get notices from the browser",
        "ohne TLS lässt sich die Seite auf anderen Geräten nicht installieren, kein Link kopieren, kein Hinweis zeigen",
    ),
    # where compiled rules are kept
    "cache-none": (
        "compiled rules cannot be kept, since {path} cannot be written: every start compiles them anew, for minutes in "
        "which strong bots play simply; name a folder that can be written with WISHSTONE_CACHE",
        "Vorbereitetes lässt sich nicht aufheben, denn {path} ist nicht beschreibbar: Jeder Start bereitet die Spiele "
        "neu vor, und minutenlang spielen starke Bots einfach; nenne mit WISHSTONE_CACHE einen beschreibbaren Ordner",
    ),
    "cache-elsewhere": (
        "compiled rules are kept in {place}, since {path} cannot be written: once that is emptied, a start compiles "
        "them anew, for minutes; name a folder that can be written with WISHSTONE_CACHE",
        "Vorbereitetes liegt in {place}, denn {path} ist nicht beschreibbar: Wird das geleert, bereitet ein Start die "
        "Spiele minutenlang neu vor; nenne mit WISHSTONE_CACHE einen beschreibbaren Ordner",
    ),
}

LEXICON = Lexicon({**STARTING_WORDS, **OUTSIDE_WORDS})
