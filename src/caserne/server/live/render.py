"""The JSON that one viewer is sent of a match: built from that seat's observation, never from the whole state."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

from caserne.core.game.errors import TooManyMoves
from caserne.core.game.observation import Observation
from caserne.core.game.scene import Scene
from caserne.core.match.events import TableEvent
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome
from caserne.core.presentation.illustrate import illustrate
from caserne.core.presentation.revealed import revealed
from caserne.core.presentation.touch import move_of
from caserne.core.presentation.trails import trails_of, way_of
from caserne.server.errors import RequestError
from caserne.server.live import messages
from caserne.server.live.board_art import Board
from caserne.server.live.draft import DraftedTurn
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.permissions import allowed_requests
from caserne.server.live.viewpoint import Viewpoint
from caserne.server.live.views import (
    ClocksView,
    DraftView,
    EventView,
    LegalMove,
    OfferView,
    ResultView,
    SceneView,
    SetupView,
    TableView,
    TallyLine,
)
from caserne.server.storage.match_state import MatchState


def table(live: LiveMatch, lang: str) -> TableView:
    """Return the message `table`: what everybody sees of the people."""
    visitors = {viewer.visitor for viewer in live.viewers}
    watchers = {visitor for visitor in visitors if not live.seating.seats_of(visitor)}
    return {
        "state": live.state,
        "seats": live.seating.as_json(live.services.live_processes, live.services.dead_processes, lang),
        "watchers": len(watchers),
        "rematch": live.rematch,
        "spectators": live.settings.get("spectators", True),
        "chat": live.settings.get("chat", "presets"),
        "score": live.settings.get("score"),
    }


def state(live: LiveMatch, viewpoint: Viewpoint, since: int) -> dict[str, Any]:
    """Return the message `state`, with its board if there is a scene."""
    match = live.match
    return {
        "version": live.version,
        "since": since,
        "events": events(live, viewpoint.looking, since, viewpoint.lang if viewpoint.scene else None),
        "actor": match.actor,
        "roller": match.roller(),
        "waiting": match.waiting(),
        "hides": match.hides,
        **turn(live, viewpoint),
        "setup": setup(live, viewpoint),
        "clocks": clocks(live),
        "offer": offer(live),
        "result": result(match, viewpoint.lang),
    }


def result(match: Match, lang: str) -> ResultView | None:
    """Return the end of the record with its sentence and its points."""
    ended = outcome(match)
    if ended is None:
        return None
    tally = [TallyLine(title=line.title.text(lang), points=line.points) for line in ended.tally]
    return cast(ResultView, {**(match.record.end or {}), "text": ended.text(lang), "tally": tally})


def turn(live: LiveMatch, viewpoint: Viewpoint) -> dict[str, Any]:
    """Return the fields that an unfinished turn changes; it is replayed once, here."""
    seat, drafted = viewpoint.acting_seat(live.match), live.drafted_turn(viewpoint.mine)
    shown: dict[str, Any] = {
        "legal": [],
        "warnings": {},
        "tasks": [],
        "draft": None if seat is None else draft(live, drafted),
        "can": allowed_requests(live, viewpoint.mine, viewpoint.looking, drafted),
    }
    if seat is None and not viewpoint.scene and not viewpoint.position:
        return shown  # programs that only wait need no observation
    own_turn = drafted if seat is not None else None
    seen = _observe(live, viewpoint.looking if seat is None else seat, own_turn)
    if seat is not None:
        shown["legal"] = legal_moves(live, seen, own_turn, viewpoint.lang)
    if viewpoint.position:
        shown["position"] = str(seen)
    if viewpoint.scene:
        shown["warnings"] = warnings(seen, shown["legal"], viewpoint.lang)
        shown["tasks"] = [task.text(viewpoint.lang) for task in seen.game.tasks(seen)]
        pictured = seen if seen.seat == viewpoint.looking else _observe(live, viewpoint.looking, own_turn)
        shown |= picture(live, pictured, viewpoint)
    return shown


def _observe(live: LiveMatch, seat: int | None, drafted: DraftedTurn | None) -> Observation:
    """Return what a seat sees, after the moves of its draft."""
    return live.match.view(seat) if drafted is None else drafted.observation(seat)


def events(live: LiveMatch, seat: int | None, since: int, lang: str | None) -> list[EventView]:
    """Return the events after a version as a seat learned of them; with `lang`, also the pieces that they showed."""
    learned: dict[int, Any] = {}
    found: list[EventView] = []
    for number, event in enumerate(live.match.record.events[since:], since):
        if isinstance(event, TableEvent):
            found.append(cast(EventView, {"number": number, **event.as_json()}))
            continue
        learned = learned or live.match.history(seat).since(since)
        seen = learned.get(number)
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


def legal_moves(live: LiveMatch, seen: Observation, drafted: DraftedTurn | None, lang: str) -> list[LegalMove]:
    """Return the moves of the acting seat; none if its drafted turn is over."""
    if live.state != MatchState.PLAYING or seen.in_setup or (drafted and drafted.is_over):
        return []
    return listed_moves(seen, lang)


def listed_moves(seen: Observation, lang: str) -> list[LegalMove]:
    """Return the legal moves with the cells to touch, and a label if cells are not enough; none if too many to list."""
    try:
        moves = seen.legal()
    except TooManyMoves:
        return []
    touched = {move: seen.game.touches(move) for move in moves}
    alike = Counter(touched.values())
    ways = seen.game.ways(seen, moves)
    return [_legal(seen, move, cells, ways.get(move), alike[cells] > 1, lang) for move, cells in touched.items()]


def _legal(
    seen: Observation, move: str, cells: tuple[str, ...], way: tuple[str, ...] | None, shared: bool, lang: str
) -> LegalMove:
    shown: LegalMove = {"move": move, "cells": cells}
    if not cells or shared:
        shown["label"] = seen.game.move_label(move, lang)
    if not cells:
        shown["act"] = move
    if way:
        shown["way"] = way
    return shown


def warnings(seen: Observation, legal: list[LegalMove], lang: str) -> dict[str, list[str]]:
    """Return what some of the legal moves would cost."""
    found = {move["move"]: seen.game.warnings(seen, move["move"]) for move in legal}
    return {move: [sentence.text(lang) for sentence in costs] for move, costs in found.items() if costs}


def draft(live: LiveMatch, drafted: DraftedTurn | None) -> DraftView | None:
    """Return the unfinished turn; an empty one in games with turns of several moves, None in others."""
    if live.match.position.in_setup or not (drafted or live.match.game.long_turns):
        return None
    moves = drafted.moves if drafted else ()
    return {"moves": moves, "can_undo": bool(moves), "can_end": drafted.is_over if drafted else False}


def setup(live: LiveMatch, viewpoint: Viewpoint) -> SetupView | None:
    """Return the viewer's own set-up, the form for it and who is ready; None once all set-ups are on the board."""
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
    at = live.services.time.now()
    return {"seats": live.clocks.left_at(at, live.services.outages), "running": live.clocks.running, "at": at}


