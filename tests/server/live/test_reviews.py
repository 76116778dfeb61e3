"""Reviews after a game: steps, luck, costly moves, sandboxes and uploaded records; nothing of a game that is on."""

from __future__ import annotations

import asyncio
import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.server.clients import Client, merge, quick_settings
from tests.server.evenings import SOON, House, end_by_agreement, evening, house, kinds, make_moves
from wishstone.bots.luck_report import LuckEstimate, LuckEstimator, strokes_of
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE
from wishstone.game.match import Event, Match
from wishstone.game.record_reader import read, replay
from wishstone.game.registry import on_engine
from wishstone.games import GAMES, load
from wishstone.server.config.settings import Limits
from wishstone.server.live import reviews
from wishstone.server.live.temporary_tables import CheckedRecord, RecordFault, check_record

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = [
    "keltis/greedy-2",
    "keltis-card/greedy-2",
    "keltis-dice/greedy-2",
    "keltis-new-paths/greedy-2",
    "quartz-dice/greedy-3",
]


async def finished(inn: House, moves: int = 12, **wishes: Any) -> tuple[Client, Client]:
    """Two people whose game of cards was ended after some moves."""
    ann, bob = await inn.playing("keltis-card", first=0, **wishes)
    await make_moves(inn, [ann, bob], moves)
    await end_by_agreement(inn, ann, bob)
    return ann, bob


# ── Nothing of a game that is not over ───────────────────────────────────────────────────────────────────────────


@evening
async def test_nothing_is_told_of_a_game_that_is_not_over(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0, public=True)
    await make_moves(inn, [ann, bob], 6)
    path = f"/tables/{ann.table}"
    wish = {"keep": 20, "seat": 0, "name": "Ann"}
    for secret in (ann.secret, bob.secret, ""):
        for seat in (-2, -1, 0, 1):
            assert await inn.refused("GET", f"{path}/steps?seat={seat}", secret=secret) == (409, "table-not-over")
        assert await inn.refused("POST", f"{path}/review", secret=secret) == (409, "table-not-over")
        assert await inn.refused("POST", f"{path}/sandbox", wish, secret=secret) == (409, "table-not-over")


@evening
async def test_a_private_game_is_for_those_who_sat_or_watched(inn: House) -> None:
    ann, bob = await finished(inn)
    path = f"/tables/{ann.table}"
    assert await inn.refused("GET", f"{path}/steps") == (404, "no-table")
    assert await inn.refused("POST", f"{path}/review", secret="wrong" * 5) == (404, "no-table")
    wish = {"keep": 20, "seat": 0, "name": "Ann"}
    assert await inn.refused("POST", f"{path}/sandbox", wish) == (404, "no-table")
    assert (await inn.ask("GET", f"{path}/steps", secret=bob.secret)).status_code == 200


@evening
async def test_a_table_that_never_began_has_nothing_to_look_back_at(inn: House) -> None:
    ann = await inn.open("keltis-card", ["me", "open"])
    assert await inn.refused("GET", f"/tables/{ann.table}/steps", secret=ann.secret) == (409, "table-not-over")
    assert await inn.refused("POST", f"/tables/{ann.table}/review", secret=ann.secret) == (409, "table-not-over")


# ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────


def whole(steps: list[Any]) -> list[Any]:
    """The view at the start and after every step."""
    views: list[Any] = []
    for step in steps:
        view = step["view"] if "view" in step else merge(json.loads(json.dumps(views[-1])), step["change"])
        views.append(view)
    return views


