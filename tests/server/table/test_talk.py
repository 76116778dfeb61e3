"""Table talk: words at private tables, phrases at public ones, never too many, none from the muted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.server.clients import GENEROUS, quick_settings
from tests.server.evenings import House, code_of, done, evening, house
from wishstone.server.table.commands import LONGEST_TEXT, PHRASES


@evening
async def test_what_is_said_is_told_to_all_in_order(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    done(await ann.do("say", text="  well,   well \n"))
    done(await bob.do("say", phrase="hello"))
    await inn.settled(ann, bob)
    for client in (ann, bob):
        said = [(entry["seat"], entry["text"], entry["phrase"]) for entry in client.log if entry["kind"] == "said"]
        assert said == [(0, "well, well", ""), (1, "", "hello")]
    for phrase in PHRASES:
        done(await ann.do("say", phrase=phrase))


@evening
async def test_one_can_talk_before_in_and_after_the_game(inn: House) -> None:
    ann, _bob = await inn.playing("keltis-dice")
    done(await ann.do("say", text="go"))
    basis = ann.scene["basis"]
    done(await ann.do("say", text="on"))
    assert ann.scene["basis"] == basis


@pytest.mark.parametrize(
    "values",
    [{}, {"text": ""}, {"text": " \n\t "}, {"text": "\u0000\u0007"}, {"text": "hi", "phrase": "hello"}],
    ids=["nothing", "empty", "blank", "bells", "both"],
)
def test_something_has_to_be_said_and_one_thing(values: dict[str, str], tmp_path: Path) -> None:
    @evening
    async def test(inn: House) -> None:
        (ann,) = await inn.sit("keltis-dice", 1, ("novice",))
        assert code_of(await ann.do("say", **values)) == "say-what"

    test(tmp_path)


@evening
async def test_no_control_characters_and_no_long_speeches(inn: House) -> None:
    (ann,) = await inn.sit("keltis-dice", 1, ("novice",))
    done(await ann.do("say", text="a\u0000b\u001b[31mc\u202ed\u2028e"))
    assert ann.log[-1]["text"] == "a b [31mc d e"
    done(await ann.do("say", text="ä" * LONGEST_TEXT))
    assert code_of(await ann.do("say", text="a" * (LONGEST_TEXT + 1))) == "malformed"
    assert code_of(await ann.do("say", phrase="you-fool")) == "malformed"
    assert ann.socket is not None
    await ann.socket.send('{"do":"say","id":"half","text":"\\ud800"}')
    assert (await ann.do("ping"))["type"] == "pong"
    assert ann.scene["count"] == inn.table(ann).count


@evening
async def test_at_a_public_table_only_phrases(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice", public=True)
    assert code_of(await bob.do("say", text="hello")) == "phrases-only"
    done(await bob.do("say", phrase="hello"))
    del ann


@evening
async def test_who_is_muted_is_silent_until_allowed_again(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    done(await ann.do("mute", seat=1))
    await inn.settled(bob)
    assert bob.scene["seats"][1]["muted"]
    assert code_of(await bob.do("say", text="why?")) == "muted"
    assert code_of(await bob.do("say", phrase="sorry")) == "muted"
    assert code_of(await bob.do("mute", seat=1, on=False)) == "host-only"
    done(await ann.do("mute", seat=1, on=False))
    done(await bob.do("say", text="thanks"))
    assert code_of(await ann.do("mute", seat=8)) == "seat-wrong"


@pytest.mark.parametrize(("a_minute", "at_once"), [(6, 3), (1, 1)])
def test_a_seat_may_say_only_so_much_whatever_it_is_connected_by(a_minute: int, at_once: int, tmp_path: Path) -> None:
    async def whole() -> None:
        few = msgspec.structs.replace(GENEROUS, chats_per_minute=a_minute)
        async with house(quick_settings(str(tmp_path / "tables.db"), limits=few)) as inn:
            ann, bob = await inn.sit("keltis-dice")
            for _ in range(at_once):
                done(await ann.do("say", phrase="hello"))
            answer = await ann.do("say", phrase="hello")
            assert code_of(answer) == "too-fast"
            await ann.close()
            await ann.connect()
            assert code_of(await ann.do("say", phrase="hello")) == "too-fast", "a new connection is no new voice"
            done(await bob.do("say", phrase="hello"))
            assert (await ann.do("ping"))["type"] == "pong", "only talking is held up"

    asyncio.run(whole())


def test_too_many_commands_are_refused_each_with_its_id(tmp_path: Path) -> None:
    async def whole() -> None:
        few = msgspec.structs.replace(GENEROUS, commands_at_once=5, commands_per_second=1)
        async with house(quick_settings(str(tmp_path / "tables.db"), limits=few)) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "open"])).connect()
            answers = await asyncio.gather(*(ann.do("ping") for _ in range(20)))
            assert [answer["type"] for answer in answers] == ["pong"] * 5 + ["refused"] * 15
            assert {code_of(answer) for answer in answers[5:]} == {"too-fast"}

    asyncio.run(whole())
