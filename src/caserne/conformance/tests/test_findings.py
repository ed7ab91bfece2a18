"""The findings of every room: complete in every language, with the same numbers."""

from __future__ import annotations

import re

import pytest
from games_and_options import rooms

from caserne.core.game.findings import Finding, findings
from caserne.core.game.words import LANGUAGES

every_finding = pytest.mark.parametrize(
    "finding",
    [pytest.param(found, id=f"{game}-{n}") for game in rooms() for n, found in enumerate(findings(game), 1)],
)


@every_finding
def test_a_finding_is_complete_in_every_language(finding: Finding) -> None:
    for sentence in (finding.title, finding.text, finding.basis):
        assert set(sentence) == set(LANGUAGES)
        assert all(sentence.values())
        assert not re.search(r" [:;!?»%]|« |'|[0-9] [0-9]", sentence["fr"]), (
            "French wants no-break spaces and curly apostrophes"
        )


@every_finding
def test_a_finding_has_the_same_numbers_in_every_language(finding: Finding) -> None:
    for sentence in (finding.title, finding.text, finding.basis):
        assert _numbers(sentence["fr"], "\u202f", ",") == _numbers(sentence["en"], ",", ".")


def _numbers(text: str, thousands: str, point: str) -> list[float]:
    """Return the numbers of a text in their order of size."""
    found = re.findall(rf"[0-9]+(?:{thousands}[0-9]{{3}})*(?:{re.escape(point)}[0-9]+)?", text)
    return sorted(float(number.replace(thousands, "").replace(point, ".")) for number in found)
