"""The miniature: its rules, that it conforms, and that it is as small as it says."""

from __future__ import annotations

import pyspiel
import pytest
from open_spiel.python.algorithms import get_all_states

import wishstone.env.open_spiel  # noqa: F401 - registers the games
from wishstone.bots import make
from wishstone.game.chance import stream
from wishstone.game.conformance import assert_conforms, lockstep
from wishstone.game.errors import IllegalMove, UsageError
from wishstone.game.match import Match
from wishstone.games import EVERY, GAMES, load
from wishstone.lab.simulate import Player

GAME = EVERY.load("miniature", engine="interpreted")


def played(*events: str) -> Match:
    """A game of these events, in which seat 0 begins."""
    match = Match(GAME, 2)
    for event in events:
        match.play(event)
    return match


def sheet(match: Match, seat: int) -> dict[str, int]:
    return dict(zip(GAME.rules.ITEMS, GAME.score_rows(match.state)[seat], strict=True))


def legal(match: Match) -> list[str]:
    return [GAME.move_names[move] for move in GAME.legal(match.state)]


def test_it_conforms() -> None:
    assert_conforms(GAME, games=20)


def test_both_engines_play_the_same_game() -> None:
    assert not lockstep(GAME, EVERY.load("miniature", engine="compiled"), 2, 60)


def test_it_is_offered_to_nobody_to_play() -> None:
    assert "miniature" not in {about.id for about in GAMES}
    with pytest.raises(UsageError, match="no game called «miniature»"):
        load("miniature")


def test_a_game_by_hand() -> None:
    """M-2 to M-7: two turns for each, the last cards, rows and clovers."""
    match = played("deal 0 blue 1", "deal 1 green 2", "card green 1")
    assert legal(match) == ["discard blue 1", "discard green 1", "lay blue 1", "lay green 1"]
    match.play("discard green 1")
    assert legal(match) == ["draw", "take"]
    match.play("take")
    assert legal(match) == ["discard green 1", "discard green 2", "lay green 1", "lay green 2"]
    match.play("lay green 1")
    for event in ("card blue 2", "lay blue 1"):
        match.play(event)
    assert legal(match) == ["discard green 2", "lay green 2"], "there is nothing to draw"
    match.play("lay green 2")
    assert legal(match) == ["lay blue 2"], "the last card is laid where it fits"
    with pytest.raises(IllegalMove, match=r"the last card is laid where it fits \(M-5\)"):
        match.play("discard blue 2")
    match.play("lay blue 2")
    assert match.is_over
    for seat, colour in ((0, "blue"), (1, "green")):
        assert sheet(match, seat) == {
            "rows.blue": int(colour == "blue"),
            "rows.green": int(colour == "green"),
            "clovers": 3,
            "total": 4,
        }


def test_a_row_only_rises() -> None:
    """M-4; a last card that does not fit is discarded (M-5)."""
    match = played("deal 0 blue 2", "deal 1 green 2", "card blue 1", "lay blue 2", "card green 1", "lay green 2")
    assert legal(match) == ["discard blue 1"]
    with pytest.raises(IllegalMove, match=r"your blue row ends at 2 \(M-4\)"):
        match.play("lay blue 1")
    match.play("discard blue 1")
    assert legal(match) == ["take"], "there is nothing to draw but the discard"
    match.play("take")
    match.play("lay blue 1")
    assert legal(match) == ["discard green 1"]
    match.play("discard green 1")
    assert [sheet(match, seat)["total"] for seat in range(2)] == [-1 + 3, -1 - 1 + 3]


def test_openspiel_goes_through_all_of_it() -> None:
    """It is zero-sum, ends, and has the information states that docs/miniature.md says."""
    game = pyspiel.load_game("wishstone_miniature(skip_forced=True)")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    states = get_all_states.get_all_states(game, include_chance_states=True)
    choices = [state for state in states.values() if not (state.is_terminal() or state.is_chance_node())]
    informed = {(state.current_player(), state.information_state_string()) for state in choices}
    assert (len(states), len(choices), len(informed)) == (13497, 3728, 1752)
    assert min(len(state.legal_actions()) for state in choices) == 2
    assert max(sum(state.returns()) for state in states.values() if state.is_terminal()) == 0


def test_bots_of_every_kind_play_it() -> None:
    compiled = EVERY.load("miniature", engine="compiled")
    player = Player(compiled, 2, ["fitted", "greedy"], seed=1)
    results = player.results()
    player.batch(0, 400, results)
    fitted, greedy = results.by_seat()
    assert fitted.mean_score > greedy.mean_score
    bot = make("search:50", compiled)
    match = played("deal 0 blue 1", "deal 1 green 2", "card green 1")
    assert bot.choose(match.state, stream(1)) in compiled.legal(match.state)
