"""Network addresses of this machine, and QR codes."""

from __future__ import annotations

import io
import json
import socket
from contextlib import closing
from functools import lru_cache
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from urllib.parse import urlsplit

UNUSED_ADDRESS = ("192.0.2.1", 9)
"""Reserved for documentation: no packet is sent, but the system chooses the interface it would use."""


def local_address() -> str:
    """Return this machine's address on its network; the loopback address if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNUSED_ADDRESS)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def is_reachable(url: str) -> bool:
    """Check whether other machines can open an address.

    >>> is_reachable("http://127.0.0.1:8000"), is_reachable("http://192.168.1.7:8000"), is_reachable("https://a.org")
    (False, True, True)
    """
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        return not (ip_address(host).is_loopback or ip_address(host).is_unspecified)
    except ValueError:
        return bool(host)


def port_is_free(host: str, port: int) -> bool:
    return listening_error(host, port) is None


def listening_error(host: str, port: int) -> OSError | None:
    """Return why no server can listen on an address and port; None if one can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def is_serving(host: str, port: int) -> bool:
    """Check whether a Caserne server answers there."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        with closing(HTTPConnection(here, port, timeout=2)) as connection:
            connection.request("GET", "/health")
            return "caserne" in json.load(connection.getresponse())
    except (OSError, HTTPException, ValueError, TypeError):
        return False


@lru_cache(256)
def qr_picture(text: str) -> str:
    """Return a QR code as SVG for a web page."""
    import segno

    picture = io.BytesIO()
    segno.make(text, micro=False).save(picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2)
    return picture.getvalue().decode()


def qr_for_terminal(text: str) -> str:
    """Return a QR code made of half-block characters."""
    import segno

    written = io.StringIO()
    segno.make(text, micro=False).terminal(written, compact=True, border=2)
    return written.getvalue()
