"""Tests with large tools of others: `./test --thorough` runs them in an environment that has these (heavy.txt)."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torchrl") else ["test_*.py"]
