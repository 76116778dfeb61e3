"""Self-play rollouts: every game a few steps on, all that was seen, done and foretold, and the advantages of it.

What the end of a game is worth has two parts, the share of the win and the margin, each from -1 to 1 and each foretold
by the net for every seat; advantages are estimated for both (GAE, without a discount) and weighed by the learner. They
go from one decision of a seat to its next, not over those of others.
"""

from __future__ import annotations

from wishstone.train.nets.cuda_graphs import captured
from wishstone.train.nets.games import FITTED, Games
from wishstone.train.nets.model import Net, compiled
from wishstone.train.nets.pytorch import Tensor, torch
from wishstone.train.nets.settings import Training
from wishstone.train.nets.shape import TARGETS

LOTTERY = 0.5  # softness of the fitted player's moves while it is imitated, so that positions differ


class Rollout:
    """What was played last: tensors with the steps first and the games second."""

    def __init__(self, games: Games, net: Net, training: Training) -> None:
        self.games, self.net, self.training = games, net, training
        steps, count, seats, device = training.steps, games.count, games.seats, games.device

        def zeros(*shape: int, dtype: object = torch.float32) -> Tensor:
            return torch.zeros(shape, dtype=dtype, device=device)

        self.bits = zeros(steps, count, net.inputs.size, dtype=torch.bool)
        self.masks = zeros(steps, count, games.masks.shape[1], dtype=torch.uint8)
        self.actors = zeros(steps + 1, count, dtype=torch.int64)
        self.moves = zeros(steps, count, dtype=torch.int64)
        self.likelihoods = zeros(steps, count)  # logarithms
        self.learns = zeros(steps, count)  # 1 where the learner decided
        self.values = zeros(steps + 1, count, seats, TARGETS)  # by seat
        self.rewards = zeros(steps, count, seats, TARGETS)
        self.ended = zeros(steps, count)
        self.advantages = zeros(steps, count, TARGETS)  # for the seat that decided
        self.targets = zeros(steps, count, seats, TARGETS)  # of the values; the seat that decided is first
        self.rival = net.copy_of_weights()
        self._rivals = round(training.rivals * count)
        self._seats = torch.arange(seats, device=device)
        self._learner_seat = torch.arange(count, device=device) % seats
        self._has_rival = torch.arange(count, device=device) < self._rivals
        self._bits = zeros(count, net.inputs.size, dtype=torch.bool)
        self._move, self._likelihood = zeros(count, dtype=torch.int64), zeros(count)
        self._value, self._learns = zeros(count, seats, TARGETS), zeros(count)
        is_fused = training.fused and device == "cuda"
        self._encode, self._evaluate = compiled(net.encode, is_fused), compiled(net.__call__, is_fused)
        with torch.no_grad():
            self.decide = captured(self._decide, device)
        self._finished, self._points, self._lengths = zeros(1), zeros(seats), zeros(1)

    def play(self, is_imitating: bool = False) -> None:
        """Fill the tensors; `is_imitating`: the fitted player moves by its lottery, and its best moves are kept."""
        games = self.games
        with torch.no_grad():
            for step in range(self.training.steps):
                self.decide()
                self._remember_decision(step)
                if is_imitating:
                    self.moves[step].copy_(games.bot_moves(FITTED))
                    games.moves.copy_(games.bot_moves(FITTED, LOTTERY))
                    self.learns[step].fill_(1.0)
                elif self._rivals and self.training.against:
                    theirs = games.bot_moves(self.training.against)
                    games.moves.copy_(torch.where(self._learns > 0, games.moves, theirs))
                lengths = games.lengths.clone()
                ended, points, wins = games.step()
                self._remember_end(step, ended, points, wins, lengths)
            self.decide()  # for the values alone: nothing is moved
            self.values[-1].copy_(self._value)
            self.actors[-1].copy_(games.actors)
            self._estimate()

    def figures(self) -> dict[str, float]:
        """Games that ended since the last call, their length and points; then all are counted anew."""
        games = max(float(self._finished), 1.0)
        found = {
            "games": float(self._finished),
            "decisions_a_game": float(self._lengths) / games,
            "points": float(self._points.mean()) / games,
        }
        for each in (self._finished, self._points, self._lengths):
            each.zero_()
        return found

    def _remember_decision(self, step: int) -> None:
        self.bits[step].copy_(self._bits)
        self.masks[step].copy_(self.games.masks)
        self.actors[step].copy_(self.games.actors)
        self.values[step].copy_(self._value)
        self.learns[step].copy_(self._learns)
        self.moves[step].copy_(self._move)
        self.likelihoods[step].copy_(self._likelihood)

    def _remember_end(self, step: int, ended: Tensor, points: Tensor, wins: Tensor, lengths: Tensor) -> None:
        seats = self.games.seats
        others = (points.sum(1, keepdim=True) - points) / (seats - 1)
        scale = self.training.scale or self.games.game.margin
        worth = torch.stack(((wins * seats - 1) / (seats - 1), torch.tanh((points - others) / scale)), 2)
        over = ended.float()
        self.rewards[step].copy_(worth * over[:, None, None])
        self.ended[step].copy_(over)
        self._finished += over.sum()
        self._points += (points * over[:, None]).sum(0)
        self._lengths += ((lengths + 1) * over).sum()

    def _decide(self) -> None:
        """Draw a move for every game, by the net or by its rival."""
        games = self.games
        self._bits.copy_(self._encode(games.seen, games.masks))
        logits, values = self._evaluate(self._bits, games.masks)
        actors = games.actors.long()
        learns = torch.ones_like(self._learns)
        if self._rivals:
            is_rivals = self._has_rival & (actors != self._learner_seat)
            learns = 1.0 - is_rivals.float()
            if not self.training.against:
                some = slice(0, self._rivals)
                theirs, _ = self._evaluate(self._bits[some], games.masks[some], self.rival)
                logits[some] = torch.where(is_rivals[some, None], theirs, logits[some])
        likelihoods = torch.log_softmax(logits, 1)
        drawn = likelihoods - torch.empty_like(likelihoods).exponential_().log()
        move = drawn.argmax(1)
        self._move.copy_(move)
        self._likelihood.copy_(likelihoods.gather(1, move[:, None]).squeeze(1))
        self._learns.copy_(learns)
        places = (self._seats[None] - actors[:, None]) % games.seats  # by seat: its place, seen from who decides
        self._value.copy_(values.gather(1, places[:, :, None].expand_as(values)))
        games.moves.copy_(move)

    def _estimate(self) -> None:
        """Advantages and targets, from the last step back to the first.

        A seat's values lead from one of its own decisions to its next: what others foretell for it in between does not
        know its hand, and would make light of what it has done for it.
        """
        trace, seats = self.training.trace, self.games.seats
        next_value = self.values[-1].clone()  # of each seat: what it foretells when it decides next,
        surprise = torch.zeros_like(next_value)  # its advantage there,
        result = torch.zeros_like(next_value)  # and the reward until then
        for step in reversed(range(self.training.steps)):
            goes_on = (1.0 - self.ended[step])[:, None, None]
            next_value, surprise = goes_on * next_value, goes_on * surprise
            result = goes_on * result + self.rewards[step]
            whole = result + next_value + trace * surprise
            actors, value = self.actors[step], self.values[step]
            own = actors[:, None, None].expand(-1, 1, TARGETS)
            self.advantages[step].copy_((whole - value).gather(1, own).squeeze(1))
            places = (self._seats[None] + actors[:, None]) % seats
            self.targets[step].copy_(whole.gather(1, places[:, :, None].expand_as(whole)))
            decides = (self._seats[None] == actors[:, None])[:, :, None]
            next_value = torch.where(decides, value, next_value)
            surprise = torch.where(decides, whole - value, surprise)
            result = torch.where(decides, 0.0, result)
