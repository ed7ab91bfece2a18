"""The messages of the websocket, see docs/protocol.md: requests of clients, and the encoding of answers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
LONGEST_FRAME = 16_384
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[ -~]*\Z")]
Version = Annotated[int, Meta(ge=0)]
Move = Annotated[str, Meta(min_length=1, max_length=1000)]
Seat = Annotated[int, Meta(ge=0, le=63)]


class Request(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """Any request of a client."""

    id: Id


class ForSeat(Request, frozen=True, kw_only=True):
    """A request for a seat; None: the server chooses among the client's seats."""

    seat: Seat | None = None


class ForVersion(ForSeat, frozen=True, kw_only=True):
    """A request that is valid only at one version of the match."""

    version: Version


class MoveRequest(ForVersion, tag="move", frozen=True, kw_only=True):
    """Play the draft, if there is one, and then a move."""

    move: Move


class StepRequest(ForVersion, tag="step", frozen=True, kw_only=True):
    """Add a move to the draft."""

    move: Move


class UndoRequest(ForVersion, tag="undo", frozen=True, kw_only=True):
    """Remove the draft's last move."""


class EndRequest(ForVersion, tag="end", frozen=True, kw_only=True):
    """Play the draft."""


class ReadyRequest(ForSeat, tag="ready", frozen=True, kw_only=True):
    """Seal a set-up."""

    setup: Move
    contribution: str | None = None


class WithdrawRequest(ForSeat, tag="withdraw", frozen=True):
    """Unseal the seat's set-up."""


class RollRequest(ForVersion, tag="roll", frozen=True, kw_only=True):
    """Roll the die."""


class ContributeRequest(ForSeat, tag="contribute", frozen=True, kw_only=True):
    """Contribute random bytes to the dice."""

    bytes: Annotated[str, Meta(max_length=64)]


class OfferRequest(ForSeat, tag="offer", frozen=True, kw_only=True):
    """Propose an offer to the others."""

    what: Annotated[str, Meta(max_length=40)]


class TermsRequest(ForSeat, tag="terms", frozen=True, kw_only=True):
    """Answer an offer with conditions."""

    terms: Annotated[dict[Annotated[str, Meta(max_length=40)], int | str], Meta(max_length=16)]


class AcceptRequest(ForSeat, tag="accept", frozen=True):
    """Accept the offer."""


class DeclineRequest(ForSeat, tag="decline", frozen=True):
    """Decline the offer."""


class TakeBackRequest(ForVersion, tag="take_back", frozen=True, kw_only=True):
    """Take the seat's last move back, or propose to."""


class ResignRequest(ForVersion, tag="resign", frozen=True, kw_only=True):
    """Resign."""


class AbortRequest(ForVersion, tag="abort", frozen=True, kw_only=True):
    """Call the match off."""


class ClaimRequest(ForVersion, tag="claim", frozen=True, kw_only=True):
    """Claim that another seat's time has run out."""


class LeaveRequest(ForVersion, tag="leave", frozen=True, kw_only=True):
    """Leave the seat for good; a bot plays on."""


class ConsiderRequest(ForSeat, tag="consider", frozen=True, kw_only=True):
    """Ask what a move would do, or why the touched cells make none."""

    move: Move | None = None
    cells: Annotated[tuple[Move, ...], Meta(max_length=20)] = ()


class LookRequest(Request, tag="look", frozen=True, kw_only=True):
    """Show this seat's view from now on; None covers the board."""

    seat: Seat | None


class ChatRequest(ForSeat, tag="chat", frozen=True, kw_only=True):
    """Say something in the chat."""

    preset: Annotated[str, Meta(max_length=32)] | None = None
    text: Annotated[str, Meta(max_length=500)] | None = None


class EarlierChatRequest(Request, tag="earlier_chat", frozen=True, kw_only=True):
    """Ask for the lines of chat before one."""

    before: Annotated[int, Meta(ge=0, le=2**31 - 1)]


class MuteRequest(Request, tag="mute", frozen=True, kw_only=True):
    """Mute or unmute a seat's chat."""

    seat: Seat
    on: bool


class PingRequest(Request, tag="ping", frozen=True, kw_only=True):
    """A heartbeat, with the round trip in milliseconds that the client measured."""

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
    | EarlierChatRequest
    | MuteRequest
    | PingRequest
)

read: Any = msgspec.json.Decoder(AnyRequest).decode
"""Decode a request; msgspec.ValidationError or DecodeError says what is wrong with the frame."""

_encode = msgspec.json.Encoder().encode


def write(kind: str, **fields: Any) -> str:
    """Encode a message of the server as a text frame."""
    return _encode({"type": kind, **fields}).decode()
