"""Self-play training: the weights that the fitted players play with."""
