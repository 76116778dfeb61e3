"""Many games at once: simulate and bench."""
