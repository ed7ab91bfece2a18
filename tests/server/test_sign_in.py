"""Attacks on names, passwords and cookies: guessing, locking others out, and cookies from before an account."""

from __future__ import annotations

import json

import pytest
from forked_server import ForkedServer
from patience import PATIENCE
from visiting import GAME, heard_until_closed

pytestmark = pytest.mark.slow

PASSWORD = "two red boats"


def at(address: str) -> dict[str, str]:
    """Return the header by which a proxy on this machine tells the address of a client."""
    return {"X-Forwarded-For": address}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    process = ForkedServer(tmp_path_factory.mktemp("guarded"), rate_limits=True).start()
    yield process
    process.stop()
    assert process.tracebacks() == ""


def guess(visitor, name, address):
    return visitor.refused("POST", "/api/login", {"name": name, "password": "wrong words"}, headers=at(address))[1]


def test_guessing_from_one_address_is_limited(guarded, visit):
    thief = visit(guarded.url)
    codes = [guess(thief, f"name {number}", "203.0.113.1") for number in range(11)]
    assert codes == ["wrong_password"] * 10 + ["too_often"]


def test_attempts_for_a_name_do_not_count_for_an_address_of_the_same_text(guarded, visit):
    thief, neighbour = visit(guarded.url), visit(guarded.url)
    for number in range(12):
        guess(thief, "203.0.113.9", f"198.51.100.{number}")
    assert guess(neighbour, "somebody", "203.0.113.9") == "wrong_password"


def test_a_name_under_attack_allows_each_address_few_attempts_and_so_never_locks_its_owner_out(guarded, visit):
    owner, thief = visit(guarded.url), visit(guarded.url)
    owner.ok("POST", "/api/account", {"name": "Odile", "password": PASSWORD}, headers=at("203.0.113.20"))
    for number in range(60):
        guess(thief, "Odile", f"198.51.100.{100 + number // 10}")
    codes = [guess(thief, "Odile", "198.51.100.99") for _ in range(4)]
    assert codes == ["wrong_password"] * 3 + ["too_often"]
    elsewhere = visit(guarded.url)
    assert guess(elsewhere, "Odile", "203.0.113.21") == "wrong_password"
    elsewhere.ok("POST", "/api/login", {"name": "Odile", "password": PASSWORD}, headers=at("203.0.113.21"))


def test_the_addresses_of_one_ipv6_network_count_together(guarded, visit):
    thief = visit(guarded.url)
    codes = [guess(thief, f"v6 {number}", f"2001:db8:1:2::{number + 1:x}") for number in range(11)]
    assert codes[-1] == "too_often"
    assert guess(thief, "v6", "2001:db8:1:3::1") == "wrong_password"


def test_names_of_accounts_cannot_be_found_out_by_trying_many(guarded, visit):
    anne = visit(guarded.url)
    codes = [
        anne.patch("/api/me", json={"name": f"Try {number}"}, headers=at("203.0.113.30")).status_code
        for number in range(21)
    ]
    assert codes == [200] * 20 + [429]
    match = visit(guarded.url).make()
    joining = {"name": "Another"}
    assert anne.refused("POST", f"/api/matches/{match}/join", joining, headers=at("203.0.113.30")) == (429, "too_often")
    assert anne.ok("POST", f"/api/matches/{match}/join", {"name": "Try 19"}, headers=at("203.0.113.30"))["seat"] == 1


def test_the_cookie_of_a_guest_does_not_open_the_account(anne, visit, server):
    """The attack: somebody who knows the guest's cookie waits until the guest makes an account."""
    match, before = anne.make(), dict(anne.cookies)
    thief = visit(server.url)
    thief.cookies.update(before)
    with thief.socket(match) as socket:
        assert json.loads(socket.recv(PATIENCE))["seats"] == [0]
        me = anne.ok("POST", "/api/account", {"name": "Fixed", "password": PASSWORD})
        assert heard_until_closed(socket)[-1] == {"type": "bye", "reason": "signed_out"}
    assert anne.cookies["caserne"] != before["caserne"]
    assert anne.ok("GET", "/api/me") == me
    assert thief.ok("GET", "/api/me")["id"] != me["id"]
    assert len(anne.ok("GET", "/api/sessions")) == 1


def test_a_second_request_under_way_does_not_undo_the_renewal(anne, visit, server):
    anne.ok("GET", "/api/me")
    twice = visit(server.url)
    twice.cookies.update(dict(anne.cookies))
    anne.ok("POST", "/api/account", {"name": "Doubled", "password": PASSWORD})
    answer = twice.post("/api/account", json={"name": "Doubled", "password": PASSWORD})
    assert answer.status_code == 409
    assert "set-cookie" not in answer.headers


def test_the_cookie_from_before_a_login_is_dead(anne, bob, visit, server):
    anne.ok("POST", "/api/account", {"name": "Known", "password": PASSWORD})
    guest, before = bob.ok("GET", "/api/me")["id"], dict(bob.cookies)
    bob.ok("POST", "/api/login", {"name": "Known", "password": PASSWORD})
    thief = visit(server.url)
    thief.cookies.update(before)
    assert thief.ok("GET", "/api/me")["id"] not in (guest, anne.ok("GET", "/api/me")["id"])


# Texts that a database cannot store

