"""Rules and lessons: every rule number is there, and every lesson is a game by the rules."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path

import httpx
import pytest

from tests.server.clients import http_client, quick_settings, serving
from wishstone.game.errors import IllegalMove
from wishstone.game.move_check import find_error
from wishstone.game.words import LANGUAGES
from wishstone.games import GAMES
from wishstone.learning.lesson import LEARNER, lesson
from wishstone.learning.rulebook import rulebook
from wishstone.server.http.learning_routes import play_lesson

ROOT = Path(__file__).parents[3]
IDS = [about.id for about in GAMES]
FOLDERS = {about.id: GAMES.find(about.id).folder for about in GAMES}
RULE = re.compile(r"\b(?:KC|KD|K|N|Q)-\d+\b")
PACKAGES = {package.about.id: package for package in GAMES.packages()}
OF_PAGE = sorted((ROOT / "src/wishstone/web").glob("symbols*.svg"))
LONGEST = 190  # characters of what is said at once: five lines on a narrow phone


def symbols_of(game: str) -> set[str]:
    """The names of the page's symbols and of the game's own."""
    files = [*OF_PAGE, *(PACKAGES[game].path / "web").glob(f"{game}*.svg")]
    return {name for file in files for name in re.findall(r'id="([\w-]+)"', file.read_text(encoding="utf-8"))}


# ── Rules ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", IDS)
def test_the_rules_have_every_number_of_the_page_in_docs(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"\*\*([A-Z]+-\d+) \[", page))
    assert numbered
    assert numbered <= rulebook(game).rules.keys()


@pytest.mark.parametrize("game", IDS)
def test_whatever_number_a_refusal_names_can_be_looked_up(game: str) -> None:
    """The numbers that stand as texts in a game's code are those that its messages name."""
    folder = ROOT / "src" / Path(*FOLDERS[game].split("."))
    named = {
        node.value
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value)
    }
    assert named
    everywhere = {id for each in IDS for id in rulebook(each).rules}
    assert named <= everywhere
    if game not in ("keltis", "keltis-new-paths"):  # two games, one folder
        assert named <= rulebook(game).rules.keys()


@pytest.mark.parametrize("game", IDS)
def test_rules_are_said_in_both_languages_with_the_same_symbols(game: str) -> None:
    book = rulebook(game)
    for texts in (book.intro, *(section.title for section in book.sections)):
        assert all(texts[language].strip() for language in LANGUAGES)
    for rule in book.rules.values():
        drawn = [re.findall(r"\{([\w-]+)\}", rule.texts[language]) for language in LANGUAGES]
        assert drawn[0] == drawn[1], rule.id
        assert {*drawn[0], *(sign.split()[0] for sign in rule.signs)} <= symbols_of(game), rule.id
        for text in rule.texts.values():
            assert text.strip(), rule.id
            assert "!" not in text, rule.id
            assert set(RULE.findall(text)) <= {id for each in IDS for id in rulebook(each).rules}


# ── Lessons ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", IDS)
def test_a_lesson_goes_through_the_rules(game: str) -> None:
    told = play_lesson(game).json
    assert 6 <= len(told["steps"]) <= 10
    for step in told["steps"]:
        for place, move in enumerate(step["moves"]):
            position = told["positions"][step["at"] + place]
            assert position["scene"]["actor"] == LEARNER
            legal = [name for name, _ in position["you"]["legal"]]
            assert move in legal
            assert step["other"] or len(legal) == 1, step["text"]
    last = told["steps"][-1]
    assert not last["moves"]
    assert last["at"] + 1 == len(told["positions"])


def test_what_a_lesson_lets_one_try_is_forbidden_by_a_rule() -> None:
    tried = {game: [step for step in play_lesson(game).json["steps"] if step["try"] is not None] for game in IDS}
    assert [game for game, steps in tried.items() if steps] == ["keltis-card", "keltis-new-paths", "keltis-dice"]
    for game, steps in tried.items():
        whole = play_lesson(game)
        for step in steps:
            assert not step["moves"]
            refused = find_error(whole.game, whole.states[step["at"]], step["try"], LEARNER)
            assert isinstance(refused, IllegalMove)
            assert refused.rule in rulebook(game).rules


@pytest.mark.parametrize("game", IDS)
def test_a_lesson_speaks_briefly_in_both_languages(game: str) -> None:
    for step in lesson(game).steps:
        assert step.light
        assert step.other is None or step.moves or step.attempt
        for texts in filter(None, (step.texts, step.why, step.other)):
            for text in texts.values():
                assert 0 < len(text) <= LONGEST, text
                assert "!" not in text
                assert set(RULE.findall(text)) <= rulebook(game).rules.keys(), text


@pytest.mark.parametrize("game", ["keltis-card", "keltis", "keltis-new-paths"])
def test_a_lesson_shows_no_more_than_a_table_would(game: str) -> None:
    told = play_lesson(game).json
    for position in told["positions"]:
        assert all(player["hand"] is None for player in position["view"]["players"])
        assert len(position["you"]["own"]["hand"]) in (6, 7, 8)
    hidden = [entry for entry in told["log"] if entry.get("move", "").startswith(("deal 1", "card"))]
    assert {"deal 1 ?", "card ?"} <= {entry["move"] for entry in hidden}
    assert not any(re.search(r"deal 1 \w+ \w+", entry["move"]) for entry in hidden)


# ── Over the wire ────────────────────────────────────────────────────────────────────────────────────────────────


def test_all_of_it_is_served(tmp_path: Path) -> None:
    async def look() -> None:
        async with (
            serving(quick_settings(str(tmp_path / "tables.db"))) as (address, _),
            http_client(base_url=address) as http,
        ):
            for game in IDS:
                rules = (await http.get(f"/api/rules/{game}")).json()
                assert [rule["id"] for section in rules["sections"] for rule in section["rules"]] == list(
                    rulebook(game).rules
                )
                given = await http.get(f"/api/lessons/{game}")
                assert given.headers["cache-control"] == "max-age=300"
                assert len(given.json()["steps"]) == len(lesson(game).steps)
            for path in ("/api/rules/chess", "/api/lessons/chess", "/api/lessons/chess/why?position=0&move=keep"):
                answer = await http.get(path)
                assert (answer.status_code, answer.json()["code"]) == (422, "game-unknown")

    asyncio.run(look())


def test_why_is_answered_as_at_a_table(tmp_path: Path) -> None:
    async def ask() -> None:
        async with (
            serving(quick_settings(str(tmp_path / "tables.db"))) as (address, _),
            http_client(base_url=address) as http,
        ):

            async def answer(position: int, move: str) -> httpx.Response:
                return await http.get("/api/lessons/keltis-card/why", params={"position": str(position), "move": move})

            step = next(each for each in play_lesson("keltis-card").json["steps"] if each["try"])
            told = (await answer(step["at"], step["try"])).json()
            assert (told["allowed"], told["rule"]) == (False, "KC-19")
            assert set(told["reason"]) == set(LANGUAGES)
            assert (await answer(0, "lay red 3")).json() == {"allowed": True}
            assert (await answer(0, "dance")).json()["code"] == "move-malformed"
            assert (await answer(999, "lay red 3")).status_code == 404
            assert (await answer(-1, "lay red 3")).status_code == 422

    asyncio.run(ask())
