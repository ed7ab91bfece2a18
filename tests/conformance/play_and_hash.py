"""A script: play some games of every variant and print a hash of their final states."""

import json
import sys

from games_and_options import ALL_VARIANTS, game_of

from caserne.core.simulation.simulate import simulate


def digests(limit: int = 60, games: int = 3) -> dict[str, str]:
    """A hash for every game and variant; a few dozen moves each, since interpreted rules are slow."""
    return {
        f"{game_id} {options}": simulate(game_of(game_id, options), games, seed=5, limit=limit, jobs=1).digest()
        for game_id, options in ALL_VARIANTS
    }


if __name__ == "__main__":
    json.dump(digests(), sys.stdout)
