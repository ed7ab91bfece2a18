"""Views, pictures and catalogues of every game: what is hidden stays hidden, and the rest is complete."""

from __future__ import annotations

import json
import re
from string import Formatter
from xml.etree import ElementTree

import pytest
from games_and_options import every_game, every_variant, game_of, random_walk

from caserne.core.game.errors import InvalidSeat
from caserne.core.game.words import LANGUAGES, ROOM_WORDS, SHARED_WORDS
from caserne.core.match.match import Match
from caserne.core.presentation.illustrate import illustrate


@pytest.mark.thorough
@every_variant
def test_a_view_does_not_depend_on_hidden_information(game_id, options):
    game = game_of(game_id, options)
    for number, (position, _) in enumerate(random_walk(game, 21)):
        for seat in (*range(game.seats), None):
            seen = position.view(seat)
            other = seen.sample(number)
            assert other.view(seat) == seen
            assert str(other.view(seat)) == str(seen)
            assert other.actor == position.actor
            if seat == position.actor and not position.in_setup:
                assert other.legal() == position.legal() == seen.legal()


@pytest.mark.slow
@every_variant
def test_refusals_and_pictures_do_not_depend_on_hidden_information(game_id, options):
    game = game_of(game_id, options)
    walk = random_walk(game, 22, plies=40)
    for number, (position, move) in enumerate(walk):
        seat = position.actor
        if not isinstance(seat, int):
            continue
        other = position.view(seat).sample(number)
        assert other.explain(walk[-1][1], "fr") == position.explain(walk[-1][1], "fr")
        assert other.warnings(move, "fr") == position.warnings(move, "fr")
        assert game.scene(other.view(seat), "fr") == game.scene(position.view(seat), "fr")


@every_game
@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_view_of_a_missing_seat_is_refused(game_id, seat):
    with pytest.raises(InvalidSeat):
        game_of(game_id, {}).start().view(seat)


@every_game
def test_set_ups_commute_and_stay_sealed(game_id):
    game = game_of(game_id, {})
    if not game.start().in_setup:
        pytest.skip("this game has no set-ups")
    setups, position = [], game.start()
    while position.in_setup:
        setups.append(position.random_setup(len(setups)))
        position = position.play(setups[-1])
    forwards, backwards = Match(game), Match(game)
    for seat, setup in enumerate(setups):
        forwards.submit(seat, setup)
    for seat, setup in reversed(list(enumerate(setups))):
        assert backwards.view(0) == Match(game).view(0)
        backwards.submit(seat, setup)
    assert forwards.position == backwards.position == position


@every_game
def test_library_set_ups_can_be_played(game_id):
    game = game_of(game_id, {})
    for name, title in game.setup_library().items():
        assert title.text("fr")
        setup = game.library_setup(name, 1)
        assert setup == game.library_setup(name, 1)
        for variant in (setup, game.mirrored_setup(setup)):
            assert variant is None or game.start().explain(variant) == []
    if game.start().in_setup:
        suggested = {game.start().suggested_setup(seed) for seed in range(12)}
        assert len(suggested) > 1
        assert all(game.start().explain(setup) == [] for setup in suggested)


@pytest.mark.thorough
@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_view_makes_a_valid_picture(game_id, lang):
    from caserne.draw.svg import svg
    from caserne.draw.text import text

    game = game_of(game_id, {})
    for position, move in random_walk(game, 23, plies=30):
        for seat in (*range(game.seats), None):
            scene = illustrate(position.view(seat), lang, last=None if position.in_setup else move)
            cells = {cell.id for cell in scene.cells}
            listed = game.shown_pieces(game.event_for(position, move, position.play(move), seat), lang)
            assert {piece.cell for piece in scene.pieces} | {mark.cell for mark in scene.marks} <= cells
            assert {piece.symbol for piece in (*scene.pieces, *listed)} <= set(scene.symbols)
            assert {cell.ground for cell in scene.cells} <= set(scene.grounds)
            assert all(cell.name for cell in scene.cells)
            json.dumps(scene.as_json())
    ElementTree.fromstring(svg(scene))
    assert text(scene, colour=False)


@every_game
def test_moves_touch_cells_of_the_board(game_id):
    game = game_of(game_id, {})
    for position, _ in random_walk(game, 24, plies=30):
        cells = {cell.id for cell in game.scene(position.view(None), "en").cells}
        if not position.in_setup:
            assert {cell for move in position.legal() for cell in game.touches(move)} <= cells


@every_game
def test_both_catalogues_have_the_same_keys_and_fields(game_id):
    for words in (SHARED_WORDS, game_of(game_id, {}).words):
        french, english = words.catalogues["fr"], words.catalogues["en"]
        assert french.keys() == english.keys()
        for key in french:
            assert _fields(french[key]) == _fields(english[key]), key


@every_game
def test_no_sentence_is_written_twice(game_id):
    for words in (SHARED_WORDS, ROOM_WORDS, game_of(game_id, {}).words):
        for file in (words.file(lang) for lang in LANGUAGES):
            if file.exists():
                keys = [key for key, _ in json.loads(file.read_text("utf-8"), object_pairs_hook=list)]
                assert len(keys) == len(set(keys)), file


@every_game
def test_french_typography(game_id):
    for words in (SHARED_WORDS, game_of(game_id, {}).words):
        for key, sentence in words.catalogues["fr"].items():
            assert not re.search(r"\S [;:!?»%]|« |'\{|[Oo]eu", sentence), key


def _fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}
