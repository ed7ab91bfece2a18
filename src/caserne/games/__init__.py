"""The rooms: one folder per game, here and in the folders that `CASERNE_GAMES` names."""

import os

__path__ += [folder for folder in os.environ.get("CASERNE_GAMES", "").split(os.pathsep) if folder]
