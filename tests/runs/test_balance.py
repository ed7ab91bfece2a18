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
    from positions import letters_in_text

    game = caserne.game("stratego")
    assert letters_in_text(game, "..Mb/T.t./~~.B r 10") == Counter({"M": 1, "T": 0, "B": 0})


def test_pawns_are_counted_with_the_grounds_that_matter_to_them():
    from positions import codes_in_text

    game = caserne.game("belligerants", map="plain")
    counts = codes_in_text(game, "PAo3,TKm9*,TKa8,ESo8 DCb11,TKi13 BO BO JD")
    assert +counts == Counter(PA=1, TK=1, ES=1, grey=1), "a spy is not held by the wire; both have a pawn at home"
    assert -counts == Counter(DC=1, green=1)


def test_soldiers_are_counted_with_what_helps_and_holds_them():
    from positions import soldiers_in_text

    counts = soldiers_in_text(caserne.game("manoeuvre"), "9:R3,12:R1,20:R6Y1' 12:R5 -Y- Y")
    assert +counts == Counter(squares=9 + 12 + 20 + 85 - 20, places=12, on_black=2 - 1, level_2=2, carries=1)
    assert -counts == Counter(level_3=1, grey_2=1, turn=1)


def test_every_piece_and_every_ground_has_a_name():
    from balance_page import Page
    from worth import ARMIES

    for army in ARMIES:
        for lang in ("fr", "en"):
            page = Page(lang, {}, {}, "a machine")
            assert all(page._kind(army, kind) for kind in (*army.kinds, *army.grounds))


def test_pieces_and_grounds_are_drawn_and_listed():
    from balance_page import Page
    from worth import ARMIES, Sample

    army = next(army for army in ARMIES if army.grounds and army.kinds)
    named, dice = (*army.kinds, *army.grounds), np.random.default_rng(2)
    differences = [Counter(dict(zip(named, row, strict=True))) for row in dice.integers(-1, 2, (500, len(named)))]
    page = Page(
        "en",
        {},
        {army: {"random": Sample(differences, [float(counts[named[0]] > 0) for counts in differences])}},
        "a machine",
    )
    text = "\n".join(page._worth(army.id))
    assert list(page.pictures) == [f"worth-{army.id}-random.en.svg", f"grounds-{army.id}-random.en.svg"]
    assert all(f"| {page._kind(army, kind)} | " in text for kind in named)


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
    pages = {lang: Page(lang, played, {}, "a machine") for lang in ("en", "fr")}
    figures = {lang: re.findall(r"\d+", page.text().replace(",", " ")) for lang, page in pages.items()}
    assert len(figures["en"]) == len(figures["fr"])
    assert list(pages["fr"].pictures) == ["balance-movers.fr.svg"]
    assert all("<svg" in picture for page in pages.values() for picture in page.pictures.values())
