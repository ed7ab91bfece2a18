"""Finished matches: records, replays, reviews and verification."""

from __future__ import annotations

import json
import time

import pytest
from visiting import finished_match

from caserne.core.match.record import Record
from caserne.core.match.verify import verify


def test_a_record_can_be_loaded_and_verified_elsewhere(anne, bob):
    match = finished_match(anne.called("Anne"), bob.called("Bob"))
    record = Record.loads(anne.get(f"/api/matches/{match}/record").text)
    assert record.players == ("Anne", "Bob")
    assert record.end["by"] == "resign"
    assert verify(record).setups == 2
    proof = anne.ok("POST", f"/api/matches/{match}/verify?lang=fr")
    assert (proof["ok"], proof["setups"]) == (True, 2)
    assert "conformes" in proof["text"] or proof["text"]


def test_a_replay_reveals_everything_step_by_step(anne, bob):
    match = finished_match(anne, bob)
    first = anne.ok("GET", f"/api/matches/{match}/replay")
    assert (first["step"], first["event"], first["result"]) == (0, None, None)
    steps = [anne.ok("GET", f"/api/matches/{match}/replay?step={n}") for n in range(first["steps"] + 1)]
    assert [step["event"]["event"] for step in steps[1:]].count("action") == 2
    assert {piece["text"] for piece in steps[-1]["scene"]["pieces"]} == {"A"}
    assert steps[-1]["result"]["by"] == "resign"
    assert all(step["at"] for step in steps[1:])
    assert anne.refused("GET", f"/api/matches/{match}/replay?step=99") == (404, "no_such_step")


def test_a_step_can_be_seen_as_a_seat_saw_it(anne, bob):
    match = finished_match(anne, bob)
    last = anne.ok("GET", f"/api/matches/{match}/replay")
    assert last["hidden"]
    step = last["steps"]
    seen = [anne.ok("GET", f"/api/matches/{match}/sight?step={step}&seat={seat}") for seat in range(2)]
    texts = [{piece["seat"]: piece["text"] for piece in one["scene"]["pieces"]} for one in seen]
    assert [text[seat] for seat, text in enumerate(texts)] == ["A", "A"]
    assert [text[1 - seat] for seat, text in enumerate(texts)] != ["A", "A"], "the other one's secret stays hidden"
    assert [one["beliefs"] for one in seen] == [[], []], "this game's bots have learned nothing"
    path = f"/api/matches/{match}/sight"
    assert anne.refused("GET", f"{path}?step=99&seat=0") == (404, "no_such_step")
    assert anne.refused("GET", f"{path}?seat=2") == (422, "unknown_seat")
    assert anne.refused("GET", path) == (422, "invalid")


@pytest.mark.slow
def test_a_bot_reviews_every_decision(anne):
    match = anne.make([{"bot": 1}, {"bot": 2}], options={"rounds": 1})
    with anne.socket(match):  # bots among themselves play while somebody watches
        while anne.ok("GET", f"/api/matches/{match}")["state"] != "over":
            time.sleep(0.1)
    answers = [anne.get(f"/api/matches/{match}/review")]
    while answers[-1].status_code == 202:
        time.sleep(0.1)
        answers.append(anne.get(f"/api/matches/{match}/review"))
    found = answers[-1].json()
    assert answers[0].status_code == 202
    assert (found["done"], found["progress"]) == (True, 1.0)
    moves = [event["move"] for event in _events(anne, match) if event["event"] == "action"][2:]
    assert [decision["move"] for decision in found["decisions"]] == moves
    assert all(decision["loss"] >= 0 for decision in found["decisions"])


def _events(visitor, match):
    return [json.loads(line) for line in visitor.get(f"/api/matches/{match}/record").text.splitlines()[1:-1]]


def test_a_running_match_cannot_be_replayed(anne, bob):
    match = anne.make()
    bob.ok("POST", f"/api/matches/{match}/join")
    for method, path in [
        ("GET", "record"),
        ("GET", "replay"),
        ("GET", "sight?seat=0"),
        ("GET", "review"),
        ("POST", "verify"),
    ]:
        assert anne.refused(method, f"/api/matches/{match}/{path}") == (409, "not_over")
    assert anne.refused("GET", "/api/matches/nothing/record") == (404, "no_such_match")


