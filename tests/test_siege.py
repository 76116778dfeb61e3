"""Siege: every attack of the benchmark can be played, and a server answers an honest player beside it and after it."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks import sieges
from benchmarks.honest_player import HonestPlayer
from benchmarks.siege import worst_of
from tests.server.certificates import certificate
from tests.server.clients import PATIENCE, http_client, serving
from wishstone.server.config.settings import ServerSettings

SECONDS = 0.4


@pytest.mark.parametrize("name", sieges.names())
def test_an_attack_in_small(name: str, tmp_path: Path) -> None:
    attack = sieges.load(name)
    setup: sieges.Setup = attack.SETUP
    cert, key = certificate(tmp_path) if setup.tls else ("", "")
    told: dict[str, Any] = {
        "tls_cert": str(cert),
        "tls_key": str(key),
        "proxies": [sieges.PROXY] if setup.proxy else [],
    }
    told |= {"database": str(tmp_path / "tables.db"), "compile": False, "log": "error", "drain_seconds": 0}
    told |= tomllib.loads(setup.settings)

    async def besiege() -> None:
        async with serving(msgspec.convert(told, ServerSettings)) as (url, hub):
            trust = sieges.trusting() if setup.tls else None
            async with HonestPlayer(url, sieges.HONEST, trust).playing() as player:
                async with asyncio.timeout(PATIENCE):
                    while not await sieges.play(name, url, SECONDS):
                        pass  # on a busy machine it may take a while until anything is done
                    while not player.felt.answers:
                        await asyncio.sleep(0.01)
                assert not player.felt.refusals
            async with http_client(base_url=url) as http:
                assert (await http.get("/ready")).status_code == 200
            assert not hub.metrics.refusals["failed"]

    assert attack.ABOUT
    asyncio.run(besiege())


FELT = {"worst_answer_ms": 20.0, "worst_bot_move_s": 0.7, "bot_moves": 9, "refusals": {}}
ROUND = {
    "baseline": FELT,
    "beside": FELT,
    "memory_mib": {"before": 100, "peak": 110, "later": 105},
    "open_files": {"before": 30, "peak": 300, "later": 30},
    "faults": [],
}


def test_the_worst_of_all_rounds_is_held_against_the_bars() -> None:
    assert worst_of([ROUND, ROUND])["misses"] == []
    for worse, missed in (
        ({"beside": {**FELT, "worst_answer_ms": 501.0}}, "answer"),
        ({"beside": {**FELT, "worst_bot_move_s": 3.1}}, "bot_move"),
        ({"beside": {**FELT, "bot_moves": 0}}, "bot_move"),
        ({"beside": {**FELT, "refusals": {"too-fast": 1}}}, "refusals"),
        ({"memory_mib": {"before": 100, "peak": 229, "later": 105}}, "peak"),
        ({"memory_mib": {"before": 100, "peak": 110, "later": 165}}, "later"),
        ({"faults": ["Traceback"]}, "faults"),
    ):
        assert worst_of([ROUND, {**ROUND, **worse}])["misses"] == [missed]
