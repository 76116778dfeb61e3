"""Arena: the same result on any number of cores and after any number of stops, and what it refuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.coin import rules
from tests.lab.coin.play import COIN, Namer, plan_for, play
from tests.packages import add_package
from wishstone.bots.bot import Bot
from wishstone.cli import main
from wishstone.cli.options import LEXICON
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Position
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.game.package import GamePackage
from wishstone.game.words import LANGUAGES
from wishstone.lab import arena_words
from wishstone.lab.arena import ArenaRunner, DealResult, SerialArena
from wishstone.lab.arena_log import ArenaLog
from wishstone.lab.executor import UNWATCHED, Watch
from wishstone.lab.plan import Plan
from wishstone.lab.process_pool import ProcessPool
from wishstone.lab.ranking import Ranking, rank
from wishstone.terminal.output.arena import show_arena

Run = Callable[..., tuple[int, str, str]]
DICE = Plan("keltis-dice", (("greedy", "random"),), 3, engine="interpreted")


@pytest.fixture(autouse=True)
def offer_coin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the coin game be found where a file says by which sources it was played."""
    add_package(monkeypatch, GamePackage(COIN.about, COIN.folder))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, interpreted; returns its status, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("WISHSTONE_ENGINE", "interpreted")

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["wishstone", "arena", *map(str, arguments)])
        try:
            main()
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        else:
            status = 0
        return status, *capfd.readouterr()

    return run


def untimed(found: Ranking) -> Ranking:
    return replace(found, bots=tuple(replace(bot, seconds_per_move=0.0) for bot in found.bots))


def test_the_number_of_cores_does_not_change_the_result() -> None:
    here: list[DealResult] = []
    SerialArena(DICE).run(range(3), here.append)
    there: list[DealResult] = []
    ProcessPool(DICE, 2).run(range(3), there.append)
    assert sorted(deal.number for deal in there) == [0, 1, 2]
    assert untimed(rank(DICE, here)) == untimed(rank(DICE, there))


def test_what_goes_wrong_in_another_process_is_told_here() -> None:
    with pytest.raises(WishstoneError) as caught:
        ProcessPool(Plan("keltis-dice", (("greedy", "nobody"),), 0, engine="interpreted"), 2).run(range(4), print)
    assert caught.value.code == "bot-unknown"


def test_bots_are_asked_only_where_there_is_a_choice_and_closed_at_the_end() -> None:
    made: list[Asked] = []

    class Asked(Namer):
        def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
            legal = GAME.legal(position)
            assert len(legal) > 1
            assert not self.closed
            return legal[0]

    def make(name: str, game: Game) -> Bot:
        made.append(Asked(name, game))
        return made[-1]

    plan = replace(DICE, line_ups=(("a", "b"),))
    with ArenaRunner(plan, make) as runner:
        GAME = runner.game
        (game, _) = runner.play(0).games
    assert all(game.moves)
    assert [bot.closed for bot in made] == [True, True]


def test_an_illegal_move_is_told() -> None:
    with pytest.raises(WishstoneError, match="«0» chose move 0"):
        play(plan_for(("0", "50")), range(1))


def test_games_that_are_cut_off_count_as_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MAX_DECISIONS", 1)
    plan = plan_for(("60", "40"))
    found = rank(plan, play(plan, range(3)))
    assert (found.cut_off, found.games) == (6, 6)
    assert [bot.win_rate for bot in found.bots] == [0.5, 0.5]


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Stops:
    """An executor that is stopped by Ctrl-C after some deals."""

    def __init__(self, plan: Plan, after: int) -> None:
        self._executor, self._after = SerialArena(plan, Namer, COIN), after

    def run(self, deals: Iterable[int], keep: Callable[[DealResult], None], watch: Watch = UNWATCHED) -> None:
        self._executor.run(list(deals)[: self._after], keep)
        raise KeyboardInterrupt


