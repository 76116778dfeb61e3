"""The example of a net trained against `medium`: it learns, and plays in the arena, as its user would start it."""

from __future__ import annotations

from tests.env.test_examples import EXAMPLES, example


def test_a_net_is_trained_and_plays_in_the_arena() -> None:
    assert len((EXAMPLES / "train_and_play.py").read_text(encoding="utf-8").splitlines()) <= 75
    ours = example("train_and_play")
    net, medium = ours.play(ours.train("keltis-dice", updates=4), "keltis-dice", deals=3)
    assert (net.name, medium.name, net.games) == ("net", "medium", 6)
    assert 0 <= net.win_rate <= 1
    assert net.moves > 0
