"""A pattern for mistakes in French typography."""

from __future__ import annotations

import re

BAD_FRENCH_TYPOGRAPHY = re.compile(
    "[^\u202f][;!?]"  # a narrow no-break space goes before these,
    "|[^\u00a0]:"  # a no-break space before a colon
    "|«[^\u00a0]|[^\u00a0]»"  # and inside guillemets;
    "|['\"]"  # apostrophes and quotation marks are no typewriter's
)
