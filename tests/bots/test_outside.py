"""External bots: whatever one does, the game goes on, it is reported, and none of its processes is left running."""

from __future__ import annotations

import fcntl
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from wishstone.bots import make
from wishstone.bots.bot import Bot
from wishstone.bots.conversation import PATIENCE, decision_line, hello_line, over_line, shown
from wishstone.bots.line_process import CHUNK, LONGEST, Flooded, LineProcess
from wishstone.bots.outside import LIVES, OutsideBot, game_over, make_outside
from wishstone.bots.outside_words import WORDS
from wishstone.cli import main
from wishstone.game.chance import Generator, stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.errors import UsageError
from wishstone.game.match import Match
from wishstone.game.result import Result
from wishstone.games import GAMES, load
from wishstone.lab.bot_check import check

PROJECT = Path(__file__).parents[2]
PYTHON = shlex.join([sys.executable, "-I", "-S"])
EXAMPLES = (f"{PYTHON} {PROJECT}/examples/bots/neighbour.py", f"perl {PROJECT}/examples/bots/first_liked.pl")
IDS = [about.id for about in GAMES]

# What the programs below begin with: `told()` gives the next line, `say()` answers, `answer()` does so rightly.
BEGINNING = """
import json, os, sys, time
def told():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()
def say(text):
    print(text, flush=True)
def answer(asked, **other):
    say(json.dumps({"id": asked["id"], "move": asked["legal"][0], **other}))
"""
GOOD = """
told()
say('{"name": "good"}')
while True:
    asked = told()
    if asked["type"] == "decide":
        answer(asked)
"""


def program(source: str) -> str:
    """The command line of a program that does this."""
    return f"{PYTHON} -c {shlex.quote(BEGINNING + source)}"


@pytest.fixture
def game() -> Game:
    return load("quartz-dice")


class Table:
    """A bot of others in the first seat, and random ones in the others."""

    def __init__(self, game: Game, seats: int = 3) -> None:
        self.game, self.seats = game, seats
        self.other = make("random", game)
        self.begin()

    def begin(self) -> None:
        self.match, self.chance = Match(self.game, self.seats), stream(5)

    def decide(self, bot: Bot, times: int = 1, seconds: float | None = None) -> list[str]:
        """The next decisions of the bot, each through the checked door."""
        moves: list[str] = []
        while len(moves) < times:
            state, who = self.match.state, self.match.actor
            if who == OVER:
                self.begin()
            elif who == CHANCE:
                self.match.let_happen(self.chance)
            elif who:
                self.match.play(self.other.choose(state, self.chance))
            else:
                redealt = self.game.redealt(state, who, self.chance)
                event = self.match.play(bot.choose(redealt, stream(1), seconds), who)
                moves.append(self.game.move_names[event.move])
        return moves


@pytest.fixture
def table(game: Game) -> Table:
    return Table(game)


@pytest.fixture
def outside(game: Game) -> Iterator[list[OutsideBot]]:
    """Bots that are closed at the end, whatever happens."""
    bots: list[OutsideBot] = []
    yield bots
    for bot in bots:
        bot.close()


def codes(bot: OutsideBot) -> dict[str, int]:
    return {report.code: report.count for report in bot.reports}


def started(game: Game, bots: list[OutsideBot], source: str, seconds: float = 20, start: float = 20) -> OutsideBot:
    bots.append(OutsideBot(game, program(source), make("greedy", game), seconds, start=start))
    return bots[-1]


# ── All is well ──────────────────────────────────────────────────────────────────────────────────────────────────


def play(game: Game, bots: list[Bot]) -> Result:
    """A whole game."""
    match, chance = Match(game, len(bots)), stream(3)
    while (who := match.actor) != OVER:
        if who == CHANCE:
            match.let_happen(chance)
        else:
            match.play(bots[who].choose(game.redealt(match.state, who, chance), chance), who)
    result = match.result()
    game_over(bots, lambda: result)
    return result


