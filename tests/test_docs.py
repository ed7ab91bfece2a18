"""The documentation names modules and pages that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
FOLDERS = [ROOT, ROOT / "src" / "caserne", ROOT / "src" / "caserne" / "server", ROOT / "web" / "src"]
MODULE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.py)`")


def exists(path: str) -> bool:
    return any((folder / path).exists() for folder in FOLDERS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    named = set(MODULE.findall(page.read_text("utf-8")))
    assert sorted(path for path in named if not exists(path)) == []


def test_every_test_that_covers_a_threat_exists() -> None:
    named = re.findall(r"`(tests/[\w/.]+\.py)::(\w+)`", (ROOT / "docs" / "security.md").read_text("utf-8"))
    assert len(named) > 25
    missing = [name for path, name in named if f"def {name}(" not in (ROOT / path).read_text("utf-8")]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_that_a_page_links_to_exists(page: Path) -> None:
    links = set(re.findall(r"\]\(((?!https?:|#)[^)#\s]+)", page.read_text("utf-8")))
    assert sorted(link for link in links if not (page.parent / link).exists()) == []
