"""Settings validation: finds the first setting that cannot work, and says what it is and what it should be."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import inspect

from wishstone.bots import NAMES, make
from wishstone.bots.conversation import shown
from wishstone.bots.levels import LEVELS, is_level
from wishstone.game.errors import UsageError
from wishstone.game.words import Sentence, Value, sentence
from wishstone.games import GAMES, load
from wishstone.server.table.commands import LONGEST_ID

if TYPE_CHECKING:
    from wishstone.server.config.settings import ServerSettings

PLACE = re.compile(r" - at `\$\.?(.*)`$")  # the path in an error message of msgspec
UNKNOWN = re.compile(r"unknown field `(.*?)`", re.DOTALL)
LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
NAME = re.compile(rf"\.?{LABEL}(\.{LABEL})*", re.IGNORECASE)
HOOK = re.compile(rf"(?P<name>{NAME.pattern})(:(?P<port>[1-9][0-9]{{0,4}}))?", re.IGNORECASE)
ORIGIN = re.compile(
    rf"(?P<scheme>[a-z][a-z0-9+.-]*)://({LABEL}(\.{LABEL})*|\[[0-9a-f:.]+\])(:(?P<port>[1-9][0-9]{{0,4}}))?"
)
SHARED = re.compile("(redis|rediss|valkey|valkeys)://.")
USUAL = {"http": "80", "https": "443"}  # default ports, which browsers leave out
SEATS = ("me", "open", "here")  # reserved: they stand for people in lists of seats, on the page too


class SettingFault(NamedTuple):
    """A setting that cannot be used, and why."""

    name: str  # as in `limits.head_bytes`
    what: Sentence


def value_fault(name: str, value: object, wanted: str, **values: Value) -> SettingFault:
    """A fault that says what a setting's value is and what it should be."""
    return SettingFault(name, sentence("setting-value", value=_quote(value), wanted=sentence(wanted, **values)))


def _item_faults(name: str, items: Iterable[str], fits: Callable[[str], bool], wanted: str) -> Iterator[SettingFault]:
    for each in items:
        if not fits(each):
            yield SettingFault(name, sentence("setting-item", value=_quote(each), wanted=sentence(wanted)))


def _quote(value: object) -> str:
    if isinstance(value, str):
        return f"«{shown(value)}»"
    return shown(str(value).lower() if isinstance(value, bool) else str(value))


# ── Of the wrong kind ────────────────────────────────────────────────────────────────────────────────────────────


def describe_type_error(
    told: Mapping[str, object], settings: type[ServerSettings], error: msgspec.ValidationError
) -> SettingFault:
    """Turn a validation error of msgspec into a fault in our words."""
    place = PLACE.search(str(error))
    steps = re.findall(r"[^.\[\]]+|\.\.\.", place[1] if place else "")
    if unknown := UNKNOWN.search(str(error)):
        return SettingFault(".".join((*steps, shown(unknown[1]))), sentence("setting-unknown"))
    value: object = told
    kind: inspect.Type = inspect.type_info(settings)
    name, said = "", "setting-value"
    for step in steps:
        if isinstance(kind, inspect.StructType) and isinstance(value, dict):
            kind = next(field.type for field in kind.fields if field.name == step)
            value, name = value[step], f"{name}.{step}".lstrip(".")
        elif isinstance(kind, inspect.ListType) and isinstance(value, list):
            kind, value, said = kind.item_type, value[int(step)], "setting-item"
        elif isinstance(kind, inspect.DictType) and isinstance(value, dict):  # msgspec does not say which key
            key = next(key for key, each in value.items() if not isinstance(each, str))
            kind, value, name = kind.value_type, value[key], f"{name}.{shown(key)}"
    return SettingFault(name, sentence(said, value=_quote(value), wanted=_describe_type(kind, name)))


