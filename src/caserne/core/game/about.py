"""The title page of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class About:
    """What a room says of its game before anything is compiled; shown by `caserne games` and on the game's card."""

    id: str
    rules: str
    """The letters of its rule ids, such as MH."""
    titles: Mapping[str, str]
    """By language; French and English at least."""
    seats: tuple[int, int]
    """The least and the greatest number of players."""
    designer: str
    minutes: int
    age: int
    luck: int
    """0 none, 1 a little, 2 some, 3 much."""
    publisher: str = ""
    year: int | None = None
    hidden: bool = False
    """Whether players do not see everything during play."""
    example: tuple[str, str] = ("", "")
    """A position and a move in it, for the examples of the command line's help."""
    cover: str = ""
    """A position that shows the game at its best, for the picture on its card; empty: the example's."""
    links: Mapping[str, str] = field(default_factory=dict)

    def title(self, lang: str) -> str:
        """The title in a language, else in English."""
        return self.titles.get(lang, self.titles["en"])
