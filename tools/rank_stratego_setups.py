"""Rank set-ups of Stratego by the network's value before the first move, and draw where flags and bombs do best.

    python tools/rank_stratego_setups.py FILE ... [--army original] [--sample N] [--write] [--picture FILE]

A FILE holds one set-up of forty signs a line, front rank first, and may be compressed (.gz). Prints how each file's
set-ups are valued; `--picture` draws a map, `--write` keeps the best for the room
(`src/caserne/games/stratego/ranked/ARMY.txt`).
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.net import NetBot
from caserne.core.game.encode import encode
from caserne.core.game.game import Game
from caserne.draw.chart import chart_svg
from caserne.draw.markup import element, number, words
from caserne.draw.palette import LIGHT
from caserne.games.stratego.army import OWN_SQUARES
from caserne.games.stratego.board import SIZE
from caserne.games.stratego.setups import RANKED

Values = dict[str, float]

BATCH = 32
KEPT = 300
HEADER = """\
# The {kept} set-ups of {total} different ones that the network values most, the best first, ranked by
# tools/rank_stratego_setups.py. Played by people on the Gravon server or by a published agent; published under the MIT
# licence in StrategoAI/ataraxos and JBLanier/stratego_env; converted to our notation.
"""
FEWEST = 20
"""A square is drawn if the piece stands there in as many set-ups."""
QUARTERS = (0.05, 0.25, 0.5, 0.75, 0.95)
STRONGEST = 0.15
"""The difference from the mean that has the strongest colour."""
CELL, LEFT, TOP, GAP = 44, 28, 64, 46
PIECES = {"F": "flag", "B": "bombs", "M": "marshal", "S": "spy"}


def read(path: Path) -> list[str]:
    """Return the different set-ups of a file."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return sorted({line for line in text.decode("ascii").split("\n") if line and not line.startswith("#")})


def values_of(game: Game[Any], setups: list[str]) -> Values:
    """Return the value of each set-up for the side that moves first, which knows nothing of the other."""
    net, features = NetBot().net(game), game.features
    assert features
    other, found = game.start().random_setup(0), Values()
    for start in range(0, len(setups), BATCH):
        part = setups[start : start + BATCH]
        seen = [encode(game.start().play(setup).play(other).view(0), features) for setup in part]
        said = net.predict(np.stack([each.cells for each in seen]), np.stack([each.scalars for each in seen]))
        found |= dict(zip(part, said.values.tolist(), strict=True))
        print(f"\r{len(found)} of {len(setups)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def table(values: Values, files: dict[str, list[str]]) -> str:
    """Return how the set-ups of each file are valued."""
    rows = ["| set-ups | different | mean | " + " | ".join(f"{share:.0%}" for share in QUARTERS) + " |"]
    rows.append("|---|---|---|" + "---|" * len(QUARTERS))
    for name, setups in files.items():
        of_file = np.array([values[setup] for setup in setups])
        shown = " | ".join(f"{value:+.2f}" for value in np.quantile(of_file, QUARTERS))
        rows.append(f"| {name} | {len(setups)} | {of_file.mean():+.2f} | {shown} |")
    return "\n".join(rows)


def leads(values: Values, letter: str) -> list[float | None]:
    """Return by how much set-ups with the piece on a square are valued above the mean; None where it hardly stands."""
    mean = float(np.mean(list(values.values())))
    here: list[list[float]] = [[] for _ in range(OWN_SQUARES)]
    for setup, value in values.items():
        for square in (n for n, sign in enumerate(setup) if sign == letter):
            here[square].append(value)
    return [float(np.mean(found)) - mean if len(found) >= FEWEST else None for found in here]


def picture(values: Values, army: str) -> str:
    """Draw a map of the four own ranks for some pieces, the front rank above."""
    width, high = 2 * (SIZE * CELL + 2 * LEFT), 4 * CELL + GAP
    height = TOP + 2 * high + 12
    title = f"Stratego, {army} army: what set-ups are worth by where a piece stands"
    parts = [words(title, LEFT, 32, 18, LIGHT["ink"], heading=True)]
    for n, (letter, name) in enumerate(PIECES.items()):
        parts += _map(leads(values, letter), name, LEFT + n % 2 * (width / 2), TOP + n // 2 * high)
    return chart_svg(title, width, height, parts)


def _map(found: list[float | None], name: str, left: float, top: float) -> list[str]:
    parts = [words(name, left, top + 8, 14, LIGHT["ink"])]
    for n, lead in enumerate(found):
        x, y = left + n % SIZE * CELL, top + 18 + n // SIZE * CELL
        parts.append(element("rect", x=number(x), y=number(y), width=CELL - 2, height=CELL - 2, fill=_colour(lead)))
        if lead is not None:
            shown = f"{round(100 * lead):+d}"
            parts.append(words(shown, x + CELL / 2 - 1, y + CELL / 2 + 4, 12, "#1b1b1b", anchor="middle"))
    return parts


def _colour(lead: float | None) -> str:
    """Return green for squares that do well, red for those that do not, grey where the piece hardly stands."""
    if lead is None:
        return "#d9d9d9"
    strength = min(1.0, abs(lead) / STRONGEST)
    end = (90, 174, 97) if lead > 0 else (214, 96, 77)
    return "#" + "".join(f"{round(247 + strength * (channel - 247)):02x}" for channel in end)


def keep(values: Values, army: str) -> None:
    """Write the best set-ups for the room."""
    best = sorted(values, key=lambda setup: (-values[setup], setup))[:KEPT]
    RANKED.mkdir(exist_ok=True)
    text = HEADER.format(kept=len(best), total=len(values)) + "\n".join(best) + "\n"
    (RANKED / f"{army}.txt").write_text(text, "ascii")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="+", type=Path)
    parser.add_argument("--army", default="original")
    parser.add_argument("--sample", type=int, help="rank so many set-ups of each file, drawn at random")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--picture", type=Path)
    chosen = parser.parse_args()
    files = {path.name: read(path) for path in chosen.file}
    if chosen.sample:
        files = {name: random.Random(1).sample(all_, min(chosen.sample, len(all_))) for name, all_ in files.items()}
    values = values_of(caserne.game("stratego", army=chosen.army), sorted(set().union(*files.values())))
    print(table(values, files))
    if chosen.picture:
        chosen.picture.write_text(picture(values, chosen.army) + "\n", "utf-8")
    if chosen.write:
        keep(values, chosen.army)


if __name__ == "__main__":
    main()
