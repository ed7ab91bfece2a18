"""The board editor over HTTP: paints, checks, shared links, and matches on painted boards."""

from __future__ import annotations

import json

import pytest
from patience import PATIENCE
from rooms_by_kind import with_painted_boards

from caserne.core.game.board_form import SEPARATOR
from caserne.core.game.option_forms import board_form
from caserne.core.game.registry import about, rooms

pytestmark = pytest.mark.slow

GAME, FORM = with_painted_boards()
CALLS = f"/api/games/{GAME}/boards"
BLANK = SEPARATOR.join(FORM.blank(*FORM.usual))


def unplayable_board() -> str:
    """Return a board with a grave problem at a known cell, found by painting one cell in all possible ways."""
    cell = len(FORM.layers)
    rows = FORM.blank(*FORM.usual)
    for signs in FORM.combinations():
        tried = (rows[0][:-cell] + signs, *rows[1:])
        if any(problem.grave and problem.cells for problem in FORM.problems(tried)):
            return SEPARATOR.join(tried)
    raise LookupError("no board has a problem")


def test_the_palette_has_everything_the_editor_needs(anne):
    palette = anne.ok("GET", f"{CALLS}?lang=fr")
    assert palette["blank"] == BLANK
    assert set(palette["tiles"]) == set(FORM.combinations())
    assert [len(layer["paints"]) for layer in palette["layers"]] == [len(layer.paints) for layer in FORM.layers]
    assert palette["layers"][0]["paints"][0]["title"] == FORM.layers[0].paints[0].title.text("fr")
    for ready in palette["ready"]:
        assert anne.ok("POST", f"{CALLS}/check", {"text": ready["text"]})["playable"]
    small = anne.ok("GET", f"{CALLS}?width={FORM.least}&height={FORM.most}")["blank"].split(SEPARATOR)
    assert (len(small[0]), len(small)) == (FORM.least * len(FORM.layers), FORM.most)


def test_wrong_sizes_and_games_without_boards_are_refused(anne):
    assert anne.refused("GET", f"{CALLS}?width={FORM.most + 1}") == (422, "bad_value")
    assert anne.refused("GET", f"{CALLS}?width=many")[0] == 422
    bare = next(game for game in rooms() if board_form(game) is None)
    for method, path, body in (
        ("GET", "", None),
        ("POST", "/check", {"text": BLANK}),
        ("POST", "", {"text": BLANK, "title": "Mine"}),
        ("GET", "/abc", None),
    ):
        assert anne.refused(method, f"/api/games/{bare}/boards{path}", body) == (404, "no_boards")
        assert anne.refused(method, f"/api/games/chess/boards{path}", body) == (404, "unknown_game")


def test_a_board_is_drawn_and_its_problems_name_rule_and_cell(anne):
    checked = anne.ok("POST", f"{CALLS}/check?lang=fr", {"text": unplayable_board()})
    assert checked["playable"] is False
    problem = next(problem for problem in checked["problems"] if problem["grave"] and problem["cells"])
    assert problem["rule"].startswith(about(GAME).rules)
    assert set(problem["cells"]) <= {cell["id"] for cell in checked["board"]["cells"]}
    assert checked["board"]["art"]["front"].startswith("<rect")
    assert anne.ok("POST", f"{CALLS}/check", {"text": BLANK.replace(SEPARATOR, "\n")})["text"] == BLANK


@pytest.mark.parametrize(
    "text",
    ["nonsense", SEPARATOR, "\x00", BLANK[:-1], BLANK + SEPARATOR, "<script>" + BLANK[8:], BLANK * 3, "é" * 300],
)
def test_an_invalid_board_is_refused_with_its_field(anne, text):
    for path, body in (("/check", {"text": text}), ("", {"text": text, "title": "Mine"})):
        answer = anne.post(CALLS + path, json=body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["field"] == "text"


def test_an_unplayable_board_is_not_shared_and_the_rule_is_named(anne):
    answer = anne.post(CALLS, json={"text": unplayable_board(), "title": "Mine"})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["field"]) == ("unplayable", "text")
    assert error["rules"][0]["id"].startswith(about(GAME).rules)
    assert anne.ok("GET", "/api/me/boards") == []


