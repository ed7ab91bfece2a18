"""How well a seat stands in Oracle."""

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import OVER


@rule
def evaluate(o, s, seat):
    lead = int(s.points[seat]) - int(s.points[1 - seat])
    if s.actor == OVER:
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    return lead / 1000
