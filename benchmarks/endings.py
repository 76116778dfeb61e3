"""Generator of proved endings: end positions whose best move brute force can prove, for `test_endings.py`.

    python benchmarks/endings.py --game keltis-dice --count 60 --seed 2026

writes `tests/bots/endings/keltis-dice.jsonl`; the same seed writes the same file again. The first line says how many
positions were looked at. Every further line is a position: the events that lead to it, the seat that has to move, and
for each legal move a bound from below and one from above of the share of the win that it is worth.

Positions come from games that end as games do, but with some things arranged. Seats make mistakes now and then, so that
the positions differ. And in the card games the seats go on for a while drawing from the discard piles when the draw
pile is nearly empty, until all have seen which cards they hold, but for the few that are said below: otherwise there
would be millions of hands to be summed over. And in Quartz a promising turn is tried with more than one luck. A
position is kept if

- the bounds prove which moves are best: these are worth the same but for `EQUAL`, any other at least `CLEAR` less;
- there are three legal moves, a quarter of them bad, and four decisions of two seats may follow, with chance or hidden
  cards among them;
- greedy errs; of positions where it does not, only so many are kept that they are at most `RIGHT` of the whole.

How the bounds come about, and why they are bounds, is told in `solving.py` and `racing.py`. Hidden cards are treated
with care: the bound from below only counts a turn of `me` that is the same for every hand that the other seat may hold;
a best turn for each hand, as if one saw it, would promise too much. The bound from above may suppose that `me` sees
everything, and that the other seat knows all that there is to know, since `me` holds open cards only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.racing import Race  # noqa: E402 - found once the root is on the path
from benchmarks.solving import Bounds, Solver, Worlds, after  # noqa: E402
from wishstone.bots import make  # noqa: E402
from wishstone.bots.bot import Bot  # noqa: E402
from wishstone.game.chance import Generator, below, stream  # noqa: E402
from wishstone.game.contract import CHANCE, OVER, Game, Position  # noqa: E402
from wishstone.games import load  # noqa: E402

FOLDER = ROOT / "tests" / "bots" / "endings"
EQUAL = 0.02  # shares of the win that count as the same
CLEAR = 0.05  # and how far a bad move is behind
LEGAL = 3  # moves to choose from, at least,
BAD = 0.25  # and how many of them are bad
DECISIONS = 4  # that may follow, of two seats
RIGHT = 0.45  # of the positions: where greedy finds the best move, at most
MISTAKES = (0, 5, 15)  # of a hundred moves of a game, so many are random
LATE = 80  # decisions in which hands are opened, at most
TRIES = 4  # positions of one game that are looked at
VARIED = 40  # turns that are tried with other luck
LINES = 60  # random ends of a game that are tried to see whether enough decisions follow
PLACES = 1 << 21  # of the table of positions


class Bounding(Protocol):
    """Something that bounds what moves are worth."""

    def bounds(self, worlds: Worlds, worth_it: Callable[[Sequence[Bounds]], bool]) -> dict[int, Bounds]:
        """For every legal move its bounds, in positions that look alike; nothing where it is not worth it."""


@dataclass(frozen=True)
class Kind:
    """Which positions of a game are looked at, and how they are solved."""

    seats: int
    near: Callable[[Game, Position], bool]  # whether it may be small enough and worth the trouble
    make: Callable[[Game], Bounding]
    cards: int = 0  # in the draw pile, from when on hands are opened
    hidden: tuple[int, ...] = (0,)  # how many cards the other seat may then hide
    per_game: int = 1  # positions of one game that are kept, at most
    vary: Callable[[Game, Position], bool] = lambda game, state: False  # whether to try a turn with more luck than one


@dataclass
class Ending:
    """A position with the bounds of every legal move."""

    events: list[int]
    first: int
    seat: int
    values: dict[str, Bounds]
    best: list[str]
    certain: list[str]  # moves that win for certain
    greedy: str

    @property
    def errs(self) -> bool:
        """Whether greedy chooses a bad move."""
        return self.greedy not in self.best


@dataclass
class Search:
    """What was found, and what was looked at for it."""

    games: int = 0
    looked: int = 0
    proved: int = 0
    endings: list[Ending] = field(default_factory=list)


# ── Which positions ──────────────────────────────────────────────────────────────────────────────────────────────


def leads(game: Game, state: Position) -> list[int]:
    """By seat, how many points it is ahead of the best other."""
    total = len(game.rules.ITEMS) - 1
    points = [row[total] for row in game.score_rows(state)]
    return [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]


def near_dice(game: Game, state: Position) -> bool:
    """The dice game: few stones are left, few tiles fit anybody's rows, and the points are close."""
    if state.supply > 2:
        return False
    fitting = [(int(state.middle) & int(state.takes[seat])).bit_count() for seat in range(2)]
    return 0 < max(fitting) <= (8, 4)[int(state.supply) - 1] and abs(leads(game, state)[0]) <= 10


