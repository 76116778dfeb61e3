"""Names that are stored or sent: entries, commands, cookies, keys of the browser's storage, each written out here.

What was kept under one of these names is read by it for ever, whatever a class or a function is called. A new name is
added here; one that is changed or missing means that somebody's games are lost. The columns of the database are in
`tests/server/store/test_schema.py`.
"""

import re
from pathlib import Path
from types import UnionType

import msgspec

import wishstone
from wishstone.server.http import access_control
from wishstone.server.table import commands, entries

# The tag of every kind of entry, and its fields.
ENTRIES = {
    "opened": "setup secret commitment code watch reserved before origin",
    "sat": "seat name key player number_hash number",
    "placed": "seat bot number number_hash",
    "left": "seat asked blocked",
    "renewed": "seat key",
    "starting": "",
    "waiting": "",
    "shown": "seat adds",
    "sealed": "seat number_hash",
    "began": "first",
    "moved": "seat move via instead",
    "drawn": "move draw",
    "asked": "what seat keep name key player",
    "answered": "seat yes",
    "dropped": "",
    "undone": "seat keep draws",
    "handed": "seat bot why",
    "back": "seat due",
    "said": "seat text phrase",
    "muted": "seat on",
    "forgotten": "seat",
    "finished": "how",
    "again": "table",
}
SETUP = "game rules seats options files first clock grace public onlookers hints rated"
CLOCK = "kind seconds increment"
ORIGIN = "kind table keep layout state proved"

COMMANDS = {
    "move": "id move basis",
    "why": "id move",
    "hint": "id",
    "undo": "id basis keep",
    "end": "id basis",
    "answer": "id to yes",
    "withdraw": "id",
    "start": "id",
    "wait": "id",
    "number": "id number",
    "seal": "id number_hash",
    "leave": "id",
    "dismiss": "id seat block",
    "place": "id seat bot",
    "stand": "id seat bot",
    "return": "id",
    "say": "id text phrase",
    "mute": "id seat on",
    "rematch": "id",
    "read": "id after",
    "ping": "id",
}

# What the page keeps in `localStorage`, all of it after `wishstone.`; `*` stands for a table, a seat or a setting.
BROWSER = "commitment.* language level name number.*.* player set.* tables theme wanted.* watch.*"
SETTINGS = "confirm forced motion notices sound"


def tagged(union: UnionType) -> dict[object, str]:
    """The tags of some structs, and the fields of each."""
    structs: tuple[type[msgspec.Struct], ...] = union.__args__
    return {struct.__struct_config__.tag: " ".join(struct.__struct_encode_fields__) for struct in structs}


def test_entries() -> None:
    assert tagged(entries.EntryBody) == ENTRIES
    assert {kind.__struct_config__.tag_field for kind in entries.EntryBody.__args__} == {"kind"}


def test_what_an_entry_holds() -> None:
    for struct, fields in ((entries.TableSetup, SETUP), (entries.Clock, CLOCK), (entries.Origin, ORIGIN)):
        assert " ".join(struct.__struct_encode_fields__) == fields


def test_the_kind_of_an_entry_is_its_tag() -> None:
    (stored,) = entries.to_stored([entries.Answered(1, True)], 7, 8)
    assert (stored.kind, stored.body) == ("answered", b'{"kind":"answered","seat":1,"yes":true}')


def test_commands() -> None:
    assert tagged(commands.Command) == COMMANDS
    assert {command.__struct_config__.tag_field for command in commands.Command.__args__} == {"do"}


def test_cookies() -> None:
    assert access_control.cookie_name("0123456789abcdef", 3) == "wishstone-0123456789abcdef-3"
    assert access_control.HOST_ONLY == "__Host-", "before it, with TLS"
    assert access_control.cookie_name("0123456789abcdef", -1) == "wishstone-0123456789abcdef-watch"


def test_keys_of_the_browser() -> None:
    scripts = [path.read_text() for path in Path(wishstone.__file__).parent.joinpath("web").rglob("*.js")]
    readers = [script for script in scripts if "localStorage.getItem(`wishstone.${name}`)" in script]
    keepers = "|".join(sorted({name for each in readers for name in re.findall(r"function (\w+)\(name, ", each)}))
    assert keepers == "keep|kept", "one function writes, one reads; the boot script's own has the same name"
    named = [
        name
        for script in scripts
        for pattern in (
            rf"\b(?:{keepers})\(\s*[\"`]([^\"`]+)[\"`]",
            r"localStorage\.(?:get|set)Item\(\"wishstone\.([^\"]+)\"",
            r"\bname = `(number\.[^`]+)`",
        )
        for name in re.findall(pattern, script)
    ]
    assert " ".join(sorted({re.sub(r"\$\{[^}]+\}", "*", name) for name in named})) == BROWSER
    (settings,) = [found for script in scripts for found in re.findall(r"const SETTINGS = \{([^}]+)\}", script)]
    assert " ".join(sorted(re.findall(r"(\w+):", settings))) == SETTINGS
