"""Names of people: which are allowed, and which count as the same."""

from __future__ import annotations

import re
import unicodedata

from caserne.server.errors import RequestError

MAX_NAME_LENGTH = 30


def clean_name(text: str, field: str = "name") -> str:
    """Return a name without extra spaces and invisible characters; RequestError if it is empty or too long.

    >>> clean_name("  Anne   Marie ")
    'Anne Marie'
    """
    name = clean_text(text)
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise RequestError.of("server.bad_name", longest=MAX_NAME_LENGTH, field=field)
    return name


def clean_text(text: str) -> str:
    """Return a text as one line without extra spaces and invisible characters.

    >>> clean_text(" on \\n one\\0 line")
    'on one line'
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(" " if char.isspace() else char for char in composed if _is_visible(char) or char.isspace())
    return re.sub(" +", " ", visible).strip()


def name_key(name: str) -> str:
    """Return a key that is equal for names that people cannot tell apart.

    >>> name_key("Éloïse") == name_key("E\u0301LOÏSE")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).replace(" ", "")


def _is_visible(char: str) -> bool:
    """Check that a character is not a control, format, private or unassigned one."""
    return not unicodedata.category(char).startswith("C")
