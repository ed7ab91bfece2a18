"""The figures of a training run as a table that grows with it, for whoever wants to plot them."""

from __future__ import annotations

import csv
from pathlib import Path

FILE = "figures.csv"
DIGITS = 6
"""Decimals of a figure."""
INTERVAL = 10.0
"""Seconds of training between two rows."""


class FigureLog:
    """Adds rows to the table in a folder; a run that is resumed goes on with it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._due = 0.0

    def add(self, figures: dict[str, float]) -> None:
        """Add the figures of a round, unless the last row is too new."""
        if figures["seconds"] < self._due:
            return
        self._due = figures["seconds"] + INTERVAL
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = not self.path.exists()
        with self.path.open("a", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, fieldnames=list(figures))
            if new:
                table.writeheader()
            table.writerow({name: round(value, DIGITS) for name, value in figures.items()})
