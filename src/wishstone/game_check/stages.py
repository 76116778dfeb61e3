"""Stages of the check of a game, in their order: each is asked only if the game can be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wishstone.game.contract import Game
from wishstone.game.package import GamePackage
from wishstone.game.registry import Registry
from wishstone.game_check import engine, product
from wishstone.game_check.remarks import Remark, failed, wrong

Stage = Callable[[Game], Iterator[Remark]]
REQUIRED = ("rules", "knowledge", "luck", "table", "words")
STAGES: tuple[Stage, ...] = (
    engine.catalogue,
    engine.conformance,
    engine.luck,
    engine.opponents,
    engine.observations,
    product.learning,
    product.bots,
    product.records,
    product.environments,
    product.terminal,
    product.page,
)


@dataclass(frozen=True)
class Checked:
    """What a stage has found."""

    stage: str  # its name, as `conformance`
    remarks: tuple[Remark, ...]

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not any(remark.is_wrong for remark in self.remarks)


def check_game(games: Registry, id: str) -> Iterator[Checked]:
    """Check a game that is installed, stage by stage; what a stage raises is one of its remarks."""
    package = games.find(id)
    files = Checked("files", tuple(_files(package)))
    yield files
    if not files.is_good:
        return
    try:
        game = games.load(id, engine="interpreted")
    except Exception as error:  # a game may be broken in any way
        yield Checked("loading", (failed(error),))
        return
    yield Checked("loading", ())
    for stage in STAGES:
        remarks: list[Remark] = []
        try:
            remarks.extend(stage(game))
        except Exception as error:
            remarks.append(failed(error))
        yield Checked(stage.__name__, tuple(remarks))


def _files(package: GamePackage) -> Iterator[Remark]:
    """The modules that every game has."""
    for part in REQUIRED:
        if not package.has(part):
            yield wrong("check-part", file=f"{part}.py")
