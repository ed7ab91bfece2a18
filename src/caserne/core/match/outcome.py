"""How a match ended: one sentence, and how the points add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caserne.core.game.tally import Points
from caserne.core.game.words import SHARED_WORDS, Sentence
from caserne.core.match.leaving import LEAVE
from caserne.core.match.record import Table

if TYPE_CHECKING:
    from caserne.core.match.match import Match

AT_THE_TABLE = ("resign", "timeout", "abort", "forfeit", LEAVE)
"""The acts that end a match without a rule and without an agreement; `end.ACT` says each."""


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
    last = next(
        event for event in reversed(match.record.events) if isinstance(event, Table) and "returns" in event.details
    )
    assert last.seat is not None
    if last.act in AT_THE_TABLE:
        seat, reason = match.game.words(f"seat.{last.seat}"), last.details.get("reason")
        return (
            SHARED_WORDS(f"end.{last.act}.why", seat=seat, reason=reason)
            if reason
            else SHARED_WORDS(f"end.{last.act}", seat=seat)
        )
    return match.game.agreed(last.act, last.seat, last.details)
