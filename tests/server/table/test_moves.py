"""Moves at a table: each meets the rules at one door, is refused with its code, and can be asked about."""

from __future__ import annotations

import asyncio
import random

from tests.server.evenings import House, code_of, done, end_by_agreement, evening, make_moves, to_move


@evening
async def test_a_stale_command_is_refused_with_the_current_number(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0)
    old = ann.scene["basis"]
    done(await ann.do("say", phrase="hello"))
    assert ann.scene["count"] == old + 1
    assert ann.scene["basis"] == old, "what is said makes no move stale"
    done(await ann.do("move", move="keep", basis=old))
    for do, values in (("move", {"move": ann.legal[0]}), ("undo", {}), ("end", {})):
        for basis in (old, ann.scene["basis"] + 1, 0):
            answer = await ann.do(do, basis=basis, **values)
            assert code_of(answer) == "stale"
            assert (answer["count"], answer["basis"]) == (ann.scene["count"], ann.scene["basis"])
            assert str(ann.scene["basis"]) in answer["text"]["en"]
    del bob


@evening
async def test_moves_that_the_rules_forbid_name_the_rule(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    count = ann.scene["count"]
    answer = await ann.move("draw deck")
    assert code_of(answer) == "move-illegal"
    assert answer["rule"].startswith("KC-")
    assert code_of(await ann.move("sing")) == "move-malformed"
    assert code_of(await ann.move("")) == "move-malformed"
    assert code_of(await ann.move("card red 3")) in ("move-outcome", "move-malformed")
    assert code_of(await ann.do("move", move="x" * 101, basis=ann.scene["basis"])) == "malformed"
    assert code_of(await bob.move("draw deck")) == "move-by"
    assert code_of(await ann.do("dance")) == "malformed"
    assert code_of(await ann.do("move", basis="1", move="draw deck")) == "malformed"
    assert inn.table(ann).count == count == ann.scene["count"], "what is refused leaves no trace"


@evening
async def test_before_and_after_the_game_there_are_no_moves(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    for do in ("move", "undo", "end"):
        values = {"move": "keep"} if do == "move" else {}
        assert code_of(await ann.do(do, basis=ann.scene["basis"], **values)) == "table-not-playing"
    assert code_of(await ann.do("why", move="keep")) == "table-not-playing"
    assert code_of(await ann.do("stand")) == "table-not-playing"
    assert code_of(await ann.do("return")) == "table-not-playing"
    done(await ann.do("start"))
    for client in (ann, bob):
        done(await client.do("number", number=client.number))
    await inn.settled(ann, bob)
    await end_by_agreement(inn, ann, bob)
    for do in ("move", "undo", "end"):
        values = {"move": "keep"} if do == "move" else {}
        assert code_of(await ann.do(do, basis=ann.scene["basis"], **values)) == "table-over"
    assert code_of(await ann.do("why", move="keep")) == "table-over"
    assert code_of(await ann.do("stand")) == "table-over"
    assert code_of(await ann.do("hint")) == "hint-not-now"
    assert "legal" not in ann.you
    assert ann.scene["actor"] == -1


@evening
async def test_one_can_ask_why_without_moving(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    count = inn.table(ann).count
    assert (await ann.do("why", move=ann.legal[0])) | {"id": ""} == {"type": "why", "allowed": True, "id": ""}
    answer = await ann.do("why", move="draw deck")
    assert (answer["type"], answer["allowed"], answer["code"]) == ("why", False, "move-illegal")
    assert answer["rule"].startswith("KC-")
    assert (await bob.do("why", move=ann.legal[0]))["code"] == "move-by"
    assert (await ann.do("why", move="sing"))["code"] == "move-malformed"
    assert inn.table(ann).count == count


@evening
async def test_why_tells_nothing_of_hands_that_are_not_ones_own(inn: House) -> None:
    """Whether another seat holds a card or not, the answer is the same."""
    ann, bob = await inn.playing("keltis-card", first=0)
    theirs = {move for move in ann.legal if move.startswith("discard")}
    answers = [
        await bob.do("why", move=move) for move in (*theirs, "discard red 3", "discard blue 10", "discard pink 0")
    ]
    assert len({(answer["code"], str(answer["text"]).replace("x", "")) for answer in answers}) == 1


@evening
async def test_a_game_to_its_end_over_two_sockets(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    await make_moves(inn, [ann, bob], 2_000, random.Random(3))
    assert ann.is_over
    assert ann.scene["how"] == "rules"
    assert ann.scene["result"] == bob.scene["result"]
    numbers = [entry["number"] for entry in ann.log]
    assert numbers == list(range(ann.scene["count"])), "every entry once, in order"
    events = [entry["n"] for entry in ann.log if "n" in entry]
    assert events == list(range(len(events)))


@evening
async def test_of_many_moves_at_the_same_moment_one_lands(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    for _ in range(5):
        turn, others = to_move([ann, bob])
        moves = [turn.do("move", move=turn.legal[0], basis=turn.scene["basis"]) for _ in range(6)]
        answers = await asyncio.gather(*moves, *(other.move("keep") for other in others))
        assert sum(answer["type"] == "news" for answer in answers) == 1
        assert {answer["code"] for answer in answers if answer["type"] == "refused"} <= {"stale", "move-by"}
        await inn.settled(ann, bob)


@evening
async def test_hints_are_refused_where_they_do_not_belong(inn: House) -> None:
    for hints, rated in ((False, False), (True, True)):
        ann, _bob = await inn.playing("keltis-dice", first=0, hints=hints, rated=rated)
        assert not ann.about["hints"]
        assert code_of(await ann.do("hint")) == "hints-off"
    ann, bob = await inn.playing("keltis-dice", first=0)
    assert code_of(await bob.do("hint")) == "hint-not-now"


@evening
async def test_a_hint_weighs_the_moves_of_who_asks_and_tells_nobody_else(inn: House) -> None:
    """Once the game is compiled, in the middle of it, and the game goes on with the compiled rules."""
    ann, bob = await inn.playing("keltis-dice", first=0)
    async for game in inn.hub.bot_pool.compile_games(["keltis-dice"]):
        await asyncio.to_thread(inn.hub.games.read_compiled, game)
        inn.hub.use_compiled(game)
    before = len(bob.received)
    answer = await ann.do("hint")
    assert answer["type"] == "hint", answer
    assert answer["basis"] == ann.scene["basis"]
    assert {told["move"] for told in answer["moves"]} == set(ann.legal)
    assert len(bob.received) == before
    assert inn.table(ann).count == ann.scene["count"]
    await make_moves(inn, [ann, bob], 4)


@evening
async def test_a_bot_thinks_afresh_every_time(inn: House) -> None:
    """Its cards are dealt anew and its seed is another: nobody works out what it will do."""
    ann, _bob = await inn.playing("keltis-card", first=0)
    one, other = (inn.hub.turns.make_task(inn.table(ann), 0, "novice") for _ in range(2))
    assert one.seed != other.seed
    assert one.state != other.state
