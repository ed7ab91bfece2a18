"""The sentences of Les Belligérants."""

from pathlib import Path

from caserne.core.game.words import Sentence, Words

WORDS = Words(Path(__file__).parent / "sentences")


def figure(number: int) -> int | Sentence:
    """A number of points as each language groups its digits."""
    thousands, rest = divmod(number, 1000)
    return WORDS("thousands", thousands=thousands, rest=f"{rest:03}") if thousands else rest
