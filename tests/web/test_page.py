"""Source of the page: every sentence in both languages, and nothing that comes from elsewhere."""

from __future__ import annotations

import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import wishstone.web
from wishstone.games import GAMES
from wishstone.games.quartz_dice.words import FACES, KINDS, TERMS
from wishstone.server.http.game_files import IMPORT

ROOT = Path(__file__).parents[2]
FOLDER = Path(wishstone.web.__file__).parent
OF_GAMES = {package.about.id: package.path / "web" for package in GAMES.packages()}
FOLDERS = (FOLDER, *sorted(set(OF_GAMES.values())))
MODULES = sorted(module for folder in (FOLDER / "js", *FOLDERS[1:]) for module in folder.rglob("*.js"))
TEXTS = {module: module.read_text(encoding="utf-8") for module in [*MODULES, FOLDER / "sw.js"]}
SPOKEN = {
    language: {
        file.name.split(".")[0]: json.loads(file.read_text(encoding="utf-8"))
        for folder in (FOLDER / "strings", *FOLDERS[1:])
        for file in sorted(folder.glob(f"*.{language}.json"))
    }
    for language in ("en", "de")
}
SENTENCES = {key: text for part in SPOKEN["en"].values() for key, text in part.items() if key != IMPORT}
CORE = tuple(file.name.split(".")[0] for file in sorted((FOLDER / "strings").glob("*.en.json")))
# The files that have a game's sentences, all together.
PARTS = {id: (id, "board") if folder.parent.name == "keltis" else (id,) for id, folder in OF_GAMES.items()}


def at_a_table(language: str) -> dict[str, str]:
    """Everything that is said at a table, of whatever game."""
    parts = ("table", "dialogs", *{part for parts in PARTS.values() for part in parts})
    return {key: text for part in parts for key, text in SPOKEN[language][part].items() if key != IMPORT}


def files() -> list[Path]:
    return [
        file
        for folder in FOLDERS
        for file in folder.rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc")
    ]


def imported(module: Path) -> set[Path]:
    """A module and all that it needs before it runs."""
    found, new = set[Path](), {module}
    while new:
        found |= new
        new = {
            (each.parent / name).resolve()
            for each in new
            for name in re.findall(r'^import .*? from "(\./.*?|\.\./.*?)";', each.read_text(encoding="utf-8"), re.M)
        } - found
    return found


def is_said(key: str, text: str) -> bool:
    """Whether a module names a sentence, or begins its name and goes on with a value."""
    return f'"{key}"' in text or any(key.startswith(start) for start in re.findall(r"`([\w.-]+-)\$\{", text))


def named(text: str) -> set[str]:
    """The sentences that a module says by their whole names, also where it chooses between some."""
    said = set[str]()
    for start in re.finditer(r"\bsay\(", text):
        end, depth = start.end(), 0
        while depth or text[end] not in ",)":
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[end], 0)
            end += 1
        chosen = re.sub(r"`[^`]*`", "", text[start.end() : end])  # what is built from parts is no whole name
        said |= set(re.findall(r'(?:^|[?:] )"([\w-]+)"', chosen))
    return said


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    assert SPOKEN["en"].keys() == SPOKEN["de"].keys()
    for part, sentences in SPOKEN["en"].items():
        assert list(sentences) == list(SPOKEN["de"][part])
        for key, english in sentences.items():
            german = SPOKEN["de"][part][key]
            assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", german)), key


def test_a_sentence_is_in_one_part_and_that_of_a_game_stands_before_none_of_the_page() -> None:
    of_page = [key for part in CORE for key in SPOKEN["en"][part]]
    assert len(of_page) == len(set(of_page))
    for parts in PARTS.values():
        own = [key for part in parts for key in SPOKEN["en"][part] if key != IMPORT]
        assert len(own) == len(set(own))
        assert not set(own) & set(of_page)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_every_sentence_that_is_said_exists(module: Path) -> None:
    assert not named(TEXTS[module]) - set(SENTENCES)


def test_a_sentence_is_found_where_it_is_chosen() -> None:
    assert named('say("one") + say(two ? "three" : f("x", 4) ? "four" : "five", { who: "six" })') == {
        "one", "three", "four", "five",
    }  # fmt: skip


LEARNT = {
    "start": (),
    "choosing": ("choosing",),
    "table-lists": (),
    "rules": ("learn",),
    "you": ("you",),
    "joining": ("table",),
    "table": ("table",),
    "dialogs": ("table", "dialogs"),
    "gathering": ("table", "dialogs"),
    "lesson": ("table", "learn"),
    "replay": ("table", "after"),
    "after": ("table", "after"),
    "generic-picture": ("table", "generic"),
    "kit": ("table",),
    **{str(folder / f"{id}.js"): ("table", *PARTS[id]) for id, folder in OF_GAMES.items()},
}


@pytest.mark.parametrize(("module", "parts"), LEARNT.items(), ids=[Path(name).name for name in LEARNT])
def test_a_page_says_only_what_it_has_learnt(module: str, parts: tuple[str, ...]) -> None:
    modules = imported(FOLDER / "js/main.js") | imported(
        FOLDER / "js" / module if module.endswith(".js") else FOLDER / f"js/{module}.js"
    )
    said = {key for each in modules for key in named(TEXTS[each])}
    told = {"you-whom", "you-to"}  # by `told` in lexicon.js, of a story, which only tables have
    assert not said - told - {key for part in ("start", *parts) for key in SPOKEN["en"][part]}


