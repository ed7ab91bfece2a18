"""Weights of the evaluation, in log odds of winning.

Made by `tools/tune.py movers --scratch` as `docs/bots.md` says.
"""

WEIGHTS = {
    "mover on rank 1": -0.435,
    "mover on rank 2": -0.260,
    "mover on rank 3": -0.240,
    "mover on rank 4": 0.035,
    "mover on rank 5": 0.083,
    "mover on rank 6": 0.128,
    "mover on rank 7": 0.479,
    "mover on rank 8": 0.533,
    "hopper on rank 1": -0.826,
    "hopper on rank 2": -0.426,
    "hopper on rank 3": -0.147,
    "hopper on rank 4": -0.124,
    "hopper on rank 5": -0.022,
    "hopper on rank 6": -0.012,
    "hopper on rank 7": 0.341,
    "hopper on rank 8": 0.515,
    "mover on the middle file": 0.074,
    "hopper on the middle file": 0.010,
    "goal with 1 square free": -0.568,
    "goal with 2 squares free": -0.557,
    "goal with 3 squares free": -0.412,
    "goal with 4 squares free": -0.220,
    "goal with 5 squares free": 0.038,
    "goal with 6 squares free": 0.085,
    "step forward": 0.007,
    "step aside or back": -0.004,
    "jump forward": 0.143,
    "jump aside or back": 0.027,
    "rank to go": -0.057,
    "rank to go for the last": -0.633,
    "turn": 0.046,
}
