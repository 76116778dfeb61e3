"""Tables to be kept: played over the wire at a server of any version, until each is where it is to be found again.

What was played is random, but by a seed of the table's own. The dice and the secrets are the server's.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

PATIENCE = 60.0
WHOLE = 10_000  # moves: to the end
OTHER_BOARD = Path(__file__).parents[1] / "golden" / "keltis-new-paths" / "other-board-2.jsonl"
ONLOOKER = -1
PLAYERS = ("Ann", "Bob", "Cid", "Dot", "Eve")  # who have a player key
NOTICES = "http://127.0.0.1:9/turn"  # where nobody listens
Told = dict[str, Any]


def player_key(name: str) -> str:
    """The player key of somebody."""
    return f"{name.lower()}'s player key"


def number_of(seed: str) -> str:
    """A number for the dice."""
    return hashlib.sha256(seed.encode()).hexdigest()[:32]


def sealed(number: str) -> str:
    """What is shown of a number before all are in."""
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


class Person:
    """Somebody at a table: what opens the seat, and the table as it was last told."""

    def __init__(self, url: str, table: str, seat: int, secret: str, name: str = "", number: str = "") -> None:
        self.url, self.table, self.seat, self.secret, self.name, self.number = url, table, seat, secret, name, number
        self.player = player_key(name) if name in PLAYERS else ""
        self.socket: ClientConnection | None = None
        self.scene: Told = {}
        self.you: Told = {}
        self.all: Told = {}  # the whole table as it was told at first
        self._answers: dict[str, asyncio.Future[Told]] = {}
        self._changed = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._ids = itertools.count()

    async def connect(self) -> Person:
        """Connect, and wait for the whole table."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/socket?seat={self.seat}"
        headers = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        protocols = [Subprotocol("wishstone.1")]
        self.all = {}
        self.socket = await connect(address, additional_headers=headers, subprotocols=protocols, max_size=None)
        self._reading = asyncio.create_task(self._read(self.socket))
        self._reading.add_done_callback(lambda _: self._changed.set())
        await self.until(lambda: bool(self.all) or (self._reading is not None and self._reading.done()))
        assert self.all, f"seat {self.seat} at {self.table} is closed"
        return self

    async def close(self) -> None:
        """Go."""
        if self.socket is not None:
            await self.socket.close()
        if self._reading is not None:
            await self._reading

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                told = json.loads(text)
                if told["type"] in ("table", "news"):
                    self.scene, self.you = told["scene"], told["you"]
                if told["type"] == "table":
                    self.all = told
                if told.get("id") in self._answers:
                    self._answers.pop(told["id"]).set_result(told)
                self._changed.set()

    async def do(self, do: str, **values: Any) -> Told:
        """Send a command that has to be carried out."""
        assert self.socket is not None
        id = str(next(self._ids))
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"do": do, "id": id, **values}))
        told: Told = await asyncio.wait_for(answer, PATIENCE)
        assert told["type"] in ("news", "done"), told
        return told

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something to be told."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def reach(self, count: int) -> None:
        """Wait until so many entries are known."""
        await self.until(lambda: self.scene["count"] >= count)

    async def reach_status(self, *among: str) -> None:
        """Wait until the table is as far as this."""
        await self.until(lambda: self.scene["status"] in among)

    @property
    def is_asked(self) -> bool:
        """Whether a person has to move, or nobody any more."""
        seat = self.scene["seats"][self.scene["actor"]] if self.scene["status"] == "playing" else None
        return seat is None or (seat["kind"] == "person" and not seat["bot"])