@pytest.mark.parametrize(("place", "language"), [(0, "en"), (1, "de")])
def test_what_the_page_names_is_called_as_in_the_story(place: int, language: str) -> None:
    said = {key.split("-", 1)[1]: text for key, text in at_a_table(language).items() if re.match("(kind|face)-", key)}
    assert set(said) == {*KINDS, *FACES}
    assert {name: text.lower() for name, text in said.items()} == {name: TERMS[name][place].lower() for name in said}


@pytest.mark.parametrize(
    ("language", "others"),
    [("en", r"(?<![Dd]raw )(?<!discard )\bpiles?\b|\bdeck\b"), ("de", r"\bAblage\b|\bab(ge)?leg")],
)
def test_piles_are_called_as_in_the_story(language: str, others: str) -> None:
    """Each by one name; only the short one that stands under the draw pile is another."""
    assert not [text for text in at_a_table(language).values() if re.search(others, text)]


@pytest.mark.parametrize(("place", "language"), [(0, "en"), (1, "de")])
def test_a_game_is_called_by_its_title_or_shorter(place: int, language: str) -> None:
    for about in GAMES:
        assert len(SPOKEN[language][about.id]["short"]) <= min(len(about.title[place]), 16)


def test_every_sentence_is_said_somewhere() -> None:
    everything = "\n".join(TEXTS.values())
    by_server = {"short"}  # the name of a game where there is little room (game_files.py)
    assert not [key for key in SENTENCES if key not in by_server and not is_said(key, everything)]


def test_nothing_comes_from_elsewhere() -> None:
    for file in files():
        if file.suffix in (".js", ".css", ".html", ".webmanifest"):
            found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", file.read_text(encoding="utf-8"))
            assert set(found) <= {"http://www.w3.org"}, file


def test_the_page_allows_what_its_policy_forbids_nowhere() -> None:
    """No inline script or style but the boot script: the Content-Security-Policy would drop them without a word."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\s(src=|type=.application/json))", page)
    for module in MODULES:
        assert not re.search(r'(?<![\w-])style="', TEXTS[module]), module


def node(program: str, *arguments: str) -> str:
    """What a program for Node prints."""
    line = ["node", "--input-type=module", "-e", program, *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT).stdout


# Modules that need no document are what tests without a browser begin with.
WITHOUT_DOCUMENT = ["charts", "dom", "fair", "keep", "lexicon", "line", "net", "numbers", "pebble", "qr"]
WITHOUT_DOCUMENT += ["rule-links", "sha256", "svg", "table-words", "words"]


def test_modules_without_a_document_are_imported_by_node() -> None:
    """By the same relative addresses as in a browser."""
    names = json.dumps([f"./src/wishstone/web/js/{name}.js" for name in WITHOUT_DOCUMENT])
    program = f"const all = await Promise.all({names}.map((name) => import(name)));"
    program += "console.log(JSON.stringify(all.map((each) => Object.keys(each).length > 0)));"
    assert json.loads(node(program)) == [True] * len(WITHOUT_DOCUMENT)


def test_files_are_named_relative_to_the_module_that_asks() -> None:
    program = 'import { addressOf } from "./src/wishstone/web/js/net.js"; console.log(addressOf("table.css"));'
    assert node(program).strip() == (FOLDER / "table.css").as_uri()


def test_every_symbol_is_used() -> None:
    """Named in a module, or begun there and completed with a value."""
    everything = "\n".join(TEXTS.values())
    for file in (file for folder in FOLDERS for file in folder.rglob("*.svg") if not file.name.startswith("icon")):
        for symbol in re.findall(r'<symbol id="([\w-]+)"', file.read_text(encoding="utf-8")):
            assert is_said(symbol, everything) or f"#{symbol}" in everything, symbol


def test_every_class_of_the_stylesheets_is_used() -> None:
    """By a whole word in a module or in the page: what nothing is called by cannot be meant."""
    words = set(re.findall(r"[\w-]+", "\n".join(TEXTS.values()) + (FOLDER / "index.html").read_text(encoding="utf-8")))
    built = {"cartbox", "chestbox"} | {f"l{seat}" for seat in range(6)}  # `${place}box`, `l${seat}`
    for file in (file for folder in FOLDERS for file in folder.rglob("*.css")):
        rules = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        selectors = " ".join(re.findall(r"([^{}]*)\{", rules))
        assert set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors)) <= words | built, file


LINK = "https://example.org/t/0123456789abcdef#join=ABCD2345"


def test_a_link_as_a_qr_code() -> None:
    """The pattern was read by zxing-cpp 3.1.1, and is the one that qrcode 8.2 makes with the same version and mask."""
    program = """
    import { pattern } from "./src/wishstone/web/js/qr.js";
    const told = (text) => pattern(text)?.map((row) => row.map(Number).join("")) ?? null;
    console.log(JSON.stringify([told(process.argv.at(-1)), told("x".repeat(106))?.length, told("x".repeat(107))]));
    """
    rows, largest, too_long = json.loads(node(program, LINK))
    assert (
        sha256("\n".join(rows).encode()).hexdigest()
        == "920fa4c59b6d02a3772753dc5bfa3055a6d61e083526ea21e3990459cbbc5ff6"
    )
    assert (len(rows), rows[0][:8], largest, too_long) == (33, "11111110", 41, None)
