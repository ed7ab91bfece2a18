"""Checkpoints: a folder with the weights, what else a trainer needs to go on, and how the weights were made."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import torch

from caserne.core.game.errors import CaserneError

ABOUT = "training.json"
NETWORK = "network"
"""The one set of tensors that a folder must have; what else is missing starts anew."""


class InvalidCheckpoint(CaserneError):
    """A folder that does not hold a checkpoint of this game and network."""


def save(folder: Path, about: dict[str, Any], **tensors: Any) -> None:
    """Write a checkpoint, each set of tensors to a file of its own; every file is replaced at once."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, state in tensors.items():
        _replace(folder / f"{name}.pt", lambda file, state=state: torch.save(state, file))
    _replace(folder / ABOUT, lambda file: file.write_text(json.dumps(about, indent=2) + "\n"))


def load(folder: Path, device: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what `save` wrote: the description, and the sets of tensors that the folder has."""
    try:
        about = json.loads((folder / ABOUT).read_text())
    except (OSError, ValueError) as error:
        raise InvalidCheckpoint.of("no_checkpoint", folder=folder) from error
    if not (folder / f"{NETWORK}.pt").is_file():
        raise InvalidCheckpoint.of("no_checkpoint", folder=folder)
    found = {file.stem: torch.load(file, map_location=device) for file in sorted(folder.glob("*.pt"))}
    return about, found


def _replace(path: Path, write: Any) -> None:
    """Write a file beside its place, then move it there: an interrupted save leaves the old one."""
    part = path.with_suffix(".part")
    write(part)
    os.replace(part, path)


def check_same(folder: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise InvalidCheckpoint if a checkpoint is of another game, of other options or of a network of another size."""
    values = [(name, found[name], wanted[name]) for name in ("game", "options")]
    values += [(name, found["settings"][name], wanted["settings"][name]) for name in ("width", "blocks")]
    for what, before, now in values:
        if before != now:
            raise InvalidCheckpoint.of("checkpoint_differs", folder=folder, what=what, found=before, wanted=now)
