"""Tables for the game loop: who sits where, by which settings, with all that a thread needs to play there.

A bot that is made of rule functions plays inside the loop. Any other, an object of Python's or a program, is asked from
here, and the loop waits for its move: so there is one loop for all of them, and one convention each for

- `simulate`: all bots have one stream, and each is shown a redealt position; but where all look only once (`random`,
  `greedy`), `random` is not redealt, which it would not notice, and `greedy` redeals for itself;
- the arena: each seat has a stream of its own, and an only move is made without asking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wishstone.bots import absent as nobody
from wishstone.bots import deciding, searching
from wishstone.bots.bot import Bot
from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.deciding import NET, NET_SEARCHING, OUTSIDE, RATED, SEARCHING, SEEN, Tools, memory_dtype
from wishstone.bots.levels import LevelBot, ladder_of
from wishstone.bots.net import NetShape
from wishstone.bots.net_bot import NetBot, check_seats, net_rules_of
from wishstone.bots.net_file import NetFile
from wishstone.bots.net_search_bot import NetSearchBot
from wishstone.bots.outside import game_over
from wishstone.bots.own import OwnBot
from wishstone.bots.policies import greedy_of, policy_of
from wishstone.bots.quick import QuickBot
from wishstone.bots.search import Edge
from wishstone.bots.searcher import Style, evaluator_of, net_evaluator_of, net_search_of, search_of, set_search
from wishstone.bots.weights import weights_of
from wishstone.game.contract import OVER, Game, MoveNumber, Numbers, Position
from wishstone.game.errors import WishstoneError
from wishstone.game.limits import EVENTS
from wishstone.game.registry import rules_of
from wishstone.game.result import Result, result_of
from wishstone.game.rule import Engine, bound, shared
from wishstone.lab import fair_deal, playing, streams, together
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.clock import clock_of
from wishstone.lab.playing import BY_LOT, PAUSED, outcome_dtype, play_dtype, table_dtype
from wishstone.lab.together import Questions

# What a bot does at most, and so what is compiled, for fitted players and for nets: it looks once, rates its moves, or
# searches.
TIERS = ("quick", "rated", "searching")
QUICK_TIER, RATED_TIER, SEARCHING_TIER = TIERS
TIER_OF = {RATED: RATED_TIER, SEARCHING: SEARCHING_TIER}
NET_TIER_OF = {NET: RATED_TIER, NET_SEARCHING: SEARCHING_TIER}
RATES_AT_ONCE = {SEARCHING: RATED, NET_SEARCHING: NET}  # what a bot that searches would be without

PORTION = 4096  # simulations of searching bots between two looks at the clock and at Ctrl-C
UNLIMITED = 2**62  # simulations, where nobody looks up
TOGETHER = 256  # games that are played side by side, for bots that look at many positions at once
FEW = 8  # games that tell how long one usually is
MOST_PART = 0.95  # of a game that is not over
NO_LOG = np.zeros(0, MoveNumber)


@dataclass(frozen=True)
class Convention:
    """What the bots at a table are told, and how."""

    arranged: bool = False  # whether outcomes come from deals arranged beforehand
    redealt: bool = True
    spared: bool = False  # whether an only move is made without asking
    own_streams: bool = False  # whether each seat has a stream of its own
    spacing: int = 1


SHOWN = Convention()
AT_A_GLANCE = Convention(redealt=False)
DUPLICATE = Convention(arranged=True, spared=True, own_streams=True, spacing=fair_deal.PARTS)


class GameLoop:
    """The game loop of one thread, at some tables in turn: the bots of each, by seat, and everything that they need.

    A seat without a bot waits for whoever enters the loop. `tier` is what is compiled at least.
    """

    def __init__(
        self,
        game: Game,
        seatings: Sequence[Sequence[Bot | None]],
        seed: int,
        first: int = BY_LOT,
        convention: Convention = SHOWN,
        tier: str = QUICK_TIER,
    ) -> None:
        self.game, self.seatings, self._convention = game, seatings, convention
        rules: Any = game.rules
        seats, compiled = len(seatings[0]), game.engine == "compiled"
        self._shape = _shape_of(seatings)
        kinds = {self.kind_of(bot) for bots in seatings for bot in bots}
        self.is_asking = OUTSIDE in kinds
        fitted = max(tier, *(TIER_OF.get(kind, QUICK_TIER) for kind in kinds), key=TIERS.index)
        nets = max((NET_TIER_OF.get(kind, QUICK_TIER) for kind in kinds), key=TIERS.index)
        self.tier = max(fitted, nets, key=TIERS.index)
        needs_greedy = compiled or any(isinstance(bot, QuickBot) for bots in seatings for bot in bots)
        self.bound = loop_of(
            game.folder,
            game.engine,
            rules,
            greedy_of(game.folder, game.engine) if needs_greedy else None,
            fitted,
            nets,
            convention.arranged,
        )
        luck = fair_deal if convention.arranged else streams
        scratch = 0 if fitted == QUICK_TIER else policy_of(game.folder, game.engine).SCRATCH
        self._play_type = play_dtype(rules, luck)
        self.plays = self.new_plays(1)
        self.memories = game.records(memory_dtype(rules, scratch, self._shape), 1)
        self.tables = game.records(table_dtype(rules), len(seatings))
        self.tables["seats"], self.tables["first"], self.tables["seed"] = seats, first, seed
        self.tables["spacing"], self.tables["most"] = convention.spacing, rules.MAX_DECISIONS
        self.tables["streams"] = seats if convention.own_streams else 1
        self._weights, self._nets = _Weights(), _Nets()
        for table, bots in zip(self.tables, seatings, strict=True):
            table["settings"] = game.data
            for seat, bot in enumerate(bots):
                self._seat(table["chairs"][seat], seats, seat, bot)
        room = int(self.tables["chairs"]["search"]["room"].max())
        log = np.zeros(EVENTS * rules.MAX_DECISIONS, MoveNumber)
        self.tools = Tools(self._weights.rows(), self._nets.records(game), game.records(Edge, max(room, 1)), log)
        self.hear: Callable[[float], None] = lambda games: (
            None
        )  # how many games of a call are played, and a part of one
        self._usual = 0.0  # decisions of a game, as they are with bots that do not think long
        # By game of the last call, and by seat: how long those took who were asked, and how often a fallback moved.
        self.asides: list[tuple[list[float], list[int]]] = []

    def kind_of(self, bot: Bot | None) -> int:
        """What kind of bot this is here: nets play in the loop where all of them have one shape, and are asked else."""
        kind = kind_of(bot, self.game)
        is_other = isinstance(bot, NetBot | NetSearchBot) and bot.net.shape != self._shape
        return OUTSIDE if is_other else kind

    def _seat(self, chair: Position, seats: int, seat: int, bot: Bot | None) -> None:
        """Write down who sits in a chair, and how that bot is asked."""
        kind = self.kind_of(bot)
        chair["kind"] = kind
        # A quick bot may do without, since `random` looks at nothing and `greedy` redeals by itself; no other may.
        chair["redealt"] = self._convention.redealt or kind in (RATED, SEARCHING, NET, NET_SEARCHING)
        chair["spared"] = self._convention.spared
        chair["stream"] = seat if self._convention.own_streams else 0
        chair["plain"] = -1
        if isinstance(bot, NetBot | NetSearchBot):
            check_seats(bot.name, bot.net, seats)
        if kind == OUTSIDE:
            return
        if isinstance(bot, LevelBot):
            self._seat_level(chair, seats, seat, bot)
        elif isinstance(bot, NetBot | NetSearchBot):
            chair["net"] = self._nets.place(bot.net)
            if isinstance(bot, NetSearchBot):
                player, margin = net_rules_of(self.game.folder, self.game.engine), self.game.margin
                set_search(chair["search"], bot.simulations, Style(), player, margin)

    def _seat_level(self, chair: Position, seats: int, seat: int, bot: LevelBot) -> None:
        """Write down by which weights a fitted player plays in a chair, and how it searches."""
        recipe, policy = bot.recipe, policy_of(self.game.folder, self.game.engine)
        for first in range(seats):
            chair["weights"][first] = self._weights.row(bot.weights_for(seats, first, seat))
        if recipe.softness:
            chair["softness"] = max(1, round(recipe.softness * policy.SOFTNESS))
        if recipe.simulations:
            set_search(chair["search"], recipe.simulations, ladder_of(self.game).style, policy, self.game.margin)
            if recipe.style:
                chair["plain"] = self._weights.row(weights_of(self.game, seats))

    def new_plays(self, count: int) -> Numbers:
        """Room for so many games that are played side by side."""
        return self.game.records(self._play_type, count)

    def outcomes(self, games: int) -> Numbers:
        """Room for how so many games go."""
        return self.game.records(outcome_dtype(self.game.rules), games)

    @property
    def takes_many(self) -> bool:
        """Whether all who are asked look at many positions at once."""
        asked = [bot for bots in self.seatings for bot in bots if self.kind_of(bot) == OUTSIDE]
        return (
            len(self.seatings) == 1 and bool(asked) and all(isinstance(bot, OwnBot) and bot.takes_many for bot in asked)
        )

    def play_together(self, start: int, outcomes: Numbers) -> None:
        """Play the games of `outcomes` side by side, and ask for the moves of many at once; the games are the same."""
        rules, count = self.game.rules, min(len(outcomes), TOGETHER)
        loop = together_of(self.game.folder, self.game.engine, self.bound)
        questions = Questions(
            np.zeros(count, np.int64),
            np.zeros((count, sum(size for _, size in rules.OBSERVATION)), np.float32),
            np.zeros((count, rules.MOVES), np.bool_),
            np.zeros(count, np.int64),
            np.zeros(1, np.int64),
        )
        plays, tools = self.new_plays(count), self.tools._replace(log=NO_LOG)
        self.memories["budget"] = UNLIMITED
        while loop.go_on(plays, self.tables, self.memories, tools, start, outcomes, questions):
            for bot in dict.fromkeys(self.seatings[0]):
                own = [seat for seat, each in enumerate(self.seatings[0]) if each is bot]
                places = np.flatnonzero(np.isin(questions.seats, own))
                if isinstance(bot, OwnBot) and len(places):
                    moves = bot.choose_many(questions.observations[places], questions.masks[places])
                    self._check(bot, moves, questions.masks[places])
                    loop.make_moves(plays, self.tables, tools, places, moves)

    def _check(self, bot: OwnBot, moves: Numbers, masks: Numbers) -> None:
        """Refuse moves of which one is not legal."""
        if moves.shape != (len(masks),):
            raise WishstoneError("arena-illegal", LEXICON, name=bot.name, move=str(moves.shape))
        for move, mask in zip(moves.tolist(), masks, strict=True):
            if not 0 <= move < len(mask) or not mask[move]:
                raise WishstoneError("arena-illegal", LEXICON, name=bot.name, move=str(move))

    def play(self, start: int, outcomes: Numbers, stopped: Callable[[], bool] = lambda: False) -> int:
        """Play the games of `outcomes`, numbered from `start`; fewer where it was stopped meanwhile."""
        loop = self.bound.play_games
        return self.finish(
            lambda done, until: loop(self.plays, self.tables, self.memories, self.tools, start, done, outcomes[:until]),
            len(outcomes),
            stopped,
        )

    def finish(self, enter: Callable[[int, int], int], games: int, stopped: Callable[[], bool] = lambda: False) -> int:
        """Enter a loop, which tells how many games are done, until all are; whoever it waits for is asked.

        `enter` is told how many are done, and how many may be. Programs are told when a game is over.
        """
        self.plays["running"] = 0
        self.asides = [self._no_aside()] if self.is_asking else []
        done = 0
        while done < games or not games:
            self.memories["budget"] = PORTION
            before, done = done, int(enter(done, done + 1 if self.is_asking else games))
            if done > before and self.is_asking:
                game_over([bot for bot in self.seatings[before % len(self.tables)] if bot], self.result)
                self.asides.append(self._no_aside())
            if done >= games or stopped():
                break
            if self.hear is not None:
                self.hear(done + self._part())
            if done == before and int(self.plays["waiting"][0]) != PAUSED:
                self._ask(done % len(self.tables))
        return done

    def _part(self) -> float:
        """The part of the game under way that is played, as far as can be said: games of quick bots are as long."""
        if not self._usual:
            self._usual = self._usual_decisions()
        return min(float(self.plays["decisions"][0]) / self._usual, MOST_PART) if self.plays["running"][0] else 0.0

    def _usual_decisions(self) -> float:
        """The mean number of decisions of a few games at the first table, in which nobody thinks long."""
        if self.game.engine != "compiled":
            return float(self.game.rules.MAX_DECISIONS)
        plays, tables, memories = self.new_plays(1), self.tables[:1].copy(), self.memories.copy()
        outcomes = self.outcomes(FEW)
        kinds = tables["chairs"]["kind"]
        for thinking, at_once in RATES_AT_ONCE.items():
            kinds[kinds == thinking] = at_once
        kinds[kinds == OUTSIDE] = QUICK.index("greedy")
        self.bound.play_games(plays, tables, memories, self.tools._replace(log=NO_LOG), 0, 0, outcomes)
        return max(float(outcomes["decisions"].mean()), 1.0)

    def _no_aside(self) -> tuple[list[float], list[int]]:
        seats = len(self.seatings[0])
        return [0.0] * seats, [0] * seats

    def result(self) -> Result:
        """How the game stands that was played last."""
        state, decisions = self.plays[0]["state"], int(self.plays["decisions"][0])
        return result_of(self.game, state, None if self.game.actor(state) == OVER else decisions)

    def _ask(self, place: int) -> None:
        """Ask the bot that the game at a table waits for, and make its move."""
        seat = int(self.plays["waiting"][0])
        bot, chair = self.seatings[place][seat], self.tables["chairs"][place, seat]
        assert bot is not None
        seen = self.memories["mind"][0, SEEN] if chair["redealt"] else self.plays["state"][0]
        position, rng = self.game.copy(seen), self.plays["streams"][0, int(chair["stream"])]
        replaced, begin = getattr(bot, "replaced", 0), perf_counter()
        move = bot.choose(position, rng)
        seconds, replacements = self.asides[-1]
        seconds[seat] += perf_counter() - begin
        replacements[seat] += getattr(bot, "replaced", 0) - replaced
        if move not in self.game.legal(self.game.copy(self.plays["state"][0])):
            raise WishstoneError("arena-illegal", LEXICON, name=bot.name, move=str(move))
        self.bound.make_in(self.plays, self.tables, place, self.tools, int(move))


class _Weights:
    """The weights of all bots at some tables, each row once."""

    def __init__(self) -> None:
        self._rows: dict[bytes, int] = {}

    def row(self, weights: NDArray[np.int32]) -> int:
        """The place of a row."""
        return self._rows.setdefault(weights.tobytes(), len(self._rows))

    def rows(self) -> NDArray[np.int32]:
        """All rows, and one at least."""
        found = np.frombuffer(b"".join(self._rows) or bytes(4), np.int32)
        return found.reshape(max(len(self._rows), 1), -1).copy()


class _Nets:
    """The nets of all bots at some tables, each once."""

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {}
        self._nets: list[NetFile] = []

    def place(self, net: NetFile) -> int:
        """The place of a net."""
        place = self._places.setdefault(net.numbers.tobytes(), len(self._nets))
        if place == len(self._nets):
            self._nets.append(net)
        return place

    def records(self, game: Game) -> Numbers:
        """All nets; where there is none, something that takes their place."""
        if not self._nets:
            return np.zeros(1, np.int64)
        records = game.records(self._nets[0].numbers.dtype, len(self._nets))
        for place, net in enumerate(self._nets):
            records[place : place + 1] = net.numbers
        return records


def _shape_of(seatings: Sequence[Sequence[Bot | None]]) -> NetShape | None:
    """The shape of the first net at some tables, and so of all that play inside the loop."""
    nets = (bot.net for bots in seatings for bot in bots if isinstance(bot, NetBot | NetSearchBot))
    return next((net.shape for net in nets), None)


def kind_of(bot: Bot | None, game: Game) -> int:
    """What kind of bot this is to the loop.

    One that searches or plays by a net runs compiled rules, whatever the game is loaded with, and is asked where that
    is not so.
    """
    if isinstance(bot, QuickBot):
        return QUICK.index(bot.name)
    if isinstance(bot, LevelBot) and not bot.is_searching:
        return RATED
    if game.engine == "compiled":
        for kind, number in ((LevelBot, SEARCHING), (NetBot, NET), (NetSearchBot, NET_SEARCHING)):
            if isinstance(bot, kind):
                return number
    return OUTSIDE


@cache
def loop_of(
    folder: str, engine: Engine, rules: Any, greedy: ModuleType | None, fitted: str, nets: str, arranged: bool
) -> ModuleType:
    """The game loop of one game, on one engine, with what the kinds of bots at its tables need.

    What fitted players and nets of a higher tier would do is left out.
    """
    by_net = f"_net_{nets}" if nets != QUICK_TIER else ""
    label = f"{folder.rpartition('.')[2]}_{fitted}{by_net}{'_deals' if arranged else ''}"
    absent = shared(nobody.__name__, engine)
    policy = searches = net = net_searches = absent
    if fitted != QUICK_TIER:
        policy = policy_of(folder, engine)
    if fitted == SEARCHING_TIER:
        trees, evaluator = search_of(folder, engine), evaluator_of(folder, engine)
        searches = bound(searching, engine, label, rules=rules, trees=trees, evaluator=evaluator, policy=policy)
    if nets != QUICK_TIER:
        net = net_rules_of(folder, engine)
    if nets == SEARCHING_TIER:
        trees, evaluator = net_search_of(folder, engine), net_evaluator_of(folder, engine)
        net_searches = bound(
            searching, engine, f"{label}_net", rules=rules, trees=trees, evaluator=evaluator, policy=absent
        )
    bots = bound(
        deciding,
        engine,
        label,
        rules=rules,
        greedy=greedy,
        policy=policy,
        searching=searches,
        net=net,
        net_searching=net_searches,
        clock=clock_of(engine) if arranged else absent,
    )
    dealt = fair_deal.fair_deal_of if arranged else stream_of
    return bound(playing, engine, label, rules=rules, luck=dealt(folder, engine, rules), deciding=bots)


def quick_loop_of(folder: str, engine: Engine) -> ModuleType:
    """The game loop of one game for quick bots, whose outcomes come from a stream."""
    greedy, rules = greedy_of(folder, engine), rules_of(folder, engine)
    return loop_of(folder, engine, rules, greedy, QUICK_TIER, QUICK_TIER, arranged=False)


@cache
def stream_of(folder: str, engine: Engine, rules: Any) -> ModuleType:
    """Outcomes from the stream of a game, on one engine."""
    return bound(streams, engine, folder.rpartition(".")[2], rules=rules)


@cache
def together_of(folder: str, engine: Engine, loop: ModuleType) -> ModuleType:
    """The functions of `together.py` for one game, on one engine, with the game loop of some tables."""
    label = loop.__name__.rpartition(":")[2]
    return bound(together, engine, label, rules=rules_of(folder, engine), playing=loop)
