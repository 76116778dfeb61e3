"""Quartz in the terminal: the bag, everybody's carts and chests in one grid, the dice, their moves, and the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wishstone.games.quartz_dice.rules import POINTS
from wishstone.games.quartz_dice.words import FACES as DICE
from wishstone.games.quartz_dice.words import KINDS

if TYPE_CHECKING:  # a picture imports nothing of ours: the kit is handed to it
    from wishstone.terminal.kit import Block, Kit, Line, ListedMove, Sentence, Value

# Crystals: signs that nearly every terminal font has, one cell wide; letters in English and German; the style.
SUITS = {
    "quartz": ("◇", "Qz", "Qz", "quartz"),
    "rubellite": ("○", "Rl", "Rl", "pink"),
    "emerald": ("△", "Em", "Sm", "green"),
    "sapphire": ("□", "Sa", "Sa", "blue"),
    "ruby": ("♥", "Ru", "Ru", "red"),
    "amber": ("☼", "Am", "Bs", "yellow"),
    "black": ("■", "Bk", "Sw", "black"),
}
STYLES = {  # beside those of the kit, on a terminal of any, 256 and 16 colours
    "quartz": ("#06303d on #a6dbe8", "color(16) on color(152)", "black on bright_cyan"),
    "black": ("#ffffff on #2b2b30", "color(231) on color(236)", "bright_white on bright_black"),
}
START = "★"
MARKER = "↻"
PLAIN_SIGNS = {"◇": "q", "○": "o", "△": "^", "□": "=", "♥": "v", "■": "#", START: "*", MARKER: "@"}

SHORT_FACES = {
    "pickaxe": ("pick", "Hacke"),
    "jackhammer": ("jack", "Press"),
    "chest": ("chest", "Truhe"),
    "transport": ("trans", "Trans"),
    "claw": ("claw", "Greif"),
    "helmet": ("helm", "Helm"),
}
VERBS = ("keep", "reroll", "pickaxe", "jackhammer", "return", "chest", "transport", "claw", "name", "done")

NAME, NARROW_NAME = 17, 12  # cells for a name
CELL, NARROW_CELL = 8, 6  # and for a kind
WIDE = 100
SIDES = (6, 9)  # for what is in a chest, and for markers
POINTS_CELL = 7
COLUMN = 17  # cells for what is thrown again
HEAD = 19  # and for the name of an action
ENTRY = 6  # the least cells of a move behind it


def draw_table(view: Mapping[str, Any], kit: Kit) -> list[Block]:
    """The round and the bag, the grid, and the dice of whoever has them."""
    return [_draw_header(view, kit), _draw_grid(view, kit), _draw_dice(view, kit)]


def draw_prompt(view: Mapping[str, Any], kit: Kit) -> Line:
    """What the reader is asked for."""
    if view["step"] == "naming":
        return kit.say("ask-name")
    if view["step"] == "returning":
        return kit.say("ask-return", count=view["returns"])
    if view["step"] == "acting":
        return kit.say("ask-act" if len(kit.moves) > 1 else "ask-done")
    if view["throws"] < 3:
        return kit.say("ask-roll-two" if view["throws"] == 1 else "ask-roll-one")
    markers = view["players"][kit.seat]["markers"]
    return kit.say("ask-roll-marker", count=markers) if markers else kit.say("ask-roll-none")


def draw_moves(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The moves to choose from."""
    lines = _draw_throws(view, kit) if view["step"] == "rolling" else _draw_actions(view, kit)
    return [kit.fit(line, kit.width) for line in lines]


