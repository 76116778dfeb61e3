"""Hand and moves of the card game: each card with the moves that it offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import Sentence, sentence
from wishstone.terminal.cards import BACK, draw_hand_card, draw_mark, draw_short_card
from wishstone.terminal.keltis_card.table import SUITS
from wishstone.terminal.layout import GAP, Block, arrange, fit
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
    if row := _target_row(move):
        return sentence("move-lay-on", card=cards[0], colour=row)
    return sentence(f"move-{move.kind}", card=cards[0])


def draw_moves(frame: Frame) -> list[Text]:
    """The hand and the moves: for each card what it can do, or what can be drawn."""
    if frame.view["step"] == "drawing":
        return _draw_sources(frame)
    heads, cards, rest = _draw_heads(frame), _draw_cards(frame), _draw_other_moves(frame)
    if frame.height >= TALL or frame.width < 2 * COLUMN + GAP:
        title = frame.translator.say("wish", style=QUIET) if _moves_of_kind(frame, "wish") else Text()
        beside: list[Block] = [[title, *rest]] if rest else []
        return arrange([[heads, *cards], *beside], frame.width, COLUMN, COLUMN + GAP)
    half = (len(cards) + 1) // 2
    columns: list[Block] = [[heads, *cards[:half]], [heads, *cards[half:]]]
    return [*arrange(columns, frame.width, COLUMN), *arrange([[line] for line in rest], frame.width, COLUMN)]


def _moves_of_kind(frame: Frame, kind: str, card: str = "") -> list[ListedMove]:
    """The moves of a kind, all or those that begin with a card."""
    return [move for move in frame.moves if move.kind == kind and (not card or move.touches["cards"][0] == card)]


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_heads(frame: Frame) -> Text:
    translator = frame.translator
    line = fit(translator.say("your-hand"), draw_hand_card("blue 0", translator.language).cell_len + 3)
    line.append_text(fit(Text.assemble("     ", translator.say("lay")), LAY))
    if _moves_of_kind(frame, "discard"):
        line.append_text(translator.say("discard"))
    line.stylize(QUIET)
    return line


def _draw_cards(frame: Frame) -> list[Text]:
    """A line for each card of the hand; a card that can be laid in several places has one for each."""
    hand = frame.view["players"][frame.seating.person]["hand"]
    lines = []
    for card in dict.fromkeys(hand):
        shown = draw_hand_card(card, frame.translator.language)
        twice = " ×2" if hand.count(card) > 1 else "   "
        lays = [_draw_lay(frame, move) for move in _moves_of_kind(frame, "lay", card)] or [fit(Text("  –", QUIET), LAY)]
        discards = [_draw_number(move) for move in _moves_of_kind(frame, "discard", card)]
        lines.append(Text.assemble(shown, twice, lays[0], *discards))
        lines += [Text.assemble(" " * (shown.cell_len + len(twice)), lay) for lay in lays[1:]]
    return lines


def _draw_lay(frame: Frame, move: ListedMove) -> Text:
    line = Text.assemble(_draw_number(move), "  ")
    if row := _target_row(move):
        line.append_text(draw_mark(row, frame.translator.language)).append(" ")
    return fit(line.append(move.change or "±0"), LAY)


def _target_row(move: ListedMove) -> str | None:
    """The colour row that a point card would go into; None for any other move."""
    to = str(move.touches["to"])
    return to.removeprefix("row ") if to.startswith("row ") and move.touches["cards"][0].startswith("point") else None


def _draw_number(move: ListedMove) -> Text:
    return Text(f"{move.number:>3}", BRONZE)


def _draw_other_moves(frame: Frame) -> list[Text]:
    """The moves that are not about a single card: pairs for wish stones, and laying no more."""
    translator = frame.translator
    lines = []
    for move in _moves_of_kind(frame, "wish"):
        pair = Text(" + ").join(draw_short_card(card, translator.language) for card in move.touches["cards"])
        stone = Text.assemble(translator.say("stone"), " ", (f" {move.touches['wish_stone']} ", STONE))
        lines.append(Text.assemble(_draw_number(move), "  ", pair, " → ", stone, f"  {move.change}"))
    return lines + [
        Text.assemble(_draw_number(move), "  ", translator.say("stop")) for move in _moves_of_kind(frame, "stop")
    ]


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_sources(frame: Frame) -> list[Text]:
    """The hand in a line, and below it where to draw from."""
    translator = frame.translator
    hand = frame.view["players"][frame.seating.person]["hand"]
    cells: list[Block] = [[draw_hand_card(card, translator.language)] for card in hand]
    width = draw_hand_card("blue 0", translator.language).cell_len
    sources: list[Block] = []
    for move in frame.moves:
        top = [draw_short_card(card, translator.language) for card in move.touches["cards"]]
        what = top[0] if top else Text.assemble((BACK, STONE), " ", translator.say("unseen"))
        sources.append([Text.assemble(_draw_number(move), "  ", what)])
    return [*arrange(cells, frame.width, width, width), *arrange(sources, frame.width, SOURCE, SOURCE)]
