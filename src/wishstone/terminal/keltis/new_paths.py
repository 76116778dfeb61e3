"""Terminal view of New Paths, New Goals: that of Keltis, with rules, score items and examples of its own."""

from wishstone.terminal.keltis import MERGED as MERGED
from wishstone.terminal.keltis import VOCABULARY as VOCABULARY
from wishstone.terminal.keltis import WORDS as WORDS
from wishstone.terminal.keltis import asking as asking
from wishstone.terminal.keltis import described as described
from wishstone.terminal.keltis import draw_term as draw_term
from wishstone.terminal.keltis import item as item
from wishstone.terminal.keltis import memory as memory
from wishstone.terminal.keltis import moves as moves
from wishstone.terminal.keltis import order as order
from wishstone.terminal.keltis import signs as signs
from wishstone.terminal.keltis import table as table
from wishstone.terminal.keltis.rulebook import NEW_PATHS as RULEBOOK
from wishstone.terminal.keltis.table import NEW_ITEMS as ITEMS
from wishstone.terminal.keltis.words import NEW_EXAMPLES as EXAMPLES

__all__ = [
    "EXAMPLES",
    "ITEMS",
    "MERGED",
    "RULEBOOK",
    "VOCABULARY",
    "WORDS",
    "asking",
    "described",
    "draw_term",
    "item",
    "memory",
    "moves",
    "order",
    "signs",
    "table",
]
