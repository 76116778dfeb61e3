"""Train a small net against `medium` on the vector environment, then play it in the arena, in PyTorch."""

import sys

import torch

from wishstone.bots.own import make_any
from wishstone.env.vector import VectorEnv
from wishstone.lab.arena import SerialArena
from wishstone.lab.plan import Plan
from wishstone.lab.ranking import rank

GAME, UPDATES = sys.argv[1], int(sys.argv[2])
STEPS, GAMES = 32, 256  # it learns from so many decisions of so many games at a time

env = VectorEnv(GAME, GAMES, seats=2, bots=[None, "medium"], skip_forced=True, copy=True)
scale = torch.tensor(1 / env.layout.high, dtype=torch.float32)
body = torch.nn.Linear(env.layout.size, 128)
moves, value = torch.nn.Linear(128, env.moves), torch.nn.Linear(128, 1)


def net(seen, mask):
    """The moves' probabilities and a value, for one position or for many."""
    hidden = torch.tanh(body(torch.as_tensor(seen).float() * scale))
    logits = moves(hidden).masked_fill(~torch.as_tensor(mask), -1e9)
    return torch.distributions.Categorical(logits=logits), value(hidden).squeeze(-1)


# Learn from games, as an advantage actor-critic.
seen, _ = env.reset()
adam = torch.optim.Adam([*body.parameters(), *moves.parameters(), *value.parameters()], 1e-3)
for _ in range(UPDATES):
    played = []
    for _ in range(STEPS):
        policy, foretold = net(seen, env.action_masks())
        move = policy.sample()
        seen, rewards, terminated, truncated, _ = env.step(move.numpy())
        ended, reward = torch.tensor(terminated | truncated), torch.tensor(rewards) / 20
        played.append((policy.log_prob(move), foretold, policy.entropy(), reward, ended))
    ahead, gain, loss = net(seen, env.action_masks())[1].detach(), torch.zeros(GAMES), 0
    for chosen, foretold, entropy, reward, ended in reversed(played):
        gain = reward - foretold.detach() + ~ended * (ahead + 0.97 * gain)
        ahead = foretold.detach()
        loss = loss + ((foretold - ahead - gain).square() - chosen * gain - 0.01 * entropy).mean() / STEPS
    adam.zero_grad()
    loss.backward()
    adam.step()

# Play against `medium` in the arena, every deal from both seats.
own = {"net": lambda seen, mask: net(seen, mask)[0].probs.argmax()}
plan, results = Plan(GAME, (("net", "medium"),), seed=1), []
SerialArena(plan, lambda name, game: make_any(own.get(name, name), game)).run(range(200), results.append)
for bot in rank(plan, results).bots:
    print(f"{bot.name}: wins {100 * bot.win_rate:.1f} %, {bot.mean_score:.1f} points a game")
