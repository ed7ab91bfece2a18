"""Drawings of rulebooks, sheets to print and the task of the day, as browsers get them."""

from __future__ import annotations

import re
from datetime import date, timedelta

from rooms_by_kind import TOY

import caserne
from caserne.core.game.findings import findings
from caserne.core.game.registry import rooms
from caserne.core.game.words import LANGUAGES
from caserne.server.content.today import task


def test_every_drawing_that_a_rulebook_names_is_served(anne):
    for game in rooms():
        book = anne.get(f"/api/games/{game}/rules").json()
        html = "".join([book["introduction"], book["closing"], *(section["html"] for section in book["sections"])])
        for address in set(re.findall(r'src="([^"]+)"', html)):
            answer = anne.get(address)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml"), address


def test_an_unknown_drawing_is_not_found(anne):
    game = next(iter(rooms()))
    for kind in ("figure", "piece", "ground"):
        assert (anne.get(f"/api/games/{game}/drawings/{kind}/nonsense.svg")).status_code == 404
    assert (anne.get(f"/api/games/{game}/drawings/piece/99-nonsense.svg")).status_code == 404


def test_a_game_can_be_printed(anne):
    game = next(iter(rooms()))
    answer = anne.get(f"/api/games/{game}/print.pdf?lang=fr")
    assert answer.content.startswith(b"%PDF-")
    assert answer.headers["content-disposition"] == f'attachment; filename="{game}.pdf"'


def test_the_task_of_a_day_is_the_same_for_everybody(anne):
    one = anne.get("/api/today?day=2026-11-16").json()
    assert one == anne.get("/api/today?day=2026-11-16").json()
    assert one["day"] == "2026-11-16"
    assert (anne.get("/api/today/picture.svg?day=2026-11-16")).headers["content-type"] == "image/svg+xml"
    for no_day in ("yesterday", "0", "6.5e-226", "20261116", "2026-02-30", ""):
        assert anne.get("/api/today", params={"day": no_day}).status_code == 422, no_day


def test_the_easiest_games_come_first_with_a_living_picture(anne):
    cards = anne.get("/api/games").json()
    assert [card["rules"] for card in cards] == sorted(card["rules"] for card in cards)
    for card in cards:
        picture = (anne.get(f"/api/games/{card['id']}/living.svg")).text
        assert picture.startswith("<svg")
        assert "infinite" not in picture, "a page that is left open would draw it for ever"


def test_the_page_of_a_game_has_what_was_found_out_about_it(anne):
    for game in rooms():
        for lang in LANGUAGES:
            page = anne.get(f"/api/games/{game}?lang={lang}").json()
            assert [found["text"] for found in page["findings"]] == [found.text[lang] for found in findings(game)]
            assert page["has_findings"] == bool(page["findings"])
    assert any(findings(game) for game in rooms())
    assert findings(TOY) == (), "a room may leave them out"


def test_the_first_step_of_every_task_can_be_done():
    for n in range(10):
        found = task(date(2026, 11, 16) + timedelta(n), "en")
        lesson = found["lesson"]
        step = lesson["steps"][0]
        position = caserne.game(found["game"], **lesson["options"]).position(step["position"])
        for move in step["moves"]:
            refused = {refusal.rule for refusal in position.explain(move)}
            assert (step["refused_by"] in refused) if step["refused_by"] else not refused
