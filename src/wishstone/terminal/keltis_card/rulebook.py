"""Rulebook of the card game, with the signs of its cards."""

from wishstone.terminal.cards import END, SIGNS
from wishstone.terminal.rulebook import RulebookPages

RULEBOOK = RulebookPages("keltis-card", {"end-card": END, "point": SIGNS["point"]})
