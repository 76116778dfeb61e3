"""Rulebooks of Keltis and New Paths, with the sign of a joker."""

from wishstone.terminal.keltis.board import JOKER
from wishstone.terminal.rulebook import Book

RULEBOOK = Book("keltis", {})
NEW_PATHS = Book("keltis-new-paths", {"joker": JOKER})
