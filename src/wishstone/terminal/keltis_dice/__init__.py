"""Terminal view of the dice game: how it is drawn and put into words."""

from wishstone.terminal.keltis_dice.middle import described as described
from wishstone.terminal.keltis_dice.middle import memory as memory
from wishstone.terminal.keltis_dice.middle import moves as moves
from wishstone.terminal.keltis_dice.middle import order as order
from wishstone.terminal.keltis_dice.rulebook import RULEBOOK as RULEBOOK
from wishstone.terminal.keltis_dice.table import ITEMS as ITEMS
from wishstone.terminal.keltis_dice.table import asking as asking
from wishstone.terminal.keltis_dice.table import draw_term as draw_term
from wishstone.terminal.keltis_dice.table import item as item
from wishstone.terminal.keltis_dice.table import signs as signs
from wishstone.terminal.keltis_dice.table import table as table
from wishstone.terminal.keltis_dice.words import EXAMPLES as EXAMPLES
from wishstone.terminal.keltis_dice.words import MERGED as MERGED
from wishstone.terminal.keltis_dice.words import VOCABULARY as VOCABULARY
from wishstone.terminal.keltis_dice.words import WORDS as WORDS
