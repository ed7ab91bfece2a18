"""What people call a bot: levels are ranks of an army. It loads no rules, so that menus can be shown at once."""

from __future__ import annotations

from caserne.core.words import HOUSE, default_language


def title_of(name: str, lang: str | None = None) -> str:
    """A bot's title: « Ordinateur, niveau 5 (capitaine) », or its name where it is no level.

    >>> title_of("5", "en"), title_of("greedy", "en")
    ('Computer, level 5 (captain)', 'Computer (greedy)')
    """
    lang = lang or default_language()
    if f"level.{name}" in HOUSE.catalogues[lang]:
        return HOUSE(f"level.{name}").text(lang)
    return HOUSE("tui.computer", bot=name).text(lang)
