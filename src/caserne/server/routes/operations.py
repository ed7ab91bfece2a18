"""For operators: health and metrics."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

import caserne
from caserne.server.errors import RequestError
from caserne.server.operations.metrics import CONTENT_TYPE, exposition
from caserne.server.people.access_code import fingerprint
from caserne.server.people.rate_limits import ACCESS
from caserne.server.routes.common import ServicesDep, check_access, client_address, error_responses, get_services
from caserne.server.routes.models import Model

router = APIRouter(tags=["operations"])


class Health(Model):
    """Whether this process can serve requests."""

    status: str = Field(examples=["ok"])
    caserne: str = Field(description="The version.")


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


@router.get("/health", responses={503: {"model": Health, "description": "The database does not answer."}})
async def health(services: ServicesDep, response: Response) -> Health:
    """Check the server: it responds once the rules are compiled and the database is reachable."""
    try:
        async with services.store.read() as reading:
            await reading.execute(select(1))
    except (SQLAlchemyError, OSError):
        response.status_code = 503
        return Health(status="no database", caserne=caserne.__version__)
    return Health(status="ok", caserne=caserne.__version__)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **error_responses()},
    dependencies=[Depends(check_metrics_access)],
)
async def metrics(services: ServicesDep) -> Response:
    """Counters for Prometheus, which may give the access code as `Authorization: Bearer CODE`."""
    return Response(exposition(services.hub), media_type=CONTENT_TYPE)
