"""Creating matches, invitations, joining, leaving and rematches."""

from __future__ import annotations

import json

import pytest
from patience import PATIENCE
from visiting import GAME, finished_match

pytestmark = pytest.mark.slow


def match_request(**changes):
    return {"game": GAME, "seats": ["me", "guest"], **changes}


def test_an_invitation_shows_the_host_and_the_match(anne, bob):
    match = anne.called("Anne").make(preset="first", time={"minutes": 10, "increment": 5}, spectators=False)
    shown = bob.ok("GET", f"/api/matches/{match}?lang=fr")
    assert shown["host"] == "Anne"
    assert shown["title"] == "Oracle"
    assert shown["state"] == "open"
    assert shown["changed"] == [{"name": "rounds", "title": "Tours", "value": 1, "choice": None}]
    assert shown["time"] == {"minutes": 10, "increment": 5}
    assert shown["free"] == [1]
    assert shown["mine"] == []
    assert not shown["spectators"]
    assert [seat["colour"] for seat in shown["seats"]] == ["Premier", "Second"]
    assert shown["qr"].startswith("<svg")


def test_an_invitation_that_others_cannot_reach_explains_how_to_share_it(anne, strict_server, visit):
    made = anne.ok("POST", "/api/matches", match_request())
    assert not made["reachable"]
    assert "--share" in made["hint"]
    assert "hosting" in anne.get(made["help"]).text.lower()
    public = visit(strict_server.url)
    public.ok("POST", "/api/access", {"code": "sesame"})
    made = public.ok("POST", "/api/matches", match_request())
    assert made["url"] == f"http://192.168.1.7:8000/match/{made['match']}"
    assert made["reachable"]
    assert made["help"] is None


def test_opening_an_invitation_does_not_take_a_seat(anne, bob):
    match = anne.make()
    bob.ok("GET", "/api/me")
    for path in (f"/api/matches/{match}", f"/match/{match}", f"/api/matches/{match}/join"):
        bob.get(path)
        bob.head(path)
    assert anne.ok("GET", f"/api/matches/{match}")["free"] == [1]
    assert bob.ok("POST", f"/api/matches/{match}/join", {"name": "Bob"}) == {"seat": 1}
    assert bob.ok("POST", f"/api/matches/{match}/join") == {"seat": 1}
    shown = bob.ok("GET", f"/api/matches/{match}")
    assert (shown["state"], shown["mine"], shown["seats"][1]["name"]) == ("playing", [1], "Bob")


def test_a_visitor_without_a_free_seat_is_a_spectator(anne, bob, visit, server):
    match = anne.make()
    bob.ok("POST", f"/api/matches/{match}/join")
    late = visit(server.url)
    assert late.refused("POST", f"/api/matches/{match}/join") == (409, "no_free_seat")
    with late.socket(match) as socket:
        assert json.loads(socket.recv(PATIENCE))["seats"] == []


def test_a_match_can_exclude_spectators(anne, visit, server):
    match = anne.make(spectators=False)
    with visit(server.url).socket(match) as socket:
        assert json.loads(socket.recv(PATIENCE))["reason"] == "no_spectators"


@pytest.mark.parametrize(
    ("changes", "status", "code", "field"),
    [
        ({"game": "chess"}, 404, "unknown_game", None),
        ({"seats": ["me"]}, 422, "wrong_seats", "seats"),
        ({"seats": ["me", "you"]}, 422, "invalid", "seats.1"),
        ({"seats": ["me", {"bot": 7}]}, 422, "invalid", "seats.1"),
        ({"seats": ["me", {"bot": "mcts@99999s"}]}, 422, "invalid", "seats.1"),
        ({"preset": "party"}, 422, "unknown_preset", "preset"),
        ({"options": {"rounds": 99}}, 422, "option_range", "options.rounds"),
        ({"options": {"size": 1}}, 422, "unknown_option", "options.size"),
        ({"time": {"minutes": -1}}, 422, "invalid", "time"),
        ({"time": {"days": 99}}, 422, "invalid", "time"),
        ({"colours": "blue"}, 422, "invalid", "colours"),
        ({"nonsense": 1}, 422, "invalid", "nonsense"),
    ],
)
def test_an_invalid_match_request_names_the_field(anne, changes, status, code, field):
    answer = anne.post("/api/matches", json=match_request(**changes))
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code)
    assert field is None or error["field"].startswith(field)


def test_an_error_raised_by_a_room_names_the_option(anne):
    answer = anne.post(
        "/api/matches", json={"game": "manoeuvre", "seats": ["me", "guest"], "options": {"layout": "1/2"}}
    )
    assert answer.json()["error"]["field"] == "options.layout"


def test_a_preset_can_be_changed_by_single_options(anne):
    match = anne.make(preset="first", options={"rounds": 5})
    assert anne.ok("GET", f"/api/matches/{match}")["options"] == {"rounds": 5}