@pytest.mark.parametrize("id", IDS)
def test_the_examples_play_whole_games(id: str) -> None:
    game = load(id)
    bots = [make(f"run[random 60s]:{EXAMPLES[seat % 2]}", game) for seat in range(game.about.seats[0])]
    try:
        assert play(game, bots).end
        for bot in bots:
            assert isinstance(bot, OutsideBot)
            assert not bot.reports
            assert bot.decisions > bot.replaced == 0
        assert [bot.title for bot in bots[:2] if isinstance(bot, OutsideBot)] == ["neighbour", "first liked"]
    finally:
        for bot in bots:
            bot.close()


def test_the_bot_in_the_manual_plays_in_every_seat(game: Game) -> None:
    text = (PROJECT / "docs" / "bots.md").read_text(encoding="utf-8")
    source = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    bot = OutsideBot(game, f"{PYTHON} -c {shlex.quote(source)}", make("greedy", game), 60)
    done = check(game, bot, 3, 1, seed=2)
    bot.close()
    assert (done.games, bot.replaced, bot.reports) == (3, 0, [])
    assert bot.decisions > 30


def test_it_hears_how_a_game_ends_and_every_game_has_a_new_process(
    game: Game, table: Table, outside: list[OutsideBot], tmp_path: Path
) -> None:
    """Unless it is to be kept. `bye` comes last, and then the end of its input."""
    file = tmp_path / "heard"
    source = f"say(json.dumps({{'name': str(os.getpid())}}))\nfile = open({str(file)!r}, 'a')\n" + (
        "for line in sys.stdin:\n asked = json.loads(line)\n print(asked['type'], file=file, flush=True)\n"
        " if asked['type'] == 'decide': answer(asked, more=['is', 'skipped'])\nprint('end', file=file)"
    )
    bot = started(game, outside, source)
    names = []
    for _ in range(2):
        table.begin()
        table.decide(bot)
        game_over([bot, table.other, bot], lambda: table.match.result(agreed=True))
        names.append(bot.title)
    assert len(set(names)) == 2
    assert file.read_text().split() == ["hello", "decide", "over", "bye", "end"] * 2

    file.unlink()
    bot.keep = True
    for _ in range(2):
        table.decide(bot)
        game_over([bot], lambda: table.match.result(agreed=True))
        names.append(bot.title)
    assert len(set(names)) == 3
    bot.close()
    assert file.read_text().split() == ["hello", "decide", "over", "decide", "over", "bye", "end"]
    assert not bot.reports


def test_each_seat_has_a_process_of_its_own(game: Game, outside: list[OutsideBot]) -> None:
    bot = started(
        game, outside, "seat = told()['seat']\nwhile True:\n asked = told()\n seat == asked['seat'] and answer(asked)"
    )
    table = Table(game)
    table.other = bot
    table.decide(bot, 30)
    assert bot.decisions > 30
    assert not bot.reports


# ── What it is told ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id", IDS)
def test_positions_that_look_alike_give_the_same_bytes(id: str) -> None:
    game = load(id)
    seats = game.about.seats[0]
    match, chance, player = Match(game, seats), stream(6), make("random", game)
    asked = 0
    while asked < 30 and (who := match.actor) != OVER:
        if who == CHANCE:
            match.let_happen(chance)
            continue
        other = game.redealt(match.state, who, stream(asked))
        lines = {
            decision_line(game, game.redealt(truth, who, stream(8, asked, rng)), asked, 5.0)
            for rng, truth in enumerate((match.state, other))
        }
        assert len(lines) == 1
        asked += 1
        match.play(player.choose(match.state, chance))


