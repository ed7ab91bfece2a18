"""The key that cookies and links are signed with: drawn once, kept in the data folder for its owner's eyes alone."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_urlsafe

FILE = "secret"


def secret_key(folder: Path) -> str:
    """The key of a data folder; two processes that start at once get the same one."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    if not file.exists():
        keep_secret_key(folder, token_urlsafe(32))
    return file.read_text("ascii").strip()


def keep_secret_key(folder: Path, key: str) -> None:
    """Write the key down, unless there is one already."""
    draft = folder / f".{FILE}-{os.getpid()}-{token_urlsafe(4)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as written:
        written.write(key + "\n")
    try:
        os.link(draft, folder / FILE)  # all at once, and never over another's
    except FileExistsError:
        pass
    finally:
        draft.unlink()
