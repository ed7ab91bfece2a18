"""Weights of the evaluation.

The progress of a soldier is a sum of the first five: shares of the track, and bonuses for reaching the yard. The last
two convert a lead in points to log odds of winning.

Made by `tools/tune.py manoeuvre --by climb` as `docs/bots.md` says, from 1, 1, 0, 1.5, 3, 0.1 and 2 (set by hand), in
the order below.
"""

WEIGHTS = {
    "track behind the soldier": 0.474,
    "track that it reaches": 3.647,
    "track that it reaches at once": -0.011,
    "yard that it reaches": 1.978,
    "yard that it reaches at once": 2.657,
    "lead of a point while all are on the way": 0.105,
    "growth of it, as a power, when fewer are left": 1.719,
}
