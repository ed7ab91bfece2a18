"""BE-1: the library of deployments, as their owner sees them; imports no Numba."""

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
"""Front rank first; the catalogues describe them under `setup.NAME` and `setup.NAME.note`."""


def titles(army: str) -> dict[str, Sentence]:
    """Return the titles and notes of the deployments by name; only the standard army has any."""
    if army != STANDARD:
        return {}
    return {
        name: WORDS("setup.titled", title=WORDS(f"setup.{name}"), note=WORDS(f"setup.{name}.note")) for name in LIBRARY
    }


def library_setup(name: str) -> str:
    """Return a deployment in camp order, which begins at the back.

    >>> library_setup("guard")[:14]
    'SO,CA,DC,BO,AC'
    """
    ranks = [line.split() for line in LIBRARY[name].split("\n") if line.strip()]
    return ",".join(code for rank in reversed(ranks) for code in rank)