def near_quartz(game: Game, state: Position) -> bool:
    """Quartz: one action is left in the last turn but one, little is in the bag, and both seats may still win."""
    rules = cast(Any, game.rules)
    me, last = int(state.turn), (int(state.turn) + 1) % 3
    if state.rounds < rules.ROUNDS or state.step != rules.ACTING or (last + 1) % 3 != state.start:
        return False
    if not 2 <= state.bag_size <= 3:
        return False
    actions = [int(left) for left in state.actions]
    actions[rules.JACKHAMMER] //= 2
    ahead = leads(game, state)
    return sum(actions) == 1 and ahead[me] >= -12 and ahead[last] >= -16


def begins_quartz(game: Game, state: Position) -> bool:
    """Quartz: the last turn but one begins, with little in the bag."""
    rules = cast(Any, game.rules)
    if state.rounds < rules.ROUNDS or state.step != rules.MINING or not 3 <= state.bag_size <= 9:
        return False
    last = (int(state.turn) + 1) % 3
    ahead = leads(game, state)
    return bool((last + 1) % 3 == state.start) and min(ahead[int(state.turn)], ahead[last]) >= -20


def near_cards(game: Game, state: Position) -> bool:
    """The card games: a card is to be played or drawn, and the points are close."""
    rules = cast(Any, game.rules)
    return state.step in (rules.PLAYING, rules.DRAWING) and abs(leads(game, state)[0]) <= 12


def near_draws(game: Game, state: Position) -> bool:
    """New Paths, where a turn has many ways: only a card is to be drawn."""
    return bool(state.step == cast(Any, game.rules).DRAWING) and near_cards(game, state)


