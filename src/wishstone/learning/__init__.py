"""Learning material for newcomers, as data: the rules in our words, and a guided first game of each."""
