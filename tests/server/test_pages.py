"""The files of the browser client: one page for all its addresses, long caching of hashed files."""

from __future__ import annotations

import asyncio
import gzip

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount

from caserne.server.routes.pages import Client


@pytest.fixture
def get(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>the client")
    (tmp_path / "assets" / "app-1f2e.js").write_text("let x = 1;" * 500)
    app = Starlette(
        routes=[Mount("/", Client(directory=tmp_path, html=True))],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
    )

    async def call(path: str, **headers: str) -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get(path, headers=headers)

    return lambda path, **headers: asyncio.run(call(path, **headers))


@pytest.mark.parametrize("path", ["/", "/match/abc", "/device/token", "/games"])
def test_all_addresses_of_the_client_return_its_page(get, path):
    answer = get(path)
    assert answer.text == "<!doctype html>the client"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/missing.js", "/assets/app-0000.js", "/api/nothing", "/../secret.txt"])
def test_other_addresses_are_not_found(get, path):
    assert get(path).status_code == 404


def test_hashed_files_are_compressed_and_cached_for_good(get):
    answer = get("/assets/app-1f2e.js", **{"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    again = get("/assets/app-1f2e.js", **{"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert len(gzip.compress(answer.content)) < len(answer.content)
