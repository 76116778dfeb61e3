"""What operators did with a kept database: bans hold, reports and acts can be read, and tables say what was done."""

from __future__ import annotations

import asyncio

import pytest

from tests.kept.kept import VERSIONS, differences
from tests.kept.make_tables import player_key
from tests.kept.party import Inn, compared
from wishstone.game.errors import WishstoneError
from wishstone.server.admin import admin_requests as requests
from wishstone.server.admin.operator_acts import Operator, ServerIdentity

OPERATED = [kept for kept in VERSIONS if kept.operators]
operated = pytest.mark.parametrize("inn", OPERATED, indirect=True, ids=str)
UID = 1000
OPENING = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Gil"}


def test_there_is_a_version_with_operators() -> None:
    assert OPERATED


@operated
def test_an_operator_is_told_the_same(inn: Inn) -> None:
    operator = Operator(inn.house.hub, ServerIdentity("127.0.0.1", 0, ""))
    now = {
        "bans": inn.run(operator.carry_out(UID, requests.Bans()))["bans"],
        "reports": [
            report
            for settled in (False, True)
            for report in inn.run(operator.carry_out(UID, requests.Reports(99, settled)))["reports"]
        ],
        "acts": inn.run(operator.carry_out(UID, requests.Log(99)))["acts"],
    }
    assert all(now.values())
    assert differences({name: inn.kept.operators[name] for name in now}, now) == []
    waiting = next(each for each in now["reports"] if each["settled"] is None)
    inn.run(operator.carry_out(UID, requests.Settle(waiting["id"], "done with")))
    with pytest.raises(WishstoneError, match="settled"):
        inn.run(operator.carry_out(UID, requests.Settle(waiting["id"], "again")))


@operated
def test_whoever_is_banned_stays_out(inn: Inn) -> None:
    banned = OPENING | {"player": player_key(inn.kept.operators["banned"])}
    assert inn.run(inn.house.refused("POST", "/tables", banned)) == (403, "banned")
    assert inn.run(inn.house.ask("POST", "/tables", OPENING)).status_code == 201
    networks = {ban["subject"] for ban in inn.kept.operators["bans"] if ban["kind"] == "network"}
    bans = inn.house.hub.bans
    assert networks == {"203.0.113.7/32", "198.51.100.0/24"}
    assert all(bans.ban_of_address(address) for address in ("203.0.113.7", "198.51.100.77"))
    assert not any(bans.ban_of_address(address) for address in ("203.0.113.8", "2001:db8:1::1")), "one was lifted"


@operated
def test_a_table_says_what_was_done_there(inn: Inn) -> None:
    clients = inn.run(compared(inn, inn.kept.table("dice, closed by the operator")))
    said, finished = clients[0].log[-2:]
    assert (said["kind"], said["seat"], said["text"]) == ("said", -1, "No rude names, please")
    assert (finished["kind"], finished["how"]) == ("finished", "abandoned")
    clients |= inn.run(compared(inn, inn.kept.table("cards, others move instead")))
    assert {entry["instead"] for entry in clients[0].log if "instead" in entry} == {"greedy"}
    for title, is_listed in (("quartz, listed", True), ("keltis, unlisted", False)):
        row = inn.run(inn.house.hub.store.listed_table(inn.kept.table(title)["table"]))
        assert row is not None
        assert row.summary.listed == is_listed

    async def leave() -> None:
        await asyncio.gather(*(client.close() for client in clients.values()))

    inn.run(leave())
