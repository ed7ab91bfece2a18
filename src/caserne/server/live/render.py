"""What one viewer is shown of a match: built from that seat's observation, never from the whole truth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

import msgspec

from caserne.core.game.errors import TooManyMoves
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.game.scene import Scene
from caserne.core.match.events import Table
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome
from caserne.core.presentation.illustrate import illustrate
from caserne.core.presentation.revealed import revealed
from caserne.core.presentation.touch import move_of
from caserne.draw.parts import Parts, parts
from caserne.server.errors import RequestError
from caserne.server.live import messages
from caserne.server.live.draft import Draft
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.permissions import abilities
from caserne.server.live.views import (
    BoardView,
    ClocksView,
    DraftView,
    EventView,
    LegalMove,
    OfferView,
    ResultView,
    SceneView,
    SetupView,
    TallyLine,
)
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import now


class Viewpoint(NamedTuple):
    """From where somebody looks at a match; viewers with the same one are shown the same."""

    mine: tuple[int, ...]
    """The seats one plays."""
    looking: int | None
    """The seat whose view is shown; None: what everybody may see."""
    lang: str
    scene: bool
    """Whether one wants pictures."""
    position: bool
    """Whether one wants the position as text."""

    def acting_seat(self, live: LiveMatch) -> int | None:
        """The seat of one's own whose moves may be shown now."""
        actor = live.match.actor
        if not isinstance(actor, int) or actor not in self.mine:
            return None
        return actor if self.looking == actor or not live.hides else None


def state(live: LiveMatch, viewpoint: Viewpoint, since: int) -> dict[str, Any]:
    """The whole `state` message but its scene."""
    match = live.match
    return {
        "version": live.version,
        "since": since,
        "events": events(live, viewpoint.looking, since, viewpoint.lang if viewpoint.scene else None),
        "actor": match.actor,
        "roller": match.roller(),
        "waiting": match.waiting(),
        "hides": live.hides,
        **moment(live, viewpoint),
        "setup": setup(live, viewpoint),
        "clocks": clocks(live),
        "offer": offer(live),
        "result": result(match, viewpoint.lang),
    }


def result(match: Match, lang: str) -> ResultView | None:
    """The end as the record has it, told in a sentence and added up."""
    ended = outcome(match)
    if ended is None:
        return None
    tally = [TallyLine(title=line.title.text(lang), points=line.points) for line in ended.tally]
    return cast(ResultView, {**(match.record.end or {}), "text": ended.text(lang), "tally": tally})


def moment(live: LiveMatch, viewpoint: Viewpoint) -> dict[str, Any]:
    """The parts that an unfinished turn changes."""
    seat = viewpoint.acting_seat(live)
    draft = None if seat is None else live.drafts.get(seat)
    shown: dict[str, Any] = {
        "legal": [],
        "warnings": {},
        "draft": None if seat is None else drafted(live, seat, draft),
        "can": abilities(live, viewpoint.mine, viewpoint.looking),
    }
    if seat is None and not viewpoint.scene and not viewpoint.position:
        return shown  # a program that only waits is spared the cost of looking
    seen = _seen(live, viewpoint.looking if seat is None else seat, draft)
    if seat is not None:
        shown["legal"] = legal_moves(live, seat, seen, draft, viewpoint.lang)
    if viewpoint.position:
        shown["position"] = str(seen)
    if viewpoint.scene:
        shown["warnings"] = warnings(seen, shown["legal"], viewpoint.lang)
        shown |= picture(live, _seen(live, viewpoint.looking, draft), viewpoint)
    return shown


def _seen(live: LiveMatch, seat: int | None, draft: Draft | None) -> Observation:
    """What a seat sees, with its unfinished turn; a board that several share keeps one side to the front."""
    return live.match.view(seat) if draft is None else draft.observation(live.match, seat)


def events(live: LiveMatch, seat: int | None, since: int, lang: str | None) -> list[EventView]:
    """The events after a version, as a seat learned of them; in a language, with the pieces that they showed."""
    told: dict[int, Any] = {}
    found: list[EventView] = []
    for number, event in enumerate(live.match.record.events[since:], since):
        if isinstance(event, Table):
            found.append(cast(EventView, {"number": number, **event.as_json()}))
            continue
        told = told or live.match.history(seat).since(since)
        seen = told.get(number)
        shown: EventView = {
            "number": number,
            "event": event.as_json()["event"],
            "seat": getattr(event, "seat", None),
            "move": seen.move if seen else None,
            "revealed": seen.revealed if seen else (),
        }
        if seen and lang and (pieces := live.match.game.shown_pieces(seen, lang)):
            shown["pieces"] = pieces
        found.append(shown)
    return found


def legal_moves(live: LiveMatch, seat: int, seen: Observation, draft: Draft | None, lang: str) -> list[LegalMove]:
    """The moves with the cells one touches for each, and a label where cells are not enough."""
    if live.state != MatchState.PLAYING or seen.in_setup or (draft and draft.turn_is_over(live.match, seat)):
        return []
    return listed_moves(seen, lang)


def listed_moves(seen: Observation, lang: str) -> list[LegalMove]:
    """The legal moves of an observation; none where there are too many to list."""
    try:
        moves = seen.legal()
    except TooManyMoves:
        return []
    touched = {move: seen.game.touches(move) for move in moves}
    alike = Counter(touched.values())
    return [_legal(seen, move, cells, alike[cells] > 1, lang) for move, cells in touched.items()]


def _legal(seen: Observation, move: str, cells: tuple[str, ...], shared: bool, lang: str) -> LegalMove:
    shown: LegalMove = {"move": move, "cells": cells}
    if not cells or shared:
        shown["label"] = seen.game.move_label(move, lang)
    if not cells:
        shown["act"] = move
    return shown


