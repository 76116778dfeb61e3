"""Table of Quartz: the bag, everybody's carts and chests in one grid, and the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import LANGUAGES, Sentence, number, sentence
from wishstone.games.quartz_dice.rules import POINTS
from wishstone.games.quartz_dice.words import TERMS
from wishstone.terminal.layout import Block, fit, justify, spread
from wishstone.terminal.quartz_dice.crystals import FACES, KINDS, MARKER, SIGNS, START, crystal_style, draw_crystal
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BONE, BRONZE, MOSS, QUIET, STRONG
from wishstone.terminal.translator import Translator

ITEMS = ("crystals", "sets", "chest")

NAME, NARROW_NAME = 17, 12  # cells for a name
CELL, NARROW_CELL = 8, 6  # and for a kind
WIDE = 100
SIDES = (6, 9)  # for what is in a chest, and for markers
POINTS_CELL = 7


def draw_term(term: str, language: str) -> Text:
    """A crystal inside a sentence, with its sign and on its colour; other words as they are."""
    word = TERMS[term][LANGUAGES.index(language)]
    if term in KINDS:
        return Text(f"{SIGNS[term]} {word}", crystal_style(term))
    return Text(word)


def draw_table(frame: Frame) -> list[Block]:
    """The round and the bag, the grid, and the dice of whoever has them."""
    return [_draw_header(frame), _draw_grid(frame), _draw_dice(frame)]


def _draw_header(frame: Frame) -> list[Text]:
    view, translator = frame.view, frame.translator
    title = Text(frame.title, STRONG)
    turn, pairs = translator.say("round", round=view["round"]), translator.say("pairs", pairs=view["pairs"])
    lines = spread([title, turn, pairs], frame.width)
    return lines if len(lines) == 1 else spread([turn, pairs], frame.width)


# ── The grid ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_grid(frame: Frame) -> list[Text]:
    """A line for the kinds and their worth, one for the bag, and one for each player, the person's own first."""
    translator, view = frame.translator, frame.view
    wide = frame.width >= WIDE
    name, cell = (NAME, CELL) if wide else (NARROW_NAME, NARROW_CELL)
    heads = Text.assemble(" " * name, _align_right(translator.say("points", style=QUIET), POINTS_CELL), "  ")
    for kind, points in zip(KINDS, POINTS, strict=True):
        heads.append_text(
            fit(Text.assemble(draw_crystal(kind, translator.language), (f" {number(points)}", QUIET)), cell)
        )
    heads.append_text(_draw_sides(*(translator.say(key, style=QUIET) for key in ("in-chest", "markers"))))
    size = Text(str(view["bag_size"]), QUIET)
    bag = Text.assemble(fit(Text.assemble("  ", translator.say("bag")), name), _align_right(size, POINTS_CELL), "  ")
    for kind in KINDS:
        bag.append_text(fit(_draw_count(view["bag"][kind]), cell))
    lines = [heads, bag, *(_draw_player(frame, seat, name, cell) for seat in frame.seating.clockwise())]
    return [fit(line, frame.width) for line in lines]


def _draw_player(frame: Frame, seat: int, name: int, cell: int) -> Text:
    player = frame.view["players"][seat]
    own = seat == frame.seating.person
    line = Text.assemble(("▸" if seat == frame.view["actor"] else " ", MOSS))
    line.append(START if seat == frame.view["start"] else " ", BRONZE)
    line.append(frame.seating.names[seat], MOSS if own else STRONG)
    total = Text(number(player["sheet"]["total"]), STRONG)
    line = Text.assemble(fit(line, name), _align_right(total, POINTS_CELL), "  ")
    for kind in KINDS:
        line.append_text(fit(_draw_held(player, kind), cell))
    markers = player["markers"]
    shown = Text(f"{MARKER}{markers}" if markers else "·", BRONZE if markers else QUIET)
    return line.append_text(_draw_sides(_draw_count(sum(player["chest"].values())), shown))