class Party:
    """Those at one table, the host first; and how it is called in what is kept."""

    def __init__(self, title: str, people: list[Person], code: str, watch: str) -> None:
        self.title, self.people, self.code, self.watch = title, people, code, watch
        self.table = people[0].table if people else ""
        self.more: Told = {}  # what else somebody has to know of it
        self.lot = Random(title)

    @property
    def host(self) -> Person:
        """Who opened the table."""
        return self.people[0]

    async def settle(self) -> None:
        """Wait until all know the same, and no bot has to move."""
        newest = max(person.scene["count"] for person in self.people)
        await self.host.until(lambda: self.host.scene["count"] >= newest and self.host.is_asked)
        for person in self.people:
            await person.reach(self.host.scene["count"])

    async def begin(self) -> None:
        """Start, and show all numbers."""
        await self.host.do("start")
        for person in self.people:
            await person.reach_status("starting", "playing")
            if person.number:
                await person.do("number", number=person.number)
        await self.settle()

    async def play(self, moves: int = 10_000) -> None:
        """Let the people make so many moves, or as many as there are."""
        for _ in range(moves):
            await self.settle()
            if self.host.scene["status"] == "over":
                return
            (turn,) = [person for person in self.people if person.you.get("legal")]
            legal = [move for move, _ in turn.you["legal"]]
            await turn.do("move", move=self.lot.choice(legal), basis=turn.scene["basis"])
        await self.settle()

    async def end(self) -> None:
        """Agree to end the game as it stands."""
        await self.host.do("end", basis=self.host.scene["basis"])
        for person in self.people[1:]:
            await person.reach(self.host.scene["count"])
            await person.do("answer", to=person.scene["proposal"]["number"], yes=True)
        await self.settle()

    async def undo(self) -> None:
        """Take back the last move of somebody; where others are concerned, they agree."""
        asker = next(person for person in self.people if person.you.get("undo"))
        await asker.do("undo", basis=asker.scene["basis"], keep=asker.you["undo"]["keep"])
        for person in self.people:
            await person.reach(asker.scene["count"])
            if asker.scene["proposal"] and person.seat in asker.scene["proposal"]["waiting_for"]:
                await person.do("answer", to=person.scene["proposal"]["number"], yes=True)
        await self.settle()


class House:
    """A server where tables are opened, and the tables that are to be kept."""

    def __init__(self, url: str, http: httpx.AsyncClient) -> None:
        self.url, self.http = url, http
        self.parties: dict[str, Party] = {}

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """A request that has to be granted; `key` is what the header says of who asks."""
        self.http.cookies.clear()
        headers = {"Authorization": key} if key else {}
        answer = await self.http.request(method, f"{self.url}/api{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def sit(
        self, title: str, game: str, seats: list[str], people: Sequence[str] = PLAYERS[1:], **wishes: Any
    ) -> Party:
        """A table where people sit on the seats that are not a bot's, as far as there are any; nothing has begun."""
        number = number_of(f"{title} 0")
        body = {"game": game, "seats": seats, "name": "Ann", "player": player_key("Ann"), **wishes}
        told = await self.ask("POST", "/tables", body | {"number_hash": sealed(number)})
        host = Person(self.url, told["table"], told["seat"], told["secret"], "Ann", number)
        party = self.parties[title] = Party(title, [await host.connect()], told["code"], told["watch"])
        for name, _ in zip(people, range(seats.count("open")), strict=False):
            await self.join(party, name)
        return party

    async def join(self, party: Party, name: str) -> Person:
        """Somebody takes a seat."""
        number = number_of(f"{party.title} {name}")
        body = {"name": name, "player": player_key(name), "code": party.code, "number_hash": sealed(number)}
        told = await self.ask("POST", f"/tables/{party.host.table}/join", body)
        person = Person(self.url, party.host.table, told["seat"], told["secret"], name, number)
        party.people.append(await person.connect())
        await party.settle()
        return person

    async def playing(self, title: str, game: str, seats: list[str], moves: int = 0, **wishes: Any) -> Party:
        """A table where the game is under way, after so many moves of people."""
        party = await self.sit(title, game, seats, **wishes)
        await party.begin()
        await party.play(moves)
        return party


# ── The tables ───────────────────────────────────────────────────────────────────────────────────────────────────


