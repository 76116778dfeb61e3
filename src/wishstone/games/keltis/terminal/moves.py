"""Hand and moves of Keltis: the stones that each card leads to, the steps, and what can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from wishstone.games.keltis.terminal.signs import COLOURS, draw_tile

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Block, Kit, Line, ListedMove, Sentence

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


def describe_move(move: ListedMove, kit: Kit) -> Sentence:
    """A move in words."""
    touches = move.touches
    if move.kind == "step":
        return kit.sentence("move-step", figure=touches["figure"], left=touches["from"], stone=touches["to"])
    if move.kind in ("stay", "keep"):
        return kit.sentence(f"move-{move.kind}")
    if move.kind == "draw":
        return kit.sentence("move-take", card=touches["cards"][0]) if touches["cards"] else kit.sentence("move-draw")
    return kit.sentence(f"move-{move.kind}", card=touches["cards"][0])


def draw_prompt(view: Mapping[str, Any], kit: Kit) -> Line:
    """What the reader is asked for."""
    if view["step"] == "stepping":
        return kit.say("ask-step", colour=view["laid"])
    if view["step"] == "drawing":
        return kit.say("ask-draw-first" if view["draws"] > 1 else "ask-draw")
    return kit.say(f"ask-{view['step']}")


def draw_moves(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The hand and the moves: what each card can do, the steps, or what can be drawn."""
    step, hand = view["step"], view["players"][kit.seat]["hand"]
    if step in ("stepping", "lucky"):
        return _draw_steps(kit)
    if step == "shedding":
        return _draw_sheds(kit)
    if step == "drawing":
        return _draw_sources(hand, kit)
    heads, cards = _draw_heads(kit), _draw_cards(hand, kit)
    half = (len(cards) + 1) // 2
    if kit.width < 2 * COLUMN:
        return [kit.fit(line, kit.width) for line in (heads, *cards)]
    return kit.arrange([[heads, *cards[:half]], [heads, *cards[half:]]], kit.width, COLUMN)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_heads(kit: Kit) -> Line:
    """What stands above the cards and their moves."""
    hand = kit.fit(kit.say("your-hand"), kit.suits.hand_card_width + 3)
    return kit.line(hand, kit.fit(kit.line(" ", kit.say("lay")), LAY), kit.say("discard"), style="quiet")


def _draw_cards(hand: list[str], kit: Kit) -> list[Line]:
    """A line for each card of the hand: the number that lays it, the stones it leads to, and what discards it."""
    lines = []
    for card in dict.fromkeys(hand):
        twice = " ×2" if hand.count(card) > 1 else "   "
        lay: Line = [("  –", "quiet")]
        for move in kit.moves_of("lay", card):
            stones = dict.fromkeys(step["to"] for step in move.touches["steps"])
            lay = kit.line(kit.move_number(move), " → ", " ".join(stones))
        discards = [kit.move_number(move) for move in kit.moves_of("discard", card)]
        lines.append(kit.line(kit.suits.hand_card(card), twice, kit.fit(lay, LAY), *discards))
    return lines


# ── Steps and card-discards ──────────────────────────────────────────────────────────────────────────────────────


def _draw_steps(kit: Kit) -> list[Line]:
    """A step for each figure and way, with what is found there."""
    cells: list[Block] = []
    for move in kit.moves:
        number = kit.line(kit.move_number(move), "  ")
        if move.kind == "stay":
            cells.append([kit.line(number, kit.say("stay"))])
            continue
        touches = move.touches
        way = f" {'' if touches['from'] == 'start' else touches['from']}→{touches['to']} "
        finds = draw_tile(touches["finds"], kit) if touches["finds"] else ""
        cells.append([kit.line(number, kit.say(f"figure-{touches['figure']}"), way, finds)])
    return kit.arrange(cells, kit.width, STEP, STEP + 6)


def _draw_sheds(kit: Kit) -> list[Line]:
    """The cards that a card-discard may take, from the hand and from the rows."""
    cells: list[Block] = []
    for move in kit.moves:
        number = kit.line(kit.move_number(move), "  ")
        if move.kind == "keep":
            cells.append([kit.line(number, kit.say("keep"))])
        else:
            where = kit.say("from-row" if move.kind == "drop" else "from-hand")
            cells.append([kit.line(number, kit.suits.card(move.touches["cards"][0]), " ", where)])
    return kit.arrange(cells, kit.width, SHED, SHED + 6)


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_sources(hand: list[str], kit: Kit) -> list[Line]:
    """The hand in a line, and below it where to draw from."""
    unseen = kit.line((kit.back, "stone"), " ", kit.say("unseen"))
    sources = []
    for move in kit.moves:
        top = [kit.suits.card(card) for card in move.touches["cards"]] or [unseen]
        sources.append([kit.line(kit.move_number(move), "  ", top[0])])
    cards = [[kit.suits.hand_card(card)] for card in hand]
    width = kit.suits.hand_card_width
    return [*kit.arrange(cards, kit.width, width, width), *kit.arrange(sources, kit.width, SOURCE, SOURCE)]
