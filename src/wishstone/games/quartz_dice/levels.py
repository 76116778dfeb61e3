"""Levels of Quartz, from novice to expert; `benchmarks/levels.py` shows what each is worth."""

LEVELS = {
    "quartz-dice": {
        "careless": (26.0, 7.2, 3.3, 2.9, 0),
        "simulations": (0, 0, 0, 0, 3000),
        "fondness": 3.0,
        "alone": True,
        "search": {"explore": 3.0, "evenness": 0.05},
    },
}
