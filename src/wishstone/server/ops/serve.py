"""Server start-up: opens the database, binds the socket, prints the addresses and runs uvicorn."""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
import ssl
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType

import uvicorn

from wishstone.game import cache
from wishstone.game.errors import UsageError, unreadable, unwritable
from wishstone.game.words import Sentence, sentence
from wishstone.server.config.settings import ServerSettings, default_database
from wishstone.server.config.validation import bot_of_command
from wishstone.server.config.words import LEXICON
from wishstone.server.http.app import make_app
from wishstone.server.http.connection_guard import GuardedConnection
from wishstone.server.http.websocket_transport import DirectWebSocket
from wishstone.server.live.hub import Hub
from wishstone.server.live.webhooks import TurnNotifier
from wishstone.server.ops.gc_schedule import run
from wishstone.server.ops.logs import configure_logging
from wishstone.server.store.factory import open_store
from wishstone.server.store.rating import rate
from wishstone.server.table.game_cache import GameCache
from wishstone.server.workers.bot_pool import BotPool

BACKLOG = 4096
SHARING = 0.0005  # seconds of the GIL's switch interval: the writer thread needs the GIL at every statement
SHUTDOWN = 10  # seconds for requests in flight at shutdown
FAREWELL = 2.0  # seconds for clients to close their connections at shutdown
WEAK = ("EE_KEY_TOO_SMALL", "CA_KEY_TOO_SMALL", "CA_MD_TOO_WEAK")  # OpenSSL's reasons for refusing a certificate
BEAT = 20.0  # seconds between two pings on a WebSocket


def make_hub(settings: ServerSettings) -> Hub:
    """Create the hub of a server with these settings."""
    database = settings.database or str(_make_folder(default_database()))
    store = open_store(database, rate)
    outside = {name: bot_of_command(command) for name, command in settings.bots.outside.items()}
    hub = Hub(store, GameCache(), BotPool(settings.workers, outside), settings)
    if settings.webhooks.hosts:
        hub.notify_turn = TurnNotifier(hub).notify
    return hub


def _make_folder(path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error
    return path


class Server(uvicorn.Server):
    """A uvicorn server that stops gracefully on signals, with status 0; uvicorn's own would raise the signal again."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop soon; a second Ctrl-C changes nothing, since stopping takes seconds at most."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: the handlers are installed from the beginning, so that no signal comes too early."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Disconnect the clients first, so that they are told that the server goes away, not that it failed."""
        for server in self.servers:
            server.close()
        await self._hub.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                while self._hub.metrics.connections:
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def serve(
    settings: ServerSettings,
    language: str = "en",
    listening: socket.socket | None = None,
    when_open: Callable[[str], None] | None = None,
) -> None:
    """Run a server until it is told to stop; `listening` is a bound socket, `when_open` is called with the address."""
    _check_tls(settings)
    configure_logging(settings.log)
    hub = make_hub(settings)
    with listening or bind_socket(settings) as listening:
        server = Server(uvicorn_config(settings, hub), hub)
        sys.setswitchinterval(SHARING)
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(hub.open())  # before anything is printed: the database may be unusable
            for line in _startup_messages(settings, listening):
                print(LEXICON.say(line, language), flush=True)
            if when_open is not None:
                when_open(_page_addresses(settings, listening)[0])
            runner.run(_run(server, listening))


async def _run(server: Server, listening: socket.socket) -> None:
    tidying = asyncio.create_task(run())
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


def uvicorn_config(settings: ServerSettings, hub: Hub) -> uvicorn.Config:
    """The configuration for uvicorn."""
    limits = settings.limits
    return uvicorn.Config(
        make_app(hub),
        http=partial(GuardedConnection, limits, Counter()),  # type: ignore[arg-type] # uvicorn only calls it
        log_config=None,
        access_log=False,
        server_header=False,
        ws=DirectWebSocket,
        ws_max_size=limits.message_bytes,
        ws_ping_interval=BEAT,
        ws_ping_timeout=BEAT,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=SHUTDOWN,
        backlog=BACKLOG,
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
    )


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


def _check_tls(settings: ServerSettings) -> None:
    """Check that certificate and key are both there and match."""
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise UsageError("tls-half", LEXICON)
    if not settings.tls_cert:
        return
    trial = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for path in (settings.tls_cert, settings.tls_key):
        _check_readable(path)
    try:
        trial.load_verify_locations(cafile=settings.tls_cert)
    except ssl.SSLError as error:
        raise UsageError("tls-cert", LEXICON, path=settings.tls_cert) from error
    try:
        # With no password at all, OpenSSL would ask for one.
        trial.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or ""
        if reason == "KEY_VALUES_MISMATCH":
            raise UsageError("tls-pair", LEXICON, key=settings.tls_key, cert=settings.tls_cert) from error
        if reason in WEAK:
            readable = reason.lower().replace("_", " ")
            raise UsageError("tls-weak", LEXICON, path=settings.tls_cert, reason=readable) from error
        raise UsageError("tls-key", LEXICON, path=settings.tls_key) from error


def _check_readable(path: str) -> None:
    try:
        Path(path).read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error


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
