"""Make the table of set-ups that people played, for the room of Stratego.

    python tools/make_stratego_setups.py FOLDER

FOLDER holds `stratego-human-setups-ARMY.txt.gz`, one set-up of forty signs a line, front rank first. Of each army some
are drawn, evenly among all games and without a second copy (nor a mirror image) of any, and written to
`src/caserne/games/stratego/people/ARMY.txt`.
"""

from __future__ import annotations

import gzip
import random
import sys
from collections import Counter
from pathlib import Path

SIZES = {"original": 1500, "barrage": 500}
TARGET = Path(__file__).parent.parent / "src" / "caserne" / "games" / "stratego" / "people"
HEADER = """\
# Set-ups that people played on the Gravon server, {count} of {total}, drawn by tools/make_stratego_setups.py.
# Published under the MIT licence in StrategoAI/ataraxos and JBLanier/stratego_env; converted to our notation.
"""


def mirrored(setup: str) -> str:
    return "".join(setup[start : start + 10][::-1] for start in range(0, 40, 10))


def drawn(setups: list[str], count: int) -> list[str]:
    """Some of the set-ups, popular ones more likely, none of them twice."""
    army = Counter(setups[0])
    assert all(len(setup) == 40 and Counter(setup) == army for setup in setups)
    chosen: dict[str, None] = {}
    for setup in random.Random(1).sample(setups, len(setups)):
        if len(chosen) < count and mirrored(setup) not in chosen:
            chosen[setup] = None
    return sorted(chosen)


def main(folder: Path) -> None:
    TARGET.mkdir(exist_ok=True)
    for army, count in SIZES.items():
        with gzip.open(folder / f"stratego-human-setups-{army}.txt.gz", "rt", encoding="ascii") as lines:
            setups = lines.read().split()
        chosen = drawn(setups, count)
        text = HEADER.format(count=len(chosen), total=len(setups)) + "\n".join(chosen) + "\n"
        (TARGET / f"{army}.txt").write_text(text, "ascii")
        print(f"{army}: {len(chosen)} of {len(setups)} set-ups")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
