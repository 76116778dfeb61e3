"""Terminal renderer of the card game: how it is drawn and put into words."""

from wishstone.terminal.keltis_card.moves import describe_move as describe_move
from wishstone.terminal.keltis_card.moves import draw_moves as draw_moves
from wishstone.terminal.keltis_card.moves import sort_key as sort_key
from wishstone.terminal.keltis_card.rulebook import RULEBOOK as RULEBOOK
from wishstone.terminal.keltis_card.table import ITEMS as ITEMS
from wishstone.terminal.keltis_card.table import choose_prompt as choose_prompt
from wishstone.terminal.keltis_card.table import draw_item as draw_item
from wishstone.terminal.keltis_card.table import draw_legend as draw_legend
from wishstone.terminal.keltis_card.table import draw_memory_aid as draw_memory_aid
from wishstone.terminal.keltis_card.table import draw_table as draw_table
from wishstone.terminal.keltis_card.table import draw_term as draw_term
from wishstone.terminal.keltis_card.words import EXAMPLES as EXAMPLES
from wishstone.terminal.keltis_card.words import MERGE_RULES as MERGE_RULES
from wishstone.terminal.keltis_card.words import VOCABULARY as VOCABULARY
from wishstone.terminal.keltis_card.words import WORDS as WORDS
