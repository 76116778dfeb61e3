"""Quartz, the dice game, for people: the notation, what a seat sees, the score sheet, and every sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from wishstone.api import (
    CHANCE,
    THROW_FACES,
    THROWS,
    OptionValue,
    Position,
    Sentence,
    Settings,
    Value,
    is_part,
    members,
    new_record,
    reader,
    sentence,
    shown,
)
from wishstone.games.quartz_dice import rules
from wishstone.games.quartz_dice.words import FACES as FACES
from wishstone.games.quartz_dice.words import KINDS as KINDS
from wishstone.games.quartz_dice.words import TERMS as TERMS
from wishstone.games.quartz_dice.words import WORDS as WORDS

_read = reader(rules.State)

ACTIONS = {  # by the verb of the notation: the face that pays for it, and its rule
    "pickaxe": (rules.PICKAXE, "Q-10"),
    "chest": (rules.CHEST, "Q-13"),
    "transport": (rules.TRANSPORT, "Q-14"),
    "claw": (rules.CLAW, "Q-15"),
}


def make_data(
    game: str, options: Mapping[str, OptionValue], files: Mapping[str, object], rules_version: int
) -> Settings:
    """The option `jackhammer`; this game has no data files."""
    data = new_record(rules.Data)
    data.per_die = options["jackhammer"] == "per-die"
    return data


# ── Notation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def throw_name(number: int) -> str:
    """The faces of a throw in their order: `pickaxe claw claw`."""
    return " ".join(FACES[face] for face in THROW_FACES[number])


def move_name(data: Settings, move: int) -> str:
    """A move in the notation of the record."""
    if move >= rules.NAME:
        return f"name {move - rules.NAME}"
    if move == rules.STOP:
        return "done"
    if move >= rules.STEAL:
        seat, kind = divmod(move - rules.STEAL, rules.REAL)
        return f"claw {seat} {KINDS[kind]}"
    if move >= rules.SEND:
        return f"transport {move - rules.SEND}"
    if move >= rules.STORE:
        return f"chest {KINDS[move - rules.STORE]}"
    if move >= rules.RETURN:
        return f"return {KINDS[move - rules.RETURN]}"
    if move > rules.HAMMER:
        return f"jackhammer {move - rules.HAMMER}"
    if move == rules.DIG:
        return "pickaxe"
    return "keep" if move == rules.KEEP else f"reroll {throw_name(move - rules.REROLL)}"


def outcome_name(data: Settings, outcome: int) -> str:
    """An outcome in the notation of the record."""
    if outcome >= rules.ROLL:
        return f"roll {throw_name(outcome - rules.ROLL)}"
    return f"draw {KINDS[outcome - rules.DRAW]}"


def hidden_name(state: Position, data: Settings) -> str:
    """Nothing is hidden in this game; a crystal or throw that somebody did not look at."""
    return "roll ?" if state.step == rules.THROWING else "draw ?"


# ── Sheet and view ───────────────────────────────────────────────────────────────────────────────────────────────


def sheet(data: Settings, row: Sequence[int]) -> dict[str, Any]:
    """One seat's score sheet."""
    return dict(zip(rules.ITEMS, row, strict=False))


def secret_items(state: Position, data: Settings) -> tuple[str, ...]:
    """Everything that counts lies open."""
    return ()


def public(state: Position, data: Settings) -> dict[str, Any]:
    """The position, which everyone may know whole, without the score sheets."""
    at, per_die = _read(state), bool(data["per_die"])
    return {
        "seats": at.seats,
        "first": at.first,
        "start": at.start,
        "turn": at.turn,
        "actor": rules.actor(at, data),
        "step": rules.STEPS[at.step],
        "end": rules.ENDS[at.end],
        "jackhammer": "per-die" if per_die else "pairs",
        "round": at.rounds,
        "pairs": at.pairs,
        "bag": _crystals(at.bag),
        "bag_size": at.bag_size,
        "dice": _faces(at.dice),
        "thrown": at.thrown,
        "throws": at.throws,
        "actions": _actions(at, per_die),
        "drawn": _crystals(at.drawn),
        "returns": at.returns if at.step == rules.RETURNING else 0,
        "most": members(at.most),
        "players": [_player(seat, at.cart[seat], at.chest[seat], at.markers[seat]) for seat in range(at.seats)],
    }


