"""How a match ended: one sentence, and how the points add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caserne.core.game.tally import Points
from caserne.core.game.words import SHARED_WORDS, Sentence
from caserne.core.match.events import Agreed, Ending, Forfeited

if TYPE_CHECKING:
    from caserne.core.match.match import Match


@dataclass(frozen=True)
class Outcome:
    """The end of a match as people are told of it."""

    sentence: Sentence
    tally: tuple[Points, ...]

    def text(self, lang: str) -> str:
        """The sentence, which rooms write without a capital."""
        said = self.sentence.text(lang)
        return said[:1].upper() + said[1:]


def outcome(match: Match) -> Outcome | None:
    """How a match ended; None while it goes on. What was agreed or given up at the table has no points."""
    if match.record.end is None:
        return None
    result = match.position.result()
    if result is None:
        return Outcome(_said_at_the_table(match), ())
    seen, game = match.position.view(None), match.game
    ending = _corrected(match, game.ending(seen), _first(result.returns), _first(match.record.end["returns"]))
    return Outcome(ending, tuple(game.tally(seen)))


def _corrected(match: Match, ending: Sentence, on_board: list[int], at_table: list[int]) -> Sentence:
    """How the game ended on the board, and who really won where that was played for a seat that had left."""
    ahead = [seat for seat in match.left() if seat in on_board]
    if not ahead or on_board == at_table:
        return ending
    said: dict[str, Any] = {"how": ending, "left": match.game.words(f"seat.{ahead[0]}")}
    if len(at_table) > 1:
        return SHARED_WORDS("end.behind.shared", **said)
    return SHARED_WORDS("end.behind", **said, winner=match.game.words(f"seat.{at_table[0]}"))


def _first(returns: Sequence[float]) -> list[int]:
    """The seats that come first."""
    return [seat for seat, value in enumerate(returns) if value == max(returns)]


def _said_at_the_table(match: Match) -> Sentence:
    """How the match ended without a rule: by an agreement, or by an act that `end.ACT` says."""
    last = next(event for event in reversed(match.record.events) if isinstance(event, Ending))
    if isinstance(last, Agreed):
        return match.game.agreed(last.what, last.seat, last.terms)
    seat = match.game.words(f"seat.{last.seat}")
    if isinstance(last, Forfeited) and last.reason:
        return SHARED_WORDS("end.forfeit.why", seat=seat, reason=last.reason)
    return SHARED_WORDS(f"end.{last.act}", seat=seat)
