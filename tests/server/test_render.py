"""What a viewer is sent of a match: events, moves, unfinished turns, set-ups, pictures, the table and the end."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from bare_match import bare, begun
from rooms_by_kind import TOY, with_open_setups, without_secrets_or_luck

import caserne
from caserne.core.game.errors import TooManyMoves
from caserne.core.game.observation import Observation
from caserne.core.game.scene import Piece
from caserne.core.game.setup_form import SetupForm
from caserne.core.match.match import Match
from caserne.server.errors import RequestError
from caserne.server.live import messages, render
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.viewpoint import Viewpoint

SPECTATOR = Viewpoint((), None, "en", scene=True, position=True)
FIRST = Viewpoint((0,), 0, "en", scene=True, position=True)
SECOND = Viewpoint((1,), 1, "en", scene=True, position=True)
SHARED = Viewpoint((0, 1), None, "en", scene=True, position=True)
PLAIN = without_secrets_or_luck()


class Said:
    """A sentence."""

    def __init__(self, words: str) -> None:
        self.words = words

    def text(self, lang: str) -> str:
        return f"{self.words} ({lang})"


def rolled() -> Match:
    match = Match(caserne.game(TOY))
    for seat, letter in enumerate("AB"):
        match.submit(seat, letter)
    match.roll()
    return match


def guessed(letter: str = "C") -> Match:
    """The first seat has made a whole turn."""
    match = rolled()
    for move in ("x1", f"{letter}?"):
        match.submit(0, move)
    return match


def patched(monkeypatch: pytest.MonkeyPatch, match: Match, **methods: Any) -> None:
    """Let the game of a match answer otherwise."""
    for name, method in methods.items():
        monkeypatch.setattr(type(match.game), name, method)


# Events


def test_a_seat_is_sent_the_events_as_it_learned_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    live = bare(guessed("B"))
    last = live.version - 1
    for seat, letters in ((0, ["A", None]), (1, [None, "B"]), (None, [None, None])):
        sent = render.events(live, seat, 0, None)
        assert [event["number"] for event in sent] == list(range(live.version))
        setups = [event for event in sent if event["event"] == "action"][:2]
        assert [event["move"] for event in setups] == letters
        assert sent[0] == {"number": 0, **live.match.record.events[0].as_json()}
        assert sent[last] == {
            "number": last,
            "event": "action",
            "seat": 0,
            "move": "B?",
            "revealed": (("hand1", "B"),),
        }
        chance = next(event for event in sent if event["event"] == "chance")
        assert (chance["seat"], chance["revealed"]) == (None, ())
        assert render.events(live, seat, last, None) == sent[last:]
        assert render.events(live, seat, live.version, None) == []


def test_pieces_that_a_move_showed_are_sent_with_pictures_only(monkeypatch: pytest.MonkeyPatch) -> None:
    live = bare(guessed("B"))
    piece = Piece("hand1", 1, "letter", "B", "B")
    patched(monkeypatch, live.match, shown_pieces=lambda game, event, lang: (piece,) if event.revealed else ())
    last = render.events(live, 0, 0, "en")
    assert [event["pieces"] for event in last if "pieces" in event] == [(piece,)]
    assert last[-1]["pieces"] == (piece,)
    assert not any("pieces" in event for event in render.events(live, 0, 0, None))
    shown = render.state(live, FIRST, 0)["events"]
    assert [event["number"] for event in shown if "pieces" in event] == [live.version - 1]
    bare_events = render.state(live, FIRST._replace(scene=False), 0)["events"]
    assert not any("pieces" in event for event in bare_events)


# Turns


def test_the_seat_to_move_is_sent_its_moves_and_the_others_none() -> None:
    live = bare(rolled())
    assert [move["move"] for move in render.turn(live, FIRST)["legal"]] == ["x1", "x2", "x3"]
    assert render.turn(live, FIRST)["draft"] == {"moves": (), "can_undo": False, "can_end": False}
    for other in (SECOND, SPECTATOR, FIRST._replace(looking=None)):
        shown = render.turn(live, other)
        assert (shown["legal"], shown["draft"]) == ([], None)
    assert render.turn(live, FIRST)["position"] == str(live.match.view(0))
    assert render.turn(live, SECOND)["position"] == str(live.match.view(1))
    assert render.turn(live, SPECTATOR)["position"] == str(live.match.view(None))


def test_an_unfinished_turn_is_sent_to_its_seat_alone() -> None:
    live = bare(rolled(), drafts={0: ["x2"]})
    mine = render.turn(live, FIRST)
    assert [move["move"] for move in mine["legal"]] == ["A?", "B?", "C?"]
    assert mine["draft"] == {"moves": ("x2",), "can_undo": True, "can_end": False}
    assert mine["position"] != str(live.match.view(0))
    for other in (SECOND, SPECTATOR):
        assert render.turn(live, other)["position"] == str(live.match.view(other.looking))
    covered = render.turn(live, FIRST._replace(looking=None))
    assert (covered["position"], covered["draft"]) == (str(live.match.view(None)), None)


def test_a_turn_that_is_over_has_no_further_moves_and_can_be_ended() -> None:
    match = begun(PLAIN)
    live = bare(match, drafts={0: [match.position.legal()[0]]})
    shown = render.turn(live, FIRST)
    assert shown["legal"] == []
    assert shown["draft"]["can_end"]
    assert {"undo", "end_turn"} <= set(shown["can"])


def test_there_is_no_draft_in_games_whose_turns_are_one_move_nor_in_set_ups() -> None:
    assert render.turn(bare(begun(PLAIN)), FIRST)["draft"] is None
    assert render.draft(bare(Match(caserne.game(TOY))), None) is None


def test_moves_are_listed_while_the_match_is_played() -> None:
    assert render.turn(bare(begun(PLAIN)), FIRST)["legal"]
    assert render.turn(bare(begun(PLAIN), state="open"), FIRST)["legal"] == []
    in_setup = Match(caserne.game(with_open_setups()))
    assert render.legal_moves(bare(in_setup), in_setup.view(0), None, "en") == []


def test_on_a_shared_screen_without_secrets_the_moves_are_shown_on_the_board_of_everybody() -> None:
    live = bare(begun(PLAIN), ["ann", "ann"])
    shown = render.turn(live, SHARED)
    assert len(shown["legal"]) == len(live.match.position.legal())
    assert shown["scene"]["seat"] is None
    assert render.turn(live, SHARED._replace(looking=1))["scene"]["seat"] == 1


def test_a_program_that_only_waits_costs_no_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    live = bare(rolled())
    waits = SECOND._replace(scene=False, position=False)
    with monkeypatch.context() as forbidden:
        forbidden.setattr(render, "_observe", None)
        assert set(render.turn(live, waits)) == {"legal", "warnings", "tasks", "draft", "can"}
    assert render.turn(live, FIRST._replace(scene=False, position=False))["legal"]
    assert "position" in render.turn(live, waits._replace(position=True))
    assert "scene" in render.turn(live, waits._replace(scene=True))


def test_warnings_and_tasks_are_said_with_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    live = bare(rolled())
    patched(monkeypatch, live.match, warnings=lambda game, seen, move: [Said("dear")] if move == "x3" else [])
    patched(monkeypatch, live.match, tasks=lambda game, seen: [Said(f"seat {seen.seat}")])
    french = FIRST._replace(lang="fr")
    shown = render.turn(live, french)
    assert (shown["warnings"], shown["tasks"]) == ({"x3": ["dear (fr)"]}, ["seat 0 (fr)"])
    shown = render.turn(live, french._replace(scene=False))
    assert (shown["warnings"], shown["tasks"]) == ({}, [])


# Moves


class Seen:
    """What a seat sees of a made-up game."""

    def __init__(self, touched: dict[str, tuple[str, ...]], ways: dict[str, tuple[str, ...]]) -> None:
        self.game = SimpleNamespace(
            touches=touched.__getitem__,
            ways=lambda seen, moves: ways,
            move_label=lambda move, lang: f"{move} in {lang}",
        )
        self.legal = lambda: list(touched)


def listed(touched: dict[str, tuple[str, ...]], **ways: tuple[str, ...]) -> list[Any]:
    return list(render.listed_moves(cast(Observation, Seen(touched, ways)), "fr"))


def test_a_move_is_listed_with_what_tells_it_apart() -> None:
    assert listed({"step": ("a", "b"), "jump": ("a", "c"), "bow": ("a", "c"), "pass": ()}, step=("a", "x", "b")) == [
        {"move": "step", "cells": ("a", "b"), "way": ("a", "x", "b")},
        {"move": "jump", "cells": ("a", "c"), "label": "jump in fr"},
        {"move": "bow", "cells": ("a", "c"), "label": "bow in fr"},
        {"move": "pass", "cells": (), "label": "pass in fr", "act": "pass"},
    ]


def test_moves_that_are_too_many_are_not_listed() -> None:
    def legal() -> list[str]:
        raise TooManyMoves(10**9)

    seen = Seen({}, {})
    seen.legal = legal
    assert render.listed_moves(cast(Observation, seen), "en") == []


# Set-ups


def test_a_set_up_is_shown_to_its_seat_with_its_form_and_to_all_that_it_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(caserne.game(TOY))
    form = SetupForm(("hand0",), {"A": 1}, "/", "-")
    patched(monkeypatch, match, setup_form=lambda game, seat: form)
    match.submit(1, "B")
    live = bare(match)
    about = {"ready": [1], "cells": ("hand0",), "pieces": {"A": 1}, "separator": "/", "empty": "-"}
    nothing = {"ready": [1], "cells": [], "pieces": {}, "separator": "", "empty": "", "mine": None}
    assert render.setup(live, FIRST) == {**about, "mine": None}
    assert render.setup(live, SECOND) == {**about, "mine": "B"}
    for other in (SPECTATOR, SHARED, FIRST._replace(mine=())):
        assert render.setup(live, other) == nothing
    match.submit(0, "A")
    assert render.setup(live, FIRST) is None


def test_a_match_that_was_called_off_has_no_set_ups() -> None:
    match = Match(caserne.game(TOY))
    match.abort(0)
    assert render.setup(bare(match, state="over"), FIRST) is None


# Offers, ends and the table


def test_an_offer_is_shown_until_it_is_answered_or_the_match_ends() -> None:
    match = rolled()
    live = bare(match)
    assert render.offer(live) is None
    match.propose(0, "draw")
    assert render.offer(live) == {"what": "draw", "seat": 0, "terms": None, "waits_for": [1]}
    match.resign(1)
    assert render.offer(live) is None


def test_the_end_is_told_with_its_points() -> None:
    match = rolled()
    assert render.result(match, "en") is None
    for turn in range(2 * match.game.options.as_dict()["rounds"]):
        if turn:
            match.roll()
        for move in ("x1", "C?"):
            match.submit(turn % 2, move)
    told = render.result(match, "en")
    assert told is not None
    assert match.record.end is not None
    assert all(told[field] == value for field, value in match.record.end.items())  # type: ignore[literal-required]
    assert [line["points"] for line in told["tally"]] == [tuple(told["scores"] or ())]
    assert render.turn(bare(match, state="over"), FIRST)["scene"]["status"] == told["text"]


def test_the_table_counts_those_who_watch_and_has_defaults() -> None:
    live = bare(rolled(), ["ann", "bob"])
    viewers = [SimpleNamespace(visitor=visitor) for visitor in ("ann", "carl", "carl", "dora")]
    live.viewers = cast(Any, viewers)
    table = render.table(live, "en")
    assert (table["watchers"], table["spectators"], table["chat"], table["score"]) == (2, True, "presets", None)
    table = render.table(bare(rolled(), spectators=False, chat="free", score={"games": 1}), "en")
    assert (table["spectators"], table["chat"], table["score"]) == (False, "free", {"games": 1})


# Pictures


def scene_of(live: LiveMatch, viewpoint: Viewpoint) -> Any:
    return render.turn(live, viewpoint)["scene"]


def letters(scene: Any) -> list[str]:
    return [piece.name for piece in scene["pieces"]]


def test_pictures_hide_what_a_seat_does_not_know_until_the_end() -> None:
    match = rolled()
    live = bare(match)
    assert [letters(scene_of(live, view)) for view in (FIRST, SECOND, SPECTATOR)] == [
        ["A", "."],
        [".", "B"],
        [".", "."],
    ]
    match.resign(0)
    ended = bare(match, state="over")
    assert letters(scene_of(ended, SPECTATOR)) == ["A", "B"]
    assert scene_of(ended, SPECTATOR)["status"] == render.result(match, "en")["text"]  # type: ignore[index]


def test_pictures_of_a_match_that_was_called_off_show_no_more_than_play_has_shown() -> None:
    match = Match(caserne.game(TOY))
    for seat, letter in enumerate("AB"):
        match.submit(seat, letter)
    match.abort(1)
    ended = bare(match, state="over")
    assert letters(scene_of(ended, SPECTATOR)) == [".", "."]
    assert letters(scene_of(ended, FIRST)) == ["A", "."]
    assert scene_of(ended, FIRST)["status"] == render.result(match, "en")["text"]  # type: ignore[index]


def test_the_last_move_is_marked_while_the_match_is_played_and_at_its_end() -> None:
    match = begun(PLAIN)
    live = bare(match)
    assert [mark for mark in scene_of(live, FIRST)["marks"] if mark.kind == "last"] == []
    for _ in range(2):
        move = match.position.legal()[0]
        match.submit(match.waiting()[0], move)
        for viewpoint in (FIRST, SPECTATOR):
            marked = [mark.cell for mark in scene_of(live, viewpoint)["marks"] if mark.kind == "last"]
            assert marked == list(match.game.touches(move))
    match.resign(0)
    ended = scene_of(bare(match, state="over"), FIRST)
    assert [mark.cell for mark in ended["marks"] if mark.kind == "last"] == list(match.game.touches(move))


def test_the_last_move_is_drawn_on_the_way_that_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(PLAIN)
    turned = ("a", "b", "c")
    patched(monkeypatch, match, ways=lambda game, seen, moves: dict.fromkeys(moves, turned))
    event_for = type(match.game).event_for

    def with_way(game: Any, before: Any, move: str, after: Any, seat: int | None) -> Any:
        return replace(event_for(game, before, move, after, seat), way=turned)

    patched(monkeypatch, match, event_for=with_way)
    for _ in range(2):
        match.submit(match.waiting()[0], match.position.legal()[0])
    assert [trail.cells for trail in scene_of(bare(match), SPECTATOR)["trails"]] == [turned]
    match.resign(0)
    assert [trail.cells for trail in scene_of(bare(match, state="over"), SPECTATOR)["trails"]] == [turned]


def test_set_ups_that_are_not_on_the_board_are_not_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(caserne.game(TOY))
    patched(monkeypatch, match, touches=lambda game, move: ("hand0",))
    live = bare(match)
    match.submit(0, "A")
    assert scene_of(live, FIRST)["marks"] == ()
    match.submit(1, "B")
    assert scene_of(live, FIRST)["marks"] == ()  # the set-up of another stays hidden
    assert [mark.kind for mark in scene_of(live, SECOND)["marks"]] == ["last"]
    assert scene_of(live, FIRST)["names"] == {"hand0": "A", "hand1": "."}


# Considered moves


def consider(live: LiveMatch, seat: int = 0, **asked: Any) -> dict[str, Any]:
    return render.considered(live, seat, messages.ConsiderRequest(id="q", **asked), "fr")


def test_a_considered_move_is_drawn_and_its_cost_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(PLAIN)
    live = bare(match)
    patched(monkeypatch, match, warnings=lambda game, seen, move: [Said(move)])
    move = match.position.legal()[0]
    cells = match.game.touches(move)
    for asked in ({"move": move}, {"cells": cells}, {"move": move, "cells": ("nowhere",)}):
        found = consider(live, **asked)
        assert (found["move"], found["warnings"]) == (move, [f"{move} (fr)"])
        assert found["marks"] == [{"kind": "target", "cell": cell} for cell in cells]
        assert [trail.cells for trail in found["trails"]] == [cells]


def test_what_cannot_be_considered_is_refused() -> None:
    match = begun(PLAIN)
    live = bare(match)
    for seat, asked, reason in (
        (1, {"move": match.position.legal()[0]}, "not_your_turn"),
        (0, {}, "tui.nothing_here"),
        (0, {"cells": ("nowhere",)}, "tui.nothing_here"),
    ):
        with pytest.raises(RequestError) as refused:
            consider(live, seat, **cast(Any, asked))
        assert refused.value.sentence.key == reason
    in_setup = Match(caserne.game(with_open_setups()))
    with pytest.raises(RequestError):
        consider(bare(in_setup), 0, move=in_setup.position.random_setup(0))
