"""The description of a game: titles, seats, designer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class About:
    """The description of a game, available before anything is compiled; for `caserne games` and the game's card."""

    id: str
    rules: str
    """The prefix of its rule ids, such as MH."""
    titles: Mapping[str, str]
    """By language; French and English at least."""
    seats: tuple[int, int]
    """The minimum and maximum number of players."""
    designer: str
    minutes: int
    age: int
    luck: int
    """0 none, 1 a little, 2 some, 3 much."""
    publisher: str = ""
    year: int | None = None
    hidden: bool = False
    """Whether something is hidden from players during play."""
    example: tuple[str, str] = ("", "")
    """A position and a move in it, for the examples of the command line's help."""
    cover: str = ""
    """A position for the picture on the game's card; empty: the example's."""
    links: Mapping[str, str] = field(default_factory=dict)

    def title(self, lang: str) -> str:
        """The title in a language, else in English."""
        return self.titles.get(lang, self.titles["en"])
