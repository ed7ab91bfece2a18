"""Where compiled code is kept: folders named by a hash of the sources, so that nothing in them is ever stale.

Numba checks one function at a time when it decides whether a cached compilation is still valid; a rule that calls an
edited rule in another file would stay stale. So the cache folder is named by a hash of all sources that a rule may be
made of: this package and the rule's own room or package. A change there starts an empty folder; a change anywhere else,
such as a sentence or a picture, recompiles nothing.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

KERNEL = Path(__file__).resolve().parent
ROOM_MARK = "game.py"
"""The file that makes a folder a room."""
STARTED = time.time()
"""When this process began to import rules."""


@cache
def cache_folder(module: str) -> Path:
    """Return the folder of a module's compiled rules: in `CASERNE_CACHE`, the user's cache or a temporary folder."""
    folder = _base_folder() / source_hash(module)[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="caserne-rules-"))


def _base_folder() -> Path:
    if chosen := os.environ.get("CASERNE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("caserne", appauthor=False)


@cache
def source_hash(module: str) -> str:
    """Hash the sources that a module's rules may be made of, and the versions of the tools that compile them."""
    from importlib.metadata import version

    edited = False
    versions = f"{version('numba')} {np.__version__} {platform.python_version()} {platform.machine()}"
    digest = hashlib.sha256(versions.encode())
    for folder in sorted({KERNEL, *_compiled_together(module)}):
        for path in sorted(folder.rglob("*.py")):
            if "tests" not in path.relative_to(folder).parts:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
                edited |= path.stat().st_mtime > STARTED
    if edited:  # this process may have imported what was there before
        digest.update(os.urandom(8))
    return digest.hexdigest()


def _compiled_together(module: str) -> list[Path]:
    """Return the folder of the room that a module belongs to, else of its package, else nothing."""
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    folders = [folder for name in names for folder in _package_folder(name)]
    rooms = [folder for folder in folders if (folder / ROOM_MARK).is_file()]
    return (rooms or folders)[:1]


def _package_folder(name: str) -> list[Path]:
    try:
        spec = find_spec(name)
    except ValueError:  # a script
        return []
    return [Path(spec.origin).resolve().parent] if spec and spec.origin and spec.submodule_search_locations else []
