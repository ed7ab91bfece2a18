"""Rulebooks as pages of a browser: HTML with the addresses of their drawings, and what the pieces and grounds do."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any
from urllib.parse import quote

from caserne.core.game.registry import about, words_of
from caserne.core.game.rulebook import Rulebook, as_html
from caserne.draw.drawings import drawing, figure_size

CELL_ON_PAGE = 0.72
"""The size of figures on a page, relative to that of their own units."""
SIDE = 26
"""The width and height of a drawing within text, in pixels."""


@cache
def rulebook(game_id: str, lang: str) -> dict[str, Any]:
    """Return the rulebook as HTML."""
    book = Rulebook.read(game_id, lang)
    return {
        "game": game_id,
        "title": about(game_id).title(lang),
        "introduction": _html(game_id, lang, book.introduction),
        "sections": [
            {"id": section.rule, "title": section.title, "html": _html(game_id, lang, section.main)}
            for section in book.sections
        ],
        "closing": _html(game_id, lang, book.closing),
        "notation": _html(game_id, lang, book.notation),
        "guide": guide(game_id, lang),
    }


def guide(game_id: str, lang: str) -> list[dict[str, str]]:
    """Return what the pieces and grounds do, from the room's sentences `guide.KIND.KEY.title` and `.text`."""
    words = words_of(game_id)
    keys = [
        key.removesuffix(".title")
        for key in words.catalogues[lang]
        if key.startswith("guide.") and key.endswith(".title")
    ]
    return [
        {
            "kind": key.split(".")[1],
            "key": key.split(".", 2)[2],
            "title": words(f"{key}.title").text(lang),
            "text": words(f"{key}.text").text(lang),
        }
        for key in keys
    ]


def _html(game_id: str, lang: str, markdown: str) -> str:
    return as_html(markdown, lambda address, said: _picture(game_id, lang, address, said))


def _picture(game_id: str, lang: str, address: str, said: str) -> str:
    """Return a figure with its caption, or a small drawing within the text."""
    kind, _, name = address.partition(":")
    drawing(game_id, address, lang)  # raises UnknownFigure
    source = f"/api/games/{game_id}/drawings/{kind}/{quote(name, safe='')}.svg?lang={lang}"
    if kind != "figure":
        return _image(source, kind, said, (SIDE, SIDE))
    width, height = (round(CELL_ON_PAGE * length) for length in figure_size(game_id, name))
    return f"<figure>{_image(source, kind, '', (width, height))}<figcaption>{escape(said)}</figcaption></figure>"


def _image(source: str, kind: str, said: str, size: tuple[int, int]) -> str:
    """Return the picture for the day and the one for the night; style sheets hide one of them."""
    look = f'width="{size[0]}" height="{size[1]}" alt="{escape(said)}" loading="lazy"'
    return (
        f'<img class="{kind} day" src="{source}" {look}><img class="{kind} night" src="{source}&amp;dark=true" {look}>'
    )
