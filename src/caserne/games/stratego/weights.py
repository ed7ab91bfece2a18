"""Weights of the evaluation: piece values, bonuses, and shares of piece values.

Made by `tools/tune.py stratego --by climb` as `docs/bots.md` says, from 60, 40, 110, 12, 20, 45, 90, 160, 280, 400, 30,
40, 20, 0.5, 0.15, 0.05, 0.15, 0.2, 0.4, 1.6, 0.6, 0.75, 0.3, 0.25, 600 and 3 (set by hand), in the order below.
"""

WEIGHTS = {
    "spy": 47.168,
    "last scout": 30.516,
    "last miner": 112.944,
    "sergeant": 12.381,
    "lieutenant": 20.731,
    "captain": 38.288,
    "major": 88.078,
    "colonel": 163.673,
    "general": 273.309,
    "marshal": 422.944,
    "bomb": 24.836,
    "marshal safe from spies": 38.882,
    "bomb beside the flag": 20.823,
    "spy that is known": 0.394,
    "miner that is known": 0.144,
    "sergeant to captain that is known": 0.052,
    "major that is known": 0.144,
    "colonel or higher that is known": 0.202,
    "bomb that is known": 0.418,
    "miner drawn to the flag": 1.633,
    "scout to lieutenant drawn to the flag": 0.537,
    "captain or higher drawn to the flag": 0.918,
    "drawn to a walled flag": 0.228,
    "hunted": 0.261,
    "margin": 632.747,
    "decisive": 3.172,
}
