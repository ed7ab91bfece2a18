"""Learn how people set up their Stratego armies, for the beliefs of the room of Stratego.

    python tools/make_stratego_prior.py FOLDER

FOLDER holds `stratego-human-setups-ARMY.txt.gz`, one set-up of forty signs a line, front rank first. For each army this
fits how much a kind likes each square, and how much two kinds like to stand beside, before or across from each other,
so that a set-up which somebody played is told from the same set-up with two pieces exchanged: a logistic regression,
and exactly what exchanging pieces in `belief.py` needs. The tables, in hundredths of a nat, are written to
`src/caserne/games/stratego/belief/prior.py`. Every tenth set-up is held out, and what the model makes of those is
printed.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import numpy as np

from descent import descend

TARGET = Path(__file__).parent.parent / "src" / "caserne" / "games" / "stratego" / "prior.py"
LETTERS = ".STNELKJCGMBF"
KINDS, SIZE, SQUARES = 13, 10, 40
BATCH, ROUNDS, RATE = 2048, 3000, 0.05
RIDGE = {"original": 2e-5, "barrage": 4e-4}
HEADER = '''\
"""How people set up their armies, in hundredths of a nat; written by tools/make_stratego_prior.py, not by hand.

By army (0: the forty pieces; 1: the small ones): `LIKES[army, square, kind]`, squares as in a set-up, front rank first;
`BESIDE[army, kind, other]`, for two neighbours of a rank; `BEFORE[army, kind, other]`, where `kind` stands in front;
`ACROSS[army, kind, other]`, where `kind` stands in front and one file aside.
"""

# fmt: off
import numpy as np

'''


def rows_of(text: str) -> np.ndarray:
    return np.array([[LETTERS.index(sign) for sign in line] for line in text.split()])


def pairs(step_rank: int, step_file: int) -> np.ndarray:
    """All pairs of squares so many ranks behind and files to the right of each other."""
    found = [
        (rank * SIZE + file, (rank + step_rank) * SIZE + file + step_file)
        for rank in range(4 - step_rank)
        for file in range(SIZE)
        if 0 <= file + step_file < SIZE
    ]
    return np.array(found).T


RELATIONS = [pairs(0, 1), pairs(1, 0), np.concatenate([pairs(1, 1), pairs(1, -1)], 1)]
SITES = SQUARES * KINDS
WEIGHTS = SITES + len(RELATIONS) * KINDS * KINDS


def features(setups: np.ndarray) -> np.ndarray:
    """The weights that add up to what the model thinks of each set-up, by number."""
    columns = [np.arange(SQUARES) * KINDS + setups]
    for number, (first, second) in enumerate(RELATIONS):
        offset = SITES + number * KINDS * KINDS
        columns.append(offset + setups[:, first] * KINDS + setups[:, second])
    return np.concatenate(columns, 1)


def exchanged(setups: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """Each set-up with two of its pieces exchanged."""
    first, second = (np.argmax(dice.random(setups.shape) * (setups > 0), 1) for _ in range(2))
    rows, copies = np.arange(len(setups)), setups.copy()
    copies[rows, first], copies[rows, second] = setups[rows, second], setups[rows, first]
    return copies


def mirrored(setups: np.ndarray) -> np.ndarray:
    return setups.reshape(-1, 4, SIZE)[:, :, ::-1].reshape(-1, SQUARES)


def fit(setups: np.ndarray, ridge: float) -> np.ndarray:
    """The weights that best tell set-ups from those with two pieces exchanged."""
    dice = np.random.default_rng(1)

    def slope_at(weights: np.ndarray) -> np.ndarray:
        batch = setups[dice.integers(len(setups), size=BATCH)]
        batch = np.where(dice.random((BATCH, 1)) < 0.5, batch, mirrored(batch))
        real, other = features(batch), features(exchanged(batch, dice))
        doubt = 1 / (1 + np.exp(weights[real].sum(1) - weights[other].sum(1)))
        pull = np.repeat(doubt, real.shape[1])
        slope = np.bincount(other.ravel(), pull, WEIGHTS) - np.bincount(real.ravel(), pull, WEIGHTS)
        return slope / BATCH + ridge * weights

    return descend(slope_at, WEIGHTS, ROUNDS, RATE)


def tables(weights: np.ndarray) -> list[np.ndarray]:
    """The weights as tables: the same for a set-up and its mirror image, in hundredths."""
    likes = weights[:SITES].reshape(4, SIZE, KINDS)
    likes = ((likes + likes[:, ::-1]) / 2).reshape(SQUARES, KINDS)
    beside, before, across = weights[SITES:].reshape(3, KINDS, KINDS)
    return [np.rint(100 * table).astype(int) for table in (likes, (beside + beside.T) / 2, before, across)]


def report(army: str, weights: np.ndarray, held: np.ndarray) -> None:
    other = exchanged(held, np.random.default_rng(2))
    differ = (other != held).any(1)
    lead = (weights[features(held)].sum(1) - weights[features(other)].sum(1))[differ]
    print(f"{army}: right {np.mean(lead > 0):.3f}, loss {np.mean(np.log1p(np.exp(-lead))):.3f} nats (a coin: 0.693)")


def written(name: str, by_army: list[np.ndarray]) -> str:
    lines = [f"{name} = np.array(["]
    for table in by_army:
        lines += ["    [", *(f"        [{', '.join(map(str, row))}]," for row in table.tolist()), "    ],"]
    return "\n".join([*lines, "], np.int64)\n"])


def main(folder: Path) -> None:
    by_army = []
    for army, ridge in RIDGE.items():
        with gzip.open(folder / f"stratego-human-setups-{army}.txt.gz", "rt", encoding="ascii") as lines:
            setups = rows_of(lines.read())
        held = np.arange(len(setups)) % 10 == 0
        weights = fit(setups[~held], ridge)
        report(army, weights, setups[held])
        by_army.append(tables(weights))
    names = ("LIKES", "BESIDE", "BEFORE", "ACROSS")
    TARGET.write_text(
        HEADER
        + "\n".join(written(name, list(both)) for name, both in zip(names, zip(*by_army, strict=True), strict=True)),
        "ascii",
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
