"""Generic picture: any game in the terminal, made from its view, its moves' touches and its score sheet.

It is written as a game's own `terminal.py` may be. A game that has one may leave out what is good enough here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from wishstone.terminal.kit import Kit, Line, ListedMove, Piece, Sentence, Value

WORDS: dict[str, tuple[str, str]] = {
    "ask-move": ("Your turn. What do you do?", "Du bist am Zug. Was tust du?"),
    "name-alone": ("{name}", "{name}"),
    "name-and-more": ("{name} {more}", "{name} {more}"),
    "yes": ("yes", "ja"),
    "no": ("no", "nein"),
    "sign-back": ("unseen card", "verdeckte Karte"),
    # what a view often holds; a game names other parts by `view-…` in its own words
    "view-hand": ("Hand", "Hand"),
    "view-hand_size": ("Cards in hand", "Handkarten"),
    "view-known": ("Seen", "Bekannt"),
    "view-rows": ("Rows", "Reihen"),
    "view-piles": ("Discard piles", "Ablagestapel"),
    "view-discards": ("Discarded", "Abgelegt"),
    "view-draw_pile": ("Draw pile", "Nachziehstapel"),
    "view-plays": ("Turns played", "Gespielte Züge"),
    "view-round": ("Round", "Runde"),
    "view-dice": ("Dice", "Würfel"),
}
MERGE_RULES: Mapping[str, str | None] = {}
VOCABULARY = None  # made from the terms of the game
SUITS: Mapping[str, tuple[str, str, str, str]] = {}
FACES: Mapping[str, str] = {}
STYLES: Mapping[str, tuple[str, str, str]] = {}
PLAIN_SIGNS: Mapping[str, str] = {}
RULEBOOK_SIGNS: Mapping[str, str] = {}

BOOKKEEPING = ("seats", "first", "turn", "actor", "step", "end", "seat", "sheet", "players")  # shown in other ways
EXAMPLES = 3
PANEL = 26  # the least cells that a player's things need,
WIDEST_PANEL = 54  # and the most, so that points stand near their name
RUN = 3  # so many alike things in a row are counted
MOVE = 12  # the least cells of a move
INDENT = 2


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: as the rules count them."""
    return ()


# ── The table ────────────────────────────────────────────────────────────────────────────────────────────────────


def draw_table(view: Mapping[str, Any], kit: Kit) -> list[list[Line]]:
    """What the view holds: single figures after the title, what lies in the middle, and everybody's things."""
    things = {name: value for name, value in view.items() if name not in BOOKKEEPING}
    figures = {name: value for name, value in things.items() if not isinstance(value, list | tuple | dict)}
    told = [kit.line((label(name, kit), "quiet"), " ", draw_value(value, kit)) for name, value in figures.items()]
    heads = kit.spread([(kit.title, "strong"), *told], kit.width)
    if len(heads) > 1:
        heads = [kit.fit_within((kit.title, "strong"), kit.width), *kit.flow(told, kit.width)]
    middle = [
        line
        for name, value in things.items()
        if name not in figures
        for line in draw_thing(name, value, kit, kit.width)
    ]
    players = kit.clockwise()
    width = min(kit.column_width(len(players), kit.width, PANEL), WIDEST_PANEL)
    panels = [draw_player(view, seat, kit, width) for seat in players]
    return [heads, middle, kit.arrange(panels, kit.width, PANEL, WIDEST_PANEL)]


def draw_player(view: Mapping[str, Any], seat: int, kit: Kit, width: int) -> list[Line]:
    """One player's name and points, and what lies there."""
    player = view["players"][seat]
    lines = [kit.name_line(seat, player["sheet"]["total"], width, is_turn=seat == view.get("actor"))]
    points = [
        kit.line(draw_item(item, kit), (f" {kit.number(worth)}", "strong"))
        for item, worth in items_of(player["sheet"])
        if worth
    ]
    lines += kit.flow(points, width)
    for name, value in player.items():
        counted = name.removesuffix("_size")
        if name in BOOKKEEPING or value is None or (counted != name and player.get(counted) is not None):
            continue
        if value != []:
            lines += draw_thing(name, value, kit, width)
    return lines


