"""Who one is: name, account, sessions, other devices, and being forgotten."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from caserne.server.matches import history, resignation
from caserne.server.operations.network import qr_picture
from caserne.server.people import access_code, accounts, erasure
from caserne.server.people.identity import Visitor
from caserne.server.people.names import name_key
from caserne.server.people.rate_limits import ACCESS, ACCOUNT, DEVICE, LOGIN, THINK
from caserne.server.routes.common import (
    GUARDS,
    Services,
    TheLang,
    TheServices,
    TheVisitor,
    address,
    base_url,
    check_origin,
    device,
    errors,
)
from caserne.server.routes.invitations import reach
from caserne.server.routes.models import AccessCode, Credentials, DeviceLink, Login, Me, Rename, SessionAnswer

door = APIRouter(prefix="/api", tags=["people"], dependencies=[Depends(check_origin)], responses=errors())
"""What one can ask before one has given the access code."""
router = APIRouter(prefix="/api", tags=["people"], dependencies=GUARDS, responses=errors())


@door.get("/me")
async def who_am_i(request: Request, visitor: TheVisitor, response: Response, the: TheServices) -> Me:
    """Who I am; somebody new becomes a guest. The cookie is good for another year."""
    if not hasattr(request.state, "new_guest"):
        the.identity.set_cookie(response, visitor)
    return _me(visitor, the)


@door.post("/access")
async def give_code(code: AccessCode, request: Request, visitor: TheVisitor, the: TheServices) -> Me:
    """Enter a server that asks for a code."""
    await the.limiter.spend(ACCESS, address(request))
    await access_code.enter(the.store, the.secret, visitor, code.code)
    found = await the.identity.visitor(request)
    return _me(found or visitor, the, let_in=True)


@router.patch("/me", responses=errors(409))
async def rename(wanted: Rename, visitor: TheVisitor, the: TheServices) -> Me:
    """Choose a first name."""
    name = await accounts.rename(the.store, visitor, wanted.name)
    await the.hub.tables_changed(await accounts.unfinished_matches(the.store, visitor.id))
    return _me(replace(visitor, name=name), the)


@router.delete("/me", status_code=204)
async def erase(visitor: TheVisitor, response: Response, the: TheServices) -> None:
    """Erase my data: my running matches are given up, my name, account, sessions and words are gone."""
    await resignation.give_up_everything(the.hub, the.store, visitor.id)
    await the.hub.tables_changed(await erasure.erase_visitor(the.store, visitor.id))
    await the.session_guard.recheck_everywhere()
    the.identity.delete_cookie(response)


@router.get("/me/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
async def export(visitor: TheVisitor, the: TheServices) -> Response:
    """All my finished matches, a record each, in one archive."""
    await the.limiter.spend(THINK, visitor.id)
    packed = await history.export(the.store, visitor.id)
    headers = {"Content-Disposition": 'attachment; filename="caserne.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


# Accounts


@router.post("/account", responses=errors(409))
async def make_account(wanted: Credentials, request: Request, visitor: TheVisitor, the: TheServices) -> Me:
    """Make an account; the guest's games are the account's."""
    await the.limiter.spend(ACCOUNT, address(request))
    name, account = await accounts.create_account(the.store, visitor, wanted.name, wanted.password)
    return _me(replace(visitor, name=name, account=account), the)


@router.post("/login")
async def log_in(wanted: Login, request: Request, response: Response, visitor: TheVisitor, the: TheServices) -> Me:
    """Enter an account from this device."""
    await the.limiter.spend(LOGIN, address(request))
    await the.limiter.spend(LOGIN, name_key(wanted.name))
    owner = await accounts.log_in(the.store, wanted.name, wanted.password)
    entered = await _enter(the, request, response, visitor, owner)
    if wanted.adopt and visitor.account is None and visitor.id != owner.id:
        await the.hub.tables_changed(await accounts.adopt(the.store, visitor.id, owner.id))
    return _me(entered, the, let_in=True)


@router.post("/logout", status_code=204)
async def log_out(visitor: TheVisitor, response: Response, the: TheServices) -> None:
    """Leave: this device forgets me, and a guest's games are then out of reach."""
    await accounts.close_session(the.store, visitor, accounts.public_id(visitor.session))
    await the.session_guard.recheck_everywhere()
    the.identity.delete_cookie(response)


@router.get("/sessions")
async def list_sessions(visitor: TheVisitor, the: TheServices) -> list[SessionAnswer]:
    """Where I am signed in."""
    return [SessionAnswer(**asdict(session)) for session in await accounts.list_sessions(the.store, visitor)]


@router.delete("/sessions/{session}", status_code=204, responses=errors(404))
async def revoke(
    session: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")],
    visitor: TheVisitor,
    response: Response,
    the: TheServices,
) -> None:
    """Revoke one of my sessions; its sockets are closed."""
    if await accounts.close_session(the.store, visitor, session):
        the.identity.delete_cookie(response)
    await the.session_guard.recheck_everywhere()


# Other devices


@router.post("/me/device")
async def make_link(request: Request, visitor: TheVisitor, the: TheServices, lang: TheLang = "en") -> DeviceLink:
    """A link that makes another device mine, once and soon."""
    await the.limiter.spend(DEVICE, visitor.id)
    url = f"{base_url(request, the.settings)}/device/{await accounts.make_link(the.store, visitor)}"
    reachable, hint = reach(url, lang)
    return DeviceLink(url=url, qr=qr_picture(url), minutes=accounts.LINK_MINUTES, reachable=reachable, hint=hint)


@router.post("/device/{token}", responses=errors(404))
async def follow_link(
    token: Annotated[str, Path(max_length=64)],
    request: Request,
    response: Response,
    visitor: TheVisitor,
    the: TheServices,
) -> Me:
    """Make this device mine; opening the link alone does nothing, so that no preview can use it up."""
    await the.limiter.spend(DEVICE, address(request))
    owner = await accounts.follow_link(the.store, token)
    return _me(await _enter(the, request, response, visitor, owner), the, let_in=True)


async def _enter(the: Services, request: Request, response: Response, before: Visitor, owner: Visitor) -> Visitor:
    """Somebody else on this device from now on; whoever had given the access code here has given it."""
    entered = await the.identity.open_session(owner, device(request), before.access)
    the.identity.set_cookie(response, entered)
    return entered


def _me(visitor: Visitor, the: Services, *, let_in: bool = False) -> Me:
    inside = let_in or the.session_guard.code is None or visitor.access == the.session_guard.code
    return Me(
        id=visitor.id,
        name=visitor.name,
        account=visitor.account is not None,
        access=inside,
        guest_days=the.settings.guest_days,
    )