async def play_cards(house: House) -> None:
    """Keltis the card game: talk, an undo that was agreed to, and everything that can happen before the start."""
    party = await house.playing("cards, two people", "keltis-card", ["me", "open"], 21)
    await party.host.do("say", text="Grüße aus Irland ☘")
    await party.people[1].do("say", phrase="good-luck")
    await party.undo()
    await party.play(3)

    party = await house.sit("cards, comings and goings", "keltis-card", ["me", "open", "open", "novice"])
    bob, cid = party.people[1:]
    await party.host.do("start")
    await bob.reach_status("starting")
    await bob.do("number", number=bob.number)
    await party.host.do("wait")
    await bob.reach_status("open")
    bob.number = number_of("Bob's second number")
    await bob.do("seal", number_hash=sealed(bob.number))
    await party.host.do("dismiss", seat=cid.seat, block=True)
    party.people.remove(cid)
    await cid.close()
    dot = await house.join(party, "Dot")
    told = await house.ask("POST", f"/tables/{dot.table}/renew", {"seat": dot.seat}, f"Bearer {dot.secret}")
    await dot.close()
    dot.secret = told["secret"]
    await dot.connect()
    await party.host.do("place", seat=3, bot="easy+bold")
    await party.begin()
    await party.host.do("mute", seat=bob.seat, on=True)
    await party.play(18)
    party.more = {"blocked": "Cid"}

    await house.playing("cards, rated", "keltis-card", ["me", "open"], WHOLE, rated=True)
    party = await house.playing("cards, over", "keltis-card", ["me", "novice", "easy+bold", "medium+spiteful"], WHOLE)
    await look_back(house, party)


async def look_back(house: House, party: Party) -> None:
    """Think about a finished game, go on with it in another way, and read its record in."""
    path, mine = f"/tables/{party.host.table}", f"Bearer {party.host.secret}"
    await house.ask("POST", f"{path}/review", key=mine)
    told = await house.ask("POST", f"{path}/sandbox", {"keep": 60, "seat": 0, "name": "Ann"}, mine)
    keep_temporary(house, "cards, in another way", told["table"], told["seat"], told["secret"])
    headers = {"Authorization": mine}
    record = (await house.http.get(f"{house.url}/api{path}/record", headers=headers)).content
    told = (await house.http.post(f"{house.url}/api/records", content=record)).json()
    keep_temporary(house, "cards, read from a record", told["table"], ONLOOKER, told["watch"])


def keep_temporary(house: House, title: str, table: str, seat: int, secret: str) -> None:
    """Keep a table that is there for a while only."""
    people = [Person(house.url, table, seat, secret, "Ann")] if seat != ONLOOKER else []
    house.parties[title] = Party(title, people, "", secret if seat == ONLOOKER else "")
    house.parties[title].table = table


async def play_keltis(house: House) -> None:
    """Keltis the board game: an undo that waits for an answer, a seat left to a bot, somebody who was forgotten."""
    party = await house.playing("keltis, an undo is asked for", "keltis", ["me", "open", "hard"], 24, hints=False)
    asker = next(person for person in party.people if person.you.get("undo"))
    await asker.do("undo", basis=asker.scene["basis"], keep=asker.you["undo"]["keep"])

    seats = ["me", "open", "expert+cautious", "novice"]
    party = await house.playing("keltis, a bot stands in", "keltis", seats, 20)
    bob = party.people[1]
    await bob.do("stand", bot="novice")
    await party.play(2)
    await bob.do("return")
    await party.play(4)
    await bob.do("stand", bot="easy")
    await party.play(6)

    party = await house.sit("keltis, somebody was forgotten", "keltis", ["me", "open"], ["Fay"], onlookers=False)
    await party.begin()
    await party.play(20)
    await party.host.do("end", basis=party.host.scene["basis"])
    await party.host.do("withdraw")
    await party.people[1].do("say", text="I was here.")
    await house.ask("DELETE", "/player", key=f"Player {player_key('Fay')}")
    await party.settle()

    await house.playing("keltis, over", "keltis", ["me", "novice"], WHOLE)


async def play_new_paths(house: House) -> None:
    """New Paths, whose board of this version is played on to the end."""
    game = "keltis-new-paths"
    await house.playing("new paths, two people", game, ["me", "open"], 30)
    await house.playing("new paths, bots", game, ["me", "easy+bold", "medium+spiteful", "hard+cautious"], 24)
    party = await house.playing(
        "new paths, open wish stones",
        game,
        ["me", "open", "novice"],
        24,
        options={"open_wish_stones": True},
        public=True,
    )
    await party.host.do("say", phrase="hello")
    board = json.loads(OTHER_BOARD.read_text(encoding="utf-8").splitlines()[0])["data"]["board"]
    await house.playing("new paths, another board", game, ["me", "medium"], 16, files={"board": board})
    await house.playing("new paths, over", game, ["me", "easy"], WHOLE)
    await house.sit("new paths, nobody has come", game, ["me", "open", "medium"], ())


