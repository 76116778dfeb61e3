"""docs/serving.md and the Dockerfile: they name what there is, and everything that an operator can set."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import msgspec
import pytest
from typer.main import get_command

from tests.server.clients import http_client, quick_settings, serving
from wishstone.cli import make_application
from wishstone.server.config.settings import ServerSettings

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def defaults(kind: type[msgspec.Struct], before: str = "") -> dict[str, str]:
    """Every setting with its default as TOML has it."""
    found: dict[str, str] = {}
    for field in msgspec.structs.fields(kind):
        value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
        if isinstance(value, msgspec.Struct):
            found |= defaults(type(value), f"{before}{field.name}.")
        else:
            found[before + field.name] = json.dumps(value)
    return found


def rows(heading: str) -> dict[str, str]:
    """What stands in the tables under a heading of the page: the first column, and the second."""
    part = PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.*?) \|", part, re.MULTILINE))


def test_every_setting_is_on_the_page() -> None:
    assert {name: value.strip("`") for name, value in rows("Settings").items()} == defaults(ServerSettings)


@pytest.mark.parametrize("text", re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_its_settings_can_be_read(text: str) -> None:
    msgspec.convert(tomllib.loads(text), ServerSettings)


def test_every_metric_is_on_the_page(tmp_path: Path) -> None:
    async def names() -> set[str]:
        async with serving(quick_settings(str(tmp_path / "t.db"))) as (address, _), http_client() as http:
            text = (await http.get(f"{address}/metrics")).text
        return set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))

    assert {name for name in rows("Watching it") if name.startswith("wishstone")} == asyncio.run(names())


def commands() -> list[str]:
    """Every command of ours that the page shows."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("wishstone ")]


@pytest.mark.parametrize("line", commands())
def test_its_commands_are_real(line: str) -> None:
    parse(shlex.split(line)[1:])


def parse(arguments: list[str]) -> None:
    """Have the command line read these arguments, without doing anything."""
    program = get_command(make_application("en"))
    name, *rest = arguments
    command = program.commands[name]  # type: ignore[attr-defined]
    command.make_context(name, rest)


def test_the_options_of_serve_are_on_the_page() -> None:
    program = get_command(make_application("en"))
    serve = program.commands["serve"]  # type: ignore[attr-defined]
    for parameter in serve.params:
        for option in parameter.opts:
            if option not in ("--help", "--lang"):
                assert f"`{option}" in PAGE or f"{option} " in PAGE, option


# ── The Dockerfile ───────────────────────────────────────────────────────────────────────────────────────────────


def copied() -> list[str]:
    return [name for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE) for name in line.split()[:-1]]


def test_what_it_copies_is_there_and_let_through() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    passed = [line[1:] for line in lines if line.startswith("!")]
    assert copied()
    for name in copied():
        assert (ROOT / name).exists(), name
        assert any(fnmatch(name, pattern) for pattern in passed), name


def test_every_requirement_has_a_version_and_a_hash() -> None:
    text = (ROOT / "requirements" / "serve.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    pins = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
    names = {pin.partition("==")[0] for pin in pins}
    assert {"fastapi", "uvicorn", "websockets", "numba", "asyncpg", "sqlalchemy", "hatchling"} <= names
    play = (ROOT / "requirements" / "play.txt").read_text(encoding="utf-8")
    assert {line.split(" ")[0] for line in play.splitlines() if "==" in line} <= {pin.split(" ")[0] for pin in pins}


def test_what_it_runs_is_real() -> None:
    entry = json.loads(re.findall(r"^ENTRYPOINT (.+)$", DOCKERFILE, re.MULTILINE)[0])
    assert entry == ["wishstone"]
    parse(json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[0]))
    assert f"EXPOSE {ServerSettings().port}\n" in DOCKERFILE
    assert re.search(r"^USER (?!root)\w+$", DOCKERFILE, re.MULTILINE)
    python = re.findall(r"^FROM python:(\S+)-slim$", DOCKERFILE, re.MULTILINE)[0]
    assert f"Python :: {python}" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("is_there", [True, False])
def test_its_health_check_works(tmp_path: Path, is_there: bool) -> None:
    check = json.loads(re.findall(r"^    CMD (.+)$", DOCKERFILE, re.MULTILINE)[0])
    assert check[:2] == ["python", "-c"]

    async def status() -> int | None:
        async with serving(quick_settings(str(tmp_path / "t.db"))) as (address, _):
            code = check[2].replace("http://127.0.0.1:8420", address if is_there else "http://127.0.0.1:1")
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, stderr=asyncio.subprocess.DEVNULL
            )
            return await process.wait()

    assert (asyncio.run(status()) == 0) == is_there
