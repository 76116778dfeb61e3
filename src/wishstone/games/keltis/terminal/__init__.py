"""Keltis and New Paths in the terminal: what is drawn, and in which words."""

from wishstone.games.keltis.terminal.moves import describe_move as describe_move
from wishstone.games.keltis.terminal.moves import draw_moves as draw_moves
from wishstone.games.keltis.terminal.moves import draw_prompt as draw_prompt
from wishstone.games.keltis.terminal.moves import sort_key as sort_key
from wishstone.games.keltis.terminal.signs import PLAIN_SIGNS as PLAIN_SIGNS
from wishstone.games.keltis.terminal.signs import RULEBOOK_SIGNS as RULEBOOK_SIGNS
from wishstone.games.keltis.terminal.signs import draw_item as draw_item
from wishstone.games.keltis.terminal.signs import draw_legend as draw_legend
from wishstone.games.keltis.terminal.table import draw_memory_aid as draw_memory_aid
from wishstone.games.keltis.terminal.table import draw_table as draw_table
from wishstone.games.keltis.terminal.words import MERGE_RULES as MERGE_RULES
from wishstone.games.keltis.terminal.words import VOCABULARY as VOCABULARY
from wishstone.games.keltis.terminal.words import WORDS as WORDS
from wishstone.games.keltis.terminal.words import examples as examples
