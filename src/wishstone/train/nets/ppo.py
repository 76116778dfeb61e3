"""Proximal policy optimisation (PPO): several passes over what was played, in small batches, with clipped ratios."""

from __future__ import annotations

from wishstone.train.nets.cuda_graphs import captured
from wishstone.train.nets.model import Net
from wishstone.train.nets.pytorch import Tensor, torch
from wishstone.train.nets.rollout import Rollout
from wishstone.train.nets.settings import Training

BETAS = 0.9, 0.99
STEEPEST = 1.0  # norm of all gradients together
LIMIT = 30.0  # of a weight
FIGURES = ("policy_loss", "value_loss", "entropy", "divergence", "clipped")


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
        """One update from the positions in `_order`."""
        played, order = self.rollout, self._order
        likelihoods, every, values = self._look(order)
        old = played.likelihoods.flatten()[order]
        advantage = self._advantages[order]
        counts = played.learns.flatten()[order]
        ratio = (likelihoods - old).exp()
        clip = self.training.clip
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
        whole = counts.sum().clamp(min=1.0)
        policy = -(gain * counts).sum() / whole
        entropy = -((every.exp() * every).sum(1) * counts).sum() / whole
        error = self._error(order, values, counts, whole)
        self._descend(policy + self.training.value * error - self.entropy * entropy)
        with torch.no_grad():
            divergence = ((ratio - 1 - (likelihoods - old)) * counts).sum() / whole
            clipped = (((ratio - 1).abs() > clip).float() * counts).sum() / whole
            self._sums += torch.stack((policy, error, entropy, divergence, clipped))

    def _copy(self) -> None:
        """One update towards the moves that were kept, whoever made them."""
        likelihoods, every, values = self._look(self._order)
        counts = torch.ones_like(likelihoods)
        policy, error = -likelihoods.mean(), self._error(self._order, values, counts, counts.sum())
        self._descend(policy + self.training.value * error)
        with torch.no_grad():
            entropy = -(every.exp() * every).sum(1).mean()
            self._sums += torch.stack((policy, error, entropy, 0 * policy, 0 * policy))

    def _look(self, order: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Of the positions: the move's likelihood, all moves' likelihoods (logarithms), and the values."""
        played = self.rollout
        logits, values = self.net(played.seen.flatten(0, 1)[order], played.masks.flatten(0, 1)[order])
        every = torch.log_softmax(logits, 1)
        moves = played.moves.flatten()[order]
        return every.gather(1, moves[:, None]).squeeze(1), every, values

    def _error(self, order: Tensor, values: Tensor, counts: Tensor, whole: Tensor) -> Tensor:
        """How far the values are from their targets, squared."""
        errors = ((values - self.rollout.targets.flatten(0, 1)[order]) ** 2).mean((1, 2))
        return (errors * counts).sum() / whole

    def _descend(self, loss: Tensor) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        weights = list(self.net.weights.values())
        torch.nn.utils.clip_grad_norm_(weights, STEEPEST)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_clamp_min_(weights, -LIMIT)
            torch._foreach_clamp_max_(weights, LIMIT)
            torch._foreach_lerp_(list(self.average.values()), weights, 1.0 - self.training.average)
