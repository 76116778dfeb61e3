"""Whole table: from its opening to its record, over the real server."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.conftest import spread
from tests.server.clients import Client, begin, http_client, join_table, open_table, quick_settings, serving
from wishstone.game.record_reader import read, verify
from wishstone.games import GAMES


async def play_on(client: Client, chooser: random.Random) -> None:
    """Make moves whenever it is this one's turn, until the game is over."""
    while True:
        await client.until(lambda: client.is_over or bool(client.legal))
        if client.is_over:
            return
        answer = await client.move(chooser.choice(client.legal))
        assert answer["type"] == "news", answer


@pytest.mark.parametrize(
    ("game", "url"), spread([about.id for about in GAMES], ["sqlite", "postgres"]), indirect=["url"]
)
def test_two_clients_and_a_bot_play_to_the_end(game: str, url: str) -> None:
    async def evening() -> None:
        async with serving(quick_settings(url)) as (address, _):
            ann = await (await open_table(address, game, ["me", "open", "novice"])).connect()
            bob = await (await join_table(address, ann.table, code=ann.you["code"])).connect()
            await begin(ann, bob)
            chooser = random.Random(game)
            await asyncio.gather(play_on(ann, chooser), play_on(bob, chooser))
            assert ann.scene["result"] == bob.scene["result"]
            async with http_client(headers={"Authorization": f"Bearer {ann.secret}"}) as http:
                record = await http.get(f"{address}/api/tables/{ann.table}/record?seat=0")
            assert record.status_code == 200
            reading = read(record.content)
            assert verify(reading, reading.load(GAMES)) is not None
            await ann.close()
            await bob.close()

    asyncio.run(evening())
