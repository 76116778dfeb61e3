"""PyTorch detection: it is an extra, and far too large for the environment of `./test`."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

needs_torch = pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is an extra; ./test --thorough runs these where it is"
)
