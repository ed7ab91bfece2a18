"""Pictures to share: the players and a sentence below the board, and films that draw once what does not change."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

from draw_scenes import winding_path

from caserne.draw.poster import FRAME_SECONDS, LAST_FRAME_SECONDS, film, poster

NAMES = ["Anne & Élise", "Bob <3"]


def test_a_poster_names_the_players_and_says_how_the_match_stands():
    drawn = poster(winding_path(), NAMES, "Anne wins.")
    ElementTree.fromstring(drawn)
    assert all(words in drawn for words in ("Anne &amp; Élise", "Bob &lt;3", "Anne wins."))


def test_a_film_draws_once_what_does_not_change():
    scene = winding_path()
    first = replace(scene, pieces=scene.pieces[1:], marks=(), trails=())
    drawn = film([first, first, replace(scene, marks=(), trails=())], NAMES, "")
    ElementTree.fromstring(drawn)
    assert drawn.count('class="piece"') == len(scene.pieces)


def test_what_appears_in_a_film_is_hidden_before_and_stays_where_nothing_moves():
    scene = replace(winding_path(), marks=(), trails=())
    alone = replace(scene, pieces=())
    drawn = film([alone, scene], NAMES, "")
    (times,) = {*re.findall(r'values="([^"]+)" keyTimes="([^"]+)"', drawn)}
    share = FRAME_SECONDS / (FRAME_SECONDS + LAST_FRAME_SECONDS)
    assert times == ("hidden;visible", f"0;{share:g}")
    assert 'visibility="hidden"' not in drawn
