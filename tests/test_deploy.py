"""deploy/: what its files name exists, and is what the server has; deploy/try.py plays through them."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import shutil
import stat
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn
import yaml  # type: ignore[import-untyped]

from tests.server.clients import http_client, quick_settings, serving
from tests.server.versions import ROOT
from wishstone.server.config.settings import Limits, ServerSettings
from wishstone.server.ops.server import BEAT

DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
NGINX = (DEPLOY / "nginx/wishstone.conf").read_text(encoding="utf-8")
CADDY = (DEPLOY / "caddy/Caddyfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose/compose.yaml").read_text(encoding="utf-8"))
UNIT = (DEPLOY / "systemd/wishstone@.service").read_text(encoding="utf-8")
MIB = 2**20


async def metrics(folder: Path) -> set[str]:
    """The names of all metrics, with those that belong to a histogram."""
    async with serving(quick_settings(str(folder / "t.db"))) as (address, _), http_client() as http:
        text = (await http.get(f"{address}/metrics")).text
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)", text, re.MULTILINE))
    parts = {f"{name}_{part}" for name, kind in kinds.items() if kind == "histogram" for part in ("bucket", "count")}
    return set(kinds) | parts


@pytest.mark.parametrize("name", ["prometheus/alerts.yml", "grafana/wishstone.json"])
def test_alerts_and_the_dashboard_name_metrics_that_there_are(tmp_path: Path, name: str) -> None:
    named = set(re.findall(r"wishstone_\w+", (DEPLOY / name).read_text(encoding="utf-8")))
    assert len(named) >= 5
    assert named - asyncio.run(metrics(tmp_path)) == set()


def test_the_dashboard_is_one() -> None:
    told = json.loads((DEPLOY / "grafana/wishstone.json").read_text(encoding="utf-8"))
    ids = [panel["id"] for panel in told["panels"]]
    assert len(ids) == len(set(ids)) >= 10
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in told["panels"]]
    assert len(places) == len(set(places))
    assert all(target["expr"] for panel in told["panels"] for target in panel["targets"])


def test_the_alerts_know_the_limits() -> None:
    text = (DEPLOY / "prometheus/alerts.yml").read_text(encoding="utf-8")
    assert f"({Limits().open_tables})" in text
    for rule in yaml.safe_load(text)["groups"][0]["rules"]:
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in ("page", "ticket")


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed; deploy/try.py asks for it")
def test_prometheus_understands_its_files() -> None:
    subprocess.run(["promtool", "check", "rules", DEPLOY / "prometheus/alerts.yml"], check=True, capture_output=True)


def test_settings_can_be_read() -> None:
    compose = COMPOSE["configs"]["settings"]["content"].replace("${NAME:?", "games.example.org#{")
    compose = re.sub(r"#\{[^}]*\}", "", compose).replace("${PASSWORD}", "secret")
    for text in ((DEPLOY / "settings.toml").read_text(encoding="utf-8"), compose):
        settings = msgspec.convert(tomllib.loads(text), ServerSettings)
        assert settings.hosts == ["games.example.org"]
        assert settings.proxies
        assert settings.database.startswith("postgresql://")


def test_proxies_let_through_what_the_server_reads_and_wait_as_long_as_it_does() -> None:
    limits = Limits()
    assert f"client_max_body_size {limits.record_bytes // MIB}m;" in NGINX
    for caddy in (CADDY, COMPOSE["configs"]["caddy"]["content"]):
        assert f"max_size {limits.record_bytes // MIB}MiB" in caddy
        assert "keepalive 3s" in caddy
        assert "respond @private 404" in caddy
    assert float(re.findall(r"proxy_read_timeout (\d+)s", NGINX)[0]) > 3 * BEAT
    assert f"client_body_timeout {limits.request_seconds:g}s" in NGINX
    assert "keepalive_timeout 3s;" in NGINX
    assert inspect.signature(uvicorn.Config).parameters["timeout_keep_alive"].default > 3


def test_every_process_of_a_unit_and_a_proxy_is_at_the_same_ports() -> None:
    ports = {"8420", "8421"}
    for name in ("nginx/wishstone.conf", "caddy/Caddyfile", "prometheus/prometheus.yml"):
        assert set(re.findall(r"127\.0\.0\.1:(84\d\d)", (DEPLOY / name).read_text(encoding="utf-8"))) == ports, name
    assert ServerSettings().port == 8420
    assert "enable --now wishstone@8420 wishstone@8421" in PAGE


def test_the_unit_gives_up_what_it_need_not_have() -> None:
    told = dict(re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE))
    for name in ("ProtectSystem", "ProtectHome", "PrivateTmp", "NoNewPrivileges", "RestrictNamespaces"):
        assert told[name] in ("yes", "strict"), name
    assert told["CapabilityBoundingSet"] == ""
    assert told["User"] == "wishstone"
    assert int(told["LimitNOFILE"]) >= 20_000


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_its_units(tmp_path: Path) -> None:
    for file in (DEPLOY / "systemd").iterdir():
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        (tmp_path / file.name.replace("@", "@8420")).write_text(text, encoding="utf-8")
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *sorted(tmp_path.glob("*.service"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, [line for line in found.stderr.splitlines() if str(tmp_path) in line]) == (0, [])


def test_what_the_page_names_in_this_folder_is_there() -> None:
    named = set(re.findall(r"(?<=[/(\s.])deploy/([\w./@-]*[\w@])", PAGE))
    assert {"install", "upgrade", "try.py", "settings.toml"} <= named
    for name in named - {"compose/.env", "systemd/wishstone"}:
        assert (DEPLOY / name).exists(), name


@pytest.mark.parametrize("name", ["install", "upgrade", "backup"])
def test_scripts_can_be_run(name: str) -> None:
    assert (DEPLOY / name).stat().st_mode & stat.S_IXUSR
    subprocess.run(["sh", "-n", DEPLOY / name], check=True)


def test_old_backups_go_and_the_newest_stay(tmp_path: Path) -> None:
    program = tmp_path / "root/current/bin/wishstone"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\nfor file; do :; done\necho "$*" >"$file"\n', encoding="utf-8")
    program.chmod(0o755)
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"wishstone-2026-01-0{day}T033000Z.backup").touch()
    (folder / "mine.backup").touch()
    told = {
        "WISHSTONE_ROOT": str(tmp_path / "root"),
        "WISHSTONE_SETTINGS": "/etc/settings.toml",
        "PATH": "/usr/bin:/bin",
    }
    subprocess.run([DEPLOY / "backup", folder, "3"], check=True, env=told)
    kept = sorted(path.name for path in folder.iterdir())
    assert kept[:3] == ["mine.backup", *(f"wishstone-2026-01-0{day}T033000Z.backup" for day in (4, 5))]
    assert len(kept) == 4
    assert (folder / kept[3]).read_text(encoding="utf-8").startswith("backup --settings /etc/settings.toml ")
