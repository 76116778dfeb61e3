"""Moves of Quartz: the dice to throw again, or what the dice can still do, action by action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from wishstone.game.words import Sentence, Value, sentence
from wishstone.terminal.layout import GAP, Block, arrange, fit
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.quartz_dice.crystals import abbreviate, draw_crystal
from wishstone.terminal.renderer import Frame
from wishstone.terminal.theme import BRONZE, QUIET, STRONG

VERBS = ("keep", "reroll", "pickaxe", "jackhammer", "return", "chest", "transport", "claw", "name", "done")

COLUMN = 17  # cells for what is thrown again
HEAD = 19  # and for the name of an action
ENTRY = 6  # the least cells of a move behind it


def sort_key(name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
    """Where in the list a move stands: by its kind, then as the notation counts; few dice before many."""
    verb = VERBS.index(name.split()[0])
    return (verb, len(touches["dice"]))


def describe_move(move: ListedMove) -> Sentence:
    """A move in words."""
    key = f"move-{move.kind}"
    words = move.name.split()[1:]
    if move.kind == "reroll":
        return sentence(key, faces=_list_faces(words))
    if move.kind == "jackhammer":
        return sentence(key, count=int(words[0]))
    if move.kind in ("transport", "claw"):
        return sentence(key, other=int(words[0]), kind=move.touches["crystals"][0])
    if move.kind == "name":
        return sentence(key, other=int(words[0]))
    return sentence(key, kind=words[0]) if words else sentence(key)


def _list_faces(words: Sequence[str]) -> Value:
    """Several faces as one value, each by its own word."""
    said: Value = ""
    for word in dict.fromkeys(words):
        count = words.count(word)
        piece: Value = word if count == 1 else sentence("faces-several", count=count, face=word)
        said = sentence("faces-and", faces=said, more=piece) if said else piece
    return said


def draw_moves(frame: Frame) -> list[Text]:
    """The moves to choose from."""
    lines = _draw_throws(frame) if frame.view["step"] == "rolling" else _draw_actions(frame)
    return [fit(line, frame.width) for line in lines]


def _draw_number(move: ListedMove) -> Text:
    return Text(f"{move.number:>3} ", BRONZE)


def _moves_of_kind(frame: Frame, kind: str) -> list[ListedMove]:
    return [move for move in frame.moves if move.kind == kind]


# ── Throwing again ───────────────────────────────────────────────────────────────────────────────────────────────


def _draw_throws(frame: Frame) -> list[Text]:
    """Keeping all, and every choice of dice: those thrown again or those kept, whichever are fewer."""
    translator = frame.translator
    cells: list[Block] = [
        [Text.assemble(_draw_number(move), translator.say("keep"))] for move in _moves_of_kind(frame, "keep")
    ]
    again = _moves_of_kind(frame, "reroll")
    cells += [[Text.assemble(_draw_number(move), _draw_throw(frame, move))] for move in again]
    lines = arrange(cells, frame.width, COLUMN, COLUMN + GAP)
    return [translator.say("legend", style=QUIET), *lines] if again else lines


def _draw_throw(frame: Frame, move: ListedMove) -> Text:
    thrown, dice = move.touches["dice"], list(frame.view["dice"])
    for face in thrown:
        dice.remove(face)
    if not dice:
        return frame.translator.say("all")
    few, sign = (thrown, "↻") if len(thrown) < 3 else (dice, "=")
    return Text.assemble((f"{sign} ", STRONG), abbreviate(few, frame.translator.language))


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_actions(frame: Frame) -> list[Text]:
    """A line for each action, or each victim, with its moves behind it."""
    translator, names = frame.translator, frame.seating.names
    lines: list[Text] = []
    for move in _moves_of_kind(frame, "pickaxe"):
        lines += _draw_action(
            frame, translator.say("head-pickaxe"), [Text.assemble(_draw_number(move), translator.say("draw-one"))]
        )
    lines += _draw_action(
        frame,
        translator.say("head-jackhammer"),
        [_draw_jackhammer(frame, each) for each in _moves_of_kind(frame, "jackhammer")],
    )
    for verb in ("return", "chest"):
        cells = [_draw_crystal_move(frame, move) for move in _moves_of_kind(frame, verb)]
        lines += _draw_action(frame, translator.say(f"head-{verb}"), cells)
    sends = [
        Text.assemble(_draw_number(each), names[int(each.name.split()[1])])
        for each in _moves_of_kind(frame, "transport")
    ]
    lines += _draw_action(frame, translator.say("head-transport", kind="black"), sends)
    for seat in frame.seating.clockwise():
        thefts = [move for move in _moves_of_kind(frame, "claw") if int(move.name.split()[1]) == seat]
        cells = [_draw_crystal_move(frame, move) for move in thefts]
        lines += _draw_action(frame, translator.say(sentence("head-claw", other=seat), names=names), cells)
    named = [
        Text.assemble(_draw_number(each), names[int(each.name.split()[1])]) for each in _moves_of_kind(frame, "name")
    ]
    lines += _draw_action(frame, translator.say("head-name"), named)
    return lines + [Text.assemble(_draw_number(each), translator.say("done")) for each in _moves_of_kind(frame, "done")]


def _draw_action(frame: Frame, head: Text, cells: Sequence[Text]) -> list[Text]:
    """A head and as many lines as its moves need."""
    if not cells:
        return []
    width = max(max(cell.cell_len for cell in cells), ENTRY)
    beside = arrange([[cell] for cell in cells], max(frame.width - HEAD, width), width, width + 1)
    return [Text.assemble(fit(head if place == 0 else Text(), HEAD), line) for place, line in enumerate(beside)]


def _draw_jackhammer(frame: Frame, move: ListedMove) -> Text:
    draws = min(int(move.name.split()[1]), int(frame.view["bag_size"]))
    key = "draw-one" if draws == 1 else "draw-return"
    return Text.assemble(_draw_number(move), frame.translator.say(key, count=draws, back=draws // 2))


def _draw_crystal_move(frame: Frame, move: ListedMove) -> Text:
    return Text.assemble(_draw_number(move), draw_crystal(move.touches["crystals"][0], frame.translator.language))
