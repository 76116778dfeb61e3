"""Table of the card game: the piles and everybody's rows, drawn from what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import LANGUAGES, Sentence, number, sentence
from wishstone.games.keltis_card.words import TERMS
from wishstone.games.shared.colours import COLOURS
from wishstone.terminal.cards import (
    BACK,
    END,
    PEBBLE,
    SIGNS,
    draw_mark,
    draw_row,
    draw_short_card,
    mark_width,
    suit_style,
)
from wishstone.terminal.layout import Block, arrange, column_width, fit, justify, spread
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import MOSS, QUIET, STONE, STRONG
from wishstone.terminal.translator import Translator

SUITS = (*COLOURS, "point")
ITEMS = (*(f"rows.{colour}" for colour in COLOURS), "points", "wish_stones")
END_ROWS = 5  # KC-21
STONES = range(1, 10)  # KC-4
WAYS = {"open": "", "rising": "↑", "falling": "↓"}

PANEL = 18  # the least cells that a player's rows need,
TALL_PANEL = 26  # those they get where the terminal is tall enough to put them below each other,
WIDEST_PANEL = 34  # and the most, so that the worth of a row stands near it
TALL = 40
SHORT_NAME = 24  # a panel narrower than this has no room for the kind of a bot
PILE = 9


def draw_term(term: str, language: str) -> Text:
    """A card or a colour inside a sentence, with its sign and on its colour; other words as they are."""
    word = TERMS[term][LANGUAGES.index(language)]
    suit = term.split()[0]
    if suit not in SUITS or term == "point":
        return Text(word)
    return Text(f"{SIGNS[suit]} {word}", suit_style(suit))


def draw_table(frame: Frame) -> list[Block]:
    """The middle, and every player's rows, the person's own first."""
    players = frame.seating.clockwise()
    least = TALL_PANEL if frame.height >= TALL else PANEL
    width = min(column_width(len(players), frame.width, least), WIDEST_PANEL)
    panels = [_draw_player(frame, seat, width) for seat in players]
    return [_draw_header(frame), _draw_piles(frame), arrange(panels, frame.width, least)]


# ── The middle ───────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_header(frame: Frame) -> list[Text]:
    """The wish stones that are left and how near the end is, after the title where there is room."""
    view, translator = frame.view, frame.translator
    title = Text(frame.title, STRONG)
    stones = Text.assemble(translator.say("wish-stones"), " ")
    for each in STONES:
        stones.append_text(_draw_stone(each) if each in view["wish_row"] else Text(" · ", QUIET))
    ended = Text.assemble(translator.say("rows-ended"), " ")
    rows = int(view["end_rows"])
    for each in range(END_ROWS):
        ended.append(f" {END}" if each < rows else " ·", STRONG if each < rows else QUIET)
    ended.append("  ").append_text(translator.say("of-rows", rows=rows))
    lines = spread([title, stones, ended], frame.width)
    return lines if len(lines) == 1 else spread([stones, ended], frame.width)


def _draw_stone(each: int) -> Text:
    return Text(f" {each} ", STONE)


def _draw_piles(frame: Frame) -> list[Text]:
    """The draw pile and the six discard piles with their tops."""
    view, translator = frame.view, frame.translator
    drawing = view["step"] == "drawing" and view["turn"] == frame.seating.person
    blocks: list[Block] = [
        [
            translator.say("draw-pile-short", style=QUIET),
            Text.assemble((f" {BACK} ", STONE), f" {view['draw_pile']}"),
        ]
    ]
    for suit in SUITS:
        pile = view["piles"][suit]
        closed = drawing and suit in view["closed"]  # KC-19
        name = translator.say("closed", style=STRONG) if closed else translator.say(f"name-{suit}", style=QUIET)
        top = (
            draw_short_card(pile[-1], translator.language)
            if pile
            else Text.assemble(draw_mark(suit, translator.language), (" –", QUIET))
        )
        blocks.append([name, Text.assemble(top, (f" ×{len(pile)}" if pile else "", QUIET))])
    return arrange(blocks, frame.width, PILE)


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_player(frame: Frame, seat: int, width: int) -> Block:
    """One player's name and points, rows, wish stones and hand."""
    language, player = frame.translator.language, frame.view["players"][seat]
    sheet = player["sheet"]
    lines = [_draw_name(frame, seat, width, sheet["total"])]
    lines += [_draw_row(colour, player["rows"][colour], language, width) for colour in COLOURS]
    lines += [_draw_neutral(player, language, width), _draw_stones(frame, player, width)]
    return lines if seat == frame.seating.person else [*lines, _draw_hand(frame, player, width)]


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
    """A colour row: its cards, which way it goes, and its worth."""
    if not row["cards"]:
        return fit(Text.assemble(draw_mark(colour, language), (" –", QUIET)), width)
    room = width - mark_width(language) - 6
    line = Text.assemble(draw_mark(colour, language), " ", draw_row(colour, row["cards"], room))
    if not row["ended"]:
        line.append(WAYS[row["direction"]])
    return justify(line, _draw_worth(row["worth"]), width)


