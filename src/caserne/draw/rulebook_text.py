"""Rulebook pages for terminals: figures become boards of text, drawings of pieces their names."""

from __future__ import annotations

import re

from caserne.core.game.findings import findings
from caserne.core.game.rulebook import Rulebook
from caserne.core.game.words import SHARED_WORDS
from caserne.core.presentation.figures import figure
from caserne.draw.text import board_text

PICTURE = re.compile(r"!\[([^\]]*)\]\((figure|piece|ground):([^)]*)\)")
UNSAID = re.compile(r"\s?!\[\]\((piece|ground):[^)]*\)")
"""Drawings beside their name."""
IN_A_ROW = re.compile(r"(!\[[^\]]+\]\((?:piece|ground):[^)]*\)) (?=!)")
"""Drawings that follow each other: their names need commas."""


def book_text(book: Rulebook, game_id: str, lang: str) -> str:
    """Return the whole rulebook, with its notation and what is known about the game, as Markdown for a terminal."""
    pages = [page.strip() for page in (book.markdown, book.notation, findings_text(game_id, lang)) if page]
    return page_text("\n\n".join(pages), game_id, lang)


def findings_text(game_id: str, lang: str) -> str:
    """Return the findings about a game as a list under a heading; empty if it has none."""
    shown = [found.in_language(lang) for found in findings(game_id)]
    listed = [f"- **{found['title']}.** {found['text']} *({found['basis']})*" for found in shown]
    return "\n".join([f"# {SHARED_WORDS('findings').text(lang)}\n", *listed]) if listed else ""


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
