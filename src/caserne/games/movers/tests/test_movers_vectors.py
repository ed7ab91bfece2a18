"""The rules agree with the test vectors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from movers_drawing import position
from typography import BAD_FRENCH_TYPOGRAPHY
from verdicts import refused_by

from caserne.core.game.position import Position

VECTORS = [
    json.loads(line)
    for name in ("movers.jsonl", "movers_refusals.jsonl")
    for line in (Path(__file__).parent / "vectors" / name).read_text("utf-8").splitlines()
]
PLAYED = [vector for vector in VECTORS if "after" in vector]
REFUSED = [(vector, move, rules) for vector in VECTORS for move, rules in vector.get("refused", {}).items()]


def reached(vector: dict) -> Position:
    return position(vector["position"], **vector["options"]).play_all(vector["moves"])


def note(value: object) -> str | None:
    return value["note"] if isinstance(value, dict) else None


@pytest.mark.parametrize("vector", PLAYED, ids=note)
def test_vector(vector):
    after = reached(vector)
    assert str(after) == vector["after"]
    assert after.legal() == vector["legal"]
    assert {depth: after.perft(int(depth)) for depth in vector["perft"]} == vector["perft"]
    expected = vector["result"] and tuple(vector["result"]["returns"])
    assert after.returns() == expected


@pytest.mark.parametrize(("vector", "move", "rules"), REFUSED, ids=note)
def test_refused_by_the_rules_of_the_vector(vector, move, rules):
    assert refused_by(reached(vector), move) == " ".join(rules)


@pytest.mark.parametrize(("vector", "move", "rules"), REFUSED, ids=note)
def test_a_refusal_is_explained_in_french_and_english(vector, move, rules):
    french, english = (reached(vector).explain(move, lang=lang) for lang in ("fr", "en"))
    assert [refusal.rule for refusal in french] == [refusal.rule for refusal in english] == rules
    for in_french, in_english in zip(french, english, strict=True):
        assert in_french.text != in_english.text
        assert in_french.text.endswith(".")
        assert not BAD_FRENCH_TYPOGRAPHY.search(in_french.text)
        assert in_english.text.endswith(".")
