"""GPU detection by the driver alone: with a GPU in the machine, tests that need one are not skipped.

So a test marked with `needs_gpu` is skipped only where there is no GPU. On a machine with one, a PyTorch or numba-cuda
that is not installed makes it fail.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest

DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
OK, NO_DEVICE = 0, 100  # what CUDA's driver answers, as cuda.h names it


def has_gpu(driver: str = DRIVER, devices: Path = Path("/dev")) -> bool:
    """Whether the driver counts a GPU; or cannot, though the system has one, which is for a test to say."""
    is_plugged_in = any(devices.glob("nvidia[0-9]*"))
    try:
        cuda = ctypes.CDLL(driver)
    except OSError:
        return is_plugged_in
    if (answer := cuda.cuInit(0)) != OK:
        return is_plugged_in and answer != NO_DEVICE  # no device: hidden by CUDA_VISIBLE_DEVICES
    count = ctypes.c_int()
    return bool(cuda.cuDeviceGetCount(ctypes.byref(count)) != OK or count.value > 0)


needs_gpu = pytest.mark.skipif(not has_gpu(), reason="there is no NVIDIA GPU here, or none that may be seen")
