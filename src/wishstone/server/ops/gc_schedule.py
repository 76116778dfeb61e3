"""When does Python look for what nobody needs any more? Once a minute, by the clock.

Almost everything here goes as soon as nobody holds it. Only what holds itself in a circle has to be looked for, and
that is little; but a look at hundreds of tables makes everybody wait a tenth of a second. Python would look after so
many new objects, which is every few seconds where much is played, and just then nobody wants to wait.
"""

from __future__ import annotations

import asyncio
import gc

PAUSE = 60.0  # seconds between two looks at what is new
SOME, ALL = 10, 60  # of so many looks, one also takes in what the last ones left; and one everything
BURST = 300_000, SOME, ALL  # objects after which it looks by itself, as while thousands of tables are opened


async def run() -> None:
    """Look, again and again, as long as the server runs."""
    gc.freeze()  # what is there now stays: there is no need ever to look through it
    gc.set_threshold(*BURST)
    looks = 0
    while True:
        await asyncio.sleep(PAUSE)
        looks += 1
        gc.collect(2 if looks % ALL == 0 else 1 if looks % SOME == 0 else 0)
