"""Board file loader: reads a board and checks it against the rule pages; an error names the stone and the rule.

A board file is a table: `values`, what each rank is worth; `goal_ranks`, how many of the last ones are the goal area;
`start`, the stones that follow the start field; and `stones`, a table by name, in the order that the notation and the
tiles follow. Of a stone it says the `colour` (or `joker`), where it is drawn (`x`), the stones that ways lead `to`,
whether a `tile` lies on it, and the colour of a wish-stone `stack`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NoReturn

from wishstone.api import COLOURS, DataError, Lexicon, Settings, Value, new_record
from wishstone.games.keltis import rules
from wishstone.games.keltis.words import TERMS, WORDS

NEW_PATHS = "keltis-new-paths"
BOARDS = {("keltis", 1): "keltis.toml", (NEW_PATHS, 1): "new-paths-1.toml", (NEW_PATHS, 2): "new-paths.toml"}

START = "start"
JOKER = "joker"
COLOUR_WORDS = {colour: TERMS[colour] for colour in (*COLOURS, JOKER)}
WORD = re.compile(r"[a-z0-9]+")
WIDTH = 8.0  # the picture: x from 0 to this
GOAL_RANKS = 3  # K-3, N-5
ENDS = 5  # K-3, N-4: end fields, one of each colour
WORTH = 10  # no rank is worth more, or costs more
VALUES = (-4, -3, -2, 1, 2, 3, 6, 7, 10)  # K-3
GOAL_VALUES = (7, 6, 10)  # N-5; under version 1 of the rules in this order only
NEW_STARTS = 4  # N-4: ways from the start field

# How many tiles of each kind there are: clover; 1, 2, 3 points; wish stones by colour and without; card-discards.
TILES = (9, 2, 3, 2, 0, 0, 0, 0, 0, 9, 0)  # K-4
NEW_TILES = (5, 0, 5, 2, 1, 1, 1, 1, 1, 0, 5)  # N-1
STACK_SIZE = 5  # N-2


@dataclass(frozen=True)
class Stone:
    """A stone as the board file describes it."""

    colour: str
    x: float
    to: tuple[str, ...]
    tile: bool
    stack: str | None


@dataclass(frozen=True)
class Board:
    """A board as its file describes it, and which page it is to follow, in which version."""

    game: str
    rules_version: int
    values: tuple[int, ...]
    start: tuple[str, ...]
    stones: dict[str, Stone]

    @property
    def ranks(self) -> dict[str, int]:
        """By stone its distance from the start field, of those that ways lead to."""
        ranks: dict[str, int] = {}
        line, rank = self.start, 1
        while line:
            ranks |= dict.fromkeys(line, rank)
            line = tuple(dict.fromkeys(to for name in line for to in self.stones[name].to if to not in ranks))
            rank += 1
        return ranks


def data_of(game: str, rules_version: int, content: object = None, open_wish_stones: bool = False) -> Settings:
    """The board of a game as the record that the rules read: its own, or a file's content."""
    board = checked(game, rules_version, own_board(game, rules_version) if content is None else content)
    new_paths = game == NEW_PATHS
    data = new_record(rules.Data)
    data.moves_another = not new_paths  # K-11, N-12
    data.wish_colours = new_paths  # K-19, N-22
    data.open_wish_stones = open_wish_stones
    data.new_paths = new_paths
    data.stack_size = STACK_SIZE if new_paths else 0  # N-2
    for kind, count in enumerate(NEW_TILES if new_paths else TILES):
        data.tiles[kind] = count
    _write_stones(data, board)
    _write_ways(data, board)
    return data


@cache
def own_board(game: str, rules_version: int) -> object:
    """The content of the board file that comes with a game, under a version of its rules."""
    return tomllib.loads((files(__package__) / "boards" / BOARDS[game, rules_version]).read_text(encoding="utf-8"))


# ── Into the record ──────────────────────────────────────────────────────────────────────────────────────────────


def _write_stones(data: Settings, board: Board) -> None:
    data.stones = len(board.stones)
    ranks, last = board.ranks, len(board.values)
    data.place[rules.START] = data.stack[rules.START] = data.colour[rules.START] = -1
    _write_name(data, rules.START, START)
    for number, (name, stone) in enumerate(board.stones.items(), 1):
        _write_name(data, number, name)
        data.rank[number] = ranks[name]
        data.worth[number] = board.values[ranks[name] - 1]
        data.x[number] = round(100 * stone.x)
        if ranks[name] > last - GOAL_RANKS:
            data.goal = int(data.goal) | (1 << number)
        data.colour[number] = rules.JOKER if stone.colour == JOKER else COLOURS.index(stone.colour)
        for colour, word in enumerate(COLOURS):
            if stone.colour in (word, JOKER):  # N-8, N-9
                data.takes[colour] = int(data.takes[colour]) | (1 << number)
        data.stack[number] = -1 if stone.stack is None else COLOURS.index(stone.stack)
        data.place[number] = -1
        if stone.tile:
            data.place[number] = data.places
            data.place_at[data.places] = number
            data.places += 1


def _write_name(data: Settings, number: int, name: str) -> None:
    for at, letter in enumerate(name.encode("ascii")):
        data.name[number, at] = letter


def _write_ways(data: Settings, board: Board) -> None:
    numbers = {name: number for number, name in enumerate(board.stones, 1)}
    ways = 0
    for number, to in enumerate([board.start, *(stone.to for stone in board.stones.values())]):
        data.first_way[number] = ways
        for name in to:
            data.next[number] = int(data.next[number]) | (1 << numbers[name])
            data.way_from[ways] = number
            data.way_to[ways] = numbers[name]
            ways += 1
    for number in range(len(board.stones) + 1, rules.STONES + 1):
        data.first_way[number] = ways
    if board.game != NEW_PATHS:  # K-10: a figure shuts its path to the player's others
        for first in board.start:
            path = {first}
            while following := {to for name in path for to in board.stones[name].to} - path:
                path |= following
            for name in path:
                data.shuts[numbers[name]] = 1 << numbers[first]


# ── What is checked ──────────────────────────────────────────────────────────────────────────────────────────────


def checked(game: str, rules_version: int, content: object) -> Board:
    """The board that a file's content describes, or a `DataError`."""
    board = _read(game, rules_version, content)
    _check_names(board)
    _check_ways(board)
    _check_values(board)
    _check_ends(board)
    _check_tiles(board)
    if game == NEW_PATHS:
        _check_stacks(board)
    else:
        _check_paths(board)
    return board


def _refuse(board: str, code: str, base: str, new: str, **values: Value) -> NoReturn:
    """Refuse a board by a rule of the page of its game."""
    raise DataError(code, Lexicon(WORDS, COLOUR_WORDS), rule=new if board == NEW_PATHS else base, **values)


def _read(game: str, rules_version: int, content: object) -> Board:
    """The board as the file has it, if every entry is there and of its kind."""
    told = content if isinstance(content, Mapping) else {}
    stones = told.get("stones")
    for key, is_right in (
        ("values", _is_list(told.get("values"), int)),
        ("goal_ranks", told.get("goal_ranks") == GOAL_RANKS and not isinstance(told.get("goal_ranks"), bool)),
        ("start", _is_list(told.get("start"), str)),
        ("stones", isinstance(stones, Mapping) and len(stones) > 0),
    ):
        if not is_right:
            rule = ("K-3", "N-5") if key in ("values", "goal_ranks") else ("K-5", "N-6")
            _refuse(game, "board-entry", *rule, entry=key)
    assert isinstance(stones, Mapping)
    if len(stones) > rules.MOST_STONES:
        _refuse(game, "board-stones", "K-5", "N-6", count=len(stones), most=rules.MOST_STONES)
    read = {str(name): _read_stone(game, str(name), stone) for name, stone in stones.items()}
    return Board(game, rules_version, tuple(told["values"]), tuple(told["start"]), read)


