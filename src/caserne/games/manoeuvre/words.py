"""The sentences of The Glorious Manoeuvres."""

from pathlib import Path

from caserne.core.game.words import Words

WORDS = Words(Path(__file__).parent / "sentences")
