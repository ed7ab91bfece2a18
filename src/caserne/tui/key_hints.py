"""The line of keys at the foot of the table; each can be clicked too."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from caserne.tui.voice import Voice

HINTS = {
    "help": "screen.help",
    "u": "screen.take_back",
    "f": "screen.flip",
    "s": "screen.save",
    "r": "screen.read_rule",
    "x": "screen.resign",
    "q": "app.quit",
}
"""The keys that fit on a line of 80 columns; the help has all."""


class KeyHints(Static):
    """What can be done, by key or by click."""

    def __init__(self, voice: Voice) -> None:
        hints = (f"[@click={action}]{voice(f'hint.{key}')}[/]" for key, action in HINTS.items())
        super().__init__(Content.from_markup("  ".join(hints)), id="key_hints")