def test_a_match_without_spectators_can_be_replayed_by_its_players_only(anne, bob, visit, server):
    match = finished_match(anne, bob, spectators=False)
    assert visit(server.url).refused("GET", f"/api/matches/{match}/record") == (403, "no_spectators")
    assert bob.get(f"/api/matches/{match}/record").is_success


def test_any_position_is_drawn_with_the_players_and_the_result(anne, bob):
    match = finished_match(anne.called("Anne"), bob.called("Bob"))
    last = anne.ok("GET", f"/api/matches/{match}/replay")["steps"]
    end = anne.get(f"/api/matches/{match}/position.svg?lang=en")
    assert end.headers["content-type"] == "image/svg+xml"
    assert "private" in end.headers["cache-control"]
    assert all(words in end.text for words in ("Anne", "Bob", "resigns"))
    assert "resigns" not in anne.get(f"/api/matches/{match}/position.svg?lang=en&step={last - 1}").text
    assert anne.get(f"/api/matches/{match}/position.png").content.startswith(b"\x89PNG")
    assert "Anne" in anne.get(f"/api/matches/{match}/film.svg").text
    assert anne.refused("GET", f"/api/matches/{match}/position.svg?step=99") == (404, "no_such_step")


def test_pictures_of_a_private_match_are_for_its_players(anne, bob, visit, server):
    stranger = visit(server.url)
    match = finished_match(anne, bob, spectators=False)
    for picture in ("position.svg", "position.png", "film.svg"):
        assert stranger.refused("GET", f"/api/matches/{match}/{picture}") == (403, "no_spectators")


def test_pictures_of_a_running_match_show_what_each_seat_may_see(anne, bob, visit, server):
    stranger, seen = visit(server.url), {}
    for secret in "AB":
        match = anne.make(colours="as listed")
        bob.ok("POST", f"/api/matches/{match}/join", {})
        anne.seal(match)
        bob.seal(match, secret)
        answers = [visitor.get(f"/api/matches/{match}/view.svg") for visitor in (anne, bob, stranger)]
        assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
        seen[secret] = [answer.text for answer in answers]
    assert [one == other for one, other in zip(seen["A"], seen["B"], strict=True)] == [True, False, True]
    assert anne.get(f"/api/matches/{match}/view.png").content.startswith(b"\x89PNG")


def test_a_running_match_without_spectators_is_drawn_for_its_players(anne, bob, visit, server):
    match = anne.make(spectators=False)
    for picture in ("view.svg", "view.png"):
        assert anne.get(f"/api/matches/{match}/{picture}").is_success
        assert visit(server.url).refused("GET", f"/api/matches/{match}/{picture}") == (403, "no_spectators")


def test_a_match_can_be_continued_from_any_of_its_positions(anne, bob):
    match = finished_match(anne, bob)
    last = anne.ok("GET", f"/api/matches/{match}/replay")["steps"]
    steps = [anne.ok("GET", f"/api/matches/{match}/replay?step={step}") for step in range(last)]
    begun = next(number for number, step in enumerate(steps) if step["actor"] == "chance")
    made = anne.ok("POST", f"/api/matches/{match}/continue", {"step": begun, "seat": 1, "bot": 1})["match"]
    table = anne.ok("GET", f"/api/matches/{made}")
    assert (table["state"], table["mine"], table["seats"][0]["level"]) == ("playing", [1], "1")
    shared = anne.ok("POST", f"/api/matches/{match}/continue", {"step": begun, "seat": 0})["match"]
    assert anne.ok("GET", f"/api/matches/{shared}")["chat"] == "free"
    bob.ok("POST", f"/api/matches/{shared}/join", {})
    assert anne.say(shared, "resign")["type"] == "ack"
    assert anne.ok("GET", f"/api/matches/{shared}/replay")["position"] == steps[begun]["position"]


def test_what_has_not_begun_or_is_over_cannot_be_continued(anne, bob):
    match = finished_match(anne, bob)
    for body, refusal in (
        ({"step": 0}, (409, "nothing_to_continue")),
        ({"step": 99}, (404, "no_such_step")),
        ({"step": 0, "seat": 5}, (422, "wrong_seats")),
    ):
        assert anne.refused("POST", f"/api/matches/{match}/continue", body) == refusal
