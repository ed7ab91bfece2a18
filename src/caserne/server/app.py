"""The application: all services of one process, opened and closed together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_urlsafe

from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse

import caserne
from caserne.core.errors import CaserneError
from caserne.server.config import Settings
from caserne.server.faults import Refused, described
from caserne.server import pages
from caserne.server.identity import Identity
from caserne.server.live.hub import Hub
from caserne.server.routes import matches
from caserne.server.routes.common import Services
from caserne.server.storage.store import Store

STATUS = {"server.no_such_match": 404, "server.other_origin": 403, "server.no_spectators": 403}


def create_app(settings: Settings | None = None) -> FastAPI:
    """One process of the server; by default as the environment says."""
    settings = settings or Settings.from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings)
        await store.open()
        hub = Hub(settings, store)
        await hub.open()
        secret = settings.secret or await store.key("cookies", token_urlsafe(32))
        app.state.services = Services(settings, store, hub, Identity(store, secret))
        yield
        await hub.close()
        await store.close()

    app = FastAPI(title="Caserne", version=caserne.__version__, lifespan=lifespan, openapi_url="/api/openapi.json")
    app.include_router(matches.router)
    app.add_exception_handler(CaserneError, _complain)
    if settings.echo:
        app.add_api_websocket_route("/api/echo", _echo)
    app.include_router(pages.router)
    return app


async def _complain(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, CaserneError)
    lang = "fr" if request.query_params.get("lang") == "fr" else "en"
    status = STATUS.get(error.sentence.key, 409 if isinstance(error, Refused) else 422)
    return JSONResponse({"error": described(error, lang)}, status)


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass
