"""Stub."""

from typing import Any


def scene(o: Any, lang: str) -> Any: ...
