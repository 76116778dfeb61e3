"""Report of the benchmark: rows for every game and peer, and ratios between them."""

from __future__ import annotations

import pytest

from wishstone.games import GAMES
from wishstone.lab import peers
from wishstone.lab.bench import OURS, Bench, Row, bench


def test_ratios_are_ours_to_each_peer() -> None:
    rows = (Row(OURS, "keltis-card", 10.0), Row("OpenSpiel", "hearts", 4.0), Row("OpenSpiel", "pig", 20.0))
    assert Bench(rows).ratios == {"keltis-card": {"OpenSpiel hearts": 2.5, "OpenSpiel pig": 0.5}}


def test_a_short_run_measures_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "SAMPLE", peers.STARTS)  # test_peers.py counts the decisions of more games
    report = bench(seconds=0.5).to_json()
    assert isinstance(report["rows"], list)
    measured = {(row["engine"], row["game"]) for row in report["rows"]}
    assert measured == {(OURS, about.id) for about in GAMES} | {("OpenSpiel", game) for game in peers.PEERS}
    assert all(row["decisions_per_second"] > 0 for row in report["rows"])


def test_without_openspiel_our_own_rows_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "is_available", lambda: False)
    report = bench(seconds=0.05)
    assert {row.engine for row in report.rows} == {OURS}
    assert report.ratios == {about.id: {} for about in GAMES}
