"""External programs in the terminal: they play like other bots, and forfeit if they misbehave."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from tui_driver import Driver, arranged, movers, sit

CODE = """
import json, sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello": print("hello", flush=True)
    if word == "game": print("ready", flush=True)
    if word == "go":
        request = json.loads(rest)
        if request["setup"]: print("move", request["suggestion"], flush=True)
        elif request["ply"] < 2: print("move", request["legal"][0], flush=True)
        else: sys.exit("I am lost")
"""


@pytest.mark.thorough
def test_a_program_plays_until_it_forfeits(tmp_path: Path):
    file = tmp_path / "program.py"
    file.write_text(CODE)

    async def scenario(driver: Driver) -> None:
        await arranged(driver)
        await driver.touch("b2", "b3")
        assert driver.match.position.ply == 2
        move = driver.match.position.legal()[0]
        await driver.touch(*driver.match.game.touches(move))
        assert driver.match.actor is None
        assert driver.match.record.end["by"] == "forfeit"
        assert driver.match.record.end["returns"] == [1.0, -1.0]
        assert driver.status.startswith("Rouge perd par forfait")
        assert "I am lost" in driver.status
        assert any("Rejouer" in offer or "autre" in offer for offer in driver.offers)

    sit(scenario, movers("human", f"bot:exec:{shlex.join([sys.executable, str(file)])}"))