def test_what_is_said(game: Game) -> None:
    dice = load("keltis-dice", {"end": "stones"})
    hello = json.loads(hello_line(dice, 3, 1, 5.0))
    assert hello == {
        "type": "hello", "protocol": "wishstone-bot/1", "game": "keltis-dice", "rules": dice.rules_version, "seats": 3,
        "seat": 1, "options": {"end": "stones"}, "data": {}, "seconds": 5.0, "offers": ["observation", "mask", "ids"],
    }  # fmt: skip
    match = Match(game, 3)
    match.let_happen(stream(1))
    asked = json.loads(decision_line(game, match.state, 7, 0.12345))
    assert {key: asked[key] for key in ("type", "id", "seat", "seconds")} == {
        "type": "decide", "id": 7, "seat": match.actor, "seconds": 0.123,
    }  # fmt: skip
    assert asked["position"] == game.view(match.state, match.actor)
    legal = game.legal(match.state)
    assert asked["legal"] == [game.move_names[move] for move in legal]
    more = json.loads(decision_line(game, match.state, 7, 0.12345, ("observation", "mask", "ids")))
    assert more.pop("observation") == game.observation(match.state, match.actor).tolist()
    assert [move for move, is_legal in enumerate(more.pop("mask")) if is_legal] == more.pop("ids") == legal
    assert more == asked
    assert json.loads(over_line(match.result(agreed=True), 2))["agreed"] is True
    over = json.loads(over_line(match.result(cut_off=2000), 2))
    assert (over["cut_off"], over["seat"], over["places"]) == (2000, 2, list(match.result().places))
    assert set(over) == {"type", "seat", "cut_off", "scores", "places", "sheet"}


def test_a_greeting_can_ask_for_what_a_net_reads(table: Table, game: Game, outside: list[OutsideBot]) -> None:
    """The first decision comes again then, and an id is an answer; whoever did not ask is told as before."""
    source = """
assert told()["offers"]
say(json.dumps({"name": "net", "wants": ["ids", "mask", "wings"]}))
while True:
    asked = told()
    if asked["type"] == "decide" and "ids" in asked:
        assert "observation" not in asked and sum(asked["mask"]) == len(asked["ids"])
        say(json.dumps({"id": asked["id"], "move": asked["ids"][0] if asked["id"] < 4 else 9999}))
"""
    bot = started(game, outside, source)
    first = program("told()\nwhile True:\n asked = told()\n asked['type'] == 'decide' and answer(asked)")
    table.decide(bot, 3)
    assert (bot.title, bot.replaced, bot.reports) == ("net", 0, [])
    table.decide(bot)
    assert codes(bot) == {"outside-illegal": 1}
    again, same = Table(game), OutsideBot(game, first, make("greedy", game), 20, start=20)
    outside.append(same)
    other = Table(game)
    assert again.decide(same, 3) == other.decide(started(game, outside, source), 3)


# ── What goes wrong ──────────────────────────────────────────────────────────────────────────────────────────────

