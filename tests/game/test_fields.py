"""Fields of a record: its attributes read and write them in place, and nothing else."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from wishstone.game.contract import copy_record, new_record
from wishstone.game.fields import named

LAYOUT = np.dtype(
    [("small", np.int8), ("row", np.int16, 3), ("grid", np.int8, (2, 2)), ("large", np.int64)], align=True
)


def test_fields_are_read_and_written_where_they_are() -> None:
    records = np.zeros(2, named(LAYOUT))
    record = records[1]
    record.small = 5
    record.row[1] = 300
    record.grid[0, 1] = -1
    record.large += 7
    assert records["small"].tolist() == [0, 5]
    assert records["row"].tolist() == [[0, 0, 0], [0, 300, 0]]
    assert records["grid"][1].tolist() == [[0, -1], [0, 0]]
    assert (record.small, record.large, type(record.small)) == (5, 7, np.int8)


def test_what_is_no_field_is_neither_read_nor_written() -> None:
    record = new_record(LAYOUT)
    with pytest.raises(AttributeError, match="smal"):
        _ = record.smal
    with pytest.raises(AttributeError, match="smal"):
        record.smal = 1


def test_a_copy_is_of_the_same_kind_and_has_numbers_of_its_own() -> None:
    record = new_record(LAYOUT)
    record.large = 1
    for again in (copy_record(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert type(again) is type(record)
        assert again == record
        again.large = 2
        assert record.large == 1
    assert np.zeros(1, named(named(LAYOUT))).dtype is named(LAYOUT)
