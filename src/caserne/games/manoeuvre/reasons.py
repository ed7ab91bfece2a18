"""Sentences for refused moves and warnings."""

from __future__ import annotations

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.game.words import Sentence
from caserne.games.manoeuvre import notation, rules
from caserne.games.manoeuvre.notation import soldiers_on
from caserne.games.manoeuvre.reach import reach_of, soldier_in_words
from caserne.games.manoeuvre.track import LETTERS, SOLDIERS, TRACK, WHITE_PIECE
from caserne.games.manoeuvre.words import WORDS


def reason(observation: Observation, rule: int, move: str) -> Sentence:
    """Explain why a rule refuses a move in a game that is not over."""
    v, o = observation.fields, observation.game.option_fields
    if rule == 3:
        return _bad_roll(v, move)
    if rule == 4:
        return _bad_placing(v, o, move)
    origin, target = move.split("-")
    if rule == 5:
        return _no_soldier(v, o, int(origin))
    if rule == 6:
        return _covered(v, o, int(origin))
    if rule == 12:
        return WORDS("full_square", square=target, stack=stack_in_words(v, o, int(target)))
    return _wrong_distance(observation, int(origin), target)


def _bad_roll(v: np.record, move: str) -> Sentence:
    """GM-3."""
    if v.opened == SOLDIERS:
        return WORDS("no_die_any_more")
    if v.rolled:
        return WORDS("die_has_fallen", seat=_seat(v.to_move), square=v.rolled)
    return WORDS("full_for_die", square=move)


def _bad_placing(v: np.record, o: np.record, move: str) -> Sentence:
    """GM-4."""
    if v.opened == SOLDIERS:
        return WORDS("all_placed")
    if not v.rolled:
        return WORDS("die_first", seat=_seat(v.to_move)) if o.chooses else WORDS("nothing_to_choose")
    owner = LETTERS.index(move[0])
    soldier = soldier_in_words(o, owner * int(o.troop) + int(move[1]) - 1)
    if owner != v.to_move:
        return WORDS("not_own_soldier", soldier=soldier, seat=_seat(v.to_move))
    return WORDS("not_waiting", soldier=soldier)


def _no_soldier(v: np.record, o: np.record, square: int) -> Sentence:
    """GM-5."""
    if v.opened < SOLDIERS:
        return WORDS("opening_first")
    soldiers = soldiers_on(v, square)
    if not soldiers:
        return WORDS("empty_square", square=square)
    top = soldiers[-1]
    if top // o.troop != v.to_move:
        return WORDS("no_own_soldier", square=square, seat=_seat(v.to_move))
    waiting = [soldier for soldier in soldiers if soldier // o.troop == v.to_move and not v.moved >> soldier & 1]
    if waiting:
        return WORDS("moved_on_comrade", soldier=soldier_in_words(o, top), comrade=soldier_in_words(o, waiting[-1]))
    return WORDS("has_moved", soldier=soldier_in_words(o, top))


def _covered(v: np.record, o: np.record, square: int) -> Sentence:
    """GM-6."""
    soldiers = soldiers_on(v, square)
    own = max(n for n, soldier in enumerate(soldiers) if soldier // o.troop == v.to_move)
    above = join([soldier_in_words(o, soldier) for soldier in soldiers[own + 1 :]], "and")
    return WORDS("covered", soldier=soldier_in_words(o, soldiers[own]), square=square, above=above)


def _wrong_distance(observation: Observation, origin: int, target: str) -> Sentence:
    """GM-8, GM-14."""
    reach = reach_of(observation, origin)
    farthest = {"soldier": reach.name, "origin": origin, "farthest": origin + reach.total, "sum": reach.sum}
    if target == "yard":
        return WORDS("short_of_yard", **farthest, needed=TRACK + 1 - origin)
    if int(target) == origin:
        return WORDS("stays", soldier=reach.name)
    if int(target) < origin:
        return WORDS("backwards", soldier=reach.name)
    return WORDS("too_far", **farthest, target=target)


def stack_in_words(v: np.record, o: np.record, square: int) -> Sentence:
    """List what is on a square, from the bottom to the top."""
    names = [soldier_in_words(o, soldier) for soldier in soldiers_on(v, square)]
    bottom = int(v.stack[square]) & 15
    if bottom > SOLDIERS:
        names.insert(0, WORDS("base.2" if bottom == WHITE_PIECE else "base.3"))
    return join(names)


def join(sentences: list[Sentence], key: str = "list") -> Sentence:
    """Join sentences with commas (`list`), or with "and" before the last (`and`)."""
    if len(sentences) == 1:
        return sentences[0]
    last_pair = key if len(sentences) == 2 else "list"
    return WORDS(last_pair, first=sentences[0], rest=join(sentences[1:], key))


def warnings(observation: Observation, move: str) -> list[Sentence]:
    """Return the warnings for a legal move: GM-7 a covered comrade, GM-17 a lost bonus, GM-18 a low place."""
    v, o = observation.fields, observation.game.option_fields
    action = notation.read_move(move, o)[0]
    if action >= rules.ROLL or rules.refusal(o, v, observation.past, action):
        return []
    origin, target = move.split("-")
    soldier = soldiers_on(v, int(origin))[-1]
    if target == "yard":
        return _arrival_warnings(v, o, soldier)
    landed_on = soldiers_on(v, int(target))[-1:]
    return [
        WORDS("covers_comrade", comrade=soldier_in_words(o, comrade), square=target)
        for comrade in landed_on
        if comrade // o.troop == v.to_move and not v.moved >> comrade & 1
    ]


def _arrival_warnings(v: np.record, o: np.record, soldier: int) -> list[Sentence]:
    seat, name = soldier // int(o.troop), soldier_in_words(o, soldier)
    if rules.arrives_in_order(o, v, soldier):
        return []
    found = []
    if o.order_bonus and rules.in_order(o, v, seat):
        found.append(WORDS("bonus_lost", soldier=name, seat=_seat(seat)))
    if o.order_penalty:
        best = SOLDIERS - int(v.home) + int(v.low)
        found.append(WORDS("low_place", soldier=name, place=int(v.low) + 1, best=best))
    return found


def _seat(number: int) -> Sentence:
    return WORDS(f"seat.{number}")
