"""Wishstone: a table for five games about stones, and the same rules by the billion."""

__version__ = "0.1.0"
