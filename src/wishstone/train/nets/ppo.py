"""Proximal policy optimisation (PPO): several passes over what was played, in small batches, with clipped ratios."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wishstone.train.nets.cuda_graphs import captured
from wishstone.train.nets.model import Net, compiled
from wishstone.train.nets.pytorch import Tensor, Weights, torch
from wishstone.train.nets.rollout import Rollout
from wishstone.train.nets.settings import Training

BETAS = 0.9, 0.99
STEEPEST = 1.0  # norm of all gradients together
LIMIT = 30.0  # of a weight
FIGURES = ("policy_loss", "value_loss", "entropy", "divergence", "clipped")


Losses = tuple[Tensor, Tensor]  # what is made small, and the figures


class Sample(NamedTuple):
    """Positions to learn from, a row each."""

    bits: Tensor
    masks: Tensor
    moves: Tensor
    likelihoods: Tensor
    advantages: Tensor
    learns: Tensor
    targets: Tensor


class Learner:
    """The optimiser, the averaged weights, and one update on the device.

    `rate`, `entropy` and `win` are tensors that the schedule fills: a recorded update reads them anew every time.
    """

    def __init__(self, net: Net, rollout: Rollout, training: Training) -> None:
        self.net, self.rollout, self.training = net, rollout, training
        device = net.device
        weights = list(net.weights.values())
        self.entropy, self.win = torch.tensor(0.0, device=device), torch.tensor(0.5, device=device)
        on_gpu = {"capturable": True, "fused": True} if device == "cuda" else {"foreach": False}
        self.optimiser = torch.optim.Adam(weights, lr=torch.tensor(0.0, device=device), betas=BETAS, eps=1e-5, **on_gpu)
        self.rate = self.optimiser.param_groups[0]["lr"]  # the tensor that the optimiser reads
        self.average = net.copy_of_weights()
        self._order = torch.zeros(training.batch, dtype=torch.int64, device=device)
        self._sums = torch.zeros(len(FIGURES), device=device)
        self._updates = 0
        self._advantages = torch.zeros(training.steps * training.games, device=device)
        is_fused = training.fused and device == "cuda"
        self._policy_losses = compiled(self._losses_of_policy, is_fused)
        self._copy_losses = compiled(self._losses_of_copy, is_fused)
        before = net.copy_of_weights()
        self.update = captured(self._learn, device)
        self._imitate = captured(self._copy, device) if training.imitate else self._copy
        self._forget_warm_up(before)

    def learn(self, is_imitating: bool = False) -> None:
        """All passes over what was played last."""
        training, played = self.training, self.rollout
        weights = torch.stack((self.win, 1.0 - self.win))
        advantages = (played.advantages * weights).sum(2).flatten()
        counts = played.learns.flatten() * (played.masks.sum(2).flatten() > 1)
        count = counts.sum().clamp(min=1.0)
        mean = (advantages * counts).sum() / count
        spread = (((advantages - mean) ** 2 * counts).sum() / count).sqrt() + 1e-6
        self._advantages.copy_((advantages - mean) / spread)
        size = training.steps * training.games
        for _ in range(training.epochs):
            order = torch.randperm(size, device=self.net.device)
            for start in range(0, size - training.batch + 1, training.batch):
                self._order.copy_(order[start : start + training.batch])
                (self._imitate if is_imitating else self.update)()
                self._updates += 1

    def figures(self) -> dict[str, float]:
        """The means since the last call."""
        found = [each / max(self._updates, 1) for each in self._sums.tolist()]
        self._sums.zero_()
        self._updates = 0
        return dict(zip(FIGURES, found, strict=True))

    def state(self) -> dict[str, Tensor]:
        """What the optimiser has in mind, by weight and name."""
        return {
            f"{name}/{what}": each
            for name, weight in self.net.weights.items()
            for what, each in self.optimiser.state.get(weight, {}).items()
        }

    def load_state(self, state: dict[str, Tensor]) -> None:
        """Take it over, in place where it is there already: a recorded update knows no other place."""
        for key, each in state.items():
            name, what = key.split("/")
            own = self.optimiser.state[self.net.weights[name]]
            if what in own:
                own[what].copy_(each)
            else:
                own[what] = each.clone()

    def _forget_warm_up(self, before: dict[str, Tensor]) -> None:
        """What is recorded was called a few times, on nothing."""
        self.net.load(before)
        for name, each in before.items():
            self.average[name].copy_(each)
        for state in self.optimiser.state.values():
            for each in state.values():
                each.zero_()
        self._sums.zero_()

    def _learn(self) -> None:
        """One update from the positions in `_order`, by the moves that were drawn."""
        self._descend(self._policy_losses)

    def _copy(self) -> None:
        """One update towards the moves that were kept, whoever made them."""
        self._descend(self._copy_losses)

    def _sample(self) -> Sample:
        """What was played at the places in `_order`."""
        played, order = self.rollout, self._order
        return Sample(
            rows_of(played.bits, order),
            rows_of(played.masks, order),
            played.moves.flatten()[order],
            played.likelihoods.flatten()[order],
            self._advantages[order],
            played.learns.flatten()[order],
            played.targets.flatten(0, 1)[order],
        )

    def _losses_of_policy(self, sample: Sample, weights: Weights, entropy_weight: Tensor) -> Losses:
        """The clipped gain of the moves that the learner made, the values' error, and the entropy."""
        likelihood, every, values = self._look(sample, weights)
        whole, clip = sample.learns.sum().clamp(min=1.0), self.training.clip

        def mean(numbers: Tensor) -> Tensor:
            return (numbers * sample.learns).sum() / whole

        change = likelihood - sample.likelihoods
        ratio = change.exp()
        gain = torch.minimum(ratio * sample.advantages, ratio.clamp(1 - clip, 1 + clip) * sample.advantages)
        policy, entropy = -mean(gain), -mean((every.exp() * every).sum(1))
        error = mean(_squared_error(values, sample.targets))
        loss = policy + self.training.value * error - entropy_weight * entropy
        divergence, clipped = mean(ratio - 1 - change), mean(((ratio - 1).abs() > clip).float())
        return loss, torch.stack((policy, error, entropy, divergence, clipped)).detach()

    def _losses_of_copy(self, sample: Sample, weights: Weights, entropy_weight: Tensor) -> Losses:
        """How unlikely the moves are, and the values' error."""
        likelihood, every, values = self._look(sample, weights)
        policy, error = -likelihood.mean(), _squared_error(values, sample.targets).mean()
        entropy = -(every.exp() * every).sum(1).mean()
        figures = torch.stack((policy, error, entropy, 0 * policy, 0 * policy)).detach()
        return policy + self.training.value * error, figures

    def _look(self, sample: Sample, weights: Weights) -> tuple[Tensor, Tensor, Tensor]:
        """Of the positions: the move's likelihood, all moves' likelihoods (logarithms), and the values."""
        logits, values = self.net(sample.bits, sample.masks, weights)
        every = torch.log_softmax(logits, 1)
        return every.gather(1, sample.moves[:, None]).squeeze(1), every, values

    def _descend(self, losses: Callable[[Sample, Weights, Tensor], Losses]) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss, figures = losses(self._sample(), self.net.weights, self.entropy)
        loss.backward()
        self._sums += figures
        weights = list(self.net.weights.values())
        torch.nn.utils.clip_grad_norm_(weights, STEEPEST)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_clamp_min_(weights, -LIMIT)
            torch._foreach_clamp_max_(weights, LIMIT)
            torch._foreach_lerp_(list(self.average.values()), weights, 1.0 - self.training.average)


def _squared_error(values: Tensor, targets: Tensor) -> Tensor:
    """How far the values of each position are from their targets."""
    return ((values - targets) ** 2).mean((1, 2))


def rows_of(table: Tensor, order: Tensor) -> Tensor:
    """Rows of a tensor of bytes with steps and games in front, copied eight bytes at a time where they fit."""
    flat = table.flatten(0, 1)
    for kind, size in ((torch.int64, 8), (torch.int32, 4)):
        if flat.shape[1] % size == 0:
            return flat.view(kind).index_select(0, order).view(flat.dtype)
    return flat.index_select(0, order)
