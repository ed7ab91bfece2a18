"""The line of keys at the bottom of the match screen; each can be clicked too."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from caserne.tui.phrases import Phrases

HINTS = {
    "help": "screen.help",
    "u": "screen.take_back",
    "f": "screen.flip",
    "s": "screen.save",
    "r": "screen.read_rule",
    "x": "screen.resign",
    "q": "app.quit",
}
"""The keys that fit on a line of 80 columns; the help lists all."""


class KeyHints(Static):
    """The most important actions."""

    def __init__(self, phrases: Phrases) -> None:
        hints = (f"[@click={action}]{phrases(f'hint.{key}')}[/]" for key, action in HINTS.items())
        super().__init__(Content.from_markup("  ".join(hints)), id="key_hints")
