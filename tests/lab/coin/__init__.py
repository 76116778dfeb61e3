"""A game whose odds are known: each of two seats names a number, and a coin so weighted says who wins."""