def test_seats_can_be_drawn_by_lot(anne):
    seats = {anne.ok("GET", f"/api/matches/{anne.make(colours='lots')}")["mine"][0] for _ in range(20)}
    assert seats == {0, 1}


def test_on_one_screen_the_host_holds_all_seats_of_people(anne):
    shown = anne.ok("GET", f"/api/matches/{anne.make(['me', 'guest'], here=True)}")
    assert (shown["mine"], shown["state"]) == ([0, 1], "playing")
    shown = anne.ok("GET", f"/api/matches/{anne.make([{'bot': 1}, 'me'], here=True)}")
    assert shown["mine"] == [1]


def test_a_team_shares_a_seat(anne, bob, visit, server):
    match = anne.make([{"team": 2}, "guest"])
    assert anne.ok("GET", f"/api/matches/{match}")["mine"] == [0]
    assert bob.ok("POST", f"/api/matches/{match}/join", {"seat": 0}) == {"seat": 0}
    assert visit(server.url).ok("POST", f"/api/matches/{match}/join") == {"seat": 1}
    assert anne.ok("GET", f"/api/matches/{match}")["state"] == "playing"


def test_a_player_can_leave_until_the_match_begins(anne, bob):
    match = anne.make([{"team": 2}, "guest"])
    bob.ok("POST", f"/api/matches/{match}/join", {"seat": 0})
    anne.ok("POST", f"/api/matches/{match}/leave")
    assert bob.ok("GET", f"/api/matches/{match}")["mine"] == [0]
    assert anne.ok("POST", f"/api/matches/{match}/join", {"seat": 0}) == {"seat": 0}
    assert anne.ok("POST", f"/api/matches/{match}/join", {"seat": 1}) == {"seat": 1}
    assert anne.refused("POST", f"/api/matches/{match}/leave") == (409, "has_begun")


def test_a_match_that_everybody_has_left_is_removed(anne, bob):
    match = anne.make()
    assert bob.refused("POST", f"/api/matches/{match}/leave") == (409, "only_watching")
    anne.ok("POST", f"/api/matches/{match}/leave")
    assert bob.refused("GET", f"/api/matches/{match}") == (404, "no_such_match")


def test_open_challenges_are_in_the_lobby_and_private_matches_are_not(anne, bob):
    public, private = anne.called("Lobbyist").make(["me", "open"]), anne.make()
    listed = {entry["match"] for entry in bob.ok("GET", "/api/matches?list=open")}
    assert public in listed
    assert private not in listed
    bob.ok("POST", f"/api/matches/{public}/join")
    assert public not in {entry["match"] for entry in bob.ok("GET", "/api/matches?list=open")}
    assert public in {entry["match"] for entry in bob.ok("GET", "/api/matches?list=live")}


def test_my_matches_start_with_those_that_wait_for_me(anne, bob):
    waiting = anne.make()
    bob.ok("POST", f"/api/matches/{waiting}/join")
    unstarted = anne.make()
    assert [(entry["match"], entry["my_turn"]) for entry in anne.ok("GET", "/api/matches?list=mine")] == [
        (waiting, True),
        (unstarted, False),
    ]


def test_a_rematch_swaps_colours_reserves_seats_and_keeps_the_score_of_the_series(anne, bob, visit, server):
    first = finished_match(anne.called("Anne"), bob.called("Bob"))
    assert visit(server.url).refused("POST", f"/api/matches/{first}/rematch") == (409, "only_watching")
    again = anne.ok("POST", f"/api/matches/{first}/rematch")["match"]
    shown = anne.ok("GET", f"/api/matches/{again}")
    assert (shown["mine"], shown["state"], shown["free"]) == ([1], "open", [])
    assert shown["score"] == {"games": 1, "points": [1.0, 0.0]}
    assert visit(server.url).refused("POST", f"/api/matches/{again}/join") == (409, "no_free_seat")
    assert anne.ok("GET", f"/api/matches/{first}")["rematch"] == again
    assert bob.ok("POST", f"/api/matches/{first}/rematch")["match"] == again
    shown = bob.ok("GET", f"/api/matches/{again}")
    assert (shown["mine"], shown["state"]) == ([0], "playing")
    assert anne.refused("POST", f"/api/matches/{again}/rematch") == (409, "not_over")


def test_chat_can_be_turned_off(anne, bob):
    match = anne.make(chat="off")
    bob.ok("POST", f"/api/matches/{match}/join")
    with anne.socket(match) as socket:
        socket.send(json.dumps({"type": "chat", "id": "c", "preset": "hello"}))
        while (message := json.loads(socket.recv(PATIENCE)))["type"] != "refused":
            pass
        assert message["error"]["code"] == "no_chat"
