"""The visitor: name, account, sessions, other devices, and erasure."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from caserne.server.matches import history, resignation
from caserne.server.operations.network import qr_picture
from caserne.server.people import access_code, accounts, erasure
from caserne.server.people.identity import Visitor
from caserne.server.people.names import name_key
from caserne.server.people.rate_limits import ACCESS, ACCOUNT, COMPUTATION, DEVICE
from caserne.server.routes.common import (
    GUARDS,
    CurrentVisitor,
    LangQuery,
    Services,
    ServicesDep,
    base_url,
    check_origin,
    choose_name,
    client_address,
    error_responses,
    user_agent,
)
from caserne.server.routes.invitations import reachability
from caserne.server.routes.models import AccessCode, Credentials, DeviceLink, Login, Me, Rename, SessionAnswer

public_router = APIRouter(
    prefix="/api", tags=["people"], dependencies=[Depends(check_origin)], responses=error_responses()
)
"""Calls that are allowed before the access code is entered."""
router = APIRouter(prefix="/api", tags=["people"], dependencies=GUARDS, responses=error_responses())


@public_router.get("/me")
async def who_am_i(request: Request, visitor: CurrentVisitor, response: Response, services: ServicesDep) -> Me:
    """Who I am; somebody new becomes a guest. The cookie is renewed for a year."""
    if not hasattr(request.state, "new_guest"):
        services.identity.set_cookie(response, visitor)
    return _me(visitor, services)


@public_router.post("/access")
async def give_code(body: AccessCode, request: Request, visitor: CurrentVisitor, services: ServicesDep) -> Me:
    """Enter the access code of the server."""
    await services.limiter.spend(ACCESS, client_address(request))
    await access_code.enter(services.store, services.secret, visitor, body.code)
    found = await services.identity.visitor(request)
    return _me(found or visitor, services, has_access=True)


@router.patch("/me", responses=error_responses(409))
async def rename(body: Rename, request: Request, visitor: CurrentVisitor, services: ServicesDep) -> Me:
    """Choose a first name."""
    name = await choose_name(request, services, visitor, body.name)
    await services.hub.refresh_tables(await accounts.unfinished_matches(services.store, visitor.id))
    return _me(replace(visitor, name=name), services)


@router.delete("/me", status_code=204)
async def erase(visitor: CurrentVisitor, response: Response, services: ServicesDep) -> None:
    """Erase my data: resign my running matches, and delete my name, account, sessions and chat."""
    await resignation.resign_all(services.hub, services.store, visitor.id)
    await services.hub.refresh_tables(await erasure.erase_visitor(services.store, visitor.id))
    await services.session_guard.recheck_everywhere()
    services.identity.delete_cookie(response)


@router.get("/me/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
async def export(visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """All my finished matches: an archive with one record each."""
    await services.limiter.spend(COMPUTATION, visitor.id)
    packed = await history.export(services.store, visitor.id)
    headers = {"Content-Disposition": 'attachment; filename="caserne.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


# Accounts


@router.post("/account", responses=error_responses(409))
async def make_account(
    body: Credentials, request: Request, response: Response, visitor: CurrentVisitor, services: ServicesDep
) -> Me:
    """Create an account, which keeps the matches of the guest; the cookie of the guest does not open it."""
    await services.limiter.spend(ACCOUNT, client_address(request))
    name, account = await accounts.create_account(services.store, services.passwords, visitor, body.name, body.password)
    owner = await services.identity.renew_session(replace(visitor, name=name, account=account))
    services.identity.set_cookie(response, owner)
    await services.session_guard.recheck_everywhere()
    return _me(owner, services)


@router.post("/login")
async def log_in(
    body: Login, request: Request, response: Response, visitor: CurrentVisitor, services: ServicesDep
) -> Me:
    """Sign in to an account on this device."""
    await services.limiter.spend_login(name_key(body.name), client_address(request))
    owner = await accounts.log_in(services.store, services.passwords, body.name, body.password)
    entered = await _sign_in(services, request, response, visitor, owner)
    if body.adopt and visitor.account is None and visitor.id != owner.id:
        await services.hub.refresh_tables(await accounts.adopt(services.store, visitor.id, owner.id))
    return _me(entered, services, has_access=True)


@router.post("/logout", status_code=204)
async def log_out(visitor: CurrentVisitor, response: Response, services: ServicesDep) -> None:
    """Sign out on this device; a guest then loses access to their matches."""
    await accounts.close_session(services.store, visitor, accounts.public_id(visitor.session))
    await services.session_guard.recheck_everywhere()
    services.identity.delete_cookie(response)


@router.get("/sessions")
async def list_sessions(visitor: CurrentVisitor, services: ServicesDep) -> list[SessionAnswer]:
    """Where I am signed in."""
    return [SessionAnswer(**asdict(session)) for session in await accounts.list_sessions(services.store, visitor)]


@router.delete("/sessions/{session}", status_code=204, responses=error_responses(404))
async def revoke(
    session: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")],
    visitor: CurrentVisitor,
    response: Response,
    services: ServicesDep,
) -> None:
    """Revoke one of my sessions; its sockets are closed."""
    if await accounts.close_session(services.store, visitor, session):
        services.identity.delete_cookie(response)
    await services.session_guard.recheck_everywhere()


# Other devices


@router.post("/me/device")
async def make_link(
    request: Request, visitor: CurrentVisitor, services: ServicesDep, lang: LangQuery = "en"
) -> DeviceLink:
    """Create a link that signs another device in, once and within a few minutes."""
    await services.limiter.spend(DEVICE, visitor.id)
    url = f"{base_url(request, services.settings)}/device/{await accounts.make_link(services.store, visitor)}"
    reachable, hint = reachability(url, lang)
    qr = await asyncio.to_thread(qr_picture, url)
    return DeviceLink(url=url, qr=qr, minutes=accounts.LINK_MINUTES, reachable=reachable, hint=hint)


@router.post("/device/{token}", responses=error_responses(404))
async def follow_link(
    token: Annotated[str, Path(max_length=64)],
    request: Request,
    response: Response,
    visitor: CurrentVisitor,
    services: ServicesDep,
) -> Me:
    """Sign this device in; only this call uses up the link, so that opening a preview does not."""
    await services.limiter.spend(DEVICE, client_address(request))
    owner = await accounts.follow_link(services.store, token)
    return _me(await _sign_in(services, request, response, visitor, owner), services, has_access=True)


async def _sign_in(
    services: Services, request: Request, response: Response, before: Visitor, owner: Visitor
) -> Visitor:
    """Sign this device in as the owner of an account or link; it keeps its access to the server."""
    entered = await services.identity.open_session(owner, user_agent(request), before.access)
    services.identity.set_cookie(response, entered)
    await services.identity.close_session(before.session)
    await services.session_guard.recheck_everywhere()
    return entered


def _me(visitor: Visitor, services: Services, *, has_access: bool = False) -> Me:
    has_access = has_access or services.session_guard.code is None or visitor.access == services.session_guard.code
    return Me(
        id=visitor.id,
        name=visitor.name,
        account=visitor.account is not None,
        access=has_access,
        guest_days=services.settings.guest_days,
    )
