"""Table of Keltis: the board, the piles and everybody's rows, drawn from what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from wishstone.games.keltis.terminal.board import assign_letters, draw_board
from wishstone.games.keltis.terminal.signs import IN_GOAL, draw_stones

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Block, Kit, Line

FIGURES_IN_GOAL = 5  # K-16, N-19
WAYS = {"open": "", "rising": "↑", "falling": "↓"}

PILE = 8
NAME = 12  # cells for a name with its letter
ROW = 7  # and for the end of a row
NARROW = 60

View = Mapping[str, Any]


def draw_table(view: View, kit: Kit) -> list[Block]:
    """The board, the piles, and a line for every player, the reader first."""
    letters = assign_letters(kit.names)
    players = [line for seat in kit.clockwise() for line in _draw_player(view, seat, letters[seat], kit)]
    return [[*_draw_header(view, kit), *draw_board(view, kit)], [*_draw_piles(view, kit), *players]]


# ── The middle ───────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_header(view: View, kit: Kit) -> list[Line]:
    """How near the end of the game is, after the title where there is room."""
    inside = int(view["in_goal"])
    signs = [(IN_GOAL, "strong") if each < inside else ("·", "quiet") for each in range(FIGURES_IN_GOAL)]
    goal = kit.line(kit.say("goal-area"), " ", *signs, "  ", kit.say("of-figures", count=inside))
    lines = kit.spread([(kit.title, "strong"), goal], kit.width)
    return lines if len(lines) == 1 else [kit.fit(goal, kit.width)]


def _draw_piles(view: View, kit: Kit) -> list[Line]:
    """The draw pile and the five discard piles with their tops."""
    drawing = view["step"] == "drawing" and view["turn"] == kit.seat
    blocks = [[kit.line((f" {kit.back} ", "stone"), f" {view['draw_pile']}")]]
    for colour, pile in view["piles"].items():
        closed = drawing and colour in view["closed"]  # K-15, N-17
        top = kit.suits.card(pile[-1]) if pile else kit.line(kit.suits.mark(colour), (" –", "quiet"))
        rest = kit.say("closed", style="strong") if closed else [(f"×{len(pile)}" if pile else "", "quiet")]
        blocks.append([kit.line(top, " ", rest)])
    return kit.arrange(blocks, kit.width, PILE)


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_player(view: View, seat: int, letter: str, kit: Kit) -> list[Line]:
    """One player's name, points, row ends, wish stones and hand, in two lines where one is too short."""
    player, own = view["players"][seat], seat == kit.seat
    turn = ("▸" if seat == view["actor"] else " ", "mine")
    name = kit.fit(kit.line(turn, (f"{letter} ", "mine" if own else "strong"), kit.name(seat)), NAME)
    total = (f"{kit.number(player['sheet']['total']):>4}  ", "strong")
    rows = [kit.fit(_draw_row(colour, row, kit), ROW + 1) for colour, row in player["rows"].items()]
    rest = kit.line(_draw_wish_stones(player, kit), "  ", "" if own else _draw_hand(player, kit))
    if kit.width < NARROW:
        lines = [kit.line(name, total, rest), kit.line("  ", *rows)]
    else:
        lines = [kit.line(name, total, *rows, rest)]
    return [kit.fit(line, kit.width) for line in lines]


def _draw_row(colour: str, row: Mapping[str, Any], kit: Kit) -> Line:
    """The end of a row: its last number and which way it goes."""
    if row["last"] is None:
        return kit.line(kit.suits.mark(colour), (" –", "quiet"))
    return kit.line(kit.suits.card(f"{colour} {row['last']}"), (WAYS[row["direction"]], kit.suits.style(colour)))


def _draw_wish_stones(player: Mapping[str, Any], kit: Kit) -> Line:
    """The wish stones that a player holds: by colour, or only how many."""
    held = player["wish_stones"]
    if held is None or not any(held.values()):
        return [(f"{kit.pebble}{player['wish_count']}", "stone")]
    return kit.line(*(draw_stones(colour, count, kit) for colour, count in held.items() if count))


def _draw_hand(player: Mapping[str, Any], kit: Kit) -> Line:
    """How many cards another player holds, and those that are known."""
    known = [kit.suits.card(card) for card in player["known"]]
    return kit.line((f"{kit.back}{int(player['hand_size']) - len(known)} ", "quiet"), kit.join(known))


# ── What everybody has been shown ────────────────────────────────────────────────────────────────────────────────


def draw_memory_aid(view: View, kit: Kit) -> list[Line]:
    """The discard piles from bottom to top, everybody's rows, and the cards in hands that everyone has seen."""
    lines = []
    for colour, pile in view["piles"].items():
        faces = [card.split()[1] for card in pile]
        cards = kit.suits.row(colour, faces, kit.width - 16) if faces else kit.say("pile-empty", style="quiet")
        name = f" {kit.plain(kit.say(f'name-{colour}')):<7} "
        lines.append(kit.line(kit.suits.mark(colour), name, cards))
    for seat in kit.clockwise():
        held = _draw_held(view["players"][seat], kit)
        name_line = kit.line((kit.names[seat], "strong"), ("" if held else " –", "quiet"))
        lines += [kit.fit(name_line, kit.width), *held]
    return lines


def _draw_held(player: Mapping[str, Any], kit: Kit) -> list[Line]:
    """A player's rows that are begun, and the known cards of the hand."""
    lines = []
    for colour, row in player["rows"].items():
        if faces := [str(each) for each in row["cards"]]:
            lines.append(kit.line("  ", kit.suits.mark(colour), " ", kit.suits.row(colour, faces, kit.width - 10)))
    if known := [kit.suits.card(card) for card in player["known"]]:
        lines.append(kit.line("  ", kit.say("hand", style="quiet"), " ", kit.join(known)))
    return lines
