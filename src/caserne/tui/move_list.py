"""The moves of a match by turns, as far as a player knows them."""

from __future__ import annotations

from collections.abc import Sequence

from caserne.core.game.observation import ObservedEvent
from caserne.core.match.record import Record, Turn

SEALED = "—"


def turns_seen(record: Record, events: Sequence[ObservedEvent]) -> list[Turn]:
    """Return the turns after the set-ups as a player saw them; the record itself holds hidden moves too."""
    seen = iter(events)
    to_skip = _setups(record)
    turns = []
    for turn in record.turns():
        moves = tuple(next(seen).move or SEALED for _ in turn.moves)
        turns.append(Turn(turn.seat, moves[to_skip:]))
        to_skip = max(0, to_skip - len(moves))
    return [turn for turn in turns if turn.moves]


def lines(turns: Sequence[Turn], seat_names: Sequence[str], width: int) -> list[str]:
    """Return the turns as numbered lines; two short turns share a line if two players alternate."""
    texts = [" ".join(turn.moves) for turn in turns]
    column = (width - 4) // 2
    if len(seat_names) == 2 and all(len(text) < column for text in texts) and _alternate(turns):
        pairs = ["", *texts] if turns and turns[0].seat == 1 else texts
        return [
            f"{number:>3} {pair[0]:<{column}}{''.join(pair[1:])}".rstrip()
            for number, pair in enumerate((pairs[n : n + 2] for n in range(0, len(pairs), 2)), 1)
        ]
    return [
        f"{number:>3} {seat_names[turn.seat]} {text}"
        for number, (turn, text) in enumerate(zip(turns, texts, strict=True), 1)
    ]


def _setups(record: Record) -> int:
    """Return how many of the first moves are set-ups, one a seat."""
    first = record.first()
    return record.game.seats - int(first.actor or 0) if first.in_setup else 0


def _alternate(turns: Sequence[Turn]) -> bool:
    return all(turn.seat == (turns[0].seat + number) % 2 for number, turn in enumerate(turns))
