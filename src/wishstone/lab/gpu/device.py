"""CUDA device access: Numba's CUDA module, or an error that says what is missing."""

from __future__ import annotations

import os
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numba
import numpy as np

from wishstone.game.errors import UsageError
from wishstone.lab.gpu.words import LEXICON

SIMULATOR = "NUMBA_ENABLE_CUDASIM"  # Numba's own: kernels run on the CPU, slowly, to be checked without a GPU
GONE = {"row_stack": "vstack"}  # names that NumPy 2.5 no longer has


@cache
def cuda() -> Any:
    """Numba's CUDA module, with a GPU behind it."""
    if not is_simulated() and find_spec("numba_cuda") is None:
        raise UsageError("gpu-package", LEXICON)
    _lend_old_names()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a driver or a folder that is not as numba-cuda would like it
        module = import_module("numba.cuda")
        if not module.is_available():
            raise UsageError("gpu-none", LEXICON, reason=_reason(module))
    config: Any = numba.config
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small launch is what somebody asked for
    return module


def is_simulated() -> bool:
    """Whether kernels run in Numba's simulator instead of on a GPU."""
    return os.environ.get(SIMULATOR, "0") not in ("", "0")


def name() -> str:
    """What the GPU calls itself."""
    if is_simulated():
        return "CUDA simulator"
    told = cuda().get_current_device().name
    return told.decode() if isinstance(told, bytes) else str(told)


def _reason(module: Any) -> str:
    """Why there is none, as CUDA says it."""
    try:
        module.current_context()
    except Exception as error:  # whatever it is, it is what we want to tell
        return " ".join(str(error).split()) or type(error).__name__
    return "unknown"


def _lend_old_names() -> None:
    """Give NumPy back the names that numba-cuda 0.30.4, the newest, still looks for, when it first compiles."""
    for old, new in GONE.items():
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
