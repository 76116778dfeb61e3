"""Train a small net against `medium` on the vector environment, then play it in the arena, in PyTorch."""

import sys

import torch

from wishstone.bots.own import OwnBot, make_any
from wishstone.env.vector import VectorEnv
from wishstone.lab.arena import DealResult, SerialArena
from wishstone.lab.plan import Plan
from wishstone.lab.ranking import RankedBot, rank

STEPS, GAMES = 32, 256  # it learns from so many decisions of so many games at a time


class Net(torch.nn.Module):
    """From an observation to the moves' probabilities, and a value."""

    def __init__(self, env: VectorEnv) -> None:
        super().__init__()
        self.scale = torch.tensor(1 / env.layout.high, dtype=torch.float32)
        self.body = torch.nn.Linear(env.layout.size, 128)
        self.moves, self.value = torch.nn.Linear(128, env.moves), torch.nn.Linear(128, 1)

    def forward(self, seen, mask):
        """Both, for one position or for many."""
        hidden = torch.tanh(self.body(torch.as_tensor(seen).float() * self.scale))
        logits = self.moves(hidden).masked_fill(~torch.as_tensor(mask), -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def train(game: str, updates: int) -> Net:
    """Learn from games against `medium`, as an advantage actor-critic."""
    env = VectorEnv(game, GAMES, seats=2, bots=[None, "medium"], skip_forced=True)
    env.reset()
    net = Net(env)
    adam = torch.optim.Adam(net.parameters(), 1e-3)
    for _ in range(updates):
        played = []
        for _ in range(STEPS):
            policy, value = net(env.observations.copy(), env.masks.copy())
            move = policy.sample()
            env.step(move.numpy())
            ended, reward = torch.tensor(env.terminations | env.truncations), torch.tensor(env.rewards[:, 0]) / 20
            played.append((policy.log_prob(move), value, policy.entropy(), reward, ended))
        ahead, gain, loss = net(env.observations.copy(), env.masks.copy())[1].detach(), torch.zeros(GAMES), 0
        for chosen, value, entropy, reward, ended in reversed(played):
            gain = reward - value.detach() + ~ended * (ahead + 0.97 * gain)
            ahead = value.detach()
            loss = loss + ((value - ahead - gain).square() - chosen * gain - 0.01 * entropy).mean() / STEPS
        adam.zero_grad()
        loss.backward()
        adam.step()
    return net


@torch.no_grad()
def play(net: Net, game: str, deals: int) -> tuple[RankedBot, ...]:
    """Play it against `medium` in the arena, every deal from both seats."""
    plan, results, own = (
        Plan(game, (("net", "medium"),), seed=1),
        list[DealResult](),
        lambda *it: net(*it)[0].probs.argmax(),
    )
    SerialArena(plan, lambda name, rules: OwnBot(rules, own, name) if name == "net" else make_any(name, rules)).run(
        range(deals), results.append
    )
    return rank(plan, results).bots


if __name__ == "__main__":
    for bot in play(train(sys.argv[1], updates=int(sys.argv[2])), sys.argv[1], deals=200):
        print(f"{bot.name}: wins {100 * bot.win_rate:.1f} %, {bot.mean_score:.1f} points a game")
