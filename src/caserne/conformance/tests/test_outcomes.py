"""Every finished match has a sentence that says how it ended, and its points add up."""

from __future__ import annotations

import pytest
from games_and_options import every_game, game_of
from test_records import play_match

from caserne.core.game.words import LANGUAGES
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome


@every_game
def test_points_add_up_to_the_scores(game_id: str) -> None:
    game = game_of(game_id, {})
    match = play_match(game, 5, moves=6000)
    ended, result = outcome(match), match.position.result()
    assert ended is not None
    assert all(ended.text(lang) for lang in LANGUAGES)
    if result is None or result.scores is None:
        assert ended.tally == ()
    else:
        sums = [sum(line.points[seat] for line in ended.tally) for seat in range(game.seats)]
        assert sums == list(result.scores)
        assert all(line.title.text(lang) for line in ended.tally for lang in LANGUAGES)


@every_game
@pytest.mark.parametrize("act", ["resign", "time_out", "abort"])
def test_a_resignation_a_timeout_and_an_abort_name_the_seat(game_id: str, act: str) -> None:
    match = Match(game_of(game_id, {}))
    assert outcome(match) is None
    getattr(match, act)(1)
    ended = outcome(match)
    assert ended is not None
    assert match.game.words("seat.1").text("en").lower() in ended.text("en").lower()


@every_game
def test_every_offer_has_a_sentence_for_its_agreement(game_id: str) -> None:
    game = game_of(game_id, {})
    for what in game.offers:
        assert all(game.agreement_sentence(what, 0, {}).text(lang) for lang in LANGUAGES)
