"""How is Quartz played? Its rules, which need no sign."""

from wishstone.terminal.rulebook import Book

RULEBOOK = Book("quartz-dice", {})
