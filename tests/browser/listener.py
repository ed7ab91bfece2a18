"""Somebody who does not see the page: finds everything by role and name, types, and reads what is said."""

from __future__ import annotations

import random
from contextlib import suppress

from browser_player import Player
from playwright.sync_api import Locator, expect


class Listener:
    """A player at a table whose text mode is open; nothing here looks at classes, places or the socket."""

    def __init__(self, player: Player) -> None:
        self.page = player.page
        self.page.get_by_role("button", name="Open text mode").focus()
        self.page.keyboard.press("Enter")
        expect(self._input).to_be_focused()

    @property
    def _input(self) -> Locator:
        return self.page.get_by_role("textbox", name="A move or a question")

    @property
    def announced(self) -> Locator:
        return self.page.get_by_role("status", name="Latest move")

    def say(self, text: str) -> str:
        """Type something; the answer."""
        lines = self.page.get_by_role("log", name="Answers").get_by_role("paragraph")
        before = lines.count()
        self._input.fill(text)
        self._input.press("Enter")
        expect(lines).to_have_count(before + 1)
        return lines.last.inner_text().partition("\n")[2]

    def moves(self) -> list[str]:
        """The legal moves, as they are read out."""
        answer = self.say("moves")
        return [] if answer == "Nothing." else answer.split(". ")

    def wait_for_news(self, said: str) -> None:
        """Until something else is announced; a second at most, for there are things that nobody announces."""
        with suppress(AssertionError):
            expect(self.announced).not_to_have_text(said, timeout=1000)

    def act(self, dice: random.Random) -> bool:
        """Do one thing that the game wants; False if it is somebody else's turn."""
        moves = self.moves()
        if not moves:
            return any(self.say(word) == "Done." for word in ("end", "roll", "ready"))
        answer = self.say(dice.choice(moves))
        if "Type yes" in answer:
            answer = self.say("yes")
        return answer == "Done." or answer.startswith("You play")
