"""Access code, rate and size limits, security headers, the secret key, restarts and expiry."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from contextlib import closing
from itertools import takewhile

import pytest
from patience import PATIENCE
from visiting import GAME, finished_match, heard_until_closed

from caserne.server.config import Settings
from caserne.server.errors import RequestError
from caserne.server.live.clock import DAY
from caserne.server.operations import administration
from caserne.server.operations.secret_key import secret_key
from caserne.server.people import erasure
from caserne.server.people.identity import Identity
from caserne.server.people.rate_limits import CHAT, Limiter
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import matches, members, visitors


@pytest.mark.slow
def test_a_server_with_an_access_code_admits_only_those_who_know_it(strict_server, visit):
    anne, bob = visit(strict_server.url), visit(strict_server.url)
    assert anne.ok("GET", "/api/me")["access"] is False
    for method, path in [
        ("GET", "/api/games"),
        ("POST", "/api/matches"),
        ("GET", "/api/matches"),
        ("POST", "/api/login"),
    ]:
        assert anne.refused(method, path) == (401, "access_code")
    assert anne.refused("POST", "/api/access", {"code": "wrong"}) == (403, "wrong_code")
    assert anne.ok("POST", "/api/access", {"code": " sesame "})["access"] is True
    match = anne.make()
    with bob.socket(match) as socket:
        assert heard_until_closed(socket)[-1]["reason"] == "access_code"
    with anne.socket(match) as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "welcome"
    assert bob.ok("GET", "/health")["status"] == "ok"
    link = anne.ok("POST", "/api/me/device")["url"].rpartition("/")[2]
    bob.ok("POST", "/api/access", {"code": "sesame"})
    assert bob.ok("POST", f"/api/device/{link}")["access"] is True
    assert bob.ok("GET", f"/api/matches/{match}")["mine"] == [0]


@pytest.mark.slow
def test_login_attempts_are_limited(strict_server, visit):
    anne = visit(strict_server.url)
    anne.ok("POST", "/api/access", {"code": "sesame"})
    for _ in range(10):
        assert anne.refused("POST", "/api/login", {"name": "x", "password": "wrong words"}) == (403, "wrong_password")
    answer = anne.post("/api/login", json={"name": "x", "password": "wrong words"})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.slow
def test_drawing_boards_is_limited(strict_server, visit):
    anne = visit(strict_server.url)
    anne.ok("POST", "/api/access", {"code": "sesame"})
    nothing_to_draw = {"options": {"nonsense": 1}}
    refused = (anne.refused("POST", f"/api/games/{GAME}/art", nothing_to_draw)[1] for _ in range(500))
    assert set(takewhile(lambda code: code != "too_often", refused)) == {"unknown_option"}
    assert next(refused) == "too_often"


def test_rate_limits_count_by_person_and_can_be_disabled():
    async def allowed(limiter: Limiter, who: str) -> int:
        count = 0
        try:
            for _ in range(100):
                await limiter.spend(CHAT, who)
                count += 1
        except RequestError:
            pass
        return count

    async def everybody() -> list[int]:
        limiter, disabled = Limiter(), Limiter(enabled=False)
        return [await allowed(limiter, "anne"), await allowed(limiter, "bob"), await allowed(disabled, "anne")]

    assert asyncio.run(everybody()) == [30, 30, 100]


def test_requests_that_are_too_large_are_refused(anne):
    huge = "x" * 70_000
    assert anne.refused("POST", "/api/matches", {"game": huge}) == (413, "too_large")

    def endless():
        for _ in range(100):
            yield b"x" * 1000

    answer = anne.post("/api/matches", content=endless())
    assert answer.status_code == 413


def test_pages_cannot_be_framed_and_load_nothing_from_other_sites(anne):
    for path in ("/health", "/hosting", "/nothing.js", "/api/me"):
        headers = anne.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    assert anne.get("/api/me").headers["cache-control"] == "no-store"


def test_all_error_responses_share_one_shape(anne):
    assert anne.refused("GET", "/api/nothing") == (404, "no_such_page")
    assert anne.refused("PUT", "/api/me") == (405, "no_such_call")
    assert "adresse" in anne.get("/api/nothing?lang=fr").json()["error"]["text"]
    assert anne.post("/api/matches", content=b"{").json()["error"]["code"] == "invalid"


def test_only_the_owner_can_read_the_secret_key_and_it_does_not_change(tmp_path):
    key = secret_key(tmp_path / "data")
    assert secret_key(tmp_path / "data") == key
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert secret_key(tmp_path / "other") != key


@pytest.mark.slow
def test_a_restart_keeps_sessions_and_records(server_with, visit):
    server = server_with()
    anne, bob = visit(server.url), visit(server.url)
    match = anne.called("Anne").make()
    over, slow, damaged = finished_match(anne, bob), sealed_by_one(anne, bob), sealed_by_one(anne, bob)
    record = anne.get(f"/api/matches/{over}/record").text
    assert anne.say(slow, "claim")["error"]["code"] == "nothing_to_claim"
    server.stop()
    change(server, "UPDATE matches SET clocks = json_set(clocks, '$.since', ?) WHERE id = ?", now() - 8 * DAY, slow)
    change(server, "UPDATE events SET body = ? WHERE match = ?", '{"event": "action", "seat": 1, "move": "?"}', damaged)
    server.start()
    assert anne.get(f"/api/matches/{over}/record").text == record
    assert anne.ok("POST", f"/api/matches/{over}/verify")["ok"]
    assert anne.ok("GET", "/api/me")["name"] == "Anne"
    assert anne.ok("GET", f"/api/matches/{match}")["mine"] == [0]
    assert anne.say(slow, "claim")["type"] == "ack"
    with anne.socket(damaged) as socket:
        assert heard_until_closed(socket)[-1]["reason"] == "quarantined"


def sealed_by_one(anne, bob):
    """Return a match that waits for Bob's set-up."""
    match = anne.make()
    bob.ok("POST", f"/api/matches/{match}/join", {})
    anne.seal(match)
    return match