async def play_dice(house: House) -> None:
    """Keltis the dice game: clocks, time that ran out, a bot from outside, an end by agreement and its rematch."""
    party = await house.playing(
        "dice, a bank of time", "keltis-dice", ["me", "open"], 9, options={"end": "stones"},
        clock={"kind": "bank", "seconds": 3600, "increment": 5},
    )  # fmt: skip
    await party.undo()
    clock = {"kind": "move", "seconds": 3 * 24 * 3600}
    await house.playing("dice, days for a move", "keltis-dice", ["me", "open", "easy"], 12, clock=clock)
    await house.playing("dice, a bot from outside", "keltis-dice", ["me", "neighbour"], 8)

    clock = {"kind": "move", "seconds": 3}
    party = await house.playing("dice, too late", "keltis-dice", ["me", "open"], 6, clock=clock, grace=5)
    await party.host.until(lambda: any(seat["bot"] for seat in party.host.scene["seats"]))
    await party.play()

    party = await house.playing("dice, over by agreement", "keltis-dice", ["me", "open", "novice"], 6)
    await party.end()
    await party.host.do("rematch")
    house.parties["dice, the rematch"] = Party("dice, the rematch", [], "", party.watch)
    house.parties["dice, the rematch"].table = party.host.scene["again"]


async def play_quartz(house: House) -> None:
    """Quartz the dice game: many seats, and a bot's that somebody from outside would like to have."""
    options = {"jackhammer": "per-die"}
    await house.playing("quartz, three", "quartz-dice", ["me", "open", "easy"], 24, options=options)
    seats = ["me", "open", "open", "novice", "medium+bold"]
    party = await house.playing("quartz, a seat is asked for", "quartz-dice", seats, 30)
    body = {"seat": 3, "name": "Eve", "player": player_key("Eve")}
    told = await house.ask("POST", f"/tables/{party.host.table}/ask", body, f"Bearer {party.watch}")
    party.more = {"asking": {"seat": told["seat"], "secret": told["secret"]}}
    await house.playing("quartz, over", "quartz-dice", ["me", *["novice"] * 5], WHOLE)


async def play_before_operators(house: House) -> None:
    """Where others move instead of a bot that fails, and what is reported to operators."""
    party = await house.playing("cards, others move instead", "keltis-card", ["me", "open", "broken"], 9)
    bob = party.people[1]
    await bob.do("say", text="What kind of luck is that?!")
    await bob.do("say", phrase="good-game")
    await report(house, party, bob.seat, "words", "He shouts.")
    await report(house, party, ONLOOKER, "other", "Look at what is said here.")
    await party.play(6)

    await house.playing("keltis, unlisted", "keltis", ["me", "open"], 8, public=True)
    party = await house.sit("quartz, listed", "quartz-dice", ["me", "open", "open"], ["Bob", "Eve"], public=True)
    eve = party.people.pop()
    await report(house, party, eve.seat, "name", "")
    await eve.do("leave")
    await eve.close()
    await house.playing("dice, closed by the operator", "keltis-dice", ["me", "open"], 5, public=True)


async def report(house: House, party: Party, about: int, reason: str, text: str) -> None:
    """The host reports somebody, or (`about` an onlooker) what was said."""
    wish = {"seat": party.host.seat, "about": about, "reason": reason, "text": text}
    await house.ask("POST", f"/tables/{party.table}/report", wish, f"Bearer {party.host.secret}")


async def play_all(house: House) -> None:
    """All tables, and what hangs on the player keys."""
    for name in ("Ann", "Bob"):
        await house.ask("PUT", "/player", {"rated": True}, f"Player {player_key(name)}")
    for play in (play_cards, play_keltis, play_new_paths, play_dice, play_quartz, play_before_operators):
        await play(house)
    await house.ask("PUT", "/player", {"rated": True, "webhook": NOTICES}, f"Player {player_key('Ann')}")
    await leave_all(house)


async def leave_all(house: House) -> None:
    """Everybody goes."""
    for party in house.parties.values():
        for person in party.people:
            await person.close()


# ── What is known of them ────────────────────────────────────────────────────────────────────────────────────────


