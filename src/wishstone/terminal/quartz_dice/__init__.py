"""Terminal renderer of Quartz: how it is drawn and put into words."""

from wishstone.terminal.quartz_dice.moves import describe_move as describe_move
from wishstone.terminal.quartz_dice.moves import draw_moves as draw_moves
from wishstone.terminal.quartz_dice.moves import sort_key as sort_key
from wishstone.terminal.quartz_dice.rulebook import RULEBOOK as RULEBOOK
from wishstone.terminal.quartz_dice.table import ITEMS as ITEMS
from wishstone.terminal.quartz_dice.table import choose_prompt as choose_prompt
from wishstone.terminal.quartz_dice.table import draw_item as draw_item
from wishstone.terminal.quartz_dice.table import draw_legend as draw_legend
from wishstone.terminal.quartz_dice.table import draw_memory_aid as draw_memory_aid
from wishstone.terminal.quartz_dice.table import draw_table as draw_table
from wishstone.terminal.quartz_dice.table import draw_term as draw_term
from wishstone.terminal.quartz_dice.words import EXAMPLES as EXAMPLES
from wishstone.terminal.quartz_dice.words import MERGE_RULES as MERGE_RULES
from wishstone.terminal.quartz_dice.words import VOCABULARY as VOCABULARY
from wishstone.terminal.quartz_dice.words import WORDS as WORDS
