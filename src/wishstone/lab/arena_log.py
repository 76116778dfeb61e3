"""Arena save file: one line for each deal that is finished, in the order in which they were finished."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from wishstone.lab.append_log import AppendLog, bot_versions, versions
from wishstone.lab.arena import ArenaGame, DealResult
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.plan import Plan


class ArenaLog(AppendLog):
    """The finished deals of one arena on the disk: those from before, and each new one as it comes."""

    FORMAT = "wishstone-arena/1"
    KIND = "arena"
    LEXICON = LEXICON

    def __init__(self, path: Path, plan: Plan) -> None:
        self._games, self._seats = len(plan.seatings), plan.seats
        self.deals: dict[int, DealResult] = {}
        super().__init__(path, header_of(plan))

    def keep(self, deal: DealResult) -> None:
        """Add one deal."""
        self.deals[deal.number] = deal
        self.add({"deal": deal.number, "games": [asdict(game) for game in deal.games]})

    def take(self, line: dict[str, Any]) -> None:
        """A deal from before."""
        deal = DealResult(int(line["deal"]), tuple(_game_from(game) for game in line["games"]))
        rows = [row for game in deal.games for row in _seat_rows(game)]
        if len(deal.games) != self._games or any(len(row) != self._seats for row in rows):
            raise ValueError
        self.deals[deal.number] = deal


def _game_from(game: dict[str, Any]) -> ArenaGame:
    rows = {name: tuple(game[name]) for name in ("scores", "places", "moves", "seconds", "replaced")}
    return ArenaGame(**rows, cut_off=bool(game["cut_off"]))


def _seat_rows(game: ArenaGame) -> tuple[tuple[float, ...], ...]:
    """All that is there for each seat."""
    return game.scores, game.places, game.moves, game.seconds, game.replaced


def header_of(plan: Plan) -> dict[str, Any]:
    """What a file says of its arena; a plan with the same header has the same deals."""
    return {
        "format": ArenaLog.FORMAT,
        "game": plan.game,  # before the versions: those of another game are others
        **versions(plan.game),
        **bot_versions(plan.bots),
        "rules": plan.rules_version,
        "options": dict(plan.options),
        "files": dict(plan.files),
        "line_ups": plan.line_ups,
        "seed": plan.seed,
    }
