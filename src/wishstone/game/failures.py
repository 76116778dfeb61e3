"""Failures of installed games at run time: which game an exception came from, in one line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from wishstone.game.package import GamePackage

MOST_CAUSES = 10
TOLD_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


def find_culprits(error: BaseException, packages: Iterable[GamePackage]) -> list[GamePackage]:
    """The games in whose files an exception came up, or that it tells of: all those of one package, or none."""
    causes = list(_causes(error))
    files = {file for each in causes for file in _files(each.__traceback__)}
    # What comes from a worker process, or from a compiler, has its files in its text.
    told = "\n".join(str(each) for each in causes)
    found: list[GamePackage] = []
    for package in packages:
        place = str(package.path) + os.sep
        if any(file.startswith(place) for file in files) or f"{os.sep}{package.path.name}{os.sep}" in told:
            found.append(package)
    return [package for package in found if package.folder == found[0].folder]


def describe(error: BaseException, package: GamePackage) -> str:
    """An exception in one line, with the place in the game where it came up."""
    places = [
        f"{Path(file).name}:{line}"
        for each in _causes(error)
        for file, line in (*TOLD_PLACE.findall(str(each)), *_places(each.__traceback__))
        if file.startswith(str(package.path) + os.sep)
    ]
    said = str(error).strip()
    if "Traceback (most recent call last)" in said:  # of a worker process: its last line says what it was
        text = said.splitlines()[-1]
    else:
        text = " ".join(f"{type(error).__name__}: {said}".split()).rstrip(":")
    return f"{text[:200]}{f' ({places[-1]})' if places else ''}"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and those that led to it."""
    each: BaseException | None = error
    for _ in range(MOST_CAUSES):
        if each is None:
            return
        yield each
        each = each.__cause__ or each.__context__


def _files(trace: TracebackType | None) -> set[str]:
    return {file for file, _ in _places(trace)}


def _places(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
