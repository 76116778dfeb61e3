"""Entry to a table: dead links, seats of those who are away and strangers get nobody in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any, Literal

import httpx
import msgspec
import pytest

from tests.server.clients import GENEROUS, PATIENCE, Client, begin, quick_settings
from tests.server.evenings import House, code_of, done, evening, house, kinds, rematch
from wishstone.server.live.broadcast import PendingCommand
from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import LiveTable
from wishstone.server.ops.serve import make_hub
from wishstone.server.table import commands, decisions, entries
from wishstone.server.table.refusal import Forbidden
from wishstone.server.table.secrets import hash_secret
from wishstone.server.table.setup_decisions import sit, start

GRACE = 60


async def renewal(inn: House, client: Client) -> httpx.Response:
    """Ask for a new link to somebody's seat, with the secret of the old one."""
    return await inn.ask("POST", f"/tables/{client.table}/renew", {"seat": client.seat}, secret=client.secret)


class Queue(asyncio.Lock):
    """A lock that knows how many wait for it."""

    waiting = 0

    async def acquire(self) -> Literal[True]:
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1


async def in_turn(live: LiveTable, *work: Coroutine[Any, Any, Any]) -> list[Any]:
    """What comes of all this where everything has to wait, and then happens in the order in which it came."""
    live.lock = queue = Queue()
    tasks: list[asyncio.Task[Any]] = []
    async with asyncio.TaskGroup() as group, queue:
        for each in work:
            tasks.append(group.create_task(each))
            async with asyncio.timeout(PATIENCE):
                while queue.waiting < len(tasks):
                    await asyncio.sleep(0.01)
    return [task.result() for task in tasks]


# ── Links that died meanwhile ────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_who_waits_at_the_door_with_a_link_that_dies_does_not_get_in(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card")
    live = inn.hub.live_tables[ann.table]
    renewing, theft = renewal(inn, bob), inn.turned_away(ann.table, 1, bob.secret)
    owner, thief = await in_turn(live, renewing, theft)
    assert owner.status_code == 200
    assert thief == ("no-key", 4403)
    assert [each.seat for each in live.connections] == [0]


@evening
async def test_what_somebody_asked_for_before_its_link_died_is_refused_after(inn: House) -> None:
    """Nothing of it counts, and the hand is not shown once more."""
    ann, bob = await inn.playing("keltis-card", first=1)
    devices = [await inn.another(bob) for _ in range(3)]
    late = devices[0].do("read", after=0), devices[1].do("stand"), devices[2].do("hint")
    _, *answers = await in_turn(inn.hub.live_tables[ann.table], renewal(inn, bob), *late)
    assert [code_of(each) for each in answers] == ["no-key"] * 3
    await inn.settled(ann)
    assert kinds(ann)[-1] == "renewed"


@evening
async def test_a_link_is_renewed_once(inn: House) -> None:
    """Whoever comes second with the same old secret has nothing; the first one's new link is the one that works."""
    ann, bob = await inn.playing("keltis-card")
    owner, thief = await in_turn(inn.hub.live_tables[ann.table], renewal(inn, bob), renewal(inn, bob))
    assert (thief.status_code, thief.json()["code"]) == (403, "no-key")
    assert inn.table(ann).is_secret_of(1, owner.json()["secret"])


@evening
async def test_who_was_asked_to_leave_cannot_renew_the_seat_of_the_next(inn: House) -> None:
    ann, bob = await inn.sit("keltis-card")
    wish = {"name": "Cid", "seat": 1, "code": ann.you["code"]}
    joining = inn.ask("POST", f"/tables/{ann.table}/join", wish)
    _, cid, thief = await in_turn(inn.hub.live_tables[ann.table], ann.do("dismiss", seat=1), joining, renewal(inn, bob))
    assert (thief.status_code, thief.json()["code"]) == (403, "no-key")
    assert inn.table(ann).is_secret_of(1, cid.json()["secret"])


class Ear:
    """Where messages go that nobody reads."""

    def write(self, message: bytes) -> bool:
        return True

    async def drain(self) -> None:
        """It never fills."""


