"""The visitor's page: name, account, other devices, data; and the form for an access code."""

from __future__ import annotations

import json
import re

from accessibility import needs_axe, violations
from browser_player import NewPlayer
from playwright.sync_api import Route, expect

from caserne.core.game.registry import rooms

GAME = next(iter(rooms()))


@needs_axe
def test_an_account_is_created_and_used_on_another_device(new_player: NewPlayer) -> None:
    player, phone = new_player(inspected=True), new_player(width=360, height=740)
    page = player.page
    player.open("/me")
    page.get_by_role("textbox", name="Your first name").fill("Zoé")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Noted.")).to_be_visible()
    assert violations(player) == []
    page.get_by_label("Name", exact=True).fill("Zoé of the tests")
    page.get_by_label("Password").fill("two red boats")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_text("You are signed in: Zoé of the tests.")).to_be_visible()

    page.get_by_role("button", name="Show the link").click()
    address = page.get_by_role("textbox", name="On another device").input_value()
    phone.open("/device/" + address.rpartition("/")[2])
    kept = {"name": "Fort", "setup": "FBMB"}
    phone.page.evaluate(
        "([key, kept]) => localStorage.setItem(key, kept)", [f"caserne.setups.{GAME}", json.dumps([kept])]
    )
    phone.page.get_by_role("button", name="Yes, it is mine").click()
    phone.page.wait_for_url(f"{phone.url}/")
    answer = player.context.request.get(f"{player.url}/api/me/setups?game={GAME}")
    assert answer.json()["setups"] == [kept], "the device brings what it kept"
    phone.open("/me")
    expect(phone.page.get_by_text("You are signed in: Zoé of the tests.")).to_be_visible()
    phone.page.get_by_role("button", name="Erase everything").click()
    phone.page.get_by_role("dialog").get_by_role("button", name="Erase everything").click()
    phone.page.wait_for_url(f"{phone.url}/")
    player.open("/me")
    expect(page.get_by_role("button", name="Make the account")).to_be_visible()


def test_a_server_with_an_access_code_asks_for_it(new_player: NewPlayer) -> None:
    player = new_player()

    def refuse(route: Route) -> None:
        error = {"code": "access_code", "text": "this server asks for its access code first."}
        route.fulfill(status=401, body=json.dumps({"error": error}), content_type="application/json")

    player.page.route(re.compile(r"/api/games\?"), refuse)
    player.open("/")
    player.page.get_by_label("Access code").fill("sesame")
    with player.page.expect_request(re.compile("/api/access")) as asked:
        player.page.get_by_role("button", name="Come in").click()
    assert asked.value.post_data_json == {"code": "sesame"}
