"""The card game in the terminal: its piles, everybody's rows, the hand with the moves of each card, and the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Block, Kit, Line, ListedMove, Sentence

END = "π"  # a dolmen
POINT = "◊"
SUITS = {"point": (POINT, "", "", "paper")}  # beside the five colours
FACES = {"end": END}
RULEBOOK_SIGNS = {"end-card": END, "point": POINT}
PLAIN_SIGNS = {END: "E", POINT: "p"}

KINDS = ("lay", "discard", "wish", "draw", "stop")
SUIT_ORDER = ("blue", "green", "pink", "red", "yellow", "point")
END_ROWS = 5  # KC-21
STONES = range(1, 10)  # KC-4
WAYS = {"open": "", "rising": "↑", "falling": "↓"}

PANEL = 18  # the least cells that a player's rows need,
TALL_PANEL = 26  # those they get where the terminal is tall enough to put them below each other,
WIDEST_PANEL = 34  # and the most, so that the worth of a row stands near it
TALL = 40
WITH_WORDS = 24  # a panel narrower than this has no room for a word before the wish stones
PILE = 9
COLUMN = 36  # cells for a card with its moves, or for a pair
LAY = 17  # cells for a lay: its number and what it changes
SOURCE = 13  # and for something to draw from
TALL_HAND = 32  # a terminal with so many lines shows the hand in one column


def draw_table(view: Mapping[str, Any], kit: Kit) -> list[Block]:
    """The middle, and every player's rows, the reader's own first."""
    players = kit.clockwise()
    least = TALL_PANEL if kit.height >= TALL else PANEL
    width = min(kit.column_width(len(players), kit.width, least), WIDEST_PANEL)
    panels = [_draw_player(view, seat, kit, width) for seat in players]
    return [_draw_header(view, kit), _draw_piles(view, kit), kit.arrange(panels, kit.width, least)]


def draw_prompt(view: Mapping[str, Any], kit: Kit) -> Line:
    """What the reader is asked for."""
    if view["step"] == "laying":
        return kit.say("ask-lay-one" if view["laid"] else "ask-lay-two")
    if view["step"] == "drawing":
        return kit.say("ask-draw-first" if view["draws"] > 1 else "ask-draw")
    return kit.say("ask-play-wish" if kit.moves_of("wish") else "ask-play")


def draw_moves(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The hand and the moves: for each card what it can do, or what can be drawn."""
    hand = view["players"][kit.seat]["hand"]
    if view["step"] == "drawing":
        return _draw_sources(hand, kit)
    heads, cards, rest = _draw_heads(kit), _draw_cards(hand, kit), _draw_other_moves(kit)
    if kit.height >= TALL_HAND or kit.width < 2 * COLUMN + kit.gap:
        title = kit.say("wish", style="quiet") if kit.moves_of("wish") else []
        beside = [[title, *rest]] if rest else []
        return kit.arrange([[heads, *cards], *beside], kit.width, COLUMN, COLUMN + kit.gap)
    half = (len(cards) + 1) // 2
    columns = [[heads, *cards[:half]], [heads, *cards[half:]]]
    return [*kit.arrange(columns, kit.width, COLUMN), *kit.arrange([[line] for line in rest], kit.width, COLUMN)]


# ── The middle ───────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_header(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The wish stones that are left and how near the end is, after the title where there is room."""
    left = [(f" {each} ", "stone") if each in view["wish_row"] else (" · ", "quiet") for each in STONES]
    stones = kit.line(kit.say("wish-stones"), " ", *left)
    rows = int(view["end_rows"])
    ends = [(f" {END}", "strong") if each < rows else (" ·", "quiet") for each in range(END_ROWS)]
    ended = kit.line(kit.say("rows-ended"), " ", *ends, "  ", kit.say("of-rows", rows=rows))
    lines = kit.spread([(kit.title, "strong"), stones, ended], kit.width)
    return lines if len(lines) == 1 else kit.spread([stones, ended], kit.width)


