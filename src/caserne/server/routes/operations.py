"""For operators: health and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

import caserne
from caserne.server.operations.metrics import CONTENT_TYPE, exposition
from caserne.server.routes.common import ServicesDep
from caserne.server.routes.models import Model

router = APIRouter(tags=["operations"])


class Health(Model):
    """Whether this process can serve requests."""

    status: str = Field(examples=["ok"])
    caserne: str = Field(description="The version.")


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


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(services: ServicesDep) -> Response:
    """Counters for Prometheus."""
    return Response(exposition(services.hub), media_type=CONTENT_TYPE)