@evening
async def test_every_step_is_what_its_seat_saw_then(inn: House) -> None:
    ann, _ = await finished(inn)
    path = f"/tables/{ann.table}"
    for seat in (-2, -1, 0, 1):
        told = (await inn.ask("GET", f"{path}/steps?seat={seat}", secret=ann.secret)).json()
        views = whole(told["steps"])
        count = len(views) - 1
        assert told["scene"]["status"] == "over"
        assert told["about"]["game"] == "keltis-card"
        for keep in range(0, count + 1, 5):
            then = (await inn.ask("GET", f"{path}/replay?keep={keep}&seat={seat}", secret=ann.secret)).json()
            assert views[keep] == then["view"]
            line = [{key: step[key] for key in ("n", "by", "move", "story")} for step in told["steps"][1 : keep + 1]]
            assert line == then["log"]
        hidden = [step["move"] for step in told["steps"][1:17]]
        assert [move.endswith("?") for move in hidden] == [seat not in (-2, n // 8) for n in range(16)]
        assert told["steps"][-1]["scores"] == told["scene"]["result"]["scores"]
    assert await inn.refused("GET", f"{path}/steps?seat=5", secret=ann.secret) == (422, "seat-wrong")
    assert await inn.refused("GET", f"{path}/steps?seat=-3", secret=ann.secret) == (422, "malformed")


@evening
async def test_steps_of_every_game_lead_to_its_result(inn: House) -> None:
    for record in RECORDS:
        watch = await read_in(inn, record)
        told = (await inn.ask("GET", f"/tables/{watch[0]}/steps?seat=0", secret=watch[1])).json()
        views = whole(told["steps"])
        reading = read((GOLDEN / f"{record}.jsonl").read_bytes())
        assert reading.footer is not None
        assert len(views) == len(reading.lines) + 1
        assert told["steps"][-1]["scores"] == reading.footer["scores"]
        assert told["scene"]["result"]["sheet"] == reading.footer["sheet"]


# ── Records read in ──────────────────────────────────────────────────────────────────────────────────────────────


async def read_in(inn: House, record: str) -> tuple[str, str]:
    """A table with the game of a golden record, and the secret with which it can be seen."""
    content = (GOLDEN / f"{record}.jsonl").read_bytes()
    answer = await inn._http.post(f"{inn.url}/api/records", content=content)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return told["table"], told["watch"]


async def sent(inn: House, content: bytes) -> tuple[int, str, str]:
    """The status, code and English sentence with which a record is refused."""
    answer = await inn._http.post(f"{inn.url}/api/records", content=content)
    told = answer.json()
    assert set(told["text"]) == {"en", "de"}
    return answer.status_code, told["code"], told["text"]["en"]


@evening
async def test_a_record_is_read_in_looked_at_and_gone_after_a_day(inn: House) -> None:
    table, watch = await read_in(inn, "keltis-dice/greedy-2")
    assert await inn.refused("GET", f"/tables/{table}/steps") == (404, "no-table")
    shown = (await inn.ask("GET", f"/tables/{table}", secret=watch)).json()
    assert shown["origin"] == {"kind": "record", "proved": False}
    assert [seat["name"] for seat in shown["seats"]] == ["greedy", "random"]
    assert shown["status"] == "over"
    assert await inn.refused("GET", f"/tables/{table}/record", secret=watch) == (409, "no-record")
    assert (await inn.ask("GET", "/tables")).json()["tables"] == []
    await inn.later(23 * 3600)
    assert (await inn.ask("GET", f"/tables/{table}", secret=watch)).status_code == 200
    await inn.later(2 * 3600)
    assert await inn.refused("GET", f"/tables/{table}", secret=watch) == (404, "no-table")
    assert await inn.hub.store.entries(table) == []


@evening
async def test_a_record_made_here_is_read_in_with_its_proof(inn: House) -> None:
    ann, _ = await finished(inn)
    content = await inn.record(ann)
    answer = await inn._http.post(f"{inn.url}/api/records", content=content)
    told = answer.json()
    shown = (await inn.ask("GET", f"/tables/{told['table']}", secret=told["watch"])).json()
    assert shown["origin"] == {"kind": "record", "proved": True}
    assert shown["how"] == "agreed"
    assert shown["fairness"].get("secret", "") == "", "it is not this table's"
    lines = content.split(b"\n")
    later = next(place for place, line in enumerate(lines) if b'"move":"card ' in line)
    other = b"\n".join([*lines[:later], lines[later].replace(b'"move":"card', b'"move":"cart'), *lines[later + 1 :]])
    status, code, text = await sent(inn, other)
    assert (status, code) == (422, "record-digest")
    assert f"line {len(lines) - 1}" in text


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"", "record-empty", ""),
        (b"{}", "record-newline", "line 1"),
        (b"\xff\n", "record-bytes", "line 1"),
        (b"nonsense\n", "record-line", "line 1"),
        (b'{"format":"wishstone-record/2"}\n', "record-format", ""),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_line(
    content: bytes, code: str, line: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with house(quick_settings(str(tmp_path / "t.db"))) as inn:
            status, found, text = await sent(inn, content)
            assert (status, found) == (422, code)
            assert line in text

    asyncio.run(run())


@evening
async def test_a_record_of_one_seat_or_of_an_unfinished_game_is_not_read_in(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    await make_moves(inn, [ann, bob], 4)
    status, code, _ = await sent(inn, await inn.record(ann))
    assert (status, code) == (422, "record-unfinished")
    content = (GOLDEN / "keltis-dice/greedy-2.jsonl").read_bytes()
    unfinished = b"\n".join(content.split(b"\n")[:-2]) + b"\n"
    assert (await sent(inn, unfinished))[:2] == (422, "record-unfinished")
    told = check_record((content, (), 5000))
    assert isinstance(told, CheckedRecord)
    match = Match(load("keltis-card"), 2)
    match.let_happen(stream(1))
    seen = check_record((GOLDEN.joinpath("keltis-dice/greedy-2.jsonl").read_bytes()[:50], (), 5000))
    assert isinstance(seen, RecordFault)


def test_a_record_has_a_size_and_an_address_a_number_of_them(tmp_path: Path) -> None:
    async def run() -> None:
        limits = Limits(record_bytes=500_000, tables_per_address=1)
        async with house(quick_settings(str(tmp_path / "t.db"), limits=limits)) as inn:
            status, code, text = await sent(inn, b"x" * 500_001)
            assert (status, code) == (413, "too-large")
            assert "500000" in text
            await read_in(inn, "keltis-dice/greedy-2")
            content = (GOLDEN / "keltis-dice/greedy-2.jsonl").read_bytes()
            assert (await sent(inn, content))[:2] == (429, "too-many-tables")

    asyncio.run(run())


# ── Sandboxes ────────────────────────────────────────────────────────────────────────────────────────────────────


async def try_from(inn: House, table: str, secret: str, keep: int, seat: int) -> Client:
    """Somebody at a new sandbox."""
    wish = {"keep": keep, "seat": seat, "name": "Ann"}
    answer = await inn.ask("POST", f"/tables/{table}/sandbox", wish, secret=secret)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return await inn.client(told["table"], told["seat"], told["secret"]).connect()


@evening
async def test_a_sandbox_begins_with_what_the_seat_knew_and_the_rest_dealt_anew(inn: House) -> None:
    ann, _ = await finished(inn, 24)
    match = inn.table(ann).match
    assert match is not None
    keep = next(n for n in range(30, len(match.events)) if match.events[n].by == 0)
    then = (await inn.ask("GET", f"/tables/{ann.table}/replay?keep={keep}&seat=0", secret=ann.secret)).json()["view"]
    hands = set()
    for _ in range(3):
        trying = await try_from(inn, ann.table, ann.secret, keep, 0)
        assert trying.about["origin"] == {"kind": "sandbox", "table": ann.table, "keep": keep}
        assert not trying.about["rated"]
        assert not trying.about["public"]
        sandbox = inn.table(trying)
        assert sandbox.match is not None
        view = json.loads(json.dumps(sandbox.game.view(sandbox.match.state, 0)))
        assert view == then, "what the seat knew is as it was"
        hands.add(json.dumps(sandbox.game.view(sandbox.match.state, 1)["players"][1]["hand"]))
    real = inn.table(ann).game.view(inn.table(ann).position_after(keep), 1)["players"][1]["hand"]
    assert len(hands | {json.dumps(real)}) > 1, "what it did not know is dealt anew"


@evening
async def test_a_sandbox_is_played_taken_back_and_gone_after_a_day(inn: House) -> None:
    ann, _ = await finished(inn, 24)
    match = inn.table(ann).match
    assert match is not None
    keep = next(n for n in range(30, len(match.events)) if match.events[n].by == 0)
    trying = await try_from(inn, ann.table, ann.secret, keep, 0)
    assert trying.legal
    before = trying.legal
    assert (await trying.move(trying.legal[0]))["type"] == "news"
    await inn.settled(trying)
    assert (await trying.do("undo", basis=trying.scene["basis"]))["type"] == "news"
    await inn.settled(trying)
    assert trying.legal == before
    for _ in range(4):
        await trying.until(lambda: bool(trying.legal))
        assert (await trying.move(trying.legal[0]))["type"] == "news"
        await inn.settled(trying)
    await trying.until(lambda: bool(trying.legal))
    assert any(entry.get("via") == "bot" for entry in trying.log), "bots answer"
    assert await inn.refused("GET", f"/tables/{trying.table}/record?seat=0", secret=trying.secret) == (409, "no-record")
    again = await inn.another(trying)
    assert kinds(again) == kinds(trying)
    assert again.view == trying.view
    await trying.close()
    await again.close()
    inn.hub.unload(inn.hub.live_tables[trying.table])
    live = await inn.hub.get_table(trying.table)
    assert live.table.match is not None, "it is read from what is kept"
    await inn.later(25 * 3600)
    assert await inn.refused("GET", f"/tables/{trying.table}", secret=trying.secret) == (404, "no-table")


@evening
async def test_a_sandbox_of_every_game_from_anywhere(inn: House) -> None:
    chooser = random.Random(3)
    for record in RECORDS:
        table, watch = await read_in(inn, record)
        match = inn.hub.live_tables[table].table.match
        assert match is not None
        for keep in (0, chooser.randrange(10, len(match.events) // 2), len(match.events) - 3):
            trying = await try_from(inn, table, watch, keep, 1)
            await trying.until(lambda trying=trying: bool(trying.legal) or trying.is_over)  # type: ignore[misc]
            if trying.legal:
                assert (await trying.move(trying.legal[-1]))["type"] == "news"
        wish = {"keep": len(match.events), "seat": 0, "name": "Ann"}
        assert await inn.refused("POST", f"/tables/{table}/sandbox", wish, secret=watch) == (409, "sandbox-over")


@evening
async def test_a_sandbox_that_cannot_be(inn: House) -> None:
    ann, _ = await finished(inn)
    path = f"/tables/{ann.table}/sandbox"
    for wish, code in (
        ({"keep": 9999, "seat": 0, "name": "Ann"}, "keep-wrong"),
        ({"keep": 20, "seat": 7, "name": "Ann"}, "seat-wrong"),
        ({"keep": 20, "seat": 0, "name": " "}, "name-wrong"),
        ({"keep": -1, "seat": 0, "name": "Ann"}, "malformed"),
        ({"keep": 20, "seat": 0}, "malformed"),
    ):
        assert await inn.refused("POST", path, wish, secret=ann.secret) == (422, code)


# ── Luck, and what moves cost ────────────────────────────────────────────────────────────────────────────────────


def events_of(record: str) -> tuple[Any, Any, list[Event]]:
    """A golden game, its start, and its events."""
    reading = read((GOLDEN / f"{record}.jsonl").read_bytes())
    game = on_engine(reading.load(GAMES), "compiled")
    found = []
    for line, match in replay(reading, game):
        names = game.outcomes_by_name if line.by == CHANCE else game.moves_by_name
        found.append(Event(match.actor, names[line.move]))
    return game, game.start(reading.header["seats"], reading.header["first"]), found


def test_strokes_are_the_outcomes_between_two_decisions() -> None:
    game, start, events = events_of("quartz-dice/greedy-3")
    strokes = list(strokes_of(game, start, events))
    covered = [number for each in strokes for number in range(each.event, each.event + each.count)]
    assert covered == [number for number, event in enumerate(events) if event.by == CHANCE]
    for before, after in pairwise(strokes):
        assert before.event + before.count < after.event, "there is a decision between them"
    assert any(each.count > 1 for each in strokes)
    for each in strokes:
        assert (each.happened >= 0) == (each.count == 1)


def test_luck_is_nothing_in_the_mean_and_certain_where_there_is_no_choice() -> None:
    """Over all outcomes of a throw, each as often as it comes, good and bad luck cancel out."""
    game, start, events = events_of("keltis-dice/greedy-2")
    stroke = next(each for each in list(strokes_of(game, start, events))[60:] if each.count == 1)
    estimator = LuckEstimator(game)
    total, weights, error = np.zeros(2), 0, 0.0
    for outcome, weight in game.chances(stroke.before):
        after = game.copy(stroke.before)
        game.apply(after, outcome)
        found = estimator.estimate(type(stroke)(stroke.event, 1, outcome, stroke.before, after), 512, 7)
        total += weight * np.array(found.gains)
        error += (weight * max(found.errors)) ** 2
        weights += weight
    assert np.abs(total / weights).max() < 2 * error**0.5 / weights + 0.05
    again = [estimator.estimate(stroke, 256, 7) for _ in range(2)]
    assert again[0] == again[1]


def test_a_throw_that_wins_the_day_is_luck() -> None:
    """The last throw of a game: what it was worth is known to the point, and the fortunate one is above the mean."""
    game, start, events = events_of("keltis-dice/greedy-2")
    stroke = list(strokes_of(game, start, events))[-1]
    estimator = LuckEstimator(game)
    seat = next(event.by for event in events[stroke.event :] if event.by != CHANCE)
    found = {}
    for outcome, _ in game.chances(stroke.before):
        after = game.copy(stroke.before)
        game.apply(after, outcome)
        luck = estimator.estimate(type(stroke)(stroke.event, 1, outcome, stroke.before, after), 512, 7)
        found[outcome] = luck.gains[seat]
    assert max(found.values()) > 0 > min(found.values())


@evening
async def test_looking_back_finds_luck_and_costly_moves_once(inn: House) -> None:
    settings = {"ROUNDS": 128, "SIMULATIONS": 60, "CLOSER": 120}
    before = {name: getattr(reviews, name) for name in settings}
    for name, value in settings.items():
        setattr(reviews, name, value)
    try:
        ann, bob = await finished(inn, 30)
        path = f"/tables/{ann.table}/review"
        assert (await inn.ask("POST", path, secret=ann.secret)).json()["status"] == "preparing"
        inn.hub.games.compiled.add("keltis-card")
        first = (await inn.ask("POST", path, secret=ann.secret)).json()
        assert first["status"] == "thinking"
        told = first
        while told["status"] == "thinking":
            await asyncio.sleep(0.2)
            told = (await inn.ask("POST", path, secret=bob.secret)).json()
        assert told["status"] == "done"
        assert told["done"] == told["of"] == first["of"]
        match = inn.table(ann).match
        assert match is not None
        strokes = list(strokes_of(match.game, match.game.start(2, match.first), match.events))
        assert [each["n"] for each in told["luck"]] == [stroke.event for stroke in strokes]
        assert all(len(each["gains"]) == len(each["errors"]) == 2 for each in told["luck"])
        assert told["worst"], "moves by lot cost something"
        for cost in told["worst"]:
            event = match.events[cost["n"]]
            assert event.by == cost["seat"]
            assert match.game.move_names[event.move] == cost["played"] != cost["best"]
            assert cost["loss"] > 0
            assert cost["error"] > 0
            assert cost["story"]["values"]["seat"] == cost["seat"]
        again = (await inn.ask("POST", path, secret=ann.secret)).json()
        assert again == told
    finally:
        for name, value in before.items():
            setattr(reviews, name, value)


def test_an_address_looks_back_at_so_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def forever(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        limits = Limits(reviews_per_address=1)
        async with house(quick_settings(str(tmp_path / "t.db"), limits=limits)) as inn:
            tables = [await read_in(inn, "keltis-dice/greedy-2") for _ in range(2)]
            inn.hub.games.compiled.add("keltis-dice")
            monkeypatch.setattr(inn.hub.bot_pool, "run_in_background", forever)
            for table, watch in (tables[0], tables[0]):  # to ask again costs nothing
                told = (await inn.ask("POST", f"/tables/{table}/review", secret=watch)).json()
                assert told["status"] == "thinking"
            table, watch = tables[1]
            assert await inn.refused("POST", f"/tables/{table}/review", secret=watch) == (429, "too-fast")

    asyncio.run(run())


@evening
async def test_of_two_games_the_one_goes_on_that_is_looked_at(inn: House) -> None:
    tables = [await read_in(inn, "keltis-dice/greedy-2") for _ in range(2)]
    inn.hub.games.compiled.add("keltis-dice")
    asked, answered = asyncio.Queue[Any](), asyncio.Semaphore(0)

    async def when_allowed(job: Any, matter: Any) -> LuckEstimate:
        asked.put_nowait(matter)
        await answered.acquire()
        return LuckEstimate(matter.event, (0.0, 0.0), (0.0, 0.0))

    async def look(n: int) -> int:
        table, watch = tables[n]
        return int((await inn.ask("POST", f"/tables/{table}/review", secret=watch)).json()["done"])

    async def answer() -> None:
        answered.release()
        await asyncio.wait_for(asked.get(), SOON)

    (worker,) = inn.hub.bot_pool._background.workers
    worker.run = when_allowed  # type: ignore[method-assign,assignment]
    assert [await look(0), await look(1)] == [0, 0]
    await asyncio.wait_for(asked.get(), SOON)  # about the first: nobody else had asked
    for _ in range(3):
        await answer()
    assert [await look(1), await look(0)] == [2, 1], "then about the one that was looked at last"
    for _ in range(3):
        await answer()
    assert [await look(1), await look(0)] == [3, 3], "and when the other is looked at, about that one"
