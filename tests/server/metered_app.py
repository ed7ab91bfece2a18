"""The application with a meter of its event loop: `/meter` starts it, and tells what it has found."""

from __future__ import annotations

from threading import get_ident

from fastapi import FastAPI
from loop_meter import meter_loop
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from caserne.server.app import create_app as create_plain_app

ALLOWED_CALLS = 60_000
"""How many functions one step of the loop may call: some 10 ms, and a tenth of what a new map used to take."""


def create_app() -> FastAPI:
    app, meter = create_plain_app(), meter_loop(ALLOWED_CALLS)

    async def show(_: Request) -> JSONResponse:
        meter.thread = get_ident()
        return JSONResponse({"most": meter.most, "excesses": meter.excesses})

    app.router.routes.insert(0, Route("/meter", show))
    return app