def _is_list(value: object, kind: type) -> bool:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and all(isinstance(each, kind) and not isinstance(each, bool) for each in value)
    )


def _read_stone(game: str, name: str, stone: object) -> Stone:
    told = stone if isinstance(stone, Mapping) else {}
    x, stack = told.get("x"), told.get("stack")
    for key, is_right, base, new in (
        ("colour", told.get("colour") in (*COLOURS, JOKER), "K-3", "N-4"),
        ("x", isinstance(x, int | float) and not isinstance(x, bool), "K-5", "N-6"),
        ("to", _is_list(told.get("to", ()), str), "K-3", "N-4"),
        ("tile", isinstance(told.get("tile", False), bool), "K-4", "N-1"),
        ("stack", stack is None or stack in COLOURS, "K-4", "N-2"),
    ):
        if not is_right:
            _refuse(game, "board-stone-entry", base, new, stone=name, entry=key)
    for key in told:
        if key not in ("colour", "x", "to", "tile", "stack"):
            _refuse(game, "board-stone-unknown", "K-5", "N-6", stone=name, entry=str(key))
    assert isinstance(x, int | float)
    if not 0 <= x <= WIDTH:
        _refuse(game, "board-place", "K-5", "N-6", stone=name, width=int(WIDTH))
    return Stone(told["colour"], float(x), tuple(told.get("to", ())), bool(told.get("tile", False)), stack)


def _check_names(board: Board) -> None:
    """Names of one word, none of them `start`."""
    for name in board.stones:
        if not WORD.fullmatch(name) or len(name) > rules.NAME or name == START:
            _refuse(board.game, "board-name", "K-5", "N-6", stone=name, most=rules.NAME)


def _check_ways(board: Board) -> None:
    """Every way leads to a stone of the next rank; every stone is reached."""
    rule = ("K-3", "N-4")
    following = {START: board.start} | {name: stone.to for name, stone in board.stones.items()}
    for name, to in following.items():
        for each in to:
            if each not in board.stones:
                _refuse(board.game, "board-way-nowhere", *rule, stone=name, to=each)
            if to.count(each) > 1:
                _refuse(board.game, "board-way-twice", *rule, stone=name, to=each)
        if len(to) > rules.MOST_WAYS_ON:
            _refuse(board.game, "board-ways-on", *rule, stone=name, count=len(to), most=rules.MOST_WAYS_ON)
    ranks = {START: 0} | board.ranks
    for name in board.stones:
        if name not in ranks:
            _refuse(board.game, "board-unreached", *rule, stone=name)
    for name, to in following.items():
        for each in to:
            if ranks[each] != ranks[name] + 1:
                _refuse(board.game, "board-way-rank", *rule, stone=name, to=each, rank=ranks[name], to_rank=ranks[each])
    if (ways := sum(map(len, following.values()))) > rules.MOST_WAYS:
        _refuse(board.game, "board-ways", *rule, count=ways, most=rules.MOST_WAYS)
    wanted = NEW_STARTS if board.game == NEW_PATHS else len(COLOURS)
    if len(board.start) != wanted:
        _refuse(board.game, "board-starts", *rule, count=len(board.start), wanted=wanted)


