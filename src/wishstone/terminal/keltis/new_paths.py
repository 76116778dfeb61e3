"""Terminal renderer of New Paths, New Goals: that of Keltis, with rules, score items and examples of its own."""

from wishstone.terminal.keltis import MERGE_RULES as MERGE_RULES
from wishstone.terminal.keltis import VOCABULARY as VOCABULARY
from wishstone.terminal.keltis import WORDS as WORDS
from wishstone.terminal.keltis import choose_prompt as choose_prompt
from wishstone.terminal.keltis import describe_move as describe_move
from wishstone.terminal.keltis import draw_item as draw_item
from wishstone.terminal.keltis import draw_legend as draw_legend
from wishstone.terminal.keltis import draw_memory_aid as draw_memory_aid
from wishstone.terminal.keltis import draw_moves as draw_moves
from wishstone.terminal.keltis import draw_table as draw_table
from wishstone.terminal.keltis import draw_term as draw_term
from wishstone.terminal.keltis import sort_key as sort_key
from wishstone.terminal.keltis.rulebook import NEW_PATHS as RULEBOOK
from wishstone.terminal.keltis.table import NEW_ITEMS as ITEMS
from wishstone.terminal.keltis.words import NEW_EXAMPLES as EXAMPLES

__all__ = [
    "EXAMPLES",
    "ITEMS",
    "MERGE_RULES",
    "RULEBOOK",
    "VOCABULARY",
    "WORDS",
    "choose_prompt",
    "describe_move",
    "draw_item",
    "draw_legend",
    "draw_memory_aid",
    "draw_moves",
    "draw_table",
    "draw_term",
    "sort_key",
]
