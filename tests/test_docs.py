"""The documentation names modules and pages that exist, its examples run, and its site can be built."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import notebooks

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
NOTEBOOKS = sorted(notebooks.FOLDER.glob("*.ipynb"))
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
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


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_the_examples_of_a_tutorial_give_the_output_they_show(page: Path) -> None:
    examples = doctest.DocTestParser().get_doctest(page.read_text("utf-8"), {}, page.stem, str(page), 0)
    assert doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(examples).failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_puts_out_what_it_shows(path: Path) -> None:
    """After a change that is meant, `tools/notebooks.py` writes the outputs anew; pictures may differ in details."""
    notebook = json.loads(path.read_text("utf-8"))
    shown = [cell["outputs"] for cell in notebooks.code_cells(notebook)]
    for stored, put_out in zip(shown, notebooks.run(notebook), strict=True):
        assert texts(put_out) == texts(stored)


def texts(outputs: list[dict[str, Any]]) -> list[Any]:
    """The texts of outputs, and the kinds of pictures."""
    return [output.get("text") or [sorted(output["data"]), output["data"].get("text/plain")] for output in outputs]


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_asks_nobody_else_for_anything(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 30
    loaded = re.compile(r"<(?:script|img|iframe|link)\b[^>]*?(?:src|href)=[\"']?(https?:[^\"' >]+)")
    assert sorted({url for page in pages for url in loaded.findall(page.read_text("utf-8"))}) == []