def _describe_type(kind: inspect.Type, name: str) -> Sentence:
    """Describe which values a setting of this type takes."""
    match kind:
        case inspect.IntType():
            return sentence("a-whole-number", low=kind.ge or 0, high=kind.le or 0)
        case inspect.FloatType():
            return sentence("a-number", low=f"{kind.ge:g}", high=f"{kind.le:g}")
        case inspect.BoolType():
            return sentence("a-truth")
        case inspect.LiteralType():
            return sentence("one-of", known=", ".join(map(str, kind.values)))
        case inspect.ListType():
            return sentence("a-list")
        case inspect.StructType() | inspect.DictType():
            return sentence("a-part", name=name)
        case _:
            return sentence("a-text")


# ── Of the right kind, and still of no use ───────────────────────────────────────────────────────────────────────


def find_faults(settings: ServerSettings) -> Iterator[SettingFault]:
    """Yield every setting that has the right type but still cannot work."""
    if not settings.host.strip():  # which would mean all addresses of this machine
        yield value_fault("host", settings.host, "a-host")
    yield from _game_faults(settings.games)
    yield from _item_faults("hosts", settings.hosts, _is_name, "a-name")
    yield from _item_faults("origins", settings.origins, _is_origin, "an-origin")
    yield from _item_faults("proxies", settings.proxies, _is_network, "a-network")
    yield from _item_faults("webhooks.hosts", settings.webhooks.hosts, _is_hook, "a-hook")
    if settings.shared_limits and not SHARED.match(settings.shared_limits):
        yield value_fault("shared_limits", "…", "a-shared-place")  # it may hold a password
    for name, command in settings.bots.outside.items():
        yield from _bot_faults(name, command)
    stand_in = settings.bots.stand_in
    if not is_level(stand_in) and stand_in not in settings.bots.outside:
        yield value_fault("bots.stand_in", stand_in, "a-bot", known=", ".join(LEVELS))


def _game_faults(games: list[str]) -> Iterator[SettingFault]:
    """Games that are not installed; one that is broken is left out, and the server starts with the others."""
    left_out = {each.name for each in GAMES.left_out} if games else set()
    for game in games:
        if game not in left_out and game not in (known := [about.id for about in GAMES]):
            wanted = sentence("one-of", known=", ".join(known))
            yield SettingFault("games", sentence("setting-item", value=_quote(game), wanted=wanted))


def _is_name(text: str) -> bool:
    return text == "*" or NAME.fullmatch(text) is not None or _is_network(text, alone=True)


def _is_origin(text: str) -> bool:
    found = ORIGIN.fullmatch(text)
    return found is not None and found["port"] != USUAL.get(found["scheme"], "") and _is_port(text)


def _is_network(text: str, alone: bool = False) -> bool:
    """Whether this is an IP address or network; with `alone`, an address only."""
    try:
        ipaddress.ip_address(text) if alone else ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _is_hook(text: str) -> bool:
    found = HOOK.fullmatch(text)
    if found is None:
        return _is_network(text, alone=True)
    return found["port"] != USUAL["https"] and _is_port(f"//{text}")


def _is_port(address: str) -> bool:
    """Whether the port in an address, if there is one, is valid."""
    try:
        return urlsplit(address).port != 0
    except ValueError:
        return False


def _bot_faults(name: str, command: str) -> Iterator[SettingFault]:
    plain = name.replace("-", "")
    if not plain.isalnum() or len(name) > LONGEST_ID or name.lower() in (*NAMES, *SEATS):
        yield SettingFault(f"bots.outside.{shown(name)}", sentence("setting-name", most=LONGEST_ID))
        return
    if not command.strip():
        yield value_fault(f"bots.outside.{name}", command, "a-command")
        return
    try:
        make(bot_of_command(command), load(next(iter(GAMES)).id, engine="interpreted")).close()
    except UsageError as error:  # most likely its program is missing
        yield SettingFault(
            f"bots.outside.{name}", sentence("setting-command", value=_quote(command), reason=error.sentence)
        )


def bot_of_command(command: str) -> str:
    """The bot name that stands for an external command."""
    return command if command.startswith(("run:", "run[")) else f"run:{command}"