LIES = {
    "illegal": ('answer(asked, move="steal everything")', "outside-illegal"),
    "legal elsewhere": ('answer(asked, move="done")', "outside-illegal"),
    "a number for a move": ("answer(asked, move=3)", "outside-malformed"),
    "no move": ('say(json.dumps({"id": asked["id"]}))', "outside-malformed"),
    "another decision": ('answer(asked, id=asked["id"] + 1)', "outside-number"),
    "a negative decision": ("answer(asked, id=-1)", "outside-number"),
    "a huge number": ('say(\'{"id": \' + "9" * 4000 + \', "move": "keep"}\')', "outside-number"),
    "a number too huge to read": ('say(\'{"id": \' + "9" * 9000 + \', "move": "keep"}\')', "outside-malformed"),
    "true": ("answer(asked, id=True)", "outside-malformed"),
    "a fraction": ('answer(asked, id=float(asked["id"]))', "outside-malformed"),
    "not JSON": ('say("keep")', "outside-malformed"),
    "nothing": ('say("")', "outside-malformed"),
    "a list": ('say("[1, 2]")', "outside-malformed"),
    "deep": ('say("[" * 60000)', "outside-malformed"),
    "deep objects": ('say(\'{"id":\' * 10000)', "outside-malformed"),
    "junk": ("os.write(1, bytes(range(255, 9, -1)))", "outside-malformed"),
    "half a sign": ('say(\'{"id": 1, "move": "\\\\ud800"}\'.replace("1", str(asked["id"])))', "outside-illegal"),
    "a second greeting": ('say(\'{"name": "x"}\')', "outside-malformed"),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_costs_a_move_and_the_process_goes_on(
    game: Game, table: Table, outside: list[OutsideBot], lie: str
) -> None:
    told, code = LIES[lie]
    source = f'told()\nsay(\'{{"name": "good"}}\')\nasked = told()\n{told}\nwhile True:\n answer(told())'
    bot = started(game, outside, source)
    table.decide(bot, 4)
    assert codes(bot) == {code: 1}
    assert (bot.replaced, bot.decisions, bot.title) == (1, 4, "good")
    for language in ("en", "de"):
        assert bot.reports[0].text(language).isprintable()


def test_the_fallback_is_the_one_that_was_named(game: Game, table: Table) -> None:
    class Last:
        name = "last"
        chose: ClassVar[list[str]] = []

        def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
            move = game.legal(position)[-1]
            self.chose.append(game.move_names[move])
            return move

        def close(self) -> None:
            self.chose.append("closed")

    last = Last()
    bot = OutsideBot(game, program("told()\nwhile True:\n told()\n say('?')"), last, 20)
    moves = table.decide(bot, 5)
    bot.close()
    assert [*moves, "closed"] == last.chose


DEATHS = {
    "at its start": ("sys.exit(3)", "outside-ended"),
    "by an error": ("asked = told()\n1 / 0", "outside-ended"),
    "when asked": ("told(), told()\nsys.exit(0)", "outside-ended"),
    "in the middle of an answer": ("told(), told()\nos.write(1, b'{')\nsys.exit(0)", "outside-ended"),
    "by a signal": ("told()\nos.kill(os.getpid(), 15)", "outside-killed"),
    "by closing its output": ("told()\nos.close(1)\ntime.sleep(60)", "outside-closed"),
    "by closing its input": ("os.close(0)\nsys.exit(0)", "outside-ended"),
    "by a line without end": ("while True: os.write(1, b'x' * 10000)", "outside-flood"),
}  # fmt: skip


@pytest.mark.parametrize("death", DEATHS)
def test_a_process_that_fails_is_started_again_three_times(
    game: Game, table: Table, outside: list[OutsideBot], death: str
) -> None:
    source, code = DEATHS[death]
    bot = started(game, outside, source)
    table.decide(bot, LIVES + 2)
    assert codes(bot) == {code: LIVES, "outside-given-up": 1}
    assert bot.replaced == bot.decisions == LIVES + 2
    if death == "by an error":
        assert "ZeroDivisionError" in bot.reports[0].last_words


def test_a_process_that_dies_in_the_middle_is_started_again(
    game: Game, table: Table, outside: list[OutsideBot]
) -> None:
    bot = started(game, outside, "told()\nfor _ in range(3): answer(told())\nos._exit(7)")
    table.decide(bot, 8)
    assert codes(bot) == {"outside-ended": 2}
    assert bot.replaced == 2
    assert "exit status 7" in bot.reports[0].text()


def test_a_game_without_a_failure_makes_earlier_ones_good(game: Game, table: Table, outside: list[OutsideBot]) -> None:
    bot = started(game, outside, "told()\nanswer(told())\ntold()['type'] == 'decide' and os._exit(7)")
    for _ in range(3):
        table.decide(bot, 4)  # two failures
        game_over([bot], lambda: table.match.result(agreed=True))
        table.decide(bot, 1)
        game_over([bot], lambda: table.match.result(agreed=True))
    assert codes(bot) == {"outside-ended": 6}


@pytest.mark.parametrize("flood", ["y\n", '{"id": 1, "move": "late"}\n'])
def test_a_flood_of_lines_is_held_up_and_ended(game: Game, table: Table, outside: list[OutsideBot], flood: str) -> None:
    """Each process answers once, then costs a move or none before it is found out."""
    bot = started(game, outside, f"told(), answer(told())\nwhile True: os.write(1, {flood!r}.encode() * 1000)")
    table.decide(bot, 3 * LIVES)
    found = codes(bot)
    assert found["outside-flood"] == LIVES
    assert found["outside-given-up"] == 1


def test_what_it_writes_is_bounded_in_memory() -> None:
    process = LineProcess([sys.executable, "-I", "-S", "-c", "import os\nwhile True: os.write(1, b'x' * 9999)"])
    with pytest.raises(Flooded):
        process.hear(time.monotonic() + 20)
    assert len(process._heard) <= LONGEST + CHUNK
    assert process.end() == -signal.SIGKILL


def test_floods_on_standard_error_hurt_nobody(game: Game, table: Table, outside: list[OutsideBot]) -> None:
    source = "told()\nwhile True:\n asked = told()\n sys.stderr.write('x' * 500000 + 'last words')\n answer(asked)"
    bot = started(game, outside, source)
    table.decide(bot, 3)
    assert not bot.reports


SILENCES = {
    "sleeps": "told(), told()\ntime.sleep(60)",
    "never reads": "time.sleep(60)",
    "reads and never answers": "while True: told()",
    "shouts on standard error": "while True: sys.stderr.write('x' * 1000)",
    "heeds no signal": "import signal\nfor s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(60)",
}


@pytest.mark.parametrize("silence", SILENCES)
def test_silence_is_not_waited_for(game: Game, table: Table, outside: list[OutsideBot], silence: str) -> None:
    bot = started(game, outside, SILENCES[silence], seconds=0.05, start=0.05)
    table.decide(bot, LIVES + 2)
    assert codes(bot) == {"outside-timeout": LIVES, "outside-given-up": 1}


def test_one_that_falls_silent_may_miss_a_few_moves(game: Game, table: Table, outside: list[OutsideBot]) -> None:
    bot = started(game, outside, 'told()\nsay(\'{"name": "slow"}\')\ntime.sleep(60)', seconds=0.05)
    table.decide(bot, 2 * PATIENCE)
    assert codes(bot) == {"outside-timeout": 2 * PATIENCE}
    table.decide(bot, 2 * PATIENCE + 1)
    assert codes(bot) == {"outside-timeout": LIVES * PATIENCE, "outside-given-up": 1}


def test_what_it_does_not_read_does_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """This one is never silent, so it is not for that that it is ended."""
    monkeypatch.setattr("wishstone.bots.conversation.UNREAD", 20_000)
    game = load("keltis")
    bot = OutsideBot(game, program("while True:\n say('?')\n time.sleep(0.02)"), make("random", game), 20)
    Table(game, 2).decide(bot, 20)
    bot.close()
    assert codes(bot)["outside-deaf"] == 1


def test_a_late_answer_is_skipped(game: Game, table: Table, outside: list[OutsideBot]) -> None:
    source = (
        'told()\nsay(\'{"name": "late"}\')\nfirst = told()\nsecond = told()\n'
        "answer(first), answer(second)\nwhile True: answer(told())"
    )
    bot = started(game, outside, source, seconds=1.0)
    table.decide(bot, 4)
    assert codes(bot) == {"outside-timeout": 1, "outside-late": 1}
    assert bot.replaced == 1


def test_a_cap_holds_even_while_it_starts(game: Game, table: Table, outside: list[OutsideBot]) -> None:
    bot = started(game, outside, "time.sleep(60)", seconds=60, start=60)
    begin = time.monotonic()
    table.decide(bot, 3, seconds=0.1)
    assert time.monotonic() - begin < 40
    assert codes(bot) == {"outside-timeout": 3}


# ── What is left ─────────────────────────────────────────────────────────────────────────────────────────────────

# A program with a child, both of which hold a lock as long as they live.
HOLD = """
import fcntl
file = open({file!r}, "w")
fcntl.flock(file, fcntl.LOCK_EX)
if os.fork() == 0:
    time.sleep(300)
told()
answer(told())
{then}
"""


def is_held(file: Path) -> bool:
    with file.open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def is_let_go(file: Path) -> bool:
    """Whether it is free soon: a killed process needs a moment."""
    deadline = time.monotonic() + 20
    while is_held(file) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_held(file)


@pytest.mark.parametrize("then", ["told()", "time.sleep(300)", "sys.exit()"])
def test_nothing_is_left_of_a_bot_that_starts_others(
    game: Game, table: Table, outside: list[OutsideBot], tmp_path: Path, then: str
) -> None:
    file = tmp_path / "lock"
    bot = started(game, outside, HOLD.format(file=str(file), then=then))
    table.decide(bot)
    assert is_held(file)
    bot.close()
    assert is_let_go(file)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_we_are_killed(tmp_path: Path, end: signal.Signals) -> None:
    file = tmp_path / "lock"
    command = program(HOLD.format(file=str(file), then="time.sleep(300)"))
    source = f"""
from wishstone.bots import make
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.games import load
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
game = load("quartz-dice")
match = Match(game, 3)
match.let_happen(stream(1))
bot = make({f"run[60s]:{command}"!r}, game)
bot.choose(match.state, stream(1))
assert not bot.reports
print("ready", flush=True)
time.sleep(300)
"""
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        assert is_held(file)
        parent.send_signal(end)
        assert parent.wait(120) == -end
    assert is_let_go(file)


# ── How it is asked for ──────────────────────────────────────────────────────────────────────────────────────────


def test_wishes_stand_in_brackets(game: Game) -> None:
    bot = make_outside("run[0.5s keep random]:cat -u", game, make)
    assert (bot.seconds, bot.keep, bot.fallback.name) == (0.5, True, "random")
    assert (bot.name, bot.title) == ("run[0.5s keep random]:cat -u", "cat -u")
    plain = make_outside("run:cat", game, make)
    assert (plain.seconds, plain.keep, plain.fallback.name, plain.name) == (5.0, False, "greedy", "run:cat")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("run:", "outside-form"),
        ("run:'unclosed", "outside-form"),
        ("run:a\0b", "outside-form"),
        ("run[", "outside-form"),
        ("run[random greedy]:cat", "outside-form"),
        ("run[run:cat]:cat", "outside-form"),
        ("run[nobody]:cat", "bot-unknown"),
        ("run[-1s]:cat", "bot-unknown"),
        ("run[nans]:cat", "bot-unknown"),
        ("run:no-such-program", "outside-missing"),
        ("run:/", "outside-missing"),
        ("running", "bot-unknown"),
    ],
)
def test_what_cannot_be_run_is_told_before_a_game(game: Game, name: str, code: str) -> None:
    with pytest.raises(UsageError) as refused:
        make(name, game)
    assert refused.value.code == code
    assert refused.value.text("de") != refused.value.text("en")