def items_of(sheet: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, int | None]]:
    """The items of a score sheet with their points, without the total: `rows.blue` is `blue` of `rows`."""
    for name, value in sheet.items():
        if isinstance(value, Mapping):
            yield from items_of(value, f"{before}{name}.")
        elif before or name != "total":
            yield before + name, value


def draw_thing(name: str, value: Any, kit: Kit, width: int) -> list[Line]:
    """A part of the view with its name: in a line where that is enough, or its parts below it."""
    head = draw_key(name, kit)
    if not isinstance(value, Mapping):
        things = value if isinstance(value, list | tuple) else [value]
        return kit.flow([head, *(draw_things(name, things, kit, width) if things else "–")], width, INDENT)
    if any(isinstance(part, Mapping) for part in value.values()):
        below = [draw_record(str(key), part, kit, width - INDENT) for key, part in value.items()]
    elif any(isinstance(part, list | tuple) for part in value.values()):
        below = [draw_thing(str(key), part, kit, width - INDENT) for key, part in value.items()]
    else:
        return kit.flow(
            [head, *(kit.line(draw_key(key, kit), " ", draw_value(value[key], kit)) for key in value)], width
        )
    return [kit.fit_within(head, width), *(kit.line(" " * INDENT, line) for lines in below for line in lines)]


def draw_record(name: str, value: Any, kit: Kit, width: int) -> list[Line]:
    """A thing that is described by several: what lies there first, then all else that says something."""
    if not isinstance(value, Mapping):
        return draw_thing(name, value, kit, width)
    lists = [part for part in value.values() if isinstance(part, list | tuple)]
    if lists and not any(lists):
        return [kit.line(draw_key(name, kit), " –")]
    pieces = [piece for part in lists for piece in draw_things(name, part, kit, width)]
    for key, part in value.items():
        if part is True:
            pieces.append(draw_key(key, kit))
        elif not isinstance(part, list | tuple) and part is not None and part is not False:
            pieces.append(kit.line(draw_key(key, kit), " ", draw_value(part, kit)))
    return kit.flow([draw_key(name, kit), *pieces], width, INDENT)


def draw_things(name: str, things: Sequence[Any], kit: Kit, width: int) -> list[Line]:
    """Several things: the cards of a suit as a row, others one by one."""
    faces = [str(thing).removeprefix(f"{name} ") for thing in things]
    if faces and kit.suits.has(name) and all(kit.suits.is_card(f"{name} {face}") for face in faces):
        return [kit.suits.row(name, faces, width - kit.suits.mark_width - 1)]
    runs = [(draw_value(thing, kit), len(list(alike))) for thing, alike in groupby(things)]
    return [
        line
        for drawn, count in runs
        for line in ([kit.line(drawn, (f" ×{count}", "quiet"))] if count >= RUN else [drawn] * count)
    ]


def draw_value(value: Any, kit: Kit) -> Line:
    """A single value: a card or a term of the notation is drawn as such."""
    match value:
        case None:
            return [("?", "quiet")]
        case bool():
            return kit.say("yes" if value else "no")
        case int():
            return kit.line(kit.number(value))
        case str():
            return draw_term(value, kit)
        case Mapping():
            return kit.join((kit.line(draw_key(key, kit), " ", draw_value(part, kit)) for key, part in value.items()))
        case list() | tuple():
            return kit.join(draw_value(part, kit) for part in value)
        case _:
            return kit.line(str(value))


def draw_key(key: object, kit: Kit) -> Line:
    """The name of a part: the mark of a suit, or its word."""
    return kit.suits.mark(str(key)) if kit.suits.has(str(key)) else [(label(str(key), kit), "quiet")]


def label(name: str, kit: Kit) -> str:
    """What a part of a view is called: by the game's words, by its terms, by ours, or as it is."""
    key = f"view-{name}"
    if name in kit.lexicon.terms and key not in kit.lexicon.words:
        return kit.term(name)
    return kit.plain(kit.say(key)) if kit.translator.has_sentence(key) else name.replace("_", " ")


# ── The moves ────────────────────────────────────────────────────────────────────────────────────────────────────


def draw_prompt(view: Mapping[str, Any], kit: Kit) -> Line:
    """What the reader is asked for: by the game's words for the step where it has some."""
    key = f"ask-{view.get('step')}"
    return kit.say(key if kit.translator.has_sentence(key) else "ask-move")


