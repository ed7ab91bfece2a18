"""The `Game` class of The Glorious Manoeuvres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.game.rules import Rules
from caserne.core.game.scene import Scene, Trail
from caserne.core.game.tally import Points
from caserne.core.game.words import Sentence
from caserne.games.manoeuvre import (
    ABOUT,
    evaluate,
    features,
    learned,
    notation,
    path,
    reach,
    reasons,
    rules,
    scene,
    view,
)
from caserne.games.manoeuvre.options import ManoeuvreOptions
from caserne.games.manoeuvre.track import LETTERS
from caserne.games.manoeuvre.words import WORDS


class Manoeuvre(Game[ManoeuvreOptions]):
    """Connects the modules of this room to the interface of a game."""

    about = ABOUT
    rules = replace(Rules.of(rules, view, evaluate), learned=learned.learned)
    features = Features.of(features)
    notation = notation
    words = WORDS
    long_turns = True
    levels = evaluate.LEVELS

    def reason(self, observation: Observation, rule: int, move: str) -> Sentence:
        if observation.actor is None:
            return WORDS("over", how=self.ending(observation))
        return reasons.reason(observation, rule, move)

    def warnings(self, observation: Observation, move: str) -> list[Sentence]:
        return reasons.warnings(observation, move)

    def tasks(self, observation: Observation) -> list[Sentence]:
        """GM-4: with an order option, who goes to the square of the die is chosen."""
        rolled = observation.fields.rolled
        return [WORDS("task.choose", square=rolled)] if rolled else super().tasks(observation)

    def ending(self, observation: Observation) -> Sentence:
        """GM-16: name the winners and all scores."""
        points = np.zeros(self.seats, np.int64)
        rules.scores(self.option_fields, observation.fields, points)
        winners = [WORDS(f"seat.{seat}") for seat in range(self.seats) if points[seat] == points.max()]
        table = [WORDS("points_of", seat=WORDS(f"seat.{seat}"), points=points[seat]) for seat in range(self.seats)]
        key = "ending.one" if len(winners) == 1 else "ending.shared"
        return WORDS(key, winners=reasons.join(winners, "and"), table=reasons.join(table))

    def tally(self, observation: Observation) -> Sequence[Points]:
        """GM-16, GM-17: return the points for places, grey pieces, and arriving in order."""
        v, seats = observation.fields, range(self.seats)
        places = tuple(int(rules.points_of_places(self.option_fields, v, seat)) for seat in seats)
        greys = tuple(int(rules.points_of_greys(v, seat)) for seat in seats)
        order = tuple(int(rules.score(self.option_fields, v, seat)) - places[seat] - greys[seat] for seat in seats)
        lines = [Points(WORDS("tally.places"), places), Points(WORDS("tally.greys"), greys)]
        return lines + [Points(WORDS("tally.order"), order)] * any(order)

    def reaches(self, observation: Observation) -> list[reach.Reach]:
        """Return how far each soldier on the track may go, and why."""
        return reach.reaches(observation)

    def rolls_for(self, observation: Observation) -> int | None:
        """GM-3: in the opening a die roll may be a whole turn."""
        return int(observation.fields.to_move)

    def ends_turn(self, before: Position, move: str, after: Position) -> bool:
        """GM-5: a turn is over if no soldier is marked as moved, also if the same player comes again.

        There are no marks either after the first move of a turn if it led into the yard.
        """
        first_arrival = move.endswith("yard") and not before.view(None).fields.moved
        return "-" in move and not first_arrival and not after.view(None).fields.moved

    def scene(self, observation: Observation, lang: str) -> Scene:
        return scene.scene(observation, lang)

    def trails(self, move: str) -> tuple[Trail, ...]:
        return path.trails(move)

    def ways(self, observation: Observation, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        return {move: way for move in moves if (way := path.way(move))}

    def move_label(self, move: str, lang: str) -> str:
        """GM-4: name the soldier that is placed."""
        return (
            WORDS("button.place", number=move[1]).text(lang) if move[0] in LETTERS else super().move_label(move, lang)
        )
