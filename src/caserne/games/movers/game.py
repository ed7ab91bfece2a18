"""The `Game` class of Movers & Hoppers."""

from __future__ import annotations

from dataclasses import replace
from math import comb

from caserne.core.game.features import Features
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.rules import Rules
from caserne.core.game.scene import Scene, Trail
from caserne.core.game.setup_form import SetupForm
from caserne.core.game.words import Sentence
from caserne.core.kernel.layout import NOBODY
from caserne.games.movers import ABOUT, evaluate, features, learned, notation, reasons, rules, scene, view
from caserne.games.movers.board import CAMP_SIZE
from caserne.games.movers.options import MoversOptions
from caserne.games.movers.rules import FACES_EACH
from caserne.games.movers.words import WORDS


class Movers(Game[MoversOptions]):
    """Connects the modules of this room to the interface of a game."""

    about = ABOUT
    rules = replace(Rules.of(rules, view, evaluate), learned=learned.learned)
    notation = notation
    words = WORDS
    levels = evaluate.LEVELS
    features = Features.of(features)

    def count_setups(self, seat: int) -> int:
        return 2**CAMP_SIZE if self.options.expert else comb(CAMP_SIZE, FACES_EACH)

    def setup_form(self, seat: int) -> SetupForm:
        most = CAMP_SIZE if self.options.expert else FACES_EACH
        return SetupForm(notation.camp_cells(seat, self.options.ranks), dict.fromkeys(notation.FACES, most))

    def is_worth_playing(self, setup: str) -> bool:
        """MH-3, MH-4: with all movers behind a rank of hoppers the first move could only be a pass."""
        return setup != "MMMHHH"

    def reason(self, observation: Observation, rule: int, move: str) -> Sentence:
        if observation.actor is None:
            return WORDS("over", how=self.ending(observation))
        return reasons.reason(observation.fields, rule, move)

    def ending(self, observation: Observation) -> Sentence:
        v = observation.fields
        if v.winner == NOBODY:
            return WORDS(f"ending.{v.ending}", repetition=self.options.repetition, max_plies=self.options.max_plies)
        return WORDS(f"ending.{v.ending}", winner=WORDS(f"seat.{v.winner}"))

    def scene(self, observation: Observation, lang: str) -> Scene:
        return scene.scene(observation, lang)

    def trails(self, move: str) -> tuple[Trail, ...]:
        return scene.trail(move)
