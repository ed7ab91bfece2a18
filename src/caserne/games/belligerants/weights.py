"""How much each thing that `evaluate` sees is worth, in thousands of points."""

WEIGHTS = {
    "thousand points that are sure": 1.0,
    "thousand points of pawns that have not entered": 2.4,
    "the same, for each step towards the enemy camp": 0.03,
    "the same, in the own camp": 0.6,
    "the same, on grey": -1.0,
    "the same, on white": -0.95,
    "the same, under cover": 0.4,
    "pawn in the own camp": -0.25,
}
