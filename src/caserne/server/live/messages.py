"""The messages of the websocket, see docs/protocol.md: what clients may ask, and how answers are written."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
LONGEST_FRAME = 16_384
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[ -~]*$")]
Version = Annotated[int, Meta(ge=0)]
Move = Annotated[str, Meta(min_length=1, max_length=1000)]
Seat = Annotated[int, Meta(ge=0, le=63)]


class Request(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """Anything a client asks; `seat` says for which of one's seats, where one has several."""

    id: Id


class ForSeat(Request, frozen=True, kw_only=True):
    """A request in the name of a seat."""

    seat: Seat | None = None


class MoveRequest(ForSeat, tag="move", frozen=True, kw_only=True):
    """One whole move, after the steps of the draft if there are any."""

    version: Version
    move: Move


class StepRequest(ForSeat, tag="step", frozen=True, kw_only=True):
    """A move of a turn that goes on."""

    version: Version
    move: Move


class UndoRequest(ForSeat, tag="undo", frozen=True, kw_only=True):
    """Take the draft's last step back."""

    version: Version


class EndRequest(ForSeat, tag="end", frozen=True, kw_only=True):
    """Play the draft."""

    version: Version


class ReadyRequest(ForSeat, tag="ready", frozen=True, kw_only=True):
    """Seal a set-up."""

    setup: Move
    contribution: str | None = None


class WithdrawRequest(ForSeat, tag="withdraw", frozen=True):
    """Open one's sealed set-up again."""


class RollRequest(ForSeat, tag="roll", frozen=True, kw_only=True):
    """Let the die fall."""

    version: Version


class ContributeRequest(ForSeat, tag="contribute", frozen=True, kw_only=True):
    """A seat's own bytes for the dice."""

    bytes: Annotated[str, Meta(max_length=64)]


class OfferRequest(ForSeat, tag="offer", frozen=True, kw_only=True):
    """Propose something to the others."""

    what: Annotated[str, Meta(max_length=40)]


class TermsRequest(ForSeat, tag="terms", frozen=True, kw_only=True):
    """Answer an offer with conditions."""

    terms: Annotated[dict[Annotated[str, Meta(max_length=40)], int | str], Meta(max_length=16)]


class AcceptRequest(ForSeat, tag="accept", frozen=True):
    """Agree to the offer."""


class DeclineRequest(ForSeat, tag="decline", frozen=True):
    """Refuse the offer."""


class TakeBackRequest(ForSeat, tag="take_back", frozen=True, kw_only=True):
    """Take one's last move back, or ask for it."""

    version: Version


class ResignRequest(ForSeat, tag="resign", frozen=True, kw_only=True):
    """Give up."""

    version: Version


class AbortRequest(ForSeat, tag="abort", frozen=True, kw_only=True):
    """Call the match off."""

    version: Version


class ClaimRequest(ForSeat, tag="claim", frozen=True, kw_only=True):
    """Claim that somebody has let the time run out."""

    version: Version


class LeaveRequest(ForSeat, tag="leave", frozen=True, kw_only=True):
    """Give up the seat for good."""

    version: Version


class ConsiderRequest(ForSeat, tag="consider", frozen=True, kw_only=True):
    """What a move would do, or why none can be made with the cells that were touched."""

    move: Move | None = None
    cells: Annotated[tuple[Move, ...], Meta(max_length=20)] = ()


class LookRequest(Request, tag="look", frozen=True, kw_only=True):
    """Show this seat's view from now on; null covers the board."""

    seat: Seat | None


class ChatRequest(ForSeat, tag="chat", frozen=True, kw_only=True):
    """Say something."""

    preset: Annotated[str, Meta(max_length=32)] | None = None
    text: Annotated[str, Meta(max_length=500)] | None = None


class MuteRequest(Request, tag="mute", frozen=True, kw_only=True):
    """Do not hear a seat any longer, or hear it again."""

    seat: Seat
    on: bool


class PingRequest(Request, tag="ping", frozen=True, kw_only=True):
    """A sign of life, with the round trip in milliseconds that the client measured."""

    lag: Annotated[int, Meta(ge=0)] = 0


AnyRequest = (
    MoveRequest
    | StepRequest
    | UndoRequest
    | EndRequest
    | ReadyRequest
    | WithdrawRequest
    | RollRequest
    | ContributeRequest
    | OfferRequest
    | TermsRequest
    | AcceptRequest
    | DeclineRequest
    | TakeBackRequest
    | ResignRequest
    | AbortRequest
    | ClaimRequest
    | LeaveRequest
    | ConsiderRequest
    | LookRequest
    | ChatRequest
    | MuteRequest
    | PingRequest
)

read: Any = msgspec.json.Decoder(AnyRequest).decode
"""A request from a frame; msgspec.ValidationError or DecodeError says what is wrong with it."""

_encode = msgspec.json.Encoder().encode


def write(kind: str, **fields: Any) -> str:
    """A message of the server as a text frame."""
    return _encode({"type": kind, **fields}).decode()
