"""Self-play training of the weights that the fitted players play with."""
