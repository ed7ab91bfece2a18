"""Weights of the evaluation, in thousands of points.

Made by `tools/tune.py belligerants --by climb` as `docs/bots.md` says, from 1, 0.8, 0.01, 0, -0.4, -0.4, 0.15, -0.08,
-1 and -0.4, in the order below.
"""

WEIGHTS = {
    "thousand points that are sure": 1.651,
    "thousand points of pawns that have not entered": 0.589,
    "the same, for each step towards the enemy camp": 0.069,
    "the same, in the own camp": -0.001,
    "the same, on grey": -0.389,
    "the same, on white": -0.345,
    "the same, under cover": 0.229,
    "pawn in the own camp": -0.096,
    "thousand points that the enemy may expect to take by the roll at hand": -1.484,
    "the same, by the roll after the next": -0.374,
}
