"""The `@rule` decorator: one Python source, interpreted or compiled by Numba, cached across processes.

Numba checks one function at a time when it decides whether a cached compilation is still valid; a rule that calls an
edited rule in another file would stay stale. So the cache folder is named by a hash of all sources that a rule may be
made of: this package and the rule's own room or package. A change there starts an empty folder; a change anywhere else,
such as a sentence or a picture, recompiles nothing. The same hash is part of each rule's identity, so that the runners
that close over rules (see `runner`) find their cache in the next process.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import event as numba_event
from numba.core.caching import IndexDataCacheFile
from platformdirs import user_cache_path

Rule = Callable[..., Any]

numba_config: Any = numba.core.config

KERNEL = Path(__file__).resolve().parent
ROOM_MARK = "game.py"
"""The file that makes a folder a room."""

INTERPRETED = bool(numba_config.DISABLE_JIT)
"""Whether `NUMBA_DISABLE_JIT=1` asked for plain Python."""


def rule(function: Rule) -> Rule:
    """Make a function a rule: plain Python when interpreted, else compiled without the GIL and cached on disk.

    Rules allocate nothing, so Numba need not count references to their array arguments, which would take as long as
    many a rule itself. A function that allocates, if only to copy a slice to a slice, is an `allocating_rule`.
    """
    return _compiled(function, counts_references=False)


def allocating_rule(function: Rule) -> Rule:
    """Make a function a rule that may allocate arrays; it cannot run on a GPU."""
    return _compiled(function, counts_references=True)


def _compiled(function: Rule, counts_references: bool) -> Rule:
    if INTERPRETED:
        return function
    identity = _identity(function)
    if function.__closure__:
        # Two rooms' runners share one name. Numba builds its symbols from that name and a per-process counter,
        # so that two processes could save different code under one symbol.
        function.__qualname__ += f"_{identity[:12]}"
    folder = cache_folder(function.__module__)
    with _numba_cache_in(folder):
        flags: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": counts_references}
        compiled: Any = numba.njit(**flags)(function)
    compiled._set_uuid(identity)
    _keep_cache_in(folder / function.__module__, compiled._cache)
    # Numba identifies a closure by a pickle of what it encloses, which differs between code from sources and bytecode.
    compiled._cache._index_key = lambda signature, codegen: (signature, codegen.magic_tuple(), identity)
    made: Rule = compiled
    return made


def _keep_cache_in(folder: Path, function_cache: Any) -> None:
    """Keep a function's cache by its module, not by the path of its file: two installations of one version share it."""
    impl = function_cache._impl
    impl.locator._cache_path = function_cache._cache_path = str(folder)
    function_cache._cache_file = IndexDataCacheFile(str(folder), impl.filename_base, impl.locator.get_source_stamp())


@contextmanager
def watch_compilation(on_compile: Callable[[str], None]) -> Iterator[None]:
    """Call `on_compile` with the name of every rule that has to be compiled (not found in the cache) meanwhile."""

    class Listener(numba_event.Listener):
        def on_start(self, event: Any) -> None:
            on_compile(event.data["dispatcher"].py_func.__qualname__)

        def on_end(self, event: Any) -> None:
            pass

    with numba_event.install_listener("numba:compile", Listener()):
        yield


@cache
def cache_folder(module: str) -> Path:
    """Return the folder of a module's compiled rules: in `CASERNE_CACHE`, the user's cache or a temporary folder."""
    chosen = os.environ.get("CASERNE_CACHE")
    base = Path(chosen) if chosen else user_cache_path("caserne", appauthor=False)
    folder = base / source_hash(module)[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="caserne-rules-"))


@cache
def source_hash(module: str) -> str:
    """Hash the sources that a module's rules may be made of, and the versions of the tools that compile them."""
    versions = f"{numba.__version__} {np.__version__} {platform.python_version()} {platform.machine()}"
    digest = hashlib.sha256(versions.encode())
    for folder in sorted({KERNEL, *_compiled_together(module)}):
        for path in sorted(folder.rglob("*.py")):
            if "tests" not in path.relative_to(folder).parts:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
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


def _identity(function: Rule) -> str:
    """Return a name that is the same in every process for the same function, sources and enclosed rules."""
    enclosed = [cell.cell_contents for cell in function.__closure__ or ()]
    names = [getattr(value, "_uuid", None) or repr(value) for value in enclosed]
    text = "\0".join([source_hash(function.__module__), function.__module__, function.__qualname__, *names])
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """Point Numba at our folder while it decorates; a program's own compiled functions keep theirs."""
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba_config.CACHE_DIR = before
