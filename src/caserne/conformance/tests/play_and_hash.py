"""A script: play some games of every variant, or whole games of one game with all its variants, and print a hash."""

import json
import sys

from games_and_options import ALL_VARIANTS, game_of

from caserne.core.simulation.simulate import simulate

PLIES, GAMES = 60, 3
"""A few dozen moves of each variant, since interpreted rules are slow."""
BOUNDED_PLIES, BOUNDED_GAMES = 2_000, 60
"""Whole games, compiled with bounds checks."""


def digests(only: str = "", limit: int = PLIES, games: int = GAMES) -> dict[str, str]:
    """A hash for every game and variant; with `only`, for that game and all of its variants."""
    return {
        f"{game_id} {options}": simulate(game_of(game_id, options), games, seed=5, limit=limit, jobs=1).digest()
        for game_id, options in ALL_VARIANTS
        if only in ("", game_id)
    }


if __name__ == "__main__":
    wanted = sys.argv[1:]
    json.dump(digests(*wanted, BOUNDED_PLIES, BOUNDED_GAMES) if wanted else digests(), sys.stdout)
