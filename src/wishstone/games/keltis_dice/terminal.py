"""The dice game in the terminal: the supply of stones, everybody's rows, the dice, the value tiles, and the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Block, Kit, Line, ListedMove, Sentence

KINDS = ("keep", "reroll", "take", "stones", "nothing")
COLOURS = ("blue", "green", "pink", "red", "yellow")
DICE = ("1", "2", "3", "4", "5", "*")  # faces by their name in the notation
WAYS = {"open": "", "rising": "↑", "falling": "↓"}
VALUES = 11

# One cell wide, as nearly every terminal font has them: a pebble, three leaves, a face.
STONE, CLOVER, LEPRECHAUN = "●", "∴", "☺"
SYMBOLS = {"stone": STONE, "clover": CLOVER, "leprechaun": LEPRECHAUN, "1": "+1", "2": "+2", "3": "+3", "-": ""}
NARROW_SYMBOLS = {**SYMBOLS, "1": "¹", "2": "²", "3": "³"}
RULEBOOK_SIGNS = SYMBOLS
PLAIN_SIGNS = {CLOVER: "c", LEPRECHAUN: "L", "¹": "1", "²": "2", "³": "3"}

PANEL = 18  # the least cells that a player's rows need,
TALL_PANEL = 26  # those they get where the terminal is tall enough to put them below each other,
WIDEST_PANEL = 40  # and the most, so that the worth of a row stands near it
TALL = 40
WITH_SPACE = 24  # a panel narrower than this has what was collected close together
TILE, NARROW_TILE = 4, 3  # cells of a tile
NUMBER = 2  # cells for the number of a move,
NUMBERED = NUMBER + 2  # with space around it,
OPTION = 18  # and for some dice to throw again, with it


def draw_table(view: Mapping[str, Any], kit: Kit) -> list[Block]:
    """The supply and every player's rows, the reader's own first; the value tiles too, while nothing is asked."""
    players = kit.clockwise()
    least = TALL_PANEL if kit.height >= TALL else PANEL
    width = min(kit.column_width(len(players), kit.width, least), WIDEST_PANEL)
    panels = [_draw_player(view, seat, kit, width) for seat in players]
    tiles = [] if kit.moves else [_draw_tiles(view, kit)]
    return [_draw_header(view, kit), *tiles, kit.arrange(panels, kit.width, least)]


def draw_prompt(view: Mapping[str, Any], kit: Kit) -> Line:
    """What the reader is asked for."""
    if view["step"] == "choosing":
        return kit.say("ask-dice")
    return kit.say("ask-take-stones" if kit.moves_of("stones") else "ask-take")


def draw_moves(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The dice with what can be done with them, and the value tiles."""
    return [*_draw_dice_moves(view, kit), *_draw_tiles(view, kit)]


