"""Settings of bots: typed arguments in Python, text in names, and errors that say which values are allowed."""

from __future__ import annotations

import pytest

import caserne
from caserne.bots.alphabeta import AlphaBetaBot
from caserne.bots.average import AverageBot
from caserne.bots.bot import Bot, UnknownBot
from caserne.bots.mcts import MctsBot, PlainBot
from caserne.bots.names import BOTS, bot
from caserne.bots.simple import GreedyBot


def test_settings_are_typed_arguments():
    assert AverageBot(depth=3, noise=0.5).depth == 3
    assert AlphaBetaBot(depth=4, reduce=False).reduces is False
    assert MctsBot(leaf="mixed", explore=0.7).plan[0].explore == 0.7
    assert PlainBot(explore=1).plan[0].explore == 1


def test_a_name_sets_the_same_values():
    game = caserne.game("oracle")
    named, typed = bot("average:depth=3:worlds=uniform:noise=2", game), AverageBot(depth=3, worlds="uniform", noise=2)
    assert (named.depth, named.believes, named.noise) == (typed.depth, typed.believes, typed.noise)
    assert bot("mcts:horizon=7:order=0.5", game).plan == MctsBot(horizon=7, order=0.5).plan


@pytest.mark.parametrize(
    ("engine", "settings", "says"),
    [
        (AverageBot, {"depth": 9}, "the setting depth cannot be '9'; it can be: 1, 2, 3, 4."),
        (AverageBot, {"depth": "deep"}, "the setting depth cannot be 'deep'; it can be: 1, 2, 3, 4."),
        (AverageBot, {"worlds": "better"}, "the setting worlds cannot be 'better'; it can be: belief, uniform."),
        (AlphaBetaBot, {"depth": 61}, "depth=61: this setting is a whole number from 1 to 60."),
        (AlphaBetaBot, {"lines": 2.5}, "lines=2.5: this setting is a whole number from 1 to 1000."),
        (MctsBot, {"trust": -1}, "the setting trust cannot be '-1'; it can be: 0, 0.5, 2, ...."),
        (PlainBot, {"explore": "far"}, "the setting explore cannot be 'far'; it can be: 0, 0.5, 2, ...."),
        (GreedyBot, {"noise": None}, "the setting noise cannot be 'None'; it can be: 0, 0.5, 2, ...."),
    ],
)
def test_an_invalid_value_says_which_are_allowed(engine: type[Bot], settings, says):
    with pytest.raises(UnknownBot) as raised:
        engine(**settings)
    assert raised.value.text("en") == says
    (name, value), engine_name = *settings.items(), next(name for name, each in BOTS.items() if each is engine)
    with pytest.raises(UnknownBot) as raised:
        bot(f"{engine_name}:{name}={value}", caserne.game("oracle"))
    assert raised.value.text("en") == says
