"""How much each thing that `evaluate` sees is worth, in thousands of points.

A pawn that has entered is worth twice its points, and more than anywhere on its way: else bots would not enter.
"""

WEIGHTS = {
    "thousand points that are sure": 1.0,
    "thousand points of pawns that have not entered": 1.1,
    "the same, for each step towards the enemy camp": 0.05,
    "the same, in the own camp": 0.0,
    "the same, on grey": -0.5,
    "the same, on white": -0.5,
    "the same, under cover": 0.1,
    "pawn in the own camp": -0.05,
}
