"""pyproject.toml names every distribution that the package imports."""

from __future__ import annotations

from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from clean_machine import ROOT
from declared import canonicalize_name, declared_directly, imported_names

pytestmark = pytest.mark.thorough

PACKAGE = ROOT / "src" / "caserne"
NAMESPACES = {"cuda": ["cuda-core"]}
"""What provides a namespace of several distributions where none of them is installed."""


def undeclared(package: Path, declared: set[str]) -> list[str]:
    owners = {**NAMESPACES, **packages_distributions()}
    return [
        f"{path.relative_to(package)} imports {name}"
        for name, path in imported_names(package).items()
        if not declared & {canonicalize_name(owner) for owner in owners.get(name, [name])}
    ]


def test_every_import_is_of_a_distribution_that_pyproject_names():
    assert undeclared(PACKAGE, declared_directly(ROOT / "pyproject.toml")) == []


def test_an_import_inside_a_function_is_found_too(tmp_path):
    package = tmp_path / "house"
    package.mkdir()
    (package / "room.py").write_text(
        "import os\nfrom . import door\ndef f():\n    import greenlet.sub, house\n", "utf-8"
    )
    assert undeclared(package, {"numpy"}) == ["room.py imports greenlet"]
    assert undeclared(package, {"greenlet"}) == []


def pins(lock: str) -> set[str]:
    lines = (ROOT / "requirements" / lock).read_text("utf-8").splitlines()
    return {line.partition(" ")[0] for line in lines if line[:1].isalnum()}


def test_the_tests_run_with_the_versions_that_players_get():
    assert pins("play.txt")
    assert pins("play.txt") - pins("dev.txt") == set()
