"""Wishstone: five games about stones, to play at a table or to simulate by the billion."""

__version__ = "0.1.0"
