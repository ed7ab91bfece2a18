"""A room's rulebook pages: Markdown with one section `## ID title` per rule, as text or as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from caserne.core.game.errors import CaserneError
from caserne.core.game.registry import about, rooms

OPTION = "*Option*"
"""How a paragraph about options begins."""
FIGURES_ALONE = re.compile(r"<p>((?:<figure>.*?</figure>\s*)+)</p>", re.DOTALL)
"""Figures that are a paragraph."""
PictureOf = Callable[[str, str], str]
"""Returns the markup of a picture: its address, and what is written below it or said of it."""


class UnknownRule(CaserneError):
    """The rulebook has no such rule."""


@dataclass(frozen=True)
class Section:
    """One rule of a rulebook."""

    rule: str
    title: str
    text: str

    @property
    def markdown(self) -> str:
        return f"## {self.rule} {self.title}\n\n{self.text}"

    @property
    def main(self) -> str:
        """The text without the paragraphs about options, which name them as programs do."""
        paragraphs = self.text.split("\n\n")
        return "\n\n".join(paragraph for paragraph in paragraphs if not paragraph.startswith(OPTION))


@dataclass(frozen=True)
class Rulebook:
    """The rulebook of a game in one language."""

    markdown: str
    sections: tuple[Section, ...]
    introduction: str
    """The text before the first chapter or rule, without the title."""
    closing: str
    """The chapters after the last rule, such as advice, with headings of the rules' level."""
    notation: str
    """How moves and positions are written, from a page of its own; empty if the room has none."""

    @classmethod
    def read(cls, game_id: str, lang: str) -> Rulebook:
        letters = about(game_id).rules
        folder = files(rooms()[game_id]) / "rulebook"
        markdown = (folder / f"{lang}.md").read_text("utf-8")
        notation = folder / f"notation.{lang}.md"
        parts = re.split(rf"^## ({letters}-\d+)\s+(.*)$", markdown, flags=re.MULTILINE)
        sections = [
            Section(rule, title.strip(), _until_next_chapter(text))
            for rule, title, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
        ]
        introduction = _until_next_chapter(re.sub(r"\A\s*# .*\n", "", parts[0]))
        chapters = parts[-1][_next_chapter(parts[-1]) :].strip()
        closing = re.sub(r"^# ", "## ", chapters, flags=re.MULTILINE)
        written = notation.read_text("utf-8") if notation.is_file() else ""
        return cls(markdown, tuple(sections), introduction, closing, written)

    def section(self, rule: str) -> Section:
        """Return the section of one rule, whose id may be in lower case."""
        for section in self.sections:
            if section.rule == rule.upper():
                return section
        raise UnknownRule.of("unknown_rule", rule=rule, rules=", ".join(section.rule for section in self.sections))


def _until_next_chapter(text: str) -> str:
    return text[: _next_chapter(text)].strip()


def _next_chapter(text: str) -> int:
    """Return the index of the next heading of level 1 or 2, or the length of the text."""
    heading = re.search(r"^#{1,2} ", text, flags=re.MULTILINE)
    return heading.start() if heading else len(text)


def as_html(markdown: str, picture: PictureOf | None = None) -> str:
    """Convert Markdown to HTML that is safe in a page: raw HTML is shown as text, and no link can run a script.

    >>> as_html("A **bold** move <script>.")
    '<p>A <strong>bold</strong> move &lt;script&gt;.</p>\\n'
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("js-default")
    if picture is not None:

        def render(renderer: Any, tokens: Any, index: int, *_: Any) -> str:
            return picture(str(tokens[index].attrs["src"]), tokens[index].content)

        parser.add_render_rule("image", render)
    rendered: str = parser.render(markdown)
    return FIGURES_ALONE.sub(r'<div class="figures">\1</div>', rendered)
