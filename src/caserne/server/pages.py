"""The browser client: its files as `web/` built them, and its one page under every address that is not a file."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response

STATIC = Path(__file__).parent / "static"
PAGE = "index.html"
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
"""What a page may load: nothing from elsewhere, and no script or style of its own text."""
FOREVER, ASK_EACH_TIME = "public, max-age=31536000, immutable", "no-cache"

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    body: bytes
    zipped: bytes
    media_type: str
    caching: str


@cache
def files() -> dict[str, File]:
    """All files of the client by their paths; they are few and small."""
    return {path.relative_to(STATIC).as_posix(): _read(path) for path in STATIC.rglob("*") if path.is_file()}


@router.get("/{path:path}")
def page(path: str, request: Request) -> Response:
    """A file of the client, or its page, which finds its way by the address."""
    if path == "api" or path.startswith("api/"):
        return Response(status_code=404)
    file = files().get(path) or files()[PAGE]
    headers = {"Cache-Control": file.caching, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff"}
    if file.media_type == "text/html":
        headers |= {"Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin"}
    if "gzip" in request.headers.get("accept-encoding", "") and len(file.zipped) < len(file.body):
        return Response(file.zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type)
    return Response(file.body, headers=headers, media_type=file.media_type)


def _read(path: Path) -> File:
    body = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    hashed = path.parent.name == "assets"
    return File(body, gzip.compress(body, mtime=0), media_type, FOREVER if hashed else ASK_EACH_TIME)
