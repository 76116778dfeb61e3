"""Move check: parses and validates every move that comes from outside, and refuses it with the rule it breaks."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.errors import AmbiguousMove, IllegalMove, MalformedMove, MoveError
from wishstone.game.words import Sentence, Value, sentence

SHOWN = 6  # moves named in a message


def play(game: Game, state: Position, move: str | SupportsIndex, by: int | None = None) -> int:
    """Make a move or let an outcome happen, if it is legal; returns its id.

    A move is text in the notation, or its id. Raises a `MoveError` and leaves the position as it was otherwise.
    """
    checked = check_move(game, state, move, by)
    game.apply(state, checked)
    return checked


def find_error(game: Game, state: Position, move: str | SupportsIndex, by: int | None = None) -> MoveError | None:
    """The error that `play` would raise for a move, without making it; None if the move is legal."""
    try:
        check_move(game, state, move, by)
    except MoveError as error:
        return error
    return None


def check_move(game: Game, state: Position, move: str | SupportsIndex, by: int | None = None) -> int:
    """The id of a move that is legal here, or a `MoveError`."""
    who = game.actor(state)
    if who == OVER:
        raise IllegalMove("move-over", game.lexicon, move=str(move))
    if by is not None and by != who:
        raise IllegalMove("move-by", game.lexicon, by=by, actor=describe_actor(who))
    if who == CHANCE:
        legal = [outcome for outcome, _ in game.chances(state)]
        names, by_name = game.outcome_names, game.outcomes_by_name
    else:
        legal = game.legal(state)
        names, by_name = game.move_names, game.moves_by_name
    moves = tuple(names[each] for each in legal)
    found = _find_id(game, move, names, by_name, moves)
    if found in legal:
        return found
    name = names[found]
    allowed = _list_names(tuple(sorted(moves, key=lambda each: each.split()[0] != name.split()[0])))
    if who == CHANCE:
        raise IllegalMove("move-outcome", game.lexicon, moves=moves, move=name, allowed=allowed)
    rule, reason = game.table.why(state, game.data, found)
    raise IllegalMove("move-illegal", game.lexicon, moves=moves, rule=rule, move=name, reason=reason, allowed=allowed)


def describe_actor(who: int) -> Sentence:
    """Whose turn it is, in words."""
    if who == CHANCE:
        return sentence("actor-chance")
    return sentence("actor-nobody") if who == OVER else sentence("actor-seat", seat=who)


def _find_id(
    game: Game, move: str | SupportsIndex, names: tuple[str, ...], by_name: dict[str, int], legal: tuple[str, ...]
) -> int:
    """The id that a text or number means here, legal or not."""
    if not isinstance(move, str):
        if not isinstance(move, bool) and 0 <= index(move) < len(names):
            return index(move)
        raise MalformedMove("move-malformed", game.lexicon, text=str(move), examples=_list_names(legal))
    words = move.lower().split()
    text = " ".join(words)
    if text in by_name:
        return by_name[text]
    meant = [name for name in legal if _is_abbreviation(words, name.split())]
    if len(meant) == 1:
        return by_name[meant[0]]
    if meant:
        raise AmbiguousMove("move-ambiguous", game.lexicon, text=move, candidates=_list_names(tuple(meant)))
    anywhere = [name for name in names if _is_abbreviation(words, name.split())]
    if len(anywhere) == 1:
        return by_name[anywhere[0]]
    raise MalformedMove("move-malformed", game.lexicon, text=move, examples=_list_names(legal))


def _is_abbreviation(words: list[str], name: list[str]) -> bool:
    """Whether every word typed begins the word of the name at its place: `l r 3` is short for `lay red 3`.

    A number must be whole, so that `1` never means `10`.
    """
    return len(words) == len(name) > 0 and all(
        whole == typed if whole.isdigit() else whole.startswith(typed) for typed, whole in zip(words, name, strict=True)
    )


def _list_names(names: tuple[str, ...]) -> Value:
    """Some of the names, and how many more there are."""
    if not names:
        return sentence("none")
    shown = ", ".join(names[:SHOWN])
    return shown if len(names) <= SHOWN else sentence("and-more", shown=shown, count=len(names) - SHOWN)
