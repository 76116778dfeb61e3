"""Stages of the check of a game, in their order: each is asked only if the game can be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wishstone.game.contract import Game
from wishstone.game.package import GamePackage
from wishstone.game.registry import Registry, load_package
from wishstone.game_check import engine, pictures, product
from wishstone.game_check.installed import package_faults
from wishstone.game_check.remarks import Remark, failed

Stage = Callable[[Game], Iterator[Remark]]
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
    pictures.terminal,
    pictures.page,
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
    package, remarks = _find(games, id)
    if package is not None:
        remarks += _package_remarks(package.folder)
    yield Checked("files", tuple(remarks))
    if package is None or remarks:
        return
    try:
        game = load_package(package, engine="interpreted")
    except Exception as error:  # a game may be broken in any way
        yield Checked("loading", (failed(error),))
        return
    yield Checked("loading", ())
    for stage in STAGES:
        remarks = []
        try:
            remarks.extend(stage(game))
        except Exception as error:
            remarks.append(failed(error))
        yield Checked(stage.__name__, tuple(remarks))


def _package_remarks(folder: str) -> list[Remark]:
    """What is wrong with the files of a package; of one error that several imports end with, once."""
    faults = {str(fault.values.get("error", fault)): fault for fault in package_faults(folder)}
    return [Remark(True, fault) for fault in faults.values()]


def _find(games: Registry, id: str) -> tuple[GamePackage | None, list[Remark]]:
    """The package of a game; or, of one that is left out, why that is so."""
    for left_out in games.left_out:
        if left_out.name == id:
            return None, [Remark(True, left_out.reason)]
    return games.find(id), []
