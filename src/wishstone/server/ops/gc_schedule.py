"""Garbage-collection schedule: runs the cyclic collector once a minute, so that bursts of play cause no pauses.

Nearly all objects here are freed by reference counting. Only reference cycles need the collector, and there are few;
but a collection over hundreds of tables makes everybody wait a tenth of a second. By default Python collects after a
number of allocations, which is every few seconds where much is played, just when nobody wants to wait.
"""

from __future__ import annotations

import asyncio
import gc

PAUSE = 60.0  # seconds between two collections
SOME, ALL = 10, 60  # every 10th collection includes generation 1, every 60th generation 2
BURST = 300_000, SOME, ALL  # thresholds for bursts, as while thousands of tables are opened


async def run() -> None:
    """Collect on schedule for as long as the server runs."""
    gc.freeze()  # what was loaded at the start stays, and need not be scanned
    gc.set_threshold(*BURST)
    collections = 0
    while True:
        await asyncio.sleep(PAUSE)
        collections += 1
        gc.collect(2 if collections % ALL == 0 else 1 if collections % SOME == 0 else 0)