def test_a_link_renewed_at_another_server_dies_here_too(url: str) -> None:
    """Also where this server hears of it only because what it wanted to store did not fit any more."""

    async def whole() -> None:
        here, there = make_hub(quick_settings(url)), make_hub(quick_settings(url))
        there.store = here.store
        await here.open()
        setup = entries.TableSetup("keltis-card", here.games.rules_of("keltis-card"), 2, first=0)
        live, _ = await here.open_table(setup)
        old, _bob = [
            (await here.change(live, partial(sit, seat=seat, name="Ann", player="", sealed=""))).secret
            for seat in (0, 1)
        ]
        await here.change(live, start)
        thief = Connection(0, old, 1 << 20, Ear())
        await here.broadcaster.join(live, thief)
        other = await there.get_table(live.table.id)
        await there.change(other, lambda table: decisions.renew(table, 0, old))
        await here.execute(live, 1, commands.Chat(text="hello"))
        assert not live.table.is_secret_of(0, old)
        assert thief not in live.connections
        assert thief.is_retired
        count = live.table.count
        with pytest.raises(Forbidden):
            await here.execute(live, 0, commands.Stand(), PendingCommand(thief, "1"))
        assert live.table.count == count
        await here.close()
        await there.close()
        await here.store.close()

    asyncio.run(whole())