def _draw_piles(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The draw pile and the six discard piles with their tops."""
    drawing = view["step"] == "drawing" and view["turn"] == kit.seat
    draw_pile = kit.line((f" {kit.back} ", "stone"), f" {view['draw_pile']}")
    blocks = [[kit.say("draw-pile-short", style="quiet"), draw_pile]]
    for suit, pile in view["piles"].items():
        closed = drawing and suit in view["closed"]  # KC-19
        name = kit.say("closed", style="strong") if closed else kit.say(f"name-{suit}", style="quiet")
        top = kit.suits.card(pile[-1]) if pile else kit.line(kit.suits.mark(suit), (" –", "quiet"))
        blocks.append([name, kit.line(top, (f" ×{len(pile)}" if pile else "", "quiet"))])
    return kit.arrange(blocks, kit.width, PILE)


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_player(view: Mapping[str, Any], seat: int, kit: Kit, width: int) -> list[Line]:
    """One player's name and points, rows, wish stones and hand."""
    player = view["players"][seat]
    lines = [kit.name_line(seat, player["sheet"]["total"], width, is_turn=seat == view["actor"])]
    lines += [_draw_row(colour, row, kit, width) for colour, row in player["rows"].items()]
    lines += [_draw_neutral(player, kit, width), _draw_stones(player, kit, width)]
    return lines if seat == kit.seat else [*lines, _draw_hand(player, kit, width)]


def _draw_row(colour: str, row: Mapping[str, Any], kit: Kit, width: int) -> Line:
    """A colour row: its cards, which way it goes, and its worth."""
    if not row["cards"]:
        return kit.fit(kit.line(kit.suits.mark(colour), (" –", "quiet")), width)
    cards = kit.suits.row(colour, row["cards"], width - kit.suits.mark_width - 6)
    way = "" if row["ended"] else WAYS[row["direction"]]
    return kit.justify(kit.line(kit.suits.mark(colour), " ", cards, way), _draw_worth(row["worth"], kit), width)


def _draw_neutral(player: Mapping[str, Any], kit: Kit, width: int) -> Line:
    """The point cards of the neutral row."""
    cards = [str(each) for each in player["neutral"]]
    if not cards:
        return kit.fit(kit.line(kit.suits.mark("point"), (" –", "quiet")), width)
    shown = kit.suits.row("point", cards, width - kit.suits.mark_width - 6)
    return kit.justify(
        kit.line(kit.suits.mark("point"), " ", shown), _draw_worth(player["sheet"]["points"], kit), width
    )


def _draw_stones(player: Mapping[str, Any], kit: Kit, width: int) -> Line:
    """The wish stones that a player holds."""
    word = kit.say("stones", style="quiet") if width >= WITH_WORDS else [(kit.pebble, "stone")]
    held = "".join(f" {each}" for each in player["wish_stones"])
    stones = (f"{held} ", "stone") if held else ("–", "quiet")
    return kit.justify(kit.line(word, " ", stones), _draw_worth(player["sheet"]["wish_stones"], kit), width)


def _draw_worth(points: int, kit: Kit) -> str:
    return f"{kit.number(points):>4}"


def _draw_hand(player: Mapping[str, Any], kit: Kit, width: int) -> Line:
    """The known cards of another player's hand and the backs of the rest, or their number where they do not fit."""
    size, known = int(player["hand_size"]), [kit.suits.card(card) for card in player["known"]]
    count = f"{size:>4}"
    room = width - len(count)
    line = kit.say("hand", style="quiet")
    shown = 0
    while shown < len(known) and kit.width_of(line) + kit.width_of(known[shown]) + len(" +8") < room:
        line = kit.line(line, " ", known[shown])
        shown += 1
    backs = f" {kit.back}" * (size - shown)
    fits = shown == len(known) and kit.width_of(line) + len(backs) <= room
    return kit.justify(kit.line(line, (backs if fits else f" +{size - shown}", "quiet")), (count, "quiet"), width)


# ── The moves ────────────────────────────────────────────────────────────────────────────────────────────────────


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: by kind, then by its card as the hand is sorted, an end card last."""
    kind = KINDS.index(name.split()[0])
    if kind > KINDS.index("discard"):
        return (kind,)
    suit, face = touches["cards"][0].split()
    return kind, SUIT_ORDER.index(suit), 11 if face == "end" else int(face)


def describe_move(move: ListedMove, kit: Kit) -> Sentence:
    """A move in words."""
    cards = move.touches["cards"]
    if move.kind == "wish":
        return kit.sentence("move-wish", first=cards[0], second=cards[1], number=move.touches["wish_stone"])
    if move.kind == "draw":
        return kit.sentence("move-take", card=cards[0]) if cards else kit.sentence("move-draw")
    if move.kind == "stop":
        return kit.sentence("move-stop")
    if row := _target_row(move):
        return kit.sentence("move-lay-on", card=cards[0], colour=row)
    return kit.sentence(f"move-{move.kind}", card=cards[0])


def _draw_heads(kit: Kit) -> Line:
    """What stands above the cards and their moves."""
    hand = kit.fit(kit.say("your-hand"), kit.suits.hand_card_width + 3)
    lay = kit.fit(kit.line("     ", kit.say("lay")), LAY)
    return kit.line(hand, lay, kit.say("discard") if kit.moves_of("discard") else "", style="quiet")


def _draw_cards(hand: list[str], kit: Kit) -> list[Line]:
    """A line for each card of the hand; a card that can be laid in several places has one for each."""
    lines = []
    for card in dict.fromkeys(hand):
        shown = kit.line(kit.suits.hand_card(card), " ×2" if hand.count(card) > 1 else "   ")
        lays = [_draw_lay(move, kit) for move in kit.moves_of("lay", card)] or [kit.fit(("  –", "quiet"), LAY)]
        discards = [kit.move_number(move) for move in kit.moves_of("discard", card)]
        lines.append(kit.line(shown, lays[0], *discards))
        lines += [kit.line(" " * kit.width_of(shown), lay) for lay in lays[1:]]
    return lines


def _draw_lay(move: ListedMove, kit: Kit) -> Line:
    row = _target_row(move)
    mark = kit.line(kit.suits.mark(row), " ") if row else []
    return kit.fit(kit.line(kit.move_number(move), "  ", mark, move.change or "±0"), LAY)


def _target_row(move: ListedMove) -> str | None:
    """The colour row that a point card would go into; None for any other move."""
    to = str(move.touches["to"])
    return to.removeprefix("row ") if to.startswith("row ") and move.touches["cards"][0].startswith("point") else None


def _draw_other_moves(kit: Kit) -> list[Line]:
    """The moves that are not about a single card: pairs for wish stones, and laying no more."""
    lines = []
    for move in kit.moves_of("wish"):
        pair = kit.join([kit.suits.card(card) for card in move.touches["cards"]], " + ")
        stone = kit.line(kit.say("stone"), " ", (f" {move.touches['wish_stone']} ", "stone"))
        lines.append(kit.line(kit.move_number(move), "  ", pair, " → ", stone, f"  {move.change}"))
    return lines + [kit.line(kit.move_number(move), "  ", kit.say("stop")) for move in kit.moves_of("stop")]


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


# ── Signs and lists ──────────────────────────────────────────────────────────────────────────────────────────────


def draw_term(term: str, kit: Kit) -> Line:
    """A card or a colour inside a sentence, with its sign and on its colour; other words as they are."""
    word, suit = kit.term(term), term.split()[0]
    if not kit.suits.has(suit) or term == "point":
        return [(word, "")]
    return [(f"{kit.suits.sign(suit)} {word}", kit.suits.style(suit))]


def draw_item(item: str, kit: Kit) -> Line:
    """The name of an item of the score sheet."""
    if item == "wish_stones":
        return kit.say("wish-stones")
    suit = "point" if item == "points" else item.partition(".")[2]
    return kit.line(kit.suits.mark(suit), " ", kit.say(f"name-{suit}"))


def draw_legend(kit: Kit) -> list[Line]:
    """What the signs mean."""
    suits = [kit.line(kit.suits.mark(suit), " ", kit.say(f"name-{suit}")) for suit in SUIT_ORDER]
    signs = ((END, "sign-end"), ("↑ ↓", "sign-way"), (kit.back, "sign-back"))
    told = [kit.line((sign, "strong"), " ", kit.say(key)) for sign, key in signs]
    return [kit.join(suits, "  "), kit.join(told, "   ")]


def draw_memory_aid(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The discard piles from bottom to top, and the cards in hands that everyone has seen."""
    lines = []
    for suit, pile in view["piles"].items():
        faces = [card.split()[1] for card in pile]
        cards = kit.suits.row(suit, faces, kit.width - 16) if faces else kit.say("pile-empty", style="quiet")
        lines.append(kit.line(kit.suits.mark(suit), f" {kit.plain(kit.say(f'name-{suit}')):<7} ", cards))
    for seat in kit.clockwise()[1:]:
        if known := [kit.suits.card(card) for card in view["players"][seat]["known"]]:
            lines.append(kit.line(f"{kit.names[seat]:<9}  ", kit.join(known)))
    return lines


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def examples(kit: Kit) -> tuple[str, ...]:
    """Moves as they may be typed."""
    return ("lege rot 3", "l ro 3", "ziehe stapel") if kit.language == "de" else ("lay red 3", "l r 3", "draw deck")


# What comes off the draw pile is told together with the move that drew it, and the deal not card by card.
MERGE_RULES: dict[str, str | None] = {
    "story-deal": None,
    "story-deal-you": None,
    "story-deal-hidden": None,
    "story-card-hidden": None,
    "story-card-you": "drawn-you",
}

VOCABULARY = {
    "de": {
        "verbs": {
            "lege": "lay",
            "legen": "lay",
            "ablegen": "discard",
            "abwerfen": "discard",
            "wirf": "discard",
            "abwirf": "discard",
            "wunsch": "wish",
            "wunschstein": "wish",
            "ziehe": "draw",
            "ziehen": "draw",
            "nimm": "draw",
            "stapel": "draw deck",
            "halt": "stop",
            "stopp": "stop",
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
            "punkte": "point",
            "punktekarte": "point",
            "ende": "end",
            "endkarte": "end",
            "auf": "on",
            "und": "+",
            "stapel": "deck",
            "nachziehstapel": "deck",
        },
    }
}

WORDS: dict[str, tuple[str, str]] = {
    "help-cards": ("what lies in the discard piles", "was in den Ablagestapeln liegt"),
    "drawn-you": ("You draw {card}.", "Du ziehst {card}."),
    # on the table
    "wish-stones": ("Wish stones", "Wunschsteine"),
    "rows-ended": ("Rows ended", "Reihen beendet"),
    "of-rows": ("{rows} of 5", "{rows} von 5"),
    "draw-pile-short": ("Draw pile", "Stapel"),
    "closed": ("closed", "gesperrt"),
    "stones": ("Stones", "Steine"),
    "hand": ("Hand", "Hand"),
    "name-blue": ("Blue", "Blau"),
    "name-green": ("Green", "Grün"),
    "name-pink": ("Pink", "Rosa"),
    "name-red": ("Red", "Rot"),
    "name-yellow": ("Yellow", "Gelb"),
    "name-point": ("Points", "Punkte"),
    # the asking line
    "ask-play": ("Your turn. Lay or discard a card.", "Du bist am Zug. Lege oder wirf eine Karte ab."),
    "ask-play-wish": (
        "Your turn. Lay, discard, or give a pair for a wish stone.",
        "Du bist am Zug. Lege, wirf ab oder gib ein Paar für einen Wunschstein.",
    ),
    "ask-draw": (
        "Draw a card: unseen, or the top of a discard pile.",
        "Zieh nach: verdeckt oder oben von einem Ablagestapel.",
    ),
    "ask-draw-first": (
        "Draw the first of two cards: unseen, or the top of a discard pile.",
        "Zieh die erste von zwei Karten: verdeckt oder oben von einem Stapel.",
    ),
    "ask-lay-two": (
        "The game has ended. You may still lay two cards.",
        "Das Spiel ist aus. Du darfst noch zwei Karten legen.",
    ),
    "ask-lay-one": (
        "The game has ended. You may still lay one card.",
        "Das Spiel ist aus. Du darfst noch eine Karte legen.",
    ),
    # the hand and the moves
    "your-hand": ("Hand", "Hand"),
    "lay": ("Lay", "Legen"),
    "discard": ("Discard", "Abwerfen"),
    "wish": ("Pair for a wish stone", "Paar für Wunschstein"),
    "stone": ("stone", "Stein"),
    "unseen": ("pile", "Stapel"),
    "stop": ("lay no more", "nichts mehr legen"),
    # a move in words
    "move-lay": ("lay {card}", "{card} legen"),
    "move-lay-on": ("lay {card} into the {colour} row", "{card} in die Reihe {colour} legen"),
    "move-discard": ("discard {card}", "{card} abwerfen"),
    "move-wish": (
        "give {first} and {second} for wish stone {number}",
        "{first} und {second} für Wunschstein {number} geben",
    ),
    "move-draw": ("draw from the draw pile", "vom Nachziehstapel ziehen"),
    "move-take": ("take {card} from its discard pile", "{card} vom Ablagestapel nehmen"),
    "move-stop": ("lay no more", "nichts mehr legen"),
    # signs
    "sign-end": ("end card", "Endkarte"),
    "sign-back": ("unseen card", "verdeckte Karte"),
    "sign-way": ("the row rises or falls", "die Reihe steigt oder fällt"),
    "pile-empty": ("empty", "leer"),
}