def test_a_stopped_arena_goes_on_where_it_was(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    plan, file = plan_for(("60", "40")), tmp_path / "coin.jsonl"
    show_arena(plan, Stops(plan, 3), 20, file, True, LEXICON, "en")
    out, err = capfd.readouterr()
    assert json.loads(out)["games"] == 6
    assert err == f"Stopped after 6 games.\nThey are in {file}; the same command goes on from there.\n"
    with file.open("ab") as torn:
        torn.write(b'{"deal":3,"games":[{"sco')
    show_arena(plan, SerialArena(plan, Namer, COIN), 20, file, True, LEXICON, "en")
    out, err = capfd.readouterr()
    assert "6 games are in" in err
    (_, *lines) = map(json.loads, file.read_text("utf-8").splitlines())
    assert [line["deal"] for line in lines] == list(range(10))
    show_arena(plan, SerialArena(plan, Namer, COIN), 20, None, True, LEXICON, "en")
    straight, again = json.loads(capfd.readouterr().out), json.loads(out)
    for report in (straight, again):
        for bot in report["bots"]:
            del bot["seconds_per_move"]
    assert straight == again
    show_arena(plan, Stops(plan, 0), 8, file, True, LEXICON, "en")  # fewer than there are: nothing is left to play
    assert json.loads(capfd.readouterr().out)["games"] == 8


def test_without_a_file_ctrl_c_says_how_to_keep_games(capfd: pytest.CaptureFixture[str]) -> None:
    plan = plan_for(("60", "40"))
    show_arena(plan, Stops(plan, 2), 20, None, False, LEXICON, "de")
    out, err = capfd.readouterr()
    assert "coin, 2 Plätze, 4 Spiele, Saat 1" in out
    assert "mit --save DATEI" in err
    with pytest.raises(KeyboardInterrupt):
        show_arena(plan, Stops(plan, 0), 20, None, False, LEXICON, "en")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"my notes", "arena-file"),
        (b"my notes\n", "arena-file"),
        (b'{"format":"wishstone-record/1"}\n', "arena-file"),
        (b"\xff\xfe\n", "arena-file"),
        (b"HEADER[]\n", "arena-line"),
        (b'HEADER{"deal":0,"games":[]}\n', "arena-line"),
        (b'HEADER{"deal":0}\n', "arena-line"),
        (b'HEADER{"deal":0,"games":[1,2]}\n', "arena-line"),
        (b'HEADERnonsense\n{"deal":1}\n', "arena-line"),
    ],
)
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, content: bytes, code: str) -> None:
    plan, file = plan_for(("60", "40")), tmp_path / "file"
    with ArenaLog(file, plan):
        content = content.replace(b"HEADER", file.read_bytes())
    file.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        ArenaLog(file, plan)
    assert caught.value.code == code
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (plan_for(("60", "50")), "line_ups"),
        (plan_for(("60", "40"), seed=2), "seed is 1, not 2"),
        (replace(plan_for(("60", "40")), game="keltis"), 'game is "coin", not "keltis"'),
        (replace(plan_for(("60", "40")), options={"x": True}), "options"),
        (replace(plan_for(("60", "40")), files={"board": {}}), "files"),
    ],
)
def test_the_file_of_another_arena_is_refused(tmp_path: Path, other: Plan, told: str) -> None:
    file = tmp_path / "coin.jsonl"
    with ArenaLog(file, plan_for(("60", "40"))):
        pass
    with pytest.raises(UsageError, match=told) as caught:
        ArenaLog(file, other)
    assert caught.value.code == "arena-other"


def test_two_arenas_do_not_share_a_file(tmp_path: Path) -> None:
    file, plan = tmp_path / "coin.jsonl", plan_for(("60", "40"))
    with ArenaLog(file, plan), pytest.raises(UsageError, match="another arena is adding") as caught:
        ArenaLog(file, plan)
    assert caught.value.code == "arena-busy"


