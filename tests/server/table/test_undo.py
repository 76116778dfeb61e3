"""Undo: one's own move alone, more by consent, and nothing once the secret is shown."""

from __future__ import annotations

import random

import msgspec

from tests.server.evenings import House, code_of, done, end_by_agreement, evening, kinds, make_moves, to_move
from wishstone.game.record_reader import read, verify
from wishstone.games import GAMES


def verified(record: bytes, unfinished: bool = False) -> list[int]:
    """Check a record against the rules and its dice; the draws that it says were undone."""
    reading = read(record)
    assert verify(reading, reading.load(GAMES), unfinished) is not None
    return list((reading.footer or {}).get("undone", []))


@evening
async def test_ones_own_move_since_anything_else_happened(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0)
    before = (ann.view, ann.legal)
    assert code_of(await ann.do("undo", basis=ann.scene["basis"])) == "nothing-to-undo"
    assert "undo" not in ann.you
    done(await ann.move("keep"))
    assert ann.you["undo"] == {"keep": 1, "alone": True}
    assert "undo" not in bob.you
    done(await ann.do("undo", basis=ann.scene["basis"]))
    assert (ann.view, ann.legal) == before
    await inn.settled(bob)
    assert bob.view == ann.view
    assert bob.scene["proposal"] is None
    assert kinds(bob)[-1] == "undone"


@evening
async def test_an_outcome_cannot_be_taken_back_alone(inn: House) -> None:
    """After a reroll, or when the turn has passed with a throw, others are asked."""
    ann, bob = await inn.playing("keltis-dice", first=0)
    reroll = next(move for move in ann.legal if move.startswith("reroll"))
    done(await ann.move(reroll))
    assert ann.you["undo"] == {"keep": 1, "alone": False}
    done(await ann.do("undo", basis=ann.scene["basis"]))
    assert ann.scene["proposal"]["what"] == "undo"
    assert ann.scene["proposal"]["waiting_for"] == [1]
    assert kinds(ann)[-1] == "asked"
    del bob


@evening
async def test_the_view_says_what_is_possible_in_every_game(inn: House) -> None:
    """Where it says `alone`, the undo is done; where not, somebody is asked. All five games, some moves each."""
    for about in GAMES:
        people = about.seats[0]
        clients = await inn.playing(about.id, people)
        chooser = random.Random(about.id)
        for _ in range(12):
            turn, others = to_move(clients)
            done(await turn.move(chooser.choice(turn.legal)))
            await inn.settled(*clients)
            if turn.is_over:
                break
            table = inn.table(turn)
            assert table.match is not None
            last = table.match.events[-1]
            assert turn.you["undo"]["alone"] == (last.by == turn.seat), about.id
            for other in others:
                assert not other.you.get("undo", {"alone": False})["alone"], about.id


@evening
async def test_undo_by_consent_of_all_and_a_record_that_says_so(inn: House) -> None:
    clients = await inn.playing("keltis-dice", 3, first=0)
    ann, bob, cid = clients
    reroll = next(move for move in ann.legal if move.startswith("reroll"))
    before = ann.view
    done(await ann.move(reroll))
    done(await ann.do("undo", basis=ann.scene["basis"]))
    await inn.settled(*clients)
    number = bob.scene["proposal"]["number"]
    assert code_of(await ann.do("answer", to=number, yes=True)) == "not-asked"
    assert code_of(await bob.do("withdraw")) == "not-yours"
    done(await bob.do("answer", to=number, yes=True))
    assert bob.scene["proposal"]["waiting_for"] == [2]
    assert code_of(await cid.do("answer", to=number + 1, yes=True)) == "no-proposal"
    done(await cid.do("answer", to=number, yes=True))
    await inn.settled(*clients)
    assert ann.view == before
    assert inn.table(ann).undone == [1], "draw 0 was the first throw, and draw 1 the one that was undone"
    done(await ann.move(reroll))
    draws = [entry["draw"] for entry in ann.log if entry["kind"] == "drawn"]
    assert draws == [0, 1, 2], "an undone draw keeps its number"
    await make_moves(inn, clients, 2_000)
    assert ann.is_over
    assert verified(await inn.record(ann)) == [1]


@evening
async def test_one_no_is_enough_and_a_move_overtakes(inn: House) -> None:
    clients = await inn.playing("keltis-dice", 3, first=0)
    ann, bob, cid = clients
    done(await ann.move("keep"))
    done(await ann.move(ann.legal[0]))
    await inn.settled(*clients)
    assert "legal" in bob.you
    done(await ann.do("undo", basis=ann.scene["basis"]))
    await inn.settled(*clients)
    number = bob.scene["proposal"]["number"]
    done(await cid.do("answer", to=number, yes=False))
    assert cid.scene["proposal"] is None
    assert code_of(await bob.do("answer", to=number, yes=True)) == "no-proposal"
    done(await ann.do("undo", basis=ann.scene["basis"]))
    assert code_of(await ann.do("undo", basis=ann.scene["basis"])) == "proposal-pending"
    assert code_of(await ann.do("end", basis=ann.scene["basis"])) == "proposal-pending"
    await inn.settled(*clients)
    number = bob.scene["proposal"]["number"]
    done(await bob.move("keep"))
    assert bob.scene["proposal"] is None, "overtaken"
    assert code_of(await cid.do("answer", to=number, yes=True)) == "no-proposal"
    done(await ann.do("undo", basis=bob.scene["basis"]))
    done(await ann.do("withdraw"))
    assert ann.scene["proposal"] is None
    assert code_of(await ann.do("withdraw")) == "no-proposal"


