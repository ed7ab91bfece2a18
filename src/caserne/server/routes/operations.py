"""For operators: health and metrics."""

from __future__ import annotations

import hmac
from functools import cache

import msgspec
from fastapi import APIRouter, Depends, FastAPI, Request, Response
from pydantic import Field

import caserne
from caserne.server.errors import RequestError
from caserne.server.live.compiler import progress
from caserne.server.operations.metrics import CONTENT_TYPE, exposition
from caserne.server.people.access_code import fingerprint
from caserne.server.people.rate_limits import ACCESS
from caserne.server.routes.common import (
    ServicesDep,
    check_access,
    client_address,
    declared_error,
    error_responses,
    get_services,
)
from caserne.server.routes.models import Model
from caserne.server.supervision import failing

router = APIRouter(tags=["operations"])


SILENT_SECONDS = 5
"""Heartbeats are stored twice a second; after so long without one, moves cannot be stored."""


class Health(Model):
    """Whether this process can serve requests."""

    status: str = Field(
        examples=["ok"], description="`ok`, `degraded` (everything works, though something failed) or `no database`."
    )
    caserne: str = Field(description="The version.")
    problems: list[str] = Field([], description="What is wrong, for operators.", examples=[[]])


class Preparation(Model):
    """How far the compilation of rules and bots is; people can play meanwhile."""

    compiled: int = Field(description="How many parts are compiled.", examples=[3])
    parts: int = Field(description="How many parts there are.", examples=[25])


async def check_metrics_access(request: Request) -> None:
    """Require the access code, if there is one: from a visitor who has entered it, or in the request itself."""
    services = get_services(request)
    scheme, _, code = request.headers.get("authorization", "").partition(" ")
    if services.session_guard.code is None or scheme.lower() != "bearer":
        await check_access(request)
        return
    await services.limiter.check(ACCESS, client_address(request))
    if not hmac.compare_digest(fingerprint(services.secret, code), services.session_guard.code):
        await services.limiter.spend(ACCESS, client_address(request))
        raise RequestError.of("server.wrong_code")


@router.get("/health", responses={503: {"model": Health, "description": "Moves cannot be stored."}})
async def health(services: ServicesDep, response: Response) -> Health:
    """Check the server: it responds once it runs, and says whether moves can be stored."""
    silent = services.hub.services.time.silent_for / 1000
    problems = [f"{task} fails: {error}" for task, error in sorted(failing().items())]
    if not services.hub.services.bus.is_connected:
        problems.insert(0, "Redis does not answer: processes look for moves of the others in the database")
    if silent > SILENT_SECONDS:
        response.status_code = 503
        problems.insert(0, f"nothing could be stored for {silent:.0f} s")
    status = "no database" if silent > SILENT_SECONDS else "degraded" if problems else "ok"
    return Health(status=status, caserne=caserne.__version__, problems=problems)


@router.get("/api/preparation", responses=error_responses() | declared_error(503))
async def preparation() -> Preparation:
    """Say how far the compilation of rules and bots is."""
    compiled, parts = progress()
    return Preparation(compiled=compiled, parts=parts)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **error_responses()},
    dependencies=[Depends(check_metrics_access)],
)
async def metrics(services: ServicesDep) -> Response:
    """Counters for Prometheus, which may give the access code as `Authorization: Bearer CODE`."""
    return Response(exposition(services.hub), media_type=CONTENT_TYPE)


@router.get("/api/openapi.json", include_in_schema=False)
def schema(request: Request) -> Response:
    """The description of all calls; made once, in a thread, because that takes long."""
    return Response(_schema(request.app), media_type="application/json")


@cache
def _schema(app: FastAPI) -> bytes:
    return msgspec.json.encode(app.openapi())
