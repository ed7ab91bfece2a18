"""Tests do not need sixty frames a second."""

import os

os.environ.setdefault("TEXTUAL_FPS", "5")
os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
