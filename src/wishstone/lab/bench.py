"""Speed benchmark: whole random games beside other engines, measured in turn, in the same run, on one core."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from statistics import median

from wishstone.games import GAMES
from wishstone.lab import peers
from wishstone.lab.simulate import BATCH, Player

ROUNDS = 5  # each engine is measured so many times, in turn; the median counts
OURS = "wishstone"


@dataclass(frozen=True)
class Row:
    """The speed of one game on one engine."""

    engine: str
    game: str
    decisions_per_second: float


@dataclass(frozen=True)
class Bench:
    """All rows of a run, and the ratio of each of our games to each peer."""

    rows: tuple[Row, ...]

    @property
    def ratios(self) -> dict[str, dict[str, float]]:
        """Ours to each peer, by our game and the peer's."""
        others = [row for row in self.rows if row.engine != OURS]
        return {
            row.game: {
                f"{other.engine} {other.game}": round(row.decisions_per_second / other.decisions_per_second, 2)
                for other in others
            }
            for row in self.rows
            if row.engine == OURS
        }

    def to_json(self) -> dict[str, object]:
        """The figures, ready for JSON."""
        return {"rows": [asdict(row) for row in self.rows], "ratios": self.ratios}


def bench(seconds: float) -> Bench:
    """Measure every game of ours and every peer that is installed, for about so many seconds altogether."""
    ours = {about.id: _players(about.id) for about in GAMES}
    others = [peers.peer(game) for game in peers.PEERS] if peers.is_available() else []
    share = seconds / ROUNDS / (len(ours) + len(others))
    speeds: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for game, players in ours.items():
            speeds[OURS, game].append(_speed(players, share))
        for peer in others:
            speeds[peer.engine, peer.game].append(peer.speed(share))
    return Bench(tuple(Row(engine, game, round(median(found))) for (engine, game), found in speeds.items()))


def _players(game: str) -> list[Player]:
    """Random players for every seat count of a game, compiled."""
    loaded = GAMES.load(game, engine="compiled")
    low, high = loaded.rules.SEATS
    players = [Player(loaded, seats, ["random"], seed=1) for seats in range(low, high + 1)]
    for player in players:
        player.warm_up()
    return players


def _speed(players: list[Player], seconds: float) -> float:
    """Decisions a second, all seat counts alike."""
    decisions = 0
    spent = 0.0
    for player in players:
        results = player.results()
        while results.seconds < seconds / len(players):
            player.batch(results.games, BATCH, results)
        decisions += results.decisions
        spent += results.seconds
    return decisions / spent