def _draw_header(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    turn, pairs = kit.say("round", round=view["round"]), kit.say("pairs", pairs=view["pairs"])
    lines = kit.spread([(kit.title, "strong"), turn, pairs], kit.width)
    return lines if len(lines) == 1 else kit.spread([turn, pairs], kit.width)


# ── The grid ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_grid(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """A line for the kinds and their worth, one for the bag, and one for each player, the reader's own first."""
    name, cell = (NAME, CELL) if kit.width >= WIDE else (NARROW_NAME, NARROW_CELL)
    kinds = [
        kit.fit(kit.line(kit.suits.mark(kind), (f" {kit.number(points)}", "quiet")), cell)
        for kind, points in zip(KINDS, POINTS, strict=True)
    ]
    points = kit.align_right(kit.say("points", style="quiet"), POINTS_CELL)
    sides = _draw_sides(kit.say("in-chest", style="quiet"), kit.say("markers", style="quiet"), kit)
    heads = kit.line(" " * name, points, "  ", *kinds, sides)
    size = kit.align_right((str(view["bag_size"]), "quiet"), POINTS_CELL)
    held = [kit.fit(_draw_count(view["bag"][kind]), cell) for kind in KINDS]
    bag = kit.line(kit.fit(kit.line("  ", kit.say("bag")), name), size, "  ", *held)
    players = [_draw_player(view, seat, kit, name, cell) for seat in kit.clockwise()]
    return [kit.fit(line, kit.width) for line in (heads, bag, *players)]


def _draw_player(view: Mapping[str, Any], seat: int, kit: Kit, name: int, cell: int) -> Line:
    player = view["players"][seat]
    signs = [("▸" if seat == view["actor"] else " ", "mine"), (START if seat == view["start"] else " ", "choice")]
    total = kit.align_right((kit.number(player["sheet"]["total"]), "strong"), POINTS_CELL)
    held = [kit.fit(_draw_held(player, kind, kit), cell) for kind in KINDS]
    markers = player["markers"]
    shown = [(f"{MARKER}{markers}", "choice") if markers else ("·", "quiet")]
    sides = _draw_sides(_draw_count(sum(player["chest"].values())), shown, kit)
    return kit.line(kit.fit(kit.line(*signs, kit.name(seat)), name), total, "  ", *held, sides)


def _draw_sides(chest: Line, markers: Line, kit: Kit) -> Line:
    return kit.line(kit.align_right(chest, SIDES[0]), kit.align_right(markers, SIDES[1]))


def _draw_held(player: Mapping[str, Any], kind: str, kit: Kit) -> Line:
    """Crystals of a kind: those on the cart, then after a plus those in the chest."""
    chest = player["chest"][kind]
    return kit.line(_draw_count(player["cart"][kind]), (f"+{chest}" if chest else "", "choice"))


def _draw_count(count: int) -> Line:
    return [(str(count), "")] if count else [("·", "quiet")]


# ── The dice ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_dice(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """The dice, and the actions that are left while they are carried out."""
    if not view["dice"]:
        return []
    faces = [(f" {kit.term(face)} ", "paper") for face in view["dice"]]
    line = kit.line(kit.say("dice"), "  ", kit.join(faces))
    if view["step"] in ("rolling", "throwing"):
        return [kit.fit(line, kit.width)]
    left = [(f"{kit.term(face)} ×{view['actions'][face]}", "paper") for face in DICE if view["actions"][face]]
    rest = kit.line(kit.say("left", style="quiet"), " ", kit.join(left, "  ") if left else ("–", "quiet"))
    if kit.width_of(line) + kit.width_of(rest) + 2 <= kit.width:
        return [kit.justify(line, rest, kit.width)]
    return [kit.fit(line, kit.width), kit.fit(rest, kit.width)]


# ── Throwing again ───────────────────────────────────────────────────────────────────────────────────────────────


def _draw_throws(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """Keeping all, and every choice of dice: those thrown again or those kept, whichever are fewer."""
    again = kit.moves_of("reroll")
    cells = [[kit.line(_draw_number(move, kit), kit.say("keep"))] for move in kit.moves_of("keep")]
    cells += [[kit.line(_draw_number(move, kit), _draw_throw(view, move, kit))] for move in again]
    lines = kit.arrange(cells, kit.width, COLUMN, COLUMN + kit.gap)
    return [kit.say("legend", style="quiet"), *lines] if again else lines


def _draw_throw(view: Mapping[str, Any], move: ListedMove, kit: Kit) -> Line:
    thrown, dice = move.touches["dice"], list(view["dice"])
    for face in thrown:
        dice.remove(face)
    if not dice:
        return kit.say("all")
    few, sign = (thrown, MARKER) if len(thrown) < 3 else (dice, "=")
    return kit.line((f"{sign} ", "strong"), " ".join(kit.choose(SHORT_FACES[face]) for face in few))


def _draw_number(move: ListedMove, kit: Kit) -> Line:
    return kit.line(kit.move_number(move), " ")


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_actions(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """A line for each action, or each victim, with its moves behind it."""
    lines: list[Line] = []
    for move in kit.moves_of("pickaxe"):
        cells = [kit.line(_draw_number(move, kit), kit.say("draw-one"))]
        lines += _draw_action(kit.say("head-pickaxe"), cells, kit)
    hammers = [_draw_jackhammer(view, move, kit) for move in kit.moves_of("jackhammer")]
    lines += _draw_action(kit.say("head-jackhammer"), hammers, kit)
    for verb in ("return", "chest"):
        cells = [_draw_crystal_move(move, kit) for move in kit.moves_of(verb)]
        lines += _draw_action(kit.say(f"head-{verb}"), cells, kit)
    sends = [_draw_seat_move(move, kit) for move in kit.moves_of("transport")]
    lines += _draw_action(kit.say("head-transport", kind="black"), sends, kit)
    for seat in kit.clockwise():
        cells = [_draw_crystal_move(move, kit) for move in kit.moves_of("claw") if _seat_of(move) == seat]
        lines += _draw_action(kit.say("head-claw", other=seat), cells, kit)
    named = [_draw_seat_move(move, kit) for move in kit.moves_of("name")]
    lines += _draw_action(kit.say("head-name"), named, kit)
    return lines + [kit.line(_draw_number(move, kit), kit.say("done")) for move in kit.moves_of("done")]


def _draw_action(head: Line, cells: Sequence[Line], kit: Kit) -> list[Line]:
    """A head and as many lines as its moves need."""
    if not cells:
        return []
    width = max(ENTRY, *(kit.width_of(cell) for cell in cells))
    beside = kit.arrange([[cell] for cell in cells], max(kit.width - HEAD, width), width, width + 1)
    return [kit.line(kit.fit(head if place == 0 else "", HEAD), line) for place, line in enumerate(beside)]


def _draw_jackhammer(view: Mapping[str, Any], move: ListedMove, kit: Kit) -> Line:
    draws = min(int(move.name.split()[1]), int(view["bag_size"]))
    told = kit.say("draw-one" if draws == 1 else "draw-return", count=draws, back=draws // 2)
    return kit.line(_draw_number(move, kit), told)


def _draw_crystal_move(move: ListedMove, kit: Kit) -> Line:
    return kit.line(_draw_number(move, kit), kit.suits.mark(move.touches["crystals"][0]))


def _draw_seat_move(move: ListedMove, kit: Kit) -> Line:
    return kit.line(_draw_number(move, kit), kit.names[_seat_of(move)])


def _seat_of(move: ListedMove) -> int:
    """The seat that a move names."""
    return int(move.name.split()[1])


# ── Signs and lists ──────────────────────────────────────────────────────────────────────────────────────────────


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: by its kind, then as the notation counts; few dice before many."""
    return VERBS.index(name.split()[0]), len(touches["dice"])


def describe_move(move: ListedMove, kit: Kit) -> Sentence:
    """A move in words."""
    key = f"move-{move.kind}"
    words = move.name.split()[1:]
    if move.kind == "reroll":
        return kit.sentence(key, faces=_list_faces(words, kit))
    if move.kind == "jackhammer":
        return kit.sentence(key, count=int(words[0]))
    if move.kind in ("transport", "claw"):
        return kit.sentence(key, other=int(words[0]), kind=move.touches["crystals"][0])
    if move.kind == "name":
        return kit.sentence(key, other=int(words[0]))
    return kit.sentence(key, kind=words[0]) if words else kit.sentence(key)


def _list_faces(words: Sequence[str], kit: Kit) -> Value:
    """Several faces as one value, each by its own word."""
    said: Value = ""
    for word in dict.fromkeys(words):
        count = words.count(word)
        piece: Value = word if count == 1 else kit.sentence("faces-several", count=count, face=word)
        said = kit.sentence("faces-and", faces=said, more=piece) if said else piece
    return said


def draw_item(item: str, kit: Kit) -> Line:
    """The name of an item of the score sheet."""
    return kit.say(f"item-{item}")


def draw_legend(kit: Kit) -> list[Line]:
    """What the signs mean."""
    kinds = [kit.line(kit.suits.mark(kind), " ", kit.term(kind)) for kind in KINDS]
    others = [
        kit.line("2", ("+1", "choice"), " ", kit.say("sign-cell")),
        kit.line((START, "choice"), " ", kit.say("sign-start")),
        kit.line((MARKER, "choice"), " ", kit.say("sign-marker")),
    ]
    return [kit.join(kinds[:4], "  "), kit.join(kinds[4:], "  "), *others]


def draw_memory_aid(view: Mapping[str, Any], kit: Kit) -> list[Line]:
    """What is in the bag, and how likely each kind comes next."""
    lines = []
    for kind in KINDS:
        share = 100 * view["bag"][kind] / max(view["bag_size"], 1)
        odds = f"{view['bag'][kind]:>3}  {share:>3.0f} %  "
        name = kit.fit(kit.term(kind), 11)
        lines.append(kit.line(kit.suits.mark(kind), " ", name, odds, kit.say("odds", style="quiet")))
    return [kit.fit(line, kit.width) for line in lines]


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def examples(kit: Kit) -> tuple[str, ...]:
    """Moves as they may be typed."""
    return (
        ("behalten", "wirf helm", "greifer 1 rubin") if kit.language == "de" else ("keep", "reroll claw", "claw 1 ruby")
    )


# A bot's turn is told in one line; of one's own turn, what the bag gave. The dice lie on the table.
MERGE_RULES: dict[str, str | None] = {
    "story-roll": None,
    "story-roll-you": None,
    "story-reroll": None,
    "story-reroll-you": None,
    "story-reroll-marker": None,
    "story-reroll-marker-you": None,
    "story-roll-again": None,
    "story-roll-again-you": None,
    "story-keep": None,
    "story-keep-you": None,
    "story-done": None,
    "story-done-you": None,
    "story-pickaxe": None,
    "story-jackhammer": None,
    "story-jackhammer-one": None,
    "story-draw-you": "drawn-you",
    "story-mine": "=turn-mine",
    "story-mine-black": "=turn-mine-black",
    "story-draw": "+turn-draw",
    "story-hammer": "+turn-hammer",
    "story-return": "+turn-return",
    "story-chest": "+turn-chest",
    "story-transport": "+turn-transport",
    "story-transport-at-you": "+turn-transport-at-you",
    "story-claw": "+turn-claw",
    "story-claw-at-you": "+turn-claw-at-you",
}

VOCABULARY = {
    "de": {
        "verbs": {
            "wirf": "reroll",
            "werfen": "reroll",
            "würfle": "reroll",
            "behalten": "keep",
            "behalte": "keep",
            "spitzhacke": "pickaxe",
            "hacke": "pickaxe",
            "presslufthammer": "jackhammer",
            "hammer": "jackhammer",
            "zurück": "return",
            "zurücklegen": "return",
            "truhe": "chest",
            "transport": "transport",
            "schicke": "transport",
            "greifer": "claw",
            "stiehl": "claw",
            "fertig": "done",
            "nenne": "name",
        },
        "others": {
            "spitzhacke": "pickaxe",
            "hacke": "pickaxe",
            "presslufthammer": "jackhammer",
            "truhe": "chest",
            "transport": "transport",
            "greifer": "claw",
            "helm": "helmet",
            "quarz": "quartz",
            "rubellit": "rubellite",
            "smaragd": "emerald",
            "saphir": "sapphire",
            "rubin": "ruby",
            "bernstein": "amber",
            "schwarz": "black",
        },
    }
}

WORDS: dict[str, tuple[str, str]] = {
    # the story, a line for each turn
    "drawn-you": ("You dig up {kind}.", "Du gräbst {kind} aus."),
    "turn-mine": ("{who} mines {kind}", "{who} schürft {kind}"),
    "turn-mine-black": ("{who} mines {kind} (a marker)", "{who} schürft {kind} (ein Marker)"),
    "turn-draw": ("digs up {kind}", "gräbt {kind} aus"),
    "turn-hammer": ("hammers out {kind}", "hämmert {kind} los"),
    "turn-return": ("puts {kind} back", "legt {kind} zurück"),
    "turn-chest": ("locks up {kind}", "sichert {kind}"),
    "turn-transport": ("sends {kind} to {other}", "schickt {kind} an {other}"),
    "turn-transport-at-you": ("sends {kind} to you", "schickt dir {kind}"),
    "turn-claw": ("steals {kind} from {other}", "stiehlt {kind} von {other}"),
    "turn-claw-at-you": ("steals {kind} from you", "stiehlt dir {kind}"),
    # on the table
    "round": ("Round {round} of 6", "Runde {round} von 6"),
    "pairs": ("Black pairs beside the bag: {pairs}", "Schwarze Paare neben dem Beutel: {pairs}"),
    "bag": ("Bag", "Beutel"),
    "in-chest": ("chest", "Truhe"),
    "markers": ("markers", "Marker"),
    "points": ("points", "Punkte"),
    "dice": ("Dice", "Würfel"),
    "left": ("left to do:", "noch zu tun:"),
    "times": ("{face} ×{count}", "{face} ×{count}"),
    # the asking line
    "ask-roll-two": ("Your turn. You may throw twice more.", "Du bist am Zug. Du darfst noch zweimal werfen."),
    "ask-roll-one": ("Your turn. You may throw once more.", "Du bist am Zug. Du darfst noch einmal werfen."),
    "ask-roll-marker": (
        "Your turn. A marker gives one more throw; you have {count}.",
        "Du bist am Zug. Ein Marker gibt noch einen Wurf; du hast {count}.",
    ),
    "ask-roll-none": ("Your turn. That was the last throw.", "Du bist am Zug. Das war der letzte Wurf."),
    "ask-act": ("Your turn. What do your dice do?", "Du bist am Zug. Was tun deine Würfel?"),
    "ask-done": ("Your turn. Your dice do nothing more.", "Du bist am Zug. Deine Würfel tun nichts mehr."),
    "ask-return": (
        "Your turn. Of what the jackhammers drew, this goes back: {count}.",
        "Du bist am Zug. Davon geht zurück in den Beutel: {count}.",
    ),
    "ask-name": ("A tie. You name who starts the next round.", "Gleichstand. Du sagst, wer die nächste Runde beginnt."),
    # the moves
    "legend": (
        "↻ throw these again   = keep these, throw the others again",
        "↻ diese noch einmal   = diese behalten, die anderen noch einmal",
    ),
    "keep": ("keep all", "alle behalten"),
    "all": ("all again", "alle werfen"),
    "done": ("done", "fertig"),
    "draw-one": ("draw a crystal", "einen Kristall ziehen"),
    "draw-some": ("draw {count}", "{count} ziehen"),
    "draw-return": ("draw {count}, put {back} back", "{count} ziehen, {back} zurück"),
    "head-pickaxe": ("Pickaxe", "Spitzhacke"),
    "head-jackhammer": ("Jackhammer", "Presslufth."),
    "head-chest": ("Into the chest", "In die Truhe"),
    "head-transport": ("Send {kind} to", "{kind} an"),
    "head-claw": ("Steal from {other}", "Stiehl {other}"),
    "head-return": ("Put back", "Zurück"),
    "head-name": ("Next to start", "Es beginnt"),
    # a move in words
    "move-reroll": ("throw again: {faces}", "noch einmal werfen: {faces}"),
    "move-keep": ("keep the dice", "die Würfel behalten"),
    "move-pickaxe": ("draw with a pickaxe", "mit der Spitzhacke ziehen"),
    "move-jackhammer": ("jackhammer {count}", "Presslufthammer {count}"),
    "move-return": ("put {kind} back", "{kind} zurücklegen"),
    "move-chest": ("lock up {kind}", "{kind} in die Truhe legen"),
    "move-transport": ("send {kind} to {other}", "{kind} an {other} schicken"),
    "move-claw": ("steal {kind} from {other}", "{kind} von {other} stehlen"),
    "move-done": ("do nothing more", "nichts mehr tun"),
    "move-name": ("let {other} start", "{other} beginnen lassen"),
    # items, signs, and what the command for cards shows here
    "help-cards": ("what is in the bag, and how likely it comes", "was im Beutel ist und wie wahrscheinlich es kommt"),
    "item-crystals": ("Crystals", "Kristalle"),
    "item-sets": ("Sets", "Sätze"),
    "item-chest": ("Emptiest chest", "Leerste Truhe"),
    "sign-cell": ("two on the cart, one in the chest", "zwei auf der Lore, einer in der Truhe"),
    "sign-start": ("starts this round", "beginnt diese Runde"),
    "sign-marker": ("marker for a throw", "Marker für einen Wurf"),
    "odds": ("in the bag", "im Beutel"),
}
