"""The pages about balance: what their figures mean, and that both languages say the same."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import caserne
from caserne.core.simulation.outcomes import Outcomes
from caserne.core.simulation.statistics import Estimate

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(autouse=True)
def _bench(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)


def outcomes(game: str, games: int, seed: int) -> Outcomes:
    played = caserne.simulate(game, games, seed=seed)
    return Outcomes(played.lengths, played.endings, played.returns, played.scores)


def test_a_regression_finds_the_weights_that_made_the_data():
    from worth import fit

    dice = np.random.default_rng(1)
    columns = dice.integers(-2, 3, (20_000, 3)).astype(float)
    truth = np.array([1.0, 0.2, 0.0])
    won = (dice.random(20_000) < 1 / (1 + np.exp(-columns @ truth))).astype(float)
    weights, errors = fit(columns, won)
    assert np.all(np.abs(weights - truth) < 4 * errors)
    assert np.all(errors < 0.05)


def test_pieces_are_counted_for_the_first_seat():
    from worth import codes_in_text, letters_in_text

    assert letters_in_text("..Mb/T.t./~~.B r 10") == Counter({"M": 1, "T": 0, "B": 0})
    assert codes_in_text("PAo2,TKm3* DCe6,TKb12 BO BO JD") == Counter({"PA": 1, "TK": 0, "DC": -1})


def test_every_piece_has_a_name():
    from worth import ARMIES

    for army in ARMIES:
        words = caserne.game(army.id).words
        assert all(words(key).text(lang) for key in army.kinds.values() for lang in ("fr", "en"))


def test_chance_is_no_finding():
    from balance_page import is_certain

    assert not is_certain(Estimate(0.52, 0.505, 0.535), 0.5)
    assert is_certain(Estimate(0.52, 0.51, 0.53), 0.5)
    assert is_certain(Estimate(-3, -4, -2), 0)


def test_both_languages_show_the_same_figures():
    from balance import Study
    from balance_page import TEXTS, Page

    for text in TEXTS.values():
        assert set(re.findall(r"{\w+}", text["en"])) == set(re.findall(r"{\w+}", text["fr"]))
    studies = (Study("movers", "6@1000n"), Study("movers", "6@1000n", "ranks=6"))
    played = {study: {"random": outcomes("movers", 50, n)} for n, study in enumerate(studies)}
    pages = {lang: Page(lang, played, {}) for lang in ("en", "fr")}
    figures = {lang: re.findall(r"\d+", page.text().replace(",", " ")) for lang, page in pages.items()}
    assert len(figures["en"]) == len(figures["fr"])
    assert list(pages["fr"].pictures) == ["balance-movers.fr.svg"]
    assert all("<svg" in picture for page in pages.values() for picture in page.pictures.values())
