"""Table of Keltis: the board, the piles and everybody's rows, drawn from what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import LANGUAGES, Sentence, number, sentence
from wishstone.games.keltis.words import TERMS
from wishstone.games.shared.colours import COLOURS
from wishstone.terminal.cards import (
    BACK,
    LETTERS,
    PEBBLE,
    SIGNS,
    draw_mark,
    draw_mark_text,
    draw_row,
    draw_short_card,
    suit_style,
)
from wishstone.terminal.keltis.board import CARD_DISCARD, CLOVER, JOKER, assign_letters, draw_board
from wishstone.terminal.layout import Block, arrange, fit, spread
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BONE, MOSS, QUIET, STONE, STRONG
from wishstone.terminal.translator import Translator

ITEMS = ("track", "figures", "wish_stones")
NEW_ITEMS = (*ITEMS, "wish_sets")
FIGURES_IN_GOAL = 5  # K-16, N-19
WAYS = {"open": "", "rising": "↑", "falling": "↓"}

PILE = 8
NAME = 12  # cells for a name with its letter
ROW = 7  # and for the end of a row
NARROW = 60


def draw_term(term: str, language: str) -> Text:
    """A card or a colour inside a sentence, with its sign and on its colour; other words as they are."""
    word = TERMS[term][LANGUAGES.index(language)]
    colour = term.split()[0]
    return Text(f"{SIGNS[colour]} {word}", suit_style(colour)) if colour in COLOURS else Text(word)


def draw_table(frame: Frame) -> list[Block]:
    """The board, the piles, and a line for every player, the person first."""
    letters = assign_letters(frame)
    players = [line for seat in frame.seating.clockwise() for line in _draw_player(frame, seat, letters[seat])]
    return [[*_draw_header(frame), *draw_board(frame)], [*_draw_piles(frame), *players]]


# ── The middle ───────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_header(frame: Frame) -> list[Text]:
    """How near the end of the game is, after the title where there is room."""
    inside = int(frame.view["in_goal"])
    goal = Text.assemble(frame.translator.say("goal-area"), " ")
    for each in range(FIGURES_IN_GOAL):
        goal.append("▲" if each < inside else "·", STRONG if each < inside else QUIET)
    goal.append("  ").append_text(frame.translator.say("of-figures", count=inside))
    lines = spread([Text(frame.title, STRONG), goal], frame.width)
    return lines if len(lines) == 1 else [fit(goal, frame.width)]


def _draw_piles(frame: Frame) -> list[Text]:
    """The draw pile and the five discard piles with their tops."""
    view, translator = frame.view, frame.translator
    drawing = view["step"] == "drawing" and view["turn"] == frame.seating.person
    blocks: list[Block] = [[Text.assemble((f" {BACK} ", STONE), f" {view['draw_pile']}")]]
    for colour in COLOURS:
        pile = view["piles"][colour]
        closed = drawing and colour in view["closed"]  # K-15, N-17
        top = (
            draw_short_card(pile[-1], translator.language)
            if pile
            else Text.assemble(draw_mark(colour, translator.language), (" –", QUIET))
        )
        rest = translator.say("closed", style=STRONG) if closed else Text(f"×{len(pile)}" if pile else "", QUIET)
        blocks.append([Text.assemble(top, " ", rest)])
    return arrange(blocks, frame.width, PILE)


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_player(frame: Frame, seat: int, letter: str) -> list[Text]:
    """One player's name, points, row ends, wish stones and hand, in two lines where one is too short."""
    player = frame.view["players"][seat]
    own = seat == frame.seating.person
    name = Text.assemble(("▸" if seat == frame.view["actor"] else " ", MOSS))
    name.append(f"{letter} ", MOSS if own else STRONG).append(frame.seating.names[seat], MOSS if own else STRONG)
    total = Text(f"{number(player['sheet']['total']):>4}  ", STRONG)
    rows = Text()
    for colour in COLOURS:
        rows.append_text(fit(_draw_row(colour, player["rows"][colour], frame.translator.language), ROW + 1))
    rest = Text.assemble(_draw_stones(frame, player), "  ", "" if own else _draw_hand(frame, player))
    if frame.width < NARROW:
        first = Text.assemble(fit(name, NAME), total, rest)
        return [fit(first, frame.width), fit(Text.assemble("  ", rows), frame.width)]
    return [fit(Text.assemble(fit(name, NAME), total, rows, rest), frame.width)]


