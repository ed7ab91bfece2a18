"""Set-ups saved in an account: by game and name, private, deleted with the account."""

from __future__ import annotations

import pytest
from visiting import GAME

from caserne.core.game.registry import rooms

pytestmark = pytest.mark.slow

CALLS = "/api/me/setups"
OTHER = next(game for game in rooms() if game != GAME)
PASSWORD = "two red boats"


def with_account(visitor, name):
    visitor.ok("POST", "/api/account", {"name": name, "password": PASSWORD})
    return visitor


def saved(visitor, game=GAME):
    return visitor.ok("GET", f"{CALLS}?game={game}")


def test_a_guest_cannot_save_set_ups_on_the_server(anne):
    assert saved(anne) == {"account": False, "setups": []}
    assert anne.refused("POST", CALLS, {"game": GAME, "name": "Mine", "setup": "A"}) == (409, "no_account")


def test_an_account_has_its_set_ups_on_every_device(anne, bob):
    with_account(anne, "Keeper")
    anne.ok("POST", CALLS, {"game": GAME, "name": "First", "setup": "A"})
    anne.ok("POST", CALLS, {"game": GAME, "name": " Second ", "setup": "B"})
    anne.ok("POST", CALLS, {"game": GAME, "name": "First", "setup": "B"})
    assert saved(bob)["setups"] == []
    bob.ok("POST", "/api/login", {"name": "Keeper", "password": PASSWORD})
    assert saved(bob) == {
        "account": True,
        "setups": [{"name": "First", "setup": "B"}, {"name": "Second", "setup": "B"}],
    }
    assert saved(bob, OTHER)["setups"] == []
    bob.ok("DELETE", f"{CALLS}?game={GAME}&name=First")
    assert [one["name"] for one in saved(anne)["setups"]] == ["Second"]
    assert anne.refused("DELETE", f"{CALLS}?game={GAME}&name=First") == (404, "no_such_setup")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"setup": "\x00"}, "setup"), ({"setup": "é"}, "setup"), ({"setup": "A" * 1001}, "setup"), ({"name": ""}, "name")],
)
def test_an_invalid_set_up_is_refused_with_its_field(anne, wrong, field):
    answer = anne.post(CALLS, json={"game": GAME, "name": "Mine", "setup": "A", **wrong})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field)
    assert anne.refused("POST", CALLS, {"game": "chess", "name": "Mine", "setup": "A"})[0] == 404


def test_saved_set_ups_are_limited_and_deleted_with_the_account(anne, bob):
    with_account(anne, "Collector")
    for number in range(60):
        anne.ok("POST", CALLS, {"game": GAME, "name": f"Number {number}", "setup": "A"})
    assert anne.refused("POST", CALLS, {"game": GAME, "name": "One more", "setup": "A"}) == (409, "too_many_setups")
    anne.ok("POST", CALLS, {"game": GAME, "name": "Number 7", "setup": "B"})
    anne.ok("DELETE", "/api/me")
    with_account(bob, "Collector")
    assert saved(bob) == {"account": True, "setups": []}
