"""The `Game` class of Stratego."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import factorial, prod
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.game import Game, Protocol
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position
from caserne.core.game.rules import Rules
from caserne.core.game.scene import Piece, Scene
from caserne.core.game.setup_form import SetupForm
from caserne.core.game.words import Sentence
from caserne.games.stratego import (
    ABOUT,
    evaluate,
    features,
    notation,
    reasons,
    rules,
    scene,
    setups,
    ucc,
    ucc_engine,
    view,
)
from caserne.games.stratego.army import LETTERS, NAMES, OWN_SQUARES, counts
from caserne.games.stratego.belief import clues
from caserne.games.stratego.belief.sampling import is_hidden
from caserne.games.stratego.board import SQUARE_NAMES, SQUARES
from caserne.games.stratego.options import StrategoOptions
from caserne.games.stratego.words import WORDS

NETWORKS = Path(__file__).parent / "nets"


class Stratego(Game[StrategoOptions]):
    """Connects the modules of this room to the interface of a game."""

    about = ABOUT
    rules = Rules.of(rules, view, evaluate)
    notation = notation
    words = WORDS
    levels = evaluate.LEVELS
    net_levels = evaluate.NET_LEVELS
    features = Features.of(features)
    protocols: ClassVar[Mapping[str, Protocol]] = {"ucc": Protocol(ucc.UccBot, ucc_engine.serve)}

    def write_view(self, observation: Observation) -> str:
        return notation.write_view(observation.fields)

    def count_setups(self, seat: int) -> int:
        return factorial(OWN_SQUARES) // prod(map(factorial, counts(self.options.army)))

    def setup_form(self, seat: int) -> SetupForm:
        cells = tuple(SQUARE_NAMES[square] for square in notation.setup_squares(seat))
        empty, *numbers = counts(self.options.army)
        pieces = {letter: number for letter, number in zip(LETTERS[1:], numbers, strict=True) if number}
        return SetupForm(cells, pieces, empty=LETTERS[0] if empty else "")

    def setup_library(self) -> dict[str, Sentence]:
        return setups.titles(self.options.army)

    def suggestions(self) -> list[str]:
        """Suggest only set-ups that people have played, or nearly so: thousands of them give nothing away."""
        return [name for name in super().suggestions() if name in (setups.PLAYED, setups.REINFORCED)]

    def library_setup(self, name: str, seed: int) -> str:
        return setups.library_setup(self.options.army, name, seed)

    def mirrored_setup(self, setup: str) -> str | None:
        return setups.mirrored(setup)

    def reason(self, observation: Observation, rule: int, move: str) -> Sentence:
        if observation.actor is None:
            return WORDS("over", how=self.ending(observation))
        return reasons.reason(observation, rule, move)

    def warnings(self, observation: Observation, move: str) -> list[Sentence]:
        return reasons.warnings(observation, move)

    def ending(self, observation: Observation) -> Sentence:
        return reasons.ending(observation)

    def event_for(self, before: Position, move: str, after: Position, seat: int | None) -> ObservedEvent:
        """ST-8, ST-18: add the pieces that the move reveals; other seats' set-ups stay sealed."""
        event = super().event_for(before, move, after, seat)
        return event if event.move is None else replace(event, revealed=reasons.revealed(before, move, after))

    def shown_pieces(self, event: ObservedEvent, lang: str) -> tuple[Piece, ...]:
        return scene.shown_pieces(event, self.options.numbering, lang)

    def recall(self, events: tuple[ObservedEvent, ...], seat: int | None) -> tuple[ObservedEvent, ...]:
        """ST-18: with `memory`, drop what was revealed before the seat's (for spectators, anybody's) last move."""
        if not self.options.memory:
            return events
        moves = [n for n, event in enumerate(events) if event.actor == seat or seat is None]
        last = moves[-1] if moves else 0
        return tuple(event if n >= last else replace(event, revealed=()) for n, event in enumerate(events))

    def clues(self, observation: Observation) -> np.ndarray[Any, np.dtype[np.int64]]:
        return clues.clues(observation)

    def hidden_cells(self, observation: Observation) -> dict[int, str]:
        shown, seat = observation.view[0], observation.seat_number
        hidden = [square for square in range(SQUARES) if is_hidden(shown, int(shown.board[square]), 1 - seat)]
        return {features.turned(seat, square): SQUARE_NAMES[square] for square in hidden}

    def secret_name(self, secret: int) -> Sentence:
        return WORDS(f"piece.{NAMES[secret]}")

    def secret_symbol(self, secret: int) -> str:
        return NAMES[secret]

    def weights(self) -> Path | None:
        """Return the network of the army; all have learned with what was shown before their eyes (ST-18)."""
        return None if self.options.memory else NETWORKS / f"{self.options.army}.net"

    def scene(self, observation: Observation, lang: str) -> Scene:
        return scene.scene(observation, lang)
