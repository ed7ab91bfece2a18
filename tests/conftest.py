"""The toy game of the tests is a room like any other, in a folder of its own."""

import os
from pathlib import Path

TOY_GAMES = Path(__file__).parent / "toy_games"
os.environ["CASERNE_GAMES"] = str(TOY_GAMES)
os.environ.setdefault("CASERNE_LANG", "en")
