"""Reviews of records: which decisions are reviewed, how, and from whose knowledge."""

from __future__ import annotations

import pytest

import caserne
from caserne.bots import names
from caserne.bots.bot import Analysis, Bot, Candidate, UnknownBot
from caserne.bots.review import Verdict, review
from caserne.core.match.events import Action, Chance, TableEvent
from caserne.core.match.match import Match
from caserne.core.match.record import Record


def record(game, *moves, start=None):
    """A game on paper: moves and die results in order."""
    made = Record(game, start)
    position = made.first()
    for move in moves:
        actor = position.actor
        made.events.append(Action(actor, move) if isinstance(actor, int) else Chance(move))
        position = position.play(move)
    return made


class Opinionated(Bot):
    """Likes the first move of the alphabet and has looked at nothing else; the side to move stands at 0.4."""

    def search(self, observation):
        first, *others = observation.legal()
        return Analysis(0.4, (Candidate(first, 0.4, 1.0), *(Candidate(move, 9.0, 0.0) for move in others)), (first,))


class Knowing(Bot):
    """Has looked at all moves: each is worth a little less than the one before it in the alphabet."""

    def search(self, observation):
        moves = observation.legal()
        candidates = tuple(Candidate(move, 0.5 - 0.15 * n, 0.1) for n, move in enumerate(moves))
        return Analysis(0.5, candidates)


@pytest.fixture(autouse=True)
def more_bots(monkeypatch):
    monkeypatch.setitem(names.BOTS, "opinionated", Opinionated)
    monkeypatch.setitem(names.BOTS, "knowing", Knowing)


def test_every_decision_is_reviewed_except_set_ups_and_dice():
    game = caserne.game("oracle")
    found = review(record(game, "A", "B", "1", "x1", "A?", "2", "x3", "A?"), "greedy")
    assert [(each.number, each.seat, each.move) for each in found] == [
        (1, 0, "x1"), (2, 0, "A?"), (3, 1, "x3"), (4, 1, "A?"),
    ]  # fmt: skip


def test_the_loss_is_the_difference_to_the_best_move():
    game = caserne.game("movers")
    moves = game.start().play_all("MHMHMH MHMHMH").legal()
    losses = []
    for played in moves:
        [found] = review(record(game, "MHMHMH", "MHMHMH", played), "knowing")
        assert found.best == moves[0]
        assert found.value == 0.5
        losses.append((round(found.loss, 2), found.verdict))
    assert losses == [(0, "good"), (0.15, "inaccuracy"), (0.3, "blunder"), (0.45, "blunder")]


def test_verdicts_begin_at_their_thresholds():
    assert [Verdict.of(loss) for loss in (0, 0.09, 0.1, 0.2, 0.3, 2)] == [
        "good", "good", "inaccuracy", "mistake", "blunder", "blunder",
    ]  # fmt: skip


def test_a_move_that_was_not_searched_is_searched():
    """After it the enemy stands at 0.4, by the same bot: it is worth -0.4."""
    game = caserne.game("movers")
    [found] = review(record(game, "MHMHMH", "MHMHMH", "b2-c3"), "opinionated")
    assert found.best != "b2-c3"
    assert found.loss == pytest.approx(0.8)
    assert found.line == (found.best,)


def test_a_move_that_ends_the_game_is_worth_its_result():
    game = caserne.game("movers", max_plies=1)
    [found] = review(record(game, "MHMHMH", "MHMHMH", "b2-c3"), "opinionated")
    assert found.loss == pytest.approx(0.4), "a draw by length is worth 0"


def test_moves_taken_back_are_not_reviewed():
    match = Match(caserne.game("movers"))
    match.submit(0, "MHMHMH")
    match.submit(1, "MHMHMH")
    match.submit(0, "b2-b3")
    match.take_back(0)
    match.submit(0, "b2-c3")
    assert any(isinstance(event, TableEvent) and event.act == "take-back" for event in match.record.events)
    assert [each.move for each in review(match.record, "greedy")] == ["b2-c3"]


def test_a_seat_is_reviewed_by_what_it_knew():
    """With another secret of the enemy's and the same moves, the bot thinks the same of the same decisions."""
    game = caserne.game("oracle")
    moves = ["B", "1", "x1", "A?", "2", "x3", "A?"]
    first, second = (review(record(game, secret, *moves), "greedy")[2:] for secret in "AB")
    assert first == second
    assert len(first) == 2


def test_an_unknown_bot_is_refused_first():
    with pytest.raises(UnknownBot):
        review(record(caserne.game("oracle"), "A", "B"), "nobody")


@pytest.mark.slow
def test_several_processes_find_the_same():
    game = caserne.game("oracle")
    made = record(game, "A", "B", "1", "x1", "A?", "2", "x3", "A?")
    assert review(made, "greedy", jobs=2, seed=3) == review(made, "greedy", seed=3)
