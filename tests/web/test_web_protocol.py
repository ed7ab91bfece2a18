"""The client's types of the wire are those of the server."""

from __future__ import annotations

import make_protocol


def test_the_generated_types_are_up_to_date() -> None:
    for path, text in make_protocol.generated_files().items():
        assert path.read_text("utf-8") == text, f"{path.name} is out of date: run tools/make_protocol.py"
