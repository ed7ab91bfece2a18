"""Les Belligérants as people meet it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import factorial, prod
from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position
from caserne.core.game.rules import Rules
from caserne.core.game.scene import Piece, Scene
from caserne.core.game.setup_form import SetupForm
from caserne.core.game.tally import Points
from caserne.core.game.words import Sentence
from caserne.games.belligerants import (
    ABOUT,
    evaluate,
    event_counts,
    notation,
    preview,
    reasons,
    rules,
    scene,
    setups,
    takes,
    view,
    warnings,
)
from caserne.games.belligerants.army import CODES, PAWNS
from caserne.games.belligerants.maps import read_map, square_name
from caserne.games.belligerants.options import BelligerantsOptions
from caserne.games.belligerants.words import WORDS, figure


class Belligerants(Game[BelligerantsOptions]):
    """The room's answers to the house; the work is done in the modules beside this one."""

    about = ABOUT
    rules = replace(Rules.of(rules, view, evaluate, event_counts), preview=preview.preview)
    notation = notation
    words = WORDS
    levels = evaluate.LEVELS
    offers = ("draw", "armistice")

    def count_setups(self, seat: int) -> int:
        return factorial(PAWNS) // prod(factorial(int(number)) for number in self.o.army)

    def setup_form(self, seat: int) -> SetupForm:
        cells = tuple(square_name(int(square)) for square in self.o.camps[seat])
        return SetupForm(cells, {code: int(n) for code, n in zip(CODES, self.o.army, strict=True) if n}, separator=",")

    def setup_library(self) -> dict[str, Sentence]:
        return setups.titles(self.options.army)

    def library_setup(self, name: str, seed: int) -> str:
        return setups.library_setup(name)

    def remarks(self) -> list[Sentence]:
        return [remark.sentence for remark in read_map(self.options.map).remarks()]

    def agreement(self, what: str, proposer: int) -> tuple[float, ...]:
        """BE-23: who asks for an armistice and accepts the indemnity has lost by that amount."""
        lost = {0: (-1.0, 1.0), 1: (1.0, -1.0)}
        return lost[proposer] if what == "armistice" else super().agreement(what, proposer)

    def reason(self, observation: Observation, rule: int, move: str) -> Sentence:
        if observation.actor is None:
            return WORDS("over", how=self.ending(observation))
        return reasons.reason(self.o, observation.view[0], rule, move)

    def warnings(self, observation: Observation, move: str) -> list[Sentence]:
        return warnings.warnings(self.o, observation.view[0], move)

    def ending(self, observation: Observation) -> Sentence:
        return reasons.ending(self.o, observation.view[0])

    def agreed(self, what: str, proposer: int, terms: Mapping[str, Any]) -> Sentence:
        if what != "armistice":
            return super().agreed(what, proposer, terms)
        seat, indemnity = WORDS(f"seat.{proposer}"), terms.get("indemnity")
        return (
            WORDS("ending.armistice", seat=seat, indemnity=figure(int(indemnity)))
            if indemnity
            else WORDS("ending.armistice.free", seat=seat)
        )

    def tally(self, observation: Observation) -> Sequence[Points]:
        """BE-22: pawns that have entered, and prisoners."""
        v, seats = observation.view[0], range(self.seats)
        entered = tuple(int(rules.points_entered(self.o, v, seat)) for seat in seats)
        held = tuple(int(rules.points_held(v, seat)) for seat in seats)
        return Points(WORDS("tally.entered"), entered), Points(WORDS("tally.held"), held)

    def scene(self, observation: Observation, lang: str) -> Scene:
        return scene.scene(observation, lang)

    def event_for(self, before: Position, move: str, after: Position, seat: int | None) -> ObservedEvent:
        """BE-8, BE-20: with a take go both pawns; with any other move those that it cost."""
        event = super().event_for(before, move, after, seat)
        return event if event.move is None else replace(event, revealed=takes.fallen(before, move, after))

    def shown_pieces(self, event: ObservedEvent, lang: str) -> tuple[Piece, ...]:
        """BE-2, BE-8: the die, whose sixth face is the devil; the pawn that was taken, or those that a move cost."""
        if event.actor == "chance" and event.move:
            return (scene.die_piece(notation.FACES.index(event.move), lang),)
        return tuple(scene.pawn_piece(text, lang) for text in takes.lost(event))

    def rolls_for(self, observation: Observation) -> int | None:
        """BE-2: whoever is to move rolls first."""
        return int(observation.view[0].to_move)

    def touches(self, move: str) -> tuple[str, ...]:
        return tuple(move.removesuffix("*").split("-")) if "-" in move else ()

    def move_label(self, move: str, lang: str) -> str:
        """BE-9: a pawn that is taken goes to prison or, marked by a star, is kept."""
        if "-" not in move:
            return super().move_label(move, lang)
        return WORDS("label.keep" if move.endswith("*") else "label.prisoner").text(lang)
