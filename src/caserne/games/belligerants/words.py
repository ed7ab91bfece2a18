"""The sentences of Les Belligérants."""

from pathlib import Path

from caserne.core.game.words import Sentence, Words

WORDS = Words(Path(__file__).parent / "sentences")


def format_points(number: int) -> int | Sentence:
    """Format a number of points with the digit grouping of each language."""
    thousands, rest = divmod(number, 1000)
    return WORDS("thousands", thousands=thousands, rest=f"{rest:03}") if thousands else rest