def _check_values(board: Board) -> None:
    """A value for every rank, as K-3 or N-5 demands."""
    rule = ("K-3", "N-5")
    ranks = max(board.ranks.values(), default=0)
    if len(board.values) != ranks:
        _refuse(board.game, "board-values", *rule, count=len(board.values), ranks=ranks)
    if board.game == NEW_PATHS and ranks < 3 + GOAL_RANKS:
        _refuse(board.game, "board-few-ranks", *rule, ranks=ranks, least=3 + GOAL_RANKS)
    before_goal = ranks - GOAL_RANKS
    for rank, value in enumerate(board.values, 1):
        if board.game != NEW_PATHS:
            is_right = rank <= len(VALUES) and value == VALUES[rank - 1]
        elif rank > before_goal:
            is_right = value in _goal_values_left(board, board.values[before_goal : rank - 1])
        else:
            is_right = value < 0 if rank < 3 else value == 0 if rank == 3 else value > 0
        if not is_right or abs(value) > WORTH:
            _refuse(board.game, "board-value", *rule, rank=rank, value=value, stone=_on_rank(board, rank))
        if board.game == NEW_PATHS and board.rules_version > 1 and rank <= before_goal and value > min(GOAL_VALUES):
            stone, least = _on_rank(board, rank), min(GOAL_VALUES)
            _refuse(board.game, "board-value-goal", *rule, rank=rank, value=value, stone=stone, least=least)


def _goal_values_left(board: Board, taken: Sequence[int]) -> Sequence[int]:
    """What a rank of the goal area can be worth after those before it."""
    left = [value for value in GOAL_VALUES if value not in taken]
    return left[:1] if board.rules_version == 1 else left


def _on_rank(board: Board, rank: int) -> str:
    return ", ".join(name for name, its_rank in board.ranks.items() if its_rank == rank)


def _check_ends(board: Board) -> None:
    """Exactly five end fields, in the last rank, one of each colour; so every stone reaches one."""
    rule = ("K-3", "N-4")
    ranks = board.ranks
    ends = [name for name in board.stones if not board.stones[name].to]
    for name in ends:
        if ranks[name] != len(board.values):
            _refuse(board.game, "board-end-rank", *rule, stone=name, rank=ranks[name], last=len(board.values))
    colours = Counter(board.stones[name].colour for name in ends)
    for name in ends:
        if board.stones[name].colour == JOKER or colours[board.stones[name].colour] > 1:
            _refuse(board.game, "board-end-colour", *rule, stone=name, colour=board.stones[name].colour)
    if len(ends) != ENDS:
        _refuse(board.game, "board-ends", *rule, stone=", ".join(ends), count=len(ends))


def _check_tiles(board: Board) -> None:
    """As many tile places as there are tiles."""
    places = [name for name, stone in board.stones.items() if stone.tile]
    wanted = sum(NEW_TILES if board.game == NEW_PATHS else TILES)
    if len(places) != wanted:
        _refuse(board.game, "board-tiles", "K-4", "N-1", count=len(places), wanted=wanted, stone=", ".join(places))


def _check_stacks(board: Board) -> None:
    """Five stacks, one of each colour, none on a tile place (N-2)."""
    stacks = {name: stone.stack for name, stone in board.stones.items() if stone.stack}
    for name, colour in stacks.items():
        if board.stones[name].tile:
            _refuse(board.game, "board-stack-tile", "K-4", "N-2", stone=name)
        if list(stacks.values()).count(colour) > 1:
            _refuse(board.game, "board-stack-colour", "K-4", "N-2", stone=name, colour=colour)
    if len(stacks) != len(COLOURS):
        _refuse(board.game, "board-stacks", "K-4", "N-2", stone=", ".join(stacks), count=len(stacks))


def _check_paths(board: Board) -> None:
    """Straight paths of one colour each, with a tile on each end stone and no stacks (K-3, K-4).

    Five stones follow the start field, and there is an end stone of each colour: so there are five paths, one of each.
    """
    for name, stone in board.stones.items():
        for each in stone.to:
            if len(stone.to) > 1 or board.stones[each].colour != stone.colour:
                _refuse(board.game, "board-path", "K-3", "N-4", stone=name, colour=stone.colour)
        if not stone.to and not stone.tile:
            _refuse(board.game, "board-end-tile", "K-4", "N-1", stone=name)
        if stone.stack:
            _refuse(board.game, "board-no-stack", "K-4", "N-2", stone=name)
