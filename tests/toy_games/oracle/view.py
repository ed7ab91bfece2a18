"""What a seat sees of Oracle: everything but the other's letter, until a right guess or the end shows it."""

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.header import copy_header
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import below

from .rules import STATE

VIEW = STATE


@rule
def observe(o, s, seat, view):
    for owner in range(2):
        if owner == seat or s.known[owner] or s.actor == OVER:
            view.secret[owner] = s.secret[owner]
        view.known[owner] = s.known[owner]
        view.points[owner] = s.points[owner]
    copy_public(s, view)


@rule
def sample(o, view, seat, s, dice):
    for owner in range(2):
        hidden_already = not view.setup or view.to_move > owner
        s.secret[owner] = view.secret[owner]
        if hidden_already and view.secret[owner] == 0:
            s.secret[owner] = 1 + below(dice, 3)
        s.known[owner] = view.known[owner]
        s.points[owner] = view.points[owner]
    copy_public(view, s)


@rule
def copy_public(source, target):
    copy_header(source, target)
    target.to_move = source.to_move
    target.die = source.die
    target.stake = source.stake