def test_a_link_shows_the_board_to_others_and_only_its_author_deletes_it(anne, bob):
    anne.called("Anne")
    made = anne.ok("POST", CALLS, {"text": BLANK, "title": "  The   meadow "})
    assert made["url"].endswith(f"/games/{GAME}/boards/{made['board']}")
    assert anne.ok("POST", CALLS, {"text": BLANK, "title": "The meadow"})["board"] == made["board"]
    seen = bob.ok("GET", f"{CALLS}/{made['board']}")
    assert (seen["title"], seen["author"], seen["mine"], seen["text"]) == ("The meadow", "Anne", False, BLANK)
    assert anne.ok("GET", f"{CALLS}/{made['board']}")["mine"] is True
    assert [board["board"] for board in anne.ok("GET", "/api/me/boards")] == [made["board"]]
    assert bob.ok("GET", "/api/me/boards") == []
    assert bob.refused("DELETE", f"{CALLS}/{made['board']}") == (404, "no_such_board")
    anne.ok("DELETE", f"{CALLS}/{made['board']}")
    assert bob.refused("GET", f"{CALLS}/{made['board']}") == (404, "no_such_board")


@pytest.mark.parametrize("title", ["", "   ", "\u200b", "x" * 500])
def test_a_board_needs_a_title(anne, title):
    answer = anne.post(CALLS, json={"text": BLANK, "title": title})
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == "title"


def test_boards_are_deleted_with_their_author(anne, bob):
    board = anne.ok("POST", CALLS, {"text": BLANK, "title": "Mine"})["board"]
    anne.ok("DELETE", "/api/me")
    assert bob.refused("GET", f"{CALLS}/{board}") == (404, "no_such_board")


def test_an_account_adopts_the_boards_of_a_guest(anne, bob):
    anne.ok("POST", "/api/account", {"name": "Painter", "password": "two red boats"})
    bob.ok("POST", CALLS, {"text": BLANK, "title": "Bob's"})
    bob.ok("POST", "/api/login", {"name": "Painter", "password": "two red boats", "adopt": True})
    assert [board["title"] for board in anne.ok("GET", "/api/me/boards")] == ["Bob's"]


def test_a_match_on_a_shared_board_has_it_in_its_record(anne, bob):
    board = anne.ok("POST", CALLS, {"text": BLANK, "title": "Mine"})["board"]
    text = bob.ok("GET", f"{CALLS}/{board}")["text"]
    request = {"game": GAME, "seats": ["me", "guest"], "options": {FORM.option: text}}
    match = bob.ok("POST", "/api/matches", request)["match"]
    assert anne.ok("GET", f"/api/matches/{match}")["options"][FORM.option] == BLANK
    anne.ok("POST", f"/api/matches/{match}/join", {})
    for visitor, seat in ((bob, 0), (anne, 1)):
        asked = {"ask": "random", "seat": seat, "options": request["options"]}
        setup = visitor.ok("POST", f"/api/games/{GAME}/setups", asked)["setup"]
        with visitor.socket(match) as socket:
            socket.send(json.dumps({"type": "ready", "id": "r", "setup": setup}))
            while json.loads(socket.recv(PATIENCE))["type"] != "ack":
                pass
    assert bob.say(match, "resign")["type"] == "ack"
    header = json.loads(anne.get(f"/api/matches/{match}/record").text.splitlines()[0])
    assert header["options"][FORM.option] == BLANK


def test_an_invitation_shows_the_board_if_it_is_not_the_default(anne):
    usual, own = (
        anne.ok("POST", "/api/matches", {"game": GAME, "seats": ["me", "guest"], "options": options})["match"]
        for options in ({}, {FORM.option: BLANK})
    )
    assert anne.ok("GET", f"/api/matches/{usual}")["picture"] is None
    drawings = [anne.get(f"/api/matches/{match}/picture.svg").text for match in (usual, own)]
    assert all(drawing.startswith("<svg") for drawing in drawings)
    assert drawings[0] != drawings[1]
    assert anne.ok("GET", f"/api/matches/{own}")["picture"] == f"/api/matches/{own}/picture.svg"
