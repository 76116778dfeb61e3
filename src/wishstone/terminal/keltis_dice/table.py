"""Table of the dice game: the supply of stones and everybody's rows; `moves.py` draws the value tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import LANGUAGES, Sentence, number, sentence
from wishstone.games.keltis_dice.words import FACES, TERMS
from wishstone.games.shared.colours import COLOURS
from wishstone.terminal.cards import BACK, SIGNS, draw_mark, draw_row, mark_width, suit_style
from wishstone.terminal.keltis_dice.moves import draw_tiles
from wishstone.terminal.keltis_dice.tiles import CLOVER, LEPRECHAUN, STONE, face_sign
from wishstone.terminal.layout import Block, arrange, column_width, fit, justify, spread
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BONE, MOSS, QUIET, STRONG
from wishstone.terminal.theme import STONE as STONE_STYLE
from wishstone.terminal.translator import Translator

ITEMS = (*(f"rows.{colour}" for colour in COLOURS), "stones", "bonus", "leprechauns")
WAYS = {"open": "", "rising": "↑", "falling": "↓"}

PANEL = 18  # the least cells that a player's rows need,
TALL_PANEL = 26  # those they get where the terminal is tall enough to put them below each other,
WIDEST_PANEL = 40  # and the most, so that the worth of a row stands near it
TALL = 40
SHORT_NAME = 24  # a panel narrower than this has no room for the kind of a bot


def draw_term(term: str, language: str) -> Text:
    """Dice as they show, a tile or a colour with its sign and on its colour; other words as they are."""
    first = term.split()[0]
    if first in FACES:
        return Text(f" {' '.join(face_sign(each) for each in term.split())} ", BONE)
    word = TERMS[term][LANGUAGES.index(language)]
    return Text(f"{SIGNS[first]} {word}", suit_style(first)) if first in COLOURS else Text(word)


def draw_table(frame: Frame) -> list[Block]:
    """The supply and every player's rows, the person's own first; the value tiles too, while nothing is asked."""
    players = frame.seating.clockwise()
    least = TALL_PANEL if frame.height >= TALL else PANEL
    width = min(column_width(len(players), frame.width, least), WIDEST_PANEL)
    panels = [_draw_player(frame, seat, width) for seat in players]
    tiles: list[Block] = [] if frame.moves else [draw_tiles(frame)]
    return [_draw_header(frame), *tiles, arrange(panels, frame.width, least)]


def _draw_header(frame: Frame) -> list[Text]:
    """How many stones the supply holds, and what ends the game; the title too, where there is room."""
    view, translator = frame.view, frame.translator
    title = Text(frame.title, STRONG)
    supply = Text.assemble(translator.say("supply"), " ", (f" {STONE} ", STONE_STYLE), f" ×{view['supply']}")
    ending = translator.say(f"ends-by-{view['ends_by']}", style=QUIET)
    lines = spread([title, supply, ending], frame.width)
    return lines if len(lines) == 1 else spread([supply, ending], frame.width)


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_player(frame: Frame, seat: int, width: int) -> Block:
    """One player's name and points, rows, and what was collected."""
    language, player = frame.translator.language, frame.view["players"][seat]
    lines = [_draw_name(frame, seat, width, player["sheet"]["total"])]
    lines += [_draw_row(colour, player["rows"][colour], language, width) for colour in COLOURS]
    return [*lines, _draw_collected(player, width)]


def _draw_name(frame: Frame, seat: int, width: int, total: int) -> Text:
    own = seat == frame.seating.person
    turn = seat == frame.view["actor"]
    name = Text.assemble(("▸ " if turn else "", MOSS))
    name.append(frame.seating.names[seat], MOSS if own else STRONG)
    bot = frame.seating.bots[seat]
    if bot and width >= SHORT_NAME:
        key = f"bot-{bot}"
        name.append(" · ", QUIET).append_text(
            frame.translator.say(key, style=QUIET) if frame.translator.has_sentence(key) else Text(bot, QUIET)
        )
    return justify(name, Text(f" {number(total)}", STRONG), width)


def _draw_row(colour: str, row: Mapping[str, Any], language: str, width: int) -> Text:
    """A row: its tiles, which way it goes, those face down, and its worth."""
    if not row["tiles"]:
        return fit(Text.assemble(draw_mark(colour, language), (" –", QUIET)), width)
    down = BACK * row["face_down"]
    room = width - mark_width(language) - 6 - len(down)
    line = Text.assemble(
        draw_mark(colour, language), " ", draw_row(colour, [str(value) for value in row["tiles"]], room)
    )
    line.append(WAYS[row["direction"]]).append(down, suit_style(colour))
    return justify(line, _draw_worth(row["worth"]), width)


def _draw_collected(player: Mapping[str, Any], width: int) -> Text:
    """Stones, leprechauns and bonus points: how many, and what they are worth."""
    sheet = player["sheet"]
    stones = Text.assemble((f"{STONE}{player['stones']}", STRONG), f" {number(sheet['stones'])}")
    leprechauns = Text.assemble((f"{LEPRECHAUN}{player['leprechauns']}", STRONG), f" {number(sheet['leprechauns'])}")
    bonus = Text(f"+{player['bonus']}")
    return fit(Text(" " if width < SHORT_NAME else "   ").join([stones, leprechauns, bonus]), width)


def _draw_worth(points: int) -> Text:
    return Text(f"{number(points):>4}")


# ── Questions and lists ──────────────────────────────────────────────────────────────────────────────────────────


def choose_prompt(frame: Frame) -> Sentence:
    """What the person is asked for."""
    if frame.view["step"] == "choosing":
        return sentence("ask-dice")
    return sentence("ask-take-stones" if any(move.kind == "stones" for move in frame.moves) else "ask-take")


def draw_item(name: str, translator: Translator) -> Text:
    """The name of an item of the score sheet."""
    colour = name.partition(".")[2]
    if colour:
        return Text.assemble(draw_mark(colour, translator.language), " ", translator.say(f"name-{colour}"))
    sign = {"stones": STONE, "bonus": "+", "leprechauns": LEPRECHAUN}[name]
    return Text.assemble((sign, STRONG), " ", translator.say(f"item-{name}"))


def draw_legend(translator: Translator) -> list[Text]:
    """What the signs mean."""
    colours = Text("  ").join(
        Text.assemble(draw_mark(colour, translator.language), " ", translator.say(f"name-{colour}"))
        for colour in COLOURS
    )
    symbols = [(STONE, "sign-stone"), (CLOVER, "sign-clover"), (LEPRECHAUN, "sign-leprechaun"), ("+1 ¹", "sign-bonus")]
    others = [("↑ ↓", "sign-way"), (BACK, "sign-back")]
    lines = [
        Text("   ").join(Text.assemble((sign, STRONG), " ", translator.say(key)) for sign, key in part)
        for part in (symbols, others)
    ]
    return [colours, *lines]