@evening
async def test_the_seat_at_a_rematch_is_kept_for_whoever_has_the_present_link(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    other = await rematch(inn, ann, bob)
    new = (await renewal(inn, bob)).json()["secret"]
    for method, path, body in (("GET", "", None), ("POST", "/join", {"name": "Eve"})):
        assert await inn.refused(method, f"/tables/{other}{path}", body, secret=bob.secret) == (404, "no-table")
    assert (await inn.join(other, "Bob", old=new)).seat == 1
    await ann.close()
    await inn.hub.remove_table(inn.hub.live_tables[ann.table])
    assert (await inn.join(other, "Ann", old=ann.secret)).seat == 0, "where the old table is gone, as it was at its end"


# ── Those who are away ───────────────────────────────────────────────────────────────────────────────────────────


async def sent_away(inn: House, ann: Client, bob: Client) -> None:
    """Bob, whose turn it is, loses the connection for so long that Ann has a bot play for him."""
    await bob.close()
    await ann.until(lambda: not ann.scene["seats"][bob.seat]["present"])
    await inn.later(GRACE)
    done(await ann.do("stand", seat=bob.seat, bot="novice"))
    await ann.until(lambda: ann.scene["actor"] == ann.seat)
    await inn.settled(ann)


@evening
async def test_a_bots_seat_is_not_given_away_behind_somebodys_back(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", 2, ("novice",), first=1, grace=GRACE)
    await sent_away(inn, ann, bob)
    wish = {"name": "Cid", "seat": 2}
    cid = (await inn.ask("POST", f"/tables/{ann.table}/ask", wish, secret=ann.secret)).json()["secret"]
    await inn.settled(ann)
    number = ann.scene["proposal"]["number"]
    assert ann.scene["proposal"]["waiting_for"] == [0, 1]
    done(await ann.do("answer", to=number, yes=True))
    assert not inn.table(ann).is_secret_of(2, cid), "Ann alone cannot have a second hand"
    await bob.connect()
    done(await bob.do("answer", to=number, yes=True))
    assert inn.table(ann).is_secret_of(2, cid), "Bob can say yes while a bot plays for him"


@evening
async def test_who_is_away_is_asked_before_anything_is_taken_back_or_ended(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=1, grace=GRACE)
    await sent_away(inn, ann, bob)
    done(await ann.do("undo", basis=ann.scene["basis"], keep=1))
    assert ann.scene["proposal"]["waiting_for"] == [1]
    done(await ann.do("withdraw"))
    done(await ann.do("end", basis=ann.scene["basis"]))
    assert (ann.scene["status"], ann.scene["proposal"]["waiting_for"]) == ("playing", [1])
    await bob.connect()
    done(await bob.do("answer", to=bob.scene["proposal"]["number"], yes=False))
    assert bob.scene["status"] == "playing"


@evening
async def test_who_has_left_by_its_own_wish_is_asked_where_the_game_counts(inn: House) -> None:
    for rated in (False, True):
        ann, bob = await inn.playing("keltis-dice", first=0, rated=rated)
        done(await bob.do("leave"))
        await inn.settled(ann)
        done(await ann.do("end", basis=ann.scene["basis"]))
        assert ann.scene["status"] == ("playing" if rated else "over")


@evening
async def test_a_rated_game_counts_whoever_leaves_it(inn: House) -> None:
    """Bob is away and Ann does not like how it stands: bots play to the end, and it counts for both."""
    keys = ["a" * 32, "b" * 32]
    for key in keys:
        await inn.ask("PUT", "/player", {"rated": True}, player=key)
    opened = await inn.open("keltis-dice", ["me", "open"], first=1, grace=GRACE, rated=True, player=keys[0])
    ann = await opened.connect()
    bob = await (await inn.join(ann.table, code=ann.you["code"], player=keys[1])).connect()
    await begin(ann, bob)
    await sent_away(inn, ann, bob)
    done(await ann.do("leave"))
    await ann.until(lambda: ann.is_over, 60)
    assert ann.scene["how"] == "rules"
    for key in keys:
        (played,) = await inn.hub.store.games_of(hash_secret(key), 9)
        assert played.finish.rated
        assert (await inn.hub.store.ratings_of(hash_secret(key)))["keltis-dice"].games == 1


# ── Strangers, guests and onlookers ──────────────────────────────────────────────────────────────────────────────


@evening
async def test_somebody_from_outside_does_not_hold_up_the_players(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", 2, ("novice",), first=0, public=True)
    ask = f"/tables/{ann.table}/ask"
    stranger = (await inn.ask("POST", ask, {"name": "Eve", "seat": 2})).json()["secret"]
    await inn.settled(ann, bob)
    done(await ann.do("end", basis=ann.scene["basis"]))
    await inn.settled(bob)
    assert kinds(bob)[-2:] == ["dropped", "asked"]
    assert bob.scene["proposal"]["what"] == "end"
    assert await inn.refused("POST", ask, {"name": "Eve", "seat": 2}) == (409, "proposal-pending")
    done(await bob.do("answer", to=bob.scene["proposal"]["number"], yes=True))
    assert bob.is_over
    assert not inn.table(ann).is_secret_of(2, stranger)


def test_nobody_asks_for_a_seat_again_and_again(tmp_path: Path) -> None:
    async def whole() -> None:
        few = msgspec.structs.replace(GENEROUS, asks_per_address=4)
        async with house(quick_settings(str(tmp_path / "tables.db"), limits=few)) as inn:
            for _ in range(2):  # each table counts for itself
                (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=0, public=True)
                ask, wish = f"/tables/{ann.table}/ask", {"name": "Eve", "seat": 1}
                for _ in range(2):
                    assert (await inn.ask("POST", ask, wish)).status_code == 200
                    await inn.settled(ann)
                    done(await ann.do("answer", to=ann.scene["proposal"]["number"], yes=False))
                assert await inn.refused("POST", ask, wish) == (429, "too-fast")

    asyncio.run(whole())


@evening
async def test_who_is_muted_does_not_find_its_voice_by_leaving(inn: House) -> None:
    ann, bob, _cid = await inn.sit("keltis-dice", 3)
    done(await ann.do("mute", seat=1))
    done(await bob.do("leave"))
    code = ann.you["code"]
    again = await (await inn.join(ann.table, code=code)).connect()
    assert code_of(await again.do("say", text="here I am")) == "muted"
    done(await ann.do("mute", seat=1, on=False))
    done(await again.do("say", text="thank you"))
    done(await again.do("leave"))
    other = await (await inn.join(ann.table, "Dot", code=code)).connect()
    done(await other.do("say", text="hello"))


@evening
async def test_the_first_at_an_empty_table_can_speak(inn: House) -> None:
    (ann,) = await inn.sit("keltis-dice", 1, ("novice",))
    code = ann.you["code"]
    done(await ann.do("mute", seat=0))
    done(await ann.do("leave"))
    bob = await (await inn.join(ann.table, code=code)).connect()
    done(await bob.do("say", text="hello"))


@evening
async def test_a_public_game_without_onlookers_stays_with_those_who_played_it(inn: House) -> None:
    (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=0, public=True, onlookers=False)
    path = f"/tables/{ann.table}"
    assert (await inn.ask("GET", path)).status_code == 200, "one can ask for a seat"
    assert await inn.refused("GET", f"{path}/record") == (403, "no-onlookers")
    done(await ann.do("leave"))
    for method, what, body in (
        ("GET", "", None),
        ("GET", "/record", None),
        ("GET", "/replay?keep=0&seat=-2", None),
        ("GET", "/steps", None),
        ("POST", "/review", None),
        ("POST", "/sandbox", {"keep": 0, "seat": 0, "name": "Eve"}),
    ):
        assert await inn.refused(method, path + what, body) == (404, "no-table"), what
        assert (await inn.ask(method, path + what, body, secret=ann.secret)).status_code < 300, what