def offer(live: LiveMatch) -> OfferView | None:
    """Return the pending offer and the seats that must still answer."""
    proposed = live.match.offer if live.match.actor is not None else None
    if proposed is None:
        return None
    waits_for = sorted(proposed.waits_for(live.match.game.seats))
    return {"what": proposed.what, "seat": proposed.seat, "terms": proposed.terms, "waits_for": waits_for}


def picture(live: LiveMatch, seen: Observation, viewpoint: Viewpoint) -> dict[str, Any]:
    """Return the scene in two parts, `board` and `scene`; after the end nothing is hidden, unless it stays closed."""
    moves = [event for event in seen.events if isinstance(event.actor, int)]
    last, way = (moves[-1].move, moves[-1].way) if moves and not seen.in_setup else (None, ())
    ended = outcome(live.match)
    if ended and not live.match.record.stays_closed:
        drawn = revealed(live.match.position, viewpoint.lang, last, seen.seat, way)
    else:
        drawn = illustrate(seen, viewpoint.lang, last=last, way=way)
    if ended:
        drawn = replace(drawn, status=ended.text(viewpoint.lang))
    return {"board": Board.of(drawn), "scene": scene(drawn)}


def scene(drawn: Scene) -> SceneView:
    """Return the parts of a scene that change, and the present name of each cell."""
    return {
        "pieces": drawn.pieces,
        "panels": drawn.panels,
        "marks": drawn.marks,
        "trails": drawn.trails,
        "equations": drawn.equations,
        "status": drawn.status,
        "turn": drawn.turn,
        "seat": drawn.seat,
        "names": {cell.id: cell.name for cell in drawn.cells},
    }


def considered(live: LiveMatch, seat: int, request: messages.ConsiderRequest, lang: str) -> dict[str, Any]:
    """Return what a move would cost and the way it goes; IllegalMove or InvalidMove if it cannot be made."""
    drafted, game = live.draft(seat).replay(live.match, seat), live.match.game
    if drafted.position.actor != seat or drafted.position.in_setup:
        raise RequestError.of("not_your_turn", seat=seat)
    move = request.move or (move_of(game, request.cells) if request.cells else None)
    if move is None:
        raise RequestError.of("tui.nothing_here")
    drafted.position.play(move)
    seen = drafted.observation(seat)
    return {
        "move": move,
        "warnings": [sentence.text(lang) for sentence in game.warnings(seen, move)],
        "trails": trails_of(game, move, way_of(seen, move)),
        "marks": [{"kind": "target", "cell": cell} for cell in game.touches(move)],
    }