def test_a_file_that_is_no_program_is_reported(game: Game, table: Table, tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x7fELF")
    file.chmod(0o700)
    bot = OutsideBot(game, str(file), make("greedy", game))
    table.decide(bot, LIVES + 1)
    bot.close()
    assert codes(bot) == {"outside-start": LIVES, "outside-given-up": 1}


def test_both_languages_say_the_same_things() -> None:
    for key, (english, german) in WORDS.items():
        names = [set(re.findall(r"{(\w+)}", text)) for text in (english, german)]
        assert names[0] == names[1], key


def test_what_others_wrote_is_made_fit_to_be_shown() -> None:
    assert shown("\x1b[2Jhello\n") == "·[2Jhello"
    assert shown("x" * 100) == "x" * 59 + "…"


# ── The command for authors ──────────────────────────────────────────────────────────────────────────────────────


def said(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[object, str]:
    """What `wishstone bot-check` ends with, and prints."""
    monkeypatch.setattr(sys, "argv", ["wishstone", "bot-check", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, capfd.readouterr().out


def test_bot_check(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--games", "1", "--seats", "3", "--lang")
    status, out = said(capfd, monkeypatch, "quartz-dice", f"run[60s]:{EXAMPLES[1]}", *arguments, "en")
    assert status == 0
    assert "first liked played 3 games of quartz-dice at a table of 3" in out
    assert "All is well" in out
    status, out = said(capfd, monkeypatch, "quartz-dice", program("sys.exit('no!')"), *arguments, "de")
    assert status == 1
    assert "4 × er endete von selbst mit dem Rückgabewert 1 [outside-ended]" in out
    assert "1 × er ist 4-mal ausgefallen und wird nicht mehr gestartet; greedy spielt weiter" in out
    assert out.endswith("  no!\n")


def test_bot_check_refuses_what_cannot_be(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (("quartz-dice", "cat", "--seats", "2"), ("quartz-dice", "cat", "--games", "0"), ("x", "cat")):
        assert said(capfd, monkeypatch, *arguments)[0] == 2
