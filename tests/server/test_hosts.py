"""Which names and origins the server answers to: addresses, local names and configured ones."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest
from patience import PATIENCE
from websockets.exceptions import InvalidStatus

from caserne.server.config import Settings
from caserne.server.http.host_check import configured_names, is_allowed

PUBLIC = Settings(public_url="https://Caserne.example.org:444", allowed_hosts="club.example, fritz.box")

OURS = [
    "127.0.0.1:8000",
    "192.168.1.7",
    "192.168.1.7:8000",
    "[::1]:8000",
    "[fe80::1]",
    "localhost:8000",
    "LOCALHOST",
    "games.localhost",
    "attic",
    "attic.local:8000",
    "attic.home.arpa",
    "caserne.example.org",
    "caserne.example.org:444",
    "CASERNE.example.org.",
    "club.example",
    "fritz.box:8000",
]
NOT_OURS = [
    "evil.example",
    "evil.example:8000",
    "caserne.example.org.evil.example",
    "evil.caserne.example.org",
    "127.0.0.1.evil.example",
    "127.0.0.1@evil.example",
    "evil.example#.local",
    "evil.example/attic.local",
    "localhost.evil.example",
    "2130706433.evil.example",
    "",
    ":8000",
    "[::1",
    "attic.local:port",
]


@pytest.mark.parametrize("host", OURS)
def test_addresses_local_names_and_configured_names_are_ours(host):
    assert is_allowed(host, set(configured_names(PUBLIC)))


@pytest.mark.parametrize("host", NOT_OURS)
def test_other_names_are_not_ours(host):
    assert not is_allowed(host, set(configured_names(PUBLIC)))


def test_a_page_under_another_name_gets_nothing(anne):
    """The attack: evil.example resolves to this machine, so the browser lets its page read what we answer."""
    match = anne.make()
    for method, path in [("GET", "/api/me"), ("GET", f"/api/matches/{match}"), ("POST", "/api/matches"), ("GET", "/")]:
        rebound = {"Host": "evil.example", "Origin": "http://evil.example"}
        assert anne.refused(method, path, headers=rebound) == (421, "unknown_host")
    assert "nom" in anne.get("/api/me?lang=fr", headers={"Host": "evil.example"}).json()["error"]["text"]
    assert b" 403 " in handshake(anne, match, "evil.example")
    assert b" 101 " in handshake(anne, match, "localhost")


def test_an_invitation_never_carries_a_name_that_is_not_ours(anne):
    match = anne.make()
    invitation = anne.ok("GET", f"/api/matches/{match}", headers={"Host": "attic.local:8000"})
    assert invitation["url"] == f"http://attic.local:8000/match/{match}"
    assert anne.refused("GET", f"/api/matches/{match}", headers={"Host": "evil.example"}) == (421, "unknown_host")


def test_a_program_may_send_no_host(server):
    assert b" 200 " in exchange(server.url, b"GET /health HTTP/1.0\r\n\r\n")


@pytest.mark.parametrize("site", ["same-site", "cross-site", "anything"])
def test_a_neighbour_under_the_same_domain_changes_nothing(anne, site):
    match, headers = anne.make(), {"Sec-Fetch-Site": site}
    for method, path in [("PATCH", "/api/me"), ("POST", "/api/matches"), ("DELETE", "/api/me")]:
        assert anne.refused(method, path, {"name": "Evil"}, headers=headers) == (403, "other_origin")
    with pytest.raises(InvalidStatus):
        anne.socket(match, **headers)


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_our_own_pages_and_people_change_things(anne, site):
    assert anne.ok("PATCH", "/api/me", {"name": "Anne"}, headers={"Sec-Fetch-Site": site})


def handshake(visitor, match, host):
    """Return the first bytes of the answer to a websocket's handshake under a name."""
    lines = [
        f"GET /api/matches/{match}/live HTTP/1.1",
        f"Host: {host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    return exchange(str(visitor.base_url), "\r\n".join([*lines, "", ""]).encode())


def exchange(url, request):
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        return connection.recv(100)
