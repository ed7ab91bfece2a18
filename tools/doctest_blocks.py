"""An extension of mkdocstrings: examples in docstrings become blocks of code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Docstring, Extension, Object

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", flags=re.DOTALL | re.MULTILINE)


class DoctestBlocks(Extension):
    """Wraps each example in a fence."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Fence the examples of one object."""
        if isinstance(obj.docstring, Docstring):
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
