"""Names of people: what may be one, and when two are the same."""

from __future__ import annotations

import re
import unicodedata

from caserne.server.errors import Refused

LONGEST_NAME = 30


def clean_name(text: str, field: str = "name") -> str:
    """A name without superfluous spaces and without anything invisible; Refused if nothing or too much is left.

    >>> clean_name("  Anne   Marie ")
    'Anne Marie'
    """
    name = clean_text(text)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused.of("server.bad_name", longest=LONGEST_NAME, field=field)
    return name


def clean_text(text: str) -> str:
    """A text in one line, without superfluous spaces and without anything invisible.

    >>> clean_text(" on \\n one\\0 line")
    'on one line'
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(" " if char.isspace() else char for char in composed if _is_visible(char) or char.isspace())
    return re.sub(" +", " ", visible).strip()


def name_key(name: str) -> str:
    """The same for names that people would take for the same.

    >>> name_key("Éloïse") == name_key("E\u0301LOÏSE")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).replace(" ", "")


def _is_visible(char: str) -> bool:
    """No control, format, private or unassigned characters."""
    return not unicodedata.category(char).startswith("C")
