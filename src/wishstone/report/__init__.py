"""Reports for designers: what a game is like, from many games played, in words, plots and tables."""
