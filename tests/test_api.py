"""`wishstone.api`: light until a rule is asked for, and its rule functions are the ones that are compiled."""

from __future__ import annotations

import subprocess
import sys

import pytest

import wishstone.api
from wishstone.api import toolbox
from wishstone.game import sets
from wishstone.game.rule import is_rule


def test_a_list_of_games_loads_no_numpy() -> None:
    program = "import sys; from wishstone.games import GAMES; list(GAMES); sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_name_is_there_and_is_the_one_it_stands_for() -> None:
    assert set(toolbox.__all__) <= set(dir(wishstone.api))
    for name in toolbox.__all__:
        assert getattr(wishstone.api, name) is getattr(toolbox, name)
    assert wishstone.api.lowest is sets.lowest
    assert is_rule(wishstone.api.lowest)
    assert wishstone.api.lowest.__module__ == "wishstone.game.sets"  # so the compiled engine finds its one copy


def test_what_the_toolbox_imports_for_itself_is_not_offered() -> None:
    with pytest.raises(AttributeError, match=r"wishstone\.api.* has no attribute 'annotations_of'"):
        wishstone.api.annotations_of  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        from wishstone.api import toolboxes  # type: ignore[attr-defined]  # noqa: F401
