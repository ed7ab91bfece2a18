"""BE-1: deployments worth playing, as their owner sees them (no Numba here)."""

from __future__ import annotations

from caserne.core.game.words import Sentence
from caserne.games.belligerants.army import STANDARD
from caserne.games.belligerants.words import WORDS

LIBRARY = {
    "guard": """
        TK OF SO PA SO
        MI EM SE ES AM
        SO CA DC BO AC
    """,
    "spearhead": """
        MI TK OF PA SO
        CA ES SO SO EM
        DC BO SE AC AM
    """,
    "aviation": """
        OF SO PA SO MI
        BO AC SO TK CA
        DC SE EM ES AM
    """,
    "infantry": """
        SO PA SO OF SO
        TK MI ES CA AM
        EM SE DC BO AC
    """,
}
"""Front rank first; `setup.NAME` and `setup.NAME.note` in the catalogues say what they are."""


def titles(army: str) -> dict[str, Sentence]:
    """The names of the deployments for an army, each with its title and a note; only the standard one has any."""
    if army != STANDARD:
        return {}
    return {
        name: WORDS("setup.titled", title=WORDS(f"setup.{name}"), note=WORDS(f"setup.{name}.note")) for name in LIBRARY
    }


def library_setup(name: str) -> str:
    """A deployment as text: camp order begins at the back.

    >>> library_setup("guard")[:14]
    'SO,CA,DC,BO,AC'
    """
    ranks = [line.split() for line in LIBRARY[name].split("\n") if line.strip()]
    return ",".join(code for rank in reversed(ranks) for code in rank)
