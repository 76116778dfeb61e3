"""Rulebook of Quartz, which needs no signs."""

from wishstone.terminal.rulebook import RulebookPages

RULEBOOK = RulebookPages("quartz-dice", {})