@lru_cache(4096)  # most moves change nothing of most players
def _player(seat: int, cart: tuple[int, ...], chest: tuple[int, ...], markers: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "cart": _crystals(cart),
        "chest": _crystals(chest),
        "markers": markers,
        "real": sum(cart[: rules.REAL]) + sum(chest[: rules.REAL]),
    }


def own(state: Position, data: Settings, seat: int) -> dict[str, Any]:
    """Nothing is hidden in this game."""
    return {}


def _crystals(counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(KINDS, counts, strict=True))


@lru_cache(len(THROWS))
def _faces(throw: int) -> list[str]:
    return [name for face, name in enumerate(FACES) for _ in range(shown(throw, face))]


def _actions(at: Any, per_die: bool) -> dict[str, int]:
    """How often the dice still give each action; of jackhammers, how many draws they give without helmets."""
    left = dict(zip(FACES, at.actions, strict=True))
    dice = left["jackhammer"]
    left["jackhammer"] = (dice if dice > 1 else 0) if per_die else dice // 2
    return left


def touches(state: Position, data: Settings, move: int) -> dict[str, Any]:
    """What a legal move takes from where, and puts where."""
    return _touches(_read(state).turn, move)


@lru_cache(rules.SEATS[1] * rules.MOVES)
def _touches(seat: int, move: int) -> dict[str, Any]:
    """What a move of a seat touches wherever it is made."""
    told: dict[str, Any] = {"crystals": [], "from": None, "to": None, "dice": []}
    if move == rules.STOP:
        return told
    cart = f"cart {seat}"
    if move >= rules.NAME:
        told["to"] = f"seat {move - rules.NAME}"
    elif move >= rules.STEAL:
        other, kind = divmod(move - rules.STEAL, rules.REAL)
        told |= {"crystals": [KINDS[kind]], "from": f"cart {other}", "to": cart}
    elif move >= rules.SEND:
        told |= {"crystals": ["black"], "from": cart, "to": f"cart {move - rules.SEND}"}
    elif move >= rules.STORE:
        told |= {"crystals": [KINDS[move - rules.STORE]], "from": cart, "to": f"chest {seat}"}
    elif move >= rules.RETURN:
        told |= {"crystals": [KINDS[move - rules.RETURN]], "from": cart, "to": "bag"}
    elif move > rules.KEEP:
        told |= {"from": "bag", "to": cart, "draws": max(move - rules.HAMMER, 1)}
    else:
        told["dice"] = [] if move == rules.KEEP else throw_name(move - rules.REROLL).split()
    return told


# ── The story ────────────────────────────────────────────────────────────────────────────────────────────────────


def story(state: Position, data: Settings, move: int, seat: int | None) -> Sentence:
    """What happens with this move or outcome, told to a seat before it is applied; `seat` in it is whom it is about.

    `other` is a second seat that it is about: whom somebody steals from, sends a crystal to, or names.
    """
    at = _read(state)
    about = at.turn
    key, values = _told(at, data, move)
    if about == seat:
        key = f"{key}-you"
    elif values.get("other") == seat and seat is not None:
        key = f"{key}-at-you"
    return sentence(key, seat=about, **values)


def _told(at: Any, data: Settings, move: int) -> tuple[str, dict[str, Value]]:
    seat = at.turn
    if rules.actor(at, data) == CHANCE:
        return _told_outcome(at, move)
    if move >= rules.NAME:
        other = move - rules.NAME
        return ("story-name", {"other": other}) if other != seat else ("story-name-self", {})
    if move == rules.STOP:
        return "story-done", {}
    if move >= rules.STEAL:
        other, kind = divmod(move - rules.STEAL, rules.REAL)
        return "story-claw", {"kind": KINDS[kind], "other": other}
    if move >= rules.SEND:
        return "story-transport", {"kind": "black", "other": move - rules.SEND}
    if move >= rules.STORE:
        return "story-chest", {"kind": KINDS[move - rules.STORE]}
    if move >= rules.RETURN:
        return "story-return", {"kind": KINDS[move - rules.RETURN]}
    if move > rules.HAMMER:
        draws = min(move - rules.HAMMER, at.bag_size)
        return ("story-jackhammer", {"count": draws}) if draws > 1 else ("story-jackhammer-one", {})
    if move == rules.DIG:
        return "story-pickaxe", {}
    if move == rules.KEEP:
        return "story-keep", {}
    faces = _faces_told(move - rules.REROLL)
    if at.throws >= rules.FREE_THROWS:
        return "story-reroll-marker", faces
    return "story-reroll", faces


