"""How much each thing that `evaluate` sees is worth, in log odds of winning.

From several runs of `tools/tune.py`, each begun with the weights of the one before.
"""

WEIGHTS = {
    "mover on rank 1": -1.563,
    "mover on rank 2": -1.373,
    "mover on rank 3": -0.600,
    "mover on rank 4": -0.007,
    "mover on rank 5": 0.479,
    "mover on rank 6": 0.814,
    "mover on rank 7": 1.139,
    "mover on rank 8": 1.193,
    "hopper on rank 1": -1.640,
    "hopper on rank 2": -1.382,
    "hopper on rank 3": -0.461,
    "hopper on rank 4": -0.126,
    "hopper on rank 5": 0.386,
    "hopper on rank 6": 0.748,
    "hopper on rank 7": 1.243,
    "hopper on rank 8": 1.148,
    "mover on the middle file": 0.078,
    "hopper on the middle file": 0.128,
    "goal with 1 square free": 1.316,
    "goal with 2 squares free": 0.644,
    "goal with 3 squares free": 0.275,
    "goal with 4 squares free": -0.018,
    "goal with 5 squares free": -0.304,
    "goal with 6 squares free": -0.486,
    "step forward": 0.044,
    "step aside or back": 0.022,
    "jump forward": 0.177,
    "jump aside or back": 0.053,
    "rank to go": 0.379,
    "rank to go for the last": -0.670,
    "turn": 0.111,
}
