"""The key that signs cookies: generated once, and stored in the data folder so that only its owner can read it."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_urlsafe

FILE = "secret"


def secret_key(folder: Path) -> str:
    """Return the key of a data folder; processes that start at the same time get the same one."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    if not file.exists():
        save_secret_key(folder, token_urlsafe(32))
    return file.read_text("ascii").strip()


def save_secret_key(folder: Path, key: str) -> None:
    """Store the key, unless there is one already."""
    temporary = folder / f".{FILE}-{os.getpid()}-{token_urlsafe(4)}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as written:
        written.write(key + "\n")
    try:
        os.link(temporary, folder / FILE)  # atomic, and never replaces an existing key
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
