"""Terminal view of the card game: how it is drawn and put into words."""

from wishstone.terminal.keltis_card.hand import described as described
from wishstone.terminal.keltis_card.hand import moves as moves
from wishstone.terminal.keltis_card.hand import order as order
from wishstone.terminal.keltis_card.rulebook import RULEBOOK as RULEBOOK
from wishstone.terminal.keltis_card.table import ITEMS as ITEMS
from wishstone.terminal.keltis_card.table import asking as asking
from wishstone.terminal.keltis_card.table import draw_term as draw_term
from wishstone.terminal.keltis_card.table import item as item
from wishstone.terminal.keltis_card.table import memory as memory
from wishstone.terminal.keltis_card.table import signs as signs
from wishstone.terminal.keltis_card.table import table as table
from wishstone.terminal.keltis_card.words import EXAMPLES as EXAMPLES
from wishstone.terminal.keltis_card.words import MERGED as MERGED
from wishstone.terminal.keltis_card.words import VOCABULARY as VOCABULARY
from wishstone.terminal.keltis_card.words import WORDS as WORDS