def warnings(seen: Observation, legal: list[LegalMove], lang: str) -> dict[str, list[str]]:
    """What some of the legal moves would cost."""
    found = {move["move"]: seen.game.warnings(seen, move["move"]) for move in legal}
    return {move: [sentence.text(lang) for sentence in told] for move, told in found.items() if told}


def drafted(live: LiveMatch, seat: int, draft: Draft | None) -> DraftView | None:
    """The unfinished turn; an empty one where a turn may take several moves, null where there is nothing to undo."""
    if live.match.position.in_setup or not (draft or live.match.game.long_turns):
        return None
    moves = draft.moves if draft else ()
    over = draft.turn_is_over(live.match, seat) if draft else False
    return {"moves": moves, "can_undo": bool(moves), "can_end": over}


def setup(live: LiveMatch, viewpoint: Viewpoint) -> SetupView | None:
    """While set-ups are arranged: one's own, what it is made of, and who is ready."""
    match = live.match
    if match.actor is None or not match.position.in_setup:
        return None
    seats = range(match.game.seats)
    seat = viewpoint.looking if viewpoint.looking in viewpoint.mine else None
    form = match.game.setup_form(seat) if seat is not None else None
    return {
        "mine": match.sealed(seat) if seat is not None else None,
        "ready": [other for other in seats if match.sealed(other) is not None],
        "cells": form.cells if form else [],
        "pieces": form.pieces if form else {},
        "separator": form.separator if form else "",
        "empty": form.empty if form else "",
    }


def clocks(live: LiveMatch) -> ClocksView:
    at = now()
    return {"seats": live.clocks.left_at(at, live.services.outages), "running": live.clocks.running, "at": at}


def offer(live: LiveMatch) -> OfferView | None:
    """What has been proposed, and who is still to answer."""
    proposed = live.match.offer if live.match.actor is not None else None
    if proposed is None:
        return None
    waits_for = sorted(proposed.waits_for(live.match.game.seats))
    return {"what": proposed.what, "seat": proposed.seat, "terms": proposed.terms, "waits_for": waits_for}


def picture(live: LiveMatch, seen: Observation, viewpoint: Viewpoint) -> dict[str, Any]:
    """The scene in two parts: `board`, which hardly ever changes, and `scene`; when it is over nothing is hidden."""
    moves = [event.move for event in seen.events if isinstance(event.actor, int)]
    last = moves[-1] if moves and not seen.in_setup else None
    if ended := outcome(live.match):
        drawn = revealed(live.match.position, viewpoint.lang, last, seen.seat)
        drawn = replace(drawn, status=ended.text(viewpoint.lang))
    else:
        drawn = illustrate(seen, viewpoint.lang, last=last)
    return {"board": Board(board(drawn), drawn), "scene": scene(drawn)}


def board(drawn: Scene) -> BoardView:
    """The parts of a scene that do not change in a match."""
    return {
        "title": drawn.title,
        "width": drawn.width,
        "height": drawn.height,
        "grounds": drawn.grounds,
        "symbols": drawn.symbols,
        "seats": drawn.seats,
        "labels": drawn.labels,
        "states": drawn.states,
        "mark_styles": drawn.mark_styles,
        "cells": [
            {"id": cell.id, "x": cell.x, "y": cell.y, "ground": cell.ground, "width": cell.width, "height": cell.height}
            for cell in drawn.cells
        ],
    }


@dataclass(frozen=True)
class Board:
    """The same, and for browsers the drawings of it."""

    fields: BoardView
    scene: Scene = field(compare=False)

    def draw(self) -> Parts:
        """Its drawings, made once for all viewers who see the same board."""
        key = msgspec.json.encode(self.fields)
        if key not in _drawn:
            if len(_drawn) >= DRAWINGS:
                _drawn.pop(next(iter(_drawn)))
            _drawn[key] = parts(self.scene)
        return _drawn[key]


def draw_board(position: Position, viewpoint: Viewpoint) -> None:
    """Draw the board of a match, which takes a while for a large one, so that it is there when it is shown."""
    drawn = illustrate(position.view(viewpoint.looking), viewpoint.lang)
    Board(board(drawn), drawn).draw()


DRAWINGS = 64
"""How many boards are kept."""
_drawn: dict[bytes, Parts] = {}


def scene(drawn: Scene) -> SceneView:
    """The parts that do, and what each cell is called now."""
    return {
        "pieces": drawn.pieces,
        "panels": drawn.panels,
        "marks": drawn.marks,
        "trails": drawn.trails,
        "status": drawn.status,
        "turn": drawn.turn,
        "seat": drawn.seat,
        "names": {cell.id: cell.name for cell in drawn.cells},
    }


def considered(live: LiveMatch, seat: int, request: messages.ConsiderRequest, lang: str) -> dict[str, Any]:
    """What a move would cost and which way it goes; IllegalMove or InvalidMove if it cannot be made."""
    draft, game = live.draft(seat), live.match.game
    position = draft.position(live.match)
    if position.actor != seat or position.in_setup:
        raise RequestError.of("not_your_turn", seat=seat)
    move = request.move or (move_of(game, request.cells) if request.cells else None)
    if move is None:
        raise RequestError.of("tui.nothing_here")
    position.play(move)
    seen = draft.observation(live.match, seat)
    return {
        "move": move,
        "warnings": [sentence.text(lang) for sentence in game.warnings(seen, move)],
        "trails": game.trails(move),
        "marks": [{"kind": "target", "cell": cell} for cell in game.touches(move)],
    }