@evening
async def test_back_to_any_move_but_to_no_outcome(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0)
    await make_moves(inn, [ann, bob], 6)
    basis = ann.scene["basis"]
    assert code_of(await ann.do("undo", basis=basis, keep=0)) == "undo-chance"
    assert code_of(await ann.do("undo", basis=basis, keep=10_000)) == "nothing-to-undo"
    assert code_of(await ann.do("undo", basis=basis, keep=-1)) == "malformed"
    done(await ann.do("undo", basis=basis, keep=1))
    await inn.settled(bob)
    done(await bob.do("answer", to=bob.scene["proposal"]["number"], yes=True))
    await inn.settled(ann)
    assert (len(inn.table(ann).draws), ann.scene["actor"]) == (1, 0)
    await end_by_agreement(inn, ann, bob)
    undone = verified(await inn.record(ann))
    assert undone == sorted(undone)
    assert len(undone) > 0


@evening
async def test_alone_with_bots_nobody_is_asked(inn: House) -> None:
    (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=0)
    start = ann.view
    done(await ann.move("keep"))
    done(await ann.move(ann.legal[0]))
    await ann.until(lambda: ann.scene["actor"] == 0 and bool(ann.legal))
    done(await ann.do("undo", basis=ann.scene["basis"], keep=1))
    assert ann.view == start
    assert inn.table(ann).undone == [1, *inn.table(ann).undone[1:]]
    done(await ann.move("keep"))


@evening
async def test_a_rated_table_gives_nothing_back_that_was_answered(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, rated=True)
    done(await ann.move("keep"))
    assert ann.you["undo"]["alone"]
    done(await ann.do("undo", basis=ann.scene["basis"]))
    done(await ann.move(next(move for move in ann.legal if move.startswith("reroll"))))
    assert "undo" not in ann.you
    assert code_of(await ann.do("undo", basis=ann.scene["basis"])) == "undo-rated"
    del bob


@evening
async def test_nothing_is_undone_after_the_secret_is_shown(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0)
    done(await ann.move("keep"))
    await end_by_agreement(inn, ann, bob)
    assert "secret" in ann.scene["fairness"]
    for client in (ann, bob):
        assert code_of(await client.do("undo", basis=client.scene["basis"])) == "table-over"
        assert code_of(await client.do("undo", basis=client.scene["basis"], keep=1)) == "table-over"


@evening
async def test_what_was_proposed_ends_with_the_game(inn: House) -> None:
    """An undo that is still to be answered when the game ends is off the table."""
    ann, bob = await inn.playing("keltis-dice", first=0)
    done(await ann.do("end", basis=ann.scene["basis"]))
    await inn.settled(bob)
    number = bob.scene["proposal"]["number"]
    done(await bob.do("answer", to=number, yes=True))
    assert code_of(await bob.do("answer", to=number, yes=True)) == "no-proposal"
    assert ann.scene["proposal"] is None or bob.scene["proposal"] is None


@evening
async def test_end_by_agreement_of_all(inn: House) -> None:
    clients = await inn.playing("keltis-dice", 3, first=0)
    ann, bob, cid = clients
    await make_moves(inn, clients, 7)
    done(await bob.do("end", basis=bob.scene["basis"]))
    await inn.settled(*clients)
    assert ann.scene["proposal"]["waiting_for"] == [0, 2]
    done(await ann.do("answer", to=ann.scene["proposal"]["number"], yes=False))
    await inn.settled(*clients)
    assert cid.scene["status"] == "playing"
    await end_by_agreement(inn, bob, ann, cid)
    assert (cid.scene["status"], cid.scene["how"]) == ("over", "agreed")
    record = await inn.record(cid)
    assert verified(record) == []
    assert msgspec.json.decode(record.split(b"\n")[-2])["agreed"] is True


@evening
async def test_the_record_of_an_abandoned_game_verifies_as_unfinished(inn: House) -> None:
    (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=0)
    done(await ann.move("keep"))
    done(await ann.do("leave"))
    record = await inn.record(ann)
    assert verified(record, unfinished=True) == []
    header = msgspec.json.decode(record.split(b"\n")[0])
    assert header["fairness"]["secret"] == inn.table(ann).opened.secret
    assert header["players"] == ["Ann", "novice"]


@evening
async def test_a_proposal_can_be_made_anew_without_who_has_left(inn: House) -> None:
    """Cid lets a bot play instead of answering: that is no yes, but whoever asks again asks only those who play."""
    clients = await inn.playing("keltis-dice", 3, first=0)
    ann, bob, cid = clients
    done(await ann.do("end", basis=ann.scene["basis"]))
    await inn.settled(*clients)
    done(await bob.do("answer", to=bob.scene["proposal"]["number"], yes=True))
    done(await cid.do("leave"))
    await inn.settled(*clients)
    assert ann.scene["status"] == "playing"
    assert ann.scene["proposal"] is None
    await end_by_agreement(inn, ann, bob)
    assert ann.scene["how"] == "agreed"
