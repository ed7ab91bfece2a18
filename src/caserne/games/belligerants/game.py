"""The `Game` class of Les Belligérants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import factorial, prod
from typing import ClassVar

from caserne.core.game.features import Features
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position
from caserne.core.game.rules import Rules
from caserne.core.game.scene import Piece, Scene
from caserne.core.game.setup_form import SetupForm
from caserne.core.game.tally import Points
from caserne.core.game.terms import Term, Terms
from caserne.core.game.words import Sentence
from caserne.games.belligerants import (
    ABOUT,
    captures,
    evaluate,
    event_counts,
    features,
    learned,
    notation,
    preview,
    reasons,
    rules,
    scene,
    setups,
    view,
    warnings,
    ways,
)
from caserne.games.belligerants.army import CODES, PAWNS
from caserne.games.belligerants.board import DEVIL
from caserne.games.belligerants.maps import read_map, square_name
from caserne.games.belligerants.options import BelligerantsOptions
from caserne.games.belligerants.words import WORDS, format_points


class Belligerants(Game[BelligerantsOptions]):
    """Connects the modules of this room to the interface of a game."""

    about = ABOUT
    rules = replace(Rules.of(rules, view, evaluate, event_counts), preview=preview.preview, learned=learned.learned)
    features = Features.of(features)
    notation = notation
    words = WORDS
    levels = evaluate.LEVELS
    offers = ("draw", "armistice")
    terms: ClassVar = {"armistice": {"indemnity": Term(0, 99_999)}}

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

    def agreement_returns(self, what: str, proposer: int) -> tuple[float, ...]:
        """BE-23: the proposer of an armistice who accepts the indemnity has lost."""
        lost = {0: (-1.0, 1.0), 1: (1.0, -1.0)}
        return lost[proposer] if what == "armistice" else super().agreement_returns(what, proposer)

    def reason(self, observation: Observation, rule: int, move: str) -> Sentence:
        if observation.actor is None:
            return WORDS("over", how=self.ending(observation))
        return reasons.reason(self.option_fields, observation.fields, rule, move)

    def warnings(self, observation: Observation, move: str) -> list[Sentence]:
        return warnings.warnings(observation, move)

    def tasks(self, observation: Observation) -> list[Sentence]:
        """BE-2, BE-3: say how far a pawn must go."""
        number = int(observation.fields.die)
        if not number or observation.actor is None:
            return super().tasks(observation)
        key = {1: "task.move.one", DEVIL: "task.devil"}.get(number, "task.move")
        fields = {"die": number} if key == "task.move" else {}
        return [WORDS(key, **fields), WORDS("task.end")]

    def ending(self, observation: Observation) -> Sentence:
        return reasons.ending(self.option_fields, observation.fields)

    def agreement_sentence(self, what: str, proposer: int, terms: Terms) -> Sentence:
        if what != "armistice":
            return super().agreement_sentence(what, proposer, terms)
        seat, indemnity = WORDS(f"seat.{proposer}"), terms.get("indemnity")
        return (
            WORDS("ending.armistice", seat=seat, indemnity=format_points(indemnity))
            if indemnity
            else WORDS("ending.armistice.free", seat=seat)
        )

    def tally(self, observation: Observation) -> Sequence[Points]:
        """BE-22: return the points for pawns that have entered, and for prisoners."""
        v, seats = observation.fields, range(self.seats)
        entered = tuple(int(rules.points_entered(self.option_fields, v, seat)) for seat in seats)
        held = tuple(int(rules.points_held(v, seat)) for seat in seats)
        return Points(WORDS("tally.entered"), entered), Points(WORDS("tally.held"), held)

    def scene(self, observation: Observation, lang: str) -> Scene:
        return scene.scene(observation, lang)

    def event_for(self, before: Position, move: str, after: Position, seat: int | None) -> ObservedEvent:
        """BE-5, BE-8, BE-20: add where the move turned, and both pawns of a take or the pawns that the move lost."""
        event = super().event_for(before, move, after, seat)
        if event.move is None or not isinstance(event.actor, int):
            return event
        revealed = captures.affected_pawns(before, move, after)
        return replace(event, revealed=revealed, way=ways.way_of_played(before, move))

    def ways(self, observation: Observation, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """BE-5: a move may turn on crossroads."""
        return ways.ways(self.option_fields, observation.fields, moves)

    def shown_pieces(self, event: ObservedEvent, lang: str) -> tuple[Piece, ...]:
        """BE-2, BE-8: return the die, the pawn that was taken, or those that a move lost."""
        if event.actor == "chance" and event.move:
            return (scene.die_piece(notation.FACES.index(event.move), lang),)
        return tuple(scene.pawn_piece(text, lang) for text in captures.lost_pawns(event))

    def rolls_for(self, observation: Observation) -> int | None:
        """BE-2: the side to move rolls first."""
        return int(observation.fields.to_move)

    def touches(self, move: str) -> tuple[str, ...]:
        return tuple(move.removesuffix("*").split("-")) if "-" in move else ()

    def move_label(self, move: str, lang: str) -> str:
        """BE-9: a taken pawn becomes a prisoner or, with a star, is kept."""
        if "-" not in move:
            return super().move_label(move, lang)
        return WORDS("label.keep" if move.endswith("*") else "label.prisoner").text(lang)
