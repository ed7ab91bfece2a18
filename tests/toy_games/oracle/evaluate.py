"""How well a seat stands in Oracle."""

from caserne.core.compiled import rule


@rule
def evaluate(o, s, seat):
    return (int(s.points[seat]) - int(s.points[1 - seat])) / 1000
