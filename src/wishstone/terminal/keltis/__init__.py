"""Terminal view of Keltis: how it is drawn and put into words."""

from wishstone.terminal.keltis.hand import described as described
from wishstone.terminal.keltis.hand import moves as moves
from wishstone.terminal.keltis.hand import order as order
from wishstone.terminal.keltis.rulebook import RULEBOOK as RULEBOOK
from wishstone.terminal.keltis.table import ITEMS as ITEMS
from wishstone.terminal.keltis.table import asking as asking
from wishstone.terminal.keltis.table import draw_term as draw_term
from wishstone.terminal.keltis.table import item as item
from wishstone.terminal.keltis.table import memory as memory
from wishstone.terminal.keltis.table import signs as signs
from wishstone.terminal.keltis.table import table as table
from wishstone.terminal.keltis.words import EXAMPLES as EXAMPLES
from wishstone.terminal.keltis.words import MERGED as MERGED
from wishstone.terminal.keltis.words import VOCABULARY as VOCABULARY
from wishstone.terminal.keltis.words import WORDS as WORDS
