"""Rulebook of Quartz, which needs no signs."""

from wishstone.terminal.rulebook import Book

RULEBOOK = Book("quartz-dice", {})
