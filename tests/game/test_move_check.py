"""Move checking: what is let through, and what is said about everything else."""

from __future__ import annotations

import numpy as np
import pytest

from wishstone.game.chance import stream
from wishstone.game.errors import AmbiguousMove, IllegalMove, MalformedMove, MoveError, StaleMove, UsageError
from wishstone.game.match import Match
from wishstone.game.move_check import find_error, play
from wishstone.games import GAMES, load


@pytest.fixture
def match() -> Match:
    """Seat 0 holds blue 6 twice, green 0, 4, 8, pink 5, 7 and red 2, and is to play."""
    match = Match(load("keltis-card"), seats=2)
    match.let_happen(stream(3))
    return match


def refusal(match: Match, move: str | int, by: int | None = None) -> MoveError:
    before = match.state.tobytes()
    with pytest.raises(MoveError) as caught:
        play(match.game, match.state, move, by)
    told = find_error(match.game, match.state, move, by)
    assert told is not None
    assert (type(told), str(told)) == (type(caught.value), str(caught.value))
    assert match.state.tobytes() == before
    return caught.value


def test_a_legal_move_is_made(match: Match) -> None:
    assert find_error(match.game, match.state, "lay green 4") is None
    play(match.game, match.state, "lay green 4", by=0)
    assert match.game.view(match.state, 0)["players"][0]["rows"]["green"]["cards"] == ["4"]


def test_words_may_be_shortened_but_numbers_not(match: Match) -> None:
    assert match.game.move_names[play(match.game, match.state, "L  gr 4")] == "lay green 4"
    assert isinstance(refusal(match, "dr 4"), MalformedMove)


def test_an_illegal_move_names_the_rule_and_what_is_allowed(match: Match) -> None:
    error = refusal(match, "lay red 4")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("move-illegal", "KC-9")
    assert str(error).startswith("cannot lay red 4: you hold no red 4 (KC-9); allowed: lay blue 6, lay green 0")
    assert "lay red 2" in error.moves
    assert error.text("de").startswith(
        "«lay red 4» geht nicht: «Rot 4» hast du nicht auf der Hand (KC-9); erlaubt: lay"
    )


@pytest.mark.parametrize(
    "text", ["", "   ", "castle", "lay", "lay red", "lay red 11", "lay red 03", "lay red 3 4", "?"]
)
def test_what_is_not_in_the_notation_is_malformed(match: Match, text: str) -> None:
    error = refusal(match, text)
    assert (type(error), error.code) == (MalformedMove, "move-malformed")
    assert f"«{text}»" in str(error)
    assert "discard blue 6" in str(error)


def test_what_is_short_for_several_moves_is_ambiguous() -> None:
    match = Match(load("keltis-card"), seats=2)
    for card in ("pink 3", "point 3", "blue 0", "blue 1", "blue 2", "blue 8", "blue 9", "blue 10"):
        match.play(f"deal 0 {card}")
    match.let_happen(stream(1))
    error = refusal(match, "disc p 3")
    assert (type(error), error.code) == (AmbiguousMove, "move-ambiguous")
    assert str(error) == "«disc p 3» can mean discard pink 3, discard point 3; write more of it"
    assert find_error(match.game, match.state, "disc pi 3") is None


def test_ids_are_checked_too(match: Match) -> None:
    assert refusal(match, 10_000).code == "move-malformed"
    assert refusal(match, -1).code == "move-malformed"
    assert refusal(match, True).code == "move-malformed"
    assert find_error(match.game, match.state, np.int16(match.game.legal(match.state)[0])) is None
    assert play(match.game, match.state, match.game.moves_by_name["discard red 2"]) >= 0


def test_nobody_moves_out_of_turn(match: Match) -> None:
    error = refusal(match, "lay green 4", by=1)
    assert (error.code, str(error)) == ("move-by", "seat 1 cannot move now: it is the turn of seat 0")


def test_an_outcome_must_be_possible(match: Match) -> None:
    play(match.game, match.state, "discard red 2")
    play(match.game, match.state, "draw deck")
    error = refusal(match, "card green 0")
    assert error.code == "move-outcome"
    assert str(error).startswith("«card green 0» cannot come now; possible: card blue 0")
    assert refusal(match, "draw deck").code == "move-malformed"


def test_after_the_end_nothing_moves() -> None:
    match = Match(load("keltis-card"), 2)
    rng = stream(5)
    while not match.is_over:
        match.let_happen(rng)
        if not match.is_over:
            match.play(match.game.legal(match.state)[0])
    error = refusal(match, "stop")
    assert (error.code, str(error)) == ("move-over", "cannot stop: the game is over; start another one")


def test_a_stale_move_is_refused_with_the_current_number(match: Match) -> None:
    with pytest.raises(StaleMove) as caught:
        match.play("lay green 4", by=0, number=15)
    assert caught.value.code == "move-stale"
    assert "made for event 15, and the game is at event 16" in str(caught.value)
    assert len(match.events) == 16
    match.play("lay green 4", by=0, number=16)


def test_wrong_tables_cannot_be_set() -> None:
    game = load("keltis-card")
    for seats, first, code in [
        (1, 0, "seats-wrong"),
        (5, 0, "seats-wrong"),
        (2, 2, "first-wrong"),
        (2, -1, "first-wrong"),
    ]:
        with pytest.raises(UsageError) as caught:
            Match(game, seats, first)
        assert caught.value.code == code
    with pytest.raises(UsageError, match="there is no game called «chess»; there is: keltis-card"):
        load("chess")
    with pytest.raises(UsageError, match="keltis-card has no option «end»"):
        load("keltis-card", {"end": "stones"})
    with pytest.raises(UsageError, match="can be: interpreted, compiled"):
        GAMES.load("keltis-card", engine="quantum")  # type: ignore[arg-type]
