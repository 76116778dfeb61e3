"""Rulebooks of Keltis and New Paths, with the sign of a joker."""

from wishstone.terminal.keltis.board import JOKER
from wishstone.terminal.rulebook import RulebookPages

RULEBOOK = RulebookPages("keltis", {})
NEW_PATHS = RulebookPages("keltis-new-paths", {"joker": JOKER})
