"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """Return an HTML table of texts.

    >>> html_table(["move"], [["a<b"]], "best")
    '<table><caption>best</caption><tr><th>move</th></tr><tr><td>a&lt;b</td></tr></table>'
    """
    top = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{top}{_row('th', headings)}{''.join(_row('td', row) for row in rows)}</table>"


def _row(cell: str, texts: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{cell}>{escape(text)}</{cell}>' for text in texts)}</tr>"
