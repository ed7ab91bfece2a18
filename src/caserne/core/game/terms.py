"""Conditions of an offer: a game declares their names and limits, and everything else is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caserne.core.game.errors import TableError


@dataclass(frozen=True)
class Term:
    """A condition that is a whole number within limits, such as an indemnity."""

    least: int
    most: int

    def allows(self, value: Any) -> bool:
        """Return whether a value is a whole number within the limits; `True` is not a number.

        >>> Term(0, 5).allows(5), Term(0, 5).allows(6), Term(0, 5).allows(True), Term(0, 5).allows("5")
        (True, False, False, False)
        """
        return type(value) is int and self.least <= value <= self.most


Terms = Mapping[str, int]
"""Conditions by name."""


def wrong_term(declared: Mapping[str, Term], terms: Any) -> str | None:
    """Return the path of the first condition that is not declared or not within its limits, or None."""
    if not isinstance(terms, Mapping):
        return "terms"
    wrong = (name for name, value in terms.items() if name not in declared or not declared[name].allows(value))
    return next((f"terms.{name}" for name in wrong), None)


def check_terms(what: str, declared: Mapping[str, Term], terms: Mapping[str, Any]) -> None:
    """Raise TableError unless the terms are exactly those that an offer declares."""
    for name in terms:
        if name not in declared:
            known = ", ".join(declared)
            raise TableError.of("unknown_term", term=name, what=what, terms=known, field=f"terms.{name}")
    for name, term in declared.items():
        if name not in terms or not term.allows(terms[name]):
            raise TableError.of("term_range", term=name, least=term.least, most=term.most, field=f"terms.{name}")