async def seen(house: House, party: Party) -> dict[str, Told]:
    """The whole table as each of its people, and an onlooker, is told it."""
    viewers = [(person.seat, person.secret) for person in party.people]
    if party.watch or not party.people:
        viewers.append((ONLOOKER, party.watch))
    found = {}
    for seat, secret in viewers:
        viewer = await Person(house.url, party.table, seat, secret).connect()
        await viewer.close()
        found[str(seat)] = plain(viewer.all)
        if len(found) > 1 and viewer.scene["status"] == "over":
            del found[str(seat)]["log"]  # nothing is hidden any more: it is the same
    return found


def plain(told: Told) -> Told:
    """A table as it is told, without the sentences: of what happened, and of what a legal move would do."""
    you = dict(told["you"])
    if "legal" in you:
        you["legal"] = [move for move, _ in you["legal"]]
    log = [{key: value for key, value in entry.items() if key != "story"} for entry in told["log"]]
    return {**{key: told[key] for key in ("about", "scene", "view")}, "you": you, "log": log}


def summary_of(party: Party, told: Told) -> Told:
    """What opens a table, and how it stands."""
    scene, view = told["scene"], told["view"]
    return {
        "title": party.title,
        "table": party.table,
        "game": told["about"]["game"],
        "code": party.code,
        "watch": party.watch,
        "people": {
            str(person.seat): {
                "name": person.name,
                "secret": person.secret,
                "number": person.number,
                "player": person.player,
            }
            for person in party.people
        },
        "status": scene["status"],
        "count": scene["count"],
        "actor": scene["actor"],
        "points": [player["sheet"]["total"] for player in view["players"]] if view else None,
        **party.more,
    }


RECORDS = (
    *("new paths, two people", "new paths, over", "keltis, over"),
    *("dice, over by agreement", "quartz, over", "cards, rated"),
)


async def begin_to_start(house: House) -> None:
    """A table that waits for a number, which it does for a moment only: the last thing that happens."""
    party = await house.sit("new paths, about to start", "keltis-new-paths", ["me", "open"])
    bob = party.people[1]
    await party.host.do("start")
    await bob.reach_status("starting")
    await bob.do("number", number=bob.number)
    for person in party.people:
        await person.close()


def add_browser(house: House, browser: Told) -> None:
    """The tables where somebody sits with a browser, from what it has kept."""
    storage = browser["localStorage"]
    played = {party.table: party for party in house.parties.values()}
    for cookie in browser["cookies"]:
        _, table, seat = cookie["name"].split("-")
        if table in played:  # where this one watches, and has asked for a seat
            if seat.isdecimal():
                played[table].more = {"asking": {"seat": int(seat), "secret": cookie["value"]}}
            continue
        number = json.loads(storage.get(f"wishstone.number.{table}.{seat}", '""'))
        person = Person(house.url, table, int(seat), cookie["value"], json.loads(storage["wishstone.name"]), number)
        person.player = json.loads(storage["wishstone.player"])
        title = f"browser, {table}"
        house.parties.setdefault(title, Party(title, [], "", "")).people.append(person)
        house.parties[title].table = table


async def known_of(house: House) -> tuple[Told, Told, dict[str, bytes]]:
    """A summary of all that is kept, the tables as they are seen, and some of their records."""
    tables = {title: await seen(house, party) for title, party in house.parties.items()}
    listed = [summary_of(house.parties[title], next(iter(viewers.values()))) for title, viewers in tables.items()]
    players = {
        name: {
            "key": player_key(name),
            "statistics": await house.ask("GET", "/player", key=f"Player {player_key(name)}"),
            "tables": sorted(
                each["table"]
                for each in (await house.ask("GET", "/player/tables", key=f"Player {player_key(name)}"))["tables"]
            ),
        }
        for name in PLAYERS
    }
    lobby = sorted(each["table"] for each in (await house.ask("GET", "/tables"))["tables"])
    records = {}
    for title in RECORDS:
        if title not in house.parties:
            continue
        host = house.parties[title].host
        answer = await house.http.get(
            f"{house.url}/api/tables/{host.table}/record?seat={host.seat}",
            headers={"Authorization": f"Bearer {host.secret}"},
        )
        records[f"table-{title.replace(',', '').replace(' ', '-')}"] = answer.raise_for_status().content
    summary = {"made": int(time.time() * 1000), "players": players, "lobby": lobby, "tables": listed}
    return summary, tables, records