KINDS = {
    "keltis-card": Kind(2, near_cards, lambda game: Solver(game, (1,), PLACES // 4), cards=1, hidden=(0, 1)),
    "keltis": Kind(2, near_cards, Race, cards=2, hidden=(1, 2)),
    "keltis-new-paths": Kind(2, near_draws, Race, cards=2, hidden=(1,)),
    "keltis-dice": Kind(2, near_dice, lambda game: Solver(game, (3, 8), PLACES // 16)),
    "quartz-dice": Kind(3, near_quartz, lambda game: Solver(game, (1,), PLACES), per_game=3, vary=begins_quartz),
}


# ── Games ────────────────────────────────────────────────────────────────────────────────────────────────────────


def positions(game: Game, kind: Kind, greedy: Bot, rng: Generator) -> Iterator[tuple[list[int], Position]]:
    """The positions of a game that might do, each with the events so far."""
    state = game.start(kind.seats, 0)
    mistakes, keeps = MISTAKES[below(rng, len(MISTAKES))], kind.hidden[below(rng, len(kind.hidden))]
    events: list[int] = []
    late = 0
    while (who := game.actor(state)) != OVER and late < LATE:
        if who == CHANCE:
            if kind.vary(game, state):
                for _ in range(VARIED):
                    yield from turn(game, kind, greedy, state, events, rng)
            move = game.sample(state, rng)
        else:
            late += is_late(kind, state)
            if is_small(kind, state) and kind.near(game, state) and len(game.legal(state)) >= LEGAL:
                yield list(events), game.copy(state)
            move = next_move(game, kind, greedy, state, mistakes, keeps * who, rng)
        events.append(move)
        game.apply(state, move)


def turn(
    game: Game, kind: Kind, greedy: Bot, start: Position, before: Sequence[int], rng: Generator
) -> Iterator[tuple[list[int], Position]]:
    """The positions of one turn that might do, with other luck than the game will have."""
    state, events = game.copy(start), list(before)
    while (who := game.actor(state)) != OVER and state.turn == start.turn:
        if who != CHANCE and kind.near(game, state) and len(game.legal(state)) >= LEGAL:
            yield list(events), game.copy(state)
        move = game.sample(state, rng) if who == CHANCE else greedy.choose(state, rng)
        events.append(move)
        game.apply(state, move)


def is_late(kind: Kind, state: Position) -> bool:
    """Whether seats open their hands now."""
    return bool(kind.cards and state.draw_pile <= kind.cards and not state.end)


def is_small(kind: Kind, state: Position) -> bool:
    """Whether the seat on turn holds open cards only, and the others hide no more than they may."""
    if not kind.cards:
        return True
    me = int(state.turn)
    return is_late(kind, state) and hides(state, me) == 0 and hides(state, 1 - me) in kind.hidden


def hides(state: Position, seat: int) -> int:
    """How many cards a seat holds that not everyone has seen."""
    known = int(state.known[seat]).bit_count() + int(state.known_twice[seat]).bit_count()
    if "known_points" in (state.dtype.names or ()):
        known += int(state.known_points[seat]).bit_count()
    return int(state.hand_size[seat]) - known


def next_move(game: Game, kind: Kind, greedy: Bot, state: Position, mistakes: int, keeps: int, rng: Generator) -> int:
    """What is played: mostly greedy's move; late in a card game, what opens the hand, but for so many cards."""
    legal, seat = game.legal(state), game.actor(state)
    wanted = greedy.choose(game.redealt(state, seat, rng), rng)
    rules = cast(Any, game.rules)
    if is_late(kind, state):
        if state.step == rules.DRAWING and wanted == rules.DRAW and len(legal) > 1:
            return legal[1 + below(rng, len(legal) - 1)]
        if state.step == rules.PLAYING and hides(state, seat) > keeps:
            opening = [move for move in legal if hides(after(game, state, move), seat) < hides(state, seat)]
            if opening and wanted not in opening:
                return opening[below(rng, len(opening))]
    return legal[below(rng, len(legal))] if below(rng, 100) < mistakes else wanted


# ── Hidden cards ─────────────────────────────────────────────────────────────────────────────────────────────────


def worlds(game: Game, kind: Kind, state: Position) -> Worlds:
    """All positions that look like this one to the seat on turn, each with its probability."""
    if not kind.cards:
        return [(state, 1.0)]
    rules = cast(Any, game.rules)
    other = 1 - int(state.turn)
    start = game.copy(state)
    rules.gather(start, other)
    rules.count_unseen(start)
    start.hand_size[other] -= hides(state, other)
    found: list[tuple[Position, int, int]] = [(start, 1, 0)]
    for _ in range(hides(state, other)):  # one card after the other, in the order of their kinds
        found = [
            (dealt(game, position, other, card), ways * copies, card)
            for position, ways, least in found
            for card in range(least, rules.KINDS)
            if (copies := int(rules.unseen_copies(position, card)))
        ]
    return _weighed(found, int(state.draw_pile))


def _weighed(found: Sequence[tuple[Position, int, int]], draw_pile: int) -> Worlds:
    everything = sum(ways for _, ways, _ in found)
    for position, _, _ in found:
        position.draw_pile = draw_pile
    return [(position, ways / everything) for position, ways, _ in found]


def dealt(game: Game, state: Position, seat: int, card: int) -> Position:
    """The position in which a seat holds one more card that nobody has seen."""
    copy = game.copy(state)
    cast(Any, game.rules).take_unseen(copy, seat, card)
    return copy


# ── What is proved ───────────────────────────────────────────────────────────────────────────────────────────────


def may_matter(bounds: Sequence[Bounds]) -> bool:
    """Whether enough of the moves may be bad."""
    most = max(high for _, high in bounds)
    return sum(low <= most - CLEAR for low, _ in bounds) >= BAD * len(bounds)


def best_moves(bounds: Mapping[int, Bounds]) -> list[int]:
    """The moves that are proved to be best; none where the bounds leave it open, or the choice hardly matters."""
    if not bounds:
        return []
    most = max(low for low, _ in bounds.values())
    best = [move for move, (low, high) in bounds.items() if low >= most - EQUAL and high <= most + EQUAL]
    bad = [move for move, (_, high) in bounds.items() if high <= most - CLEAR]
    enough = len(bad) >= BAD * len(bounds)
    return best if enough and len(best) + len(bad) == len(bounds) else []


def goes_on(game: Game, state: Position) -> bool:
    """Whether, on some line, enough decisions of two seats follow, with chance or hidden cards among them."""
    for number in range(LINES):
        rng, copy = stream(number), game.copy(state)
        seats: set[int] = set()
        decisions, uncertain = 0, "hand" in (state.dtype.names or ())
        while (who := game.actor(copy)) != OVER and decisions < LATE:
            if who == CHANCE:
                uncertain = True
                game.apply(copy, game.sample(copy, rng))
                continue
            decisions += 1
            seats.add(who)
            if decisions >= DECISIONS and len(seats) > 1 and uncertain:
                return True
            legal = game.legal(copy)
            game.apply(copy, legal[below(rng, len(legal))])
    return False


def greedy_move(game: Game, greedy: Bot, state: Position) -> int:
    """What greedy does, which is handed a redealt position as every bot."""
    return greedy.choose(game.redealt(state, game.actor(state), stream(0)), stream(1))


def look_at(game: Game, kind: Kind, solver: Bounding, greedy: Bot, events: list[int], state: Position) -> Ending | None:
    """The position as an ending, if it can be proved and is worth it."""
    bounds = solver.bounds(worlds(game, kind, state), may_matter)
    best = best_moves(bounds)
    if not best or not goes_on(game, state):
        return None
    names = game.move_names
    return Ending(
        events=events,
        first=int(state.first),
        seat=int(state.turn),
        values={names[move]: (round(low, 6), round(high, 6)) for move, (low, high) in bounds.items()},
        best=[names[move] for move in best],
        certain=[names[move] for move in best if bounds[move][0] > 1 - 1e-9],
        greedy=names[greedy_move(game, greedy, state)],
    )


def find(game: Game, count: int, seed: int) -> Search:
    """So many endings of a game."""
    kind = KINDS[game.id]
    greedy, solver, search = make("greedy", game), kind.make(game), Search()
    while len(search.endings) < count:
        rng = stream(seed, search.games)
        search.games += 1
        found, kept = list(positions(game, kind, greedy, rng)), 0
        for _ in range(min(TRIES * kind.per_game, len(found))):
            if kept == kind.per_game or len(search.endings) == count:
                break
            search.looked += 1
            ending = look_at(game, kind, solver, greedy, *found.pop(below(rng, len(found))))
            if ending is None:
                continue
            search.proved += 1
            if ending.errs or sum(not each.errs for each in search.endings) < int(RIGHT * count):
                search.endings.append(ending)
                kept += 1
                show(search, count)
    return search


def show(search: Search, count: int) -> None:
    """How far it is, on standard error."""
    errs = sum(ending.errs for ending in search.endings)
    print(
        f"\r{len(search.endings)} of {count}, greedy errs in {errs};"
        f" {search.games} games, {search.looked} positions, {search.proved} proved ",
        end="",
        file=sys.stderr,
        flush=True,
    )


def write(game: Game, count: int, seed: int, search: Search) -> Path:
    """The file of a game."""
    older = "" if game.rules_version == load(game.id).rules_version else f" --rules {game.rules_version}"
    header = {
        "game": game.id,
        "rules": game.rules_version,
        "seats": KINDS[game.id].seats,
        "command": f"python benchmarks/endings.py --game {game.id} --count {count} --seed {seed}{older}",
        "games": search.games,
        "looked_at": search.looked,
        "proved": search.proved,
        "kept": len(search.endings),
        "greedy_errs": sum(ending.errs for ending in search.endings),
    }
    lines = [json.dumps(line, separators=(",", ":")) for line in (header, *(vars(each) for each in search.endings))]
    path = FOLDER / f"{game.id}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def read(id: str) -> tuple[dict[str, Any], list[Ending]]:
    """The header of a game's file, and its endings."""
    header, *lines = (json.loads(line) for line in (FOLDER / f"{id}.jsonl").read_text("utf-8").splitlines())
    endings = [Ending(**line) for line in lines]
    for ending in endings:
        ending.values = {name: (low, high) for name, (low, high) in ending.values.items()}
    return header, endings


def replay(game: Game, seats: int, ending: Ending) -> Position:
    """The position of an ending."""
    state = game.start(seats, ending.first)
    for event in ending.events:
        game.apply(state, event)
    return state


def main() -> int:
    """Write the files of one game or of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=list(KINDS), action="append", help="one of them; all by default")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--rules", type=int, help="an older version of the game's rules")
    chosen = parser.parse_args()
    for id in chosen.game or KINDS:
        game = load(id, engine="compiled", rules_version=chosen.rules)
        print(write(game, chosen.count, chosen.seed, find(game, chosen.count, chosen.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
