"""Bans: the networks and players that are kept out of the whole server until a time, by an operator.

They are stored, and every process has them in memory; it reads them anew when another process says that they changed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Literal

from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import LiveTable
from wishstone.server.store.interface import Block, Store
from wishstone.server.table import views
from wishstone.server.table.refusal import Forbidden, error_to_json
from wishstone.server.table.state import NOBODY

HOUSEHOLD = 64  # bits of an IPv6 network: of smaller ones one person has as many as they like
KEPT = 10_000  # addresses of which it is kept whether they are banned

IpNetwork = IPv4Network | IPv6Network


def parse_network(text: str) -> IpNetwork:
    """The network that an address or a network in text means, in IPv6 a /64 at least; or raise a `ValueError`."""
    network = ip_network(text.partition("%")[0], strict=False)
    if isinstance(network, IPv4Network):
        return network
    mapped = network.network_address.ipv4_mapped
    if mapped is not None and network.prefixlen >= 96:
        return ip_network((mapped, network.prefixlen - 96), strict=False)
    return network.supernet(new_prefix=HOUSEHOLD) if network.prefixlen > HOUSEHOLD else network


class Bans:
    """The bans that are in force, as this process knows them."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._loading = asyncio.Lock()
        self._networks: list[tuple[IpNetwork, Block]] = []
        self._players: dict[str, Block] = {}
        self._known: dict[str, Block | None] = {}  # by address: the ban that holds longest

    async def load(self) -> None:
        """Read all bans."""
        async with self._loading:  # whoever reads last must not be overtaken
            bans = sorted(await self._store.blocks(), key=lambda ban: ban.ends)  # of several, the last to end counts
            self._networks = [(ip_network(ban.subject), ban) for ban in reversed(bans) if ban.kind == "network"]
            self._players = {ban.subject: ban for ban in bans if ban.kind == "player"}
            self._known.clear()

    async def add(self, kind: Literal["network", "player"], subject: str, ends: int, by: str, why: str) -> Block:
        """Ban a network, as `parse_network` reads it, or the hash of a player key; returns the ban as it is kept."""
        if kind == "network":
            subject = str(parse_network(subject))
        ban = Block(secrets.token_bytes(4).hex(), "", kind, subject, self._now(), ends, by, why)
        await self._store.add_block(ban)
        await self.load()
        return ban

    async def lift(self, id: str) -> bool:
        """Lift a ban; returns whether there was one."""
        was_there = await self._store.lift_block(id)
        await self.load()
        return was_there

    async def current(self) -> list[Block]:
        """The bans that are in force, the latest first."""
        return [ban for ban in await self._store.blocks() if ban.ends > self._now()]

    def ban_of_address(self, address: str) -> Block | None:
        """The ban under which an address is, if there is one."""
        if not self._networks:
            return None
        if address not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[address] = self._find(address)
        return self._in_force(self._known[address])

    def ban_of_player(self, player: str) -> Block | None:
        """The ban under which a player is, by the hash of their key, if there is one."""
        return self._in_force(self._players.get(player))

    def check(self, address: str, player: str = "") -> None:
        """Refuse somebody who is banned."""
        ban = self.ban_of_address(address) or self.ban_of_player(player)
        if ban is not None:
            raise Forbidden("banned", until=f"{datetime.fromtimestamp(ban.ends / 1000, UTC):%Y-%m-%d %H:%M} UTC")

    def disconnect_banned(self, live: LiveTable) -> None:
        """Tell those at a table who are banned, and disconnect them."""
        for connection in tuple(live.connections):
            seat = connection.seat
            try:
                self.check(connection.address, "" if seat == NOBODY else live.table.seats[seat].player)
            except Forbidden as refusal:
                connection.send(views.encode({"type": "refused", "id": "", **error_to_json(refusal)}))
                connection.drop(Connection.BANNED)

    def _find(self, address: str) -> Block | None:
        try:
            network = parse_network(address)
        except ValueError:
            return None
        return next((ban for banned, ban in self._networks if _is_within(network, banned)), None)

    def _in_force(self, ban: Block | None) -> Block | None:
        return ban if ban is not None and ban.ends > self._now() else None


def _is_within(network: IpNetwork, larger: IpNetwork) -> bool:
    if isinstance(network, IPv4Network):
        return isinstance(larger, IPv4Network) and network.subnet_of(larger)
    return isinstance(larger, IPv6Network) and network.subnet_of(larger)
