"""Many games at once: simulations, the arena and benchmarks."""
