"""The browser client: its built files, and one page for all its addresses."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from caserne.core.game.rulebook import as_html

SERVER = Path(__file__).parents[1]
STATIC = SERVER / "static"
HOSTING = (SERVER / "hosting.md", SERVER.parents[2] / "docs" / "hosting.md")
"""Where the page about hosting is: in an installed package, or in the repository."""
IMMUTABLE = "public, max-age=31536000, immutable"
"""For files whose names change with their contents."""
REVALIDATE = "no-cache"

router = APIRouter(include_in_schema=False)


@router.get("/hosting")
def hosting() -> HTMLResponse:
    """Show docs/hosting.md as a page."""
    return HTMLResponse(_hosting_page())


@cache
def _hosting_page() -> str:
    text = next(path for path in HOSTING if path.is_file()).read_text("utf-8")
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        "<title>Hosting Caserne</title><style>body{max-width:50rem;margin:2rem auto;padding:0 1rem;"
        "font:1rem/1.5 sans-serif}pre{overflow:auto;padding:.5rem;border:1px solid}td,th{text-align:left;padding:.2rem}"
        f"</style><main>{as_html(text)}</main>"
    )


class Client(StaticFiles):
    """The built client; addresses that are not files return its page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _is_page(path):
                raise
            response = await super().get_response("index.html", scope)
        response.headers["Cache-Control"] = IMMUTABLE if path.startswith("assets/") else REVALIDATE
        return response


def _is_page(path: str) -> bool:
    """Check whether an address belongs to the client: neither an API call nor a file."""
    return path != "api" and not path.startswith("api/") and "." not in path.rpartition("/")[2]


def add_pages(app: FastAPI) -> None:
    """Serve the client at all addresses that no other route has."""
    app.router.routes += router.routes
    if STATIC.is_dir():
        app.mount("/", Client(directory=STATIC, html=True))