def _told_outcome(at: Any, outcome: int) -> tuple[str, dict[str, Value]]:
    if outcome >= rules.ROLL:
        faces = _faces_told(outcome - rules.ROLL)
        return ("story-roll" if at.thrown == rules.DICE else "story-roll-again"), faces
    kind = outcome - rules.DRAW
    if at.step == rules.MINING:
        return ("story-mine-black" if kind == rules.BLACK else "story-mine"), {"kind": KINDS[kind]}
    return ("story-draw" if at.step == rules.DIGGING else "story-hammer"), {"kind": KINDS[kind]}


def _faces_told(number: int) -> dict[str, Value]:
    """The faces of a throw as one value: sentences of two, to be put into the language spoken."""
    faces: Value | None = None
    names = [FACES[face] for face in THROW_FACES[number]]
    for name in dict.fromkeys(names):
        count = names.count(name)
        piece: Value = name if count == 1 else sentence("faces-several", count=count, face=name)
        faces = piece if faces is None else sentence("faces-and", faces=faces, more=piece)
    return {"faces": faces if faces is not None else ""}


# ── Why a move is refused ────────────────────────────────────────────────────────────────────────────────────────


def why(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    """The rule that forbids a move here, and what it says."""
    step = int(state.step)
    if move >= rules.NAME:
        return _why_name(state, move - rules.NAME)
    if step == rules.NAMING:
        return "Q-20", sentence("why-name-now")
    returning = rules.RETURN <= move < rules.STORE
    if step == rules.RETURNING:
        if returning:
            return "Q-12", sentence("why-not-drawn", kind=KINDS[move - rules.RETURN])
        return "Q-12", sentence("why-return-now")
    if returning:
        return "Q-12", sentence("why-no-return")
    if step == rules.ROLLING:
        return _why_roll(state, move)
    if move <= rules.KEEP:
        return "Q-7", sentence("why-kept")
    return _why_act(state, data, move)


def _why_name(state: Position, seat: int) -> tuple[str, Sentence]:
    if state.step != rules.NAMING:
        return "Q-20", sentence("why-no-name")
    if seat >= state.seats:
        return "Q-20", sentence("why-no-seat", other=seat)
    return "Q-20", sentence("why-not-most", other=seat)


def _why_roll(state: Position, move: int) -> tuple[str, Sentence]:
    if move > rules.KEEP:
        return "Q-9", sentence("why-keep-first")
    if not is_part(int(THROWS[move - rules.REROLL]), int(state.dice)):
        return "Q-7", sentence("why-no-dice")
    return "Q-8", sentence("why-no-marker")


def _why_act(state: Position, data: Settings, move: int) -> tuple[str, Sentence]:
    seat = int(state.turn)
    if rules.HAMMER < move < rules.RETURN:
        return _why_hammer(state, data, move - rules.HAMMER)
    face, rule = ACTIONS[move_name(data, move).split()[0]]
    if state.actions[face] + state.actions[rules.HELMET] == 0:
        return rule, sentence("why-pickaxe" if face == rules.PICKAXE else "why-pair", face=FACES[face])
    if move >= rules.SEND:
        other = (move - rules.STEAL) // rules.REAL if move >= rules.STEAL else move - rules.SEND
        if other >= state.seats:
            return rule, sentence("why-no-seat", other=other)
        if other == seat:
            return rule, sentence("why-own-cart")
        if move >= rules.STEAL:
            kind = KINDS[(move - rules.STEAL) % rules.REAL]
            return "Q-16", sentence("why-not-theirs", kind=kind, other=other)
        return rule, sentence("why-not-in-cart", kind="black")
    return rule, sentence("why-not-in-cart", kind=KINDS[move - rules.STORE])


def _why_hammer(state: Position, data: Settings, number: int) -> tuple[str, Sentence]:
    if state.hammered:
        return "Q-12", sentence("why-hammered")
    most = int(rules.most_hammered(state, data))
    if most < (2 if data.per_die else 1):
        return "Q-11", sentence("why-pair", face="jackhammer")
    if number > most:
        return "Q-12", sentence("why-hammer-most", most=most)
    return "Q-12", sentence("why-hammer-two")