def _align_right(text: Text, width: int) -> Text:
    return Text.assemble(" " * (width - text.cell_len), text)


def _draw_sides(chest: Text, markers: Text) -> Text:
    return Text.assemble(_align_right(chest, SIDES[0]), _align_right(markers, SIDES[1]))


def _draw_held(player: Mapping[str, Any], kind: str) -> Text:
    """Crystals of a kind: those on the cart, then after a plus those in the chest."""
    cart, chest = player["cart"][kind], player["chest"][kind]
    line = _draw_count(cart)
    if chest:
        line = Text.assemble(line, (f"+{chest}", BRONZE))
    return line


def _draw_count(count: int) -> Text:
    return Text(str(count)) if count else Text("·", QUIET)


# ── The dice ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_dice(frame: Frame) -> list[Text]:
    """The dice, and the actions that are left while they are carried out."""
    view, translator = frame.view, frame.translator
    if not view["dice"]:
        return []
    faces = [Text(f" {_name_face(face, translator)} ", BONE) for face in view["dice"]]
    line = Text.assemble(translator.say("dice"), "  ", Text(" ").join(faces))
    if view["step"] in ("rolling", "throwing"):
        return [fit(line, frame.width)]
    left = [
        Text(f"{_name_face(face, translator)} ×{view['actions'][face]}", BONE)
        for face in FACES
        if view["actions"][face]
    ]
    rest = Text.assemble(translator.say("left", style=QUIET), " ", Text("  ").join(left) if left else Text("–", QUIET))
    if line.cell_len + rest.cell_len + 2 <= frame.width:
        return [justify(line, rest, frame.width)]
    return [fit(line, frame.width), fit(rest, frame.width)]


def _name_face(face: str, translator: Translator) -> str:
    return TERMS[face][LANGUAGES.index(translator.language)]


# ── Questions and lists ──────────────────────────────────────────────────────────────────────────────────────────


def choose_prompt(frame: Frame) -> Sentence:
    """What the person is asked for."""
    view = frame.view
    if view["step"] == "naming":
        return sentence("ask-name")
    if view["step"] == "returning":
        return sentence("ask-return", count=view["returns"])
    if view["step"] == "acting":
        return sentence("ask-act" if len(frame.moves) > 1 else "ask-done")
    if view["throws"] < 3:
        return sentence("ask-roll-two" if view["throws"] == 1 else "ask-roll-one")
    markers = view["players"][frame.seating.person]["markers"]
    return sentence("ask-roll-marker", count=markers) if markers else sentence("ask-roll-none")


def draw_item(name: str, translator: Translator) -> Text:
    """The name of an item of the score sheet."""
    return translator.say(f"item-{name}")


def draw_legend(translator: Translator) -> list[Text]:
    """What the signs mean."""
    kinds = [
        Text.assemble(draw_crystal(kind, translator.language), " ", draw_term(kind, translator.language).plain[2:])
        for kind in KINDS
    ]
    others = [
        Text.assemble("2", ("+1", BRONZE), " ", translator.say("sign-cell")),
        Text.assemble((START, BRONZE), " ", translator.say("sign-start")),
        Text.assemble((MARKER, BRONZE), " ", translator.say("sign-marker")),
    ]
    return [Text("  ").join(kinds[:4]), Text("  ").join(kinds[4:]), *others]


def draw_memory_aid(frame: Frame) -> list[Text]:
    """What is in the bag, and how likely each kind comes next."""
    view, translator = frame.view, frame.translator
    lines = []
    for kind in KINDS:
        share = 100 * view["bag"][kind] / max(view["bag_size"], 1)
        name = fit(Text(TERMS[kind][LANGUAGES.index(translator.language)]), 11)
        odds = Text(f"{view['bag'][kind]:>3}  {share:>3.0f} %")
        lines.append(
            Text.assemble(
                draw_crystal(kind, translator.language), " ", name, odds, "  ", translator.say("odds", style=QUIET)
            )
        )
    return [fit(line, frame.width) for line in lines]
