"""Many games at once: simulate, the arena and bench."""
