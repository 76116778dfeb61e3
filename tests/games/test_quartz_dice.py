"""Invariants of Quartz: Hypothesis plays on to positions that would break one.

A second account of the game is kept beside, from the events alone and with the page's own words: lists of dice, bags
and carts that are counters, actions that are paid for die by die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import amount
from wishstone.bots import choice_of
from wishstone.bots.choice import MIND
from wishstone.bots.rollout import sheet_shape
from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, MoveNumber
from wishstone.game.match import Match
from wishstone.games import load
from wishstone.lab.simulate import Player, simulate

KINDS = ("quartz", "rubellite", "emerald", "sapphire", "ruby", "amber", "black")
FACES = ("pickaxe", "jackhammer", "chest", "transport", "claw", "helmet")
BAGS = {
    3: (12, 10, 8, 5, 2, 1, 1),
    4: (13, 11, 9, 6, 3, 2, 1),
    5: (14, 12, 10, 7, 4, 2, 1),
    6: (16, 14, 11, 8, 5, 3, 1),
}

random_games = given(
    seed=st.integers(0, 2**63 - 1), seats=st.integers(3, 6), first=st.integers(0, 2), per_die=st.booleans()
)
some_examples = settings(max_examples=amount(5, 12), deadline=None, derandomize=True)


class Account:
    """A game as somebody at the table would note it down."""

    def __init__(self, seats: int, first: int, per_die: bool) -> None:
        self.seats, self.per_die = seats, per_die
        self.bag = Counter(dict(zip(KINDS, BAGS[seats], strict=True)))
        self.carts: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.chests: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.markers = [0] * seats
        self.pairs, self.round, self.start, self.turn = 6, 1, first, first
        self.begin()

    def begin(self) -> None:
        """A new turn."""
        self.asked = "mine"
        self.dice: list[str] = []
        self.throws, self.in_the_air = 0, 5
        self.hammered = False
        self.drawn: list[str] = []
        self.to_draw = self.to_return = 0

    @property
    def own(self) -> Counter[str]:
        """The cart of the seat whose turn it is."""
        return self.carts[self.turn]

    def real(self, seat: int) -> int:
        """A seat's real crystals (Q-21)."""
        held = self.carts[seat] + self.chests[seat]
        return held.total() - held["black"]

    def most(self) -> list[int]:
        """Whoever has most of them (Q-20)."""
        return [seat for seat in range(self.seats) if self.real(seat) == max(map(self.real, range(self.seats)))]

    # ── What is possible ─────────────────────────────────────────────────────────────────────────────────────────

    def legal(self) -> set[str]:
        """All moves that the page allows here."""
        if self.asked == "roll":
            found = {"keep"}
            if self.throws < 3 or self.markers[self.turn]:
                parts = {
                    part for count in range(1, 6) for part in combinations(sorted(self.dice, key=FACES.index), count)
                }
                found |= {"reroll " + " ".join(part) for part in parts}
            return found
        if self.asked == "return":
            return {f"return {kind}" for kind in self.drawn}
        if self.asked == "name":
            return {f"name {seat}" for seat in self.most()}
        return self.actions() if self.asked == "act" else set()

    def actions(self) -> set[str]:
        """What the dice that were not used yet still give."""
        dice, found, others = Counter(self.dice), {"done"}, [seat for seat in range(self.seats) if seat != self.turn]
        joker = dice["helmet"] >= 2
        if dice["pickaxe"] or joker:
            found.add("pickaxe")
        if not self.hammered:
            found |= {f"jackhammer {number}" for number in range(1, 6) if self.hammer_dice(number) is not None}
        if dice["chest"] >= 2 or joker:
            found |= {f"chest {kind}" for kind, count in self.own.items() if count}
        if (dice["transport"] >= 2 or joker) and self.own["black"]:
            found |= {f"transport {seat}" for seat in others}
        if dice["claw"] >= 2 or joker:
            found |= {f"claw {seat} {kind}" for seat in others for kind in KINDS[:-1] if self.carts[seat][kind]}
        return found

    def hammer_dice(self, number: int) -> list[str] | None:
        """The dice that a jackhammer action uses up: jackhammers first, then pairs of helmets; None if it cannot be."""
        dice = Counter(self.dice)
        if self.per_die:
            helmets = -(-max(number - dice["jackhammer"], 0) // 2)
            own = min(number, dice["jackhammer"])
            possible = number >= 2
        else:
            helmets = max(number - dice["jackhammer"] // 2, 0)
            own = 2 * (number - helmets)
            possible = True
        if not possible or 2 * helmets > dice["helmet"]:
            return None
        return ["jackhammer"] * own + ["helmet"] * 2 * helmets

    # ── What happens ─────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, event: str) -> None:
        """Note an event down."""
        verb, *words = event.split()
        getattr(self, f"on_{verb}")(*words)

    def on_draw(self, kind: str) -> None:
        self.bag[kind] -= 1
        self.own[kind] += 1
        if self.asked == "mine":
            self.markers[self.turn] += kind == "black"
            self.asked = "throw"
        elif self.asked == "hammer":
            self.drawn.append(kind)
            self.to_draw -= 1
            if self.to_draw:
                return
            self.asked = "return" if self.to_return else "act"
        else:
            self.asked = "act"
        if not self.bag.total() and self.asked != "return":
            self.asked = "bag"

    def on_roll(self, *faces: str) -> None:
        assert len(faces) == self.in_the_air
        self.dice += faces
        self.throws += 1
        self.asked = "roll"

    def on_reroll(self, *faces: str) -> None:
        if self.throws >= 3:
            self.markers[self.turn] -= 1
        self.pay(*faces)
        self.in_the_air = len(faces)
        self.asked = "throw"

    def on_keep(self) -> None:
        assert len(self.dice) == 5
        self.asked = "act"

    def pay(self, *faces: str) -> None:
        """Dice that are used up, or in the air."""
        for face in faces:
            self.dice.remove(face)

    def pay_for(self, face: str, count: int) -> None:
        """An action's own dice, and if there are too few, two helmets (Q-18)."""
        self.pay(*([face] * count if self.dice.count(face) >= count else ["helmet"] * 2))

    def on_pickaxe(self) -> None:
        self.pay_for("pickaxe", 1)
        self.asked = "dig"

    def on_jackhammer(self, number: str) -> None:
        used = self.hammer_dice(int(number))
        assert used is not None
        self.pay(*used)
        self.hammered = True
        self.to_draw = min(int(number), self.bag.total())
        self.to_return = self.to_draw // 2
        self.asked = "hammer"

    def on_return(self, kind: str) -> None:
        self.drawn.remove(kind)
        self.own[kind] -= 1
        self.bag[kind] += 1
        self.to_return -= 1
        if not self.to_return:
            self.asked = "act"

    def on_chest(self, kind: str) -> None:
        self.pay_for("chest", 2)
        self.own[kind] -= 1
        self.chests[self.turn][kind] += 1

    def on_transport(self, seat: str) -> None:
        self.pay_for("transport", 2)
        self.own["black"] -= 1
        self.carts[int(seat)]["black"] += 1

    def on_claw(self, seat: str, kind: str) -> None:
        self.pay_for("claw", 2)
        self.carts[int(seat)][kind] -= 1
        self.own[kind] += 1

    def on_done(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        if self.turn != self.start:
            self.begin()
        elif self.round == 6:
            self.asked = "rounds"
        elif len(self.most()) > 1:
            self.asked = "name"
        else:
            self.on_name(str(self.most()[0]))

    def on_name(self, seat: str) -> None:
        self.start = self.turn = int(seat)
        self.round += 1
        self.pairs -= 1
        self.bag["black"] += 2
        self.begin()


def options(per_die: bool) -> dict[str, str | bool]:
    return {"jackhammer": "per-die" if per_die else "pairs"}


def random_account(seed: int, seats: int, first: int, per_die: bool, greedy: bool) -> Iterator[tuple[Match, Account]]:
    """A game before every event and at its end, with its account; random moves, or the greedy bot's."""
    match = Match(load("quartz-dice", options(per_die), engine="compiled"), seats, first)
    game, dealer, player = match.game, stream(seed), stream(seed, who=1)
    account = Account(seats, first, per_die)
    chooser, moves, mind = choice_of(game), MoveNumber(0).repeat(game.rules.MAX_LEGAL), game.array(MIND)
    sheet = np.zeros(sheet_shape(game.rules), MoveNumber)
    while True:
        yield match, account
        who = match.actor
        if who == OVER:
            return
        if who == CHANCE:
            move = game.sample(match.state, dealer)
        elif greedy:
            move = int(chooser.think(match.state, game.data, who, player, moves, mind, sheet))
        else:
            legal = game.legal(match.state)
            move = legal[below(player, len(legal))]
        account.hear(game.name(match.state, move))
        game.apply(match.state, move)


@pytest.mark.parametrize("greedy", [False, True], ids=["random", "greedy"])
@some_examples
@random_games
def test_the_game_goes_as_the_page_says(seed: int, seats: int, first: int, per_die: bool, greedy: bool) -> None:
    """No action is lost or paid twice, no crystal or marker either, and each round has the right start player."""
    for match, account in random_account(seed, seats, first, per_die, greedy):
        state, game = match.state, match.game
        for place, held in (("cart", account.carts), ("chest", account.chests)):
            for seat in range(seats):
                assert state[place][seat].tolist() == [held[seat][kind] for kind in KINDS]
        assert state.bag.tolist() == [account.bag[kind] for kind in KINDS]
        assert state.bag_size == account.bag.total()
        assert state.markers[:seats].tolist() == account.markers
        assert (state.pairs, state.start) == (account.pairs, account.start)
        assert game.end(state) == (account.asked if account.asked in ("bag", "rounds") else "")
        legal = [game.move_names[move] for move in game.legal(state)]
        assert set(legal) == account.legal()
        if legal:
            assert match.actor == account.turn
    assert match.is_over


@some_examples
@random_games
def test_crystals_are_conserved_and_chests_never_shrink(seed: int, seats: int, first: int, per_die: bool) -> None:
    before = None
    for match, _ in random_account(seed, seats, first, per_die, greedy=False):
        state = match.state
        there = state.bag + state.cart.sum(axis=0) + state.chest.sum(axis=0)
        there[6] += 2 * state.pairs
        assert there.tolist() == [*BAGS[seats][:6], 13]
        for field in ("bag", "cart", "markers"):
            assert (state[field] >= 0).all()
        for field in ("cart", "chest", "markers"):
            assert not state[field][seats:].any(), "nobody sits there"
        if before is not None:
            assert (state.chest >= before).all()
        before = state.chest.copy()


@pytest.mark.parametrize("per_die", [False, True])
def test_the_greedy_bot_wins_against_two_random_ones(per_die: bool) -> None:
    """The issue asks for 60 % of the games; it wins nearly all."""
    game = load("quartz-dice", options(per_die), engine="compiled")
    results = simulate(Player(game, 3, ["greedy", "random", "random"], seed=1), 2000)
    assert results.by_seat()[0].win_share > 0.97
