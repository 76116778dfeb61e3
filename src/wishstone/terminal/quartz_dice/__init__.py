"""Terminal view of Quartz: how it is drawn and put into words."""

from wishstone.terminal.quartz_dice.moves import described as described
from wishstone.terminal.quartz_dice.moves import moves as moves
from wishstone.terminal.quartz_dice.moves import order as order
from wishstone.terminal.quartz_dice.rulebook import RULEBOOK as RULEBOOK
from wishstone.terminal.quartz_dice.table import ITEMS as ITEMS
from wishstone.terminal.quartz_dice.table import asking as asking
from wishstone.terminal.quartz_dice.table import draw_term as draw_term
from wishstone.terminal.quartz_dice.table import item as item
from wishstone.terminal.quartz_dice.table import memory as memory
from wishstone.terminal.quartz_dice.table import signs as signs
from wishstone.terminal.quartz_dice.table import table as table
from wishstone.terminal.quartz_dice.words import EXAMPLES as EXAMPLES
from wishstone.terminal.quartz_dice.words import MERGED as MERGED
from wishstone.terminal.quartz_dice.words import VOCABULARY as VOCABULARY
from wishstone.terminal.quartz_dice.words import WORDS as WORDS
