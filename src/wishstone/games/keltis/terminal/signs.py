"""Signs of Keltis: tiles and stones, the names of score items, and what the signs mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Kit, Line

CLOVER, CARD_DISCARD, JOKER = "*", "×", "?"
IN_GOAL = "▲"
RULEBOOK_SIGNS = {"joker": JOKER}
PLAIN_SIGNS = {IN_GOAL: "A", "│": "|", "╱": "/", "╲": "\\"}  # noqa: RUF001 - strokes for ways
COLOURS = ("blue", "green", "pink", "red", "yellow")


def draw_tile(tile: str, kit: Kit) -> Line:
    """What a tile shows: a clover, points, a wish stone, a card-discard."""
    kind, _, detail = tile.partition(" ")
    if kind == "wish":
        return draw_stones(detail, "", kit) if detail else [(kit.pebble, "stone")]
    if kind == "points":
        return [(f"+{detail}", "paper")]
    return [(CLOVER if kind == "clover" else CARD_DISCARD, "paper")]


def draw_stones(colour: str, count: int | str, kit: Kit) -> Line:
    """Wish stones of a colour, and how many."""
    return [(f"{kit.pebble}{kit.suits.letter(colour)}{count}", kit.suits.style(colour))]


def draw_item(item: str, kit: Kit) -> Line:
    """The name of an item of the score sheet."""
    return kit.say(f"item-{item}")


def draw_legend(kit: Kit) -> list[Line]:
    """What the signs mean."""
    colours = [kit.line(kit.suits.mark(colour), " ", kit.say(f"name-{colour}")) for colour in COLOURS]
    told = [
        kit.line((sign, style), " ", kit.say(key))
        for sign, style, key in (
            (CLOVER, "paper", "sign-clover"),
            ("+2", "paper", "sign-points"),
            (kit.pebble, "stone", "sign-wish"),
            (CARD_DISCARD, "paper", "sign-discard"),
            (JOKER, "stone", "sign-joker"),
            ("↑ ↓", "strong", "sign-way"),
            (kit.back, "strong", "sign-back"),
        )
    ]
    return [kit.join(colours, "  "), kit.join(told[:3], "   "), kit.join(told[3:], "   "), kit.say("sign-figures")]
