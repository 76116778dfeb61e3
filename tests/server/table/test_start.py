"""Start of a game: everybody shows the number of their hash, and all see the same first seat."""

from __future__ import annotations

import secrets
from pathlib import Path

from tests.server.clients import begin, sealed
from tests.server.evenings import House, code_of, done, end_by_agreement, evening, kinds
from wishstone.game.fairness import Fairness, commitment, first_by_lot
from wishstone.server.table.state import SHOWING


@evening
async def test_numbers_are_shown_only_when_all_hashes_are_in(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice", 2, ("novice",))
    seats = ann.scene["seats"]
    assert [seat["number_hash"] for seat in seats[:2]] == [sealed(ann.number), sealed(bob.number)]
    assert len(seats[2]["number_hash"]) == 64
    assert [seat["number"] for seat in seats] == ["", "", ""]
    assert code_of(await bob.do("number", number=bob.number)) == "not-starting"
    assert code_of(await ann.do("wait")) == "not-starting"
    done(await ann.do("start"))
    assert code_of(await ann.do("start")) == "table-not-open"
    done(await ann.do("number", number=ann.number))
    assert code_of(await ann.do("number", number=ann.number)) == "number-shown"
    assert [seat["number"] for seat in ann.scene["seats"]] == [ann.number, "", ""], "the bot's number is not yet open"
    assert ann.scene["status"] == "starting"
    assert code_of(await bob.do("number", number=secrets.token_hex(16))) == "number-wrong"
    assert code_of(await bob.do("number", number=bob.number.upper() + "g")) == "malformed"
    done(await bob.do("number", number=bob.number))
    await inn.settled(ann, bob)
    assert ann.scene["status"] == "playing"
    assert [sealed(seat["number"]) for seat in ann.scene["seats"]] == [seat["number_hash"] for seat in seats]


@evening
async def test_everybody_sees_the_same_first_by_lot(inn: House) -> None:
    """Who is first follows from the secret and the numbers, as anyone can work out after the end."""
    for _ in range(3):
        ann, bob = await inn.playing("keltis-dice")
        eve = await inn.another(bob)
        firsts = [entry["first"] for client in (ann, bob, eve) for entry in client.log if entry["kind"] == "began"]
        assert len(firsts) == 3
        assert len(set(firsts)) == 1
        assert ann.scene["actor"] == firsts[0]
        shown = ann.about["commitment"]
        await end_by_agreement(inn, ann, bob)
        told = ann.scene["fairness"]
        assert told["commitment"] == shown == commitment(told["secret"])
        assert told["numbers"] == [ann.number, bob.number]
        assert first_by_lot(Fairness.of(told["secret"], told["numbers"]), 2) == firsts[0]


@evening
async def test_secrets_and_the_numbers_that_the_server_gives_are_new_every_time(inn: House) -> None:
    """A bot's number, and that of whoever brings none: who has seen one knows nothing of the next."""
    seats = ["me", "novice", "novice"]
    tables = [inn.table(await inn.open("keltis-dice", seats, sealing=False)) for _ in range(2)]
    assert len({seat.number for table in tables for seat in table.seats}) == 6
    assert len({table.opened.secret for table in tables}) == 2


@evening
async def test_the_first_seat_can_be_chosen(inn: House) -> None:
    for first in (0, 1):
        ann, _bob = await inn.playing("keltis-dice", first=first)
        assert ann.scene["actor"] == first


@evening
async def test_the_secret_is_nowhere_before_the_end(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0)
    done(await ann.move(ann.legal[0]))
    secret = inn.table(ann).opened.secret
    assert secret.encode() not in await inn.record(ann)
    assert "fairness" not in ann.scene
    await end_by_agreement(inn, ann, bob)
    before = [text for client in (ann, bob) for text in client.received[:-2]]
    assert not any(secret in text for text in before)
    assert ann.scene["fairness"]["secret"] == bob.scene["fairness"]["secret"] == secret


@evening
async def test_the_host_can_call_the_start_off(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    done(await ann.do("start"))
    await inn.settled(bob)
    assert code_of(await bob.do("wait")) == "host-only"
    assert code_of(await ann.do("dismiss", seat=1)) == "table-not-open"
    assert code_of(await ann.do("place", seat=1, bot="novice")) == "table-not-open"
    done(await ann.do("wait"))
    assert ann.scene["status"] == "open"
    await begin(ann, bob)


@evening
async def test_who_never_shows_a_number_holds_nobody_up(inn: House) -> None:
    """The start is called off by itself; then the host can go on without that one."""
    ann, _bob = await inn.sit("keltis-dice")
    done(await ann.do("start"))
    done(await ann.do("number", number=ann.number))
    await inn.later(SHOWING / 1000 - 1)
    assert ann.scene["status"] == "starting"
    await inn.later(1)
    await ann.until(lambda: ann.scene["status"] == "open")
    assert kinds(ann)[-1] == "waiting"
    done(await ann.do("dismiss", seat=1))
    assert ann.scene["seats"][1]["kind"] == "free"


def test_no_number_is_chosen_by_who_knows_the_others(tmp_path: Path) -> None:
    """Ann shows hers, the start is called off, and another sits down: the dice must not follow from what Ann showed.

    Else whoever knows the secret could choose the last number until the dice fall as they like.
    """

    @evening
    async def test(inn: House) -> None:
        ann, _bob = await inn.sit("keltis-dice")
        done(await ann.do("start"))
        done(await ann.do("number", number=ann.number))
        done(await ann.do("wait"))
        done(await ann.do("dismiss", seat=1))
        done(await ann.do("place", seat=1, bot="novice"))
        await ann.do("start")
        assert inn.table(ann).seats[0].number != ann.number

    test(tmp_path)


@evening
async def test_who_leaves_during_the_start_calls_it_off(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    done(await ann.do("start"))
    await inn.settled(bob)
    done(await bob.do("leave"))
    await ann.until(lambda: ann.scene["status"] == "open")
    assert kinds(ann)[-2:] == ["left", "waiting"]
    assert ann.scene["seats"][1]["kind"] == "free"


@evening
async def test_nobody_sits_down_while_the_numbers_are_shown(inn: House) -> None:
    """Else somebody could choose a number knowing those of the others."""
    ann, _bob = await inn.sit("keltis-dice", public=True)
    done(await ann.do("start"))
    assert await inn.refused("POST", f"/tables/{ann.table}/join", {"name": "Eve"}) == (409, "table-not-open")
