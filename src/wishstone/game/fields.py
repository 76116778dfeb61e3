"""Record types with fast attribute access for interpreted rules: each field is an attribute that its type has.

NumPy's own records look for every name among their methods first, then for the field, and then whether it may be read.
That takes several times as long, and interpreted rules do little else.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, cast

import numpy as np

WORD = 8  # bytes to which a record in a record is aligned


class _FieldsType(type):
    """The type of such types: they are made as they are needed, so what is pickled is the layout they are made from."""

    layout: np.dtype[np.void]


@cache
def named(layout: np.dtype[np.void]) -> np.dtype[np.void]:
    """The same layout, for records with names; always the same object, since Numba knows that at a glance."""
    assert layout.fields
    attributes = {name: property(itemgetter(name), _setter(name)) for name in layout.fields}
    # No room for anything else: a name that is no field cannot be written to.
    kind = _FieldsType("Record", (np.void,), {**attributes, "__slots__": (), "__module__": __name__, "layout": layout})
    return np.dtype((kind, layout))


def record(*fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """The type of a record with these fields, aligned; a field may be a record itself, and has attributes then.

    NumPy takes a type with a class of its own for one that may lie anywhere, so where each field lies is said here.
    """
    names, formats, offsets, end = [], [], [], 0
    for name, kind, *shape in fields:
        one = np.dtype(kind)
        if one.names:
            one = named(one)
        step = WORD if one.names else one.alignment
        whole = np.dtype((one, *shape)) if shape else one
        start = -(-end // step) * step
        names.append(name)
        formats.append(whole)
        offsets.append(start)
        end = start + whole.itemsize
    size = -(-end // WORD) * WORD
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True)


def _setter(name: str) -> Callable[[np.void, Any], None]:
    def put(record: np.void, value: Any) -> None:
        record[name] = value

    return put


def _kind_of(layout: np.dtype[np.void]) -> _FieldsType:
    return cast(_FieldsType, named(layout).type)


copyreg.pickle(_FieldsType, lambda kind: (_kind_of, (kind.layout,)))
