"""Formatting of numbers and names in a report, in the language asked for."""

from __future__ import annotations

from html import escape
from math import isfinite

from wishstone.game.about import OptionValue
from wishstone.game.contract import Game
from wishstone.game.words import LANGUAGES, sentence
from wishstone.report.figures import Figure, FigureComparison, Unit
from wishstone.report.games import Setting
from wishstone.report.statistics import Difference, Estimate
from wishstone.report.words import LEXICON

SPACE = "\N{NO-BREAK SPACE}"
NOTHING_KNOWN = "–"


class Formatter:
    """Formats everything that a report says, in one language, about one game."""

    def __init__(self, language: str, game: Game) -> None:
        self.language, self.game = language, game

    def say(self, key: str, **values: str | int) -> str:
        """A sentence with its values."""
        return LEXICON.say(sentence(key, **values), self.language).replace(" %", f"{SPACE}%")

    def tell(self, key: str, **values: str | int) -> str:
        """The same as a piece of a page: only the sentence itself may hold marks, its values none."""
        return self.say(key, **{name: escape(str(value), quote=False) for name, value in values.items()})

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game.about.title[LANGUAGES.index(self.language)]

    # ── Numbers ──

    def number(self, value: float, digits: int | None = None, sign: bool = False) -> str:
        """A number; with as many digits as its size asks for, unless it is said."""
        if not isfinite(value):
            return NOTHING_KNOWN
        if digits is None:
            digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 1 else 2
        text = f"{value:{'+' if sign else ''},.{digits}f}"
        if not text.strip("+-0.,"):
            text = text.lstrip("+-")  # nothing is neither more nor less
        if self.language == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        return text.replace("-", "−")

    def count(self, value: int) -> str:
        """A whole number."""
        return self.number(value, 0)

    def share(self, value: float, digits: int | None = None, sign: bool = False) -> str:
        """A part of one, in percent; very small and very large ones show that they are not 0 and not all."""
        if not isfinite(value):
            return NOTHING_KNOWN
        if digits is None:
            digits = 0 if 0.0995 <= abs(value) <= 0.9005 or value in (0, 1) else 1
        return f"{self.number(100 * value, digits, sign)}{SPACE}%"

    def in_unit(self, value: float, unit: Unit, digits: int | None = None) -> str:
        """A value of a figure."""
        return self.share(value, digits) if unit == "share" else self.number(value, digits)

    def estimate(self, found: Estimate, unit: Unit) -> str:
        """A mean with how far its interval reaches: 27 % ± 2."""
        if not isfinite(found.reach) or found.low == found.high:
            return self.in_unit(found.value, unit)
        digits = digits_for(found.reach, unit)
        reach = self.number(found.reach * (100 if unit == "share" else 1), digits)
        return f"{self.in_unit(found.value, unit, digits)}{SPACE}±{SPACE}{reach}"

    def interval(self, found: Estimate, unit: Unit) -> str:
        """The interval of a mean."""
        if not isfinite(found.reach) or found.low == found.high:
            return NOTHING_KNOWN
        if unit == "share":
            return self.range(self.number(100 * found.low, 1), self.share(found.high, 1))
        digits = digits_for(found.reach, unit)
        return self.range(self.number(found.low, digits), self.number(found.high, digits))

    def range(self, low: str, high: str) -> str:
        """From one to another; in a word, since a dash looks like a minus."""
        return self.say("range", low=low, high=high)

    def difference(self, found: Difference, unit: Unit) -> str:
        """A difference with how far its interval reaches: +23 ± 2."""
        if not isfinite(found.reach):
            return NOTHING_KNOWN
        digits = digits_for(found.reach, unit)
        scale, mark = (100, f"{SPACE}{self.say('percent-points').lstrip()}") if unit == "share" else (1, "")
        value, reach = (scale * each for each in (found.value, found.reach))
        return f"{self.number(value, digits, sign=True)}{SPACE}±{SPACE}{self.number(reach, digits)}{mark}"

    def compared(self, comparison: FigureComparison) -> tuple[str, str, str]:
        """A figure in one report and in another, and the difference, all as exact as that is known."""
        unit, found = comparison.figure.unit, comparison.difference
        digits = digits_for(found.reach, unit) if found.reach > 0 else None
        one, other = (figure.estimate.value for figure in (comparison.figure, comparison.other))
        return self.in_unit(one, unit, digits), self.in_unit(other, unit, digits), self.difference(found, unit)

    def probability(self, p: float) -> str:
        """A probability as tests give it."""
        return f"< {self.number(0.001, 3)}" if p < 0.001 else self.number(p, 3 if p < 0.1 else 2)

    # ── Names ──

    def item(self, name: str) -> str:
        """An item of the score sheet."""
        group, _, last = name.rpartition(".")
        term = self.game.lexicon.term(last, self.language)
        if group == "rows":
            return self.say("item-row", colour=term)
        return self.say("item-points") if name == "points" else term  # beside all the other points

    def end(self, name: str) -> str:
        """Why games end."""
        return self.game.lexicon.end(name, self.language) if name else self.say("end-cut-off")

    def figure(self, figure: Figure) -> str:
        """What a figure is called."""
        match figure.key:
            case "win":
                return self.say("figure-win", order=self.say(f"order-{figure.of}"))
            case "bot":
                return self.say("figure-bot", bot=figure.of)
            case "end":
                return self.say("figure-end", end=self.end(figure.of))
            case "points" | "scored":
                return self.say(f"figure-{figure.key}", item=self.item(figure.of))
            case key:
                return self.say(f"figure-{key}")

    def option(self, name: str, value: OptionValue) -> str:
        """An option as it is asked for."""
        return f"{name} = {str(value).lower() if isinstance(value, bool) else value}"

    def listed(self, texts: list[str]) -> str:
        """Several texts in one sentence: a, b and c."""
        if len(texts) < 2:
            return "".join(texts)
        return ", ".join(texts[:-1]) + self.say("and") + texts[-1]

    def played(self, setting: Setting, games: int) -> str:
        """What was played, by whom, in one sentence."""
        parts = [
            self.say("played-option", name=name, value=str(value).lower()) for name, value in setting.options.items()
        ]
        parts += [self.say(f"played-{name}") for name in setting.files]
        if setting.first is not None:
            parts.append(self.say("played-first", seat=setting.first))
        bots = (
            self.say("played-all", bot=setting.bots[0])
            if setting.has_same_bots
            else self.say("played-each", bots=self.listed(list(setting.bots)))
        )
        return self.say(
            "played",
            games=self.count(games),
            seats=self.say(f"seats-{setting.seats}"),
            bots=bots,
            seed=str(setting.seed),
            options="".join(parts),
        )


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def digits_for(reach: float, unit: Unit) -> int:
    """How many digits a value deserves whose interval reaches so far."""
    if unit == "share":
        return 0 if reach >= 0.0095 else 1
    return 0 if reach >= 2 else 1 if reach >= 0.05 else 2
