"""Levels of the dice game, from novice to expert; `benchmarks/levels.py` shows what each is worth."""

LEVELS = {
    "keltis-dice": {
        "careless": (1.8, 0.7, 0.6, 0, 0),
        "simulations": (0, 0, 0, 0, 4000),
        "fondness": 2.0,
    },
}
