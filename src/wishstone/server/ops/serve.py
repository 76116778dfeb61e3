"""Server start-up: opens the database, binds the socket, prints the addresses and runs uvicorn."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from wishstone.game import cache
from wishstone.game.errors import UsageError, unwritable
from wishstone.game.words import Sentence, sentence
from wishstone.games import GAMES
from wishstone.server.config.settings import ServerSettings, default_database
from wishstone.server.config.validation import bot_of_command
from wishstone.server.config.words import LEXICON
from wishstone.server.live.hub import Hub
from wishstone.server.live.webhooks import TurnNotifier
from wishstone.server.ops.gc_schedule import run
from wishstone.server.ops.logs import configure_logging
from wishstone.server.ops.open_files import connection_capacity, raise_limit
from wishstone.server.ops.operator_access import operator_access
from wishstone.server.ops.server import BACKLOG, Server
from wishstone.server.ops.tls import Certificate
from wishstone.server.store.factory import open_store
from wishstone.server.store.rating import rate
from wishstone.server.table.game_cache import GameCache
from wishstone.server.workers.bot_pool import BotPool

SHARING = 0.0005  # seconds of the GIL's switch interval: the writer thread needs the GIL at every statement


def make_hub(settings: ServerSettings) -> Hub:
    """Create the hub of a server with these settings."""
    database = settings.database or str(_make_folder(default_database()))
    store = open_store(database, rate)
    outside = {name: bot_of_command(command) for name, command in settings.bots.outside.items()}
    hub = Hub(store, GameCache(settings.games), BotPool(settings.workers, outside), settings)
    if settings.webhooks.hosts:
        hub.notify_turn = TurnNotifier(hub).notify
    return hub


def _make_folder(path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error
    return path


def serve(
    settings: ServerSettings,
    language: str = "en",
    listening: socket.socket | None = None,
    when_open: Callable[[str], None] | None = None,
) -> None:
    """Run a server until it is told to stop; `listening` is a bound socket, `when_open` is called with the address."""
    certificate = Certificate(settings)
    configure_logging(settings.log)
    open_files = raise_limit()
    hub = make_hub(settings)
    with listening or bind_socket(settings) as bound:
        server = Server(settings, hub, certificate, connection_capacity(open_files))

        def say_where() -> None:
            for line in _startup_messages(settings, bound):
                print(LEXICON.say(line, language), flush=True)
            if when_open is not None:
                when_open(_page_addresses(settings, bound)[0])
            else:
                most = sentence("serving-capacity", connections=server.occupancy.capacity, files=open_files)
                print(LEXICON.say(most, language), flush=True)

        sys.setswitchinterval(SHARING)
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            server.handle_signals(runner.get_loop())
            runner.run(hub.open())  # before anything is printed: the database may be unusable
            runner.run(_run(server, hub, bound, say_where))


async def _run(server: Server, hub: Hub, listening: socket.socket, say_where: Callable[[], None]) -> None:
    """Serve; once it is said where the server is, its operator is heard."""
    tidying = asyncio.create_task(run())
    async with operator_access(hub, listening):
        say_where()
        await server.serve([listening])
    tidying.cancel()


def _page_addresses(settings: ServerSettings, listening: socket.socket) -> list[str]:
    """The addresses of the page: on this machine, and in the network if the server listens on all interfaces."""
    host, port = listening.getsockname()[:2]
    hosts = [f"[{host}]" if ":" in host else host]
    if ipaddress.ip_address(host).is_unspecified:
        hosts = ["localhost"]
        with suppress(UsageError):  # there may be no network
            hosts.append(lan_address())
    return [f"{'https' if settings.tls_cert else 'http'}://{each}:{port}" for each in hosts]


def _startup_messages(settings: ServerSettings, listening: socket.socket) -> list[Sentence]:
    """The messages at the start: where the server is, and what will not work there."""
    address, *others = _page_addresses(settings, listening)
    said = [sentence("serving", address=address), *(sentence("serving-lan", address=each) for each in others)]
    if not settings.tls_cert and not ipaddress.ip_address(listening.getsockname()[0]).is_loopback:
        said.append(sentence("serving-plain"))
    said += [sentence("game-left-out", name=each.name, reason=each.reason) for each in GAMES.left_out]
    return said + (_cache_messages() if settings.compile else [])


def _cache_messages() -> list[Sentence]:
    """A warning if compiled rules cannot be cached where they should be."""
    place = cache.folder()
    try:
        wanted = cache.user_cache()
    except RuntimeError:  # this user has no home folder
        wanted = Path("~")
    if place is None:
        return [sentence("cache-none", path=str(wanted))]
    return [] if wanted in place.parents else [sentence("cache-elsewhere", path=str(wanted), place=str(place.parent))]


def bind_socket(settings: ServerSettings) -> socket.socket:
    """Bind a socket to the address in the settings."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)  # from now on clients wait in the backlog until the server is ready
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        address = f"{settings.host}:{settings.port}"
        raise UsageError("address-taken", LEXICON, address=address, reason=reason) from error
    return listening


def choose_host(host: str | None, lan: bool) -> str | None:
    """The host to listen on: as given, the local network's address, or None for the settings' own."""
    if lan and host is not None:
        raise UsageError("lan-host", LEXICON, host=host)
    return lan_address() if lan else host


def lan_address() -> str:
    """The address of this machine in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only looks up the route
            found = str(probe.getsockname()[0])
        except OSError as error:
            raise UsageError("lan-none", LEXICON) from error
    if ipaddress.ip_address(found).is_loopback:
        raise UsageError("lan-none", LEXICON)
    return found
