"""The client's folders are layers: each imports from those below it, and no file imports itself in a circle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src"
LAYERS = (
    ".",
    "pages",
    "boards finished learn people offline",
    "matches",
    "table",
    "live",
    "board",
    "ui",
    "net",
    "i18n",
    "state",
)
"""The folders, from the top down; those of one line do not import from each other."""
IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+)\"""")


def sources() -> Iterator[Path]:
    return (path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte"))


def imports(path: Path) -> Iterator[Path]:
    """The sources that a file imports, types included; styles and catalogues are left out."""
    for name in IMPORT.findall(path.read_text("utf-8")):
        target = (path.parent / name).resolve()
        files = (Path(f"{target}{ending}") for ending in ("", ".ts", "/index.ts"))
        found = next((file for file in files if file.is_file()), None)
        assert found, f"{path}: {name}"
        if found.suffix in (".ts", ".svelte"):
            yield found


def layer(path: Path) -> int:
    folder = path.relative_to(SOURCES).parent.as_posix()
    return next(number for number, folders in enumerate(LAYERS) if folder in folders.split())


def test_there_is_no_import_cycle() -> None:
    TopologicalSorter({path: set(imports(path)) for path in sources()}).prepare()


def test_every_folder_imports_only_from_the_layers_below() -> None:
    wrong = [
        f"{path.relative_to(SOURCES)} imports {target.relative_to(SOURCES)}"
        for path in sources()
        for target in imports(path)
        if path.parent != target.parent and layer(target) <= layer(path)
    ]
    assert wrong == []
