"""The events that random games count: grounds on which moves end, rules that apply, and endings."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import CHANCE, ENDED
from caserne.games.belligerants.army import AM
from caserne.games.belligerants.board import (
    DEVIL,
    KEPT,
    has_entered,
    is_destroyed,
    is_solid,
    is_surrounded,
    is_wounded,
    kind_of,
)
from caserne.games.belligerants.maps import BLACK, BROWN, CAMP, GREEN, GREY, SIDE, SQUARES, WATER, WHITE
from caserne.games.belligerants.moves import KEEP
from caserne.games.belligerants.rules import PASS, ROLL, pawn_to_huff, takes_enemy

GROUNDS = ("brown", "water", "green", "grey", "white", "black", "camp")
RULES = ("BE-2", "BE-3", "BE-5", "BE-8", "BE-9", "BE-10", "BE-12", "BE-14", "BE-15", "BE-17", "BE-18", "BE-19", "BE-20")
ENDINGS = ("end.out", "end.quiet", "end.long")
EVENTS = GROUNDS + RULES + ENDINGS
assert tuple(range(1, 8)) == (BROWN, WATER, GREEN, GREY, WHITE, BLACK, CAMP), "grounds are counted by their numbers"
FIRST_RULE = len(GROUNDS)
PASSED, DEVILS, TURNED, TAKEN, KEPT_ONE, REJOINED, DROWNED, FREED, HEALED, CARRIED, DESTROYED, ENTERED, HUFFED = range(
    FIRST_RULE, FIRST_RULE + len(RULES)
)
OUT, QUIET, LONG = range(FIRST_RULE + len(RULES), len(EVENTS))


@rule
def count_events(o, s, past, action, counts):
    """Count the events of a legal action, or how a game ended."""
    if action == ENDED:
        too_quiet = o.quiet_limit and s.quiet >= o.quiet_limit
        too_long = o.max_plies and s.ply >= o.max_plies
        counts[QUIET if too_quiet else LONG if too_long else OUT] += 1
        return
    if s.setup:
        return
    if s.actor == CHANCE:
        counts[DEVILS] += action == ROLL + DEVIL
        return
    if action == PASS:
        counts[PASSED] += 1
        return
    seat = int(s.to_move)
    origin, target = action % KEEP // SQUARES, action % SQUARES
    kind, victim = kind_of(int(s.board[origin])), int(s.board[target])
    counts[min(int(o.ground[target]), CAMP) - 1] += 1
    counts[TURNED] += turns(s, origin, target)
    counts[FREED] += is_surrounded(o, origin, kind)
    counts[HEALED] += is_wounded(o, origin, kind)
    counts[CARRIED] += kind == AM and victim != 0
    if is_destroyed(o, target, kind):
        counts[DROWNED if o.ground[target] == WATER else DESTROYED] += 1
    counts[ENTERED] += has_entered(o, target, seat) and not has_entered(o, origin, seat)
    if takes_enemy(s, action):
        counts[TAKEN] += 1
        counts[KEPT_ONE] += action >= KEEP
        counts[REJOINED] += (victim & KEPT) != 0 and s.die == DEVIL and is_solid(o, origin)
    elif s.die != DEVIL and not o.mandatory:
        counts[HUFFED] += pawn_to_huff(o, s, origin, target, past) >= 0


@rule
def turns(s, origin, target):
    """BE-5: whether a move is no straight line of the right length, so that it must have turned on a crossroads."""
    ranks, files = abs(target // SIDE - origin // SIDE), abs(target % SIDE - origin % SIDE)
    straight = ranks == 0 or files == 0 or ranks == files
    return not straight or (s.die != DEVIL and max(ranks, files) != s.die)
