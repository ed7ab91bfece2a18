"""The file of a trained network: a line that names the format, a line of JSON, the numbers, and a hash of all before.

Numbers are 16-bit floats, little-endian, in the order of the description; they are computed with as 32-bit ones.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from caserne.core.game.errors import CaserneError
from caserne.core.game.features import Features
from caserne.core.game.game import Game

FORMAT = b"caserne weights "
MAGIC = FORMAT + b"1\n"
HASH_SIZE = hashlib.sha256().digest_size
STORED = np.dtype("<f2")
VALUE_WIDTH = 128
"""Hidden units of the value."""

Arrays = dict[str, np.ndarray[Any, np.dtype[np.float32]]]


class InvalidWeights(CaserneError):
    """A file that holds no weights, damaged ones, or those of another game, option, version or shape."""


@dataclass(frozen=True)
class Description:
    """What a network is for, and how it was made."""

    game: str
    options: dict[str, Any]
    """Those it was trained with; it plays with others, except for `Features.options`."""
    features: str
    """`features_hash` of the room that it was trained with."""
    width: int
    blocks: int
    made: dict[str, Any] = field(default_factory=dict)
    """Minutes, positions, seed and the like."""


@dataclass(frozen=True)
class Weights:
    """A description and its arrays."""

    description: Description
    arrays: Arrays


def save_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights."""
    shapes = {name: list(array.shape) for name, array in weights.arrays.items()}
    header = json.dumps(asdict(weights.description) | {"arrays": shapes}, ensure_ascii=False)
    numbers = b"".join(np.ascontiguousarray(array, STORED).tobytes() for array in weights.arrays.values())
    body = MAGIC + header.encode() + b"\n" + numbers
    path.write_bytes(body + hashlib.sha256(body).digest())


def load_weights(path: Path, game: Game[Any], *, other_options: bool = False) -> Weights:
    """Read a file of weights for a game; InvalidWeights says in one sentence why it cannot be used.

    other_options: also if it was trained for other options, as training may begin with such weights.
    """
    weights = read_weights(path)
    found, features = weights.description, game.features
    if found.game != game.id:
        raise InvalidWeights.of("weights_other_game", file=path, found=found.game, game=game.id)
    if features is None or found.features != features_hash(features):
        raise InvalidWeights.of("weights_other_version", file=path)
    if {name: array.shape for name, array in weights.arrays.items()} != shapes(features, found.width, found.blocks):
        raise InvalidWeights.of("weights_other_shape", file=path, width=found.width, blocks=found.blocks)
    for option in () if other_options else features.options:
        trained, wanted = found.options.get(option), getattr(game.options, option)
        if trained != wanted:
            fields = {"option": option, "found": trained, "wanted": wanted}
            raise InvalidWeights.of("weights_other_option", file=path, **fields)
    return weights


def read_weights(path: Path) -> Weights:
    """Read a file of weights of any game; InvalidWeights if it is none, or damaged."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidWeights.of("weights_unreadable", file=path, error=error.strerror or error) from error
    if not data.startswith(FORMAT):
        raise InvalidWeights.of("weights_not_ours", file=path)
    if not data.startswith(MAGIC):
        raise InvalidWeights.of("weights_other_format", file=path)
    body, digest = data[:-HASH_SIZE], data[-HASH_SIZE:]
    if hashlib.sha256(body).digest() != digest:
        raise InvalidWeights.of("weights_damaged", file=path)
    header, _, numbers = body[len(MAGIC) :].partition(b"\n")
    description = json.loads(header)
    sizes: dict[str, list[int]] = description.pop("arrays")
    return Weights(Description(**description), _split(numbers, sizes))


def _split(numbers: bytes, sizes: dict[str, list[int]]) -> Arrays:
    flat, arrays, start = np.frombuffer(numbers, STORED).astype(np.float32), {}, 0
    for name, shape in sizes.items():
        end = start + prod(shape)
        arrays[name] = flat[start:end].reshape(shape)
        start = end
    return arrays


def shapes(features: Features, width: int, blocks: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of all arrays of a network: layers, gains and the bias of each place."""
    extra = features.outputs - features.cells * features.outputs_per_cell
    layers: dict[str, tuple[int, ...]] = {
        "stem": (width, len(features.channels), 3, 3),
        "from_scalars": (width, len(features.scalars)),
        "to_moves": (features.outputs_per_cell, width, 1, 1),
        "to_others": (extra, 2 * width),
        "to_value.0": (VALUE_WIDTH, 2 * width),
        "to_value.2": (1, VALUE_WIDTH),
    }
    found: dict[str, tuple[int, ...]] = {"place": (1, width, *features.board), "gain": (width,)}
    for block in range(blocks):
        found[f"blocks.{block}.gain"] = (width,)
        layers |= {f"blocks.{block}.{name}": (width, width, 3, 3) for name in ("first", "second")}
        layers[f"blocks.{block}.from_mean"] = (width, width)
    if features.secrets:
        layers["to_secrets"] = (features.secrets, width, 1, 1)
    for name, shape in layers.items():
        found |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    return found


def features_hash(features: Features) -> str:
    """Return a hash of what inputs and outputs mean: it changes when a network of before would read others."""
    names = [channel.name for channel in features.channels]
    scalars = [[scalar.name, scalar.scale] for scalar in features.scalars]
    parts = [features.board, names, scalars, features.outputs, features.outputs_per_cell, features.secrets]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]