def _draw_header(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """How many stones the supply holds, and what ends the game; the title too, where there is room."""
    supply = kit.line(kit.say("supply"), " ", (f" {STONE} ", "stone"), f" ×{view['supply']}")
    ending = kit.say(f"ends-by-{view['ends_by']}", style="quiet")
    lines = kit.spread([(kit.title, "strong"), supply, ending], kit.width)
    return lines if len(lines) == 1 else kit.spread([supply, ending], kit.width)


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_player(view: Mapping[str, Any], seat: int, kit: Kit, width: int) -> list[Line]:
    """One player's name and points, rows, and what was collected."""
    player = view["players"][seat]
    lines = [kit.name_line(seat, player["sheet"]["total"], width, is_turn=seat == view["actor"])]
    lines += [_draw_row(colour, row, kit, width) for colour, row in player["rows"].items()]
    return [*lines, _draw_collected(player, kit, width)]


def _draw_row(colour: str, row: Mapping[str, Any], kit: Kit, width: int) -> Line:
    """A row: its tiles, which way it goes, those face down, and its worth."""
    if not row["tiles"]:
        return kit.fit(kit.line(kit.suits.mark(colour), (" –", "quiet")), width)
    down = kit.back * row["face_down"]
    room = width - kit.suits.mark_width - 6 - len(down)
    tiles = kit.suits.row(colour, [str(value) for value in row["tiles"]], room)
    line = kit.line(kit.suits.mark(colour), " ", tiles, WAYS[row["direction"]], (down, kit.suits.style(colour)))
    return kit.justify(line, f"{kit.number(row['worth']):>4}", width)


def _draw_collected(player: Mapping[str, Any], kit: Kit, width: int) -> Line:
    """Stones, leprechauns and bonus points: how many, and what they are worth."""
    sheet = player["sheet"]
    stones = kit.line((f"{STONE}{player['stones']}", "strong"), f" {kit.number(sheet['stones'])}")
    leprechauns = kit.line((f"{LEPRECHAUN}{player['leprechauns']}", "strong"), f" {kit.number(sheet['leprechauns'])}")
    between = " " if width < WITH_SPACE else "   "
    return kit.fit(kit.join([stones, leprechauns, f"+{player['bonus']}"], between), width)


# ── Dice and tiles ───────────────────────────────────────────────────────────────────────────────────────────────


def _draw_dice_moves(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The moves that take no tile: dice to throw again; or the dice as they lie, and what else they allow."""
    options = [] if view["step"] == "choosing" else [[_draw_dice(view["dice"], kit)]]
    for move in kit.moves:
        number = kit.line(kit.move_number(move, NUMBER), "  ")
        if move.kind == "reroll":
            options.append([kit.line(number, _draw_dice(move.touches["dice"], kit))])
        elif move.kind in ("keep", "nothing"):
            options.append([kit.line(number, kit.say(move.kind))])
        elif move.kind == "stones":
            options.append([kit.line(number, f"{STONE}×{move.touches['stones']}", f"  {move.change}")])
    return kit.arrange(options, kit.width, OPTION, OPTION)


def _draw_dice(faces: Sequence[str], kit: Kit) -> Line:
    """Dice side by side."""
    return kit.join([(f" {_face_sign(each)} ", "paper") for each in faces])


def _face_sign(face: str) -> str:
    """A face of the notation as a die shows it."""
    return STONE if face == "*" else face


def _draw_tiles(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The value tiles that are left, a line for each colour; those that can be taken follow the move's number."""
    taking = view["step"] == "taking" and bool(kit.moves)
    numbers = {move.touches["tiles"][0]: move.number for move in kit.moves_of("take")}
    return [_draw_colour(view, colour, numbers if taking else None, kit) for colour in view["middle"]]


def _draw_colour(view: Mapping[str, Any], colour: str, numbers: Mapping[str, int] | None, kit: Kit) -> Line:
    """The tiles of a colour. `numbers` says which can be taken; it is None where no tile is asked for."""
    room = _tile_width(kit)
    narrow = room < NUMBERED + TILE
    line = kit.suits.mark(colour)
    for value, symbol in enumerate(view["symbols"][colour]):
        number = numbers.get(f"{colour} {value}") if numbers else None
        tile = _tile_text(value, symbol, narrow)
        if value not in view["middle"][colour]:
            shown = ("·".rjust(2).ljust(NARROW_TILE if narrow else TILE), "quiet")
        elif numbers is None or number:
            shown = (tile, kit.suits.style(colour))
        else:
            shown = (tile, "quiet")
        if room >= NUMBERED + NARROW_TILE:
            line = kit.line(line, (f"{number or '':>{NUMBERED - 1}} ", "choice"))
        elif number:  # there is no room for both: the number stands in place of the value
            shown = (f"{number:>2} ", kit.suits.style(colour))
        line = kit.line(line, shown)
    return line


def _tile_width(kit: Kit) -> int:
    """The width of a tile in cells."""
    return (kit.width - kit.suits.mark_width) // VALUES


def _tile_text(value: int, symbol: str, narrow: bool) -> str:
    """What is on a value tile, equally wide for every tile: ` 3● `, `10+3`."""
    return f"{value:>2}{NARROW_SYMBOLS[symbol]:<1}" if narrow else f"{value:>2}{SYMBOLS[symbol]:<2}"


def draw_memory_aid(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """All tiles with their symbols, including those already taken."""
    narrow = _tile_width(kit) <= TILE
    lines = []
    for colour, symbols in view["symbols"].items():
        line = kit.suits.mark(colour)
        for value, symbol in enumerate(symbols):
            style = kit.suits.style(colour) if value in view["middle"][colour] else "quiet"
            line = kit.line(line, "" if narrow else " ", (_tile_text(value, symbol, narrow), style))
        lines.append(line)
    return lines


# ── Signs and lists ──────────────────────────────────────────────────────────────────────────────────────────────


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: by kind, then as the notation orders them."""
    return (KINDS.index(name.split()[0]),)


def describe_move(move: ListedMove, kit: Kit) -> Sentence:
    """A move in words."""
    touches = move.touches
    if move.kind == "reroll":
        return kit.sentence("move-reroll", dice=" ".join(touches["dice"]))
    if move.kind == "take":
        return kit.sentence("move-take", tile=touches["tiles"][0])
    if move.kind == "stones":
        return kit.sentence("move-stone" if touches["stones"] == 1 else "move-stones", count=touches["stones"])
    return kit.sentence(f"move-{move.kind}")


def draw_term(term: str, kit: Kit) -> Line:
    """Dice as they show, a tile or a colour with its sign and on its colour; other words as they are."""
    first, word = term.split()[0], kit.term(term)
    if first in DICE:
        return [(f" {' '.join(_face_sign(each) for each in term.split())} ", "paper")]
    return [(f"{kit.suits.sign(first)} {word}", kit.suits.style(first))] if kit.suits.has(first) else [(word, "")]


def draw_item(item: str, kit: Kit) -> Line:
    """The name of an item of the score sheet."""
    if colour := item.partition(".")[2]:
        return kit.line(kit.suits.mark(colour), " ", kit.say(f"name-{colour}"))
    sign = {"stones": STONE, "bonus": "+", "leprechauns": LEPRECHAUN}[item]
    return kit.line((sign, "strong"), " ", kit.say(f"item-{item}"))


def draw_legend(kit: Kit) -> list[Line]:
    """What the signs mean."""
    colours = kit.join([kit.line(kit.suits.mark(each), " ", kit.say(f"name-{each}")) for each in COLOURS], "  ")
    symbols = [(STONE, "sign-stone"), (CLOVER, "sign-clover"), (LEPRECHAUN, "sign-leprechaun"), ("+1 ¹", "sign-bonus")]
    others = [("↑ ↓", "sign-way"), (kit.back, "sign-back")]
    lines = [
        kit.join([kit.line((sign, "strong"), " ", kit.say(key)) for sign, key in part], "   ")
        for part in (symbols, others)
    ]
    return [colours, *lines]


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def examples(kit: Kit) -> tuple[str, ...]:
    """Moves as they may be typed."""
    return ("nimm rot 3", "n ro 3", "würfle 1 *") if kit.language == "de" else ("take red 3", "t r 3", "reroll 1 *")


# A bot's turn is told in one line. Of one's own, dice that are kept or thrown again are not told: they lie there.
MERGE_RULES: dict[str, str | None] = {
    "story-keep": None,
    "story-keep-you": None,
    "story-reroll": None,
    "story-reroll-you": None,
    "story-rerolled-you": "=again-you",
    "story-rerolled-all-you": "=again-all-you",
    "story-roll": "=turn-roll",
    "story-rerolled": "+turn-again",
    "story-rerolled-all": "+turn-again-all",
    "story-begin": "+turn-begin",
    "story-take": "+turn-take",
    "story-stone": "+turn-stone",
    "story-stones": "+turn-stones",
    "story-nothing": "+turn-nothing",
}

VOCABULARY = {
    "en": {"verbs": {"again": "reroll"}, "others": {"stone": "*"}},
    "de": {
        "verbs": {
            "würfle": "reroll",
            "würfeln": "reroll",
            "wuerfle": "reroll",
            "wirf": "reroll",
            "neu": "reroll",
            "behalte": "keep",
            "behalten": "keep",
            "liegen": "keep",
            "nimm": "take",
            "nehmen": "take",
            "steine": "stones",
            "nichts": "nothing",
        },
        "others": {
            "blau": "blue",
            "grün": "green",
            "gruen": "green",
            "rosa": "pink",
            "rs": "pink",
            "rot": "red",
            "ro": "red",
            "gelb": "yellow",
            "stein": "*",
        },
    },
}

WORDS: dict[str, tuple[str, str]] = {
    # in the story
    "again-you": ("Then you roll {dice} and have {all}.", "Dann würfelst du {dice} und hast {all}."),
    "again-all-you": ("Then you roll {dice}.", "Dann würfelst du {dice}."),
    "turn-roll": ("{who} rolls {dice}", "{who} würfelt {dice}"),
    "turn-again": ("then {dice}: {all}", "dann {dice}: {all}"),
    "turn-again-all": ("then {dice}", "dann {dice}"),
    "turn-begin": ("begins {tile}: {after}", "beginnt {tile}: {after}"),
    "turn-take": ("takes {tile}: {before} → {after}", "nimmt {tile}: {before} → {after}"),
    "turn-stone": ("takes a stone", "nimmt einen Stein"),
    "turn-stones": ("takes {count} stones", "nimmt {count} Steine"),
    "turn-nothing": ("takes nothing", "nimmt nichts"),
    # on the table
    "supply": ("Stone supply", "Steinvorrat"),
    "ends-by-tiles": ("ends with a colour or the stones", "endet mit einer Farbe oder den Steinen"),
    "ends-by-stones": ("ends with the stones only", "endet nur mit den Steinen"),
    "name-blue": ("Blue", "Blau"),
    "name-green": ("Green", "Grün"),
    "name-pink": ("Pink", "Rosa"),
    "name-red": ("Red", "Rot"),
    "name-yellow": ("Yellow", "Gelb"),
    "item-stones": ("Stones", "Steine"),
    "item-bonus": ("Bonus", "Bonus"),
    "item-leprechauns": ("Leprechauns", "Kobolde"),
    # the asking line
    "ask-dice": (
        "Your turn. Which dice do you throw again?",
        "Du bist am Zug. Welche Würfel wirfst du noch einmal?",
    ),
    "ask-take": ("Take a tile that your dice add up to.", "Nimm ein Plättchen, das deine Würfel ergeben."),
    "ask-take-stones": (
        "Take a tile that your dice add up to, or stones.",
        "Nimm ein Plättchen, das deine Würfel ergeben, oder Steine.",
    ),
    # the moves
    "keep": ("none", "keinen"),
    "nothing": ("nothing", "nichts"),
    "move-keep": ("keep all dice", "alle Würfel liegen lassen"),
    "move-reroll": ("throw {dice} again", "{dice} noch einmal werfen"),
    "move-take": ("take {tile}", "{tile} nehmen"),
    "move-stone": ("take {count} stone", "{count} Stein nehmen"),
    "move-stones": ("take {count} stones", "{count} Steine nehmen"),
    "move-nothing": ("take nothing", "nichts nehmen"),
    # help and signs
    "help-cards": ("all tiles with their symbols", "alle Plättchen mit ihren Symbolen"),
    "sign-stone": ("a stone", "ein Stein"),
    "sign-clover": ("a tile more in the row", "ein Plättchen mehr in der Reihe"),
    "sign-leprechaun": ("leprechaun", "Kobold"),
    "sign-bonus": ("bonus points", "Bonuspunkte"),
    "sign-way": ("the row rises or falls", "die Reihe steigt oder fällt"),
    "sign-back": ("tile face down", "verdecktes Plättchen"),
}
