"""Settings: whatever cannot work is refused by name, with what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.processes import command
from wishstone.game.errors import UsageError
from wishstone.server.config.settings import read_settings


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("prot = 3", "prot: there is no such setting"),
        ('"a\\nb" = 3', "a·b: there is no such setting"),
        ("[limits]\nprot = 3", "limits.prot: there is no such setting"),
        ("port = 'x'", "port is «x», and should be a whole number from 0 to 65535"),
        ("port = 70000", "port is 70000, and should be a whole number from 0 to 65535"),
        ("[limits]\nopen_tables = 0", "limits.open_tables is 0, and should be a whole number from 1 to 1000000000"),
        ("log = 'loud'", "log is «loud», and should be one of debug, error, info, warning"),
        ("port = ?", "is not TOML: Invalid value (at line 1"),
        ("compile = 1", "compile is 1, and should be true or false"),
        ("hosts = 'x.example'", "hosts is «x.example», and should be a list of texts"),
        ("hosts = ['x.example', 3]", "hosts has 3, and each there should be a text in quotation marks"),
        ("limits = 3", "limits is 3, and should be a table of settings, under [limits]"),
        ("bots.outside.mine = 3", "bots.outside.mine is 3, and should be a text"),
        ("host = ''", "host is «», and should be an address to listen at"),
        ("hosts = ['']", "hosts has «», and each there should be a name alone"),
        ("hosts = ['https://x.example']", "hosts has «https://x.example», and"),
        ("hosts = ['x.example:8420']", "hosts has «x.example:8420», and"),
        ("hosts = ['x.example/page']", "hosts has «x.example/page», and"),
        ("hosts = ['a.example', '*.x.example']", "hosts has «*.x.example», and"),
        ("origins = ['example.org']", "origins has «example.org», and each there should be the scheme and host"),
        ("origins = ['https://example.org/']", "origins has «https://example.org/», and"),
        ("origins = ['https://example.org:443']", "origins has «https://example.org:443», and"),
        ("origins = ['https://example.org:70000']", "origins has «https://example.org:70000», and"),
        ("proxies = ['10.0.0.0/33']", "proxies has «10.0.0.0/33», and each there should be an address or a network"),
        ("proxies = ['10.0.0.1/8']", "proxies has «10.0.0.1/8», and"),
        ("webhooks.hosts = ['https://x.example']", "webhooks.hosts has «https://x.example», and"),
        ("webhooks.hosts = ['x.example/turn']", "webhooks.hosts has «x.example/turn», and"),
        ("webhooks.hosts = ['x.example:443']", "for another port than 443"),
        ("webhooks.hosts = ['x.example:70000']", "webhooks.hosts has «x.example:70000», and"),
        ("webhooks.seconds = 0", "webhooks.seconds is 0, and should be a number from 0.1 to 3600"),
        ("bots.pause = inf", "bots.pause is inf, and should be a number from 0 to 60"),
        ("bots.pause = nan", "bots.pause is nan, and"),
        ("bots.pause = -0.5", "bots.pause is -0.5, and"),
        ("bots.seconds = inf", "bots.seconds is inf, and should be a number from 0 to 3600"),
        ("chat_days = 999999999999", "chat_days is 999999999999, and should be a whole number from 0 to 36500"),
        ("idle_hours = 99999999", "idle_hours is 99999999, and"),
        ("bots.stand_in = 'nobody'", "bots.stand_in is «nobody», and should be novice, easy, medium, hard, expert or"),
        ("bots.stand_in = 'hard+'", "bots.stand_in is «hard+», and"),
        ("bots.outside.'a b' = 'x'", "bots.outside.a b cannot be called so"),
        ("bots.outside.hard = 'python3 bot.py'", "bots.outside.hard cannot be called so"),
        ("bots.outside.open = 'python3 bot.py'", "bots.outside.open cannot be called so"),
        ("bots.outside.mine = ' '", "bots.outside.mine is «», and should be a command that starts a program"),
        ("bots.outside.mine = 'not-there-at-all x'", "there is no program «not-there-at-all» to run as a bot"),
        ("bots.outside.mine = 'run[nobody]:python3'", "there is no bot called «nobody»"),
    ],
)
def test_settings_that_are_wrong(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as refused:
        read_settings(file)
    assert refused.value.code == "settings-wrong"
    assert named in refused.value.text("en")
    assert refused.value.text("en").startswith(str(file))
    assert refused.value.text("de") != refused.value.text("en")
    assert refused.value.text("de").startswith(str(file))
    assert "\n" not in refused.value.text("de")


def test_settings_that_are_right(tmp_path: Path) -> None:
    file = tmp_path / "right.toml"
    file.write_text(
        """
        hosts = ["games.example.org", ".example.org", "my_server", "2001:db8::1", "*"]
        origins = ["https://example.org", "http://localhost:3000", "https://[::1]:8420", "capacitor://localhost"]
        proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"]
        webhooks.hosts = ["example.org", "example.org:8443", ".example.org", "203.0.113.7"]
        bots.stand_in = "mine"
        bots.outside.mine = "run[greedy 2s]:python3 bot.py"
        unplayed_days = 0
        """
    )
    settings = read_settings(file, port=0, tls_cert=None)
    assert (settings.port, settings.bots.stand_in, len(settings.hosts)) == (0, "mine", 5)


def test_a_wrong_setting_ends_the_start_with_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("[bots.outside]\nmine = 'not-there-at-all x'")
    ended = command(tmp_path, "serve", "--settings", file, "--lang", "de")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert f"{file}: bots.outside.mine ist «not-there-at-all x»" in ended.stderr
    assert "es gibt kein Programm «not-there-at-all»" in ended.stderr
    assert ended.stderr.count("\n") == 1
