"""Hints: the best move and how good it is, by an analysis that knows no more than the person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from wishstone.bots.analyse import Analysis, Analyst, Candidate, difference
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Position
from wishstone.game.registry import on_engine
from wishstone.game.words import Sentence
from wishstone.terminal.lines import Line, join, make_line
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.translator import Translator

SIMULATIONS = 6000
SECONDS = 0.8  # that a hint may take, once it is compiled
ITEMS = 3  # of the score that are named at most


class HintAnalyst:
    """Analyses positions of one game for hints."""

    def __init__(self, game: Game, rng: Generator) -> None:
        self._game, self._rng = game, rng
        self._analyst: Analyst | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the next hint needs no compilation."""
        return self._analyst is not None

    def get_ready(self) -> None:
        """Compile the analysis, or load it from the cache on disk."""
        analyst = Analyst(on_engine(self._game, "compiled"), SIMULATIONS)
        analyst.get_ready()
        self._analyst = analyst

    def analyse(self, position: Position) -> Analysis:
        """The moves of the seat to decide, rated with everything that it cannot know dealt anew."""
        if self._analyst is None:
            self.get_ready()
        assert self._analyst is not None
        self._analyst.search(position, self._rng, SECONDS)
        self._analyst.settle(SECONDS / 2)
        return self._analyst.analysis()


def draw_hint(
    analysis: Analysis,
    moves: Sequence[ListedMove],
    renderer: GameRenderer,
    translator: Translator,
    names: Sequence[str],
) -> list[Line]:
    """The best move and how good it is, the next best, and what makes the difference: three lines at most."""
    by_move = {listed.id: listed for listed in moves}
    best, second = analysis.best, analysis.second
    listed = by_move[best.move]
    change: Sentence | str = Sentence("hint-change", {"change": listed.change}) if listed.change else ""
    told = renderer.describe_move(listed)
    values: dict[str, str | int] = {
        "number": listed.number,
        "chance": format_percent(best.chance),
        "points": round(best.score),
    }
    lines = [translator.say(Sentence("hint", {**values, "move": told, "change": change}), names=names)]
    if second is None:
        return [*lines, translator.say("hint-only")]
    other = by_move[second.move]
    told, less = renderer.describe_move(other), best.chance - second.chance
    if not is_clearly_better(best, second):
        return [*lines, translator.say("hint-equal", names=names, number=other.number, move=told)]
    figures: dict[str, str | int] = {
        "number": other.number,
        "chance": format_percent(second.chance),
        "less": format_percent(less),
    }
    lines.append(translator.say(Sentence("hint-next", {**figures, "move": told}), names=names))
    if why := difference(best.items, second.items):
        lines.append(make_line(translator.say("hint-why"), " ", draw_item_differences(why, renderer)))
    return lines


def is_clearly_better(best: Candidate, second: Candidate) -> bool:
    """Whether a move is better than another by more than their combined error."""
    return best.chance - second.chance > hypot(best.error, second.error)


def draw_item_differences(items: Mapping[str, float], renderer: GameRenderer) -> Line:
    """The score items that differ most, each with its points."""
    told = [make_line(renderer.draw_item(item), f" {format_tenths(points, '+')}") for item, points in items.items()]
    return join(told[:ITEMS], ", ")


def format_percent(share: float) -> str:
    """A share in percent, as people write it."""
    return f"{round(100 * share)} %"


def format_tenths(points: float, sign: str = "") -> str:
    """Points to a tenth, with a real minus sign, and with a plus if `sign` asks for it."""
    return f"{round(points, 1) + 0.0:{sign}.1f}".replace("-", "−")  # + 0.0: what is rounded to nothing has no sign
