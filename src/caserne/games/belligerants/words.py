"""The sentences of Les Belligérants."""

from pathlib import Path

from caserne.core.words import Words

WORDS = Words(Path(__file__).parent / "sentences")
