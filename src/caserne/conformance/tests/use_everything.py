"""A script: use all compiled rules of a game and print which had to be compiled."""

import json
import sys

from games_and_options import game_of, random_walk, variants

from caserne.bots.names import bot
from caserne.core.kernel.compiled import Policy, set_policy, watch_compilation
from caserne.core.simulation.simulate import simulate


def use(game_id, options):
    game = game_of(game_id, options)
    for position, move in random_walk(game, 1, plies=40):
        position.explain(move)
        position.view(0).sample()
        if not position.in_setup:
            position.perft(1)
        if isinstance(position.actor, int):
            bot("greedy", game).move(position.view(position.actor))
            for name in ("mcts@20n", "plain@5n"):
                bot(name, game).move(position.view(position.actor))
            if game.seats == 2 and not position.in_setup:
                bot("alphabeta:depth=2:table=1", game).move(position.view(position.actor))
    simulate(game, 20, limit=3_000)


if __name__ == "__main__":
    set_policy(Policy.ALWAYS)
    game_id = sys.argv[1]
    compiled: list[str] = []
    with watch_compilation(compiled.append):
        use(game_id, {})
        at_first = len(compiled)
        for options in variants(game_id)[1:]:
            use(game_id, options)
    json.dump({"defaults": compiled[:at_first], "other options": compiled[at_first:]}, sys.stdout)
