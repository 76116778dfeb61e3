"""Levels of the card game, from novice to expert; `benchmarks/levels.py` shows what each is worth."""

LEVELS = {
    "keltis-card": {
        "careless": (5.5, 3.5, 2.3, 0, 0),
        "simulations": (0, 0, 0, 0, 12_000),
        "fondness": 2.0,
    },
}
