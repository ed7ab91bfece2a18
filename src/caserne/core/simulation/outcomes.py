"""What became of many games: columns of which each row is a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from caserne.core.simulation.report import Report, make_report


@dataclass(frozen=True)
class Outcomes:
    """Lengths, endings, returns and scores, as `Simulation` describes them."""

    lengths: np.ndarray[Any, np.dtype[np.int32]]
    endings: np.ndarray[Any, np.dtype[np.str_]]
    returns: np.ndarray[Any, np.dtype[np.float64]]
    scores: np.ndarray[Any, np.dtype[np.int64]] | None

    def __len__(self) -> int:
        return self.lengths.size

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return the games of all parts, in their order."""
        scores = [part.scores for part in parts if part.scores is not None]
        return cls(
            np.concatenate([part.lengths for part in parts]),
            np.concatenate([part.endings for part in parts]),
            np.concatenate([part.returns for part in parts]),
            np.concatenate(scores) if scores else None,
        )

    def report(self, seats: Sequence[str]) -> Report:
        """Return the statistics of the games; `seats` are the names of the seats."""
        return make_report(self.lengths, self.endings, self.returns, self.scores, seats)

    def as_json(self) -> dict[str, Any]:
        """Return the columns as plain lists; the returns of an unfinished game are null."""
        returns = self.returns.astype(object)
        returns[np.isnan(self.returns)] = None
        return {
            "lengths": self.lengths.tolist(),
            "endings": self.endings.tolist(),
            "returns": returns.tolist(),
            "scores": None if self.scores is None else self.scores.tolist(),
        }

    @classmethod
    def from_json(cls, columns: dict[str, Any]) -> Self:
        """Read what `as_json` returned; ValueError or KeyError if it is something else."""
        lengths, returns = np.array(columns["lengths"], np.int32), np.array(columns["returns"], np.float64)
        scores = None if columns["scores"] is None else np.array(columns["scores"], np.int64)
        return cls(lengths, np.array(columns["endings"], np.str_), returns, scores)
