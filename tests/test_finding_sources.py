"""The findings of the shipped games: what they say stands on the page that they name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caserne.core.game.findings import Finding, findings
from caserne.core.game.registry import rooms

ROOT = Path(__file__).parents[1]
PAGE = re.compile(r"docs/[a-z]+\.md")
NUMBER = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?")

every_finding = pytest.mark.parametrize(
    "finding",
    [pytest.param(found, id=f"{game}-{n}") for game in rooms() for n, found in enumerate(findings(game), 1)],
)


@every_finding
def test_the_page_that_a_finding_names_has_its_numbers(finding: Finding) -> None:
    page = _text(finding.basis["en"])
    for quote in finding.quotes:
        assert quote in page, "the page has changed: read it again and correct the finding"
    quoted = {number for quote in finding.quotes for number in _numbers(quote)}
    said = " ".join((finding.title["en"], finding.text["en"], PAGE.sub("", finding.basis["en"])))
    assert _numbers(said) <= quoted


@every_finding
def test_the_page_that_a_finding_names_in_french_exists(finding: Finding) -> None:
    assert _text(finding.basis["fr"])


def _text(basis: str) -> str:
    """Return the page that a text names, with a space for every gap."""
    return " ".join((ROOT / PAGE.findall(basis)[0]).read_text("utf-8").split())


def _numbers(text: str) -> set[float]:
    return {float(number.replace(",", "")) for number in NUMBER.findall(text)}
