"""Titles of bots: levels are ranks of an army. Loads no rules, so that menus open at once."""

from __future__ import annotations

from caserne.core.game.words import SHARED_WORDS, default_language


def rank_of(level: str, lang: str | None = None) -> str | None:
    """Return the title of a level; None for a bot that is not a level.

    >>> rank_of("5", "en"), rank_of("greedy", "en")
    ('captain', None)
    """
    lang = lang or default_language()
    return SHARED_WORDS(f"rank.{level}").text(lang) if f"rank.{level}" in SHARED_WORDS.catalogues[lang] else None


def title_of(name: str, lang: str | None = None, *, short: bool = False) -> str:
    """Return a bot's title: « Ordinateur, niveau 5 (capitaine) », or its name if it is not a level.

    >>> title_of("5", "en"), title_of("5", "en", short=True), title_of("greedy", "en")
    ('Computer, level 5 (captain)', 'Captain (5)', 'Computer (greedy)')
    """
    lang = lang or default_language()
    rank = rank_of(name, lang)
    if rank is None:
        return SHARED_WORDS("tui.computer", bot=name).text(lang)
    title = SHARED_WORDS("level.short" if short else "level", level=name, rank=rank).text(lang)
    return title[0].upper() + title[1:]
