"""Example client: it plays a whole game with nothing of Wishstone installed."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tests.server.clients import PATIENCE, quick_settings, serving

CLIENT = Path(__file__).parents[3] / "examples" / "client.py"


async def client(*arguments: str, typed: str = "") -> tuple[int | None, str, str]:
    """Run the client, where `wishstone` cannot be imported; its status, and what it prints."""
    blocked = f"import sys, runpy; sys.modules['wishstone'] = None; sys.argv = [{str(CLIENT)!r}, *sys.argv[1:]]"
    code = f"{blocked}\nrunpy.run_path({str(CLIENT)!r}, run_name='__main__')"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, *arguments, env=environment, stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE)
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("game", ["keltis-dice", "keltis-card"])
def test_it_plays_to_the_end(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        async with serving(quick_settings(str(tmp_path / "t.db"))) as (address, _):
            status, out, err = await client(address, game, "novice", "--random", "7")
            assert (status, err) == (0, "")
            assert out.splitlines()[-1].startswith("scores: [")
            assert out.splitlines()[-1].endswith("the secret is right")

    asyncio.run(run())


def test_a_person_types_and_goes(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(quick_settings(str(tmp_path / "t.db"))) as (address, _):
            _, out, _ = await client(address, "keltis-dice", "novice", typed="nonsense\n0\n1\n")
            assert out.count("a number from 1 to ") == 2
            assert "  1: " in out

    asyncio.run(run())


def test_what_the_server_refuses_is_said(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(quick_settings(str(tmp_path / "t.db"))) as (address, _):
            status, _, err = await client(address, "keltis-dice", "nobody", "--random", "1")
            assert status == 1
            assert err == "there is no bot called «nobody» on this server\n"

    asyncio.run(run())
