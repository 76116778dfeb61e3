"""Terminal renderer of Keltis: how it is drawn and put into words."""

from wishstone.terminal.keltis.moves import describe_move as describe_move
from wishstone.terminal.keltis.moves import draw_moves as draw_moves
from wishstone.terminal.keltis.moves import sort_key as sort_key
from wishstone.terminal.keltis.rulebook import RULEBOOK as RULEBOOK
from wishstone.terminal.keltis.table import ITEMS as ITEMS
from wishstone.terminal.keltis.table import choose_prompt as choose_prompt
from wishstone.terminal.keltis.table import draw_item as draw_item
from wishstone.terminal.keltis.table import draw_legend as draw_legend
from wishstone.terminal.keltis.table import draw_memory_aid as draw_memory_aid
from wishstone.terminal.keltis.table import draw_table as draw_table
from wishstone.terminal.keltis.table import draw_term as draw_term
from wishstone.terminal.keltis.words import EXAMPLES as EXAMPLES
from wishstone.terminal.keltis.words import MERGE_RULES as MERGE_RULES
from wishstone.terminal.keltis.words import VOCABULARY as VOCABULARY
from wishstone.terminal.keltis.words import WORDS as WORDS
