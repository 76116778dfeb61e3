"""Hand and moves of Keltis: the stones that each card leads to, the steps, and what can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from wishstone.game.words import Sentence, sentence
from wishstone.games.shared.colours import COLOURS
from wishstone.terminal.cards import BACK, draw_hand_card, draw_short_card
from wishstone.terminal.keltis.board import draw_tile
from wishstone.terminal.layout import Block, arrange, fit
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BRONZE, QUIET, STONE

KINDS = ("lay", "step", "discard", "drop", "stay", "keep", "draw")

COLUMN = 38  # cells for a card with its moves
LAY = 20  # cells for a lay: its number and where it leads
STEP = 25  # and for a step
SHED = 17
SOURCE = 13  # and for something to draw from


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: by kind, then by its card as the hand is sorted."""
    kind = KINDS.index(name.split()[0])
    if name.split()[0] not in ("lay", "discard"):
        return (kind,)
    colour, face = touches["cards"][0].split()
    return kind, COLOURS.index(colour), int(face)


def describe_move(move: ListedMove) -> Sentence:
    """A move in words."""
    touches = move.touches
    if move.kind == "step":
        return sentence("move-step", figure=touches["figure"], left=touches["from"], stone=touches["to"])
    if move.kind in ("stay", "keep"):
        return sentence(f"move-{move.kind}")
    if move.kind == "draw":
        return sentence("move-take", card=touches["cards"][0]) if touches["cards"] else sentence("move-draw")
    return sentence(f"move-{move.kind}", card=touches["cards"][0])


def draw_moves(frame: Frame) -> list[Text]:
    """The hand and the moves: what each card can do, the steps, or what can be drawn."""
    step = frame.view["step"]
    if step in ("stepping", "lucky"):
        return _draw_steps(frame)
    if step == "shedding":
        return _draw_sheds(frame)
    if step == "drawing":
        return _draw_sources(frame)
    cards = _draw_cards(frame)
    half = (len(cards) + 1) // 2
    if frame.width < 2 * COLUMN:
        return [fit(line, frame.width) for line in (_draw_heads(frame), *cards)]
    return arrange([[_draw_heads(frame), *cards[:half]], [_draw_heads(frame), *cards[half:]]], frame.width, COLUMN)


def _moves_of_kind(frame: Frame, kind: str, card: str = "") -> list[ListedMove]:
    """The moves of a kind, all or those that begin with a card."""
    return [move for move in frame.moves if move.kind == kind and (not card or move.touches["cards"][0] == card)]


def _draw_number(move: ListedMove) -> Text:
    return Text(f"{move.number:>3}", BRONZE)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_heads(frame: Frame) -> Text:
    translator = frame.translator
    line = fit(translator.say("your-hand"), draw_hand_card("blue 0", translator.language).cell_len + 3)
    line.append_text(fit(Text.assemble(" ", translator.say("lay")), LAY)).append_text(translator.say("discard"))
    line.stylize(QUIET)
    return line


def _draw_cards(frame: Frame) -> list[Text]:
    """A line for each card of the hand: the number that lays it, the stones it leads to, and what discards it."""
    hand = frame.view["players"][frame.seating.person]["hand"]
    lines = []
    for card in dict.fromkeys(hand):
        twice = " ×2" if hand.count(card) > 1 else "   "
        lay = Text("  –", QUIET)
        for move in _moves_of_kind(frame, "lay", card):
            stones = dict.fromkeys(step["to"] for step in move.touches["steps"])
            lay = Text.assemble(_draw_number(move), " → ", " ".join(stones))
        discards = [_draw_number(move) for move in _moves_of_kind(frame, "discard", card)]
        lines.append(Text.assemble(draw_hand_card(card, frame.translator.language), twice, fit(lay, LAY), *discards))
    return lines


# ── Steps and card-discards ──────────────────────────────────────────────────────────────────────────────────────


def _draw_steps(frame: Frame) -> list[Text]:
    """A step for each figure and way, with what is found there."""
    cells: list[Block] = []
    for move in frame.moves:
        if move.kind == "stay":
            cells.append([Text.assemble(_draw_number(move), "  ", frame.translator.say("stay"))])
            continue
        touches = move.touches
        line = Text.assemble(_draw_number(move), "  ", frame.translator.say(f"figure-{touches['figure']}"), " ")
        line.append(f"{'' if touches['from'] == 'start' else touches['from']}→{touches['to']} ")
        if touches["finds"]:
            line.append_text(draw_tile(touches["finds"], frame.translator.language))
        cells.append([line])
    return arrange(cells, frame.width, STEP, STEP + 6)


def _draw_sheds(frame: Frame) -> list[Text]:
    """The cards that a card-discard may take, from the hand and from the rows."""
    cells: list[Block] = []
    for move in frame.moves:
        line = Text.assemble(_draw_number(move), "  ")
        if move.kind == "keep":
            line.append_text(frame.translator.say("keep"))
        else:
            line.append_text(draw_short_card(move.touches["cards"][0], frame.translator.language))
            line.append(" ").append_text(frame.translator.say("from-row" if move.kind == "drop" else "from-hand"))
        cells.append([line])
    return arrange(cells, frame.width, SHED, SHED + 6)


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
