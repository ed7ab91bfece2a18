"""`python -m caserne.games.movers.solve board --ranks 5 --gpu --out docs/solved`, then `... render docs/solved`."""

from __future__ import annotations

import argparse
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m caserne.games.movers.solve")
    commands = parser.add_subparsers(required=True, dest="command")
    board = commands.add_parser("board", help="solve a board and write what was found into a folder")
    board.add_argument("--ranks", type=int, choices=(5, 6), required=True, help="5: 2 GB of memory, 6: 72 GB")
    board.add_argument("--gpu", action="store_true", help="on a CUDA GPU, else on all cores")
    board.add_argument("--out", type=Path, required=True)
    page = commands.add_parser("render", help="make a page of what was found")
    page.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "render":
        from caserne.games.movers.solve.page import page_of

        print(page_of(chosen.folder), end="")
    else:
        from caserne.core.game.errors import CaserneError
        from caserne.games.movers.solve.report import report

        try:
            report(chosen.ranks, chosen.gpu, chosen.out)
        except CaserneError as error:
            parser.exit(2, f"{parser.prog}: {error}\n")


if __name__ == "__main__":
    main()
