"""Names of guests who have not chosen one: an animal and a quality, the same for a guest in every language."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

ANIMALS: Sequence[dict[str, str]] = [
    {"fr": french, "en": english}
    for french, english in (
        ("Loutre", "Otter"),
        ("Renard", "Fox"),
        ("Hérisson", "Hedgehog"),
        ("Blaireau", "Badger"),
        ("Chouette", "Owl"),
        ("Lynx", "Lynx"),
        ("Marmotte", "Marmot"),
        ("Castor", "Beaver"),
        ("Hermine", "Stoat"),
        ("Cigogne", "Stork"),
        ("Héron", "Heron"),
        ("Écureuil", "Squirrel"),
        ("Chamois", "Chamois"),
        ("Tortue", "Tortoise"),
        ("Hirondelle", "Swallow"),
        ("Bouvreuil", "Bullfinch"),
        ("Panda", "Panda"),
        ("Pingouin", "Penguin"),
        ("Girafe", "Giraffe"),
        ("Koala", "Koala"),
    )
]
QUALITIES: Sequence[dict[str, str]] = [
    {"fr": french, "en": english}
    for french, english in (
        ("agile", "Agile"),
        ("habile", "Deft"),
        ("rapide", "Swift"),
        ("tranquille", "Quiet"),
        ("brave", "Brave"),
        ("sage", "Wise"),
        ("calme", "Calm"),
        ("aimable", "Kind"),
        ("intrépide", "Fearless"),
        ("fidèle", "Faithful"),
        ("optimiste", "Hopeful"),
        ("énergique", "Lively"),
    )
]
"""Qualities whose French word is the same for both genders."""
ORDER = {"fr": "{animal} {quality}", "en": "{quality} {animal}"}


def friendly_name(visitor: str, lang: str) -> str:
    """Return the name of a guest who has not chosen one.

    >>> friendly_name("dVq3", "fr"), friendly_name("dVq3", "en")
    ('Renard habile', 'Deft Fox')
    """
    number = int.from_bytes(sha256(visitor.encode()).digest()[:8], "big")
    quality, rest = number % len(QUALITIES), number // len(QUALITIES)
    return ORDER[lang].format(animal=ANIMALS[rest % len(ANIMALS)][lang], quality=QUALITIES[quality][lang])
