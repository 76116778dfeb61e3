"""Hand and moves of the card game: each card with the moves that it offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import Sentence, sentence
from wishstone.terminal.cards import BACK, chip, label, tablet
from wishstone.terminal.keltis_card.table import SUITS
from wishstone.terminal.layout import GAP, Block, bands, fitted
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BRONZE, QUIET, STONE

KINDS = ("lay", "discard", "wish", "draw", "stop")
FACES = {"end": 11}  # an end card stands after the numbers

COLUMN = 36  # cells for a card with its moves, or for a pair
LAY = 17  # cells for a lay: its number and what it changes
SOURCE = 13  # and for something to draw from
TALL = 32  # a terminal with so many lines shows the hand in one column


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: by kind, then by its card as the hand is sorted."""
    kind = KINDS.index(name.split()[0])
    if kind > KINDS.index("discard"):
        return (kind,)
    suit, face = touches["cards"][0].split()
    return kind, SUITS.index(suit), FACES[face] if face in FACES else int(face)


def describe_move(move: ListedMove) -> Sentence:
    """A move in words."""
    cards = move.touches["cards"]
    if move.kind == "wish":
        return sentence("move-wish", first=cards[0], second=cards[1], number=move.touches["wish_stone"])
    if move.kind == "draw":
        return sentence("move-take", card=cards[0]) if cards else sentence("move-draw")
    if move.kind == "stop":
        return sentence("move-stop")
    if row := _row_of_point(move):
        return sentence("move-lay-on", card=cards[0], colour=row)
    return sentence(f"move-{move.kind}", card=cards[0])


def draw_moves(frame: Frame) -> list[Text]:
    """The hand and the moves: for each card what it can do, or what can be drawn."""
    if frame.view["step"] == "drawing":
        return _drawing(frame)
    heads, cards, rest = _heads(frame), _cards(frame), _rest(frame)
    if frame.height >= TALL or frame.width < 2 * COLUMN + GAP:
        title = frame.translator.say("wish", style=QUIET) if _of_kind(frame, "wish") else Text()
        beside: list[Block] = [[title, *rest]] if rest else []
        return bands([[heads, *cards], *beside], frame.width, COLUMN, COLUMN + GAP)
    half = (len(cards) + 1) // 2
    columns: list[Block] = [[heads, *cards[:half]], [heads, *cards[half:]]]
    return [*bands(columns, frame.width, COLUMN), *bands([[line] for line in rest], frame.width, COLUMN)]


def _of_kind(frame: Frame, kind: str, card: str = "") -> list[ListedMove]:
    """The moves of a kind, all or those that begin with a card."""
    return [move for move in frame.moves if move.kind == kind and (not card or move.touches["cards"][0] == card)]


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _heads(frame: Frame) -> Text:
    translator = frame.translator
    line = fitted(translator.say("your-hand"), tablet("blue 0", translator.language).cell_len + 3)
    line.append_text(fitted(Text.assemble("     ", translator.say("lay")), LAY))
    if _of_kind(frame, "discard"):
        line.append_text(translator.say("discard"))
    line.stylize(QUIET)
    return line


def _cards(frame: Frame) -> list[Text]:
    """A line for each card of the hand; a card that can be laid in several places has one for each."""
    hand = frame.view["players"][frame.seating.person]["hand"]
    lines = []
    for card in dict.fromkeys(hand):
        shown = tablet(card, frame.translator.language)
        twice = " ×2" if hand.count(card) > 1 else "   "
        lays = [_lay(frame, move) for move in _of_kind(frame, "lay", card)] or [fitted(Text("  –", QUIET), LAY)]
        discards = [_numbered(move) for move in _of_kind(frame, "discard", card)]
        lines.append(Text.assemble(shown, twice, lays[0], *discards))
        lines += [Text.assemble(" " * (shown.cell_len + len(twice)), lay) for lay in lays[1:]]
    return lines


def _lay(frame: Frame, move: ListedMove) -> Text:
    line = Text.assemble(_numbered(move), "  ")
    if row := _row_of_point(move):
        line.append_text(label(row, frame.translator.language)).append(" ")
    return fitted(line.append(move.change or "±0"), LAY)


def _row_of_point(move: ListedMove) -> str | None:
    """The colour row that a point card would go into."""
    to = str(move.touches["to"])
    return to.removeprefix("row ") if to.startswith("row ") and move.touches["cards"][0].startswith("point") else None


def _numbered(move: ListedMove) -> Text:
    return Text(f"{move.number:>3}", BRONZE)


def _rest(frame: Frame) -> list[Text]:
    """The moves that are not about a single card: pairs for wish stones, and laying no more."""
    translator = frame.translator
    lines = []
    for move in _of_kind(frame, "wish"):
        pair = Text(" + ").join(chip(card, translator.language) for card in move.touches["cards"])
        stone = Text.assemble(translator.say("stone"), " ", (f" {move.touches['wish_stone']} ", STONE))
        lines.append(Text.assemble(_numbered(move), "  ", pair, " → ", stone, f"  {move.change}"))
    return lines + [Text.assemble(_numbered(move), "  ", translator.say("stop")) for move in _of_kind(frame, "stop")]


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _drawing(frame: Frame) -> list[Text]:
    """The hand in a line, and below it where to draw from."""
    translator = frame.translator
    hand = frame.view["players"][frame.seating.person]["hand"]
    cells: list[Block] = [[tablet(card, translator.language)] for card in hand]
    width = tablet("blue 0", translator.language).cell_len
    sources: list[Block] = []
    for move in frame.moves:
        top = [chip(card, translator.language) for card in move.touches["cards"]]
        what = top[0] if top else Text.assemble((BACK, STONE), " ", translator.say("unseen"))
        sources.append([Text.assemble(_numbered(move), "  ", what)])
    return [*bands(cells, frame.width, width, width), *bands(sources, frame.width, SOURCE, SOURCE)]
