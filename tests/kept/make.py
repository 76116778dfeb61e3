"""Maker of fixtures: what a version of Wishstone stores, for all later ones to open and go on with.

    PYTHONPATH=$VERSION/src nice python -m tests.kept.make tests/kept/NAME [--operators]

`$VERSION` is a checkout of the version, `NAME` tells its number and its commit. Only what everybody can use is used
here: commands, HTTP, the socket and the page; so a version whose insides are named otherwise makes its own with it.
Run it in the repository's root; it wants a folder that does not exist, Chromium and some minutes. With `--operators`
there is only the database, with the few tables with which operators had to do, which takes a minute.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.kept.make_browser import browse
from tests.kept.make_files import make_files, run
from tests.kept.make_tables import (
    House,
    add_browser,
    begin_to_start,
    known_of,
    leave_all,
    play_all,
    play_before_operators,
)

# Every setting there is, and nothing that depends on the machine; tables are kept for ever, whenever they are opened.
SETTINGS = """\
host = "127.0.0.1"
port = 0
database = "tables.db"
workers = 1
hosts = ["games.example.org", ".wide.example"]
origins = ["https://games.example.org"]
proxies = ["192.0.2.7", "2001:db8::/32"]
tls_cert = ""
tls_key = ""
compile = false
chat_days = 36500
idle_hours = 876000
unplayed_days = 0
finished_days = 0
report_days = 36500
act_days = 36500
drain_seconds = 0
shared_limits = ""
watch_page = false
log = "warning"

[limits]
head_bytes = 8192
message_bytes = 8192
body_bytes = 262144
record_bytes = 2097152
files_bytes = 32768
table_entries = 5000
request_seconds = 20.0
commands_per_second = 10000
commands_at_once = 10000
requests_per_second = 10000
requests_at_once = 10000
chats_per_minute = 10000
hints_per_minute = 10000
looks_per_minute = 10000
tables_per_address = 10000
reviews_per_address = 10000
reports_per_address = 10000
open_reports = 2000
asks_per_address = 10000
connections_per_address = 1000
calls_per_address = 1000
open_tables = 20000
listed_per_address = 1000
listed_per_player = 1000
waiting_bytes = 1048576
name_length = 24

[bots]
seconds = 3.0
pause = 0
stand_in = "medium"

[bots.outside]
neighbour = "python3 examples/bots/neighbour.py"
broken = "false"

[webhooks]
hosts = ["127.0.0.1:9"]
seconds = 0.5
plain = true
"""


@contextmanager
def serving(database: Path, settings: Path) -> Iterator[str]:
    """A server as a process; its address."""
    line = [sys.executable, "-m", "wishstone", "serve", "--settings", str(settings), "--database", str(database)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0


def write(path: Path, content: Any) -> None:
    """Write JSON to be read, or, where there is much of it, compressed; the same content gives the same bytes."""
    text = json.dumps(content, ensure_ascii=False, indent=None if path.suffix == ".gz" else 1) + "\n"
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode())


def operate(house: House) -> Any:
    """What operators do, and what they are told then."""
    tables = {title: party.table for title, party in house.parties.items()}
    reports = admin("reports")["reports"]
    admin("settle", next(each["id"] for each in reports if each["reason"] == "other"), "--why", "read and done with")
    (eve,) = (each["player"] for each in reports if each["reason"] == "name")
    admin("ban", eve, "--why", "a rude name", "--for", "52w")
    for network in ("203.0.113.7", "198.51.100.0/24", "2001:db8:1::/48"):
        admin("ban", network, "--why", "floods", "--for", "366d")
    admin("lift", admin("bans")["bans"][0]["id"], "--why", "a mistake")
    admin("unlist", tables["keltis, unlisted"], "--why", "a rude name")
    admin("close", tables["dice, closed by the operator"], "--why", "No rude names, please")
    reports = admin("reports")["reports"] + admin("reports", "--settled")["reports"]
    return {**admin("bans"), "reports": reports, **admin("log"), "banned": "Eve"}


def admin(*arguments: str) -> Any:
    """What `wishstone admin` prints."""
    line = [sys.executable, "-m", "wishstone", "admin", *arguments, "--json"]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True).stdout)


def make_tables(folder: Path, scratch: Path, is_whole: bool) -> None:
    """A server's database and its backup, what is known of its tables, and the storage of a browser that played."""
    settings, database = folder / "settings.toml", scratch / "tables.db"
    settings.write_text(SETTINGS, encoding="utf-8")
    os.environ["WISHSTONE_ADMIN"] = str(scratch / "admin")

    async def played(url: str) -> House:
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            house = House(url, http)
            if is_whole:
                await play_all(house)
            else:
                await play_before_operators(house)
                await leave_all(house)
        return house

    async def known(house: House, browser: Any) -> tuple[Any, Any, dict[str, bytes]]:
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            house.http = http
            if browser is not None:
                add_browser(house, browser)
                await begin_to_start(house)
            return await known_of(house)

    with serving(database, settings) as url:
        house = asyncio.run(played(url))
        browser = browse(url) if is_whole else None
        operators = operate(house)
        summary, seen, records = asyncio.run(known(house, browser))
    if browser is not None:
        write(folder / "browser.json", browser)
    write(folder / "operators.json", operators)
    write(folder / "summary.json", summary)
    write(folder / "seen.json.gz", seen)
    for name, record in records.items():
        (folder / "records" / f"{name}.jsonl").write_bytes(record)
    run("backup", scratch / "backup.db", "--database", database)
    for path in (database, scratch / "backup.db"):
        (folder / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))


def main() -> None:
    """Make all fixtures of the version that is imported."""
    folder, is_whole = Path(sys.argv[1]), "--operators" not in sys.argv[2:]
    folder.mkdir()
    with tempfile.TemporaryDirectory() as scratch:
        if is_whole:
            make_files(folder)
        make_tables(folder, Path(scratch), is_whole)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            print(f"{path.stat().st_size:9,} {os.path.relpath(path, folder)}")


if __name__ == "__main__":
    main()
