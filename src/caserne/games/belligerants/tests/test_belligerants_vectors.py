"""The rules agree with the test vectors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from belligerants_field import position
from typography import BAD_FRENCH_TYPOGRAPHY
from verdicts import refused_by

from caserne.core.game.position import Position

VECTORS = [
    json.loads(line)
    for name in ("belligerants.jsonl", "belligerants_refusals.jsonl")
    for line in (Path(__file__).parent / "vectors" / name).read_text("utf-8").splitlines()
]
PLAYED = [vector for vector in VECTORS if "after" in vector]
REFUSED = [vector for vector in VECTORS if "refused" in vector]


def reached(vector: dict) -> Position:
    return position(vector["position"], **vector["options"]).play_all(vector["moves"])


def note(vector: dict) -> str:
    return vector["note"]


@pytest.mark.parametrize("vector", PLAYED, ids=note)
def test_vector(vector):
    after = reached(vector)
    assert str(after) == vector["after"]
    assert after.legal() == vector["legal"]
    assert {depth: after.perft(int(depth)) for depth in vector["perft"]} == vector["perft"]
    result = after.result()
    found = result and {"scores": list(result.scores), "returns": list(result.returns)}
    assert found == vector["result"]


@pytest.mark.parametrize("vector", REFUSED, ids=note)
def test_refused_by_the_rules_of_the_vector(vector):
    after = reached(vector)
    assert {move: refused_by(after, move).split() for move in vector["refused"]} == vector["refused"]


@pytest.mark.parametrize("vector", REFUSED, ids=note)
def test_a_refusal_is_explained_in_french_and_english(vector):
    after = reached(vector)
    for move in vector["refused"]:
        for french, english in zip(after.explain(move, "fr"), after.explain(move, "en"), strict=True):
            assert french.text != english.text
            assert french.text.endswith(".")
            assert english.text.endswith(".")
            assert not BAD_FRENCH_TYPOGRAPHY.search(french.text)