def test_a_torn_first_line_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "coin.jsonl"
    with ArenaLog(file, plan_for(("60", "40"))):
        whole = file.read_bytes()
    file.write_bytes(whole[:20])
    with ArenaLog(file, plan_for(("60", "40"))) as again:
        assert not again.deals
    assert file.read_bytes() == whole


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_json_has_what_was_promised(run: Run) -> None:
    status, out, err = run("keltis-dice", "--bots", "greedy,random", "--games", "3", "--jobs", "1", "--json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert (report["game"], report["seats"], report["games"], report["deals"]) == ("keltis-dice", 2, 4, 2)
    assert [bot["name"] for bot in report["bots"]] == ["greedy", "random"]
    for bot in report["bots"]:
        assert {"win_rate", "ci95", "mean_margin", "elo", "elo_error", "seconds_per_move"} <= set(bot)
        assert bot["ci95"][0] <= bot["win_rate"] <= bot["ci95"][1]


def test_the_table_says_what_was_played(run: Run) -> None:
    status, out, _ = run("keltis-dice", "--bots", "random,greedy,random", "--games", "1", "--seed", "4", "--jobs", "1")
    assert status == 0
    assert "keltis-dice, 3 seats, 3 games, seed 4" in out
    assert "Whole deals only, so 3 games instead of 1." in out
    assert "A fair share of the wins is 33.3%" in out
    assert out.index("greedy") < out.index("random")  # the strongest first


def test_a_pool_is_a_round_robin(capfd: pytest.CaptureFixture[str]) -> None:
    plan = plan_for(("60", "40"), ("60", "20"), ("40", "20"))
    assert len(plan.seatings) == 6
    show_arena(plan, SerialArena(plan, Namer, COIN), 120, None, False, LEXICON, "en")
    out = capfd.readouterr().out
    table = out[out.index("How often") :].splitlines()[1:5]
    assert [line.split()[0] for line in table] == ["60", "60", "40", "20"]
    assert table[1].split()[1] == "–"
    found = rank(plan, play(plan, range(150)))
    assert [bot.games for bot in found.bots] == [600, 600, 600]
    strong, middle, weak = found.bots
    assert strong.elo > middle.elo > weak.elo
    assert abs(found.cross["60"]["20"] - 0.75) < 0.08


def test_a_pool_on_the_command_line(run: Run) -> None:
    status, out, _ = run("keltis-dice", "--pool", "random,greedy", "--games", "2", "--jobs", "1", "--json")
    assert (status, json.loads(out)["games"]) == (0, 2)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("keltis --bots greedy,nobody", "bot-unknown"),
        ("keltis --bots greedy", "keltis is played by 2 to 4, not by 1"),
        ("quartz-dice --bots greedy,random", "quartz-dice is played by 3 to 6, not by 2"),
        ("keltis --pool greedy,random --seats 5", "keltis is played by 2 to 4, not by 5"),
        ("keltis --pool greedy,random --bots greedy,random", "arena-both"),
        ("keltis --bots greedy,random --seats 3", "--seats says 3, and --bots names 2"),
        ("quartz-dice --pool greedy,random", "arena-pool"),
        ("keltis --pool greedy,random,greedy", "arena-twice"),
        ("keltis", "wishstone arena keltis --bots greedy,random [arena-nobody]"),
        ("keltis --bots greedy,random --games 0", "--games must be from 1"),
        ("keltis --bots greedy,random --seed -1", "seed must be from 0"),
        ("keltis --bots greedy,random --jobs 0", "--jobs must be from 1"),
        ("keltis --bots greedy,random --option x=1", "option-unknown"),
        ("chess --bots greedy,random", "game-unknown"),
        ("keltis --bots greedy,random --save .", "file-unwritable"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(run: Run, arguments: str, told: str) -> None:
    status, out, err = run(*arguments.split())
    assert (status, out) == (2, "")
    assert told in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("key", arena_words.WORDS)
def test_every_refusal_is_there_in_both_languages(key: str) -> None:
    assert len(arena_words.WORDS[key]) == len(LANGUAGES)
    assert len(set(arena_words.WORDS[key])) == len(LANGUAGES)
