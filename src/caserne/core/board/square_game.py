"""A game on a board of squares: the picture, the spoken names and the notation follow from a few declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from caserne.core.board.squares import SquareBoard
from caserne.core.game.game import Game, OptionsT
from caserne.core.game.observation import Observation
from caserne.core.game.scene import Cell, Ground, Label, Piece, Scene, Seat, Stroke

CIRCLE = "M {r} 0 A {r} {r} 0 1 1 -{r} 0 A {r} {r} 0 1 1 {r} 0 Z"

PAWN = (Stroke(CIRCLE.format(r=0.45), fill="line"),)
"""A solid disc, for pieces of one kind."""


@dataclass(frozen=True)
class PieceKind:
    """What one letter of the board stands for."""

    name: str
    """The sentence `piece.NAME` is its spoken name."""
    seat: int
    symbol: tuple[Stroke, ...] = PAWN


class SquareGame(Game[OptionsT]):
    """A game whose state has a `board` of squares and `to_move`, see `SquareBoard`."""

    board: ClassVar[SquareBoard]
    kinds: ClassVar[tuple[PieceKind, ...]]
    """What each of the board's letters stands for."""
    seat_looks: ClassVar[tuple[tuple[str, str], ...]] = (("chalk", "disc"), ("jet", "shield"))
    """The colour and the shape of each seat, see `Seat`."""
    grounds: ClassVar[Mapping[str, Ground]] = {
        "light": Ground("tile", "grain", " "),
        "dark": Ground("tile_dark", "grain", " "),
        "camp_light": Ground("camp", "inlay", "░"),
        "camp_dark": Ground("camp_dark", "inlay", "░"),
    }

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "board" in vars(cls):
            cls.notation = cls.board

    def is_camp(self, square: str) -> bool:
        """Whether a square has an inlay: a camp or a goal."""
        return False

    def scene(self, observation: Observation, lang: str) -> Scene:
        """Draw an observation; the second seat sees the board from its own side."""
        board = self.board
        pieces = {piece.cell: piece for piece in self._pieces(observation, lang)}
        picture = Scene(
            game=self.id,
            title=self.about.title(lang),
            status=self.status(observation, lang),
            seat=observation.seat,
            turn=observation.actor,
            width=board.files,
            height=board.ranks,
            grounds=self.grounds,
            symbols={kind.name: kind.symbol for kind in self.kinds},
            seats=tuple(Seat(self.seat_name(seat, lang), *look) for seat, look in enumerate(self.seat_looks)),
            cells=tuple(self._cell(number, pieces.get(name), lang) for number, name in enumerate(board.names)),
            pieces=tuple(pieces.values()),
            labels=self._labels(),
        )
        return picture.turned() if observation.seat == 1 else picture

    def status(self, observation: Observation, lang: str) -> str:
        """Return the line below the board: how the game ended, or whose turn it is."""
        if observation.actor is None:
            text = self.ending(observation).text(lang)
            return text[:1].upper() + text[1:]
        return self.words("status.turn", seat=self.words(f"seat.{observation.actor}")).text(lang)

    def seat_name(self, seat: int, lang: str) -> str:
        return self.words(f"seat.{seat}").text(lang)

    def _pieces(self, observation: Observation, lang: str) -> list[Piece]:
        found = []
        for name, number in zip(self.board.names, observation.view[0].board.tolist(), strict=True):
            if number:
                letter, kind = self.board.letters[number - 1], self.kinds[number - 1]
                what = self.words(f"piece.{kind.name}")
                spoken = self.words("spoken.owned", piece=what, seat=self.words(f"seat.{kind.seat}")).text(lang)
                found.append(Piece(name, kind.seat, kind.name, spoken, letter))
        return found

    def _cell(self, number: int, piece: Piece | None, lang: str) -> Cell:
        name = self.board.names[number]
        rank, file = divmod(number, self.board.files)
        ground = ("camp_" if self.is_camp(name) else "") + ("light" if (file + rank) % 2 else "dark")
        key = "spoken.piece" if piece else "spoken.free"
        spoken = self.words(key, square=name, piece=piece.name if piece else "").text(lang)
        return Cell(name, file + 0.5, self.board.ranks - rank - 0.5, ground, spoken)

    def _labels(self) -> tuple[Label, ...]:
        """Return the coordinates beside the board."""
        files, ranks, names = self.board.files, self.board.ranks, self.board.names
        return (
            *(Label(file + 0.5, ranks + 0.25, names[file][0]) for file in range(files)),
            *(Label(-0.25, ranks - rank - 0.5, names[rank * files][1:]) for rank in range(ranks)),
        )
