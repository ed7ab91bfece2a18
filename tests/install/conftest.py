"""Installations begin first: each takes a minute or two, and at the end other workers would wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from clean_machine import build_distributions, clean_machine


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path.parent != here)


@pytest.fixture(scope="session")
def wheel() -> Iterator[Path]:
    """The wheel as it would be published."""
    with clean_machine() as machine:
        yield build_distributions(machine, machine.clone())