def change(server, statement, *values):
    """Change the database of a stopped server."""
    with closing(sqlite3.connect(server.settings.database_file)) as database, database:
        database.execute(statement, values)


@pytest.mark.parametrize("has_account", [False, True])
def test_old_matches_of_guests_expire_and_those_of_accounts_do_not(tmp_path, has_account):
    settings = Settings(database=f"sqlite:///{tmp_path}/caserne.db")

    async def delete_twice() -> tuple[tuple[int, int], tuple[int, int]]:
        async with administration.open_store(settings) as store:
            identity = Identity(store, "key")
            guest = await identity.create_guest()
            await _old_match(store, guest.id, has_account=has_account)
            before = await erasure.delete_expired(store, now() - 400 * erasure.DAY)
            return before, await erasure.delete_expired(store, now() - 90 * erasure.DAY)

    before, after = asyncio.run(delete_twice())
    assert before == (0, 0)
    assert after == ((0, 0) if has_account else (1, 1))


async def _old_match(store: Store, visitor: str, *, has_account: bool) -> None:
    from caserne.server.people.accounts import create_account
    from caserne.server.people.identity import Visitor
    from caserne.server.people.passwords import Passwords

    long_ago = now() - 100 * erasure.DAY
    if has_account:
        await create_account(store, Passwords(1), Visitor(visitor, "", "s"), "Holder", "long enough")
    row = {"id": "m", "game": "oracle", "header": "{}", "settings": "{}", "state": "over", "version": 0}
    async with store.begin() as writing:
        await writing.execute(matches.insert().values(**row, waiting="[]", created=long_ago, changed=long_ago))
        await writing.execute(members.insert().values(match="m", seat=0, place=0, visitor=visitor, name=""))
        await writing.execute(visitors.update().values(seen=long_ago))
