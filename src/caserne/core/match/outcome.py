"""How a match ended: one sentence and the table of points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from caserne.core.game.tally import Points
from caserne.core.game.words import SHARED_WORDS, Sentence
from caserne.core.match.events import Agreed, Ending, Forfeited
from caserne.core.match.queries import MatchQueries


@dataclass(frozen=True)
class Outcome:
    """How a match ended, for people."""

    sentence: Sentence
    tally: tuple[Points, ...]

    def text(self, lang: str) -> str:
        """Return the sentence with a capital, which rooms leave out."""
        said = self.sentence.text(lang)
        return said[:1].upper() + said[1:]


def outcome(match: MatchQueries) -> Outcome | None:
    """Return how a match ended; None while it goes on. A match that no rule ended has no points."""
    if match.record.end is None:
        return None
    result = match.position.result()
    if result is None:
        return Outcome(_end_without_a_rule(match), ())
    seen, game = match.position.view(None), match.game
    ending = _corrected(match, game.ending(seen), _first(result.returns), _first(match.record.end["returns"]))
    return Outcome(ending, tuple(game.tally(seen)))


def _corrected(match: MatchQueries, ending: Sentence, on_board: list[int], at_table: list[int]) -> Sentence:
    """Add who really won if a seat that had left came first on the board."""
    ahead = [seat for seat in match.left() if seat in on_board]
    if not ahead or on_board == at_table:
        return ending
    said: dict[str, Any] = {"how": ending, "left": match.game.words(f"seat.{ahead[0]}")}
    if len(at_table) > 1:
        return SHARED_WORDS("end.behind.shared", **said)
    return SHARED_WORDS("end.behind", **said, winner=match.game.words(f"seat.{at_table[0]}"))


def _first(returns: Sequence[float]) -> list[int]:
    """Return the seats with the highest return."""
    return [seat for seat, value in enumerate(returns) if value == max(returns)]


def _end_without_a_rule(match: MatchQueries) -> Sentence:
    """Describe the end of a match that no rule ended: an agreement, or an act with the sentence `end.ACT`."""
    last = next(event for event in reversed(match.record.events) if isinstance(event, Ending))
    if isinstance(last, Agreed):
        return match.game.agreement_sentence(last.what, last.seat, last.terms)
    seat = match.game.words(f"seat.{last.seat}")
    if isinstance(last, Forfeited) and last.reason:
        return SHARED_WORDS("end.forfeit.why", seat=seat, reason=last.reason)
    return SHARED_WORDS(f"end.{last.act}", seat=seat)
