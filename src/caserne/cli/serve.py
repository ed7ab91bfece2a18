"""`caserne serve`, and `caserne` alone: the game in the browser."""

from __future__ import annotations

import errno
import sys
import time
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from caserne.core.game.errors import CaserneError
from caserne.core.game.words import SHARED_WORDS

if TYPE_CHECKING:
    from caserne.server.config import Settings

EVERYWHERE = "0.0.0.0"
PORTS_TO_TRY = 20
PROGRESS_SECONDS = 0.5
"""How often the progress of compilation is shown."""


class BusyPort(CaserneError):
    """Another program listens on this port."""


Port = Annotated[int | None, typer.Option("--port", min=1, max=65535, help="The port to listen on [8000].")]
Data = Annotated[str | None, typer.Option("--data", metavar="FOLDER", help="Where database and secret key are kept.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog="Example: `caserne serve --share`")(serve)


def serve(
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on [127.0.0.1].")] = None,
    port: Port = None,
    share: Annotated[bool, typer.Option("--share", help="Let everybody on the home network in.")] = False,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="The address that invitations carry.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://... [a file in --data]."),
    ] = None,
    redis: Annotated[
        str | None, typer.Option("--redis", metavar="URL", help="redis://...: the bus between several processes.")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="How many processes [1].")] = None,
    access_code: Annotated[
        str | None, typer.Option("--access-code", metavar="CODE", help="Ask everybody for this code.")
    ] = None,
    data: Data = None,
    log_format: Annotated[
        str | None, typer.Option("--log-format", metavar="text|json", help="How logs are written [text].")
    ] = None,
) -> None:
    """Let people play in their browsers. Everything can also be set by the environment: CASERNE_PORT, ..."""
    from caserne.server.config import Settings

    settings = Settings.from_environment(
        host=EVERYWHERE if share and host is None else host,
        port=port,
        public_url=public_url,
        database=database,
        redis=redis,
        workers=workers,
        access_code=access_code,
        data=data,
        log_format=log_format,
    )
    _check(settings)
    _check_port(settings)
    if share and not settings.public_url:
        settings = _shared(settings)
    _run(settings, qr_code=share)


def open_in_browser(port: int | None = None, data: str | None = None, no_browser: bool = False) -> None:
    """Open the game in this machine's browser; use a server that already runs."""
    from caserne.server.config import Settings
    from caserne.server.operations.network import is_serving, port_is_free

    settings = Settings.from_environment(port=port, data=data)
    for number in range(settings.port, settings.port + PORTS_TO_TRY):
        here = replace(settings, port=number)
        if is_serving(here.host, here.port):
            print(_address(here))
            _show(here, no_browser)
            return
        if port_is_free(here.host, number):
            _run(here, browser=not no_browser)
            return
    raise BusyPort.of("port_busy", port=settings.port)


def _check(settings: Settings) -> None:
    if settings.log_format not in ("text", "json"):
        raise CaserneError.of("bad_log_format", form=settings.log_format)
    if settings.workers > 1 and not settings.redis:
        raise CaserneError.of("workers_need_redis")


def _check_port(settings: Settings) -> None:
    from caserne.server.operations.network import listening_error

    error = listening_error(settings.host, settings.port)
    if error is None:
        return
    if error.errno == errno.EADDRINUSE:
        raise BusyPort.of("port_busy", port=settings.port)
    reason = error.strerror or str(error)
    raise CaserneError.of("cannot_listen", host=settings.host, port=settings.port, reason=reason)


def _shared(settings: Settings) -> Settings:
    """Return the settings with the address for others on the home network."""
    from caserne.server.operations.network import local_address

    address = local_address() if settings.host == EVERYWHERE else settings.host
    return replace(settings, public_url=f"http://{address}:{settings.port}")


def _address(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host == EVERYWHERE else settings.host
    return settings.public_url or f"http://{host}:{settings.port}"


def _show(settings: Settings, no_browser: bool) -> None:
    import webbrowser

    if not no_browser:
        webbrowser.open(_address(settings))


def _show_preparation() -> None:
    """Show in the terminal how much is compiled, while people play already."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from caserne.server.live.compiler import progress

    console = Console(stderr=True)
    done, total = progress()
    if done == total or not console.is_terminal:
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as shown:
        bar = shown.add_task(SHARED_WORDS("server.preparing").text(), total=total)
        while done < total:
            shown.update(bar, completed=done)
            time.sleep(PROGRESS_SECONDS)
            done, total = progress()


def _run(settings: Settings, *, qr_code: bool = False, browser: bool = False) -> None:
    from caserne.server.operations.interpreter import quick_start

    def announce() -> None:
        address = _address(settings)
        print(SHARED_WORDS("server.listening", address=address).text(), flush=True)
        if qr_code:
            from caserne.server.operations.network import qr_for_terminal

            print(qr_for_terminal(address), flush=True)
        _show(settings, no_browser=not browser)
        Thread(target=_show_preparation, name="progress", daemon=True).start()

    with quick_start():
        from caserne.server.run import serve as run

        run(settings, announce)
    sys.stdout.flush()
