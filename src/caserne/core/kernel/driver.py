"""All that touches Numba: compile rules, keep them in the cache, load them from there.

Each rule has an identity made of the source hash, its name and the identities of what it closes over, by which the next
process finds it: Numba's own key is a pickle of the closure, which differs between code from sources and bytecode.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any

import numba
import numba.core.caching
import numba.core.event
from numba.core.typing.typeof import typeof_impl

from caserne.core.kernel.cache import cache_folder, source_hash
from caserne.core.kernel.rule import Rule, counts_references, inlined, watchers

caching: Any = numba.core.caching
events: Any = numba.core.event
numba_config: Any = numba.core.config

_dispatchers: dict[tuple[Rule, bool], Any] = {}
_making = RLock()


def dispatcher(rule: Rule, *, for_python: bool = True) -> Any:
    """Return Numba's dispatcher of a rule, which compiles it, or loads it from the cache, when it is called.

    `for_python=False`: for calls from other rules, without the wrapper that converts arguments from Python.
    """
    with _making:
        if (rule, for_python) not in _dispatchers:
            _dispatchers[rule, for_python] = _make_dispatcher(rule, for_python)
        return _dispatchers[rule, for_python]


def load_cached(rule: Rule) -> bool:
    """Load the compiled forms of a rule that the cache holds; return whether there are any."""
    compiled = dispatcher(rule)
    cached, codegen = compiled._cache, compiled.targetctx.codegen()
    signatures = [
        key[0]
        for key, file in cached._cache_file._load_index().items()
        if key == cached._index_key(key[0], codegen) and Path(cached.cache_path, file).exists()
    ]
    for signature in signatures:
        compiled.compile(signature)
    return bool(signatures)


def _make_dispatcher(rule: Rule, for_python: bool) -> Any:
    identity = _identify(rule)
    folder = cache_folder(rule.__module__)
    with _numba_cache_in(folder):
        flags: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": counts_references[rule]}
        flags["forceinline"] = rule in inlined
        flags["no_cpython_wrapper"] = flags["no_cfunc_wrapper"] = not for_python
        compiled: Any = numba.njit(**flags)(rule)
    compiled._set_uuid(f"{identity} {for_python}")
    _keep_cache_in(folder / rule.__module__, compiled._cache, source_hash(rule.__module__))
    compiled._cache._index_key = lambda signature, codegen: (signature, codegen.magic_tuple(), identity, for_python)
    _compile_once_for_all_integers(compiled)
    return compiled


def _compile_once_for_all_integers(compiled: Any) -> None:
    """Widen the integers that other rules pass to 64 bits; Numba would compile the rule for each size and constant."""
    resolve = compiled.get_call_template

    def resolve_widened(types: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return resolve(tuple(map(_widened, types)), {name: _widened(kind) for name, kind in named.items()})

    compiled.get_call_template = resolve_widened


def _widened(kind: Any) -> Any:
    """Return int64 for signed integers and integer constants, else the type itself."""
    return numba.types.int64 if getattr(numba.types.unliteral(kind), "signed", False) else kind


def _keep_cache_in(folder: Path, function_cache: Any, stamp: str) -> None:
    """Keep a function's cache by its module and its sources' hash, not by the path and time of its file.

    Two installations of one version share it.
    """
    impl = function_cache._impl
    impl.locator._cache_path = function_cache._cache_path = str(folder)
    function_cache._cache_file = caching.IndexDataCacheFile(str(folder), impl.filename_base, stamp)


@cache
def _identify(rule: Rule) -> str:
    """Return a name that is the same in every process for the same rule, sources and enclosed rules.

    A closure gets it as part of its own name, once: two rooms' kernels share one name, and Numba builds its symbols
    from that and a per-process counter, so that two processes could save different code under one symbol.
    """
    enclosed = [cell.cell_contents for cell in rule.__closure__ or ()]
    names = [_identify(value) if _is_rule(value) else repr(value) for value in enclosed]
    text = "\0".join([source_hash(rule.__module__), rule.__module__, rule.__qualname__, *names])
    identity = hashlib.sha256(text.encode()).hexdigest()
    if enclosed:
        rule.__qualname__ += f"_{identity[:12]}"
    return identity


def _is_rule(value: object) -> bool:
    return isinstance(value, FunctionType) and value in counts_references


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """Point Numba at our folder while it decorates; a program's own compiled functions keep theirs."""
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba_config.CACHE_DIR = before


@typeof_impl.register(FunctionType)
def _typeof_function(value: Any, context: Any) -> Any:
    """Tell Numba that a rule, met in the code of another rule, is to be compiled; other functions are left to it."""
    if _is_rule(value):
        return numba.types.Dispatcher(dispatcher(value, for_python=False))
    return typeof_impl.dispatch(object)(value, context)


class _Listener(numba.core.event.Listener):
    """Tells the watchers which rule Numba compiles."""

    def on_start(self, event: Any) -> None:
        for on_compile in watchers:
            on_compile(event.data["dispatcher"].py_func.__qualname__)

    def on_end(self, event: Any) -> None:
        pass


events.register("numba:compile", _Listener())
