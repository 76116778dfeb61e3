"""Server settings: everything that an operator can choose, with its default; a TOML file overrides them."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from wishstone.bots import turn_time
from wishstone.game.errors import UsageError, unreadable
from wishstone.game.words import Sentence, sentence
from wishstone.server.config.validation import SettingFault, describe_type_error, find_faults
from wishstone.server.config.words import LEXICON

Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Days = Annotated[int, msgspec.Meta(ge=0, le=36_500)]
Hours = Annotated[int, msgspec.Meta(ge=1, le=876_000)]
Wait = Annotated[float, msgspec.Meta(ge=0.1, le=3600)]  # seconds for something that does take time
Head = Annotated[int, msgspec.Meta(ge=1024, le=8 * 1024)]  # beyond it a WebSocket is not opened


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rate and size limits for clients."""

    head_bytes: Head = 8 * 1024  # of one request, its cookies and all
    message_bytes: Count = 8 * 1024  # of one command over the socket
    body_bytes: Count = 256 * 1024  # of one request over HTTP
    record_bytes: Count = 2 * 1024 * 1024  # of a record that is read in
    files_bytes: Count = 32 * 1024  # of the data files that a table is opened with, in all
    table_entries: Count = 5_000  # in the log of a table, or of a record that is read in
    request_seconds: Wait = 20.0  # in which a request has to be here whole
    commands_per_second: Count = 20  # over one connection
    commands_at_once: Count = 60
    requests_per_second: Count = 50  # from one address
    requests_at_once: Count = 200
    chats_per_minute: Count = 20  # of one seat
    hints_per_minute: Count = 20  # of one seat
    looks_per_minute: Count = 60  # at one whole table for one seat, from one address
    tables_per_address: Count = 50  # opened within an hour
    reviews_per_address: Count = 30  # games looked back at within an hour
    reports_per_address: Count = 6  # made within an hour
    open_reports: Count = 2_000  # that wait for an operator, in all
    asks_per_address: Count = 6  # for a bot's seat at one table, within an hour
    connections_per_address: Count = 100  # over which somebody plays or watches
    calls_per_address: Count = 100  # connections for requests
    open_tables: Count = 20_000
    listed_per_address: Count = 6  # tables in the lobby, of hosts with one address
    listed_per_player: Count = 3  # tables in the lobby, of one host with a player key
    waiting_bytes: Count = 1 << 20  # that a slow reader may leave unread before it is dropped
    name_length: Annotated[int, msgspec.Meta(ge=1, le=100)] = 24


class BotSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings for bots."""

    # That all decisions of a turn may take together, or each of an outside bot; a level has a number of simulations,
    # and this only caps its time.
    seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = turn_time.SECONDS
    pause: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.6  # between two moves of bots, so that people can follow
    stand_in: str = "medium"  # who plays for somebody who is away
    outside: dict[str, str] = {}  # bots of others by name: the command that starts each


class WebhookSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings for webhooks: the hosts that may be called when it is a player's turn. With no hosts, there are none."""

    hosts: list[str] = []  # `example.org`, `example.org:8443` for another port, `.example.org` for all below it
    seconds: Wait = 5.0  # that a notice may take
    plain: bool = False  # also over http, without TLS: for trying things out only


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8420
    database: str = ""  # a path, or postgresql://…; empty: a file in the user's data folder
    workers: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1  # processes in which bots think
    games: list[str] = []  # the ids of those that are played here; empty: all that are installed
    hosts: list[str] = []  # names of this server, beside the machine's own; `.example.org` for all below, `*` for any
    origins: list[str] = []  # of pages, beside the server's own, that may use it: https://example.org
    proxies: list[str] = []  # addresses of proxies whose X-Forwarded-For is believed
    shared_limits: str = ""  # redis://… or valkey://…, where processes count together; empty: each for itself
    tls_cert: str = ""
    tls_key: str = ""
    compile: bool = True  # have rules and bots compiled at the start, where they are not yet
    chat_days: Days = 30  # after which what was said is deleted
    idle_hours: Hours = 24  # after which a table that never began is removed
    unplayed_days: Days = 60  # after which a game that nobody has gone on with is ended; 0: never
    finished_days: Days = 0  # after which a finished table is removed; 0: never
    report_days: Days = 30  # after which what players reported is deleted
    act_days: Days = 90  # after which what operators did is deleted
    drain_seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 3.0  # on SIGTERM, until a proxy has noticed
    watch_page: bool = False  # whether edited files of the page are served without a restart
    log: Literal["debug", "info", "warning", "error"] = "info"
    limits: Limits = Limits()
    bots: BotSettings = BotSettings()
    webhooks: WebhookSettings = WebhookSettings()


def read_settings(path: Path | None, **given: object) -> ServerSettings:
    """Read settings from a TOML file; options given on the command line override it, and None means not given."""
    told: dict[str, object] = {}
    if path is not None:
        try:
            told = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise unreadable(path, error) from error
        except UnicodeDecodeError as error:
            raise UsageError("file-unreadable", path=str(path), reason="it is not UTF-8 text") from error
        except tomllib.TOMLDecodeError as error:
            reading = sentence("setting-toml", path=str(path), reason=str(error))
            raise UsageError("settings-wrong", LEXICON, reason=reading) from error
    options = {name: value for name, value in given.items() if value is not None}
    told |= options

    def wrong(fault: SettingFault) -> UsageError:
        name = f"--{fault.name.replace('_', '-')}" if fault.name in options else f"{path}: {fault.name}"
        return UsageError(
            "settings-wrong", LEXICON, reason=Sentence(fault.what.key, {**fault.what.values, "name": name})
        )

    try:
        settings = msgspec.convert(told, ServerSettings)
    except msgspec.ValidationError as error:
        raise wrong(describe_type_error(told, ServerSettings, error)) from error
    if found := next(find_faults(settings), None):
        raise wrong(found)
    return settings


def default_database() -> Path:
    """The path of the database where no other was chosen."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "wishstone" / "tables.sqlite"
