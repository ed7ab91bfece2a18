"""Settings of bots as their names write them: `depth=3`, `noise=0.4`, `worlds=uniform`."""

from __future__ import annotations

from caserne.bots.bot import UnknownBot

MOST = 1 << 30
"""More than any setting can mean."""


def whole(setting: str, text: str, least: int, most: int) -> int:
    """A whole number in a range."""
    if not text.isdecimal() or not least <= int(text) <= most:
        raise UnknownBot.of("bad_setting", setting=setting, value=text, least=least, most=most)
    return int(text)


def number(setting: str, text: str) -> float:
    """Any number from 0 on."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < MOST:
        raise UnknownBot.of("bad_choice", setting=setting, value=text, values="0, 0.5, 2, ...")
    return value


def choice(setting: str, text: str, *choices: str) -> str:
    """One of a few words."""
    if text not in choices:
        raise UnknownBot.of("bad_choice", setting=setting, value=text, values=", ".join(choices))
    return text
