"""Visitors: cookies, names, accounts, sessions, other devices, erasure."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from patience import PATIENCE
from starlette.responses import Response
from visiting import finished_match, heard_until_closed
from websockets.exceptions import InvalidStatus

from caserne.server.config import Settings
from caserne.server.people.identity import Identity, Visitor

pytestmark = pytest.mark.slow

PASSWORD = "two red boats"


def test_a_visitor_gets_a_cookie_that_scripts_and_other_sites_cannot_use(anne):
    answer = anne.get("/api/me")
    (cookie,) = answer.headers.get_list("set-cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert anne.ok("GET", "/api/me")["id"] == answer.json()["id"]


@pytest.mark.parametrize("secure", [True, False])
def test_the_cookie_is_secure_if_the_public_address_is(secure):
    settings = Settings(public_url="https://caserne.example" if secure else "http://192.168.1.7")
    response = Response()
    Identity(None, "key", secure=settings.is_secure()).set_cookie(response, Visitor("id", "name", "session"))
    assert ("Secure" in response.headers["set-cookie"]) == secure


@pytest.mark.parametrize("forge", [lambda cookie: cookie[:-2] + "xx", lambda cookie: cookie.partition(".")[0], len])
def test_a_forged_cookie_identifies_nobody(anne, bob, forge):
    me = anne.ok("GET", "/api/me")["id"]
    bob.cookies.set("caserne", str(forge(anne.cookies["caserne"])))
    assert bob.get("/api/me").json()["id"] != me


def test_read_only_requests_create_no_guest(anne):
    for path in ("/api/games", "/api/matches?list=open", "/health"):
        assert "set-cookie" not in anne.get(path).headers


def test_a_name_is_cleaned_and_shown_in_unfinished_matches(anne, bob):
    match = anne.called("  Anne \u200b Marie\n").make()
    assert bob.ok("GET", f"/api/matches/{match}")["seats"][0]["name"] == "Anne Marie"
    anne.called("Annie")
    assert bob.ok("GET", f"/api/matches/{match}")["seats"][0]["name"] == "Annie"
    assert anne.refused("PATCH", "/api/me", {"name": "\u200b \n"}) == (422, "bad_name")
    assert anne.refused("PATCH", "/api/me", {"name": "x" * 31}) == (422, "bad_name")


def test_an_account_keeps_the_matches_of_the_guest_and_opens_on_other_devices(anne, bob):
    match = anne.make()
    made = anne.ok("POST", "/api/account", {"name": "Élise", "password": PASSWORD})
    assert made["account"]
    assert made["name"] == "Élise"
    assert bob.refused("POST", "/api/login", {"name": "élise", "password": "wrong words"}) == (403, "wrong_password")
    assert bob.refused("POST", "/api/login", {"name": "nobody", "password": PASSWORD}) == (403, "wrong_password")
    bob.ok("POST", "/api/login", {"name": "ÉLISE", "password": PASSWORD})
    assert [entry["match"] for entry in bob.ok("GET", "/api/matches?list=mine")] == [match]
    assert anne.refused("POST", "/api/account", {"name": "Other", "password": PASSWORD}) == (409, "has_account")


def test_the_name_of_an_account_is_reserved(anne, bob):
    anne.ok("POST", "/api/account", {"name": "Taken", "password": PASSWORD})
    assert bob.refused("PATCH", "/api/me", {"name": "TAKEN"}) == (409, "name_taken")
    assert bob.refused("POST", "/api/account", {"name": "t a k e n", "password": PASSWORD}) == (409, "name_taken")
    assert bob.refused("POST", "/api/account", {"name": "Short", "password": "1234567"}) == (422, "invalid")


def test_logging_in_adopts_the_matches_of_a_guest_only_on_request(anne, bob):
    anne.ok("POST", "/api/account", {"name": "Owner", "password": PASSWORD})
    match = bob.make()
    bob.ok("POST", "/api/login", {"name": "Owner", "password": PASSWORD})
    assert bob.ok("GET", f"/api/matches/{match}")["mine"] == []
    bob.ok("POST", "/api/logout")
    match = bob.make()
    bob.ok("POST", "/api/login", {"name": "Owner", "password": PASSWORD, "adopt": True})
    assert anne.ok("GET", f"/api/matches/{match}")["mine"] == [0]


def test_sessions_are_listed_and_revoked_and_their_sockets_closed(anne, bob):
    anne.ok("POST", "/api/account", {"name": "Twice", "password": PASSWORD})
    bob.ok("POST", "/api/login", {"name": "Twice", "password": PASSWORD})
    match = anne.make()
    sessions = anne.ok("GET", "/api/sessions")
    assert [session["current"] for session in sessions].count(True) == 1
    other = next(session["id"] for session in sessions if not session["current"])
    with bob.socket(match) as socket:
        anne.ok("DELETE", f"/api/sessions/{other}")
        assert heard_until_closed(socket)[-1] == {"type": "bye", "reason": "signed_out"}
    assert not bob.ok("GET", "/api/me")["account"]
    assert anne.ok("GET", "/api/me")["account"]
    assert anne.refused("DELETE", f"/api/sessions/{other}") == (404, "no_such_session")


def test_a_link_signs_in_another_device_once(anne, bob, visit, server):
    match = anne.called("Anne").make()
    link = anne.ok("POST", "/api/me/device")
    assert link["qr"].startswith("<svg")
    assert not link["reachable"]
    assert "--share" in link["hint"]
    token = link["url"].rpartition("/")[2]
    bob.get(link["url"])
    bob.get(f"/api/device/{token}")
    assert bob.ok("POST", f"/api/device/{token}")["name"] == "Anne"
    assert bob.ok("GET", f"/api/matches/{match}")["mine"] == [0]
    assert anne.ok("GET", f"/api/matches/{match}")["mine"] == [0]
    assert visit(server.url).refused("POST", f"/api/device/{token}") == (404, "link_used")


def test_logging_out_ends_the_session(anne):
    me, cookie = anne.ok("GET", "/api/me")["id"], anne.cookies["caserne"]
    anne.ok("POST", "/api/logout")
    assert "caserne" not in anne.cookies
    anne.cookies.set("caserne", cookie)
    assert anne.ok("GET", "/api/me")["id"] != me


def test_erasing_removes_name_chat_and_account_everywhere(anne, bob):
    anne.called("Vanisher").ok("POST", "/api/account", {"name": "Vanisher", "password": PASSWORD})
    over = finished_match(anne, bob.called("Bob"), chat="free")
    running = anne.make()
    bob.ok("POST", f"/api/matches/{running}/join", {})
    assert anne.say(running, "chat", text="see you")["type"] == "refused"
    talking = anne.make(chat="free")
    with anne.socket(talking) as socket:
        socket.send(json.dumps({"type": "chat", "id": "c", "text": "my very own words"}))
        while json.loads(socket.recv(PATIENCE))["type"] != "ack":
            pass
    anne.ok("DELETE", "/api/me")
    record = bob.get(f"/api/matches/{over}/record").text
    assert json.loads(record.splitlines()[0])["players"] == ["", "Bob"]
    assert bob.ok("GET", f"/api/matches/{running}")["result"]["by"] in ("abort", "resign")
    with bob.socket(talking) as socket:
        assert "my very own words" not in socket.recv(PATIENCE)
    assert bob.refused("POST", "/api/login", {"name": "Vanisher", "password": PASSWORD}) == (403, "wrong_password")
    assert not anne.ok("GET", "/api/me")["account"]


def test_the_export_contains_all_finished_matches(anne, bob):
    match = finished_match(anne.called("A"), bob.called("B"))
    anne.make()
    with zipfile.ZipFile(io.BytesIO(anne.get("/api/me/export").content)) as archive:
        assert archive.namelist() == [f"oracle-{match}.jsonl"]
        assert archive.read(archive.namelist()[0]).decode() == anne.get(f"/api/matches/{match}/record").text


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_requests_and_sockets_of_other_sites_are_refused(anne, headers):
    match = anne.make()
    for method, path in [("PATCH", "/api/me"), ("POST", "/api/matches"), ("DELETE", "/api/me"), ("POST", "/api/login")]:
        assert anne.refused(method, path, {"name": "Evil"}, headers=headers) == (403, "other_origin")
    with pytest.raises(InvalidStatus):
        anne.socket(match, **headers)
    assert anne.ok("PATCH", "/api/me", {"name": "Fine"}, headers={"Origin": str(anne.base_url).rstrip("/")})
