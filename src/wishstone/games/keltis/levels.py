"""Levels of Keltis and New Paths, from novice to expert; `benchmarks/levels.py` shows what each is worth."""

LEVELS = {
    "keltis": {
        "careless": (3.2, 2.2, 1.55, 0, 0),
        "simulations": (0, 0, 0, 0, 5000),
        "fondness": 2.0,
    },
    "keltis-new-paths": {
        "careless": (1.8, 1.0, 0, 0, 0),
        "simulations": (0, 0, 0, 24, 3000),
        "fondness": 1.5,
    },
}