NULL = "a\0b"
BODIES = {
    ("PATCH", "/api/me"): {"name": NULL},
    ("POST", "/api/account"): {"name": NULL, "password": PASSWORD},
    ("POST", "/api/login"): {"name": NULL, "password": PASSWORD},
    ("POST", "/api/access"): {"code": NULL},
    ("POST", "/api/matches"): {"game": GAME, "seats": ["me", "guest"], "options": {NULL: NULL}},
    ("POST", "/api/me/setups"): {"game": GAME, "name": NULL, "setup": "A"},
    ("POST", f"/api/games/{GAME}/boards"): {"title": NULL, "text": NULL},
    ("POST", f"/api/games/{GAME}/boards/check"): {"text": NULL},
    ("POST", f"/api/games/{GAME}/art"): {"options": {"map": NULL}},
    ("POST", f"/api/games/{GAME}/setups"): {"ask": "suggest", "name": NULL},
    ("POST", f"/api/games/{GAME}/try"): {"position": NULL, "moves": [NULL]},
}


NULL_FRAMES = [
    {"type": "ready", "setup": NULL},
    {"type": "move", "version": 0, "move": NULL},
    {"type": "offer", "what": NULL},
    {"type": "terms", "terms": {NULL: NULL}},
    {"type": "chat", "text": NULL, "id": NULL},
]


@pytest.fixture(scope="module")
def on_postgres(tmp_path_factory, new_database):
    process = ForkedServer(tmp_path_factory.mktemp("postgres"), database=new_database()).start()
    yield process
    process.stop()
    assert process.tracebacks() == ""


def test_a_null_character_is_refused_everywhere(on_postgres, visit):
    anne = visit(on_postgres.url)
    for (method, path), body in BODIES.items():
        assert anne.refused(method, path, body) == (422, "invalid"), path
    match = anne.make(chat="free")
    assert anne.refused("POST", f"/api/matches/{match}/join", {"name": NULL}) == (422, "invalid")
    assert anne.refused("DELETE", "/api/me/setups?game=oracle&name=%00") == (422, "bad_name")
    assert anne.refused("POST", "/api/device/%00") == (404, "link_used")
    with anne.socket(match) as socket:
        assert answer(socket, type="chat", text=NULL)["type"] == "ack"
        for frame in NULL_FRAMES:
            assert answer(socket, **frame)["type"] == "refused", frame
    with anne.socket(match) as socket:
        assert json.loads(socket.recv(PATIENCE))["chat"][0]["text"] == "ab"


def answer(socket, **frame):
    """Send a frame; return the answer to it."""
    socket.send(json.dumps({"id": "1", **frame}))
    while (message := json.loads(socket.recv(PATIENCE)))["type"] not in ("ack", "refused", "earlier_chat", "bye"):
        pass
    return message


# Chat


def test_a_newcomer_gets_the_last_lines_of_the_chat_only(anne):
    match = anne.make(chat="free")
    with anne.socket(match) as socket:
        for number in range(120):
            socket.send(json.dumps({"type": "chat", "id": str(number), "text": f"line {number}"}))
        acknowledged = 0
        while acknowledged < 120:
            acknowledged += json.loads(socket.recv(PATIENCE))["type"] == "ack"
    with anne.socket(match) as socket:
        heard = json.loads(socket.recv(PATIENCE))["chat"]
    assert [line["text"] for line in heard] == [f"line {number}" for number in range(70, 120)]


def test_earlier_lines_of_the_chat_are_there_for_those_who_ask(anne, bob):
    match = anne.make(chat="free")
    bob.ok("POST", f"/api/matches/{match}/join", {})
    for visitor in (anne, bob):
        with visitor.socket(match) as socket:
            for number in range(30):
                assert answer(socket, type="chat", id=str(number), text=f"line {number}")["type"] == "ack"
    with anne.socket(match) as socket:
        first = json.loads(socket.recv(PATIENCE))["chat"][0]["number"]
        assert first == 10
        assert [line["number"] for line in earlier(socket, first)] == list(range(10))
        assert earlier(socket, 0) == []
        assert [line["number"] for line in earlier(socket, 2**31 - 1)] == list(range(10, 60))
        assert answer(socket, type="mute", seat=1, on=True)["type"] == "ack"
        assert [line["seat"] for line in earlier(socket, 60)] == [0] * 30
        assert answer(socket, type="earlier_chat", before=2**31)["type"] == "refused"


def earlier(socket, before):
    return answer(socket, type="earlier_chat", before=before)["lines"]


# Metrics


def test_metrics_are_shown_to_those_who_know_the_access_code(strict_server, visit):
    anne, prometheus = visit(strict_server.url), visit(strict_server.url)
    assert prometheus.refused("GET", "/metrics") == (401, "access_code")
    wrong = {"Authorization": "Bearer swordfish", **at("203.0.113.50")}
    assert prometheus.refused("GET", "/metrics", headers=wrong) == (403, "wrong_code")
    for _ in range(30):
        shown = prometheus.get("/metrics", headers={"Authorization": "Bearer sesame", **at("203.0.113.51")})
        assert "caserne_requests_total" in shown.text
    codes = [prometheus.refused("GET", "/metrics", headers=wrong)[1] for _ in range(10)]
    assert codes[-1] == "too_often"
    right = {**wrong, "Authorization": "Bearer sesame"}
    assert prometheus.refused("GET", "/metrics", headers=right) == (429, "too_often")
    anne.ok("POST", "/api/access", {"code": "sesame"})
    assert anne.get("/metrics").status_code == 200