def _draw_row(colour: str, row: Mapping[str, Any], language: str) -> Text:
    """The end of a row: its last number and which way it goes."""
    if row["last"] is None:
        return Text.assemble(draw_mark(colour, language), (" –", QUIET))
    return Text(
        f"{draw_mark_text(colour, language).rstrip()} {row['last']}{WAYS[row['direction']]}", suit_style(colour)
    )


def _draw_stones(frame: Frame, player: Mapping[str, Any]) -> Text:
    """The wish stones that a player holds: by colour, or only how many."""
    held = player["wish_stones"]
    if held is None or not any(held.values()):
        return Text(f"{PEBBLE}{player['wish_count']}", STONE)
    place = LANGUAGES.index(frame.translator.language)
    shown = [
        Text(f"{PEBBLE}{LETTERS[colour][place]}{count}", suit_style(colour)) for colour, count in held.items() if count
    ]
    return Text("").join(shown)


def _draw_hand(frame: Frame, player: Mapping[str, Any]) -> Text:
    """How many cards another player holds, and those that are known."""
    known = [draw_short_card(card, frame.translator.language) for card in player["known"]]
    return Text.assemble((f"{BACK}{int(player['hand_size']) - len(known)} ", QUIET), Text(" ").join(known))


# ── Questions and lists ──────────────────────────────────────────────────────────────────────────────────────────


def choose_prompt(frame: Frame) -> Sentence:
    """What the person is asked for."""
    view = frame.view
    if view["step"] == "stepping":
        return sentence("ask-step", colour=view["laid"])
    if view["step"] == "drawing":
        return sentence("ask-draw-first" if view["draws"] > 1 else "ask-draw")
    return sentence(f"ask-{view['step']}")


def draw_item(name: str, translator: Translator) -> Text:
    """The name of an item of the score sheet."""
    return translator.say(f"item-{name}")


def draw_legend(translator: Translator) -> list[Text]:
    """What the signs mean."""
    colours = Text("  ").join(
        Text.assemble(draw_mark(colour, translator.language), " ", translator.say(f"name-{colour}"))
        for colour in COLOURS
    )
    told = [
        Text.assemble((sign, look), " ", translator.say(key))
        for sign, look, key in (
            (CLOVER, BONE, "sign-clover"),
            ("+2", BONE, "sign-points"),
            (PEBBLE, STONE, "sign-wish"),
            (CARD_DISCARD, BONE, "sign-discard"),
            (JOKER, STONE, "sign-joker"),
            ("↑ ↓", STRONG, "sign-way"),
            (BACK, STRONG, "sign-back"),
        )
    ]
    return [colours, Text("   ").join(told[:3]), Text("   ").join(told[3:]), translator.say("sign-figures")]


def draw_memory_aid(frame: Frame) -> list[Text]:
    """The discard piles from bottom to top, everybody's rows, and the cards in hands that everyone has seen."""
    language = frame.translator.language
    lines = []
    for colour in COLOURS:
        faces = [card.split()[1] for card in frame.view["piles"][colour]]
        cards = draw_row(colour, faces, frame.width - 16) if faces else frame.translator.say("pile-empty", style=QUIET)
        lines.append(
            Text.assemble(draw_mark(colour, language), f" {frame.translator.say(f'name-{colour}').plain:<7} ", cards)
        )
    for seat in frame.seating.clockwise():
        player = frame.view["players"][seat]
        held = []
        for colour in COLOURS:
            if row := [str(each) for each in player["rows"][colour]["cards"]]:
                row_text = draw_row(colour, row, frame.width - 10)
                held.append(Text.assemble("  ", draw_mark(colour, language), " ", row_text))
        if known := [draw_short_card(card, language) for card in player["known"]]:
            held.append(Text.assemble("  ", frame.translator.say("hand", style=QUIET), " ", Text(" ").join(known)))
        name = Text.assemble((frame.seating.names[seat], STRONG), ("" if held else " –", QUIET))
        lines += [fit(name, frame.width), *held]
    return lines
