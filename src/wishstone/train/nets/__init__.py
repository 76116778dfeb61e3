"""Self-play training of neural nets by PPO, on one GPU: `python -m wishstone.train.nets GAME`; needs the extra `torch`.

`inputs.py` turns observations into 0/1 inputs, `shape.py` and `model.py` are the net, `games.py` the games side by side
on the device, `rollout.py` plays and remembers, `ppo.py` learns from it, `evaluation.py` counts wins, `training.py` is
the loop, and `checkpoint.py` keeps everything needed to go on. `export.py` makes the whole-number net that plays
(`quantise.py`), `curves.py` draws what was logged, `profile.py` tells where the time goes.
`docs/training-log.md` says what was tried.
"""