def draw_moves(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The moves to choose from, a band for each verb; those that are only a verb stand together at the end."""
    lines: list[Line] = []
    bare: list[Line] = []
    for kind in dict.fromkeys(move.kind for move in kit.moves):
        moves = kit.moves_of(kind)
        if len(moves) == 1 and " " not in moves[0].name:
            bare.append(draw_move(moves[0], kit, kind))
            continue
        lines.append([(kit.plain(draw_term(kind, kit)), "quiet")])
        lines += draw_cells([draw_move(move, kit) for move in moves], kit)
    return [*lines, *draw_cells(bare, kit)]


def draw_cells(cells: Sequence[Line], kit: Kit) -> list[Line]:
    """Moves side by side in equal columns."""
    if not cells:
        return []
    width = min(max(MOVE, *(kit.width_of(cell) for cell in cells)), kit.width)
    return kit.arrange([[cell] for cell in cells], kit.width, width, width)


def draw_move(move: ListedMove, kit: Kit, verb: str = "") -> Line:
    """A move by its number: what it is about, and the points that it changes."""
    words: list[Piece] = [draw_term(word, kit) for word in terms_of(move.name.split()[1:], kit)]
    if verb:
        words.append(draw_term(verb, kit))
        words += [draw_term(str(card), kit) for card in move.touches.get("cards", ())]
    changes = {item: change for item, change in move.touches["points"].items() if item != "total"}
    told = [
        kit.line(
            kit.line(draw_key(item.rpartition(".")[2], kit), " ") if len(changes) > 1 else "",
            f"{kit.number(before)} → {kit.number(after)}",
        )
        for item, (before, after) in changes.items()
    ]
    change = kit.line("  ", kit.join(told, ", "), style="quiet") if told else []
    return kit.line(kit.move_number(move), "  ", kit.join(words), change)


def terms_of(words: Sequence[str], kit: Kit) -> list[str]:
    """The words of a move, with those together that make one term of the notation or one card."""
    found: list[str] = []
    at = 0
    while at < len(words):
        end = len(words)
        while end > at + 1 and not is_term(" ".join(words[at:end]), kit):
            end -= 1
        found.append(" ".join(words[at:end]))
        at = end
    return found


def is_term(text: str, kit: Kit) -> bool:
    """Whether the game has a word for this, or it is a card."""
    return text in kit.lexicon.terms or kit.suits.is_card(text)


def describe_move(move: ListedMove, kit: Kit) -> Sentence:
    """A move in words: its notation, term by term."""
    first, *others = terms_of(move.name.split(), kit)
    said: Value = first
    for term in others:
        said = kit.sentence("name-and-more", name=said, more=term)
    return said if isinstance(said, Sentence) else kit.sentence("name-alone", name=said)


def examples(kit: Kit) -> list[str]:
    """Moves as they may be typed: one of each kind that can be made now."""
    return list({move.kind: move.name for move in reversed(kit.moves)}.values())[::-1][:EXAMPLES]


# ── Words and signs ──────────────────────────────────────────────────────────────────────────────────────────────


def draw_term(term: str, kit: Kit) -> Line:
    """A term of the notation: a card or a suit with its sign and on its colour, any other in the reader's words."""
    suit = term.partition(" ")[0]
    word = kit.term(term)
    return [(f"{kit.suits.sign(suit)} {word}", kit.suits.style(suit))] if kit.suits.has(suit) else [(word, "")]


def draw_item(item: str, kit: Kit) -> Line:
    """The name of an item of the score sheet: `rows.blue` is called as `blue` is."""
    name = item.rpartition(".")[2]
    if kit.suits.has(name):
        return kit.line(kit.suits.mark(name), " ", kit.term(name))
    return kit.line(kit.term(item) if item in kit.lexicon.terms else label(name, kit))


def draw_legend(kit: Kit) -> list[Line]:
    """The suits that the game has words for."""
    suits = [suit for suit in kit.suits.table if suit in kit.lexicon.terms]
    return kit.flow((kit.line(kit.suits.mark(suit), " ", kit.term(suit), " ") for suit in suits), kit.width)


def draw_memory_aid(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """Everything on the table."""
    return [line for section in draw_table(view, kit) for line in section]
