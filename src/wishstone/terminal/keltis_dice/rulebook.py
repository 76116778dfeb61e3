"""Rulebook of the dice game, with the signs of its tiles."""

from wishstone.terminal.keltis_dice.tiles import SYMBOLS
from wishstone.terminal.rulebook import RulebookPages

RULEBOOK = RulebookPages("keltis-dice", SYMBOLS)
