"""The `Game` class of Breakthrough."""

from caserne.core.board.square_game import PieceKind, SquareGame
from caserne.core.board.squares import SquareBoard
from caserne.core.game.features import Features
from caserne.core.game.options import NoOptions
from caserne.core.game.rules import Rules
from caserne.games.breakthrough import ABOUT, features, rules


class Breakthrough(SquareGame[NoOptions]):
    """A board of eight by eight, and one kind of piece."""

    about = ABOUT
    rules = Rules.of(rules)
    features = Features.of(features)
    board = SquareBoard(files=8, ranks=8, letters="Pp")
    kinds = (PieceKind("pawn", seat=0), PieceKind("pawn", seat=1))
    levels = (
        "alphabeta:depth=1:noise=60",
        "alphabeta:depth=1:noise=20",
        "alphabeta:depth=1",
        "alphabeta:depth=2",
        "alphabeta:depth=4",
        "alphabeta@1s",
    )

    def is_camp(self, square: str) -> bool:
        """BT-5: the goals are inlaid."""
        return square[1] in "18"
