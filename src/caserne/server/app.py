"""The FastAPI application, and the services of one server process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

import structlog
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from starlette.middleware.gzip import GZipMiddleware

import caserne
from caserne.core.kernel.compiled import Policy, set_policy
from caserne.server.config import Settings
from caserne.server.http.error_handlers import add_error_handlers
from caserne.server.http.host_check import HostCheck
from caserne.server.http.middleware import RequestLog, SecurityHeaders, SizeLimit
from caserne.server.live.hub import Hub
from caserne.server.matches.reviews import Reviewer
from caserne.server.operations.database_lock import database_lock
from caserne.server.operations.expiry import Expiry
from caserne.server.operations.interpreter import tune_interpreter
from caserne.server.operations.logs import configure
from caserne.server.operations.secret_key import secret_key
from caserne.server.operations.session_guard import SessionGuard
from caserne.server.operations.shutdown import close_in_time, run_before_shutdown
from caserne.server.operations.startup import explain
from caserne.server.operations.watchdog import LoopWatchdog
from caserne.server.people import access_code
from caserne.server.people.identity import Identity
from caserne.server.people.passwords import Passwords
from caserne.server.routes import boards, finished, games, matches, me, operations, pictures, setups, today
from caserne.server.routes.common import Services
from caserne.server.routes.pages import add_pages
from caserne.server.storage.store import Store

log = structlog.get_logger("caserne.server")


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application of one server process; by default configured by the environment."""
    settings = settings or Settings.from_environment()
    configure(settings.log_format)
    app = FastAPI(
        title="Caserne",
        version=caserne.__version__,
        description="Play with anyone. The websocket is described in docs/protocol.md.",
        lifespan=_lifespan(settings),
        openapi_url=None,  # `operations` serves it, because it takes long to make
        docs_url=None,  # the pages of FastAPI load scripts from other sites
        redoc_url=None,
    )
    modules = (me, setups, games, today, boards, matches, finished, pictures, operations)
    for router in (*(module.router for module in modules), me.public_router, matches.sockets):
        app.router.routes += router.routes  # `include_router` would build each of them anew
    if settings.echo:
        app.add_api_websocket_route("/api/echo", _echo)
    add_pages(app)
    add_error_handlers(app)
    app.add_middleware(SizeLimit)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(HostCheck, settings=settings)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestLog)
    return app


def _lifespan(settings: Settings) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        set_policy(Policy.REQUESTED)
        tune_interpreter()
        with _logged_failures(settings), database_lock(settings):
            services = app.state.services = await _open_services(settings)
            expiry = Expiry(services.store, settings.guest_days)
            await expiry.open()
            watchdog = LoopWatchdog()
            await watchdog.open()
            log.info("open", workers=settings.workers)
            with run_before_shutdown(services.hub.dismiss_all):
                yield
            log.info("closing")
            closings = (watchdog, services.reviewer, expiry, services.session_guard, services.hub, services.store)
            await close_in_time(*(service.close for service in closings))

    return lifespan


async def _open_services(settings: Settings) -> Services:
    secret = settings.secret or secret_key(settings.data_folder)
    store = Store(settings)
    await store.open()
    if settings.access_code:
        await access_code.set_code(store, secret, settings.access_code)
    hub = Hub(settings, store)
    session_guard = SessionGuard(store, hub)
    await session_guard.open()
    await hub.open()  # last, because clocks run as soon as it is open
    identity = Identity(store, secret, secure=settings.is_secure())
    reviewer = Reviewer(store, hub.services.workers, hub.services.compiler)
    passwords = Passwords(settings.password_memory)
    return Services(settings, secret, store, hub, identity, passwords, session_guard, hub.services.limiter, reviewer)


@contextmanager
def _logged_failures(settings: Settings) -> Iterator[None]:
    """Log why the server cannot start; uvicorn would print a traceback without the reason."""
    try:
        yield
    except Exception as error:
        if explained := explain(error, settings):
            log.error("cannot start", reason=explained.text())
        else:
            log.exception("cannot start")
        raise


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass
