"""Rulebook pages for terminals: figures become boards of text, drawings of pieces their names."""

from __future__ import annotations

import re

from caserne.core.game.rulebook import Rulebook
from caserne.core.presentation.figures import figure
from caserne.draw.text import board_text

PICTURE = re.compile(r"!\[([^\]]*)\]\((figure|piece|ground):([^)]*)\)")
UNSAID = re.compile(r"\s?!\[\]\((piece|ground):[^)]*\)")
"""Drawings beside their name."""
IN_A_ROW = re.compile(r"(!\[[^\]]+\]\((?:piece|ground):[^)]*\)) (?=!)")
"""Drawings that follow each other: their names need commas."""


def book_text(book: Rulebook, game_id: str, lang: str) -> str:
    """Return the whole rulebook, with its notation, as Markdown for a terminal."""
    pages = [book.markdown, book.notation] if book.notation else [book.markdown]
    return page_text("\n\n".join(page.strip() for page in pages), game_id, lang)


def page_text(markdown: str, game_id: str, lang: str) -> str:
    """Return Markdown without pictures."""

    def drawn(picture: re.Match[str]) -> str:
        caption, kind, name = picture.groups()
        if kind != "figure":
            return caption
        board = board_text(figure(game_id, name).scene(game_id, lang))
        return f"\n```\n{board}\n```\n\n{caption}\n"

    named = IN_A_ROW.sub(r"\1, ", UNSAID.sub("", markdown))
    return re.sub(r"\n{3,}", "\n\n", PICTURE.sub(drawn, named))
