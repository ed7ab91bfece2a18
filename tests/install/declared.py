"""What the package declares to need, and what it imports."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def declared_directly(pyproject: Path) -> set[str]:
    """The distributions that pyproject.toml names for players, extras included."""
    project = tomllib.loads(pyproject.read_text("utf-8"))["project"]
    extras = (text for extra in project["optional-dependencies"].values() for text in extra)
    return {canonicalize_name(Requirement(text).name) for text in (*project["dependencies"], *extras)}


def imported_names(package: Path) -> dict[str, Path]:
    """The top-level names that the package's modules import, anywhere in them, each with one module that does.

    Left out are Python's own library, the package itself, and the tests in it, which no wheel has.
    """
    found: dict[str, Path] = {}
    for path in sorted(package.rglob("*.py")):
        if "tests" not in path.relative_to(package).parts:
            for name in _imports(ast.parse(path.read_bytes())):
                if name not in sys.stdlib_module_names and name != package.name:
                    found.setdefault(name, path)
    return found


def declared_closure(site_packages: Path, name: str, extra: str) -> set[str]:
    """A distribution with an extra, and all that they need as far as metadata says."""
    installed = {canonicalize_name(found.name): found for found in distributions(path=[str(site_packages)])}
    closure: set[tuple[str, str]] = set()
    waiting = [(canonicalize_name(name), ""), (canonicalize_name(name), extra)]
    while waiting:
        needed = waiting.pop()
        if needed not in closure and needed[0] in installed:
            closure.add(needed)
            for requirement in _requirements(installed[needed[0]], extra=needed[1]):
                waiting += [(canonicalize_name(requirement.name), extra) for extra in ("", *requirement.extras)]
    return {needed for needed, _ in closure}


def _requirements(distribution: Distribution, extra: str) -> Iterator[Requirement]:
    for text in distribution.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield requirement


def _imports(module: ast.Module) -> Iterable[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]
