"""Net files: a line of JSON that says what the net is, then its numbers, compressed.

A file `nets/<game>.net` in the game's folder begins with the line `wishstone-net/1`. The second line is an object
with `game`, `seats` (the numbers of seats it was trained for), `rules`, `layout` and `inputs` (the versions of the
rules, of the observation and of its encoding), `shape`, `trainings` (by which it came about: command, seed,
decisions, seconds) and `figures`. The rest is the bytes of the net's record (`net_dtype`), field after field without
the gaps between them, in little-endian order, compressed by zlib.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wishstone.bots.net import NetShape, net_dtype
from wishstone.game.contract import Game, Numbers
from wishstone.game.errors import UsageError, unreadable
from wishstone.games import EVERY

NET, NET_SEARCH = "net", "net-search"  # the bots' names
FORMAT = "wishstone-net/1"
SUFFIX = ".net"
ABOUT = ("game", "seats", "rules", "layout", "inputs", "shape", "trainings", "figures")
LARGEST = 4 << 20  # bytes of a record: more is no net of ours


@dataclass(frozen=True, eq=False)
class NetFile:
    """A net and what is said about it."""

    about: Mapping[str, Any]
    shape: NetShape
    numbers: Numbers  # one record

    @property
    def game(self) -> str:
        """The id of the game that it plays."""
        return str(self.about["game"])

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats that it was trained for."""
        return tuple(int(seats) for seats in self.about["seats"])


class NetName(NamedTuple):
    """What the name of a bot that plays by a net says."""

    simulations: str  # as it was written; empty for a bare net
    path: str  # of a file; empty for the net that comes with the game

    @classmethod
    def of(cls, name: str) -> NetName | None:
        """What `net`, `net:FILE`, `net-search:500` or `net-search:500:FILE` says; None if it is no such name."""
        base, _, rest = name.partition(":")
        if base == NET_SEARCH:
            simulations, _, path = rest.partition(":")
            return cls(simulations, path)
        return cls("", rest) if base == NET else None


def find_net(game: str) -> Traversable | None:
    """The file of the net that comes with a game, if there is one."""
    return EVERY.find(game).find_file(NET)


@cache
def net_hash(game: str) -> str:
    """A hash of the net that comes with a game: bots that play by another are others. Empty where there is none."""
    file = find_net(game)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:20] if file else ""


def net_digests(names: Iterable[str]) -> dict[str, str]:
    """A hash of the file of every bot among these names that plays by a net in a file."""
    found = {}
    for name in names:
        said = NetName.of(name)
        if said is not None and said.path:
            found[name] = hashlib.sha256(_read(Path(said.path))).hexdigest()[:20]
    return found


def load_net(game: Game, path: Traversable | Path) -> NetFile:
    """The net in a file, which must be one for this game as it is now."""
    net = parse_net(_read(path), str(path))
    if net.game != game.id:
        raise UsageError("net-game", path=str(path), found=net.game, game=game.id)
    observed = sum(size for _, size in game.rules.OBSERVATION)
    if int(net.about["rules"]) != game.rules_version or (net.shape.observed, net.shape.moves) != (
        observed,
        game.rules.MOVES,
    ):
        raise UsageError("net-rules", path=str(path), game=game.id)
    return net


def _read(path: Traversable | Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def parse_net(content: bytes, path: str) -> NetFile:
    """The net that these bytes are."""
    try:
        kind, told, body = content.split(b"\n", 2)
        about: dict[str, Any] = json.loads(told)
        shape = NetShape(**about["shape"])
        layout = net_dtype(shape)
        if kind.decode() != FORMAT or set(ABOUT) - set(about) or layout.itemsize > LARGEST:
            raise ValueError(kind)
        numbers = _unpack(zlib.decompress(body), layout)
        _check(shape, numbers[0])
    except (ValueError, KeyError, TypeError, zlib.error):
        raise UsageError("net-form", path=path, format=FORMAT) from None
    return NetFile(about, shape, numbers)


def format_net(net: NetFile) -> bytes:
    """The bytes of a net's file."""
    about = {**{name: net.about[name] for name in ABOUT if name != "shape"}, "shape": net.shape._asdict()}
    told = json.dumps({name: about[name] for name in ABOUT}, ensure_ascii=False)
    return f"{FORMAT}\n{told}\n".encode() + zlib.compress(_pack(net.numbers), 9)


def _check(shape: NetShape, net: Any) -> None:
    """Compiled code reads where these numbers point, so they must point into the net."""
    first, colour, row = net["first"], net["colour"], net["row"]
    rows = np.where(colour < 0, shape.shared, shape.slots)
    outputs = shape.colours * shape.colour_outputs + shape.shared_outputs
    if not (
        min(shape) >= 0
        and net["colours"] == shape.colours
        and first[0] == 0
        and first[-1] == shape.inputs
        and (np.diff(first) >= 0).all()
        and (colour >= -1).all()
        and (colour < shape.colours).all()
        and (row >= 0).all()
        and (row < rows).all()
        and (net["part"] >= -1).all()
        and (net["part"] < outputs).all()
    ):
        raise ValueError("a net that points beyond itself")


def _pack(numbers: Numbers) -> bytes:
    return b"".join(_little(numbers[name]).tobytes() for name in numbers.dtype.names or ())


def _unpack(content: bytes, layout: np.dtype[np.void]) -> Numbers:
    numbers, at = np.zeros(1, layout), 0
    for name in layout.names or ():
        field = numbers[name]
        kind = field.dtype.newbyteorder("<")
        field.flat[:] = np.frombuffer(content, kind, field.size, at)
        at += field.nbytes
    if at != len(content):
        raise ValueError("too long")
    return numbers


def _little(array: Numbers) -> Numbers:
    return array.astype(array.dtype.newbyteorder("<"))
