"""docs/env.md: its Python runs as shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "env.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_block_runs(block: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(block, "docs/env.md", "exec"), names)
    assert names.keys() & {"env", "game"}