def _draw_neutral(player: Mapping[str, Any], language: str, width: int) -> Text:
    """The point cards of the neutral row."""
    cards = [str(each) for each in player["neutral"]]
    if not cards:
        return fit(Text.assemble(draw_mark("point", language), (" –", QUIET)), width)
    shown = draw_row("point", cards, width - mark_width(language) - 6)
    return justify(
        Text.assemble(draw_mark("point", language), " ", shown), _draw_worth(player["sheet"]["points"]), width
    )


def _draw_stones(frame: Frame, player: Mapping[str, Any], width: int) -> Text:
    """The wish stones that a player holds."""
    word = frame.translator.say("stones", style=QUIET) if width >= SHORT_NAME else Text(PEBBLE, STONE)
    held = "".join(f" {each}" for each in player["wish_stones"])
    stones = (f"{held} ", STONE) if held else ("–", QUIET)
    return justify(Text.assemble(word, " ", stones), _draw_worth(player["sheet"]["wish_stones"]), width)


def _draw_worth(points: int) -> Text:
    return Text(f"{number(points):>4}")


def _draw_hand(frame: Frame, player: Mapping[str, Any], width: int) -> Text:
    """The known cards of another player's hand and the backs of the rest, or their number where they do not fit."""
    size, known = (
        int(player["hand_size"]),
        [draw_short_card(card, frame.translator.language) for card in player["known"]],
    )
    count = Text(f"{size:>4}", QUIET)
    room = width - count.cell_len
    line = Text.assemble(frame.translator.say("hand", style=QUIET))
    shown = 0
    while shown < len(known) and line.cell_len + known[shown].cell_len + len(" +8") < room:
        line = Text.assemble(line, " ", known[shown])
        shown += 1
    backs = f" {BACK}" * (size - shown)
    fits = shown == len(known) and line.cell_len + len(backs) <= room
    return justify(Text.assemble(line, (backs if fits else f" +{size - shown}", QUIET)), count, width)


# ── Questions and lists ──────────────────────────────────────────────────────────────────────────────────────────


def choose_prompt(frame: Frame) -> Sentence:
    """What the person is asked for."""
    view = frame.view
    if view["step"] == "laying":
        return sentence("ask-lay-one" if view["laid"] else "ask-lay-two")
    if view["step"] == "drawing":
        return sentence("ask-draw-first" if view["draws"] > 1 else "ask-draw")
    return sentence("ask-play-wish" if any(move.kind == "wish" for move in frame.moves) else "ask-play")


def draw_item(name: str, translator: Translator) -> Text:
    """The name of an item of the score sheet."""
    if name == "wish_stones":
        return translator.say("wish-stones")
    suit = "point" if name == "points" else name.partition(".")[2]
    return Text.assemble(draw_mark(suit, translator.language), " ", translator.say(f"name-{suit}"))


def draw_legend(translator: Translator) -> list[Text]:
    """What the signs mean."""
    colours = Text("  ").join(
        Text.assemble(draw_mark(suit, translator.language), " ", translator.say(f"name-{suit}")) for suit in SUITS
    )
    end = Text.assemble((END, STRONG), " ", translator.say("sign-end"))
    back = Text.assemble((BACK, STRONG), " ", translator.say("sign-back"))
    way = Text.assemble(("↑ ↓", STRONG), " ", translator.say("sign-way"))
    return [colours, Text("   ").join([end, way, back])]


def draw_memory_aid(frame: Frame) -> list[Text]:
    """The discard piles from bottom to top, and the cards in hands that everyone has seen."""
    language = frame.translator.language
    lines = []
    for suit in SUITS:
        faces = [card.split()[1] for card in frame.view["piles"][suit]]
        cards = draw_row(suit, faces, frame.width - 16) if faces else frame.translator.say("pile-empty", style=QUIET)
        lines.append(
            Text.assemble(draw_mark(suit, language), f" {frame.translator.say(f'name-{suit}').plain:<7} ", cards)
        )
    for seat in frame.seating.clockwise()[1:]:
        known = [draw_short_card(card, language) for card in frame.view["players"][seat]["known"]]
        if known:
            lines.append(Text.assemble(f"{frame.seating.names[seat]:<9}  ", Text(" ").join(known)))
    return lines
